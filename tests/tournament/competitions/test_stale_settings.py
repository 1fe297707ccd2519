"""Two windows with the same settings: each saves what it has changed, what both have is told."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise

from tests.factories.cups import lines_of_teams, make_cup
from tests.factories.journal import acts
from tests.factories.leagues import make_league, plant_league
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rankings import plant_ranking
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_tournament
from tests.factories.visitor import forms_of
from tests.factories.words import refusal, text
from tournament.competitions.writes import create_competition
from tournament.cup.writes import Plan, enter_list
from tournament.imports.cup import read_entrants
from tournament.labels.standings import TIE_BREAK_NAMES
from tournament.league.rules import TypedTeam
from tournament.league.writes.leagues import add_division, draw_season
from tournament.models import Cup, Division, League, LeagueTeam, PointsDeduction, Ranking, Series
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

HOSTILE = "<b>Ł</b>" + "x" * 60


@dataclass(frozen=True)
class Place:
    """A page with settings: two of its fields as others and this window change them.

    now: how the stored value of the first one is told, if not as it is typed.
    """

    name: str
    make: Callable[[], Any]
    address: Callable[[], str]
    first: tuple[str, str, str]
    second: tuple[str, str]
    now: str | Promise = ""


def league_place(name: str, *place: object) -> Callable[[], str]:
    return lambda: reverse(name, args=["liga-2026-27", *place])


def undrawn_league() -> Division:
    league = create_competition(COMMAND_LINE, League, {"name": "Liga", "season": "2026/27"})
    teams = [TypedTeam(f"Mannschaft {number}") for number in range(1, 5)]
    return add_division(COMMAND_LINE, league, {"name": "1. Liga"}, teams, 2)


def ranking() -> Ranking:
    """Without a list published from it, which would keep its window."""
    one = plant_ranking(make_drawn_tournament()).ranking
    one.issues.all().delete()
    return one


TEAMS = "Mannschaft 1\r\nMannschaft 2\r\nMannschaft 3"
PLACES = [
    Place(
        "tournament",
        lambda: make_tournament("herbst"),
        lambda: reverse("settings", args=["herbst"]),
        ("place", "Hof", "Essen"),
        ("state", "Hessen"),
    ),
    Place(
        "series",
        lambda: create_competition(COMMAND_LINE, Series, {"name": "Serie"}),
        lambda: reverse("series-settings", args=["serie"]),
        ("name", HOSTILE, "Andere"),
        ("missed_points", "-5"),
    ),
    Place(
        "league",
        make_league,
        league_place("league-settings"),
        ("of_3", "9, 2, 0", "8, 2, 0"),
        ("of_4", "9, 2, 1, 0"),
    ),
    Place(
        "cup",
        lambda: make_cup(4),
        lambda: reverse("cup-settings", args=["pokal"]),
        ("chain", "best_round", "last_round"),
        ("carry_points", "on"),
        TIE_BREAK_NAMES["best_round"],
    ),
    Place(
        "ranking",
        ranking,
        lambda: reverse("ranking-settings", args=["rangliste"]),
        ("window", "12", "6"),
        ("name", "Liste"),
    ),
    Place(
        "division",
        undrawn_league,
        league_place("league-division", 1),
        ("teams", TEAMS, f"{TEAMS}\r\nNeue"),
        ("promoted", "2"),
        TEAMS.replace("\r\n", " "),
    ),
    Place(
        "days",
        make_league,
        league_place("league-days", 1),
        ("d1-date", "2026-12-24", "2026-12-25"),
        ("d1-place", "Łódź"),
        "24. Dezember 2026",
    ),
    Place(
        "stage",
        lambda: make_cup(4, go_on=1),
        lambda: reverse("cup-stage", args=["pokal", 1]),
        ("go_on", "2", "3"),
        ("per", "all"),
    ),
]


@pytest.fixture(params=PLACES, ids=lambda place: place.name)
def place(request: pytest.FixtureRequest) -> Place:
    request.param.make()
    return request.param


def form_on(page: HttpResponse, place: Place) -> dict[str, list[str]]:
    """Return what a browser sends of the form of the settings."""
    name = place.first[0]
    (form,) = (each for each in forms_of(page) if name in {**each.sent, **each.choices})
    return form.sent


def typed(sent: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return what stands in the fields."""
    fields = {name: value for name, value in sent.items() if not name.endswith(("seen", "token"))}
    return {name: [" ".join(each.split()) for each in value] for name, value in fields.items()}


def test_another_field_is_left_as_another_window_has_saved_it(place: Place) -> None:
    owner, address, (name, theirs, _mine) = signed_in(), place.address(), place.first
    early = form_on(owner.get(address), place)
    assert owner.post(address, early | {name: [theirs]}).status_code == 302
    assert owner.post(address, early | dict([place.second])).status_code == 302
    both = early | {name: [theirs], place.second[0]: [place.second[1]]}
    assert typed(form_on(owner.get(address), place)) == typed(both)


