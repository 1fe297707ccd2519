"""A tournament visible to phones: 16 players, one round published."""

import pytest

from tests.factories.rounds import make_drawn_tournament
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_drawn_tournament(16)
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    return tournament
