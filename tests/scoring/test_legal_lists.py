"""Thousands of legal lists cause no findings, and each case inserted is named."""

from dataclasses import replace
from random import Random

import pytest

from scoring.findings import Code, Severity
from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.legal_lists import SEEDS, legal_list, less_written, seeded

LISTS = tries(400, 3000)


def told(sheet):
    """Return all findings but rare values and the marks of games dealt out of turn."""
    passed_over = (Code.DEALT_OUT_OF_TURN, Code.VALUE_UNLIKELY)
    return [found for found in check(sheet).findings if found.code not in passed_over]


def test_check_stays_quiet_on_random_legal_lists():
    sorts = set()
    for seed in range(LISTS):
        random = Random(seed)
        sheet = legal_list(random)
        marked = {row.no for row in sheet.rows if row.out_of_turn}

        assert told(less_written(sheet, random)) == [], seed

        found = {one.row for one in check(sheet).findings if one.code is Code.DEALT_OUT_OF_TURN}
        assert found <= marked
        assert bool(found) == bool(marked)
        sorts.add((sheet.table_size, sheet.struck_games > 0, bool(sheet.penalties), bool(marked)))
    assert len(sorts) == 16


def test_legal_lists_of_all_sorts_come_back_from_json():
    for seed in range(100):
        sheet = legal_list(Random(seed))
        back = sheet_from_json(sheet_to_json(sheet))

        assert back.rows == sheet.rows
        assert check(back).ok


@pytest.mark.parametrize("name", SEEDS)
def test_check_names_each_case_put_into_a_legal_list(name):
    """One mistake, one finding, at its row, besides the findings of the legal list."""
    for seed in range(150):
        sheet, expected = seeded(name, Random(f"{name} {seed}"))
        found = [(one.code, one.row, one.seat) for one in check(sheet).findings]

        assert expected in found, seed
        usual = {Code.DEALT_OUT_OF_TURN, Code.VALUE_UNLIKELY}
        assert [one for one in found if one != expected and one[0] not in usual] == [], seed


def test_unmarked_wrong_dealer_stays_an_error():
    for seed in range(100):
        sheet, (_code, row, _seat) = seeded("dealt out of turn", Random(seed))
        rows = tuple(replace(each, out_of_turn=False) for each in sheet.rows)
        errors = [
            one
            for one in check(replace(sheet, rows=rows)).findings
            if one.severity is Severity.ERROR
        ]

        assert (errors[0].code, errors[0].row) == (Code.WRONG_DEALER, row)
