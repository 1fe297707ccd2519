"""Penalties imposed by the referee, before and after the sheet is in, and revoked."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in
from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.submissions import current, journal, nothing_written
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.models import GameTable, Penalty, Role, SheetVersion
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty, revoke_penalty
from tournament.sheets.writes.sheets import SheetRefused, submit_sheet
from tournament.trust.reads.recount import tournament_recount

pytestmark = pytest.mark.django_db
POINTS = [-3, 1, 1, 1]
ON_LIST = {
    "penalties": [{"row": 1, "rule": "9.3.2", "offender": 1, "points": POINTS, "initials": "KS"}]
}


@pytest.fixture
@copied
def table() -> GameTable:
    return make_table(make_tournament())


@pytest.fixture
def referee(table: GameTable) -> Actor:
    return Actor(make_user(Role.REFEREE, table.round.tournament))


def award(actor: Actor, table: GameTable, rule: str = "9.3.2", offender: int = 3, **more: Any):
    return award_penalty(
        actor,
        table,
        **{"rule": rule, "offender": offender, "initials": "SR", "contained": False, **more},
    )


def enter(table: GameTable, content: dict, **more: Any) -> SheetVersion:
    kind = "rows" if "rows" in content else "totals"
    return submit_sheet(COMMAND_LINE, table, kind, content, **{"based_on": None, **more}).version


# --- Before the sheet is in -----------------------------------------------------------------------


TOLD = {
    "round": 1,
    "table": 1,
    "version": None,
    "rule": "9.3.2",
    "offender": 3,
    "points": [1, 1, -3, 1],
    "row": None,
}
"""The journal's entry on the penalty of these tests before its sheet is there."""


@pytest.mark.alone
def test_penalty_waits_for_the_sheet(table: GameTable, referee: Actor) -> None:
    penalty = award(referee, table, note="Karte falsch ausgespielt")
    assert (penalty.row, penalty.points, penalty.source) == (None, [1, 1, -3, 1], "referee")
    assert (penalty.initials, penalty.note, penalty.user) == (
        "SR",
        "Karte falsch ausgespielt",
        referee.user,
    )
    assert SheetVersion.objects.count() == 0
    assert journal("penalty_awarded") == [TOLD]


@pytest.mark.parametrize(
    ("rule", "more", "points"),
    [
        ("9.3.2", {}, [1, 1, -3, 1]),
        ("9.3.3a", {"soloist": 3}, [1, 1, -3, 1]),
        ("9.3.3b1", {"soloist": 1}, [3, 0, -3, 0]),
        ("9.3.3b2", {"soloist": 1}, [1, 1, -3, 1]),
        ("9.4.3", {"absagen": 2}, [6, 6, -18, 6]),
        ("9.4.4", {"soloist": 3, "absagen": 4}, [8, 8, -24, 8]),
        ("9.4.4", {"soloist": 4, "absagen": 1}, [0, 0, -15, 15]),
        ("9.5.1", {"soloist": 4}, [1, 1, -3, 1]),
        ("9.5.1", {"soloist": 4, "credit_soloist": True}, [0, 0, -3, 3]),
    ],
)
def test_points_follow_from_the_paragraph(
    table: GameTable, referee: Actor, rule: str, more: dict, points: list[int]
) -> None:
    assert award(referee, table, rule, **more).points == points


@pytest.mark.parametrize(
    "more",
    [
        {"rule": "9.9.9"},
        {"offender": 0},
        {"offender": 5},
        {"absagen": 5, "rule": "9.4.3"},
        {"absagen": -1, "rule": "9.4.3"},
        {"rule": "9.3.3a"},  # there is no soloist
        {"rule": "9.3.3a", "soloist": 1},
        {"rule": "9.3.3b1", "soloist": 3},
        {"rule": "9.3.3b1", "soloist": 9},
        {"rule": "9.3.2", "soloist": 1, "credit_soloist": True},
        {"rule": "9.5.1", "credit_soloist": True},
    ],
)
def test_penalty_that_does_not_fit_is_refused(table: GameTable, referee: Actor, more: dict) -> None:
    with nothing_written(), pytest.raises(Refused, match="penalty_does_not_fit"):
        award(referee, table, **more)


