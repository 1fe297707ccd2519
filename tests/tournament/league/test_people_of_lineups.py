"""Lineups of people who were merged, or deleted, after they were handed in."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.databases import copied
from tests.factories.leagues import hand_in, make_day, make_league, names_of, play_day
from tests.factories.pages import messages_of, signed_in
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.journal.reads import journal_facts, stored_facts
from tournament.journal.rules import differences
from tournament.league.writes.days import hand_in_lineup, make_day_tournament, set_forfeit
from tournament.models import NAMELESS, DayTeam, MatchDay, Person
from tournament.permissions import COMMAND_LINE
from tournament.privacy.writes import delete_person, merge_people
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
@copied
def day() -> MatchDay:
    return MatchDay.objects.get(division__league=make_league(4, 1))


@pytest.fixture
def teams(day) -> list[DayTeam]:
    """The teams of the day, all with lineups."""
    rows = list(day.teams.select_related("team", "day").order_by("pk"))
    for each in rows:
        hand_in(each, names_of(each.team))
    return rows


def at(of: DayTeam, place: int) -> Person:
    of.refresh_from_db()
    return Person.objects.get(pk=of.lineup[place - 1])


def test_two_teams_do_not_send_one_person(day, teams) -> None:
    one, other = teams[:2]
    merge_people(COMMAND_LINE, at(one, 1), at(other, 4))
    place = [day.division.league.slug, 1, 1]
    page = signed_in().post(reverse("league-day-make", args=place), {"name": "Tag"}, follow=True)
    says = refusal("lineup_elsewhere", name=at(other, 4).name, team=one.team.name)
    assert messages_of(page) == [says]
    assert not day.tournament
    # The lineup handed in again is refused as well, another one is not.
    with pytest.raises(Refused) as refused:
        hand_in_lineup(COMMAND_LINE, other, names_of(other.team))
    assert refused.value.code == "lineup_elsewhere"
    hand_in(other, names_of(other.team, [1, 2, 3, 5]))
    assert make_day_tournament(COMMAND_LINE, day, name="Tag").entries.count() == 16


def test_a_team_does_not_send_one_person_twice(day, teams) -> None:
    (of, *_others) = teams
    merge_people(COMMAND_LINE, at(of, 1), at(of, 2))
    for act in (
        lambda: make_day_tournament(COMMAND_LINE, day, name="Tag"),
        lambda: hand_in_lineup(COMMAND_LINE, of, names_of(of.team)),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "lineup_twice"


def test_a_team_that_comes_after_all_does_not_send_who_plays_already(day, teams) -> None:
    one, other = teams[:2]
    make_day(day)
    set_forfeit(COMMAND_LINE, other, forfeited=True)
    merge_people(COMMAND_LINE, at(one, 1), at(other, 1))
    with pytest.raises(Refused) as refused:
        set_forfeit(COMMAND_LINE, other, forfeited=False)
    assert refused.value.code == "lineup_elsewhere"


def test_whose_data_was_deleted_is_no_longer_sent_nor_proposed() -> None:
    """On the first day, whose tournament is made, the place stays; on the others it is open."""
    league = make_league(4, 3, rounds_a_day=1)
    first, second, third = MatchDay.objects.filter(division__league=league).order_by("number")
    play_day(first, lambda _size: [6, 2, -2, -6])
    for of in second.teams.select_related("team", "day").order_by("pk"):
        hand_in(of, names_of(of.team))
    team = first.teams.order_by("pk").first().team
    one, other, last = (day.teams.get(team=team) for day in (first, second, third))
    delete_person(COMMAND_LINE, at(one, 2))
    seated = [bool(pk) for pk in DayTeam.objects.get(pk=other.pk).lineup]
    assert seated == [True, False, True, True]
    assert one.lineup == DayTeam.objects.get(pk=one.pk).lineup
    assert list(differences(journal_facts(None), stored_facts(None))) == []
    with pytest.raises(Refused) as refused:
        make_day_tournament(COMMAND_LINE, second, name="Tag")
    assert refused.value.code == "lineups_missing"
    second.teams.exclude(pk=other.pk).update(lineup=[])
    other.delete()
    page = signed_in().get(reverse("league-lineup", args=[league.slug, 1, 3, last.pk]))
    form = page.context["form"]
    proposed = [form[name].value() or "" for name in form.fields][:5]
    assert proposed == ["Nachname1x1, Anna1", "", "Nachname1x3, Anna3", "Nachname1x4, Anna4", ""]
    assert "N. N." not in page.content.decode()


def test_a_deleted_substitute_leaves_no_open_place(teams) -> None:
    """Nor does who was the last of a lineup: it is as somebody would hand it in."""
    of = teams[0]
    hand_in(of, names_of(of.team, range(1, 7)))
    fifth, sixth = at(of, 5), at(of, 6)
    delete_person(COMMAND_LINE, fifth)
    assert (at(of, 5), len(of.lineup)) == (sixth, 5)
    hand_in(of, names_of(of.team, [1, 2, 3]))
    delete_person(COMMAND_LINE, at(of, 3))
    assert (at(of, 2).first_name, len(of.lineup)) == ("Anna2", 2)


def test_a_lineup_whose_only_player_was_deleted_is_missing(teams) -> None:
    of = teams[0]
    hand_in(of, names_of(of.team, [1]))
    delete_person(COMMAND_LINE, at(of, 1))
    of.refresh_from_db()
    assert (of.lineup, of.handed_in_at) == ([], None)
    assert list(differences(journal_facts(None), stored_facts(None))) == []


def test_a_day_made_again_does_not_enter_whose_data_was_deleted_meanwhile(day, teams) -> None:
    made, of = make_day(day), teams[0]
    delete_person(COMMAND_LINE, at(of, 2))
    delete_tournament(COMMAND_LINE, made)
    with pytest.raises(Refused) as refused:
        make_day_tournament(COMMAND_LINE, day, name="Tag")
    assert refused.value.code == "lineups_missing"
    assert refused.value.params["teams"] == f"{of.team.name} (3/4)"
    page = signed_in().get(reverse("league-lineup", args=[day.division.league.slug, 1, 1, of.pk]))
    form = page.context["form"]
    assert (form["name_0"].value(), form["name_1"].value()) == (at(of, 1).list_name, "")
    hand_in(of, names_of(of.team, [1, 5, 3, 4]))
    players = make_day_tournament(COMMAND_LINE, day, name="Tag").entries
    assert (players.count(), players.filter(person__last_name=NAMELESS).count()) == (16, 0)


def test_a_team_that_comes_after_all_does_not_send_whose_data_was_deleted(day, teams) -> None:
    of = teams[0]
    set_forfeit(COMMAND_LINE, of, forfeited=True)
    made = make_day(day)
    delete_person(COMMAND_LINE, at(of, 2))
    set_forfeit(COMMAND_LINE, of, forfeited=False)
    assert made.entries.filter(team=of.team.name).count() == 3


def test_who_is_one_person_is_asked_once_for_all_teams(day, teams) -> None:
    with CaptureQueriesContext(connection) as asked:
        make_day_tournament(COMMAND_LINE, day, name="Tag")
    merged = [each for each in asked.captured_queries if 'same_as_id" IS NOT NULL' in each["sql"]]
    assert len(merged) == 1
