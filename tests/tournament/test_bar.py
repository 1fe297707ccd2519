"""The bar of a tournament's pages: each page belongs to one of the six places."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from tests.factories.addresses import parameters, patterns
from tests.factories.pages import without_tags
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tests.factories.words import text
from tournament.labels.pages import IN_MENU
from tournament.labels.rounds import PHASES, time_of_day
from tournament.models import Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.rules.phases import RoundPhase
from tournament.rounds.writes import start_clock
from tournament.shared.rules.version import VERSION
from tournament.templatetags.bar import tournament_bar
from tournament.templatetags.clock import round_clock

WITH_A_BAR = sorted(name for name in patterns() if "slug" in parameters(name))


def tabs(actor: Actor, tournament: Tournament, page: str) -> list:
    """Return the places of the bar on a page, by the name of its address."""
    request = SimpleNamespace(
        actor=actor, user=actor.user, resolver_match=SimpleNamespace(url_name=page)
    )
    return tournament_bar({"request": request}, tournament)["tabs"]


def test_every_page_lies_in_one_place(db):
    tournament = make_tournament()
    assert len(WITH_A_BAR) > 100
    for name in WITH_A_BAR:
        marked = [place for place in tabs(COMMAND_LINE, tournament, name) if place.here]
        assert (name, len(marked)) == (name, 1)
        pages = marked[0].pages
        assert (name, sum(page.here for page in pages)) == (name, bool(pages))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("totals-lane", "r"),
        ("seats-swap", "r"),
        ("seats-by-hand", "r"),
        ("plan", "r"),
        ("verification-decision", "r"),
        ("sheet", "r"),
        ("paper-of-round", "d"),
        ("round-result", "e"),
        ("player", "t"),
        ("money", "m"),
        ("prizes-edit", "m"),
        ("deduction-new", "m"),
    ],
)
def test_page_lies_where_one_looks_for_it(db, name: str, key: str):
    (marked,) = [place for place in tabs(COMMAND_LINE, make_tournament(), name) if place.here]
    assert marked.key == key


def test_menu_says_which_version_this_is(client, db):
    client.force_login(make_user())
    page = client.get(reverse("home")).content.decode()
    assert re.findall(r'<li class="version">(.*)</li>', page) == [f"Kreuzdame {VERSION}"]


def test_before_the_first_draw_only_its_role_is_led_to_the_draw(db):
    tournament = make_tournament()
    typist = Actor(make_user(Role.TYPIST, tournament))
    keys = [place.key for place in tabs(typist, tournament, "overview")]
    assert keys == ["u", "t", "e", "d", "m"]
    drawing = next(
        place for place in tabs(COMMAND_LINE, tournament, "overview") if place.key == "r"
    )
    assert drawing.url.endswith("/draw/")


@pytest.mark.parametrize(
    ("role", "names"),
    [
        (None, [*IN_MENU]),
        (Role.DIRECTION, [*IN_MENU]),
        (Role.REFEREE, ["prizes", "calls", "journal"]),
        (Role.TYPIST, ["money", "prizes", "calls", "journal"]),
    ],
)
def test_menu_has_the_rare_pages_which_the_reader_may_open(db, role: Role | None, names: list[str]):
    tournament = make_tournament()
    actor = Actor(make_user(role, tournament) if role else make_owner())
    *_others, menu = tabs(actor, tournament, "overview")
    assert [page.url for page in menu.pages] == [reverse(n, args=["herbst"]) for n in names]


def test_bar_says_that_the_round_runs_until_the_time_is_up(db, monkeypatch: pytest.MonkeyPatch):
    tournament = make_drawn_tournament(8, published=1)
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    start_clock(COMMAND_LINE, round_number(tournament, 1))

    def said() -> str:
        read_anew = Tournament.objects.get(pk=tournament.pk)
        return without_tags(render_to_string("direction/clock_bar.html", round_clock(read_anew)))

    runs, over = (str(PHASES[each]) for each in (RoundPhase.RUNNING, RoundPhase.TIME_UP))
    round = text("Round %(number)s", number=1)
    assert said().startswith(f"{round} · {runs} 1")
    end = time_of_day(now + timedelta(minutes=100))
    now += timedelta(hours=3)
    assert said() == f"{round} · {over} {text('since %(time)s', time=end)}"
