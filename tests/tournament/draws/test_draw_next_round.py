"""Drawing and publishing rounds."""

from collections import Counter
from itertools import combinations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from tests.factories.journal import acts
from tests.factories.rounds import make_drawn_tournament, plan_of, round_number
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tournament.draw.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.models import (
    Draw,
    Entry,
    GameTable,
    Role,
    RoundState,
    Seat,
    Tournament,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.seating.writes.draws import draw_next_round
from tournament.shared.rules.codes import CODES

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.mark.alone
def test_first_draw_draws_all_rounds_and_publishes_the_first() -> None:
    tournament = make_tournament(rounds_planned=3)
    make_entries(tournament, 16)
    published = draw_next_round(COMMAND_LINE, tournament, seed="herz neun")
    rounds = list(tournament.rounds.order_by("number"))
    assert published.number == 1
    assert [round.state for round in rounds] == [
        RoundState.PUBLISHED,
        RoundState.DRAWN,
        RoundState.DRAWN,
    ]
    assert {round.draw.seed for round in rounds} == {"herz neun"}
    assert Draw.objects.get().quality == {
        "repeat_pairs": 0,
        "repeat_pairs_bound": 0,
        "same_club_pairs": 0,
        "seat_imbalance": 1,
        "five_table_repeats": 0,
    }


def test_drawing_sets_the_tournament_running() -> None:
    tournament = make_drawn_tournament()
    assert tournament.status == Tournament.Status.RUNNING


def test_everybody_sits_once_in_every_round() -> None:
    tournament = make_drawn_tournament(players=13)
    for number in (1, 2, 3):
        seated = sorted(start for round, _, _, start in plan_of(tournament) if round == number)
        assert seated == list(range(1, 14))


def test_five_tables_have_the_highest_numbers() -> None:
    tournament = make_drawn_tournament(players=13)
    sizes = GameTable.objects.filter(round=round_number(tournament, 2)).order_by("number")
    assert list(sizes.values_list("size", flat=True)) == [4, 4, 5]


def test_seventy_two_players_never_meet_twice_in_three_rounds() -> None:
    tournament = make_drawn_tournament(players=72)
    tables: dict[tuple[int, int], list[int]] = {}
    for round, table, _position, number in plan_of(tournament):
        tables.setdefault((round, table), []).append(number)
    meetings = Counter(pair for table in tables.values() for pair in combinations(table, 2))
    assert set(meetings.values()) == {1}


@pytest.mark.alone
def test_later_calls_publish_the_next_round_without_a_new_draw() -> None:
    tournament = make_drawn_tournament()
    before = plan_of(tournament)
    assert [draw_next_round(COMMAND_LINE, tournament).number for _ in range(2)] == [2, 3]
    assert plan_of(tournament) == before
    assert Draw.objects.count() == 1


def test_same_seed_gives_the_same_seats_and_sheet_codes() -> None:
    plans, codes = [], []
    for slug in ("one", "two"):
        tournament = make_tournament(slug)
        make_entries(tournament, 17, clubs=3)
        draw_next_round(COMMAND_LINE, tournament, seed="Bubensolo")
        plans.append(plan_of(tournament))
        tables = GameTable.objects.filter(round__tournament=tournament)
        codes.append(list(tables.order_by("round", "number").values_list("code", flat=True)))
    assert plans[0] == plans[1]
    assert codes[0] == codes[1]


def test_seed_is_made_up_and_stored_when_none_is_given() -> None:
    first, second = (make_drawn_tournament(slug=slug) for slug in ("one", "two"))
    seeds = {tournament.draws.get().seed for tournament in (first, second)}
    assert len(seeds) == 2
    assert {len(seed) for seed in seeds} == {64}


def test_sheet_codes_differ_within_a_round_and_at_a_table_across_rounds() -> None:
    tournament = make_drawn_tournament(players=72)
    tables = GameTable.objects.filter(round__tournament=tournament)
    for field in ("round__number", "number"):
        by_group: dict[int, list[str]] = {}
        for group, code in tables.values_list(field, "code"):
            by_group.setdefault(group, []).append(code)
        assert all(len(set(codes)) == len(codes) for codes in by_group.values())
    assert set(tables.values_list("code", flat=True)) <= set(CODES)


def test_without_check_in_all_participants_are_drawn() -> None:
    tournament = make_tournament()
    make_entries(tournament, 4)
    make_entries(tournament, 1, status=Entry.Status.WITHDRAWN)
    make_entries(tournament, 1, status=Entry.Status.UNRANKED)
    draw_next_round(COMMAND_LINE, tournament)
    assert {number for _, _, _, number in plan_of(tournament)} == {1, 2, 3, 4, 6}


def test_with_check_in_only_those_checked_in_are_drawn() -> None:
    tournament = make_tournament()
    make_entries(tournament, 5, checked_in=True)
    make_entries(tournament, 3)
    make_entries(tournament, 1, checked_in=True, status=Entry.Status.WITHDRAWN)
    draw_next_round(COMMAND_LINE, tournament)
    assert {number for _, _, _, number in plan_of(tournament)} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("players", [0, 3, 6, 7, 11])
@pytest.mark.alone
def test_numbers_without_tables_are_refused_and_nothing_is_written(players: int) -> None:
    tournament = make_tournament()
    make_entries(tournament, players)
    with pytest.raises(CannotSeat):
        draw_next_round(COMMAND_LINE, tournament)
    assert Draw.objects.count() == 0
    assert Tournament.objects.get().status == Tournament.Status.PREPARATION


@pytest.mark.alone
def test_rounds_planned_later_are_drawn_with_the_others_as_history() -> None:
    tournament = make_drawn_tournament(published=2, rounds_planned=2)
    Tournament.objects.update(rounds_planned=4)
    assert draw_next_round(COMMAND_LINE, tournament, seed="later").number == 3
    draws = list(Draw.objects.order_by("number"))
    assert [list(draw.rounds.values_list("number", flat=True)) for draw in draws] == [
        [1, 2],
        [3, 4],
    ]
    # Sixteen players can play five rounds without meeting twice (rules.md 7.2).
    assert draws[1].quality["repeat_pairs"] == 0


@pytest.mark.parametrize(
    ("published", "seed", "code"),
    [
        (1, "late", "seed_without_draw"),
        (3, None, "all_rounds_published"),
        (3, "late", "seed_without_draw"),
        (0, "", "seed_invalid"),
        (0, "x" * 201, "seed_invalid"),
    ],
)
def test_draw_is_refused(published: int, seed: str | None, code: str) -> None:
    tournament = make_drawn_tournament(published=published)
    with pytest.raises(Refused) as refusal:
        draw_next_round(COMMAND_LINE, tournament, seed)
    assert refusal.value.code == code
    assert tournament.rounds.filter(published_at__isnull=False).count() == published


def test_finished_tournament_publishes_nothing_more() -> None:
    tournament = make_drawn_tournament()
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    with pytest.raises(Refused, match="tournament_finished"):
        draw_next_round(COMMAND_LINE, tournament)


@pytest.mark.alone
def test_only_the_direction_draws() -> None:
    tournament = make_tournament()
    make_entries(tournament, 4)
    for role in (Role.REFEREE, Role.TYPIST):
        with pytest.raises(PermissionDenied):
            draw_next_round(Actor(make_user(role, tournament)), tournament)
    direction = make_user(Role.DIRECTION, tournament)
    draw_next_round(Actor(direction), tournament)
    assert Draw.objects.get().user == direction


def test_journal_keeps_the_draw_with_its_seed() -> None:
    tournament = make_tournament(rounds_planned=2)
    make_entries(tournament, 4)
    draw_next_round(COMMAND_LINE, tournament, seed="Karlchen")
    entries = acts().filter(tournament=tournament)
    words = {"draw": 1, "seed": "Karlchen", "first": 1, "last": 2, "players": 4}
    assert [(entry.action, entry.data) for entry in entries] == [
        ("rounds_drawn", words),
        ("round_published", {"round": 1}),
    ]


def test_database_refuses_a_player_twice_in_a_round() -> None:
    tournament = make_drawn_tournament()
    round = round_number(tournament, 1)
    first, second = round.tables.order_by("number")[:2]
    moved = second.seats.get(position=1)
    moved.entry = first.seats.get(position=1).entry
    with pytest.raises(IntegrityError), transaction.atomic():
        moved.save()


def test_database_refuses_two_players_on_one_position() -> None:
    tournament = make_drawn_tournament()
    seat = Seat.objects.filter(round=round_number(tournament, 1), position=1).first()
    assert seat is not None
    seat.position = 2
    with pytest.raises(IntegrityError), transaction.atomic():
        seat.save()
