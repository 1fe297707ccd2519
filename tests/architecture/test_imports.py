"""Who may import whom: the contracts in pyproject.toml, and what import-linter cannot express."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.factories.read_python import nodes

PROJECT = Path(__file__).resolve().parents[2]
SOURCES = {"time", "secrets", "uuid", "random"}
MAY_COME = {"random": {"Random"}, "uuid": {"UUID"}}
"""The seeded class of chance, and what reads an id that somebody else generated."""
TOURNAMENT = PROJECT / "tournament"
PURE = [TOURNAMENT / "draw", *TOURNAMENT.glob("*/rules"), *TOURNAMENT.glob("*/rules.py")]
PROJECT_ALONE = {"scoring", "tournament"}


def python_of(place: Path) -> list[Path]:
    """The file, or the files of a package."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def imported_packages(path: Path) -> Iterator[str]:
    """Return the top-level packages a file imports."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def foreign_imports(place: Path, allowed: set[str]) -> list[str]:
    """Return imports in a package that are neither standard library nor allowed."""
    known = sys.stdlib_module_names | allowed
    return [
        f"{path.relative_to(PROJECT)}: {package}"
        for path in python_of(place)
        for package in imported_packages(path)
        if package not in known
    ]


def test_packages_import_only_further_in():
    """In a process of its own: the linter disables the loggers it finds."""
    linter = Path(sys.executable).with_name("lint-imports")
    assert subprocess.run([linter], cwd=PROJECT, check=False).returncode == 0


def test_rules_need_the_standard_library_alone():
    assert foreign_imports(PROJECT / "scoring", {"scoring"}) == []


def test_arithmetic_needs_the_standard_library_and_the_rules_alone():
    found = [each for package in PURE for each in foreign_imports(package, PROJECT_ALONE)]
    assert found == []


def test_pure_rooms_ask_neither_clock_nor_chance():
    """Time and randomness come in as arguments."""
    found = [
        f"{path.relative_to(PROJECT)}:{node.lineno}"
        for package in (PROJECT / "scoring", *PURE)
        for path in python_of(package)
        for node in nodes(path)
        if brings_clock_or_chance(node) or asks_the_clock(node)
    ]
    assert found == []


def brings_clock_or_chance(node: ast.AST) -> bool:
    """Return whether an import brings time or chance."""
    if isinstance(node, ast.Import):
        return any(alias.name in SOURCES for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module in SOURCES:
        return not {alias.name for alias in node.names} <= MAY_COME.get(node.module, set())
    return False


def asks_the_clock(node: ast.AST) -> bool:
    """Return whether a call is `datetime.now`, `date.today` or the like."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"now", "today", "utcnow"}
    )


def asked_from_outside() -> Iterator[tuple[str, str, str]]:
    """Yield file, module and name that programs beside the packages import from them."""
    for top in ("deploy", "scripts", "tools"):
        for path in python_of(PROJECT / top):
            for node in nodes(path):
                module = (isinstance(node, ast.ImportFrom) and node.module) or ""
                if isinstance(node, ast.ImportFrom) and module.split(".")[0] in PROJECT_ALONE:
                    file = str(path.relative_to(PROJECT))
                    yield from ((file, module, each.name) for each in node.names)


def test_what_programs_beside_the_packages_import_is_there() -> None:
    """Else a club's server does not start: its configuration is imported by nothing else."""
    asked = list(asked_from_outside())
    assert "deploy/gunicorn.conf.py" in {file for file, _module, _name in asked}
    missing = [
        (file, module, name)
        for file, module, name in asked
        if not hasattr(import_module(module), name)
        and not (PROJECT.joinpath(*module.split("."), f"{name}.py")).exists()
    ]
    assert missing == []
