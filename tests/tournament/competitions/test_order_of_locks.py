"""Acts on competitions lock in one order, the journal last: of two at once neither waits for ever.

On SQLite nothing is locked row by row, so the order in which rows are asked for is looked at.
"""

from functools import partial
from types import SimpleNamespace

import pytest
from django.db.models import Model, QuerySet
from django.urls import reverse

from tests.factories.cups import make_cup, row_of_stage
from tests.factories.leagues import hand_in, make_day, make_league, names_of
from tests.factories.pages import signed_in
from tests.factories.tournaments import make_club, make_entries, make_tournament
from tests.factories.visitor import forms_of
from tournament.competitions.writes import create_competition, delete_competition, edit_competition
from tournament.journal import writes
from tournament.models import (
    Cup,
    Division,
    Entry,
    JournalEntry,
    JournalHead,
    League,
    LeagueTeam,
    MatchDay,
    Person,
    Ranking,
    Series,
    SeriesEvening,
    Tournament,
)
from tournament.people.reads.players import player_data
from tournament.people.writes.people import edit_person, merge_clubs
from tournament.people.writes.players import edit_player
from tournament.permissions import COMMAND_LINE
from tournament.privacy.writes import (
    delete_person,
    merge_people,
    set_person_details,
    take_back_consent,
)
from tournament.series.writes import add_evening, remove_evening
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

