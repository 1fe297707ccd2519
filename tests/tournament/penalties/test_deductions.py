"""Deductions without credit (TSR 9.7.2 b)."""

from importlib import import_module
from io import BytesIO

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied
from openpyxl import load_workbook

from tests.factories.formulas import Recalculated
from tests.factories.journal import acts
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tournament.errors import Refused
from tournament.exports.excel import workbook as excel
from tournament.models import Adjustment, Entry, Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import deduct_points, revoke_deduction
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round, redraw_rounds
from tournament.standings.reads.courses import courses
from tournament.standings.reads.standings import StandingsReport, round_result, standings_after
from tournament.trust.reads.audit import audit
from tournament.trust.writes import freeze_standings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def entry() -> Entry:
    return make_entries(make_tournament(), 1)[0]


@pytest.fixture
def direction(entry: Entry) -> Actor:
    return Actor(make_user(Role.DIRECTION, entry.tournament))


def test_deduction_takes_points_off(entry: Entry, direction: Actor) -> None:
    round = make_round(entry.tournament)
    deduction = deduct_points(direction, entry, 5, " Unsportlich ", round)
    assert (deduction.points, deduction.reason, deduction.round) == (-5, "Unsportlich", round)
    assert deduction.user == direction.user
    journal = acts().get()
    assert (journal.action, journal.data) == (
        "points_deducted",
        {
            "entry": entry.pk,
            "points": -5,
            "round": 1,
            "reason": "Unsportlich",
        },
    )


@pytest.mark.parametrize("points", [1, 12])
def test_deduction_takes_1_to_12_points(entry: Entry, direction: Actor, points: int) -> None:
    assert deduct_points(direction, entry, points, "Unsportlich").points == -points


@pytest.mark.parametrize("points", [-3, 0, 13])
def test_other_numbers_are_refused(entry: Entry, direction: Actor, points: int) -> None:
    with pytest.raises(Refused, match="deduction_out_of_range"):
        deduct_points(direction, entry, points, "Unsportlich")
    assert (Adjustment.objects.count(), acts().count()) == (0, 0)


def test_deduction_needs_a_reason(entry: Entry, direction: Actor) -> None:
    with pytest.raises(Refused, match="reason_needed"):
        deduct_points(direction, entry, 3, "  ")


def test_round_of_another_tournament_is_a_bug(entry: Entry, direction: Actor) -> None:
    with pytest.raises(ValueError, match="another tournament"):
        deduct_points(direction, entry, 3, "Unsportlich", make_round(make_tournament("anderswo")))


@pytest.mark.parametrize("role", [Role.REFEREE, Role.TYPIST])
def test_deductions_are_for_the_direction_alone(entry: Entry, role: Role) -> None:
    with pytest.raises(PermissionDenied):
        deduct_points(Actor(make_user(role, entry.tournament)), entry, 3, "Unsportlich")
    assert Adjustment.objects.count() == 0


def test_revoking_gives_the_points_back_and_leaves_a_trace(entry: Entry, direction: Actor) -> None:
    deduction = deduct_points(direction, entry, 5, "Unsportlich")
    revoke_deduction(direction, deduction, "Schiedsgericht hat anders entschieden")
    assert Adjustment.objects.count() == 0
    assert acts().last().data == {
        "entry": entry.pk,
        "points": -5,
        "reason": "Schiedsgericht hat anders entschieden",
    }


def test_revoking_needs_a_reason(entry: Entry, direction: Actor) -> None:
    deduction = deduct_points(direction, entry, 5, "Unsportlich")
    with pytest.raises(Refused, match="reason_needed"):
        revoke_deduction(direction, deduction, "")
    assert Adjustment.objects.count() == 1


def test_revoking_twice_is_reported(entry: Entry, direction: Actor) -> None:
    deduction = deduct_points(direction, entry, 5, "Unsportlich")
    again = Adjustment.objects.get()
    revoke_deduction(direction, deduction, "Irrtum")
    with pytest.raises(Refused, match="deduction_gone"):
        revoke_deduction(direction, again, "Irrtum")


NOISE = "Lärm"
CSV = "/t/herbst/print/standings/?as=csv"


def deducted(report: StandingsReport) -> dict[int, int]:
    """Return the deductions by start number."""
    return {row.number: row.adjustment for row in report.rows if row.adjustment}


