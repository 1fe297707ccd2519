"""The standings over the rounds, and the result of one round."""

import pytest

from tests.factories.rounds import (
    enter_round,
    enter_totals,
    make_drawn_tournament,
    round_number,
)
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_tournament
from tournament.errors import Refused
from tournament.models import Adjustment, Entry, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.standings.reads.standings import round_result, standings_after

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def two_tables(*totals: list[list[int]]) -> Tournament:
    """Eight players; number 1 to 4 always sit at table 1, number 5 to 8 at table 2."""
    tournament = make_tournament(rounds_planned=len(totals))
    for number, of_round in enumerate(totals, start=1):
        round = make_round(tournament, number, sizes=(4, 4))
        for table, points in zip(round.tables.order_by("number"), of_round, strict=False):
            enter_totals(table, points)
    return tournament


def lines(report) -> list[tuple[int | None, int, tuple[int | None, ...], int]]:
    return [(row.rank, row.number, row.rounds, row.total) for row in report.rows]


def test_equal_totals_share_a_rank_ordered_by_number() -> None:
    tournament = two_tables(
        [[10, -2, -4, -4], [6, 6, -2, -10]],
        [[-4, 8, -2, -2], [0, 0, 0, 0]],
    )
    assert lines(standings_after(tournament)) == [
        (1, 1, (10, -4), 6),
        (1, 2, (-2, 8), 6),
        (1, 5, (6, 0), 6),
        (1, 6, (6, 0), 6),
        (5, 7, (-2, 0), -2),
        (6, 3, (-4, -2), -6),
        (6, 4, (-4, -2), -6),
        (8, 8, (-10, 0), -10),
    ]


def test_tie_breaks_of_the_tournament_decide_between_equal_totals() -> None:
    tournament = two_tables([[6, 2, -2, -6], [0, 0, 0, 0]], [[0, 4, 0, -4], [6, 0, 0, -6]])
    tournament.tie_breaks = ["last_rounds"]
    assert [(row.rank, row.number) for row in standings_after(tournament).rows][:3] == [
        (1, 5),
        (2, 2),
        (3, 1),
    ]


def test_standings_after_an_earlier_round_ignore_later_ones() -> None:
    tournament = two_tables([[3, 1, -1, -3], [0, 0, 0, 0]], [[9, 0, 0, -9], [0, 0, 0, 0]])
    report = standings_after(tournament, 1)
    assert (report.rounds, report.rounds_planned) == (1, 2)
    assert lines(report)[0] == (1, 1, (3,), 3)


def test_missing_sheet_is_none_and_makes_the_standings_provisional() -> None:
    tournament = two_tables([[3, 1, -1, -3], [8, 0, 0, -8]], [[9, 0, 0, -9]])
    report = standings_after(tournament)
    assert [row.rounds for row in report.rows if row.number == 5] == [(8, None)]
    assert (report.tables_in, report.tables_all, report.provisional) == (1, 2, True)


def test_complete_rounds_are_not_provisional() -> None:
    report = standings_after(two_tables([[3, 1, -1, -3], [8, 0, 0, -8]]))
    assert (report.tables_in, report.tables_all, report.provisional) == (2, 2, False)


def test_standings_are_final_once_every_planned_round_is_closed() -> None:
    tournament = two_tables([[3, 1, -1, -3], [8, 0, 0, -8]])
    assert not standings_after(tournament).final
    close_round(COMMAND_LINE, round_number(tournament, 1))
    assert standings_after(tournament).final
    tournament.rounds_planned = 2
    assert not standings_after(tournament).final


def test_default_reaches_to_the_last_published_round_or_result() -> None:
    tournament = make_drawn_tournament()
    assert standings_after(tournament).rounds == 1
    enter_totals(round_number(tournament, 2).tables.get(number=1), [1, 1, -1, -1])
    assert standings_after(tournament).rounds == 2


def test_nothing_drawn_gives_an_empty_list() -> None:
    tournament = make_drawn_tournament(published=0)
    report = standings_after(tournament)
    assert (report.rows, report.rounds, report.provisional) == ((), 0, False)


@pytest.mark.parametrize("after", [0, 4])
def test_a_round_that_is_not_drawn_is_refused(after: int) -> None:
    tournament = make_drawn_tournament()
    with pytest.raises(Refused) as refusal:
        standings_after(tournament, after)
    assert (refusal.value.code, refusal.value.params) == ("unknown_round", {"round": after})


