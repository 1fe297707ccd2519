"""The page of the journal."""

import re

import pytest
from django.utils import timezone

from tests.factories.journal import erase_journal
from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.factories.words import entry as told
from tests.factories.words import text
from tournament.journal.writes import record
from tournament.models import Role
from tournament.permissions import COMMAND_LINE, Actor
from tournament.standings.rules.checksum import short_checksum

pytestmark = pytest.mark.django_db


def sentences(page) -> list[str]:
    return re.findall(r'<span class="sentence">([^<]*)</span>', page.content.decode())


def test_latest_entries_are_on_the_first_page_and_the_rest_on_others() -> None:
    tournament = make_tournament()
    erase_journal(tournament)
    for number in range(1, 102):
        record(COMMAND_LINE, tournament, "round_published", round=number)
    client = signed_in()
    first = sentences(client.get("/t/herbst/journal/"))
    assert first == [f"Runde {number} veröffentlicht." for number in range(2, 102)]
    assert sentences(client.get("/t/herbst/journal/?page=2")) == ["Runde 1 veröffentlicht."]


def test_names_in_the_journal_are_harmless() -> None:
    tournament = make_tournament()
    entry = make_entries(tournament, 1)[0]
    entry.person.last_name = "<script>alert(1)</script>"
    entry.person.save()
    record(COMMAND_LINE, tournament, "player_checked_in", entry=entry.pk, number=1)
    assert "<script>alert" not in signed_in().get("/t/herbst/journal/").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_journal_page_needs_a_constant_number_of_queries(
    count: int, django_assert_num_queries
) -> None:
    tournament = make_tournament()
    for entry in make_entries(tournament, count):
        record(COMMAND_LINE, tournament, "player_checked_in", entry=entry.pk, number=1)
    client = signed_in()
    with django_assert_num_queries(9):
        client.get("/t/herbst/journal/")


def test_story_says_when_who_what_and_why() -> None:
    tournament = make_tournament()
    actor = Actor(make_user(Role.DIRECTION, tournament, "ulla"))
    correction = record(
        actor,
        tournament,
        "sheet_corrected",
        round=2,
        table=5,
        version=2,
        totals=[0, -9, 21, -12],
        old_totals=[0, 0, 12, -12],
        reason="Zahlendreher",
    )
    time = timezone.localtime(correction.at).strftime("%H:%M")
    story = text_of(signed_in().get("/t/herbst/journal/"))
    assert f"{time} Turnierleitung (ulla): {told(correction.action, correction.data)}" in story


def test_length_and_last_seal_are_on_top_and_the_chain_is_checked_on_request() -> None:
    tournament = make_tournament()
    record(COMMAND_LINE, tournament, "round_published", round=1)
    seal = record(COMMAND_LINE, tournament, "round_closed", round=1).seal
    client = signed_in()
    words = text_of(client.get("/t/herbst/journal/"))
    assert re.search(rf"\b3 [^.]*{re.escape(short_checksum(seal))}", words)
    checked = text_of(client.get("/t/herbst/journal/?check=1"))
    whole = "The journal is whole: %(entries)s entry, seal %(seal)s."
    many = "The journal is whole: %(entries)s entries, seal %(seal)s."
    assert text(whole, many, 3, entries=3, seal=seal[:8]) in checked


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("round=zwei", "round"),
        ("table=abc", "table"),
        ("account=77", "account"),
        ("kind=alles", "kind"),
        ("player=Niemand", "player"),
        ("player=99", "player"),
    ],
)
def test_invalid_filter_shows_nothing_and_says_so(query: str, field: str) -> None:
    tournament = make_tournament()
    make_entries(tournament, 1)
    record(COMMAND_LINE, tournament, "round_published", round=1)
    page = signed_in().get(f"/t/herbst/journal/?{query}")
    assert sentences(page) == []
    ((where, (what,)),) = page.context["form"].errors.items()
    assert where == field
    words = text_of(page)
    assert what in words
    nothing = (
        "This is not understood, so nothing is shown. What would be right stands at the field "
        "above."
    )
    assert text(nothing) in words


def test_player_without_entries_is_known_to_the_journal() -> None:
    tournament = make_tournament()
    (entry,) = make_entries(tournament, 1)
    client = signed_in()
    for typed in (entry.number, entry.person.last_name):
        page = client.get("/t/herbst/journal/", {"player": typed})
        assert (sentences(page), page.context["form"].errors) == ([], {})


def test_number_of_a_removed_player_is_known_to_the_journal() -> None:
    tournament = make_tournament()
    record(COMMAND_LINE, tournament, "player_removed", entry=5, number=7)
    record(COMMAND_LINE, tournament, "round_published", round=1)
    page = signed_in().get("/t/herbst/journal/?player=7")
    assert sentences(page) == [told("player_removed", {"number": 7})]


def test_further_pages_keep_the_filter() -> None:
    tournament = make_tournament()
    for _ in range(101):
        record(COMMAND_LINE, tournament, "round_published", round=2)
    record(COMMAND_LINE, tournament, "round_published", round=1)
    client = signed_in()
    page = client.get("/t/herbst/journal/?round=2")
    assert "?round=2&amp;page=2" in page.content.decode()
    assert sentences(client.get("/t/herbst/journal/?round=2&page=2")) == [
        told("round_published", {"round": 2})
    ]