def test_earlier_list_is_reprinted_as_it_was() -> None:
    """A deduction that names no round counts from the one that was current when it was noted."""
    tournament = make_drawn_tournament(8, rounds_planned=3)
    hung: dict[int, bytes] = {}
    client = signed_in()
    for number in (1, 2, 3):
        if number > 1:
            draw_next_round(COMMAND_LINE, tournament)
        enter_round(round_number(tournament, number))
        deduct_points(COMMAND_LINE, tournament.entries.get(number=number), number, NOISE)
        close_round(COMMAND_LINE, round_number(tournament, number))
        hung[number] = client.get(CSV).content
    after = [standings_after(tournament, number) for number in (1, 2, 3)]
    assert [deducted(each) for each in after] == [{1: -1}, {1: -1, 2: -2}, {1: -1, 2: -2, 3: -3}]
    known = courses(after[2])
    for number in (1, 2):
        again = client.get(f"{CSV}&after={number}").content
        assert again == hung[number]
        ranks = {row.entry_id: row.rank for row in after[number - 1].rows}
        assert known.ranks(number) == ranks
        assert verdict_of(tournament, number) == "stimmt"
    assert audit(tournament).figures == ()
    totals = {row.seat.number: row.total for row in round_result(round_number(tournament, 1)).rows}
    assert totals == {row.number: row.total for row in after[0].rows}


def test_journal_dates_old_deductions() -> None:
    """Round 2 was published, then redrawn later: its own time is not the first any more."""
    tournament = make_drawn_tournament(8, rounds_planned=3)
    kept = [deduct_points(COMMAND_LINE, tournament.entries.get(number=1), 1, NOISE)]
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    draw_next_round(COMMAND_LINE, tournament)
    kept += [deduct_points(COMMAND_LINE, tournament.entries.get(number=2), 2, NOISE)]
    redraw_rounds(COMMAND_LINE, tournament, "Spät gekommen")
    Adjustment.objects.update(noted_in=0)
    migration = import_module("tournament.migrations.0005_when_deductions_were_noted")
    migration.tell_from_the_journal(apps, None)
    assert [Adjustment.objects.get(pk=each.pk).noted_in for each in kept] == [1, 2]


def verdict_of(tournament: Tournament, after: int) -> object:
    """Return what the workbook after a round says of itself, recalculated."""
    book = load_workbook(BytesIO(excel.workbook(tournament, after).content))
    return Recalculated(book).cell("Nachrechnen", "D5")


def test_deduction_counts_at_the_end_though_its_round_is_not_played() -> None:
    """Noted in round 3 or for it; the tournament ends after round 2."""
    tournament = make_drawn_tournament(8, rounds_planned=3)
    for number in (1, 2):
        if number > 1:
            draw_next_round(COMMAND_LINE, tournament)
        enter_round(round_number(tournament, number))
        close_round(COMMAND_LINE, round_number(tournament, number))
    draw_next_round(COMMAND_LINE, tournament)
    one, other = tournament.entries.order_by("number")[:2]
    deduct_points(COMMAND_LINE, one, 4, NOISE)
    deduct_points(COMMAND_LINE, other, 5, NOISE, round_number(tournament, 3))
    freeze_standings(COMMAND_LINE, tournament, seen=None, reason="Feueralarm")
    tournament.refresh_from_db()
    report = standings_after(tournament)
    assert (report.rounds, deducted(report)) == (2, {1: -4, 2: -5})
    assert deducted(standings_after(tournament, 1)) == {}
    assert courses(report).ranks(1) == {
        row.entry_id: row.rank for row in standings_after(tournament, 1).rows
    }
    assert audit(tournament).figures == ()
    assert verdict_of(tournament, 2) == "stimmt"


def test_deduction_before_round_1_counts_in_every_list() -> None:
    tournament = make_tournament()
    deduction = deduct_points(COMMAND_LINE, make_entries(tournament, 8)[0], 3, NOISE)
    tournament.refresh_from_db()
    draw_next_round(COMMAND_LINE, tournament)
    enter_round(round_number(tournament, 1))
    assert deducted(standings_after(tournament, 1)) == {1: -3}
    assert deduction.first_round == 0