def test_what_both_windows_have_changed_is_told_and_kept_as_typed(place: Place) -> None:
    owner, address, (name, theirs, mine) = signed_in(), place.address(), place.first
    early = form_on(owner.get(address), place)
    assert owner.post(address, early | {name: [theirs]}).status_code == 302
    before = acts().count()
    page = owner.post(address, early | {name: [mine]})
    assert (page.status_code, acts().count()) == (422, before)
    told = text_of(page)
    assert told.count(refusal("settings_changed_meanwhile")) == 1
    now = text("Stored now: %(value)s", value=str(place.now or theirs))
    assert (told.count(now), "<b>" in page.content.decode()) == (1, False)
    again = form_on(page, place)
    assert typed(again) == typed(early | {name: [mine]})
    assert typed(form_on(owner.get(address), place))[name] == typed({name: [theirs]})[name]
    assert owner.post(address, again).status_code == 302
    assert typed(form_on(owner.get(address), place)) == typed(again)


def test_who_types_the_same_as_the_other_window_is_told_nothing(place: Place) -> None:
    owner, address, (name, theirs, _mine) = signed_in(), place.address(), place.first
    early = form_on(owner.get(address), place)
    for _window in range(2):
        assert owner.post(address, early | {name: [theirs]}).status_code == 302


def test_a_refused_window_still_leaves_what_it_has_not_changed(place: Place) -> None:
    """What others have saved beside it is not written back when it is sent again."""
    owner, address, (name, theirs, mine) = signed_in(), place.address(), place.first
    early = form_on(owner.get(address), place)
    other, value = place.second
    assert owner.post(address, early | {name: [theirs], other: [value]}).status_code == 302
    again = form_on(owner.post(address, early | {name: [mine]}), place)
    assert owner.post(address, again).status_code == 302
    both = early | {name: [mine], other: [value]}
    assert typed(form_on(owner.get(address), place)) == typed(both)


def test_a_team_is_renamed_in_one_window_and_gets_a_club_in_another() -> None:
    make_league()
    team, owner = LeagueTeam.objects.get(number=1), signed_in()
    address = reverse("league-team", args=["liga-2026-27", team.pk])
    seen = owner.get(address).context["form"]["seen"].value()
    sent = {"name": team.name, "club": "", "players": "", "seen": seen}
    owner.post(address, sent | {"name": "Neue Asse"})
    owner.post(address, sent | {"club": "DU ZHN", "players": "Ute Neu"})
    team.refresh_from_db()
    assert (team.name, team.club, team.players.count()) == ("Neue Asse", "DU ZHN", 1)
    page = owner.post(address, sent | {"name": "Andere", "players": "Ole Neu"})
    assert [*page.context["form"].errors] == ["name", "__all__"]
    assert (page.status_code, team.players.count()) == (422, 1)
    assert "Ole Neu" in text_of(page)


def test_what_others_have_changed_is_told_where_both_together_are_refused() -> None:
    make_league(5)
    owner, address = signed_in(), reverse("league-division", args=["liga-2026-27", 1])

    def lines_on(page: HttpResponse) -> dict[str, list[str]]:
        (form,) = (each for each in forms_of(page) if "promoted" in each.sent)
        return form.sent

    early = lines_on(owner.get(address))
    assert owner.post(address, early | {"promoted": ["3"]}).status_code == 302
    page = owner.post(address, early | {"relegated": ["3"]})
    assert page.context["form"].errors == {
        "__all__": [refusal("league_lines_cross", teams=5)],
        "promoted": [text("Stored now: %(value)s", value="3")],
    }
    again = lines_on(page)
    assert (again["promoted"], again["relegated"]) == (["1"], ["3"])
    assert owner.post(address, again).status_code == 302
    division = Division.objects.get()
    assert (division.promoted, division.relegated) == (1, 3)


def test_teams_typed_before_the_draw_are_refused_and_others_are_saved() -> None:
    division, owner = undrawn_league(), signed_in()
    place = next(each for each in PLACES if each.name == "division")
    address = place.address()
    early = form_on(owner.get(address), place)
    draw_season(COMMAND_LINE, division)
    page = owner.post(address, early | {"teams": [TEAMS]})
    assert page.status_code == 422
    assert page.context["form"].non_field_errors() == [refusal("season_is_drawn")]
    assert typed(form_on(page, place))["teams"] == [" ".join(TEAMS.split())]
    assert owner.post(address, early | {"name": ["Oberliga"]}).status_code == 302
    division.refresh_from_db()
    assert (division.name, division.teams.count()) == ("Oberliga", 4)


def test_who_plays_for_a_cup_is_refused_in_words_where_it_has_begun() -> None:
    cup = create_competition(COMMAND_LINE, Cup, {"name": "Pokal", "of": "teams"})
    owner = signed_in()
    place = next(each for each in PLACES if each.name == "cup")
    early = form_on(owner.get(place.address()), place)
    rows = read_entrants(lines_of_teams(4), of_teams=True).rows
    settings = {"name": "Vorrunde", "go_on": 2, "per": "group"}
    enter_list(COMMAND_LINE, cup, rows, settings, Plan("Pokal: Vorrunde", 1, seed="17"))
    page = owner.post(place.address(), early | {"of": ["players"]})
    assert page.context["form"].non_field_errors() == [refusal("cup_has_begun")]
    assert owner.post(place.address(), early | {"name": ["Cup"]}).status_code == 302
    cup.refresh_from_db()
    assert (cup.name, cup.of) == ("Cup", "teams")


def test_points_given_back_in_another_window_are_told() -> None:
    league = plant_league(make_tournament("herbst"))
    deduction, owner = PointsDeduction.objects.get(), signed_in()
    address = reverse("league-give-back", args=[league.slug, deduction.pk])
    owner.post(address)
    page = owner.post(address, follow=True)
    assert messages_of(page)[-1:] == [refusal("deduction_given_back")]
