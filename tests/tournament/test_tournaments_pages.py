"""Creating, configuring, finishing and deleting a tournament on the screen."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.journal import acts
from tests.factories.pages import text_of
from tests.factories.rounds import enter_totals
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.labels.journal import setting_name
from tournament.labels.standings import TIE_BREAK_NAMES
from tournament.models import Person, Role, Tournament
from tournament.standings.rules.tie_breaks import CRITERIA

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Client:
    client = Client()
    client.force_login(make_owner())
    return client


SETTINGS = {
    "name": "Herbstturnier",
    "date": "2026-09-12",
    "place": "Köln",
    "state": "",
    "rounds_planned": "3",
    "tie_breaks_0": "last_rounds",
    "tie_breaks_1": "",
    "tie_breaks_2": "best_round",
    "draw_method": "snake",
    "neighbours_apart": "on",
    "games_four": "24",
    "games_five": "30",
    "minutes_four": "100",
    "minutes_five": "125",
    "starts_at": "",
    "break_minutes": "15",
    "prizes_at": "",
    "verification": "none",
}


def test_struck_letters_stay_in_the_slug(owner):
    typed = {"name": "Łódź und Đakovo", "rounds_planned": "3"}
    assert owner.post(reverse("tournament-new"), typed).url == "/t/lodz-und-dakovo/players/"


@pytest.mark.alone
def test_new_tournament_makes_its_slug_and_leads_to_the_players(owner):
    answer = owner.post(
        reverse("tournament-new"),
        {"name": "Kölner Größe 2026", "date": "2026-09-12", "rounds_planned": "3"},
    )
    assert answer.url == "/t/koelner-groesse-2026/players/"
    created = Tournament.objects.get()
    assert (created.name, created.date, created.rounds_planned) == (
        "Kölner Größe 2026",
        date(2026, 9, 12),
        3,
    )


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"slug": "herbst"}, "slug"),
        ({"name": "???"}, "slug"),
        ({"rounds_planned": "13"}, "rounds_planned"),
    ],
)
@pytest.mark.alone
def test_wrong_input_for_a_new_tournament_is_named(owner, typed, field):
    make_tournament("herbst")
    answer = owner.post(reverse("tournament-new"), {"name": "X", "rounds_planned": "3", **typed})
    errors = answer.context["form"].errors
    assert [*errors] == [field]
    if "slug" in typed:
        assert errors["slug"] == [refusal("tournament_exists", slug="herbst")]
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("role", [None, *Role])
def test_only_owners_see_the_page_of_a_new_tournament(role):
    client = Client()
    client.force_login(make_user(role, make_tournament()))
    assert client.get(reverse("tournament-new")).status_code == 403


def test_settings_are_shown_and_saved(owner):
    tournament = make_tournament(date=date(2026, 9, 11), tie_breaks=["best_round"])
    page = reverse("settings", args=["herbst"])
    shown = owner.get(page).content.decode()
    assert 'value="2026-09-11"' in shown
    assert '<option value="best_round" selected>' in shown

    assert owner.post(page, SETTINGS).url == page
    tournament.refresh_from_db()
    assert (tournament.date, tournament.place, tournament.tie_breaks) == (
        date(2026, 9, 12),
        "Köln",
        ["last_rounds", "best_round"],
    )
    assert (tournament.draw_method, tournament.neighbours_apart) == ("snake", True)
    changes = acts().get(action="tournament_edited").data["changes"]
    assert changes["draw_method"] == ["plan", "snake"]
    assert changes["neighbours_apart"] == [False, True]
    owner.post(page, {**SETTINGS, "tie_breaks_0": "", "tie_breaks_2": ""})
    tournament.refresh_from_db()
    assert tournament.tie_breaks == []


def selected(page: str) -> list[tuple[str, str]]:
    """Return the name of every select for equal totals, and its selection."""
    selects = re.findall(r'<select name="(tie_breaks_\d)".*?</select>', page, re.DOTALL)
    chosen = re.findall(r'name="tie_breaks_\d".*?<option value="(\w*)" selected', page, re.DOTALL)
    return list(zip(selects, chosen, strict=True))


def test_settings_offer_every_criterion_in_every_place(owner):
    chain = ["lot", "opponents", "last_round", "compulsory_solos_won"]
    tournament = make_tournament(tie_breaks=chain)
    page = reverse("settings", args=["herbst"])
    shown = owner.get(page).content.decode()
    places = [*chain, *[""] * (len(CRITERIA) - len(chain))]
    assert selected(shown) == [(f"tie_breaks_{place}", code) for place, code in enumerate(places)]
    assert all(shown.count(f'<option value="{code}"') == len(CRITERIA) for code in CRITERIA)

    typed = {"tie_breaks_1": "lot", "tie_breaks_2": "", "tie_breaks_3": "best_round"}
    assert owner.post(page, {**SETTINGS, "tie_breaks_0": "", **typed}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["lot", "best_round"]


def test_settings_refuse_a_criterion_chosen_twice(owner):
    tournament = make_tournament(tie_breaks=["best_round"])
    typed = {"tie_breaks_0": "lot", "tie_breaks_1": "", "tie_breaks_2": "lot"}
    page = owner.post(reverse("settings", args=["herbst"]), {**SETTINGS, **typed})
    assert page.context["form"].errors["tie_breaks"] == [
        text(
            "“%(criterion)s” is chosen twice. Each criterion decides once: choose another.",
            criterion=TIE_BREAK_NAMES["lot"],
        )
    ]
    shown = selected(page.content.decode())
    assert shown[:4] == [
        ("tie_breaks_0", "lot"),
        ("tie_breaks_1", ""),
        ("tie_breaks_2", "lot"),
        ("tie_breaks_3", ""),
    ]
    tournament.refresh_from_db()
    assert tournament.tie_breaks == ["best_round"]


def test_settings_refuse_unknown_criteria(owner):
    make_tournament()
    page = owner.post(reverse("settings", args=["herbst"]), {**SETTINGS, "tie_breaks_1": "dice"})
    assert list(page.context["form"].errors) == ["tie_breaks"]


@pytest.mark.parametrize(("stored", "kept"), [(["dice", "lot"], "lot"), (7, ""), ({"a": 1}, "")])
def test_settings_name_stored_criteria_they_do_not_know(owner, stored, kept):
    make_tournament(tie_breaks=stored)
    page = owner.get(reverse("settings", args=["herbst"]))
    unknown = text(
        "Setting “%(field)s”: the program does not know what is stored: %(found)s.",
        field=setting_name("tie_breaks"),
        found=stored,
    )
    assert unknown in text_of(page)
    assert selected(page.content.decode())[0] == ("tie_breaks_0", kept)


def test_refused_settings_stay_in_the_form_and_out_of_the_bar(owner):
    make_tournament()
    page = reverse("settings", args=["herbst"])
    answer = owner.post(page, {**SETTINGS, "name": "Anders", "rounds_planned": "0"})
    assert list(answer.context["form"].errors) == ["rounds_planned"]
    assert answer.context["tournament"].name == "Herbstturnier"
    assert 'value="Anders"' in answer.content.decode()


def test_finishing_too_early_says_why_and_resuming_works(owner):
    tournament = make_tournament()
    page = reverse("tournament-finish", args=["herbst"])
    answer = owner.post(page)
    assert answer.status_code == 422
    nothing_played = "No round has been played yet: the tournament ends without a result."
    assert text(nothing_played) in text_of(answer)
    owner.post(page, {"reason": "Keiner kam"})
    assert text("It ended without a result.") in text_of(owner.get(page))
    owner.post(reverse("tournament-resume", args=["herbst"]))
    tournament.refresh_from_db()
    assert tournament.status == "running"


def test_reason_for_finishing_stays_where_others_enter_or_finish_meanwhile(owner):
    round = make_round(make_tournament())
    enter_totals(round.tables.get(number=1), [6, 2, -2, -6])
    page = reverse("tournament-finish", args=["herbst"])
    answer = owner.post(page, {"reason": "Strom weg"})
    assert answer.status_code == 422
    assert 'name="reason" value="Strom weg"' in answer.content.decode()
    Tournament.objects.filter(slug="herbst").update(status=Tournament.Status.FINISHED)
    answer = text_of(owner.post(page, {"reason": "Strom weg"}))
    assert (answer.count(refusal("tournament_finished")), answer.count("Strom weg")) == (1, 1)


@pytest.mark.alone
def test_deletion_names_the_losses_and_requires_the_slug(owner):
    make_entries(make_tournament(), 3)
    page = reverse("tournament-delete", args=["herbst"])
    nowhere_else = "%(count)s of them entered nowhere else"
    lost = text(nowhere_else, nowhere_else, 3, count=3)
    assert f"3 Teilnehmer, {lost}" in text_of(owner.get(page))

    answer = owner.post(page, {"slug": "Herbst"})
    assert answer.context["form"].errors == {
        "slug": [text("The short name is “%(slug)s”.", slug="herbst")]
    }
    assert Tournament.objects.count() == 1

    assert owner.post(page, {"slug": "herbst"}).url == reverse("home")
    assert (Tournament.objects.count(), Person.objects.count()) == (0, 0)
    assert acts().get().action == "tournament_deleted"
