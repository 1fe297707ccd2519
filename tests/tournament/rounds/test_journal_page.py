"""The page of the journal."""

import re

import pytest

from tests.factories.pages import signed_in
from tests.factories.tournaments import make_entries, make_tournament
from tournament.permissions import COMMAND_LINE
from tournament.services.journal import record

pytestmark = pytest.mark.django_db


def sentences(page) -> list[str]:
    return re.findall(r"<td>([^<]*\.)</td>", page.content.decode())


def test_latest_entry_stands_first_and_the_rest_on_further_pages() -> None:
    tournament = make_tournament()
    for number in range(1, 102):
        record(COMMAND_LINE, tournament, "round_published", round=number)
    client = signed_in()
    first = sentences(client.get("/t/herbst/journal/"))
    assert len(first) == 100
    assert first[0] == "Runde 101 veröffentlicht."
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
    with django_assert_num_queries(7):
        client.get("/t/herbst/journal/")
