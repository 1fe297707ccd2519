"""The draw: seats of all players, determined by a seed alone."""

from collections.abc import Callable
from functools import partial

from tournament.draw.by_standings import round_by_standings
from tournament.draw.desk import seat_arrivals as seat_arrivals
from tournament.draw.model import (
    CannotDraw,
    DrawRequest,
    Entrant,
    Plan,
    Quality,
    Round,
    Table,
    UnknownMethod,
)
from tournament.draw.plan import plan_rounds, redrawn_rounds, rounds_with_byes
from tournament.draw.quality import measure
from tournament.draw.team_groups import grouped_rounds

METHODS: dict[str, Callable[[DrawRequest], tuple[Round, ...]]] = {
    "plan": plan_rounds,
    "redraw": redrawn_rounds,
    "groups": grouped_rounds,
    "ranked": partial(round_by_standings, snake=False),
    "snake": partial(round_by_standings, snake=True),
}
"""The methods by name; each returns the rounds for a request."""
ALL_AT_ONCE = ("plan", "groups")
"""The methods that draw all remaining rounds together."""
BY_STANDINGS = ("ranked", "snake")
"""The methods that need a ranking and draw exactly the next round."""
ROUND_BY_ROUND = {**METHODS, "plan": redrawn_rounds}
"""The methods that draw one round for the people without a bye, who differ in the next one."""


def draw(request: DrawRequest) -> Plan:
    """Return the plan for a request; equal requests always give equal plans, on every machine.

    Raises CannotSeat when the entrants, without byes, fit no set of tables, CannotDraw for a
    contradictory request, UnknownMethod, and ValueError for two entrants with the same id, a
    negative `sit_out`, or a number of rounds other than one by the standings.
    """
    if request.method not in METHODS:
        raise UnknownMethod(request.method, tuple(METHODS))
    if len({entrant.id for entrant in request.entrants}) < len(request.entrants):
        raise ValueError("two entrants have the same id")
    if request.sit_out < 0:
        raise ValueError("fewer than nobody cannot sit out")
    if request.method in BY_STANDINGS and request.rounds != 1:
        raise ValueError("by the standings only the next round can be drawn")
    if request.sit_out:
        rounds = rounds_with_byes(request, ROUND_BY_ROUND[request.method])
    else:
        rounds = METHODS[request.method](request)
    quality = measure(request.entrants, (*request.history, *rounds), request.groups)
    return Plan(rounds, request.seed, request.method, quality)
