"""Fields for the draw, and the independent verdict on a plan."""

from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any

from tests.rules.verify_seating import check
from tournament.draw import BY_STANDINGS, METHODS, DrawRequest, Entrant, Quality, Round, draw
from tournament.draw.randomness import seeded, shuffled
from tournament.draw.repair import repaired

plan_once = cache(draw)
"""What was drawn once is not drawn again: equal requests have equal plans."""

KNOWN_REPEATS = [
    (20, 6, 6),
    (20, 7, 20),
    (20, 8, 50),
    (20, 9, 80),
    (24, 8, 18),
    (24, 9, 48),
    (33, 8, 5),
    (34, 8, 6),
    (35, 8, 8),
    (33, 9, 15),
    (34, 9, 25),
    (35, 9, 27),
]
"""People, rounds, and the most repeated pairs of the known plan."""


def field(players: int, club_sizes: Sequence[int] = ()) -> tuple[Entrant, ...]:
    """Return entrants 1, 2, 3 ...; the first ones in clubs of these sizes, the others in none."""
    clubs = [f"C{club}" for club, size in enumerate(club_sizes) for _ in range(size)]
    clubs += [""] * (players - len(clubs))
    return tuple(
        Entrant(str(number), club or None) for number, club in enumerate(clubs[:players], start=1)
    )


def shuffled_clubs(players: int) -> tuple[Entrant, ...]:
    """Return entrants all in clubs: the largest has 25 or a quarter, the k-th a k-th of that."""
    order = shuffled(range(1, players + 1), seeded("clubs"))
    largest = min(25, players // 4)
    clubs: dict[int, str] = {}
    for club in count(1):
        for _ in range(max(1, round(largest / club))):
            if not order:
                return tuple(
                    Entrant(str(number), clubs[number]) for number in range(1, players + 1)
                )
            clubs[order.pop()] = f"C{club}"
    raise AssertionError


def drawn_by_every_method() -> list[tuple[Round, ...]]:
    """Return plans of all kinds, which must be the same wherever they are drawn.

    Those by the standings search for a second whatever the field, so only one field has them: 30
    sit at fours and at fives.
    """
    plans = []
    for players in (25, 30, 40):
        entrants = field(players, [6, 5])
        first = draw(DrawRequest(entrants, 3, "seed"))
        plans.append(first.rounds)
        ranking = tuple(entrant.id for entrant in reversed(entrants))
        for method in METHODS:
            if method == "groups" or (method in BY_STANDINGS and players != 30):
                continue
            request = DrawRequest(entrants, 1, "seed", method, first.rounds, ranking)
            plans.append(draw(request).rounds)
        plans.append(repaired(entrants, (), first.rounds, leaving=["1"]).rounds)
    teams = [("A", "B", "C", "D"), ("E", "F", "G")]
    of_teams = tuple(
        Entrant(f"{team}{number}", team=team)
        for group in teams
        for team in group
        for number in range(4)
    )
    plans.append(draw(DrawRequest(of_teams, 5, "seed", "groups", groups=tuple(teams))).rounds)
    return plans


def verdict(
    entrants: Sequence[Entrant],
    rounds: Sequence[Round],
    stays: dict[str, dict[str, int]] | None = None,
) -> dict[str, Any]:
    """Return the independent verifier's figures for a valid plan; fail with its errors otherwise.

    `stays` gives the first (`from`) and last (`to`) round of those not in all of them.
    """
    players = [
        {
            "id": entrant.id,
            "club": entrant.club,
            "team": entrant.team,
            "table": entrant.table,
            **(stays or {}).get(entrant.id, {}),
        }
        for entrant in entrants
    ]
    errors, figures = check({"players": players, "rounds": rounds})
    assert errors == []
    return figures


def verified_quality(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> Quality:
    """Return the quality of a valid plan, by the independent verifier."""
    return quality_of(verdict(entrants, rounds))


def quality_of(figures: dict[str, Any]) -> Quality:
    return Quality(
        repeat_pairs=figures["repeat_pairs"],
        repeat_pairs_bound=figures["repeat_lower_bound"],
        same_club_pairs=figures["same_club_pairs"],
        seat_imbalance=figures["seat_imbalance_max"],
        five_table_repeats=figures["five_table_excess"],
    )
