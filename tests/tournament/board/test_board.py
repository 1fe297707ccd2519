"""The missing-sheet board: states of tables, filters, the way to a sheet."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.journal import note
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.submissions import journal
from tests.factories.tournaments import make_owner, make_user
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.models import Role, Round, SheetDraft, Tournament, Verification
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.reads.board import board_of
from tournament.sheets.writes.progress import receive_sheet, return_sheet

pytestmark = pytest.mark.django_db

START = datetime(2026, 9, 12, 16, 0, tzinfo=UTC)
BOARD = "/t/herbst/rounds/1/board/"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Six tables of four, 100 minutes."""
    return make_drawn_tournament(24)


def start(tournament: Tournament, at: datetime = START, **times: datetime) -> Round:
    Round.objects.filter(tournament=tournament, number=1).update(started_at=at, **times)
    return round_number(tournament, 1)


def states(tournament: Tournament, round: Round, minutes: float = 0) -> list[str]:
    board = board_of(tournament, round, START + timedelta(minutes=minutes))
    return [str(table.state) for table in board.tables]


def test_table_runs_from_the_start_until_its_time_is_up(tournament: Tournament) -> None:
    assert states(tournament, round_number(tournament, 1)) == ["drawn"] * 6
    round = start(tournament)
    assert states(tournament, round, 99.9) == ["running"] * 6
    assert states(tournament, round, 100) == ["due"] * 6


def test_extra_time_is_time(tournament: Tournament) -> None:
    round = start(tournament)
    round.tables.filter(number=2).update(extra_minutes=10)
    assert states(tournament, round, 105)[:3] == ["due", "running", "due"]
    assert states(tournament, round, 110)[1] == "due"
    board = board_of(tournament, round, START + timedelta(minutes=115))
    assert [table.due_since for table in board.tables[:2]] == [
        START + timedelta(minutes=100),
        START + timedelta(minutes=110),
    ]


def test_early_end_by_the_referee_is_the_end_for_all(tournament: Tournament) -> None:
    end = START + timedelta(minutes=70)
    round = start(tournament, ended_at=end)
    board = board_of(tournament, round, START + timedelta(minutes=75))
    assert {(str(table.state), table.due_since) for table in board.tables} == {("due", end)}
    assert board.ended_at == end


def test_time_is_up_for_all_with_the_last_table(tournament: Tournament) -> None:
    round = start(tournament)
    round.tables.filter(number=2).update(extra_minutes=10)
    ends = [
        board_of(tournament, round, START + timedelta(minutes=minutes)).ended_at
        for minutes in (105, 110)
    ]
    assert ends == [None, START + timedelta(minutes=110)]


@pytest.mark.database
def test_draft_counts_as_received_and_a_result_as_entered(tournament: Tournament) -> None:
    round = start(tournament)
    table = round.tables.get(number=1)
    for drafted in round.tables.filter(number__lte=2):
        SheetDraft.objects.create(
            table=drafted, user=make_user(Role.TYPIST, tournament), kind="totals"
        )
    enter_totals(table, [3, -1, -1, -1])
    assert states(tournament, round, 100)[:3] == ["entered", "received", "due"]


@pytest.mark.parametrize(
    ("rule", "expected"), [("none", "entered"), ("blind", "confirmed"), ("person", "confirmed")]
)
def test_verification_confirms_where_the_tournament_wants_one(
    rule: str, expected: str, tournament: Tournament
) -> None:
    tournament.verification = rule
    round, table = start(tournament), round_number(tournament, 1).tables.get(number=1)
    Verification.objects.create(version=enter_totals(table, [3, -1, -1, -1]), how="blind")
    board = board_of(tournament, round, START)
    assert str(board.tables[0].state) == expected
    assert ("confirmed" in board.states) == (rule != "none")


@pytest.mark.database
def test_corrected_result_waits_for_a_new_look(tournament: Tournament) -> None:
    tournament.verification = "blind"
    round, table = start(tournament), round_number(tournament, 1).tables.get(number=1)
    Verification.objects.create(version=enter_totals(table, [3, -1, -1, -1]), how="blind")
    enter_totals(table, [6, -2, -2, -2])
    assert states(tournament, round)[0] == "unverified"


