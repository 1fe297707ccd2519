"""In-memory cache, invalidated by the next journal entry: never older than the newest one."""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.utils import translation

from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_tournament
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.shared.reads import kept
from tournament.shared.reads.kept import keep, until_next_entry
from tournament.sheets.writes.sheets import take_sheet_back
from tournament.standings.reads.standings import shown_standings

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two tables, one round, all sheets in."""
    tournament = make_drawn_tournament(8, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    return tournament


def counted() -> Callable[[], list[int]]:
    """Return a new value for each computation."""
    numbers = iter(range(100))
    return lambda: [next(numbers)]


def rows(response: HttpResponse) -> str:
    """Return the table of a page."""
    return response.content.decode().partition("<table")[2].partition("</table>")[0]


def test_all_readers_get_the_same_until_the_next_entry(tournament: Tournament) -> None:
    reckon, other = counted(), make_tournament("anderes")
    ask = lambda: until_next_entry(tournament, "it", reckon)  # noqa: E731
    first = ask()
    assert ask() is first
    with translation.override("en"):
        assert ask() == [1]
    assert until_next_entry(other, "it", reckon) == [2]
    assert until_next_entry(tournament, "something else", reckon) == [3]
    assert ask() is first
    table = round_number(tournament, 1).tables.get(number=1)
    take_sheet_back(COMMAND_LINE, table, "falscher Tisch", version=1)
    assert [ask(), ask()] == [[4], [4]]


def test_nothing_is_cached_within_a_transaction(tournament: Tournament) -> None:
    """Its changes may not be in the journal yet, and may never be."""
    reckon = counted()
    with transaction.atomic():
        assert [until_next_entry(tournament, "it", reckon) for _ in range(2)] == [[0], [1]]
    assert until_next_entry(tournament, "it", reckon) == [2]


def test_the_oldest_goes_when_there_are_too_many(tournament: Tournament) -> None:
    reckon = counted()
    first = until_next_entry(tournament, "first", reckon)
    for number in range(39):
        until_next_entry(tournament, number, reckon)
    assert until_next_entry(tournament, "first", reckon) is first
    until_next_entry(tournament, "one more", reckon)
    assert until_next_entry(tournament, "first", reckon) is first, "looked at since"
    assert until_next_entry(tournament, 0, reckon) == [41]


def test_all_that_is_kept_has_room_for_64_megabytes() -> None:
    """The oldest of the kind that takes most of it goes."""
    page = keep("page", "small", lambda: ["page"])
    for number in range(80):
        keep("phone", number, lambda: b"x" * 1_000_000)
    assert 63_000_000 < kept._taken.total() <= kept.ROOM == 64 * 1024 * 1024
    assert keep("page", "small", lambda: ["made anew"]) is page
    assert keep("phone", 0, lambda: b"made anew") == b"made anew"
    assert keep("phone", 79, lambda: b"made anew") == b"x" * 1_000_000
    kept.forget_all()
    assert kept._taken.total() == 0


def test_standings_follow_a_withdrawn_sheet(tournament: Tournament) -> None:
    client, address = signed_in(), "/t/herbst/standings/?after=1"
    report = shown_standings(tournament, 1)
    assert shown_standings(tournament, 1) is report
    before = [client.get(address) for _ in range(2)]
    assert before[0].context["report"] is report
    assert rows(before[0]) == rows(before[1])
    table = round_number(tournament, 1).tables.get(number=1)
    take_sheet_back(COMMAND_LINE, table, "falscher Tisch", version=1)
    after = client.get(address)
    assert (before[0].context["report"].tables_in, after.context["report"].tables_in) == (2, 1)
    assert rows(before[0]) != rows(after)


def test_other_rows_and_other_orders_are_kept_apart(tournament: Tournament) -> None:
    client = signed_in()
    found = {
        query: rows(client.get(f"/t/herbst/standings/{query}"))
        for query in ("", "?sort=-rank", "?q=1", "?more=1")
    }
    assert len(set(found.values())) == 4
    assert rows(client.get("/t/herbst/standings/")) == found[""]
    result = {
        query: rows(client.get(f"/t/herbst/rounds/1/result/{query}")) for query in ("", "?q=1")
    }
    assert [each.count("<tr") for each in result.values()] == [9, 2]
