import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from scoring.findings import Code, Severity
from scoring.json_format import sheet_from_json
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.score_sheets import valid_sheets
from tests.factories.slips import random_list

FIXTURES = Path(__file__).parents[2] / "fixtures" / "sheets"


def real_sheets():
    for name in ("sheets-72-players-3-rounds", "sheets-30-players-1-round"):
        for entry in json.loads((FIXTURES / f"{name}.json").read_text("utf-8"))["sheets"]:
            yield pytest.param(entry["sheet"], id=f"{name}-{entry['round']}-{entry['table']}")


@pytest.mark.parametrize("obj", list(real_sheets()))
def test_check_accepts_real_sheets(obj):
    report = check(sheet_from_json(obj))

    assert report.ok
    assert {found.code for found in report.findings} <= {Code.VALUE_UNLIKELY}
    assert list(report.totals) == obj["rows"][-1]["cumulative"] == obj["totals"]


@settings(max_examples=tries(60, 300), deadline=None)
@given(valid_sheets())
def test_check_finds_no_error_in_a_valid_sheet(sheet):
    report = check(sheet)

    assert [found for found in report.findings if found.severity is Severity.ERROR] == []
    assert report.totals == sheet.totals
    assert sum(report.totals) == 0


@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_lists_are_without_an_error(seed):
    """Four- and five-tables, forced phases, time-outs, penalties: a thousand at a time."""
    random = Random(seed)
    kinds = set()
    for _ in range(tries(200, 1000)):
        sheet = random_list(random)
        report = check(sheet)

        assert report.ok, report.findings
        assert report.totals == sheet.totals
        kinds.add((sheet.table_size, sheet.struck_games > 0, bool(sheet.penalties)))

    assert len(kinds) == 8