def test_unverified_sheet_has_a_half_full_sign_where_verified(
    tournament: Tournament,
) -> None:
    start(tournament)
    enter_totals(round_number(tournament, 1).tables.get(number=1), [3, -1, -1, -1])
    client = signed_in()
    for rule, sign in (("none", "● eingegeben"), ("blind", "◐ ungeprüft")):
        Tournament.objects.update(verification=rule)
        note(tournament)
        page = text_of(client.get(BOARD))
        chip = f"1 {sign.split()[0]}"
        assert [chip in page, f"{sign} 1" in page] == [True, True], rule


@pytest.mark.database
def test_board_needs_two_queries(tournament: Tournament, django_assert_num_queries) -> None:
    round = start(tournament)
    with django_assert_num_queries(2):
        board_of(tournament, round, START)


def shown(client: Client, query: str = "") -> list[tuple[str, str]]:
    """Return number and state of every tile, then of every table with a sheet."""
    page = client.get(BOARD + query).content.decode()
    return re.findall(r'class="(?:tile|chip) (\w+)".*?<strong>(\d+)</strong>', page, re.DOTALL)


def mixed(tournament: Tournament) -> Round:
    """Time is up; table 1 is in, table 2 begun."""
    round = start(tournament, timezone.now() - timedelta(minutes=112, seconds=1))
    enter_totals(round.tables.get(number=1), [3, -1, -1, -1])
    SheetDraft.objects.create(
        table=round.tables.get(number=2), user=make_user(Role.TYPIST, tournament), kind="totals"
    )
    return round


@pytest.mark.database
def test_filters_show_as_many_as_they_count(tournament: Tournament) -> None:
    mixed(tournament)
    client = signed_in(tournament, Role.TYPIST)
    due = [("due", str(number)) for number in range(3, 7)]
    assert shown(client) == [("received", "2"), *due, ("entered", "1")]
    assert shown(client, "?show=missing") == [("received", "2"), *due]
    assert shown(client, "?show=due") == due
    assert shown(client, "?show=running") == []
    assert shown(client, "?show=nonsense") == shown(client)
    page = client.get(BOARD).content.decode()
    filters = re.findall(r'href="\?show=(\w*)" data-board-key.*?<strong>(\d+)', page, re.DOTALL)
    assert dict(filters) == {
        "all": "6",
        "missing": "5",
        "drawn": "0",
        "running": "0",
        "due": "4",
        "received": "1",
        "entered": "1",
    }


def test_board_shows_how_long_ago_the_time_was_up(tournament: Tournament) -> None:
    mixed(tournament)
    page = signed_in().get(BOARD)
    assert re.search(r'<span data-minutes-since="[^"]+">12</span>', page.content.decode())
    words = text("since {minutes} min").format(minutes=12)
    assert re.search(rf"Tisch 3 ! [^!]* {words} ", text_of(page))


def test_exceptions_among_the_entered_tables_are_told_in_words(tournament: Tournament) -> None:
    round = start(tournament)
    for number in (1, 2):
        enter_totals(round.tables.get(number=number), [3, -1, -1, -1])
    round.tables.filter(number=2).update(awaits_direction=True)
    page = signed_in().get(f"{BOARD}?show=entered").content.decode()
    chips = re.findall(r'<li data-table="\d"><a class="chip (\w+)".*?>(.*?)</a></li>', page)
    words = text("dealt out of turn: to be confirmed")
    told = [(look, " ".join(re.sub("<[^>]*>", " ", each).split())) for look, each in chips]
    assert told == [("entered", "1 ●"), ("due", f"2 ● {words}")]


@pytest.mark.parametrize(("players", "many"), [(108, False), (112, True)])
def test_tiles_are_smaller_where_many_tables_are_missing(players: int, many: bool) -> None:
    make_drawn_tournament(players, rounds_planned=1)
    page = signed_in().get(BOARD).content.decode()
    assert ('<ul class="tiles many">' in page, '<ul class="tiles">' in page) == (many, not many)


def no_table(typed: str) -> str:
    return text("There is no table {table} in this round.").format(table=typed)


def test_number_leads_to_the_sheet_of_its_table(tournament: Tournament) -> None:
    client = signed_in()
    assert client.get(f"{BOARD}?table= 5 ")["Location"] == "/t/herbst/rounds/1/tables/5/"
    wrong = client.get(f"{BOARD}?table=<b>")
    assert no_table("<b>") in text_of(wrong)
    assert "<b>" not in wrong.content.decode()


def test_part_for_the_script_is_the_tiles_alone(tournament: Tournament) -> None:
    page = signed_in().get(f"{BOARD}?part=tiles&show=drawn").content.decode()
    assert ("<html" in page, page.count('class="tile drawn"')) == (False, 6)


