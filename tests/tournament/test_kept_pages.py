"""A page cached for several readers is the same as one made for each of them."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner, make_user
from tournament.models import Role, Tournament, User
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock
from tournament.shared.reads.kept import forget_all

pytestmark = pytest.mark.django_db

PAGES = [
    "standings/",
    "players/",
    "rounds/1/",
    "rounds/1/seats/",
    "rounds/1/seats/?by=name",
    "rounds/1/result/",
    "rounds/1/board/",
    "rounds/1/board/?part=tiles",
    "rounds/2/totals/",
    "rounds/1/seats/?as=csv",
    "rounds/1/tables/1/?kind=rows",
    "rounds/2/tables/1/",
]
ROLES = [Role.DIRECTION, Role.REFEREE, Role.TYPIST, None]
"""None: an owner of the installation."""


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two rounds, the first with all sheets."""
    tournament = make_drawn_tournament(8, published=2, rounds_planned=2)
    enter_round(round_number(tournament, 1))
    return tournament


def reader(tournament: Tournament, role: Role | None, name: str) -> User:
    return make_user(role, tournament, name) if role else make_owner(name)


def opened(user: User, page: str) -> tuple[int, str]:
    """Return the page without the random part of the tokens and the numbers of forms."""
    client = Client()
    client.force_login(user)
    response = client.get(f"/t/herbst/{page}")
    text = response.content.decode()
    own = '(?<=value=")(?:[A-Za-z0-9]{64}|[-0-9a-f]{36})(?=")'
    return response.status_code, re.sub(own, "own", text)


@pytest.mark.parametrize("page", PAGES)
def test_kept_page_is_as_if_made_for_its_reader(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    # Two with the same rights, and one with each others.
    named = [("Renate", Role.DIRECTION), *(("<b>Ada</b>", role) for role in ROLES)]
    readers = [reader(tournament, role, f"{name}-{role}") for name, role in named]
    kept = [opened(user, page) for user in readers]
    fresh = []
    for user in readers:
        forget_all()
        fresh.append(opened(user, page))
    assert kept == fresh


def queries(user: User, page: str) -> int:
    client = Client()
    client.force_login(user)
    with CaptureQueriesContext(connection) as counted:
        client.get(f"/t/herbst/{page}")
    return len(counted)


def test_page_is_made_once_for_readers_with_the_same_rights(tournament: Tournament) -> None:
    first, second, typist = (
        reader(tournament, role, name)
        for role, name in ((None, "Ada"), (None, "Renate"), (Role.TYPIST, "Tom"))
    )
    made, kept = queries(first, "rounds/1/"), queries(second, "rounds/1/")
    assert (kept, made > kept) == (6, True)
    assert queries(typist, "rounds/1/") > kept + 1


def test_token_in_a_cached_page_is_valid_for_each_reader(tournament: Tournament) -> None:
    opened(reader(tournament, Role.DIRECTION, "Ada"), "rounds/2/board/")
    client = Client(enforce_csrf_checks=True)
    client.force_login(reader(tournament, Role.DIRECTION, "Renate"))
    page = client.get("/t/herbst/rounds/2/board/").content.decode()
    token = re.findall('id="board-papers".*?value="([A-Za-z0-9]{64})"', page, re.DOTALL)[0]
    sent = {"here": "1", "csrfmiddlewaretoken": token}
    assert client.post("/t/herbst/rounds/2/board/papers/", sent).status_code == 302
    assert round_number(tournament, 2).tables.get(number=1).received_at is not None


def test_clock_in_the_bar_of_a_cached_page_keeps_running(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now().replace(second=10, microsecond=0)
    monkeypatch.setattr(timezone, "now", lambda: now)
    owner = make_owner()
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    clocks, counted = [], []
    for _ in range(3):
        clocks += re.findall(r"\d+:\d\d(?=\s*</time>)", opened(owner, "rounds/2/seats/")[1])
        counted.append(queries(owner, "rounds/2/seats/"))
        now += timedelta(seconds=1)
    assert clocks == ["100:00", "99:59", "99:58"]
    assert len(set(counted)) == 1
