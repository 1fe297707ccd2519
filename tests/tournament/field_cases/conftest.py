"""A series and its owner."""

import pytest
from django.test import Client

from tests.factories.evenings import make_series
from tests.factories.pages import signed_in
from tournament.models import Series


@pytest.fixture
def series() -> Series:
    return make_series()


@pytest.fixture
def owner(series: Series) -> Client:
    return signed_in()
