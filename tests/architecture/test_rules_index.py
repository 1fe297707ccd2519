"""docs/rules-index.md names every paragraph the code refers to, and its tests."""

import re

from scripts.rules_index import PROJECT, page

INDEX = PROJECT / "docs" / "rules-index.md"


def test_index_matches_the_code():
    assert INDEX.read_text(encoding="utf-8") == page(), "python scripts/rules_index.py > docs/..."


def test_every_paragraph_has_code_and_a_test():
    index = INDEX.read_text(encoding="utf-8")
    lines = re.findall(r"^\| ([\d.a-f]+) \| (.*) \| (.*) \|$", index, re.MULTILINE)

    assert len(lines) > 40
    assert [number for number, code, tests in lines if not (code and tests)] == []
