"""Zero bytes, lone surrogates, oversized numbers: no address answers them with an error 500.

Every address gets each of them in every field of its page, in the fields that only scripts send,
and in its query parameters; one that has not read the first of them gets no other. Documents and
archives are left out: they take a round, or a tick, and no text.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.db import DataError, transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.factories.addresses import Scene, parameters, patterns
from tests.factories.databases import WITH_NEIGHBOUR, begin_with
from tests.factories.effort import some_on_postgresql, tries
from tests.factories.leagues import plant_league
from tests.factories.money import make_money
from tests.factories.rankings import plant_ranking
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.strict import as_strict_as_postgresql
from tests.factories.tournaments import make_club, make_owner, make_user
from tournament.models import (
    Adjustment,
    KnownHeading,
    PlayerImport,
    PrizeAward,
    Rehearsal,
    Role,
    Series,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.calls import log_call
from tournament.referee.writes.protests import lodge_protest

pytestmark = pytest.mark.django_db

TOO_LONG = "9" * 4301
"""One digit more than Python converts to a number."""
ODD = ("a\0b", TOO_LONG, "a\ud800b", "-1", "²")
TURNS = tries(len(ODD), 1)
"""Each field gets one of them, all with `make slow`."""
NUMBERS = (-1, 10**20, 1.5, True, None, [], {})
ASKED = (
    "after",
    "by",
    "call",
    "draft",
    "kind",
    "last",
    "name",
    "next",
    "page",
    "q",
    "show",
    "tag",
    "table",
)
# Where the page of an address shows no form, or not all of its fields.
SENT = (
    "based_on",
    "here",
    "fingerprint",
    "reason",
    "table",
    "totals",
    "typed",
    "version",
    "x1-rule",
)
AROUND = {"based_on": "", "table": "", "window": "", "draft": ""}
LINES = {"l1": "13 4", "s1": "4 -4 4 -4", "time_limit": "3", "x1-initials": "KS"}
TOTALS = {"t1": "6", "t2": "2", "t3": "-2", "t4": "-6", "games_played": "24"}
GAME = {"re": "13", "re_points": "145", "dealer": "1"}
SHEETS = (
    {"kind": "rows", **AROUND, "fields": LINES},
    {"kind": "totals", **AROUND, "fields": TOTALS},
)
LANE = {
    "table": 1,
    "totals": list(TOTALS.values()),
    "code": "",
    "played": "",
    "lacking": "",
    "id": "",
    "answers": {},
}
BY_SCRIPTS = {
    "sheet-check": SHEETS,
    "sheet-draft": SHEETS,
    "sheet-doctor": SHEETS[:1],
    "sheet-value": ({"kind": "rows", **AROUND, "fields": GAME},),
    "totals-lane-save": (LANE,),
}
# One draws, and takes no text; the other's page is Django's own.
LEFT_OUT = ("draw-compare", "admin/login/")
NAMES = [
    name
    for name in patterns()
    if name not in LEFT_OUT and not name.startswith("print") and not name.endswith("-archive")
]
FORM, JSON = "application/x-www-form-urlencoded", "application/json"


@pytest.fixture(scope="module")
def _strict(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock():
        begin_with(WITH_NEIGHBOUR, None)  # as `made_once` does: there are tables
        with as_strict_as_postgresql():
            yield


@pytest.fixture(scope="module")
def scene(_strict: None, made_once: None) -> Scene:
    """A tournament with a result, a penalty, a deduction, a pending list and a known heading."""
    tournament = make_drawn_tournament(8, is_example=True, verification=VerificationRule.BLIND)
    Rehearsal.objects.create(tournament=tournament)
    round = round_number(tournament, 1)
    table = round.tables.get(number=1)
    enter_totals(table, [6, 2, -2, -6])
    told = {"offender": 1, "initials": "SR", "contained": False}
    call = log_call(COMMAND_LINE, table, paragraph="9.3.2", **told)
    lodge_protest(COMMAND_LINE, table, 2, "Renonce", call)
    entry = tournament.entries.get(number=1)
    entry.club = make_club()
    entry.save(update_fields=["club"])
    Adjustment.objects.create(entry=entry, points=-3, reason="Lärm")
    make_money(tournament)
    plant_ranking(tournament)
    PrizeAward.objects.create(tournament=tournament, entry=entry, kind="place", place=1)
    author = make_user(Role.TYPIST, tournament, "hilfe")
    PlayerImport.objects.create(tournament=tournament, user=author, file_name="liste.csv")
    KnownHeading.objects.create(title="wer", column="name", user=author)
    series = Series.objects.create(slug="serie", name="Serie")
    series.evenings.create(tournament=tournament)
    series.evenings.create(name="Früher")
    plant_league(tournament)
    return Scene(tournament, round, table)


class FieldReader(HTMLParser):
    """Collects what the forms of a page would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name, value = dict(attrs).get("name"), dict(attrs).get("value")
        if tag in ("input", "select", "textarea", "button") and name != "csrfmiddlewaretoken":
            self.fields.setdefault(name or "", value or "")


