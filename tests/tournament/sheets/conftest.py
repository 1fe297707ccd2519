"""A table that waits for its sheet, and the people at the desk."""

import pytest

from tests.factories.databases import copied
from tests.factories.sheets import make_table
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import GameTable, Role
from tournament.permissions import Actor


@pytest.fixture
@copied
def table() -> GameTable:
    return make_table(make_tournament())


@pytest.fixture
def typist(table: GameTable) -> Actor:
    return Actor(make_user(Role.TYPIST, table.round.tournament))


@pytest.fixture
def direction(table: GameTable) -> Actor:
    return Actor(make_user(Role.DIRECTION, table.round.tournament))
