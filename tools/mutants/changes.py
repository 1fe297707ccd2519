"""The changes of a mutation run, one place at a time: in Python, scripts, templates, German."""

import ast
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import polib

from tests.architecture.sense import SENSE, Turn

OPPOSITES: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}
CONDITIONS = ("filter", "exclude", "get")
LEFT_OUT = ("order_by", "select_for_update", "distinct")
"""For a query: drop one of its conditions, its order, its lock."""
DECORATORS = ("transaction.", "require_")
GUARDS = ("strict", "frozen", "slots")
"""Keywords that prevent a later mistake and have no effect now: no test can notice their loss."""
IN_SCRIPTS = (
    *((r"===", "!=="), (r"!==", "==="), (r" && ", " || "), (r" \|\| ", " && ")),
    *((r" \+ ", " - "), (r" - ", " + "), (r" < ", " <= "), (r" > ", " >= ")),
    *((r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bif \(", "if (!"), (r"^\s+return;", "")),
    (r"^\s+[\w.]+\([^()]*\);$", ""),
)

DROPPED = re.compile(r"\{% (include|styles|scripts) [^%]*%\}|<(link|script)\b[^>]*>(?:</script>)?")
LISTED = re.compile(r' "[\w-]+"')
KINDS = {"link": "styles", "script": "scripts"}


@dataclass(frozen=True)
class Change:
    """One place of one file; `make` returns a description and the whole changed file."""

    path: Path
    line: int
    make: Callable[[], tuple[str, str]]
    kind: str = ""


def changes_of(path: Path) -> Iterator[Change]:
    """Return every change of a file."""
    return CHANGED[path.suffix](path, path.read_text(encoding="utf-8"))


def _in_script(path: Path, text: str) -> Iterator[Change]:
    lines = text.split("\n")
    for number, line in enumerate(lines):
        for pattern, other in IN_SCRIPTS:
            for found in () if line.lstrip().startswith("//") else re.finditer(pattern, line):
                changed = line[: found.start()] + other + line[found.end() :]
                if other == "if (!":
                    changed = re.sub(r"if \(!(.*)\)( \{|\s\S.*)$", r"if (!(\1))\2", changed)
                whole = "\n".join([*lines[:number], changed, *lines[number + 1 :]])
                what = changed.strip() or f"without {line.strip()}"
                yield Change(path, number + 1, partial(_made, what, whole))


def _in_template(path: Path, text: str) -> Iterator[Change]:
    """Drop a part, a style, a script: one name of `{% styles "rounds" "curves" %}`, say."""
    for tag in DROPPED.finditer(text):
        kind = tag[1] or KINDS[tag[2]]
        is_list = tag[1] in KINDS.values()
        parts = LISTED.finditer(text, tag.start(), tag.end()) if is_list else [tag]
        for part in parts:
            what = f"without {part[0].strip()}"
            whole = text[: part.start()] + text[part.end() :]
            line = text.count("\n", 0, part.start()) + 1
            yield Change(path, line, partial(_made, what, whole), kind)


def _made(what: str, whole: str) -> tuple[str, str]:
    return what, whole


def _in_german(path: Path, _text: str) -> Iterator[Change]:
    for place, entry in enumerate(polib.pofile(str(path))):
        for turn in SENSE:
            if turn(deepcopy(entry), Random(entry.msgid)):
                make = partial(_said_otherwise, path, place, turn)
                yield Change(path, entry.linenum, make, turn.__name__)


def _said_otherwise(path: Path, place: int, turn: Turn) -> tuple[str, str]:
    catalogue = polib.pofile(str(path))
    entry = catalogue[place]
    turn(entry, Random(entry.msgid))
    return str(entry.msgstr_plural or entry.msgstr), str(catalogue)


def _in_python(path: Path, text: str) -> Iterator[Change]:
    tree = ast.parse(text)
    guards = {id(each.value) for each in ast.walk(tree) if _is_guard(each)}
    for place, node in enumerate(ast.walk(tree)):
        for turn in () if id(node) in guards else _turns(node):
            yield Change(path, getattr(node, "lineno", 0), partial(_turned, tree, place, turn))


def _is_guard(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg in GUARDS


def _turned(tree: ast.Module, place: int, turn: Callable[[ast.AST], str]) -> tuple[str, str]:
    changed = deepcopy(tree)
    mutant = next(each for at, each in enumerate(ast.walk(changed)) if at == place)
    what = turn(mutant)
    return what, ast.unparse(ast.fix_missing_locations(changed))


def _turns(node: ast.AST) -> Iterator[Callable[[ast.AST], str]]:
    """Yield the ways to change a node in place, each with a description."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITES:
        yield _opposite_comparison
    if isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in OPPOSITES:
        yield _opposite_operator
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield _other_constant
    if isinstance(node, ast.IfExp | ast.If):
        yield _negated
    if isinstance(node, ast.Return) and ast.unparse(node) not in ("return", "return None"):
        yield _returns_nothing
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield _left_out
    yield from _turns_of_parts(node)
    yield from _turns_of_query(node)


def _turns_of_parts(node: ast.AST) -> Iterator[Callable[[ast.AST], str]]:
    if isinstance(node, ast.Tuple | ast.List):
        if all(
            isinstance(each, ast.Constant) and isinstance(each.value, str) for each in node.elts
        ):
            yield from (partial(_without_name, at=at) for at in range(len(node.elts)))
        pairs = zip(node.elts, node.elts[1:], strict=False)
        for at, (one, other) in enumerate(pairs):
            if isinstance(one, ast.Attribute) and isinstance(other, ast.Attribute):
                yield partial(_exchanged, at=at)
    if isinstance(node, ast.FunctionDef):
        for at, decorator in enumerate(node.decorator_list):
            if ast.unparse(decorator).startswith(DECORATORS):
                yield partial(_undecorated, at=at)


def _turns_of_query(node: ast.AST) -> Iterator[Callable[[ast.AST], str]]:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    if node.func.attr in LEFT_OUT:
        yield _not_asked_for
    if node.func.attr in CONDITIONS:
        for at, keyword in enumerate(node.keywords):
            if keyword.arg:
                yield partial(_unconditional, at=at)


def _opposite_comparison(node: ast.AST) -> str:
    node.ops[0] = OPPOSITES[type(node.ops[0])]()
    return ast.unparse(node)


def _opposite_operator(node: ast.AST) -> str:
    node.op = OPPOSITES[type(node.op)]()
    return ast.unparse(node)


def _other_constant(node: ast.AST) -> str:
    before = node.value
    node.value = not before if isinstance(before, bool) else before + 1
    return f"{before} is {node.value}"


def _negated(node: ast.AST) -> str:
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return f"if {ast.unparse(node.test)}"


def _returns_nothing(node: ast.AST) -> str:
    what = f"None for {ast.unparse(node)}"
    node.value = ast.Constant(None)
    return what


def _left_out(node: ast.AST) -> str:
    what = f"without {ast.unparse(node)}"
    node.value = ast.Constant(None)
    return what


def _exchanged(node: ast.AST, at: int) -> str:
    node.elts[at : at + 2] = reversed(node.elts[at : at + 2])
    return ast.unparse(node)


def _without_name(node: ast.AST, at: int) -> str:
    return f"without {ast.unparse(node.elts.pop(at))} in {ast.unparse(node)}"


def _undecorated(node: ast.AST, at: int) -> str:
    return f"{node.name} without @{ast.unparse(node.decorator_list.pop(at))}"


def _unconditional(node: ast.AST, at: int) -> str:
    return f"any {node.keywords.pop(at).arg} in {ast.unparse(node)}"


def _not_asked_for(node: ast.AST) -> str:
    """Drop every order from `rows.order_by("number")`; turn `rows.distinct()` into `rows.all()`."""
    what = f"without {node.func.attr} in {ast.unparse(node)}"
    node.args, node.keywords = [], []
    if node.func.attr != "order_by":
        node.func.attr = "all"
    return what


CHANGED = {".py": _in_python, ".js": _in_script, ".html": _in_template, ".po": _in_german}
