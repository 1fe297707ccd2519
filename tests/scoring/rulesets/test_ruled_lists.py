"""Valid lists by every rule set cause no findings, at every size of table; lines say the same."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.findings import Severity
from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.notation import line_of, read_list
from scoring.outlook import outlook
from scoring.sheet import check
from tests.factories.ruled_sheets import TABLES, ruled_sheet

pytestmark = pytest.mark.long

SEEDS = st.integers(0, 10**6)
SOLOS = st.sampled_from((0.0, 0.1, 0.3, 0.9))


def errors(sheet):
    return [found for found in check(sheet).findings if found.severity is Severity.ERROR]


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=12)
@given(seed=SEEDS, solos=SOLOS)
def test_a_right_list_is_quiet(table, seed, solos):
    sheet = ruled_sheet(*TABLES[table], seed, solos)

    assert errors(sheet) == []
    assert check(sheet).totals == sheet.totals
    assert sheet_from_json(sheet_to_json(sheet)) == replace(sheet, games=sheet.agreed_games)


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=5)
@given(seed=SEEDS)
def test_a_list_is_complete_at_its_end_only(table, seed):
    sheet = ruled_sheet(*TABLES[table], seed)

    for rows in range(len(sheet.rows) + 1):
        ahead = outlook(replace(sheet, rows=sheet.rows[:rows], totals=None))
        assert ahead.is_complete == (rows == len(sheet.rows))
        assert not ahead.in_doubt
        assert len(ahead.owing) <= ahead.solos_left <= 2 * len(ahead.owing)
        if ahead.next_game is not None:
            assert ahead.next_game.dealer == sheet.rows[
                rows
            ].dealer or sheet.rules.additional_games(4)


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=8)
@given(seed=SEEDS)
def test_lines_say_the_same(table, seed):
    sheet = ruled_sheet(*TABLES[table], seed)
    texts = [(line_of(row, (), sheet.rules), "") for row in sheet.rows]
    read = read_list(texts, sheet.table_size, sheet.agreed_games, rules=sheet.rules)

    assert [line.problem for line in read] == [None] * len(read)
    for row, line in zip(sheet.rows, read, strict=True):
        assert (line.kind, line.points, line.soloist) == (row.kind, row.points, row.soloist)
        assert (line.forced, line.no_side) == (row.forced, row.no_side)
