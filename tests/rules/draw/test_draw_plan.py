"""Whole plans, judged by the independent verifier."""

import csv
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.draws import field, verdict, verified_quality
from tests.factories.effort import tries
from tournament.draw import DrawRequest, Entrant, Plan, Quality, UnknownMethod, draw
from tournament.draw.table_sizes import CannotSeat, table_sizes

PERFECT = Quality(
    repeat_pairs=0,
    repeat_pairs_bound=0,
    same_club_pairs=0,
    seat_imbalance=1,
    five_table_repeats=0,
)
seatable = st.integers(4, 200).filter(lambda players: players not in (6, 7, 11))


def plan_for(entrants: tuple[Entrant, ...], rounds: int, seed: str = "2026-03-07 Halle") -> Plan:
    return draw(DrawRequest(entrants, rounds, seed))


@given(
    players=seatable,
    rounds=st.integers(1, 5),
    club_sizes=st.lists(st.integers(1, 30), max_size=8),
    seed=st.text(max_size=10),
)
@settings(deadline=None, max_examples=tries(15, 30))
def test_plan_is_valid_and_measured_correctly_for_every_field(
    players: int, rounds: int, club_sizes: list[int], seed: str
) -> None:
    entrants = field(players, club_sizes)
    plan = plan_for(entrants, rounds, seed)
    assert len(plan.rounds) == rounds
    assert plan.quality == verified_quality(entrants, plan.rounds)
    assert plan.quality.seat_imbalance <= 1
    for tables in plan.rounds:
        assert tuple(len(table) for table in tables) == table_sizes(players).sizes


@pytest.mark.parametrize("players", [4, 5, 8, 9, 10, 12, 13, 14, 15])
def test_plan_for_two_or_three_tables_repeats_pairs_but_seats_all(players: int) -> None:
    entrants = field(players)
    plan = plan_for(entrants, 3)
    assert plan.quality == verified_quality(entrants, plan.rounds)
    bound = plan.quality.repeat_pairs_bound
    assert bound <= plan.quality.repeat_pairs <= 2 * bound


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5", "6", "7", "8"])
def test_plan_for_72_players_and_3_rounds_is_perfect(seed: str) -> None:
    entrants = field(72, [12, 9, 9, 7, 5, 5, 4, 4, 3, 2, 2])
    plan = plan_for(entrants, 3, seed)
    assert plan.quality == verified_quality(entrants, plan.rounds) == PERFECT


def test_plan_for_the_72_example_players_is_perfect(project: Path) -> None:
    text = (project / "fixtures/players/players-72.csv").read_text(encoding="cp1252")
    lines = list(csv.DictReader(text.splitlines(), delimiter=";"))
    entrants = tuple(Entrant(line["Nr."], line["Vereinskürzel"] or None) for line in lines)
    assert len(entrants) == 72
    plan = plan_for(entrants, 3)
    assert plan.quality == verified_quality(entrants, plan.rounds) == PERFECT


def test_plan_spreads_an_oversized_club_evenly() -> None:
    entrants = field(72, [25, 20, 10])
    figures = verdict(entrants, plan_for(entrants, 3).rounds)
    assert figures["repeat_pairs"] == 0
    assert figures["same_club_pairs"] == figures["same_club_lower_bound"] == 3 * (7 + 2)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e"])
def test_plan_for_30_players_spreads_the_two_five_tables(seed: str) -> None:
    entrants = field(30)
    plan = plan_for(entrants, 3, seed)
    assert plan.quality == verified_quality(entrants, plan.rounds) == PERFECT
    at_fives = Counter(
        person for tables in plan.rounds for table in tables if len(table) == 5 for person in table
    )
    assert sorted(at_fives.values()) == [1] * 30


def test_plan_repeats_no_fifth_seat_before_all_had_it() -> None:
    rounds = plan_for(field(17), 3).rounds
    fifths = Counter(tables[-1][4] for tables in rounds)
    assert sorted(fifths.values()) == [1, 1, 1]


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(16, 5), (20, 5), (24, 5), (28, 7), (32, 9), (36, 9), (48, 9), (144, 9), (176, 8), (1024, 9)],
)
def test_plan_for_full_four_tables_repeats_no_pair(players: int, rounds: int) -> None:
    entrants = field(players)
    plan = plan_for(entrants, rounds)
    quality = verified_quality(entrants, plan.rounds)
    assert plan.quality == quality
    assert (quality.repeat_pairs, quality.seat_imbalance) == (0, 0 if rounds == 8 else 1)


@pytest.mark.parametrize(
    ("players", "rounds"), [(21, 3), (23, 3), (26, 3), (33, 5), (73, 8), (102, 9)]
)
def test_plan_with_five_tables_avoids_repeats_where_possible(players: int, rounds: int) -> None:
    assert plan_for(field(players), rounds).quality.repeat_pairs == 0


def test_plan_lets_everybody_meet_everybody_and_sit_everywhere() -> None:
    entrants = field(24)
    opponents: set[str] = set()
    places: set[tuple[int, int]] = set()
    for seed in range(60):
        for tables in plan_for(entrants, 3, str(seed)).rounds:
            for number, table in enumerate(tables):
                if "1" in table:
                    places.add((number, table.index("1")))
                    opponents.update(table)
    assert opponents == {entrant.id for entrant in entrants}
    assert places == {(number, seat) for number in range(6) for seat in range(4)}


@pytest.mark.parametrize("players", [30, 72])
def test_plan_depends_on_the_seed_not_the_order_of_players(
    players: int,
) -> None:
    entrants = field(players, [5, 4])
    plan = plan_for(entrants, 3, "seed")
    assert plan == plan_for(entrants[::-1], 3, "seed")
    assert plan.rounds != plan_for(entrants, 3, "another seed").rounds


def test_draw_does_not_depend_on_the_hash_seed_of_the_process(project: Path) -> None:
    code = "from tests.factories.draws import drawn_by_every_method as d\nprint(d())\n"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=project,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("0", "1", "2026")[: tries(2, 3)]
    }
    (output,) = outputs
    assert output.startswith("[((('")


def test_plan_names_seed_and_method() -> None:
    plan = plan_for(field(8), 1, "Lottozahlen 3 7 12")
    assert (plan.seed, plan.method, len(plan.rounds)) == ("Lottozahlen 3 7 12", "plan", 1)


def test_plan_of_no_rounds_is_empty() -> None:
    assert plan_for(field(8), 0).rounds == ()


def test_draw_refuses_numbers_that_fit_no_tables() -> None:
    with pytest.raises(CannotSeat) as refused:
        plan_for(field(11), 3)
    assert (refused.value.nearest_lower, refused.value.nearest_higher) == (10, 12)


def test_draw_refuses_a_method_it_does_not_know() -> None:
    with pytest.raises(UnknownMethod) as refused:
        draw(DrawRequest(field(8), 1, "seed", method="by weight"))
    assert (refused.value.method, refused.value.known) == (
        "by weight",
        ("plan", "redraw", "groups", "ranked", "snake"),
    )


def test_draw_refuses_two_entrants_with_one_id() -> None:
    with pytest.raises(ValueError, match="same id"):
        plan_for((*field(7), Entrant("1")), 1)
