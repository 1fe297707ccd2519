"""Every promise about security names a test as its witness, and that test exists."""

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
TEST = re.compile(r"`(tests/[\w/]+(?:\.py|/))(?:::(\w+))?`")
HEAD = re.compile(r"^\|.*\| (?:test|where it is held) \|$")


@pytest.mark.parametrize("document", ["docs/security.md", "SECURITY.md"])
def test_every_test_named_there_exists(document: str) -> None:
    named = TEST.findall((PROJECT / document).read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [f"{path}::{name}" for path, name in named if not exists(path, name)] == []


@pytest.mark.parametrize(("document", "least"), [("docs/security.md", 35), ("SECURITY.md", 9)])
def test_every_promise_names_its_test(document: str, least: int) -> None:
    rows = promises((PROJECT / document).read_text(encoding="utf-8"))
    assert len(rows) >= least
    assert [row for row in rows if "not here" not in row and not TEST.search(row)] == []


def promises(text: str) -> list[str]:
    """Return the lines of all tables that have a column for the test."""
    tables = [block.strip().splitlines() for block in text.split("\n\n")]
    return [row for table in tables if HEAD.match(table[0]) for row in table[2:]]


def exists(path: str, name: str) -> bool:
    file = PROJECT / path
    return file.exists() and (not name or f"def {name}(" in file.read_text(encoding="utf-8"))
