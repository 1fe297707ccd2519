"""Installations to be copied and restored."""

from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.services.tournaments import create_tournament


def begin(slug: str) -> None:
    """A tournament by which a copy is known."""
    create_tournament(COMMAND_LINE, slug=slug, name=slug, rounds=1)


def slugs() -> list[str]:
    """The tournaments that are there."""
    return sorted(Tournament.objects.values_list("slug", flat=True))
