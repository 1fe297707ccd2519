"""The draw: who sits where, from a seed alone."""

from tournament.core.draw.model import (
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

__all__ = [
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

METHODS = {"plan": plan_rounds}
"""Every way to draw by its name; each gives the rounds for a request."""


def draw(request: DrawRequest) -> Plan:
    """The plan for a request; the same request gives the same plan, everywhere and always.

    Raises CannotSeat when the entrants fit no set of tables, UnknownMethod for a method that is
    not there, ValueError when two entrants have the same id.
    """
    if request.method not in METHODS:
        raise UnknownMethod(request.method, tuple(METHODS))
    if len({entrant.id for entrant in request.entrants}) < len(request.entrants):
        raise ValueError("two entrants have the same id")
    rounds = METHODS[request.method](request)
    quality = measure(request.entrants, (*request.history, *rounds))
    return Plan(rounds, request.seed, request.method, quality)
