"""The page of a sheet is kept until something touches its table, and never shows what was."""

import os
import re
from random import Random

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories.acts import Acts
from tests.factories.acts_by_chance import acts_done, draw_lots_from
from tests.factories.desk import address_of, typed_totals
from tests.factories.effort import tries
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_owner, make_user
from tournament.models import GameTable, Role, SheetDraft, Tournament, User
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.shared.reads.kept import forget_all
from tournament.sheets.writes.progress import save_draft
from tournament.views import kept_pages

pytestmark = pytest.mark.django_db

SEED = os.environ.get("KREUZDAME_ACTS_SEED", "5")
COUNT = tries(36, 1000)
NUMBER = re.compile(r'name="submission" value="([-0-9a-f]{36})"')
EACH_ANSWERS_OWN = re.compile(r'(?<=value=")(?:[A-Za-z0-9]{64}|[-0-9a-f]{36})(?=")')
"""Tokens, and the number of the form."""


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    forget_all()


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn_tournament(8)


@pytest.fixture
def table(tournament: Tournament) -> GameTable:
    return round_number(tournament, 1).tables.get(number=1)


@pytest.fixture
def other(tournament: Tournament) -> GameTable:
    return round_number(tournament, 1).tables.get(number=2)


class Window:
    """A window of an account's browser."""

    def __init__(self, user: User, address: str) -> None:
        self.client, self.address, self.mark = Client(), address, ""
        self.client.force_login(user)
        self.client.cookies["csrftoken"] = "y" * 32

    def look(self) -> int:
        """Return the status of the page, asked for again."""
        page = self.client.get(self.address, headers={"If-None-Match": self.mark})
        self.mark = page.headers["ETag"]
        return page.status_code

    def number(self) -> str:
        """Return the number of the form of a whole page."""
        (found,) = NUMBER.findall(self.client.get(self.address).content.decode())
        return found


@pytest.fixture
def window(tournament: Tournament, table: GameTable) -> Window:
    return Window(make_user(Role.TYPIST, tournament), address_of(table))


def test_page_is_unchanged_by_a_sheet_of_another_table(window, table, other) -> None:
    assert [window.look(), window.look()] == [200, 304]
    submit(COMMAND_LINE, other, totals_content([6, 2, -2, -6]))
    assert window.look() == 304
    submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
    assert [window.look(), window.look()] == [200, 304]


def test_page_that_says_what_is_missing_changes_with_every_sheet(window, table, other) -> None:
    submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
    window.address += "?saved"
    assert [window.look(), window.look()] == [200, 304]
    submit(COMMAND_LINE, other, totals_content([6, 2, -2, -6]))
    assert [window.look(), window.look()] == [200, 304]


def test_page_changes_with_a_penalty_of_its_table(window, table) -> None:
    assert [window.look(), window.look()] == [200, 304]
    award_penalty(COMMAND_LINE, table, offender=1, rule="9.3.2", initials="AB")
    assert [window.look(), window.look()] == [200, 304]


def test_page_changes_with_each_draft_of_its_reader_alone(window, tournament, table) -> None:
    renate = Actor(make_user(Role.TYPIST, tournament, "Renate"))
    assert window.look() == 200
    save_draft(renate, table, "totals", {"t1": "4"}, None)
    assert window.look() == 304
    typist = User.objects.get(pk=int(window.client.session["_auth_user_id"]))
    for text in ("4", "42"):
        save_draft(Actor(typist), table, "totals", {"t1": text}, None)
        assert [window.look(), window.look()] == [200, 304]
    assert f'value="{text}"' in window.client.get(window.address).content.decode()
    SheetDraft.objects.filter(user=typist).delete()
    assert window.look() == 200


def test_each_whole_page_has_a_number_of_its_own(window, tournament, table) -> None:
    renate = Window(make_user(Role.TYPIST, tournament, "Renate"), window.address)
    numbers = [each.number() for each in (window, window, renate)]
    assert len(set(numbers)) == 3


def test_sheet_of_a_kept_page_sent_twice_is_saved_once(window, table) -> None:
    window.look()
    fields = {**typed_totals(6, 2, -2, -6), "submission": window.number()}
    for _ in range(2):
        assert window.client.post(window.address, fields).status_code == 302
    assert table.versions.count() == 1


def test_kept_page_asks_as_little_whatever_the_sheet_holds(window, table) -> None:
    counted = []
    for _ in range(2):
        window.client.get(window.address)
        with CaptureQueriesContext(connection) as queries:
            window.client.get(window.address)
        counted.append(len(queries))
        submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
    assert counted == [7, 7]


def shown(page: HttpResponse) -> tuple[int, str]:
    return page.status_code, EACH_ANSWERS_OWN.sub("", page.content.decode())


@pytest.mark.alone
def test_after_every_act_the_kept_page_is_the_one_made_from_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random, now = Random(SEED), timezone.now()
    draw_lots_from(random, monkeypatch)
    monkeypatch.setattr(kept_pages.timezone, "now", lambda: now)
    hall, client, marks = Acts(random), Client(), list[object]()
    client.force_login(make_owner("Ada"))
    wanted = ["submit_sheet", "take_sheet_back", "restore_version", "rule_table", "award_penalty"]
    keep = kept_pages.keep
    for done, name in enumerate(acts_done(hall, random, lambda: wanted, 40 * COUNT), 1):
        tables = GameTable.objects.select_related("round__tournament").order_by("-pk")[:3]
        for table in tables:
            for kind in ("rows", "totals"):
                address = f"{address_of(table)}?kind={kind}"
                kept = client.get(address)
                monkeypatch.setattr(kept_pages, "keep", lambda _kind, _key, make, **_if: make())
                assert (name, shown(kept)) == (name, shown(client.get(address)))
                monkeypatch.setattr(kept_pages, "keep", keep)
                marks.append(kept.headers.get("ETag"))
        if done >= COUNT:
            break
    assert len(set(marks)) < len(marks) * 3 // 4, "nearly every act made every page anew"
