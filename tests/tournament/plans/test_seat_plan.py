"""The plan of all rounds: who is in it, in which order, and where they sit."""

import pytest

from tests.factories.plans import make_planned_tournament
from tests.factories.rounds import make_drawn_tournament, plan_of
from tests.factories.tournaments import make_club, make_entries, make_tournament
from tournament.models import Bye, Draw, Entry, Person, Round, Tournament
from tournament.seating.reads.plans import PlanPlayer, by_number, seat_plan, table_numbers

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def tournament() -> Tournament:
    """Nine players: tables of four and five, of five and four, and one of four, unpublished."""
    return make_planned_tournament((4, 5), (5, 4), (4,), published=2)


def cells(player: PlanPlayer) -> list[str]:
    """Return the seats as they are written."""
    return [str(seat) if seat else "" for seat in player.seats]


def test_plan_has_a_line_per_player_and_a_seat_per_round(tournament: Tournament) -> None:
    assert {p.number: cells(p) for p in by_number(seat_plan(tournament).players)} == {
        1: ["1-1", "1-1", "1-1"],
        2: ["1-2", "1-2", "1-2"],
        3: ["1-3", "1-3", "1-3"],
        4: ["1-4", "1-4", "1-4"],
        5: ["2-1", "1-5", ""],
        6: ["2-2", "2-1", ""],
        7: ["2-3", "2-2", ""],
        8: ["2-4", "2-3", ""],
        9: ["2-5", "2-4", ""],
    }


def test_players_are_in_the_order_of_a_german_telephone_book(tournament: Tournament) -> None:
    for number, name in enumerate(["Zander", "Özdemir", "oberle", "Pohl"], start=1):
        Person.objects.filter(entries__number=number).update(last_name=name)
    names = [player.list_name for player in seat_plan(tournament).players]
    assert [name.split(",")[0] for name in names] == [
        *("Engel", "Franke", "Groß", "Horn", "oberle", "Özdemir", "Özdemir", "Pohl", "Zander"),
    ]


def test_players_of_one_name_are_in_the_order_of_their_numbers(tournament: Tournament) -> None:
    Person.objects.update(last_name="Meyer", first_name="Jo")
    assert [player.number for player in seat_plan(tournament).players] == [*range(1, 10)]


def test_a_line_carries_name_and_club(tournament: Tournament) -> None:
    club = make_club("", "Herz Neun")
    Entry.objects.filter(number=2).update(club=club)
    player = by_number(seat_plan(tournament).players)[1]
    assert (player.list_name, player.affiliation) == ("Beck, Bernd", "Herz Neun")
    assert by_number(seat_plan(tournament).players)[2].affiliation == ""


def test_plan_by_table_has_the_players_of_each_round_by_position(tournament: Tournament) -> None:
    found = {
        table.number: [[player.number for player in place.players] for place in table.rounds]
        for table in seat_plan(tournament).tables
    }
    assert found == {
        1: [[1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4]],
        2: [[5, 6, 7, 8, 9], [6, 7, 8, 9], []],
    }


def test_plan_by_table_agrees_with_the_seats_of_a_real_draw() -> None:
    tournament = make_drawn_tournament(13, rounds_planned=3)
    plan = seat_plan(tournament)
    assert sorted(
        (place.round.number, table.number, position, player.number)
        for table in plan.tables
        for place in table.rounds
        for position, player in enumerate(place.players, start=1)
    ) == plan_of(tournament)
    assert sorted(
        (number, seat.table, seat.seat, player.number)
        for player in plan.players
        for number, seat in enumerate(player.seats, start=1)
        if seat
    ) == plan_of(tournament)


@pytest.mark.alone
def test_player_sitting_out_is_in_the_plan_and_a_stranger_is_not(
    tournament: Tournament,
) -> None:
    sits_out, never_drawn = make_entries(tournament, 2)
    Bye.objects.create(round=Round.objects.get(number=1), entry=sits_out)
    lines = {player.number: cells(player) for player in seat_plan(tournament).players}
    assert lines[sits_out.number] == ["", "", ""]
    assert never_drawn.number not in lines


def test_plan_knows_what_is_published_and_which_draws_it_comes_from(
    tournament: Tournament,
) -> None:
    again = Draw.objects.create(tournament=tournament, number=2, seed="neu", method="plan")
    Round.objects.filter(number=3).update(draw=again)
    plan = seat_plan(tournament)
    assert [round.number for round in plan.published] == [1, 2]
    assert [round.number for round in plan.unpublished] == [3]
    assert [draw.seed for draw in plan.draws] == ["test", "neu"]


def test_tables_are_those_of_the_round_with_most_of_them(tournament: Tournament) -> None:
    make_planned_tournament((4,) * 5, slug="woanders")
    assert table_numbers(tournament) == (1, 2)


def test_plan_is_empty_before_the_draw() -> None:
    tournament = make_tournament()
    make_entries(tournament, 4)
    plan = seat_plan(tournament)
    assert (plan.rounds, plan.players, plan.tables) == ((), (), ())
    assert table_numbers(tournament) == ()


@pytest.mark.parametrize(("tables", "rounds"), [(1, 1), (5, 6)])
def test_plan_needs_three_queries(tables: int, rounds: int, django_assert_num_queries) -> None:
    tournament = make_planned_tournament(*[(4,) * tables] * rounds)
    Entry.objects.update(club=make_club())
    with django_assert_num_queries(3):
        plan = seat_plan(tournament)
        assert len(plan.players) == 4 * tables
        assert len(plan.draws) == 1
    with django_assert_num_queries(1):
        assert len(table_numbers(tournament)) == tables
