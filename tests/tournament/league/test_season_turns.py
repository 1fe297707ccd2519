"""A season of seven teams: how evenly they are in the group of three, and what the page says."""

from collections import Counter

import pytest
from django.urls import reverse

from tests.factories.leagues import make_league
from tests.factories.pages import signed_in, text_of
from tournament.labels.league import meetings_sentence, turns_sentence
from tournament.models import DayTeam, League

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def told_on_page(league: League) -> str:
    page = signed_in().get(reverse("league", args=[league.slug]))
    (division,) = page.context["divisions"]
    assert division["meetings"] in text_of(page)
    return division["meetings"]


@pytest.mark.parametrize(
    ("days", "told"),
    [
        (6, meetings_sentence(3, 2, 3) + " " + turns_sentence(3, 3, 2, 1)),
        (7, meetings_sentence(3, 3, 3) + " " + turns_sentence(3, 3, 3, 0)),
    ],
)
def test_nobody_is_in_the_group_of_three_much_more_often(days: int, told: str) -> None:
    league = make_league(7, days)
    groups = Counter(DayTeam.objects.values_list("day", "group"))
    times = Counter(
        team
        for team, *place in DayTeam.objects.values_list("team__number", "day", "group")
        if groups[tuple(place)] == 3
    )
    assert len(times) == 7
    assert max(times.values()) - min(times.values()) == (days == 6)
    assert told_on_page(league) == told


def test_where_all_groups_are_as_large_nothing_is_said_of_it() -> None:
    assert told_on_page(make_league(8, 2)) == meetings_sentence(2, 0, 2)
