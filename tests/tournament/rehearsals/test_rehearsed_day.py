"""A rehearsal from opening the door to the last list, with every incident on the way."""

from datetime import datetime, timedelta
from random import Random

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.tournaments import make_owner, make_user
from tournament.draw.table_sizes import CannotSeat
from tournament.models import Person, Rehearsal, Role, Round, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty, deduct_points
from tournament.referee.writes.protests import decide_protest, lodge_protest
from tournament.rehearsal.reads import events, papers, tasks
from tournament.rehearsal.rules import Event, Happening, events_of_round
from tournament.rehearsal.writes import (
    ask_at_table,
    let_happen,
    start_rehearsal,
    take_over,
    type_list,
)
from tournament.rounds.writes import pause_clock, resume_clock
from tournament.sheets.writes.sheets import SheetRefused, submit_sheet
from tournament.tournaments.reads import next_step
from tournament.tournaments.writes.tournaments import delete_tournament, finish_tournament
from tournament.trust.reads.audit import contradictions

pytestmark = pytest.mark.django_db

NOON = datetime.fromisoformat("2026-09-12T12:00:00+02:00")


@pytest.fixture
def tournament() -> Tournament:
    return start_rehearsal(COMMAND_LINE, name="Probe", players=18, rounds=2, now=NOON)


def day_of(tournament: Tournament) -> Rehearsal:
    return Rehearsal.objects.get(tournament=tournament)


def come_in(tournament: Tournament) -> int:
    """Open the door as often as needed until all expected players are there."""
    times = 0
    while let_happen(COMMAND_LINE, tournament, now=NOON):
        times += 1
    return times


def begun(tournament: Tournament, number: int) -> Round:
    take_over(COMMAND_LINE, tournament, now=NOON)
    take_over(COMMAND_LINE, tournament, now=NOON)
    return tournament.rounds.get(number=number)


def open_tasks(tournament: Tournament) -> list[tuple[str, int]]:
    return [
        (task.event.what.value, task.event.table)
        for task in tasks(tournament, day_of(tournament))
        if not task.is_done
    ]


def test_people_come_in_until_one_is_missed(tournament: Tournament) -> None:
    assert come_in(tournament) == 5
    there = tournament.entries.filter(checked_in=True, fee_paid=True)
    assert (tournament.entries.count(), there.count()) == (19, 18)
    missed = tournament.entries.get(checked_in=False)
    (task,) = tasks(tournament, day_of(tournament))
    assert (task.event.what, task.who, task.is_done) == ("no_show", missed.person.name, False)
    assert not let_happen(COMMAND_LINE, tournament, now=NOON)
    take_over(COMMAND_LINE, tournament, now=NOON)
    assert open_tasks(tournament) == []
    tables = tournament.rounds.get(number=1).tables.order_by("number")
    assert list(tables.values_list("size", flat=True)) == [4, 4, 5, 5]
    assert not missed.seats.exists()


def test_clock_runs_twenty_times_as_fast(tournament: Tournament) -> None:
    assert (tournament.minutes_four, tournament.minutes_five) == (5, 6)


def test_lists_come_in_by_the_clock_or_at_once(tournament: Tournament) -> None:
    come_in(tournament)
    begun(tournament, 1)
    assert not let_happen(COMMAND_LINE, tournament, now=NOON)
    assert let_happen(COMMAND_LINE, tournament, now=NOON, at_once=True)
    assert [what for what, _table in open_tasks(tournament)] == ["penalty"]
    assert let_happen(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=6))
    found = papers(tournament, day_of(tournament))
    assert sorted(paper.event.table for paper in found) == [1, 2, 3, 4]
    assert not tournament.rounds.get(number=1).tables.filter(received_at__isnull=True).exists()


