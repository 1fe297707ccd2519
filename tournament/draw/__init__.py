"""The draw: who sits where, from a seed alone."""

from collections.abc import Callable
from functools import partial

from tournament.draw.by_standings import round_by_standings
from tournament.draw.byes import rounds_with_byes
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
from tournament.draw.plan import plan_rounds, redrawn_rounds
from tournament.draw.quality import measure

__all__ = [
    "BY_STANDINGS",
    "METHODS",
    "CannotDraw",
    "DrawRequest",
    "Entrant",
    "Plan",
    "Quality",
    "Round",
    "Table",
    "UnknownMethod",
    "draw",
    "measure",
]

METHODS: dict[str, Callable[[DrawRequest], tuple[Round, ...]]] = {
    "plan": plan_rounds,
    "redraw": redrawn_rounds,
    "ranked": partial(round_by_standings, snake=False),
    "snake": partial(round_by_standings, snake=True),
}
"""Every way to draw by its name; each gives the rounds for a request."""
BY_STANDINGS = ("ranked", "snake")
"""The methods that need a ranking and draw exactly the next round."""
ROUND_BY_ROUND = {**METHODS, "plan": redrawn_rounds}
"""What draws a round for the people who do not sit it out; in the next one they are others."""


def draw(request: DrawRequest) -> Plan:
    """The plan for a request; the same request gives the same plan, everywhere and always.

    Raises CannotSeat when the entrants, without those who sit out, fit no set of tables,
    CannotDraw when what is asked for contradicts itself, UnknownMethod for a method that is not
    there, and ValueError when two entrants have the same id, when a number below 0 is to sit out,
    or when another number of rounds than one is asked for by the standings.
    """
    if request.method not in METHODS:
        raise UnknownMethod(request.method, tuple(METHODS))
    _require_sense(request)
    if request.sit_out:
        rounds = rounds_with_byes(request, ROUND_BY_ROUND[request.method])
    else:
        rounds = METHODS[request.method](request)
    quality = measure(request.entrants, (*request.history, *rounds))
    return Plan(rounds, request.seed, request.method, quality)


def _require_sense(request: DrawRequest) -> None:
    if len({entrant.id for entrant in request.entrants}) < len(request.entrants):
        raise ValueError("two entrants have the same id")
    if request.sit_out < 0:
        raise ValueError("fewer than nobody cannot sit out")
    if request.method in BY_STANDINGS and request.rounds != 1:
        raise ValueError("by the standings only the next round can be drawn")
