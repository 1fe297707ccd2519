"""A match day is moved with its tournament, wherever that is done."""

from datetime import date

import pytest

from tests.factories.leagues import make_day, make_league
from tournament.journal.reads import journal_facts, stored_facts
from tournament.journal.rules import differences
from tournament.league.writes.leagues import set_days
from tournament.models import JournalEntry, MatchDay
from tournament.permissions import COMMAND_LINE
from tournament.tournaments.writes.tournaments import edit_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

MOVED = {"date": date(2026, 11, 21), "place": "Hamm"}


@pytest.mark.parametrize("by_league", [False, True])
def test_date_and_place_are_the_same_in_league_and_tournament(by_league: bool) -> None:
    day = MatchDay.objects.get(division__league=make_league(4, 1))
    made = make_day(day)
    if by_league:
        set_days(COMMAND_LINE, day.division, {1: MOVED})
    else:
        edit_tournament(COMMAND_LINE, made, {**MOVED, "name": "Anders"})
    for row in (day, made):
        row.refresh_from_db()
        assert {name: getattr(row, name) for name in MOVED} == MOVED
    assert JournalEntry.objects.filter(action="match_days_set").count() == 1
    assert JournalEntry.objects.filter(action="tournament_edited").count() == 1
    for of in (None, made.pk):
        assert list(differences(journal_facts(of), stored_facts(of))) == []


def test_a_day_stays_where_something_else_is_edited() -> None:
    day = MatchDay.objects.get(division__league=make_league(4, 1))
    edit_tournament(COMMAND_LINE, make_day(day), {"name": "Anders"})
    assert not JournalEntry.objects.filter(action="match_days_set").exists()
