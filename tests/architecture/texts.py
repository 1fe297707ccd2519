"""The texts that the program marks for translation, and the German catalogue beside them.

    python -m tests.architecture.texts

drops what is used no more, adds what is new, says what has no German, and compiles the catalogues.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import polib
from django.utils.translation.template import templatize

from tests.factories.read_python import nodes

PROJECT = Path(__file__).resolve().parents[2]
LOCALE = PROJECT / "tournament" / "locale"
# Functions that mark a text: how many of the arguments are texts, and which is the context.
FUNCTIONS = {
    "_": ("msgid",),
    "gettext": ("msgid",),
    "gettext_lazy": ("msgid",),
    "gettext_noop": ("msgid",),
    "ngettext": ("msgid", "plural"),
    "ngettext_lazy": ("msgid", "plural"),
    "pgettext": ("context", "msgid"),
    "pgettext_lazy": ("context", "msgid"),
    "npgettext": ("context", "msgid", "plural"),
    "Sentence": ("msgid", "plural"),  # declared in scoring
    "Rule": ("", "msgid"),  # a paragraph of the catalogue of penalties
}
# Declarations in pure packages: which of their arguments are texts.
DECLARED = {
    "Showing": ("words",),
    "Group": ("ranking", "name", "several"),
    "PrizeOrder": ("choice", "name"),
    "_of_groups": ("choice",),  # makes a PrizeOrder
    "Criterion": ("name", "short", "in_settings"),
    "Field": ("heading", "hint", "denial"),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|%[sd]")
Text = tuple[str | None, str, str | None]  # context, msgid, plural


def texts_of_call(name: str, arguments: list[str | None]) -> Text:
    """Return the text a marking function was called with."""
    parts = dict(zip(FUNCTIONS[name], arguments, strict=False))
    return parts.get("context"), str(parts["msgid"]), parts.get("plural")


def texts_in_python(path: Path) -> Iterator[Text]:
    """Return the texts marked in a Python file."""
    for node in nodes(path):
        name = (
            node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        )
        if name in FUNCTIONS:
            texts = [
                argument.value if isinstance(argument, ast.Constant) else None
                for argument in node.args
            ]
            if texts and texts[FUNCTIONS[name].index("msgid")] is not None:
                yield texts_of_call(name, texts)
        for word in node.keywords if name in DECLARED else ():  # type: ignore[attr-defined]
            if word.arg in DECLARED[name] and isinstance(word.value, ast.Constant):
                yield None, str(word.value.value), None


def texts_in_template(path: Path) -> Iterator[Text]:
    """Return the texts marked in a template, from Django's own rewriting of it for extraction."""
    string = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
    call = re.compile(rf"\b({'|'.join(FUNCTIONS)})\(\s*({string}(?:\s*,\s*{string})*)")
    for name, arguments in call.findall(templatize(path.read_text(encoding="utf-8"))):
        texts = [ast.literal_eval(text) for text in re.findall(string, arguments)]
        yield texts_of_call(name, texts)


@cache
def texts_in_use() -> dict[Text, str]:
    """Return every text of the program, with a file that uses it."""
    found: dict[Text, str] = {}
    sources = ((PROJECT / package).rglob("*.py") for package in ("scoring", "tournament"))
    for path in sorted(chain.from_iterable(sources)):
        if "migrations" not in path.parts:
            found |= dict.fromkeys(texts_in_python(path), path.name)
    for path in sorted((PROJECT / "templates").rglob("*.html")):
        found |= dict.fromkeys(texts_in_template(path), path.name)
    return found


def is_complete(entry: polib.POEntry) -> bool:
    """Return whether an entry is fully translated and reviewed."""
    texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    return not entry.fuzzy and all(text.strip() for text in texts)


def update(catalogue: polib.POFile) -> list[str]:
    """Update the catalogue to match the program; return what has no translation yet."""
    used = texts_in_use()
    known = {(entry.msgctxt, entry.msgid, entry.msgid_plural or None) for entry in catalogue}
    kept = [e for e in catalogue if (e.msgctxt, e.msgid, e.msgid_plural or None) in used]
    for context, msgid, plural in used.keys() - known:
        entry = polib.POEntry(msgctxt=context, msgid=msgid, msgid_plural=plural or "")
        entry.msgstr_plural = {0: "", 1: ""} if plural else {}
        entry.flags = ["python-format"] if PLACEHOLDER.search(msgid) else []
        kept.append(entry)
    catalogue[:] = sorted(kept, key=lambda entry: (entry.msgid, entry.msgctxt or ""))
    return [entry.msgid for entry in catalogue if not is_complete(entry)]


def main() -> int:
    """Update both catalogues; return 1 while something is not translated."""
    path = LOCALE / "de" / "LC_MESSAGES" / "django.po"
    german = polib.pofile(str(path), wrapwidth=100)
    missing = update(german)
    german.save()
    for source in LOCALE.glob("*/LC_MESSAGES/django.po"):
        polib.pofile(str(source)).save_as_mofile(str(source.with_suffix(".mo")))
    for msgid in missing:
        sys.stdout.write(f"No German yet: {msgid}\n")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