@pytest.mark.alone
def test_whole_day_ends_with_final_standings_and_without_a_trace() -> None:
    tournament = start_rehearsal(COMMAND_LINE, name="Probe", players=18, rounds=2, now=NOON)
    come_in(tournament)
    first = begun(tournament, 1)
    let_happen(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=2))
    ((penalty, table), (protest, same_table)) = open_tasks(tournament)
    assert (penalty, protest, table) == ("penalty", "protest", same_table)
    where = first.tables.get(number=table)
    award_penalty(COMMAND_LINE, where, rule="9.3.2", offender=1, initials="KD")
    assert ("penalty", table) in open_tasks(tournament)  # somebody else was meant
    award_penalty(COMMAND_LINE, where, rule="9.3.2", offender=2, initials="KD")
    lodged = lodge_protest(COMMAND_LINE, where, 2, "Ellbogen")
    assert open_tasks(tournament) == [("protest", table)]
    decide_protest(COMMAND_LINE, lodged, others="Inge, Uwe, Kai", votes_against=3, reason="Pech")
    assert open_tasks(tournament) == []
    let_happen(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=6))
    for paper in papers(tournament, day_of(tournament)):
        type_list(COMMAND_LINE, tournament, paper.event)
    assert papers(tournament, day_of(tournament)) == ()
    take_over(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=6))
    take_over(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=6))

    second = begun(tournament, 2)
    later = NOON + timedelta(minutes=4)
    let_happen(COMMAND_LINE, tournament, now=later)
    accidents = dict(open_tasks(tournament))
    pause_clock(COMMAND_LINE, second, now=later)
    assert "power_cut" in dict(open_tasks(tournament))
    resume_clock(COMMAND_LINE, second, now=later)
    assert "power_cut" not in dict(open_tasks(tournament))
    noisy = second.tables.get(number=accidents["deduction"]).seats.get(position=2).entry
    deduct_points(COMMAND_LINE, noisy, 6, "Lärm")
    let_happen(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=9))
    for paper in papers(tournament, day_of(tournament)):
        type_list(COMMAND_LINE, tournament, paper.event)
    ((what, lost),) = open_tasks(tournament)
    assert what == "lost_list"
    figures = ["average"] * second.tables.get(number=lost).size
    ruling = {"ruling": "list_lost", "reason": "Liste verloren", "figures": figures}
    submit_sheet(COMMAND_LINE, second.tables.get(number=lost), "ruling", ruling, based_on=None)
    assert open_tasks(tournament) == []
    take_over(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=9))
    take_over(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=9))
    assert next_step(tournament, NOON).step == "finish"
    finish_tournament(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    assert not let_happen(COMMAND_LINE, tournament, at_once=True)
    assert contradictions(tournament) == ()
    delete_tournament(COMMAND_LINE, tournament)
    assert (Tournament.objects.count(), Person.objects.count()) == (0, 0)


def test_odd_list_is_refused_until_somebody_asks(tournament: Tournament) -> None:
    come_in(tournament)
    begun(tournament, 1)
    let_happen(COMMAND_LINE, tournament, now=NOON + timedelta(minutes=6))
    day = day_of(tournament)
    (odd,) = [paper for paper in papers(tournament, day) if paper.is_odd]
    assert [sum(paper.totals) for paper in papers(tournament, day)] == [
        1 if paper.is_odd else 0 for paper in papers(tournament, day)
    ]
    table = tournament.rounds.get(number=1).tables.get(number=odd.event.table)
    typed = {"totals": list(odd.totals), "games_played": tournament.games(table.size)}
    with pytest.raises(SheetRefused):
        submit_sheet(COMMAND_LINE, table, "totals", typed, based_on=None)
    ask_at_table(COMMAND_LINE, tournament, odd.event)
    (asked,) = [
        paper for paper in papers(tournament, day_of(tournament)) if paper.event == odd.event
    ]
    assert (sum(asked.totals), asked.is_odd) == (0, False)


def test_invented_people_play_the_same_day_again(tournament: Tournament) -> None:
    come_in(tournament)
    begun(tournament, 1)
    assert events(tournament) == events(tournament)
    assert events(tournament)[0] == Event(Happening.PENALTY, 1, events(tournament)[0].table, 0.2)


@pytest.mark.parametrize(
    ("number", "rounds", "expected"),
    [
        (1, 1, {"penalty", "protest", "power_cut", "deduction", "lost_list", "odd_list"}),
        (1, 3, {"penalty", "protest", "odd_list"}),
        (2, 3, {"power_cut", "lost_list"}),
        (3, 3, {"deduction"}),
    ],
)
def test_every_accident_has_its_round(number: int, rounds: int, expected: set[str]) -> None:
    found = events_of_round(number, rounds, {1: 4, 2: 5}, Random(7))
    assert {event.what.value for event in found} - {"list"} == expected
    shares = [event.share for event in found]
    assert shares == sorted(shares)
    of_lists = {event.table for event in found if event.what.value.endswith("list")}
    assert of_lists == {1, 2}


def test_two_rehearsals_coexist(tournament: Tournament) -> None:
    other = start_rehearsal(COMMAND_LINE, name="Probe", players=8, rounds=1)
    assert (tournament.slug, other.slug) == ("probe", "probe-2")


def test_unseatable_number_is_refused_and_leaves_nothing() -> None:
    before = Tournament.objects.count()
    with pytest.raises(CannotSeat):
        start_rehearsal(COMMAND_LINE, name="Probe", players=11, rounds=1)
    assert Tournament.objects.count() == before


@pytest.mark.parametrize("role", [Role.TYPIST, Role.REFEREE])
def test_owner_begins_and_direction_leads(role: Role, tournament: Tournament) -> None:
    actor = Actor(make_user(role, tournament))
    with pytest.raises(PermissionDenied):
        start_rehearsal(actor, name="Probe", players=8, rounds=1)
    with pytest.raises(PermissionDenied):
        let_happen(actor, tournament)
    assert let_happen(Actor(make_owner()), tournament)
