"""A new tournament, its settings and its rules say while one types what the day will be."""

from typing import Any

import pytest
from django.test import Client

from tests.factories.pages import signed_in
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import refusal, text
from tests.tournament.test_tournaments_pages import SETTINGS
from tournament.models import JournalEntry, Tournament
from tournament.views.direction.planned_days import EXAMPLES, Length, SizeLine

pytestmark = [pytest.mark.django_db, pytest.mark.alone]
NEW = "/tournaments/new/"


@pytest.fixture
def owner() -> Client:
    return signed_in()


def said(page: Any) -> Any:
    assert page.status_code == 200
    return page.context


def new(client: Client, **typed: object) -> Any:
    return said(client.get(NEW, {"part": "answer", "rules": "ddv", "rounds_planned": 3, **typed}))


def hours(hours: int, minutes: int) -> str:
    return text("%(hours)s h %(minutes)s", hours=hours, minutes=f"{minutes:02}")


def rounds(number: int, minutes: int) -> str:
    sentence = "%(rounds)s rounds of %(minutes)s minutes with breaks of %(pause)s minutes"
    return text(sentence, rounds=number, minutes=minutes, pause=15)


def test_new_tournament_shows_examples_until_somebody_says_how_many_come(owner: Client) -> None:
    page = said(owner.get(NEW))
    assert [line.players for line in page["what_ifs"]] == [*EXAMPLES]
    assert page["lengths"] == [
        Length(hours(5, 30), rounds(3, 100)),
        Length(hours(6, 45), rounds(3, 125)),
    ]
    assert page["lines"] == [SizeLine(4, None, 24, 100), SizeLine(5, None, 30, 125)]


@pytest.mark.parametrize(
    ("players", "lines", "length"),
    [
        (44, [SizeLine(4, 11, 24, 100)], Length(hours(3, 35), rounds(2, 100))),
        (
            43,
            [SizeLine(4, 7, 24, 100), SizeLine(5, 3, 30, 125)],
            Length(hours(4, 25), rounds(2, 125)),
        ),
    ],
)
def test_expected_players_have_tables_and_a_length(
    owner: Client, players: int, lines: list[SizeLine], length: Length
) -> None:
    answer = new(owner, rounds_planned=2, expected=players)
    assert (answer["lines"], answer["lengths"]) == (lines, [length])
    assert [line.players for line in answer["what_ifs"] if line.is_now] == [players]
    assert not Tournament.objects.exists()


def test_numbers_that_make_no_tables_are_told_unless_larger_ones_are_played(owner: Client) -> None:
    assert new(owner, expected=7)["cannot_seat"]
    altgeld = new(owner, expected=7, rules="altgeld")
    assert (altgeld["cannot_seat"], altgeld["lines"][0].size) == ("", 7)
    assert altgeld["lengths"][0].hours == ""


@pytest.mark.parametrize(
    ("field", "value"), [("rounds_planned", "13"), ("expected", "0"), ("rules", "skat")]
)
def test_wrong_figures_are_named_in_place_of_an_answer(
    owner: Client, field: str, value: str
) -> None:
    answer = new(owner, **{field: value})
    assert (len(answer["wrong"]), "lengths" in answer) == (1, False)


def test_expected_players_are_not_kept(owner: Client) -> None:
    typed = {"name": "Abend", "rounds_planned": "2", "expected": "43"}
    assert owner.post(NEW, typed).url == "/t/abend/players/"
    page = owner.post(NEW, typed)
    assert (page.status_code, page.context["form"]["expected"].value()) == (422, "43")
    assert [line.players for line in page.context["what_ifs"] if line.is_now] == [43]


def test_settings_answer_for_those_entered_and_write_nothing(owner: Client) -> None:
    tournament = make_tournament()
    make_entries(tournament, 13)
    entries = JournalEntry.objects.count()
    page = said(owner.get("/t/herbst/settings/"))
    assert page["lines"] == [SizeLine(4, 2, 24, 100), SizeLine(5, 1, 30, 125)]
    typed = {**SETTINGS, "rounds_planned": "4", "minutes_five": "90", "starts_at": "10:00"}
    answer = said(owner.post("/t/herbst/settings/?part=answer", typed))
    assert answer["lengths"] == [Length(hours(7, 25), rounds(4, 100))]
    assert [line.time for line in answer["timetable"]][:2] == ["10:00", "11:40"]
    assert len(answer["timetable"]) == 9
    tournament.refresh_from_db()
    assert (tournament.rounds_planned, tournament.minutes_five) == (3, 125)
    assert JournalEntry.objects.count() == entries
    wrong = said(owner.post("/t/herbst/settings/?part=answer", {**typed, "break_minutes": "x"}))
    assert (len(wrong["wrong"]), "lengths" in wrong) == (1, False)


def test_rules_answer_with_their_meaning_or_what_contradicts(owner: Client) -> None:
    make_entries(make_tournament(), 8)
    address = "/t/herbst/settings/rules/?part=answer"
    typed = {"rules": "club", "option-minutes": "0", "option-games": "16"}
    answer = said(owner.post(address, typed))
    assert answer["lines"] == [SizeLine(4, 2, 16, None)]
    assert answer["lengths"][0].hours == ""
    typed = {"rules": "club", "option-games": "6", "option-solos": "2"}
    wrong = said(owner.post(address, typed))["wrong"]
    assert wrong == [refusal("rule_option_wrong", name="games", allowed="8..60")]
    assert len(said(owner.post(address, {**typed, "option-games": "1"}))["wrong"]) == 1
    assert Tournament.objects.get().rules == "ddv"


def test_a_round_that_a_score_ends_has_at_most_so_many_games(owner: Client) -> None:
    make_entries(make_tournament(), 8)
    address = "/t/herbst/settings/rules/?part=answer"
    said_of = {}
    for until in ("", "50"):
        answer = owner.post(address, {"rules": "altgeld", "option-until": until})
        said_of[until] = text("at most") in answer.content.decode()
    assert said_of == {"": False, "50": True}


def test_no_other_numbers_of_players_once_seats_are_drawn(owner: Client) -> None:
    make_drawn_tournament(8)
    page = owner.get("/t/herbst/settings/").content.decode()
    assert "day-length" in page
    assert "what-if" not in page