def test_game_beyond_the_round_is_refused(table: GameTable, referee: Actor) -> None:
    with pytest.raises(Refused, match="penalty_row_unknown"):
        award(referee, table, row=25)
    assert award(referee, table, row=24).row == 24


def test_penalty_needs_initials(table: GameTable, referee: Actor) -> None:
    with pytest.raises(Refused, match="penalty_initials_needed"):
        award(referee, table, initials=" ")


def test_five_table_needs_who_sat_out() -> None:
    table = make_table(make_tournament(), size=5)
    with pytest.raises(Refused, match="penalty_sitting_needed"):
        award(COMMAND_LINE, table)
    with pytest.raises(Refused, match="penalty_does_not_fit"):
        award(COMMAND_LINE, table, sitting=3)
    assert award(COMMAND_LINE, table, sitting=5).points == [1, 1, -3, 1, None]


@pytest.mark.parametrize("role", [None, Role.TYPIST])
@pytest.mark.alone
def test_penalties_are_not_for_others(table: GameTable, role: Role | None) -> None:
    other = Actor(make_user(role, table.round.tournament))
    with pytest.raises(PermissionDenied):
        award(other, table)
    assert Penalty.objects.count() == 0


@pytest.mark.alone
def test_sheet_tells_the_row_of_an_awarded_penalty(table: GameTable, referee: Actor) -> None:
    penalty = award(referee, table)
    on_sheet = {"row": 5, "rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1]}
    enter(table, {**rows_content(), "penalties": [on_sheet]})
    penalty.refresh_from_db()
    assert (penalty.row, penalty.source) == (5, "referee")
    assert Penalty.objects.count() == 1


# --- After the sheet is in ------------------------------------------------------------------------


def test_penalty_makes_a_new_version_of_the_list(table: GameTable, referee: Actor) -> None:
    enter(table, rows_content())
    award(referee, table, row=20)
    version = current(table)
    assert (version.number, version.based_on, version.user) == (2, 1, referee.user)
    assert version.reason == ""
    assert version.totals == [21, 21, -23, -19]
    rows = version.content["rows"]
    assert rows[18]["cumulative"] == [19, 19, -19, -19]
    assert rows[19]["cumulative"] == [21, 21, -23, -19]
    assert version.content["totals"] == [21, 21, -23, -19]
    entry = journal("penalty_awarded")[0]
    assert (entry["version"], entry["sheet"]) == (2, version.pk)


def test_penalty_belongs_to_the_last_game_by_default(table: GameTable, referee: Actor) -> None:
    enter(table, rows_content())
    penalty = award(referee, table, rule="9.3.3b2", soloist=1)
    assert penalty.row == 24
    assert current(table).content["rows"][22]["cumulative"] == [17, 21, -19, -19]
    assert current(table).totals == [21, 21, -23, -19]


def test_penalty_that_does_not_fit_its_game_is_refused(table: GameTable, referee: Actor) -> None:
    enter(table, rows_content())
    with nothing_written(), pytest.raises(SheetRefused) as refused:
        award(referee, table, rule="9.3.3b1", soloist=1, row=20)
    assert [(found.code, found.row) for found in refused.value.findings] == [("penalty_amount", 20)]


def test_game_that_is_not_on_the_list_is_refused(table: GameTable, referee: Actor) -> None:
    enter(table, rows_content())
    with nothing_written(), pytest.raises(Refused) as refused:
        award(referee, table, row=25)
    assert (refused.value.code, refused.value.params) == (
        "penalty_row_unknown",
        {"table": 1, "row": 25, "last": 24},
    )


def test_penalty_at_a_five_table_takes_the_dealer_from_the_list() -> None:
    table = make_table(make_tournament(), size=5)
    before = enter(table, rows_content(5)).totals
    penalty = award(COMMAND_LINE, table, offender=1, row=8)
    assert penalty.points == [-3, 1, None, 1, 1]
    assert current(table).totals == [
        total + change for total, change in zip(before, [-3, 1, 0, 1, 1], strict=True)
    ]


def test_other_dealer_than_the_rows_must_fit_the_list() -> None:
    table = make_table(make_tournament(), size=5)
    enter(table, rows_content(5))
    with pytest.raises(SheetRefused) as refused:
        award(COMMAND_LINE, table, offender=1, row=8, sitting=4)
    assert [(found.code, found.row) for found in refused.value.findings] == [("penalty_amount", 8)]


def test_penalty_changes_bare_totals(table: GameTable, referee: Actor) -> None:
    enter(table, totals_content([12, -4, -20, 12]))
    award(referee, table, row=3)
    version = current(table)
    assert (version.kind, version.totals) == ("totals", [13, -3, -23, 13])
    assert version.content["penalties"] == [
        {"row": 3, "rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1], "initials": "SR"}
    ]


def test_totals_must_state_whether_they_contain_the_penalty(
    table: GameTable, referee: Actor
) -> None:
    enter(table, totals_content([5, 1, -3, -3]))
    with pytest.raises(Refused, match="penalty_contained_unsaid"):
        award(referee, table, offender=2, contained=None)
    assert current(table).number == 1
    award(referee, table, offender=2, contained=True)
    version = current(table)
    assert (version.totals, len(version.content["penalties"])) == ([5, 1, -3, -3], 1)
    assert tournament_recount(table.round.tournament).agrees


def test_penalty_already_on_the_list_is_booked_once(table: GameTable, referee: Actor) -> None:
    """The list came first, with the penalty on it; then the referee books it at the desk."""
    enter(table, {**rows_content(), **ON_LIST})
    before = current(table)
    with pytest.raises(Refused, match="penalty_contained_unsaid"):
        award(referee, table, offender=1, row=1, contained=None)
    award(referee, table, offender=1, row=1, contained=True)
    (penalty,) = table.penalties.all()
    assert (penalty.source, penalty.initials) == (Penalty.Source.REFEREE, "SR")
    assert current(table) == before
    award(referee, table, offender=1, row=1, contained=False)  # another one of the same kind
    moved = [after - was for after, was in zip(current(table).totals, before.totals, strict=True)]
    assert moved == POINTS
    assert table.penalties.count() == 2


def test_accepted_exception_stays_accepted(table: GameTable, referee: Actor) -> None:
    accepted = [{"code": "parity", "seat": None}]
    enter(table, totals_content([13, -4, -20, 11]), accepted=accepted, reason="Liste verloren")
    award(referee, table)
    assert (current(table).accepted, current(table).totals) == (accepted, [14, -3, -23, 12])


def test_added_penalty_does_not_explain_the_earlier_parity(
    table: GameTable, referee: Actor
) -> None:
    """Its points are known: without them the totals are as odd and even as before."""
    accepted = [{"code": "parity", "seat": None}]
    enter(table, totals_content([13, -4, -20, 11]), accepted=accepted, reason="Liste verloren")
    award(referee, table, rule="9.3.3b1", soloist=1)
    assert (current(table).accepted, current(table).totals) == (accepted, [16, -4, -23, 11])


@pytest.mark.parametrize(
    ("rule", "more", "totals"),
    [
        ("9.3.3b1", {}, [23, 20, -23, -20]),
        ("9.5.1", {"credit_soloist": True}, [23, 20, -23, -20]),
        ("9.4.3", {"absagen": 1}, [25, 25, -35, -15]),
    ],
)
def test_penalty_may_leave_odd_and_even_totals(
    table: GameTable, referee: Actor, rule: str, more: dict, totals: list[int]
) -> None:
    """In the last game, the forced solo of position 1; revoked, all is as it was."""
    enter(table, rows_content())
    penalty = award(referee, table, rule, soloist=1, row=24, **more)
    assert (current(table).totals, current(table).accepted) == (totals, [])
    revoke_penalty(referee, penalty, "Einspruch")
    assert current(table).totals == [20, 20, -20, -20]


def test_bare_totals_may_mix_odd_and_even_when_a_penalty_explains_it(
    table: GameTable, referee: Actor
) -> None:
    award(referee, table, "9.3.3b1", soloist=1)
    on_sheet = {"row": None, "rule": "9.3.3b1", "offender": 3, "points": [3, 0, -3, 0]}
    with nothing_written(), pytest.raises(SheetRefused) as refused:
        enter(table, totals_content([23, 20, -23, -20]))
    assert sorted(found.code for found in refused.value.findings) == [
        "awarded_penalty_missing",
        "parity",
    ]
    version = enter(table, totals_content([23, 20, -23, -20], penalties=[on_sheet]))
    assert (version.totals, version.accepted) == ([23, 20, -23, -20], [])


def test_closed_round_is_for_the_direction_alone(table: GameTable, referee: Actor) -> None:
    enter(table, rows_content())
    table.round.closed_at = timezone.now()
    table.round.save()
    with nothing_written(), pytest.raises(PermissionDenied):
        award(referee, table, row=20)
    direction = Actor(make_user(Role.DIRECTION, table.round.tournament))
    award(direction, table, row=20)
    assert current(table).number == 2


# --- Revoked --------------------------------------------------------------------------------------


@pytest.mark.alone
def test_revoking_before_the_sheet_leaves_a_trace_in_the_journal(
    table: GameTable, referee: Actor
) -> None:
    revoke_penalty(referee, award(referee, table), "Falscher Tisch")
    assert Penalty.objects.count() == 0
    assert journal("penalty_revoked") == [{**TOLD, "reason": "Falscher Tisch"}]


@pytest.mark.parametrize(
    "content", [rows_content(), totals_content([20, 20, -20, -20])], ids=["rows", "totals"]
)
def test_revoking_makes_the_result_as_it_was(
    table: GameTable, referee: Actor, content: dict
) -> None:
    first = enter(table, content)
    penalty = award(referee, table, row=20)
    other = award(referee, table, row=10)
    revoke_penalty(referee, penalty, "Einspruch war richtig")
    assert current(table).totals == [21, 21, -23, -19]
    revoke_penalty(referee, other, "Auch falsch")
    version = current(table)
    assert (version.number, version.content) == (5, first.content)
    assert version.reason == ""


def test_penalty_that_came_with_the_sheet_can_be_revoked(table: GameTable, referee: Actor) -> None:
    on_sheet = {"row": None, "rule": "9.3.3b2", "offender": 3, "points": [1, 1, -3, 1]}
    enter(table, {**rows_content(), "penalties": [on_sheet]})
    revoke_penalty(referee, table.penalties.get(), "Nicht abgezeichnet")
    assert (current(table).totals, table.penalties.count()) == ([20, 20, -20, -20], 0)


def test_penalty_missing_on_the_current_sheet_is_not_revoked_silently(
    table: GameTable, referee: Actor
) -> None:
    enter(table, rows_content())
    told = {"rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1], "initials": "SR"}
    penalty = Penalty.objects.create(table=table, source=Penalty.Source.REFEREE, **told)
    client = signed_in(table.round.tournament, Role.REFEREE)
    address = reverse("penalty-revoke", args=["herbst", penalty.pk])
    with nothing_written():
        page = client.post(address, {"reason": "Falscher Tisch"}, follow=True)
    assert messages_of(page) == [refusal("penalty_not_on_sheet", table=1)]


def test_revoking_needs_a_reason(table: GameTable, referee: Actor) -> None:
    penalty = award(referee, table)
    with nothing_written(), pytest.raises(Refused, match="reason_needed"):
        revoke_penalty(referee, penalty, " ")


@pytest.mark.alone
def test_revoking_twice_is_reported(table: GameTable, referee: Actor) -> None:
    penalty = award(referee, table)
    again = Penalty.objects.get()
    revoke_penalty(referee, penalty, "Falscher Tisch")
    with pytest.raises(Refused, match="penalty_gone"):
        revoke_penalty(referee, again, "Falscher Tisch")
    assert len(journal("penalty_revoked")) == 1


def test_revoking_is_not_for_typists(table: GameTable, referee: Actor) -> None:
    penalty = award(referee, table)
    typist = Actor(make_user(Role.TYPIST, table.round.tournament))
    with nothing_written(), pytest.raises(PermissionDenied):
        revoke_penalty(typist, penalty, "Ach was")
