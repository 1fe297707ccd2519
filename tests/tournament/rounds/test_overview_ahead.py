"""Before the first round the overview shows who is missing, the hall to come and the day."""

import re
from datetime import date, time

import pytest

from tests.factories import moments
from tests.factories.pages import signed_in, without_tags
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tournament.check_in.writes import check_in_player
from tournament.models import Entry, Role
from tournament.permissions import COMMAND_LINE

pytestmark = pytest.mark.django_db

T = "/t/herbst/"
SETTINGS = f"{T}settings/#id_starts_at"


def ahead(page: str) -> tuple[int, list[str], list[str]]:
    """Return how many tables are drawn, the names of who is missing, and the rows of the day."""
    names = re.search(r'class="ahead-names">(.*?)</ul>', page, re.DOTALL)
    missing = re.findall(r"<li[^>]*>(.*?)</li>", names[1], re.DOTALL) if names else []
    day = re.findall(r'class="what">(.*?)</span>', page)
    return page.count('class="spot drawn"'), [without_tags(each) for each in missing], day


def test_before_check_in_the_tables_to_come_are_drawn_and_nobody_is_missing() -> None:
    moments.registration_open()
    page = signed_in().get(T).content.decode()
    assert ahead(page) == (2, [], [])
    assert page.count(SETTINGS) == 1


def test_once_people_are_there_those_missing_are_named_with_their_notes() -> None:
    tournament = moments.registration_open()
    first, *others = tournament.entries.order_by("number")
    check_in_player(COMMAND_LINE, first, present=True)
    Entry.objects.filter(pk=others[0].pk).update(desk_note="<b>später")
    page = signed_in().get(f"{T}?part=cockpit").content.decode()
    _tables, missing, _day = ahead(page)
    assert missing == [
        f"{each.person.list_name} <b>später" if each == others[0] else each.person.list_name
        for each in others
    ]


def test_day_is_shown_as_soon_as_it_has_a_beginning() -> None:
    tournament = make_tournament(
        rounds_planned=1, date=date(2026, 11, 7), starts_at=time(10), break_minutes=0
    )
    tables, missing, day = ahead(signed_in().get(T).content.decode())
    rows = [text("Round %(number)s", number=1), text("Prize-giving")]
    assert (tables, missing, day) == (0, [], rows)
    typist = signed_in(tournament, Role.TYPIST).get(T).content.decode()
    assert (ahead(typist)[2], typist.count(SETTINGS)) == (rows, 0)


def test_nothing_of_it_stays_once_seats_are_published() -> None:
    moments.published()
    page = signed_in().get(T).content.decode()
    assert (page.count("ahead"), page.count(SETTINGS)) == (0, 0)
