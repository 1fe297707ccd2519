"""Services write all or nothing: each one called by a page or command has its transaction."""

import ast
from collections.abc import Iterator
from functools import cache

from tests.factories.read_python import nodes
from tests.factories.services import FILES as SERVICES
from tests.factories.services import TOURNAMENT

WRITES = {"save", "create", "bulk_create", "update", "delete", "get_or_create", "select_for_update"}
WITHOUT = {
    "check_password": "an attempt stays counted, whatever becomes of it",
    "find_stage": "as check_password",
    "generate_tournament": "each step has its own, so that others can work meanwhile",
    "answer_other": "each of its answers has its own",
    "restore_copy": "changes the whole database, in one transaction of SQLite or pg_restore",
    "stand_by": "as restore_copy",
    "take_over_from_first": "asks the other computer before its own transaction",
    "tell_predecessor": "as take_over_from_first",
    "hold_tournaments": "as require_not_final",
    "require_not_final": "locks rows in the transaction of whoever asks",
    "insert": "writes a row in the transaction of whoever asks",
    "hold_days": "as require_not_final",
    "hold_match_day": "as require_not_final",
}


@cache
def functions() -> dict[str, ast.FunctionDef]:
    """The functions of the services by name."""
    return {
        node.name: node
        for path in SERVICES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }


def called(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)


def writes(name: str, above: frozenset[str] = frozenset()) -> bool:
    """Return whether a function changes the database, directly or through another service."""
    if name not in functions():
        return name in WRITES
    calls = {*called(functions()[name])} - above - {name}
    return any(writes(each, above | {name}) for each in calls)


def called_from_outside() -> set[str]:
    """Return the services used by pages, commands and the rest of the program."""
    outside = (path for path in TOURNAMENT.rglob("*.py") if path not in SERVICES)
    names: set[str] = set()
    for path in outside:
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and ".writes" in (node.module or ""):
                names |= {each.name for each in node.names}
            elif isinstance(node, ast.Attribute):
                names.add(node.attr)
    return names & functions().keys()


def is_atomic(function: ast.FunctionDef) -> bool:
    return any("transaction.atomic" in ast.unparse(each) for each in function.decorator_list)


def test_every_service_that_writes_has_its_transaction():
    lacking = {
        name
        for name in called_from_outside()
        if name[0] != "_" and not is_atomic(functions()[name]) and writes(name)
    }
    assert lacking == WITHOUT.keys()


def test_names_of_services_are_unique():
    """The test above could not tell two of one name apart."""
    names = [
        node.name
        for path in SERVICES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name[0] != "_"
    ]
    assert sorted({name for name in names if names.count(name) > 1}) == []
