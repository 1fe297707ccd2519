"""The styles and the scripts of a page as one file each.

`faces.tokens.css` is the two one after the other, as they lie beside each other: a phone's first
visit asks twice and not fifteen times, and nothing has to be built. So are scripts, which import
each other: `live.clock.js` has what a script imports before it (`with_imports`), each a function
that returns what it exports. One that fails takes only those along that import it.
"""

import re
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders

MOST_FILES = 24
_TOGETHER = re.compile(r"tournament/([a-z-]+(?:\.[a-z-]+)+)\.(css|js)")
_IMPORT = re.compile(r'^import (\{ .+ \}) from "\./([a-z-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=const \{ (.+) \} =|(?:async )?(?:const|function|class) (\w+))", re.MULTILINE
)
_RUN = """const of = {};
function run(name, script) {
  try {
    of[name] = script();
  } catch (error) {
    reportError(error);
  }
}
"""


@lru_cache(maxsize=128)
def together(path: str) -> bytes | None:
    """Return the files of this path one after the other; None if it is none, or too many."""
    found = _TOGETHER.fullmatch(path)
    names, kind = (found[1].split("."), found[2]) if found else ([], "")
    if not 0 < len(names) <= MOST_FILES:
        return None
    paths = [finders.find(f"tournament/{name}.{kind}") for name in names]
    if not all(paths):
        return None
    texts = [Path(str(path)).read_text("utf-8") for path in paths]
    if kind == "js":
        texts = [_RUN, *map(_as_function, names, texts)]
    return "\n".join(texts).encode()


def with_imports(*names: str) -> list[str]:
    """Return the names of these scripts in their order, each after those that it imports."""
    found: list[str] = []
    for name in names:
        path = finders.find(f"tournament/{name}.js")
        if path is None:
            raise FileNotFoundError(name)
        imported = [each for _, each in _IMPORT.findall(Path(str(path)).read_text("utf-8"))]
        found += [each for each in (*with_imports(*imported), name) if each not in found]
    return found


def _as_function(name: str, text: str) -> str:
    """Return a script line by line as the function that makes what it exports."""
    exported = ", ".join(several or one for several, one in _EXPORT.findall(text))
    text = _IMPORT.sub(r'const \1 = of["\2"];', _EXPORT.sub("", text))
    return f'run("{name}", () => {{\n{text}return {{ {exported} }};\n}});'
