"""The match days of a season are drawn once, in however many windows they are asked for."""

import pytest

from tests.factories.leagues import make_league
from tournament.errors import Refused
from tournament.league.writes.leagues import draw_season
from tournament.models import DayTeam
from tournament.permissions import COMMAND_LINE

pytestmark = pytest.mark.django_db


def groups() -> list[tuple[int, int, int]]:
    return sorted(DayTeam.objects.values_list("day", "team", "group"))


def test_a_season_that_is_drawn_stays_as_it_is() -> None:
    division = make_league(teams=8, days=3).divisions.get()
    before = groups()
    with pytest.raises(Refused) as refused:
        draw_season(COMMAND_LINE, division, "another")
    assert (refused.value.code, groups()) == ("season_is_drawn", before)
