"""A field of a person or player is named in its declaration and model, and in no other list."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.architecture.texts import PROJECT
from tests.factories.read_python import nodes
from tournament.shared.rules.fields import FIELDS

NAMES = frozenset(field.name for field in FIELDS) - {"number", "status"}  # words of much else
SPELLED = {each: field.name for field in FIELDS for each in (field.name, field.path)}
SPELLED |= {f"entry__{said}": name for said, name in SPELLED.items()}
SO_MANY = 3
"""Code that names this many in one tuple, dictionary or call lists fields."""
LISTS = {
    "people/rules/made_up_people.py": "invents what lists need",
    "imports/players.py": "how four cells are read that are no plain text",
    "labels/series.py": "what a column of a list of results may hold",
    "journal/mapping.py": "names of accounts",
    "money/writes.py": "what an account reads of a player",
    "people/reads/people.py": "finds people by name and club, and sorts them",
    "people/reads/players.py": "rows of the list of players on its page",
    "rounds/reads/rounds.py": "who sits where: names and club alone",
    "standings/reads/standings.py": "rows of standings: what groups are ranked by",
    "standings/reads/stored_results.py": "rows of results: names and what groups are ranked by",
    "check_in/reads.py": "a line typed at the desk: name, club, categories",
    "views/direction/players.py": "a name typed at the desk, and what the desk answers of it",
    "direction/players_import_rows.html": "name and club are each made from two",
}


def lists_fields(code: Iterable[ast.AST]) -> bool:
    """Return whether code lists several fields, as strings or as arguments."""
    return any(len(set(_named(node)) & NAMES) >= SO_MANY for node in code)


def _named(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        said = child.arg if isinstance(child, ast.keyword) else getattr(child, "value", None)
        if isinstance(said, str) and said in SPELLED:
            yield SPELLED[said]


def shows_fields(path: Path) -> bool:
    """Return whether a template shows several fields of one object."""
    text = path.read_text("utf-8")
    return len({name for name in NAMES if re.search(rf"\.{name}\b", text)}) >= SO_MANY


def test_code_with_several_fields_loops_over_the_declaration() -> None:
    found = [
        path.relative_to(folder).as_posix()
        for folder, pattern, is_list in (
            (PROJECT / "tournament", "*.py", lambda path: lists_fields(nodes(path))),
            (PROJECT / "templates", "*.html", shows_fields),
        )
        for path in sorted(folder.rglob(pattern))
        if "migrations" not in path.parts and is_list(path)
    ]
    assert set(found) == set(LISTS)


@pytest.mark.parametrize(
    "text",
    [
        'TEXTS = ("last_name", "first_name", "state")',
        'rows.values_list("pk", *("person__state", "club__code", "team"))',
        "Person(last_name=a, state=b, email=c)",
        '{"state": 1, "tags": 2, "phone": 3}',
    ],
)
def test_such_a_list_is_noticed(text: str) -> None:
    assert lists_fields(ast.walk(ast.parse(text)))
    assert not lists_fields(ast.walk(ast.parse('("last_name", "first_name", "number")')))
