"""Reads of commitments: which is open, and how the next draw will be made."""

from tournament.draw import BY_STANDINGS
from tournament.draw.proof.commitment import Program, Settings
from tournament.models import Commitment, Tournament
from tournament.seating.mapping import commitment_of

BY_HAND = "manual"
"""The method that needs no lots: the direction says who sits where."""
WITHOUT_STANDINGS = "redraw"
"""How the first round is drawn where later ones go by the standings."""


def method_from(tournament: Tournament, first: int) -> str:
    """How rounds from `first` on are drawn: before round 1 there are no standings."""
    method = tournament.draw_method
    return WITHOUT_STANDINGS if first == 1 and method in BY_STANDINGS else method


def settings_from(tournament: Tournament, first: int) -> Settings:
    """What of the tournament decides the draw from round `first` on."""
    return Settings(
        tournament=tournament.slug,
        rounds=tournament.rounds_planned,
        method=method_from(tournament, first),
        neighbours_apart=tournament.neighbours_apart,
        larger_tables=tournament.has_larger_tables,
    )


def open_commitment(tournament: Tournament, first: int, program: Program) -> Commitment | None:
    """The published commitment that waits for a draw from round `first` on; one or two queries.

    One made for other settings, or by another version of the program, is void.
    """
    published = Commitment.objects.filter(tournament=tournament, published_at__isnull=False)
    commitment = published.select_related("draw", "tournament").order_by("-number").first()
    if commitment is None or hasattr(commitment, "draw"):
        return None
    promised = commitment_of(commitment)
    is_good = (promised.settings, promised.program) == (settings_from(tournament, first), program)
    return commitment if is_good else None
