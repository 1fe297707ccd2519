"""Clock, extra time, closing and reopening."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_user
from tournament.errors import Refused
from tournament.models import JournalEntry, Role, Round, RoundState, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import (
    close_round,
    end_clock,
    extend_time,
    reopen_round,
    reset_clock,
    start_clock,
)

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 11, 7, 9, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def tournament() -> Tournament:
    """Sixteen players, round 1 published."""
    return make_drawn_tournament()


@pytest.fixture
def round(tournament: Tournament) -> Round:
    return round_number(tournament, 1)


def refusal_of(service, *args, **kwargs) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as refusal:
        service(COMMAND_LINE, *args, **kwargs)
    return refusal.value.code, refusal.value.params


def test_start_clock_records_the_moment(round: Round) -> None:
    assert start_clock(COMMAND_LINE, round, now=NINE).started_at == NINE
    assert Round.objects.get(pk=round.pk).state == RoundState.RUNNING
    assert JournalEntry.objects.last().action == "clock_started"


def test_clock_starts_once(round: Round) -> None:
    start_clock(COMMAND_LINE, round, now=NINE)
    refused = refusal_of(start_clock, round, now=NINE + MINUTE)
    assert refused == ("clock_already_started", {"round": 1})
    assert Round.objects.get(pk=round.pk).started_at == NINE


def test_only_a_published_round_starts(tournament: Tournament) -> None:
    refused = refusal_of(start_clock, round_number(tournament, 2), now=NINE)
    assert refused == ("round_not_published", {"round": 2})


def test_second_round_starts_only_after_the_end_of_the_first() -> None:
    tournament = make_drawn_tournament(published=2)
    first, second = round_number(tournament, 1), round_number(tournament, 2)
    start_clock(COMMAND_LINE, first, now=NINE)
    refused = refusal_of(start_clock, second, now=NINE)
    assert refused == ("earlier_round_open", {"round": 2, "earlier": 1})
    end_clock(COMMAND_LINE, first, early=True, now=NINE + MINUTE)
    assert start_clock(COMMAND_LINE, second, now=NINE + MINUTE).state == RoundState.RUNNING


def test_second_round_starts_when_the_first_was_closed_without_a_clock() -> None:
    tournament = make_drawn_tournament(published=2)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    second = start_clock(COMMAND_LINE, round_number(tournament, 2), now=NINE)
    assert second.state == RoundState.RUNNING


def test_end_is_recorded_when_the_time_is_up(round: Round) -> None:
    start_clock(COMMAND_LINE, round, now=NINE)
    assert end_clock(COMMAND_LINE, round, now=NINE + 100 * MINUTE).ended_at == NINE + 100 * MINUTE


def test_end_before_the_time_is_up_must_be_meant(round: Round) -> None:
    start_clock(COMMAND_LINE, round, now=NINE)
    moment = NINE + 100 * MINUTE - timedelta(seconds=1)
    assert refusal_of(end_clock, round, now=moment) == ("time_not_up", {"round": 1})
    assert end_clock(COMMAND_LINE, round, early=True, now=moment).state == RoundState.ENDED


def test_time_is_up_only_after_the_extra_time_of_every_table(round: Round) -> None:
    extend_time(COMMAND_LINE, round.tables.get(number=2), 7, "Schiedsgericht", "KS")
    start_clock(COMMAND_LINE, round, now=NINE)
    assert refusal_of(end_clock, round, now=NINE + 106 * MINUTE)[0] == "time_not_up"
    assert end_clock(COMMAND_LINE, round, now=NINE + 107 * MINUTE).state == RoundState.ENDED


def test_reset_undoes_the_end_first_and_then_the_start(round: Round) -> None:
    start_clock(COMMAND_LINE, round, now=NINE)
    end_clock(COMMAND_LINE, round, early=True, now=NINE + MINUTE)
    again = reset_clock(COMMAND_LINE, round, "verdrückt")
    assert (again.started_at, again.ended_at) == (NINE, None)
    again = reset_clock(COMMAND_LINE, round, "verdrückt")
    assert (again.started_at, again.ended_at) == (None, None)
    actions = JournalEntry.objects.order_by("-pk").values_list("action", flat=True)
    assert list(actions[:2]) == ["clock_start_undone", "clock_end_undone"]
    assert JournalEntry.objects.last().data == {"round": 1, "reason": "verdrückt"}
    assert refusal_of(reset_clock, round, "noch mal") == ("clock_not_started", {"round": 1})


def test_reset_needs_a_reason(round: Round) -> None:
    start_clock(COMMAND_LINE, round, now=NINE)
    assert refusal_of(reset_clock, round, " ") == ("reason_needed", {})
    assert Round.objects.get(pk=round.pk).started_at == NINE


def test_reset_is_refused_once_a_later_round_has_started() -> None:
    tournament = make_drawn_tournament(published=2)
    first, second = round_number(tournament, 1), round_number(tournament, 2)
    start_clock(COMMAND_LINE, first, now=NINE)
    end_clock(COMMAND_LINE, first, early=True, now=NINE + MINUTE)
    start_clock(COMMAND_LINE, second, now=NINE + MINUTE)
    later = ("later_round_started", {"round": 1, "later": 2})
    assert refusal_of(reset_clock, first, "verdrückt") == later


def test_extra_time_is_documented_with_reason_and_initials(round: Round) -> None:
    table = round.tables.get(number=3)
    extend_time(COMMAND_LINE, table, 7, " Reklamation ", " KS ")
    table.refresh_from_db()
    documented = (table.extra_minutes, table.extra_reason, table.extra_initials)
    assert documented == (7, "Reklamation", "KS")
    assert JournalEntry.objects.last().data == {
        "round": 1,
        "table": 3,
        "minutes": 7,
        "reason": "Reklamation",
        "initials": "KS",
    }


@pytest.mark.parametrize(
    ("minutes", "reason", "initials", "code"),
    [
        (7, " ", "KS", "extra_time_undocumented"),
        (7, "Reklamation", "", "extra_time_undocumented"),
        (-1, "Reklamation", "KS", "extra_time_out_of_range"),
        (241, "Reklamation", "KS", "extra_time_out_of_range"),
    ],
)
def test_extra_time_is_refused(
    round: Round, minutes: int, reason: str, initials: str, code: str
) -> None:
    table = round.tables.get(number=3)
    assert refusal_of(extend_time, table, minutes, reason, initials)[0] == code
    table.refresh_from_db()
    assert table.extra_minutes == 0


def test_extra_time_can_be_taken_away(round: Round) -> None:
    table = round.tables.get(number=3)
    extend_time(COMMAND_LINE, table, 7, "Reklamation", "KS")
    assert extend_time(COMMAND_LINE, table, 0, "falscher Tisch", "KS").extra_minutes == 0
    assert JournalEntry.objects.last().action == "extra_time_removed"


def test_earlier_setter_of_extra_time_stays_next_to_the_later_one(round: Round) -> None:
    table = round.tables.get(number=3)
    shown = [
        extend_time(COMMAND_LINE, table, minutes, "Reklamation", initials).extra_initials
        for minutes, initials in [(2, "XX"), (5, "JJ"), (6, "XX"), (0, "KS"), (4, "JJ")]
    ]
    assert shown == ["XX", "XX, JJ", "XX, JJ", "KS", "JJ"]


def test_initials_of_very_many_referees_still_fit(round: Round) -> None:
    table = round.tables.get(number=3)
    for number in range(20):
        extend_time(COMMAND_LINE, table, number + 1, "Reklamation", f"Referee-{number:02}")
    table.refresh_from_db()
    assert table.extra_initials.split(", ") == [f"Referee-{number:02}" for number in range(20)]
    table.full_clean()


def test_round_closes_when_every_sheet_is_in(round: Round) -> None:
    enter_round(round)
    assert close_round(COMMAND_LINE, round, now=NINE).closed_at == NINE


def test_close_names_the_tables_whose_sheets_are_missing(round: Round) -> None:
    enter_totals(round.tables.get(number=2), [4, 0, 0, -4])
    assert refusal_of(close_round, round) == (
        "sheets_missing",
        {"round": 1, "tables": "1, 3, 4"},
    )


def test_running_round_is_ended_before_it_closes(round: Round) -> None:
    enter_round(round)
    start_clock(COMMAND_LINE, round, now=NINE)
    assert refusal_of(close_round, round) == ("round_still_running", {"round": 1})


def test_unpublished_round_does_not_close(tournament: Tournament) -> None:
    refused = refusal_of(close_round, round_number(tournament, 3))
    assert refused == ("round_not_published", {"round": 3})


def test_reopening_needs_a_reason_and_is_journaled(round: Round) -> None:
    enter_round(round)
    close_round(COMMAND_LINE, round, now=NINE)
    assert refusal_of(reopen_round, round, "  ")[0] == "reason_needed"
    assert reopen_round(COMMAND_LINE, round, "Tisch 2 falsch").state == RoundState.PUBLISHED
    assert JournalEntry.objects.last().data == {"round": 1, "reason": "Tisch 2 falsch"}
    assert refusal_of(reopen_round, round, "noch einmal")[0] == "round_not_closed"


def test_clock_and_extra_time_of_a_closed_round_stay(round: Round) -> None:
    enter_round(round)
    close_round(COMMAND_LINE, round, now=NINE)
    closed = ("round_is_closed", {"round": 1})
    assert refusal_of(start_clock, round) == closed
    assert refusal_of(reset_clock, round, "verdrückt") == closed
    assert refusal_of(extend_time, round.tables.get(number=1), 5, "Reklamation", "KS") == closed
    assert refusal_of(close_round, round) == closed


def test_referee_runs_the_clock_but_does_not_close(tournament: Tournament, round: Round) -> None:
    referee = Actor(make_user(Role.REFEREE, tournament))
    start_clock(referee, round, now=NINE)
    end_clock(referee, round, early=True, now=NINE + MINUTE)
    enter_round(round)
    with pytest.raises(PermissionDenied):
        close_round(referee, round)


def test_typist_neither_runs_the_clock_nor_extends_time(
    tournament: Tournament, round: Round
) -> None:
    typist = Actor(make_user(Role.TYPIST, tournament))
    for service in (start_clock, end_clock):
        with pytest.raises(PermissionDenied):
            service(typist, round)
    with pytest.raises(PermissionDenied):
        reset_clock(typist, round, "verdrückt")
    with pytest.raises(PermissionDenied):
        extend_time(typist, round.tables.get(number=1), 5, "Reklamation", "KS")
