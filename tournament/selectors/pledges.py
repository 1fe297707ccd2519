"""Reads of commitments: which is open, and how the next draw will be made."""

from tournament.core.draw import BY_STANDINGS
from tournament.core.draw.proof import Program
from tournament.models import Pledge, Tournament

BY_HAND = "manual"
"""The method that needs no lots: the direction says who sits where."""
WITHOUT_STANDINGS = "redraw"
"""How the first round is drawn where later ones go by the standings."""


def method_from(tournament: Tournament, first: int) -> str:
    """How rounds from `first` on are drawn: before round 1 there are no standings."""
    method = tournament.draw_method
    return WITHOUT_STANDINGS if first == 1 and method in BY_STANDINGS else method


def open_pledge(tournament: Tournament, first: int, program: Program) -> Pledge | None:
    """The published pledge that waits for a draw from round `first` on; one or two queries.

    One made for other settings, or by another version of the program, is void.
    """
    published = Pledge.objects.filter(tournament=tournament, published_at__isnull=False)
    pledge = published.select_related("draw").order_by("-number").first()
    if pledge is None or hasattr(pledge, "draw"):
        return None
    promised = (pledge.rounds, pledge.method, pledge.program_version, pledge.program_code)
    due = (
        tournament.rounds_planned,
        method_from(tournament, first),
        program.version,
        program.code,
    )
    return pledge if promised == due else None