def one_of_each(names: Iterable[str]) -> list[str]:
    """Return one name of each kind: the fields of all games are read the same way."""
    return list({re.sub("[0-9]+", "", name): name for name in names}.values())


def encoded(fields: dict[str, str]) -> str:
    """Return a form as a browser sends it, and as a malicious one does."""

    def quoted(text: str) -> str:
        return quote(text.encode(errors="surrogatepass"))

    return "&".join(f"{quoted(name)}={quoted(text)}" for name, text in fields.items())


@pytest.fixture
def has_read(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What the program has read of requests since this was emptied: "GET", "POST"."""
    read: set[str] = set()

    def noted(name: str, value: Callable[[WSGIRequest], object]) -> Callable[[WSGIRequest], object]:
        def read_value(request: WSGIRequest) -> object:
            read.add(name)
            return value(request)

        return read_value

    query, form = cache(WSGIRequest.GET.func), WSGIRequest.POST
    monkeypatch.setattr(WSGIRequest, "GET", property(noted("GET", query)))
    monkeypatch.setattr(WSGIRequest, "POST", property(noted("POST", form.fget), form.fset))
    return read


def requests(
    client: Client, name: str, address: str, has_read: set[str]
) -> Iterator[tuple[str, dict]]:
    """Return method and arguments of everything that is sent to this address."""
    page = client.get(address)
    # What a paper is compressed to can read as broken HTML.
    is_page = page.get("Content-Type", "").startswith("text/html")
    usual = FieldReader(page.content.decode()).fields if is_page else {}
    has_read.clear()
    for at, odd in enumerate(ODD):
        if at == 0 or "GET" in has_read:
            yield "get", {"QUERY_STRING": encoded(dict.fromkeys(ASKED, odd))}
        if at > 0 and "POST" not in has_read:
            continue
        yield "post", {"data": encoded({**usual, **dict.fromkeys(SENT, odd)}), "content_type": FORM}
        for fields in [[field] for field in one_of_each(usual)][at % TURNS :: TURNS]:
            sent = encoded({**usual, **dict.fromkeys(fields, odd)})
            yield "post", {"data": sent, "content_type": FORM}
    for whole in BY_SCRIPTS.get(name, ()):
        sent = json.dumps({**whole, "table": "?"}).replace('"?"', TOO_LONG)
        yield "post", {"data": sent, "content_type": JSON}
        for body in [*with_one_thing_odd(whole)][::TURNS]:
            yield "post", {"data": json.dumps(body), "content_type": JSON}


def with_one_thing_odd(whole: dict) -> Iterator[dict]:
    """Return requests of a desk script with one odd value each."""
    fields = whole.get("fields", {})
    yield from ({**whole, key: odd} for key in (*whole, "submission") for odd in (*ODD, *NUMBERS))
    for odd in ODD:
        yield {**whole, "totals": [odd] * 4, "fields": {**fields, odd: "1"}}
        yield from ({**whole, "fields": {**fields, field: odd}} for field in fields)


# SQLite is as strict here as PostgreSQL.
@pytest.mark.parametrize("name", some_on_postgresql(sorted(NAMES), always=BY_SCRIPTS))
def test_odd_input_is_answered(name: str, scene: Scene, has_read: set[str]) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(make_owner())
    address, failed = scene.address(name), []
    for method, more in requests(client, name, address, has_read):
        with transaction.atomic():
            if getattr(client, method)(address, **more).status_code == 500:
                failed.append((method, str(more)[-200:]))
            transaction.set_rollback(True)
    for parameter in parameters(name) & {"number", "table", "pk"}:
        if client.get(scene.address(name, **{parameter: 10**20})).status_code == 500:
            failed.append(("get", parameter))
    assert failed[:5] == [], len(failed)


def test_texts_that_postgresql_refuses_are_noticed(scene: Scene) -> None:
    """Wherever these tests run."""
    for title in ("a\0b", "x" * 301):
        with pytest.raises(DataError), transaction.atomic():
            KnownHeading.objects.create(title=title, column="name")
