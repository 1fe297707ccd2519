"""Two windows save the same setting at the same moment, on a real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.factories.pages import signed_in
from tests.tournament.competitions.test_stale_settings import PLACES, Place, form_on
from tournament.forms.fields import SavesChanges

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

OF_LEAGUE = [each for each in PLACES if each.name in ("league", "division", "days")]
locked = SavesChanges.locked


@pytest.fixture(params=OF_LEAGUE, ids=lambda place: place.name)
def place(request: pytest.FixtureRequest) -> Place:
    request.param.make()
    return request.param


def save_at_once(place: Place) -> list[int]:
    """Return the answers to two windows that have changed the same field."""
    owner, address, (name, theirs, mine) = signed_in(), place.address(), place.first
    early = form_on(owner.get(address), place)

    def save(value: str) -> int:
        try:
            return owner.post(address, early | {name: [value]}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as windows:
        return sorted(windows.map(save, (theirs, mine)))


def test_second_of_two_windows_is_told_and_the_first_one_stays(
    place: Place, meet: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def meet_before(form: SavesChanges) -> Any:
        meet()
        return locked(form)

    monkeypatch.setattr(SavesChanges, "locked", meet_before)
    assert save_at_once(place) == [302, 422]


def test_without_the_lock_the_second_window_overwrites_the_first(
    place: Place, meet: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the test above: the purpose of the lock."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one transaction that writes at a time")

    def unlocked(form: SavesChanges) -> Any:
        row = type(form.instance)._default_manager.get(pk=form.instance.pk)
        meet()
        return row

    monkeypatch.setattr(SavesChanges, "locked", unlocked)
    assert save_at_once(place) == [302, 302]