ORDER = (
    *(Cup, Series, Ranking, League, Division, MatchDay, SeriesEvening, Tournament, LeagueTeam),
    Person,
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The models whose rows are locked from now on, and the head of the installation's journal."""
    found: list[str] = []
    ask = QuerySet.select_for_update

    def noted(rows: QuerySet, **options: object) -> QuerySet:
        found.append(rows.model.__name__)
        return ask(rows, **options)

    head = writes._HEAD  # whose SQL is written once

    def noted_head(*tournament: int) -> JournalHead | None:
        found.extend([] if tournament else ["JournalHead"])
        return head.one(*tournament)

    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    monkeypatch.setattr(writes, "_HEAD", SimpleNamespace(one=noted_head))
    return found


def in_order(asked: list[str], *models: type[Model]) -> bool:
    """Whether these are locked, in this order, before the journals."""
    wanted = [each.__name__ for each in ORDER if each in models]
    found = [each for each in dict.fromkeys(asked) if each in {*wanted, "JournalHead"}]
    return found == [*wanted, "JournalHead"]


def test_a_league_is_deleted_as_its_days_are_played(asked) -> None:
    league = make_league(4, 1)
    make_day(MatchDay.objects.get())
    asked.clear()
    delete_competition(COMMAND_LINE, league)
    assert in_order(asked, League, Division, MatchDay, Tournament, LeagueTeam)


def test_the_points_of_a_league_are_changed_as_divisions_are_added(asked) -> None:
    league = make_league(4, 1)
    make_day(MatchDay.objects.get())
    asked.clear()
    edit_competition(COMMAND_LINE, league, {"name": "Liga", "minimum_rounds": 3})
    assert in_order(asked, League, MatchDay, Tournament)


@pytest.mark.parametrize("model", [Cup, Series, Ranking])
def test_one_is_deleted_as_others_act_on_it(asked, model: type[Model]) -> None:
    one = create_competition(COMMAND_LINE, model, {"name": "Eine"})
    asked.clear()
    delete_competition(COMMAND_LINE, one)
    assert in_order(asked, model)


def test_an_evening_is_removed_as_it_is_edited(asked) -> None:
    series = create_competition(COMMAND_LINE, Series, {"name": "Serie"})
    evening = add_evening(COMMAND_LINE, series, make_tournament())
    asked.clear()
    remove_evening(COMMAND_LINE, evening)
    assert in_order(asked, SeriesEvening)


def test_a_tournament_is_deleted_as_what_it_is_part_of_goes_on(asked) -> None:
    cup = make_cup(players=8)
    asked.clear()
    delete_tournament(COMMAND_LINE, row_of_stage(cup).tournament)
    assert in_order(asked, Cup, MatchDay, SeriesEvening, Tournament)


@pytest.mark.parametrize(
    ("name", "typed", "models"),
    [
        ("settings", {"date": "2026-12-01"}, [MatchDay, Tournament]),
        ("league-team", {"name": "Asse"}, [MatchDay, Tournament, LeagueTeam]),
    ],
    ids=["tournament", "team"],
)
def test_a_page_of_settings_locks_as_the_act_that_it_sends(
    asked, name: str, typed: dict[str, str], models: list[type[Model]]
) -> None:
    league = make_league(4, 1)
    made = make_day(MatchDay.objects.get())
    team = LeagueTeam.objects.order_by("pk").first()
    place = [made.slug] if name == "settings" else [league.slug, team.pk]
    owner, address = signed_in(), reverse(name, args=place)
    (form,) = (each for each in forms_of(owner.get(address)) if {*typed} <= {*each.sent})
    asked.clear()
    assert owner.post(address, form.filled(typed)).status_code == 302
    assert in_order(asked, *models)


def test_a_person_is_deleted_as_people_are_edited(asked) -> None:
    """Days, people, the journals of tournaments, then the one of the installation."""
    make_league(4, 2)
    first, second = MatchDay.objects.order_by("number")
    made, of = make_day(first), second.teams.order_by("pk").first()
    hand_in(of, names_of(of.team))
    asked.clear()
    delete_person(COMMAND_LINE, Person.objects.get(pk=of.lineup[0]))
    assert asked[:4] == ["MatchDay", "Tournament", "Tournament", "Person"]  # of days, of entries
    told = JournalEntry.objects.order_by("-pk").values_list("tournament", "action")[:3]
    assert [*told] == [
        (None, "person_deleted"),
        (None, "lineup_handed_in"),
        (made.pk, "person_deleted"),
    ]


def test_people_are_changed_as_players_are(asked) -> None:
    """Tournaments before people: a player's act holds its tournament when it writes the person."""
    (one,), (other,) = (make_entries(make_tournament(slug=slug), 1) for slug in ("eins", "zwei"))
    stays, goes = one.person, other.person
    for change in (
        partial(edit_person, COMMAND_LINE, stays, {"last_name": "Neu"}),
        partial(set_person_details, COMMAND_LINE, stays, publish_name=True, birth_year="1950"),
        partial(take_back_consent, COMMAND_LINE, stays),
        partial(merge_people, COMMAND_LINE, stays, goes),
    ):
        asked.clear()
        change()
        assert asked[:2] == ["Tournament", "Person"]


def test_clubs_are_merged_with_all_their_tournaments_held(asked) -> None:
    stays, goes = make_club("DU", "Duisburg"), make_club("E", "Essen")
    for slug in ("eins", "zwei"):
        make_entries(make_tournament(slug=slug), 1)
    Entry.objects.update(club=goes)
    asked.clear()
    merge_clubs(COMMAND_LINE, stays, goes)
    assert asked == ["Tournament", "JournalHead"]


def test_pages_hold_all_tournaments_of_somebody_before_they_act(monkeypatch) -> None:
    """Otherwise two desks that enter people known from each other’s tournament wait for ever."""
    held: list[tuple[str, set[int], int]] = []
    ask = QuerySet.select_for_update

    def noted(rows: QuerySet, **options: object) -> QuerySet:
        pks = {*rows.values_list("pk", flat=True)}
        held.append((rows.model.__name__, pks, JournalEntry.objects.count()))
        return ask(rows, **options)

    make_tournament(slug="drei")
    here, there = make_tournament(slug="zwei"), make_tournament(slug="eins")
    (one,) = make_entries(there, 1)
    Person.objects.update(publish_name=True, first_name="Ole", last_name="Adler")
    owner, name = signed_in(), {"last_name": "Adler", "first_name": "Ole"}
    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    for page, place, typed in (
        ("player-new", ["zwei"], name),
        ("player-edit", ["eins", one.pk], {**name, "number": one.number, "publish_name": "on"}),
        ("person", [one.person_id], {**name, "linked": here.pk}),
    ):
        held.clear()
        before = JournalEntry.objects.count()
        assert owner.post(reverse(page, args=place), typed).status_code == 302
        assert held[0] == ("Tournament", {here.pk, there.pk}, before)
        entries = JournalEntry.objects.order_by("-pk").values_list("action", flat=True)[:2]
        assert "person_details_set" in entries
    assert here.entries.get().person_id == one.person_id


def test_nothing_is_held_elsewhere_where_nothing_changes(asked) -> None:
    (entry,) = make_entries(make_tournament(slug="eins"), 1)
    Person.objects.update(publish_name=False)
    person, player = entry.person, player_data(entry)
    for change in (
        partial(edit_person, COMMAND_LINE, person, {"last_name": person.last_name}),
        partial(set_person_details, COMMAND_LINE, person, publish_name=False, email=""),
        partial(take_back_consent, COMMAND_LINE, person),
        partial(edit_player, COMMAND_LINE, entry, player, entry.number + 1),
    ):
        asked.clear()
        change()
        assert not {"Tournament", "Person"} & {*asked}
