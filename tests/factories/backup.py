"""Installations to be copied and restored."""

import pytest
from django.db import connection

from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.tournaments.writes.tournaments import create_tournament

ON_SQLITE = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own tools"),
]
"""Markers of tests that copy the database file itself."""


def begin(slug: str) -> None:
    """Create a tournament that identifies a copy."""
    create_tournament(COMMAND_LINE, slug=slug, name=slug, rounds=1)


def slugs() -> list[str]:
    """Return the slugs of the existing tournaments."""
    return sorted(Tournament.objects.values_list("slug", flat=True))
