"""Every cell of the table of rules.md, section 6: through the page into list and standings.

The figures are worked out by hand. Without a penalty the list gives +20 +20 -20 -20 at a table of
four: positions 1 and 2 win twenty games with 1, then everybody wins a forced solo with 1, which
leaves each where he was. At a table of five the dealer of the game sits out.
"""

import pytest
from django.test import Client

from tests.factories.calls import complain
from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tests.factories.sheets import make_table, rows_content
from tests.factories.submissions import current, submit
from tests.factories.tournaments import make_tournament
from tournament.models import GameTable, Role
from tournament.permissions import COMMAND_LINE
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db
FOUR = {
    # Normal game: minor, serious with 0 to 4 Absagen, decided.
    "minor": ({"paragraph": "9.3.2", "offender": 3}, [1, 1, -3, 1]),
    "serious": ({"paragraph": "9.4.3", "offender": 3}, [4, 4, -12, 4]),
    "serious, k90": ({"paragraph": "9.4.3", "offender": 3, "absagen": 1}, [5, 5, -15, 5]),
    "serious, k60": ({"paragraph": "9.4.3", "offender": 3, "absagen": 2}, [6, 6, -18, 6]),
    "serious, k30": ({"paragraph": "9.4.3", "offender": 3, "absagen": 3}, [7, 7, -21, 7]),
    "serious, schwarz": ({"paragraph": "9.4.3", "offender": 3, "absagen": 4}, [8, 8, -24, 8]),
    "decided": ({"paragraph": "9.5.1", "offender": 2}, [1, -3, 1, 1]),
    # Solo of position 2 (row 21): the soloist, and against him with and without harm.
    "minor, soloist": (
        {"paragraph": "9.3.3a", "offender": 2, "soloist": 2, "row": 21},
        [1, -3, 1, 1],
    ),
    "minor, harms": (
        {"paragraph": "9.3.3b1", "offender": 4, "soloist": 2, "row": 21},
        [0, 3, 0, -3],
    ),
    "minor, harms not": (
        {"paragraph": "9.3.3b2", "offender": 4, "soloist": 2, "row": 21},
        [1, 1, 1, -3],
    ),
    "serious, soloist": (
        {"paragraph": "9.4.3", "offender": 2, "absagen": 2, "row": 21},
        [6, -18, 6, 6],
    ),
    "decided, soloist": (
        {"paragraph": "9.5.1", "offender": 2, "soloist": 2, "row": 21},
        [1, -3, 1, 1],
    ),
    "decided, harms": (
        {
            "paragraph": "9.5.1",
            "offender": 4,
            "soloist": 2,
            "row": 21,
            "credit_soloist": "on",
        },
        [0, 3, 0, -3],
    ),
    "decided, harms not": (
        {"paragraph": "9.5.1", "offender": 4, "soloist": 2, "row": 21},
        [1, 1, 1, -3],
    ),
}
# 9.4.4 against the soloist: the solo counts as played, its row has 0 for everybody.
AGAINST_SOLOIST = {
    0: [0, 12, 0, -12],
    1: [0, 15, 0, -15],
    2: [0, 18, 0, -18],
    3: [0, 21, 0, -21],
    4: [0, 24, 0, -24],
}
# Row 3 is dealt by position 3, row 27 by position 2: the solo of position 3.
FIVE = {
    "minor": ({"paragraph": "9.3.2", "offender": 1, "row": 3}, [-3, 1, 0, 1, 1]),
    "serious": (
        {"paragraph": "9.4.3", "offender": 5, "absagen": 1, "row": 3},
        [5, 5, 0, 5, -15],
    ),
    "decided": ({"paragraph": "9.5.1", "offender": 4, "row": 3}, [1, 1, 0, -3, 1]),
    "minor, soloist": (
        {"paragraph": "9.3.3a", "offender": 3, "soloist": 3, "row": 27},
        [1, 0, -3, 1, 1],
    ),
    "minor, harms": (
        {"paragraph": "9.3.3b1", "offender": 1, "soloist": 3, "row": 27},
        [-3, 0, 3, 0, 0],
    ),
    "minor, harms not": (
        {"paragraph": "9.3.3b2", "offender": 1, "soloist": 3, "row": 27},
        [-3, 0, 1, 1, 1],
    ),
}


