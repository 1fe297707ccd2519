"""`import_sheets`: only the requested round, and doubts as whole sentences."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.factories.sheets import make_round, rows_content
from tests.factories.tournaments import make_tournament
from tests.factories.words import finding, text

pytestmark = pytest.mark.django_db


def imported(
    tmp_path: Path, capsys: pytest.CaptureFixture, *entries: dict, args: tuple[str, ...] = ()
) -> tuple[int, list[str], list[str]]:
    """Return exit code and lines on standard output and error."""
    path = tmp_path / "sheets.json"
    path.write_text(json.dumps({"sheets": entries}))
    code = 0
    try:
        call_command("import_sheets", "herbst", str(path), *args)
    except SystemExit as end:
        code = int(str(end.code))
    out, err = capsys.readouterr()
    return code, out.splitlines(), err.splitlines()


def test_entries_of_other_rounds_are_not_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    make_round(make_tournament())
    entries = (
        {"round": 2, "table": 5, "sheet": {}, "foo": 1},
        {"round": 2},
        {"round": 1, "table": 1, "sheet": rows_content()},
    )
    assert imported(tmp_path, capsys, *entries, args=("--round", "1")) == (
        0,
        [
            "Runde 1, Tisch 1: erfasst, +20 / +20 / −20 / −20",
            "1 erfasst, 0 unverändert, 0 bestätigt, 0 abgelehnt.",
        ],
        [],
    )


def test_entry_without_a_round_is_reported_for_any_request(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    make_round(make_tournament())
    code, _out, err = imported(tmp_path, capsys, {"table": 5}, args=("--round", "1"))
    assert (code, err) == (
        1,
        [text("Entry %(number)s: “round” and “table” should be whole numbers from 1.", number=1)],
    )


def test_several_doubts_are_sentences_side_by_side(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    make_round(make_tournament())
    sheet = deepcopy(rows_content())
    for row in sheet["rows"][:2]:
        row["points"] = [11, 11, -11, -11]
    code, out, _err = imported(tmp_path, capsys, {"round": 1, "table": 1, "sheet": sheet})
    assert (code, out[0]) == (
        0,
        "Runde 1, Tisch 1: erfasst, +40 / +40 / −40 / −40; "
        + " ".join(finding("value_unlikely", row, value=11, limit=10) for row in (1, 2)),
    )


def test_keys_of_a_sheet_say_nothing_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    make_round(make_tournament())
    sheet = {**rows_content(), "\x1b[31m": 1}
    code, _out, err = imported(tmp_path, capsys, {"round": 1, "table": 1, "sheet": sheet})
    foreign = text("“%(path)s” does not belong on a score sheet.", path="\\x1b[31m")
    assert (code, err[-1]) == (1, f"    {foreign}")
