"""The direction's next step, from the first player to the final standings."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tournament.draw.table_sizes import TableSizes
from tournament.models import Tournament, Verification, VerificationRule
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.tournaments.reads import NextStep, Step, next_step
from tournament.tournaments.writes.tournaments import finish_tournament
from tournament.trust.reads.freezing import freeze_outlook
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 11, 7, 9, 0, tzinfo=UTC)
LATER = NINE + timedelta(minutes=100)


def test_empty_tournament_wants_players() -> None:
    assert next_step(make_tournament(), NINE).step == Step.ADD_PLAYERS


def test_players_are_checked_in_before_the_draw() -> None:
    tournament = make_tournament()
    make_entries(tournament, 9)
    assert next_step(tournament, NINE) == NextStep(
        Step.CHECK_IN, players=9, registered=9, sizes=TableSizes(fours=1, fives=1)
    )


def test_players_present_can_be_drawn() -> None:
    tournament = make_tournament()
    make_entries(tournament, 8, checked_in=True)
    make_entries(tournament, 2)
    assert next_step(tournament, NINE) == NextStep(
        Step.DRAW, players=8, registered=10, sizes=TableSizes(fours=2, fives=0)
    )


def test_seven_players_present_cannot_be_seated() -> None:
    tournament = make_tournament()
    make_entries(tournament, 7, checked_in=True)
    step = next_step(tournament, NINE)
    assert (step.step, step.players) == (Step.CANNOT_SEAT, 7)
    assert step.cannot_seat is not None
    assert step.cannot_seat.nearest_higher == 8


@pytest.mark.alone
def test_the_steps_of_a_round() -> None:
    tournament = make_drawn_tournament(rounds_planned=1)
    round = round_number(tournament, 1)
    steps = [next_step(tournament, NINE)]
    start_clock(COMMAND_LINE, round, now=NINE)
    steps.append(next_step(tournament, NINE))
    enter_totals(round.tables.get(number=2), [4, 0, 0, -4])
    steps.append(next_step(tournament, LATER))
    end_clock(COMMAND_LINE, round, now=LATER)
    steps.append(next_step(tournament, LATER))
    enter_round(round)
    steps.append(next_step(tournament, LATER))
    close_round(COMMAND_LINE, round, now=LATER)
    steps.append(next_step(tournament, LATER))
    finish_tournament(COMMAND_LINE, tournament)
    steps.append(next_step(Tournament.objects.get(), LATER))
    some_due = {"missing": (1, 3, 4), "due": (1, 3, 4), "tables": 4, "is_started": True}
    assert steps == [
        NextStep(Step.START_CLOCK, round=1, missing=(1, 2, 3, 4), tables=4),
        NextStep(
            Step.ENTER_WHILE_RUNNING, round=1, missing=(1, 2, 3, 4), tables=4, is_started=True
        ),
        NextStep(Step.END_CLOCK, round=1, **some_due),
        NextStep(Step.ENTER_SHEETS, round=1, **some_due),
        NextStep(Step.CLOSE_ROUND, round=1, tables=4, is_started=True),
        NextStep(Step.FINISH, round=1),
        NextStep(Step.FINISHED),
    ]


def test_all_sheets_in_before_the_end_want_the_end() -> None:
    tournament = make_drawn_tournament()
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=NINE)
    enter_round(round_number(tournament, 1))
    assert next_step(tournament, NINE).step == Step.END_CLOCK_ALL_IN


def test_sheets_without_a_clock_are_entered_and_closed() -> None:
    tournament = make_drawn_tournament()
    enter_totals(round_number(tournament, 1).tables.get(number=2), [4, 0, 0, -4])
    assert next_step(tournament, NINE).step == Step.ENTER_SHEETS
    enter_round(round_number(tournament, 1))
    assert next_step(tournament, NINE).step == Step.CLOSE_ROUND


def test_next_round_follows_a_closed_one() -> None:
    tournament = make_drawn_tournament()
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    assert next_step(tournament, NINE) == NextStep(Step.PUBLISH_NEXT, round=2)


def test_next_round_is_redrawn_for_those_present() -> None:
    tournament = make_drawn_tournament()
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    tournament.entries.filter(number__in=[3, 4]).update(status="withdrawn")
    make_entries(tournament, 1)
    assert next_step(tournament, NINE) == NextStep(Step.REPAIR_NEXT, round=2, gone=2, come=1)


def test_a_round_added_to_the_plan_is_next() -> None:
    tournament = make_drawn_tournament(rounds_planned=1)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    tournament.rounds_planned = 2
    assert next_step(tournament, NINE) == NextStep(Step.DRAW_NEXT, round=2)


def test_the_earliest_open_round_comes_first() -> None:
    tournament = make_drawn_tournament()
    draw_next_round(COMMAND_LINE, tournament)
    enter_round(round_number(tournament, 2))
    enter_totals(round_number(tournament, 1).tables.get(number=2), [4, 0, 0, -4])
    assert next_step(tournament, NINE) == NextStep(
        Step.ENTER_SHEETS, round=1, missing=(1, 3, 4), tables=4
    )


def test_window_for_objections_comes_before_the_final_standings() -> None:
    tournament = make_drawn_tournament(8, rounds_planned=1, objections_until=LATER)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    assert next_step(tournament, NINE) == NextStep(Step.FREEZE, round=1)
    seen = freeze_outlook(tournament, LATER).checksum
    frozen = freeze_standings(COMMAND_LINE, tournament, seen=seen, now=LATER)
    assert next_step(frozen, LATER) == NextStep(Step.FINISHED)


@pytest.mark.parametrize("until", [None, LATER])
def test_verifications_come_before_the_final_standings(
    until: datetime | None, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(
        8, rounds_planned=1, verification=VerificationRule.BLIND, objections_until=until
    )
    round = round_number(tournament, 1)
    enter_round(round)
    close_round(COMMAND_LINE, round)
    with django_assert_num_queries(2):
        step = next_step(tournament, NINE)
    assert step == NextStep(Step.VERIFICATIONS, round=1, unconfirmed=2)
    for table in round.tables.all():
        Verification.objects.create(version=table.current_version, how="blind")
    assert next_step(tournament, NINE).step == (Step.FREEZE if until else Step.FINISH)


def test_final_standings_wait_for_no_verification() -> None:
    tournament = make_drawn_tournament(8, rounds_planned=1, verification=VerificationRule.BLIND)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    frozen = freeze_standings(COMMAND_LINE, tournament, seen=None, reason="Schreiber krank")
    assert next_step(frozen, NINE) == NextStep(Step.FINISHED)
