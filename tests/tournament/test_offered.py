"""Everything a page offers is permitted: every link opens, no button is refused to its reader.

From the first page on every link is followed and every form is sent, empty, for each role and at
several moments of a tournament.
"""

from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import product
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import resolve, reverse

from tests.factories.effort import chiefly, tries
from tests.factories.moments import all_rounds_closed
from tests.factories.money import make_money
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tournament.models import (
    Adjustment,
    Epoch,
    OtherComputer,
    Penalty,
    Role,
    Series,
    Tournament,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.prizes.writes import assign_prizes
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.stage.writes import let_screens_in
from tournament.standby.standing import refresh

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.usefixtures("blank_papers")]

Way = OtherComputer.Way
ROLES = ("typist", "referee", "direction", "owner")
REFUSED = {403, 404, 405, 500}


class Offers(HTMLParser):
    """The addresses a page offers: to open, and to send to."""

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


MOMENTS = (in_preparation, running, one_round_over, finished)


def with_prizes_and_a_series() -> Tournament:
    """Fees, a pool, a counted till, assigned prizes; an evening of a series; screens."""
    tournament = all_rounds_closed()
    make_money(tournament)
    assign_prizes(COMMAND_LINE, tournament)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.FINISHED)
    tournament.group_rankings.create(kind="club", best=2)
    series = Series.objects.create(slug="kneipe", name="Kneipenabende", dropped=1)
    series.evenings.create(tournament=tournament)
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 1)
    let_screens_in(COMMAND_LINE, tournament)
    return tournament


def with_money_while_playing() -> Tournament:
    """The same before the end: somebody has paid, prizes are calculated and not assigned."""
    tournament = running()
    make_money(tournament)
    series = Series.objects.create(slug="kneipe", name="Kneipenabende")
    series.evenings.create(tournament=tournament)
    return tournament


def stand_beside(way: str) -> None:
    """Set how this computer stands to another one, where nobody answers."""
    Epoch.objects.update_or_create(pk=1, defaults={"number": 2, "key": "k" * 64})
    OtherComputer.objects.create(
        way=way, url="http://127.0.0.1:9", code="k7mxp2qd9hfct3wzb6ne", epoch=1
    )
    refresh()


def anywhere(_link: str) -> bool:
    return True


def outside(link: str) -> bool:
    return not within(link)


def within(link: str) -> bool:
    """Return whether a link leads to a page of a tournament."""
    return "/t/" in link


def offers_to(
    role: str, tournament: Tournament, way: str = "", *, go: Callable[[str], bool] = anywhere
) -> Iterator[tuple[str, str, int]]:
    """Return method, address and status of everything offered to this role, where to `go`.

    Beside another computer, if a `way` says how this one stands to it.
    """
    user = make_owner() if role == "owner" else make_user(Role(role), tournament)
    signed_in = Client()
    signed_in.force_login(user)
    if way:  # where another one counts nobody could be given a role
        stand_beside(way)
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
        client.handler = signed_in.handler  # which has read all middleware
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
            found = [*sorted(inside), *(f"post {each}" for each in sorted(offers.buttons))]
            open_links += filter(go, found)


def is_ours(link: str) -> bool:
    """Return whether a link leads to a page of the program, not to a file or to Django's own."""
    parts = urlsplit(link)
    return not parts.netloc and not parts.path.startswith(("/admin/", "/static/"))


@cache
def of_one_kind(address: str) -> object:
    """Keep one of the pages about many people; tables and rounds all."""
    parts = urlsplit(address)
    found = resolve(parts.path)
    named = {key: value for key, value in found.kwargs.items() if key != "pk"}
    return found.view_name, tuple(named.items()), len(parts.query) > 0


# The other moment: beside another computer, below.
@pytest.mark.parametrize("role", chiefly("typist", "direction", of=ROLES))
@pytest.mark.parametrize(
    "moment",
    chiefly(with_prizes_and_a_series, of=[with_prizes_and_a_series, with_money_while_playing]),
)
def test_money_and_series_pages_offer_only_what_is_permitted(moment, role):
    assert_may_be_had([*offers_to(role, moment())])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a second computer is for SQLite alone")
@pytest.mark.parametrize(
    ("way", "role"),
    chiefly((Way.FOLLOWER, "typist"), (Way.FIRST, "direction"), of=product(Way, ROLES)),
)
def test_offers_beside_another_computer_are_permitted(way, role):
    """Where another one counts, an act is refused with a message (503): no role can change that."""
    tournament = with_money_while_playing()
    assert_may_be_had([*offers_to(role, tournament, way, go=tries(within, anywhere))])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a second computer is for SQLite alone")
@pytest.mark.parametrize("way", [Way.FIRST, Way.SUCCESSOR, Way.PREDECESSOR])
def test_owner_is_offered_what_is_permitted_beside_another_computer(way):
    """Outside tournaments: in one it stands to the other computer as follower or first."""
    seen = [*offers_to("owner", with_money_while_playing(), way, go=outside)]
    assert [each for each in seen if each[2] in REFUSED] == []
    assert {"standby", "backup", "accounts"} <= view_names(seen)


# To a typist a tournament that is not drawn offers what it offers everybody. One that is finished
# offers what it does with prizes, above, and one that runs what it does with money.
@pytest.mark.parametrize(
    ("moment", "role"),
    chiefly(
        *((in_preparation, "direction"), (one_round_over, "direction"), (finished, "owner")),
        *((each, "typist") for each in (running, one_round_over)),
        of=product(MOMENTS, ROLES),
    ),
)
def test_all_offers_are_permitted(moment, role):
    """Everywhere before the draw; outside of tournaments the others offer the same."""
    go = tries(anywhere if moment is in_preparation else within, anywhere)
    assert_may_be_had([*offers_to(role, moment(), go=go)])


def assert_may_be_had(seen: list[tuple[str, str, int]]) -> None:
    """Assert that nothing offered is refused, and enough was offered."""
    assert [each for each in seen if each[2] in REFUSED] == []
    assert {"home", "overview", "players"} <= view_names(seen)
    assert len(seen) > 15


def view_names(seen: list[tuple[str, str, int]]) -> set[str]:
    return {resolve(urlsplit(address).path).view_name for _method, address, _status in seen}
