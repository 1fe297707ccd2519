"""Valid lists by every rule set cause no findings, at every size of table; lines say the same."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.findings import Severity
from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.notation import line_of, read_list
from scoring.outlook import outlook
from scoring.sheet import check
from tests.factories.effort import chiefly, tries
from tests.factories.options import CHOICES, with_and_without
from tests.factories.ruled_sheets import TABLES, ruled_sheet

pytestmark = pytest.mark.long

SEEDS = st.integers(0, 10**6)
SOLOS = st.sampled_from((0.0, 0.1, 0.3, 0.9))


def errors(sheet):
    return [found for found in check(sheet).findings if found.severity is Severity.ERROR]


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=tries(4, 12))
@given(seed=SEEDS, solos=SOLOS)
def test_a_right_list_is_quiet(table, seed, solos):
    sheet = ruled_sheet(*TABLES[table], seed, solos)

    assert errors(sheet) == []
    assert check(sheet).totals == sheet.totals
    assert sheet_from_json(sheet_to_json(sheet)) == replace(sheet, games=sheet.agreed_games)


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=tries(2, 5))
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
@settings(max_examples=tries(3, 8))
@given(seed=SEEDS)
def test_lines_say_the_same(table, seed):
    sheet = ruled_sheet(*TABLES[table], seed)
    texts = [(line_of(row, (), sheet.rules), "") for row in sheet.rows]
    read = read_list(texts, sheet.table_size, sheet.agreed_games, rules=sheet.rules)

    assert [line.problem for line in read] == [None] * len(read)
    for row, line in zip(sheet.rows, read, strict=True):
        assert (line.kind, line.points, line.soloist) == (row.kind, row.points, row.soloist)
        assert (line.forced, line.no_side) == (row.forced, row.no_side)


@pytest.mark.parametrize(("name", "option", "value"), chiefly(*CHOICES[::3], of=CHOICES))
def test_a_right_list_is_quiet_by_every_option_and_a_slip_is_named(name, option, value):
    """3,000 lists by `make slow`, with other options beside it; alone: `test_every_option.py`."""
    random = Random(f"{name} {option} {value}")
    for _list in range(tries(1, 1 + 3000 // len(CHOICES))):
        rules, _without = with_and_without(name, option, value, random)
        sheet = ruled_sheet(rules, random.choice(rules.table_sizes), random.random())
        assert errors(sheet) == [], (rules.options, sheet.table_size)
        number = random.randrange(len(sheet.rows))
        row = sheet.rows[number]
        seat = next(seat for seat, figure in enumerate(row.points) if figure is not None)
        points = (*row.points[:seat], row.points[seat] + 7, *row.points[seat + 1 :])
        rows = (*sheet.rows[:number], replace(row, points=points), *sheet.rows[number + 1 :])
        found = errors(replace(sheet, rows=rows))
        # At Altgeld Hall a figure of one's own may be read as a solo, and shift whose turn it is.
        assert row.no in [each.row for each in found], (rules.options, found)
