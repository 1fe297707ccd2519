"""Kept pages: after every act they are those made from nothing."""

import os
import re
from collections import Counter, OrderedDict, defaultdict
from random import Random

import pytest
from django.test import Client

from tests.factories.acts import Acts
from tests.factories.acts_by_chance import acts_done, draw_lots_from
from tests.factories.effort import tries
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tournament.models import Role, Round, User
from tournament.permissions import Actor
from tournament.shared.reads import kept
from tournament.sheets.writes.progress import discard_draft, save_draft
from tournament.templatetags import board

pytestmark = pytest.mark.django_db(transaction=True)

SEED = os.environ.get("KREUZDAME_ACTS_SEED", "7")
COUNT = tries(30, 1500)
PAGES = ["", "seats/", "board/", "board/?view=map", "result/", "totals/"]
OF_ALL = ["", "players/", "standings/", "standings/outlook/"]
"""Of a round; of the tournament."""
TICKS = re.compile(r'(?<=data-server-now=")\d+|(?<=data-minutes-since=")(\d+">)\d+|<time.*?</time>')
"""What the browser counts on."""
TOKENS = re.compile(r'(?<=value=")[A-Za-z0-9]{64}(?=")')


class Reader:
    """A browser that keeps pages, and asks whether they are unchanged."""

    def __init__(self) -> None:
        self.client, self.user = Client(), make_owner("reader")
        self.client.cookies["csrftoken"] = "y" * 32
        self.sign_in()
        self.pages: dict[str, tuple[str, str]] = {}
        self.unchanged = 0

    def sign_in(self) -> None:
        """Sign in, also after chance has blocked the account or changed its password."""
        User.objects.filter(pk=self.user.pk).update(is_active=True)
        self.user.refresh_from_db()
        if "_auth_user_id" not in self.client.session or self.client.get("/").status_code == 302:
            self.client.force_login(self.user)

    def seen(self, address: str) -> str:
        """Return what stands on the page below the bar."""
        mark, text = self.pages.get(address, ("", ""))
        page = self.client.get(address, headers={"If-None-Match": mark} if mark else {})
        if page.status_code == 304:
            self.unchanged += 1
        else:
            assert page.status_code in (200, 404)  # nobody types a round that is not published
            text = page.content.decode()
            self.pages[address] = (page.headers.get("ETag", ""), text)
        below = text.partition('<nav class="places"')[2]
        return TICKS.sub("", TOKENS.sub("token", " ".join(below.split())))

    def seen_from_nothing(self, address: str, monkeypatch: pytest.MonkeyPatch) -> str:
        """Return what stands there if nothing is kept."""
        with monkeypatch.context() as here:
            here.setattr(kept, "_kept", defaultdict(OrderedDict))
            here.setattr(kept, "_taken", Counter())
            for writer in ("_tile_writer", "_chip_writer"):
                here.setattr(board, writer, getattr(board, writer).__wrapped__)
            before = self.pages.pop(address, None)
            unchanged = self.unchanged
            text = self.seen(address)
            self.unchanged = unchanged
            if before:
                self.pages[address] = before
            return text


def test_after_every_act_kept_pages_are_those_made_from_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = Random(SEED)
    draw_lots_from(random, monkeypatch)
    hall, reader = Acts(random), Reader()
    wanted = "submit_sheet take_sheet_back receive_sheet save_draft extend_time"
    wanted += " swap_seats edit_person edit_player"
    for done, name in enumerate(acts_done(hall, random, wanted.split, 40 * COUNT), 1):
        rounds = list(Round.objects.select_related("tournament").order_by("pk"))[-2:]
        pages = [
            f"{each.tournament.slug}/rounds/{each.number}/{page}"
            for each in rounds
            for page in PAGES
        ]
        pages += [f"{each.tournament.slug}/{page}" for each in rounds[-1:] for page in OF_ALL]
        reader.sign_in()
        for address in (f"/t/{page}" for page in pages):
            seen = reader.seen(address)
            assert (name, address, seen) == (
                name,
                address,
                reader.seen_from_nothing(address, monkeypatch),
            )
        if done >= COUNT:
            break
    assert reader.unchanged > COUNT


def test_who_begins_and_stops_typing_is_shown_at_once() -> None:
    """It stands in no journal."""
    table = make_round(make_tournament()).tables.get(number=1)
    typist = Actor(make_user(Role.TYPIST, table.round.tournament))
    reader = Reader()

    def seen() -> list[str]:
        return [reader.seen(f"/t/herbst/rounds/1/{page}") for page in PAGES[:1] + PAGES[2:4]]

    before = seen()
    save_draft(typist, table, "totals", {"t1": "6"}, None)
    typing = seen()
    discard_draft(typist, table)
    assert seen() == before
    assert [one != other for one, other in zip(before, typing, strict=True)] == [True] * 3
