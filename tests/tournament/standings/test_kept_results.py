"""Kept results: after every act the standings from them are those reckoned from nothing."""

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.factories.acts import Acts
from tests.factories.acts_by_chance import acts_done, draw_lots_from
from tests.factories.effort import tries
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.tournaments import make_owner
from tournament.errors import Refused
from tournament.journal.reads import MOST_SINCE
from tournament.journal.writes import record
from tournament.models import Bye, Seat, Tournament
from tournament.people.writes.people import edit_person
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import deduct_points
from tournament.rounds.writes import close_round, reopen_round
from tournament.seating.writes.seat_changes import swap_seats
from tournament.shared.reads.kept import forget_all, keep
from tournament.shared.rules.fields import PlayerData
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.sheets.writes.sheets import submit_sheet, take_sheet_back
from tournament.sheets.writes.verification import verify_blindly
from tournament.standings.reads import kept_results as module
from tournament.standings.reads.kept_results import kept_results
from tournament.standings.reads.standings import StandingsReport, standings_after, standings_of
from tournament.tournaments.writes.tournaments import edit_tournament

pytestmark = pytest.mark.django_db

SEED = os.environ.get("KREUZDAME_ACTS_SEED", "7")
COUNT = tries(45, 1500)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    forget_all()


def came_to(ask: Callable[[], StandingsReport]) -> object:
    """Return all that standings say, or why there are none."""
    try:
        report = ask()
    except (Refused, DamagedResult) as refusal:
        return str(refusal)
    return (
        report,
        report.deducted,
        dict(report.began),
        sorted(report.results.people),
        sorted(report.results.tables),
    )


@pytest.mark.database
def test_after_every_act_kept_results_are_those_reckoned_from_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = Random(SEED)
    draw_lots_from(random, monkeypatch)
    hall, carried = Acts(random), 0
    carry = module.carried_on

    def count(*args: Any) -> Any:
        nonlocal carried
        carried += 1
        return carry(*args)

    monkeypatch.setattr(module, "carried_on", count)
    wanted = ["submit_sheet", "take_sheet_back", "restore_version", "rule_table"]
    wanted += ["swap_seats", "substitute_player", "repair_seats", "redraw_rounds"]
    for done, name in enumerate(acts_done(hall, random, lambda: wanted, 40 * COUNT), 1):
        for tournament in Tournament.objects.all():
            kept = kept_results(tournament)
            for after in (None, *range(1, len(kept.rounds) + 1)):
                assert (name, came_to(lambda: standings_of(kept, after))) == (  # noqa: B023
                    name,
                    came_to(lambda: standings_after(tournament, after)),  # noqa: B023
                )
        if done >= COUNT:
            break
    assert carried > COUNT // 4


@pytest.fixture
def tournament() -> Tournament:
    """Two rounds of two tables; the first is closed, and kept as everything is."""
    tournament = make_drawn_tournament(8, rounds_planned=3, published=2)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    kept_results(tournament)
    return tournament


