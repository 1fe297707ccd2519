"""The forecast of a round: its inputs, what the lists say, what is still forced."""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
from django.test import Client

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner
from tests.factories.words import refusal, text
from tournament.models import GameTable, Person, Role, Round, SheetDraft, TableReport, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import end_clock, pause_clock, resume_clock, start_clock
from tournament.seating.rules import Spot
from tournament.seating.writes.seating import arrange_hall
from tournament.sheets.writes.progress import report_games

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 11, 7, 9, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PAGE = "/t/herbst/rounds/1/forecast/"
FORCED = "Forced solos after the time"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Sixteen players at four tables; the clock started at nine, which is ten in the hall."""
    tournament = make_drawn_tournament(rounds_planned=2)
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=NINE)
    return tournament


def at(minutes: float):
    """Set the time to so many minutes after the start."""
    return patch("django.utils.timezone.now", return_value=NINE + minutes * MINUTE)


def seen(round: Round, minutes: float, table: int, games: int, solos: str | None = None) -> None:
    positions = None if solos is None else [int(each) for each in solos]
    now = NINE + minutes * MINUTE
    report_games(COMMAND_LINE, round.tables.get(number=table), games, positions, now=now)


@pytest.fixture
def owner(tournament: Tournament) -> Client:
    return signed_in()


def rows(owner: Client, minutes: float) -> dict[int, tuple[object, ...]]:
    """Return games, who owes, forced from and at the latest, expected minutes after the start."""
    with at(minutes):
        context = owner.get(PAGE, {"part": "tables"}).context
    return {
        row.number: (
            row.seen and row.seen.games,
            None if row.owing is None else [each.position for each in row.owing],
            row.coming and (row.coming.forced_from, row.coming.forced_at_latest),
            end and round((end - NINE) / MINUTE),
        )
        for row, end in context["rows"]
    } | dict.fromkeys(context["done"], (None, None, None, "done"))


def typed(client: Client, words: str):
    return client.post(PAGE, {"typed": words}, follow=True)


def test_reports_give_debtors_forcing_and_expected_end_of_tables(
    tournament: Tournament,
    owner: Client,
) -> None:
    round = round_number(tournament, 1)
    seen(round, 50, 1, 12, "13")
    seen(round, 50, 2, 15)
    seen(round, 50, 3, 10, "")
    assert rows(owner, 50) == {
        1: (12, [2, 4], (23, 24), 96),
        2: (15, None, None, 79),
        3: (10, [2, 3, 4, 1], (21, 24), 106),
        4: (None, None, None, 94),
    }


def test_file_has_figures_and_names_as_every_list(tournament: Tournament, owner: Client) -> None:
    round = round_number(tournament, 1)
    seen(round, 50, 1, 12, "13")
    Person.objects.update(publish_name=True)
    with at(50):
        content = owner.get(PAGE, {"as": "csv"}).content.decode("utf-8-sig")
    told = [line.split(";") for line in content.splitlines()[1:]]
    people = {seat.position: seat.entry.person for seat in round.tables.get(number=1).seats.all()}
    owing = " · ".join(f"{at} {people[at].list_name}" for at in (2, 4))
    assert told[0][:5] == ["1", "12", "24", "10:50", owing]
    assert told[1][:5] == ["2", "", "24", "", ""]
    assert len(told) == 4


def test_table_the_hall_waits_for_is_named(tournament: Tournament, owner: Client) -> None:
    round = round_number(tournament, 1)
    for table, games in ((1, 12), (2, 15), (4, 14)):
        seen(round, 50, table, games, "1234")

    def waited_for() -> tuple[int, int, int, list[str]]:
        with at(50):
            last = owner.get(PAGE).context["last"]
        return (
            last.number,
            last.seen.games,
            last.games,
            [str(each.position) for each in last.owing],
        )

    assert waited_for() == (1, 12, 24, [])
    seen(round, 50, 3, 10, "12")
    assert waited_for() == (3, 10, 24, ["3", "4"])


def test_pause_delays_the_end_and_is_no_playing_time(tournament: Tournament, owner: Client) -> None:
    first = round_number(tournament, 1)
    seen(first, 40, 1, 12, "1234")
    (before, *_), (pause, resume) = (
        rows(owner, 40).values(),
        (NINE + 41 * MINUTE, NINE + 51 * MINUTE),
    )
    pause_clock(COMMAND_LINE, first, now=pause)
    resume_clock(COMMAND_LINE, first, now=resume)
    assert rows(owner, 52)[1][3] == before[3] + 10
    seen(first, 60, 1, 15, "1234")
    assert rows(owner, 60)[1][3] == round(60 + 8.5 * 50 / 15.5)


def test_referee_sees_who_is_still_forced_after_time(tournament: Tournament) -> None:
    round = round_number(tournament, 1)
    seen(round, 98, 1, 20, "13")
    seen(round, 98, 2, 22, "1234")
    seen(round, 98, 4, 24)
    page = signed_in()
    with at(99):
        assert text(FORCED) not in text_of(page.get(PAGE))
    with at(101):
        words = text_of(page.get(PAGE))
    names = {
        seat.position: seat.entry.person.name
        for seat in round.tables.get(number=1).seats.select_related("entry__person")
    }
    assert f"Tisch 1 : 4 · {names[4]}, 2 · {names[2]} " in words
    assert text("Ask at table %(tables)s who still owes a solo.", tables=3) in words
    assert "Tisch 2 :" not in words
    assert "Tisch 4 :" not in words
    enter_totals(round.tables.get(number=1), [3, -1, -1, -1])
    enter_totals(round.tables.get(number=3), [3, -1, -1, -1])
    with at(101):
        nothing = "No table whose time is up still has a solo to play."
        assert text(nothing) in text_of(page.get(PAGE))


def test_referee_walks_by_the_hall_plan(tournament: Tournament) -> None:
    client = signed_in()
    for number in (1, 2, 3, 4):
        seen(round_number(tournament, 1), 98, number, 20, "13")
    with at(101):
        page = client.get(PAGE)
        by_rows = text("Row by row through the hall, there and back.")
        assert by_rows not in text_of(page)
        places = {1: Spot(0, 1), 2: Spot(1, 0), 3: Spot(1, 1), 4: Spot(0, 0)}
        arrange_hall(COMMAND_LINE, tournament, places)
        walked = client.get(PAGE)
    assert [row.number for row in page.context["still_forced"]] == [1, 2, 3, 4]
    assert [row.number for row in walked.context["still_forced"]] == [4, 2, 3, 1]
    assert by_rows in text_of(walked)


def test_end_that_the_referee_records_early_is_the_end(tournament: Tournament) -> None:
    round = round_number(tournament, 1)
    seen(round, 60, 1, 15, "")
    end_clock(COMMAND_LINE, round, early=True, now=NINE + 61 * MINUTE)
    with at(62):
        assert text(FORCED) in text_of(signed_in().get(PAGE))


def test_list_being_typed_reports_by_itself(tournament: Tournament, owner: Client) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    lines = {"l1": "12 3", "l2": "s1 4", "l3": "34 1", "l4": "1"}
    with at(12):
        SheetDraft.objects.create(table=table, user=make_owner("d"), kind="rows", content=lines)
    assert rows(owner, 20)[2][0] == 3
    report_games(COMMAND_LINE, table, 2, [])
    assert rows(owner, 20)[2][0] == 3
    report_games(COMMAND_LINE, table, 5, [])
    assert rows(owner, 20)[2][:2] == (5, [2, 3, 4, 1])


def test_list_typed_from_the_paper_is_no_report(tournament: Tournament, owner: Client) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    lines = {"l1": "12 3", "l2": "s1 4", "l3": "34 1"}
    draft = SheetDraft.objects.create(table=table, user=make_owner("d"), kind="rows", content=lines)
    for minutes in (80, 105):
        SheetDraft.objects.filter(pk=draft.pk).update(updated_at=NINE + minutes * MINUTE)
        games, *_known, end = rows(owner, minutes)[2]
        assert (games, end) == (None, None if minutes == 80 else "done")


def test_finished_tables_are_one_line_after_those_that_play(
    tournament: Tournament, owner: Client
) -> None:
    tables = round_number(tournament, 1).tables
    for number in (1, 3):
        enter_totals(tables.get(number=number), [3, -1, -1, -1])
    with at(50):
        context = owner.get(PAGE).context
    assert ([row.number for row, _end in context["rows"]], list(context["done"])) == (
        [2, 4],
        [1, 3],
    )


def test_rules_without_a_limit_have_no_end_and_nothing_after_it() -> None:
    tournament = make_drawn_tournament(8, rules="club", rule_options={"minutes": None})
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round, now=NINE)
    seen(round, 50, 1, 10)
    with at(500):
        words = text_of(signed_in().get(PAGE))
    assert text("No time limit") in words
    assert text(FORCED) not in words
    assert "10 von 24" in words


def played(table: int, games: int) -> str:
    one, many = (
        "Table %(table)s: %(games)s game played.",
        "Table %(table)s: %(games)s games played.",
    )
    return text(one, many, games, table=table, games=games)


def test_typed_report_is_kept_and_shown(tournament: Tournament) -> None:
    client = signed_in(tournament, Role.TYPIST)
    assert messages_of(typed(client, " 1  15 13 ")) == [played(1, 15)]
    assert messages_of(typed(client, "2,1")) == [played(2, 1)]
    assert messages_of(typed(client, "3 9 0")) == [played(3, 9)]
    kept = TableReport.objects.order_by("table__number").values_list("games", "solos")
    assert list(kept) == [(15, [1, 3]), (1, None), (9, [])]
    assert {report.user.pk for report in TableReport.objects.all()} == {
        int(client.session["_auth_user_id"])
    }
    typed(client, "1 16")
    assert TableReport.objects.get(table__number=1).solos is None
    back = text("Table %(table)s: report taken back.", table=1)
    assert messages_of(typed(client, "1 −")) == [back]
    assert TableReport.objects.count() == 2


@pytest.mark.parametrize(
    ("words", "code", "params"),
    [
        ("sieben", "", {}),
        ("7", "", {}),
        ("9 3", "unknown_table", {"round": 1, "table": 9}),
        ("1 25", "report_has_too_many_games", {"table": 1, "games": 25, "most": 24}),
        ("1 15 15", "report_names_no_position", {"table": 1, "most": 4}),
        ("1 22 1", "report_does_not_fit", {"normal": 21, "most": 20}),
        ("1 2 1234", "report_does_not_fit", {"normal": -2, "most": 20}),
        ("<b>1</b>", "", {}),
    ],
)
def test_impossible_value_is_refused_and_stays_in_the_field(
    tournament: Tournament, words: str, code: str, params: dict[str, int]
) -> None:
    page = typed(signed_in(), words)
    assert page.status_code == 422
    assert (refusal(code, **params) if code else f"„{words}“") in text_of(page)
    assert page.context["form"]["typed"].value() == words
    assert TableReport.objects.count() == 0


def test_round_that_is_not_played_takes_no_report() -> None:
    make_drawn_tournament()
    page = typed(signed_in(), "1 3")
    assert page.status_code == 422
    assert refusal("round_not_played", round=1) in text_of(page)
    assert text("The round has not begun.") in text_of(page)


@pytest.mark.parametrize("players", [16, 48])
def test_number_of_queries_does_not_grow(players: int, django_assert_num_queries: object) -> None:
    tournament = make_drawn_tournament(players)
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round)
    user = make_owner("d")
    for table in GameTable.objects.filter(round=round):
        report_games(COMMAND_LINE, table, 3)
        SheetDraft.objects.create(table=table, user=user, kind="rows", content={"l1": "12 3"})
    client = signed_in()
    with django_assert_num_queries(7):
        client.get(PAGE, {"part": "tables"})


def test_additional_games_are_to_come_where_a_solo_is_owed() -> None:
    """By pagat's rules: 24 of 24 played and four owed is not done, nor is 25 with one of them."""
    tournament = make_drawn_tournament(rounds_planned=2, rules="pagat")
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round, now=NINE)
    seen(round, 96, 1, 24, "")
    seen(round, 96, 2, 25, "1")
    seen(round, 96, 3, 24)
    seen(round, 96, 4, 24, "1234")
    client = signed_in()
    assert rows(client, 96) == {
        1: (24, [2, 3, 4, 1], (25, 25), 112),
        2: (25, [3, 4, 2], (26, 26), 108),
        3: (24, None, None, 112),
        4: (None, None, None, "done"),
    }
    with at(96):
        page = text_of(client.get(PAGE))
    assert [f"{games} von 28" in page for games in (24, 25)] == [True, True]
    assert "von 24" not in page
