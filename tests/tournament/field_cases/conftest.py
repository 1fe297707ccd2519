"""A series and its owner; files are read in this process."""

import pytest
from django.test import Client

from tests.factories.evenings import make_series
from tests.factories.pages import signed_in
from tests.factories.reading import read_here
from tournament.models import Series


@pytest.fixture(autouse=True)
def _read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made of a file is the subject; the process apart is that of test_imports_apart.py."""
    read_here(monkeypatch)


@pytest.fixture
def series() -> Series:
    return make_series()


@pytest.fixture
def owner(series: Series) -> Client:
    return signed_in()