def rounds_read(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> list[int] | None:
    """Return the numbers of the rounds that were read again, None for everything."""
    read: list[Any] = [None]
    carry = module.carried_on

    def look(before: Any, of: Tournament, touched: set[int]) -> Any:
        read.append(sorted(of.rounds.filter(pk__in=touched).values_list("number", flat=True)))
        return carry(before, of, touched)

    monkeypatch.setattr(module, "carried_on", look)
    kept = kept_results(tournament)
    monkeypatch.setattr(module, "carried_on", carry)
    assert came_to(lambda: standings_of(kept)) == came_to(lambda: standings_after(tournament))
    found: list[int] | None = read[-1]
    return found


def save(tournament: Tournament, number: int, *totals: int, based_on: int | None = None) -> None:
    table = round_number(tournament, number).tables.get(number=1)
    content = totals_content(totals)
    submit_sheet(COMMAND_LINE, table, "totals", content, based_on=based_on, reason="verschrieben")


@pytest.mark.database
def test_only_the_round_of_an_entry_is_read_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rounds_read(tournament, monkeypatch) == []
    save(tournament, 2, 20, 20, -20, -20)
    assert rounds_read(tournament, monkeypatch) == [2]
    assert rounds_read(tournament, monkeypatch) == []
    deduct_points(COMMAND_LINE, tournament.entries.get(number=1), 3, "Lärm")
    assert rounds_read(tournament, monkeypatch) == []


@pytest.mark.database
def test_a_correction_of_a_closed_round_reads_it_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    reopen_round(COMMAND_LINE, round_number(tournament, 1), "Tisch 1 verschrieben")
    assert rounds_read(tournament, monkeypatch) == []
    save(tournament, 1, 20, 20, -20, -20, based_on=1)
    save(tournament, 2, 20, -20, 20, -20)
    assert rounds_read(tournament, monkeypatch) == [1, 2]
    table = round_number(tournament, 1).tables.get(number=2)
    take_sheet_back(COMMAND_LINE, table, "falscher Tisch", version=1)
    assert rounds_read(tournament, monkeypatch) == [1]


def test_a_verification_reads_the_round_of_its_table_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_tournament(COMMAND_LINE, tournament, {"verification": "blind"})
    tournament.refresh_from_db()
    owner = Actor(make_owner())
    kept_results(tournament)
    table = round_number(tournament, 1).tables.get(number=1)
    verify_blindly(owner, table, [6, 2, -2, -6], version=1)
    assert rounds_read(tournament, monkeypatch) == [1]
    assert standings_of(kept_results(tournament)).progress[0].tables_confirmed == 1


def _swap(tournament: Tournament) -> None:
    seats = Seat.objects.filter(round=round_number(tournament, 2), position=1)
    one, other = (str(each.entry.number) for each in seats)
    swap_seats(COMMAND_LINE, tournament, 2, one, other, "verzählt")


def _rename(tournament: Tournament) -> None:
    edit_person(COMMAND_LINE, tournament.entries.get(number=1).person, {"last_name": "Neu"})


def _change_rules(tournament: Tournament) -> None:
    edit_tournament(COMMAND_LINE, tournament, {"tie_breaks": ["lot"]})
    tournament.refresh_from_db()


@pytest.mark.parametrize("change", [_swap, _rename, _change_rules])
@pytest.mark.database
def test_everything_is_read_again_after_other_changes(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, change: Callable[[Tournament], None]
) -> None:
    change(tournament)
    assert rounds_read(tournament, monkeypatch) is None


@pytest.mark.database
def test_whoever_sits_elsewhere_or_sits_out_is_read(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if an entry of the journal names no more than seats and byes."""
    random = Random(SEED)
    for number in range(9, 13):
        add_player(COMMAND_LINE, tournament, PlayerData(f"Neu {number}", "Anna"))
    kept_results(tournament)
    for _ in range(tries(20, 200)):
        round = random.choice(list(tournament.rounds.all()))
        seat = random.choice(list(round.seats.all()))
        others = tournament.entries.exclude(seats__round=round)
        free = list(others.exclude(byes__round=round))
        if random.random() < 0.5 or not free:
            seat.entry = random.choice(list(others))
            seat.save()
            touched: Seat | Bye = seat
        else:
            touched = round.byes.create(entry=random.choice(free))
        record(COMMAND_LINE, tournament, "noted", touched=[touched])
        assert rounds_read(tournament, monkeypatch) is None
        for after in range(1, 3):
            assert came_to(lambda: standings_of(kept_results(tournament), after)) == came_to(  # noqa: B023
                lambda: standings_after(tournament, after)  # noqa: B023
            )


def test_everything_is_read_again_where_the_journal_does_not_tell_what_changed(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(COMMAND_LINE, tournament, "noted", touched=[tournament.entries.get(number=1)])
    assert rounds_read(tournament, monkeypatch) is None
    record(COMMAND_LINE, tournament, "without facts")
    assert rounds_read(tournament, monkeypatch) is None
    record(COMMAND_LINE, None, "of the installation")
    assert rounds_read(tournament, monkeypatch) is None
    for _ in range(MOST_SINCE + 1):
        record(COMMAND_LINE, tournament, "much", touched=[round_number(tournament, 1)])
    assert rounds_read(tournament, monkeypatch) is None


@pytest.mark.database
def test_everything_is_read_again_from_an_exchanged_database(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its journal has another beginning, be it as long."""
    latest = keep("results", tournament.pk, module._Latest)
    heads, kept = latest.known
    latest.known = (tuple((pk, length, "another seal") for pk, length, _seal in heads), kept)
    save(tournament, 2, 20, 20, -20, -20)
    assert rounds_read(tournament, monkeypatch) is None
