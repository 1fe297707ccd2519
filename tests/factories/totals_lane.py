"""The totals lane in tests: what its page sends and knows, and a typist."""

import json
from collections.abc import Sequence

from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from tests.factories.browsing import signed_in
from tournament.models import GameTable, Round, User

TEN_A_SECOND = 100  # milliseconds from key to key


def send(client: Client, round: Round, totals, table: int = 1, **more: object) -> dict:
    """Return the lane's answer to the totals of a table."""
    address = reverse("totals-lane-save", args=[round.tournament.slug, round.number])
    typed = {"table": table, "totals": [str(total) for total in totals], **more}
    return client.post(address, json.dumps(typed), content_type="application/json").json()


def state_on_page(client: Client, round: Round) -> dict:
    """Return what the page knows of the round when it is opened."""
    page = client.get(reverse("totals-lane", args=[round.tournament.slug, round.number]))
    return json.loads(page.context["state"])


class Keyboard:
    """Presses keys one by one and counts them."""

    def __init__(self, page: Page, delay: float = 0) -> None:
        self.page, self.delay, self.pressed = page, delay, 0

    def press(self, key: str) -> None:
        """Press one key."""
        self.page.keyboard.press(key)
        if self.delay:
            self.page.wait_for_timeout(self.delay)
        self.pressed += 1

    def type(self, text: str) -> None:
        """Type key by key."""
        for character in text:
            self.press(character)

    def sheet(self, totals: Sequence[int], code: str = "") -> int:
        """Type a whole sheet at the proposed table; return the number of keys."""
        before = self.pressed
        self.type(code) if code else self.press("Enter")
        for total in totals[:-1]:
            self.type(str(total))
            self.press("Enter")
        self.press("Enter")
        return self.pressed - before


def lane(page: Page, typist: User, number: int = 1) -> Page:
    """Open the lane of a round in a window of this account."""
    signed_in(page, typist).goto(f"/t/herbst/rounds/{number}/totals/")
    return page


def saved(round: Round) -> dict[int, list[int]]:
    """Return the totals that count, by table."""
    tables = GameTable.objects.filter(round=round, current_version__isnull=False)
    return dict(tables.values_list("number", "current_version__totals"))
