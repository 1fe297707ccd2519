"""Two tables of a running round, and the people who decide there."""

import pytest
from django.test import Client

from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament
from tournament.models import Role, Round, Tournament


@pytest.fixture
@copied
def round() -> Round:
    return make_round(make_tournament(), sizes=(4, 4))


@pytest.fixture
def tournament(round: Round) -> Tournament:
    return round.tournament


@pytest.fixture
def referee(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.REFEREE)


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.DIRECTION)


@pytest.fixture
def typist(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.TYPIST)
