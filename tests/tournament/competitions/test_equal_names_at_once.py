"""Two windows make a competition of one name at the same moment, on a real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.http import HttpResponse
from django.urls import reverse

from tests.factories.pages import signed_in
from tests.factories.visitor import forms_of
from tests.factories.words import refusal
from tournament.competitions import writes
from tournament.views.competitions import COMPETITIONS, Competition

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.alone,
]

TEAMS = "\n".join(("Asse", "Buben", "Damen", "Könige"))
TYPED = {"name": ["Herbst"], "season": ["2026"], "division-teams": [TEAMS]}
every_kind = pytest.mark.parametrize("of", COMPETITIONS, ids=lambda each: each.name)


def press_at_once(of: Competition) -> list[HttpResponse]:
    """Return the answers to two windows in which the same was typed."""
    owner, address = signed_in(), reverse(f"{of.name}-new")
    owner.raise_request_exception = False
    (form,) = [each for each in forms_of(owner.get(address)) if "name" in each.sent]

    def press(_window: int) -> HttpResponse:
        try:
            return owner.post(address, form.sent | TYPED)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as windows:
        return sorted(windows.map(press, range(2)), key=lambda answer: answer.status_code)


@every_kind
def test_the_second_of_two_equal_names_is_refused_in_words(
    of: Competition, meet: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = writes._free_slug

    def find_together(*given: object) -> str:
        meet()
        return find(*given)

    monkeypatch.setattr(writes, "_free_slug", find_together)
    made, refused = press_at_once(of)
    assert (made.status_code, refused.status_code) == (302, 422)
    (one,) = of.model.objects.all()
    told = [refusal("competition_there_already", name=str(one))]
    assert refused.context["form"].errors == {"name": told}


def test_without_the_lock_the_second_one_is_an_error(
    meet: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the test above: the purpose of the lock."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one transaction that writes at a time")
    choose = writes.free_slug

    def choose_together(*given: object) -> str:
        meet()
        return choose(*given)

    monkeypatch.setattr(writes, "lock_journal", lambda _tournament: None)
    monkeypatch.setattr(writes, "free_slug", choose_together)
    answers = press_at_once(COMPETITIONS[0])
    assert [answer.status_code for answer in answers] == [302, 500]
