"""Queries of commitments: the open one, and the settings of the next draw."""

from tournament.draw import BY_STANDINGS
from tournament.draw.proof.commitment import Program, Settings
from tournament.models import Commitment, Tournament
from tournament.seating.mapping import commitment_of

BY_HAND = "manual"
"""The method without lots: the direction assigns the seats."""
WITHOUT_STANDINGS = "redraw"
"""The method of round 1 where later rounds are drawn by the standings."""


def method_from(tournament: Tournament, first: int) -> str:
    """Return the method for rounds from `first` on; round 1 has no standings to go by."""
    method = tournament.draw_method
    return WITHOUT_STANDINGS if first == 1 and method in BY_STANDINGS else method


def settings_from(tournament: Tournament, first: int) -> Settings:
    """Return the tournament's settings for the draw from round `first` on."""
    return Settings(
        tournament=tournament.slug,
        rounds=tournament.rounds_planned,
        method=method_from(tournament, first),
        neighbours_apart=tournament.neighbours_apart,
        larger_tables=tournament.has_larger_tables,
    )


def open_commitment(tournament: Tournament, first: int, program: Program) -> Commitment | None:
    """Return the published commitment for a draw from round `first` on; one or two queries.

    None if there is none, or if it was made for other settings or another version of the program.
    """
    published = Commitment.objects.filter(tournament=tournament, published_at__isnull=False)
    commitment = published.select_related("draw", "tournament").order_by("-number").first()
    if commitment is None or hasattr(commitment, "draw"):
        return None
    promised = commitment_of(commitment)
    is_good = (promised.settings, promised.program) == (settings_from(tournament, first), program)
    return commitment if is_good else None