def table_with(content: dict, size: int = 4) -> GameTable:
    """Return a table whose list is in."""
    table = make_table(make_tournament(rounds_planned=1), size)
    submit(COMMAND_LINE, table, content)
    return table


@pytest.fixture
@copied
def four() -> GameTable:
    return table_with(rows_content())


@pytest.fixture
@copied
def five() -> GameTable:
    return table_with(rows_content(5), 5)


@pytest.fixture
@copied
def lost_solo() -> GameTable:
    """The same, but the solo of row 21 counts nothing."""
    content = rows_content()
    content["rows"][20]["points"] = [0, 0, 0, 0]
    return table_with(content)


def signed_in_for(table: GameTable, role: Role = Role.REFEREE) -> Client:
    return signed_in(table.round.tournament, role)


def in_the_standings(table: GameTable) -> list[int]:
    """Return the totals of the positions in the standings."""
    rows = {row.entry_id: row.total for row in standings_after(table.round.tournament).rows}
    return [rows[seat.entry_id] for seat in table.seats.order_by("position")]


def check(table: GameTable, fields: dict, points: list) -> None:
    before = current(table).totals
    page = complain(signed_in_for(table), table, initials="KS", **fields)
    assert page.redirect_chain
    after = [total + change for total, change in zip(before, points, strict=True)]
    assert current(table).totals == in_the_standings(table) == after
    call = table.calls.get()
    assert [figure or 0 for figure in call.points] == points
    assert call.penalty.points == call.points


@pytest.mark.parametrize("name", FOUR)
def test_a_ruling_at_a_table_of_four(name, four):
    assert current(four).totals == [20, 20, -20, -20]
    check(four, *FOUR[name])


@pytest.mark.parametrize("absagen", AGAINST_SOLOIST)
def test_a_serious_violation_against_the_soloist(absagen, lost_solo):
    fields = {
        "paragraph": "9.4.4",
        "offender": 4,
        "soloist": 2,
        "absagen": absagen,
        "row": 21,
    }
    check(lost_solo, fields, AGAINST_SOLOIST[absagen])


@pytest.mark.parametrize("name", FIVE)
def test_a_ruling_at_a_table_of_five(name, five):
    check(five, *FIVE[name])


@pytest.mark.parametrize("paragraph", ["none", "9.2.3", "9.7.2a"])
def test_a_decision_without_points(paragraph, four):
    table, before = four, current(four).totals
    complain(signed_in_for(table), table, paragraph=paragraph, offender=3, note="Gemurmel")
    assert current(table).totals == in_the_standings(table) == before
    call = table.calls.get()
    assert (call.points, call.penalty, call.adjustment) == ([], None, None)


@pytest.mark.parametrize("paragraph", ["9.7.2b", "9.7.3"])
def test_a_deduction_comes_off_the_total_without_credit(paragraph, four):
    table, before = four, current(four).totals
    direction = signed_in_for(table, Role.DIRECTION)
    complain(direction, table, paragraph=paragraph, offender=3, points=12, note="Absprache")
    assert current(table).totals == before
    after = [*before[:2], before[2] - 12, before[3]]
    assert in_the_standings(table) == after
    assert table.calls.get().points == [-12]


def test_disqualified_player_has_no_rank_and_others_keep_their_points(four):
    table, before = four, current(four).totals
    direction = signed_in_for(table, Role.DIRECTION)
    complain(direction, table, paragraph="9.7.2c", offender=1, note="Karten gezinkt")
    assert in_the_standings(table) == before
    first = table.seats.get(position=1).entry
    assert first.status == "disqualified"
    ranks = {row.entry_id: row.rank for row in standings_after(table.round.tournament).rows}
    assert ranks[first.pk] is None