@pytest.mark.alone
def test_filter_keys_are_unique_and_differ_from_those_of_places(
    tournament: Tournament,
) -> None:
    tournament.verification = "blind"
    tournament.save()
    for language in ("de", "en"):
        page = signed_in_language(language).get(BOARD).content.decode()
        keys = re.findall(r'data-board-key="(.)"', page)
        places = re.findall(r'data-key="(.)"', page)
        assert len(keys) == 8
        assert len({*keys, *places, "g", "/", "?"}) == 8 + len(places) + 3, language


def signed_in_language(language: str) -> Client:
    client = Client()
    client.cookies.load({"django_language": language})
    reader = make_user(Role.TYPIST, Tournament.objects.get(), f"leser-{language}")
    client.force_login(reader)
    return client


def test_paper_stays_received_until_that_is_undone(
    tournament: Tournament,
) -> None:
    round, typist = start(tournament), make_user(Role.TYPIST, tournament)
    table = round.tables.get(number=3)
    at = START + timedelta(minutes=103)
    receive_sheet(Actor(typist), table, now=at)
    receive_sheet(COMMAND_LINE, table, now=at + timedelta(minutes=1))
    table.refresh_from_db()
    assert (table.received_at, table.received_by) == (at, typist)
    third = board_of(tournament, round, START + timedelta(minutes=110)).tables[2]
    assert (str(third.state), third.received_at, third.due_since) == ("received", at, None)
    return_sheet(COMMAND_LINE, table)
    return_sheet(COMMAND_LINE, table)
    assert states(tournament, round, 110) == ["due"] * 6
    place = {"round": 1, "table": 3}
    assert (journal("sheet_received"), journal("sheet_not_received")) == ([place], [place])


def test_entered_sheet_is_there_and_needs_no_mark(tournament: Tournament) -> None:
    round = start(tournament)
    table = round.tables.get(number=3)
    receive_sheet(COMMAND_LINE, table)
    enter_totals(table, [3, -1, -1, -1])
    assert states(tournament, round, 110)[2] == "entered"
    for act in (receive_sheet, return_sheet):
        with pytest.raises(Refused, match="sheet_is_entered"):
            act(COMMAND_LINE, table)


def test_only_the_desk_notes_paper_and_only_in_published_rounds(tournament: Tournament) -> None:
    round = start(tournament)
    with pytest.raises(PermissionDenied):
        receive_sheet(Actor(make_user(Role.REFEREE, tournament)), round.tables.get(number=3))
    Round.objects.update(published_at=None)
    with pytest.raises(Refused, match="round_not_published"):
        receive_sheet(Actor(make_owner()), round.tables.get(number=3))


def test_papers_are_noted_with_the_mouse(tournament: Tournament) -> None:
    mixed(tournament)
    client, papers = signed_in(tournament, Role.TYPIST), f"{BOARD}papers/"
    page = client.get(f"{BOARD}?show=missing").content.decode()
    assert re.findall(r'name="(here|gone)" value="(\d)"', page) == [
        ("here", str(number)) for number in (3, 4, 5, 6)
    ]
    answer = client.post(papers, {"here": "5", "show": "missing"})
    assert answer["Location"] == f"{BOARD}?show=missing"
    page = client.get(f"{BOARD}?show=received")
    assert re.findall(r'name="(here|gone)" value="(\d)"', page.content.decode()) == [("gone", "5")]
    assert re.search(r"Tisch 5 ◔ liegt vor seit \d\d:\d\d", text_of(page))
    client.post(papers, {"gone": "5"})
    assert shown(client, "?show=received") == [("received", "2")]
    for typed in ("7", "<b>", "", "²", "9" * 400):
        answer = client.post(papers, {"here": typed}, follow=True)
        assert messages_of(answer) == [no_table(typed)]
    answer = client.post(papers, {"here": "1", "part": "tiles"}).content.decode()
    assert ("<html" in answer, refusal("sheet_is_entered", table=1) in answer) == (False, True)


def test_referee_looks_on(tournament: Tournament) -> None:
    mixed(tournament)
    page = signed_in(tournament, Role.REFEREE).get(BOARD).content.decode()
    assert ("board-papers" in page, "<kbd>+</kbd>" in page) == (False, False)


@pytest.mark.parametrize("players", [8, 32])
@pytest.mark.database
def test_board_page_needs_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    make_drawn_tournament(players)
    client = signed_in()
    with django_assert_num_queries(10):
        client.get(BOARD)
