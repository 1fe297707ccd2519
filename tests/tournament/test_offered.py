"""What a page offers, its reader may have: every link opens, no button is refused for who presses.

From the first page on every link is followed and every form is sent, empty, for each role and at
several moments of a tournament.
"""

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
import weasyprint
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse

from tests.factories.effort import chiefly
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tournament.models import Adjustment, Penalty, Role, Tournament, VerificationRule
from tournament.permissions import COMMAND_LINE
from tournament.services.rounds import close_round, end_clock, start_clock

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

ROLES = ("typist", "referee", "direction", "owner")
REFUSED = {403, 404, 405, 500}


class Offers(HTMLParser):
    """The addresses a page offers: to be opened, and to be sent to."""

    def __init__(self, address: str, page: str) -> None:
        super().__init__()
        self._address, self._action = address, ""
        self.links: set[str] = set()
        self.buttons: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self.links.add(self._whole(given["href"]))
        elif tag == "form" and given.get("method", "get") == "post":
            self.buttons.add(self._whole(given.get("action")))
        elif tag == "form" and given.get("action"):
            self.links.add(self._whole(given["action"]))
        elif tag in ("button", "input") and given.get("formaction"):
            self.buttons.add(self._whole(given["formaction"]))

    def _whole(self, address: str | None) -> str:
        return urljoin(self._address, address or self._address).partition("#")[0]


def in_preparation() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 8)
    return tournament


def running() -> Tournament:
    """One table has a result, a penalty and a deduction; the other waits; two rounds are drawn."""
    tournament = make_drawn_tournament(8, verification=VerificationRule.BLIND)
    table = round_number(tournament, 1).tables.get(number=1)
    enter_totals(table, [3, -1, -1, -1])
    Penalty.objects.create(table=table, rule="9.3.2", offender=1, points=[-3, 1, 1, 1])
    entry = tournament.entries.get(number=1)
    Adjustment.objects.create(entry=entry, points=-3, reason="Lärm")
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    return tournament


def one_round_over() -> Tournament:
    tournament = make_drawn_tournament(8, published=2)
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round)
    enter_round(round)
    end_clock(COMMAND_LINE, round, early=True)
    close_round(COMMAND_LINE, round)
    return tournament


def finished() -> Tournament:
    tournament = one_round_over()
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    return tournament


def offers_to(role: str, tournament: Tournament) -> Iterator[tuple[str, str, int]]:
    """Method, address and status of everything somebody in this role is offered."""
    user = make_owner() if role == "owner" else make_user(Role(role), tournament)
    signed_in = Client()
    signed_in.force_login(user)
    cookies = signed_in.cookies.output(header="", sep=";")
    open_links, seen = [reverse("home")], set()
    while open_links:
        address = open_links.pop()
        method, _space, path = address.rpartition(" ")
        kind = (method, of_one_kind(path))
        if kind in seen:
            continue
        seen.add(kind)
        client = Client(raise_request_exception=False)
        client.cookies.load(cookies)
        with transaction.atomic():
            answer = getattr(client, method or "get")(path)
            transaction.set_rollback(True)
        yield method or "get", path, answer.status_code
        if answer.status_code == 302:
            open_links.append(urljoin(path, answer["Location"]))
        elif not method and not answer.streaming and b"<!doctype html" in answer.content[:99]:
            offers = Offers(path, answer.content.decode())
            inside = {link for link in offers.links if is_ours(link)}
            open_links += [*sorted(inside), *(f"post {each}" for each in sorted(offers.buttons))]


def is_ours(link: str) -> bool:
    """Whether a link leads to a page of the program, not to a file or to Django's own."""
    parts = urlsplit(link)
    return not parts.netloc and not parts.path.startswith(("/admin/", "/static/"))


def of_one_kind(address: str) -> object:
    """Pages about many people are looked at for one of them; tables and rounds for each."""
    parts = urlsplit(address)
    found = resolve(parts.path)
    named = {key: value for key, value in found.kwargs.items() if key != "pk"}
    return found.view_name, tuple(named.items()), len(parts.query) > 0


@pytest.fixture(autouse=True)
def _paper_without_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a document may be had is asked here; what stands on it, by the tests of documents."""
    monkeypatch.setattr(weasyprint.HTML, "write_pdf", lambda *_given, **_named: b"%PDF-1.7")


@pytest.mark.parametrize("role", chiefly("typist", "direction", of=ROLES))
@pytest.mark.parametrize("moment", [in_preparation, running, one_round_over, finished])
def test_whatever_is_offered_may_be_had(moment, role):
    seen = list(offers_to(role, moment()))

    assert [each for each in seen if each[2] in REFUSED] == []
    names = {resolve(urlsplit(address).path).view_name for _method, address, _status in seen}
    assert {"home", "overview", "players", "password"} <= names
    assert len(seen) > 15