def test_deductions_lower_the_total_but_not_the_control_sum() -> None:
    tournament = two_tables([[10, 2, -4, -8], [0, 0, 0, 0]])
    first = tournament.entries.get(number=1)
    for points in (-3, -2):
        Adjustment.objects.create(entry=first, points=points, reason="Unsportlich")
    report = standings_after(tournament)
    assert (report.rows[0].adjustment, report.rows[0].total) == (-5, 5)
    assert (report.control_sum, report.deductions) == (0, -5)


def test_deduction_of_a_later_round_does_not_count_yet() -> None:
    tournament = two_tables([[3, 1, -1, -3]], [[9, 0, 0, -9]])
    Adjustment.objects.create(
        entry=tournament.entries.get(number=1),
        round=round_number(tournament, 2),
        points=-4,
        reason="Unsportlich",
    )
    assert [standings_after(tournament, number).deductions for number in (1, 2)] == [0, -4]


def test_unranked_people_come_last_with_a_note() -> None:
    tournament = two_tables([[10, 2, -4, -8], [0, 0, 0, 0]])
    for number, status in ((1, "unranked"), (2, "withdrawn"), (8, "disqualified")):
        tournament.entries.filter(number=number).update(status=status)
    report = standings_after(tournament)
    assert [(row.rank, row.number) for row in report.rows] == [
        (1, 5),
        (1, 6),
        (1, 7),
        (4, 3),
        (5, 4),
        (None, 1),
        (None, 2),
        (None, 8),
    ]
    assert [row.note for row in report.rows[-3:]] == [
        str(Entry.Status(status).label) for status in ("unranked", "withdrawn", "disqualified")
    ]
    assert {row.note for row in report.rows[:-3]} == {""}
    assert report.control_sum == 0


def test_player_who_never_had_a_seat_is_not_listed() -> None:
    tournament = two_tables([[10, 2, -4, -8], [0, 0, 0, 0]])
    make_entries(tournament, 1)
    assert len(standings_after(tournament).rows) == 8


def test_category_is_a_filtered_ranking_with_separate_ranks() -> None:
    tournament = two_tables([[10, 2, -4, -8], [4, 2, 0, -6]])
    for number, tags in ((2, ["Damen"]), (3, ["Damen", "Senioren"]), (6, ["Damen"])):
        tournament.entries.filter(number=number).update(tags=tags)
    report = standings_after(tournament, tag="Damen")
    assert lines(report) == [(1, 2, (2,), 2), (1, 6, (2,), 2), (3, 3, (-4,), -4)]
    assert report.tags == ("Damen", "Senioren")
    assert report.control_sum is None  # that of all says nothing of a few


def test_only_the_current_version_of_a_sheet_counts() -> None:
    tournament = two_tables([[10, 2, -4, -8], [0, 0, 0, 0]])
    enter_totals(round_number(tournament, 1).tables.get(number=1), [8, 4, -4, -8])
    assert lines(standings_after(tournament))[0] == (1, 1, (8,), 8)


@pytest.mark.parametrize("players", [4, 16])
@pytest.mark.alone
def test_standings_need_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(players, rounds_planned=1)
    round = Round.objects.select_related("tournament").get()
    enter_round(round)
    with django_assert_num_queries(5):
        standings_after(tournament)
    with django_assert_num_queries(6):
        round_result(round)


@pytest.mark.parametrize("status", Entry.Status.values)
def test_round_result_ranks_all_who_played_whatever_their_status(status: str) -> None:
    tournament = two_tables([[9, 0, 0, -9], [3, 1, -1, -3]])
    round = round_number(tournament, 1)
    before = [(row.rank, row.seat.number, row.points) for row in round_result(round).rows]
    tournament.entries.filter(number=2).update(status=status)
    assert [(row.rank, row.seat.number, row.points) for row in round_result(round).rows] == before
    assert [rank for rank, number, _points in before if number == 2] == [4]


def test_round_result_ranks_the_points_of_the_round_alone() -> None:
    tournament = two_tables([[9, 0, 0, -9], [0, 0, 0, 0]], [[-2, 4, 4, -6]])
    result = round_result(round_number(tournament, 2))
    assert [(row.rank, row.seat.number, row.points, row.total) for row in result.rows] == [
        (1, 2, 4, 4),
        (1, 3, 4, 4),
        (3, 1, -2, 7),
        (4, 4, -6, -15),
        (None, 5, None, 0),
        (None, 6, None, 0),
        (None, 7, None, 0),
        (None, 8, None, 0),
    ]
    assert (result.tables_in, result.tables_all, result.provisional) == (1, 2, True)
    assert result.control_sum == 0
