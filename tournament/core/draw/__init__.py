"""The draw: who sits where, from a seed alone."""

from tournament.core.draw.model import (
    CannotDraw,
    DrawRequest,
    Entrant,
    Plan,
    Quality,
    Round,
    Table,
    UnknownMethod,
)
from tournament.core.draw.plan import plan_rounds
from tournament.core.draw.quality import measure
from tournament.core.draw.ranked import ranked_round, snake_round
from tournament.core.draw.redraw import redrawn_rounds

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

METHODS = {
    "plan": plan_rounds,
    "redraw": redrawn_rounds,
    "ranked": ranked_round,
    "snake": snake_round,
}
"""Every way to draw by its name; each gives the rounds for a request."""
BY_STANDINGS = ("ranked", "snake")
"""The methods that need a ranking and draw exactly the next round."""


def draw(request: DrawRequest) -> Plan:
    """The plan for a request; the same request gives the same plan, everywhere and always.

    Raises CannotSeat when the entrants fit no set of tables, CannotDraw when what is asked for
    contradicts itself, UnknownMethod for a method that is not there, and ValueError when two
    entrants have the same id.
    """
    if request.method not in METHODS:
        raise UnknownMethod(request.method, tuple(METHODS))
    rounds = METHODS[request.method](request)
    quality = measure(request.entrants, (*request.history, *rounds))
    return Plan(rounds, request.seed, request.method, quality)
