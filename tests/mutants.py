"""Would the tests notice? Changes one place of the program at a time and runs the tests.

    python -m tests.mutants scoring/rulesets --tests tests/scoring/rulesets --count 60 --seed 1

The places are drawn by the seed. Each change is made in a copy of the project; what no test
notices is printed, with the change.
"""

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

PROJECT = Path(__file__).resolve().parents[1]
PATIENCE = 900  # seconds; a change that never ends is noticed
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis")

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
IN_SCRIPTS = (
    *((r"===", "!=="), (r"!==", "==="), (r" && ", " || "), (r" \|\| ", " && ")),
    *((r" \+ ", " - "), (r" - ", " + "), (r" < ", " <= "), (r" > ", " >= ")),
    *((r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bif \(", "if (!"), (r"^\s+return;", "")),
    (r"^\s+[\w.]+\([^()]*\);$", ""),
)


@dataclass(frozen=True)
class Change:
    """One place of one file; `make` says what it becomes, and the whole file with that."""

    path: Path
    line: int
    make: Callable[[], tuple[str, str]]


def changes_of(path: Path) -> Iterator[Change]:
    """Every change of a file."""
    text = path.read_text(encoding="utf-8")
    return _in_script(path, text) if path.suffix == ".js" else _in_python(path, text)


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
                yield Change(path, number + 1, partial(lambda *made: made, what, whole))


def _in_python(path: Path, text: str) -> Iterator[Change]:
    tree = ast.parse(text)
    for place, node in enumerate(ast.walk(tree)):
        for turn in _turns(node):
            yield Change(path, getattr(node, "lineno", 0), partial(_turned, tree, place, turn))


def _turned(tree: ast.Module, place: int, turn: Callable[[ast.AST], str]) -> tuple[str, str]:
    changed = deepcopy(tree)
    mutant = next(each for at, each in enumerate(ast.walk(changed)) if at == place)
    what = turn(mutant)
    return what, ast.unparse(ast.fix_missing_locations(changed))


def _turns(node: ast.AST) -> Iterator[Callable[[ast.AST], str]]:
    """The ways to change a node, in place; each says what it has become."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITES:
        yield _opposite_comparison
    if isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in OPPOSITES:
        yield _opposite_operator
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield _other_constant
    if isinstance(node, ast.IfExp | ast.If):
        yield _negated
    if isinstance(node, ast.Return) and node.value is not None:
        yield _returns_nothing
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield _left_out


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


def passes(copy: Path, tests: list[str]) -> bool:
    """Whether the tests pass in the copy of the project."""
    call = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(call, cwd=copy, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def is_noticed(path: Path, text: str, copy: Path, tests: list[str]) -> bool:
    """Whether a test fails in the copy of the project once a file is this."""
    target = copy / path.relative_to(PROJECT)
    before = target.read_text(encoding="utf-8")
    target.write_text(text, encoding="utf-8")
    try:
        return not passes(copy, tests)
    finally:
        target.write_text(before, encoding="utf-8")


def main() -> int:
    """Draw the changes, try each, and say which nobody noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--tests", nargs="+", required=True)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    files = [
        file
        for path in asked.paths
        for file in sorted([path] if path.is_file() else [*path.rglob("*.py"), *path.rglob("*.js")])
    ]
    places = [change for file in files for change in changes_of(PROJECT / file)]
    drawn = Random(asked.seed).sample(places, min(asked.count, len(places)))
    begin, missed = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory) / "project"
        shutil.copytree(PROJECT, copy, ignore=LEFT_OUT)
        if not passes(copy, asked.tests):
            sys.exit("The tests fail without any change.")
        for number, change in enumerate(drawn, start=1):
            what, text = change.make()
            if not is_noticed(change.path, text, copy, asked.tests):
                missed += 1
                name = change.path.relative_to(PROJECT)
                sys.stdout.write(f"{number}: {name}:{change.line}: {what}\n")
                sys.stdout.flush()
    minutes = (time.monotonic() - begin) / 60
    noticed = len(drawn) - missed
    sys.stdout.write(
        f"{noticed} of {len(drawn)} changes noticed, of {len(places)} places, {minutes:.0f} min\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
