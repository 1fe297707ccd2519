"""Anything on a list of any rule set is judged, never raised."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.doctor import propose
from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.model import Penalty
from scoring.notation import line_of, read_list
from scoring.outlook import outlook
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.ruled_sheets import TABLES, ruled_sheet

pytestmark = pytest.mark.long

FIGURES = st.one_of(st.none(), st.integers(-30, 70), st.just("x"), st.just(2.5))
SEATS = st.one_of(st.none(), st.integers(0, 8))
LINES = st.text("0123456789 /-+!aplshuvgdbfnqw", max_size=14)


@st.composite
def any_list(draw, rules, size):
    """Return a valid list with some rows replaced at random."""
    sheet = ruled_sheet(rules, size, draw(st.integers(0, 99)), 0.3)
    rows = list(sheet.rows[: draw(st.integers(0, len(sheet.rows)))])
    figures = st.tuples(*[FIGURES] * size)
    for place in draw(st.sets(st.integers(0, max(len(rows) - 1, 0)), max_size=4)) if rows else ():
        changes = draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "kind": st.sampled_from([kind.name for kind in rules.kinds]),
                    "points": figures,
                    "dealer": SEATS,
                    "soloist": SEATS,
                    "forced": st.booleans(),
                    "cumulative": figures,
                    "out_of_turn": st.booleans(),
                },
            )
        )
        rows[place] = replace(rows[place], **changes)
        if rows[place].dealer_named is None:
            rows[place] = replace(rows[place], out_of_turn=False)
    penalty = Penalty(draw(SEATS), draw(st.sampled_from(("free", "9.3.2"))), 1, draw(figures))
    limit = draw(st.one_of(st.none(), st.integers(0, 30)))
    penalties = draw(st.sampled_from(((), (penalty,))))
    return replace(
        sheet,
        rows=tuple(rows),
        penalties=penalties,
        time_limit_after_row=limit,
        struck_games=draw(st.integers(0, 3)),
    )


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=tries(3, 25))
@given(data=st.data())
def test_any_list_is_judged(table, data):
    sheet = data.draw(any_list(*TABLES[table]))
    report = check(sheet)

    assert outlook(sheet).games_left >= 0
    assert sheet_from_json(sheet_to_json(sheet)) == replace(sheet, games=sheet.agreed_games)
    for row in sheet.rows:
        line_of(row, sheet.penalties, sheet.rules)
    if report.ok:
        assert propose(sheet) == ()


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=tries(2, 8))
@given(data=st.data())
def test_proposals_mend_the_list(table, data):
    sheet = data.draw(any_list(*TABLES[table]))
    for proposal in propose(sheet):
        assert check(proposal.mended).ok


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=tries(6, 40))
@given(lines=st.lists(st.tuples(LINES, st.just("")), max_size=6))
def test_any_text_is_read(table, lines):
    rules, size = TABLES[table]
    read = read_list(lines, size, rules.games(size), rules=rules)
    for line in read:
        assert (line.problem is None) == any(figure is not None for figure in line.points)
