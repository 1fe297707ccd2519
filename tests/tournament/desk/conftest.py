"""A table waiting for its sheet, and people at the desk with their browsers."""

import pytest
from django.test import Client

from tests.factories.pages import signed_in
from tests.factories.sheets import make_table
from tests.factories.tournaments import make_tournament
from tournament.models import GameTable, Role


@pytest.fixture
def table(db) -> GameTable:
    return make_table(make_tournament())


@pytest.fixture
def typist(table: GameTable) -> Client:
    return signed_in(table.round.tournament, Role.TYPIST)


@pytest.fixture
def referee(table: GameTable) -> Client:
    return signed_in(table.round.tournament, Role.REFEREE)


@pytest.fixture
def direction(table: GameTable) -> Client:
    return signed_in(table.round.tournament, Role.DIRECTION)
