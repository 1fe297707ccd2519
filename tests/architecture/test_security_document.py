"""docs/security.md names tests as witnesses: every one of them exists."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def test_every_test_named_there_exists() -> None:
    named = TEST.findall((PROJECT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert len(named) > 30
    assert [f"{path}::{name}" for path, name in named if not exists(path, name)] == []


def exists(path: str, name: str) -> bool:
    file = PROJECT / path
    return file.exists() and f"def {name}" in file.read_text(encoding="utf-8")
