"""The page on the calculators says what they do."""

import doctest
from pathlib import Path

from scoring.penalties import ABSAGEN, pattern
from scoring.referee import latest_table

PAGE = Path(__file__).resolve().parents[3] / "docs" / "referee.md"


def table_rows(first_cell):
    """Return the cells of every table row with this beginning."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row[1:] for row in rows if row[0] == first_cell]


def as_written(points):
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}"


def test_examples_give_the_documented_results():
    examples = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (examples.failed, examples.attempted > 20) == (0, True)


def test_documented_table_of_latest_cards_is_the_one_in_force():
    calls = ["Re, Kontra", "keine 90", "keine 60", "keine 30", "schwarz"]
    written = [table_rows(call) for call in calls]

    columns = (latest.values() for latest in latest_table().values())
    assert written == [[list(map(str, row))] for row in zip(*columns, strict=True)]


def test_documented_table_of_serious_violations_is_the_one_in_force():
    shared = [pattern("9.4.3", 1, None, 4, absagen=absagen) for absagen in ABSAGEN]
    single = [pattern("9.4.4", 1, 2, 4, absagen=absagen) for absagen in ABSAGEN]

    assert table_rows("offender") == [[as_written(points[0]) for points in shared]]
    assert table_rows("each of three others") == [[as_written(points[1]) for points in shared]]
    assert table_rows("soloist alone") == [[as_written(points[1]) for points in single]]
