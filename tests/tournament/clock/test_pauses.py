"""Pauses, tables that begin later, the computer's clock moved: services and pages."""

from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.times import MINUTE, NINE, begun_at_nine
from tests.factories.words import entry, refusal, text
from tournament.errors import Refused
from tournament.labels.draws import listed
from tournament.labels.rounds import time_of_day
from tournament.lists.calls import what_was_decided
from tournament.models import JournalEntry, Role, Round, RoundState, Stage, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.reads import has_log, log_of
from tournament.rounds.reads.board import BoardState, board_of
from tournament.rounds.reads.clock import clock_faces, end_of_time, extra_times
from tournament.rounds.rules.clock import ClockPhase
from tournament.rounds.writes import (
    end_clock,
    extend_time,
    pause_clock,
    reset_clock,
    resume_clock,
    start_clock,
    start_table,
)
from tournament.seating.reads.draws import redraw_outlook
from tournament.trust.reads.audit import contradictions
from tournament.views.direction.rounds import read_aloud

pytestmark = pytest.mark.django_db

ROUND = "/t/herbst/rounds/1/"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two tables of four; the clock started at nine."""
    return begun_at_nine()


@pytest.fixture
def round(tournament: Tournament) -> Round:
    return round_number(tournament, 1)


def refused(act, *args: object, **named: object) -> str:
    with pytest.raises(Refused) as refusal:
        act(COMMAND_LINE, *args, **named)
    return refusal.value.code


def at(moment: datetime):
    """Set the time on the server."""
    return patch("django.utils.timezone.now", return_value=moment)


def test_pause_counts_for_no_table(tournament: Tournament, round: Round) -> None:
    extend_time(COMMAND_LINE, round.tables.get(number=2), 5, "Kaffee", "KS")
    paused = pause_clock(COMMAND_LINE, round, now=NINE + 20 * MINUTE)
    assert paused.paused_at == NINE + 20 * MINUTE
    (face,) = clock_faces(tournament, paused, NINE + 50 * MINUTE)
    assert (face.state.phase, face.state.remaining_seconds) == (ClockPhase.PAUSED, 4800)
    resumed = resume_clock(COMMAND_LINE, round, now=NINE + 50 * MINUTE)
    assert end_of_time(tournament, resumed, NINE + 50 * MINUTE) == NINE + 135 * MINUTE
    board = board_of(tournament, resumed, NINE + 130 * MINUTE)
    assert [table.state for table in board.tables] == [BoardState.DUE, BoardState.RUNNING]
    assert board.tables[0].due_since == NINE + 130 * MINUTE
    assert contradictions(tournament) == ()


def test_pause_and_resume_are_refused_where_meaningless(
    tournament: Tournament, round: Round
) -> None:
    assert refused(resume_clock, round) == "clock_not_paused"
    assert refused(pause_clock, round, now=NINE + 100 * MINUTE) == "no_time_left"
    pause_clock(COMMAND_LINE, round, now=NINE + MINUTE)
    assert refused(pause_clock, round) == "clock_is_paused"
    assert refused(end_clock, round) == "clock_is_paused"
    ended = end_clock(COMMAND_LINE, round, early=True, now=NINE + 2 * MINUTE)
    assert ended.paused_at is None
    for act in (pause_clock, resume_clock):
        assert refused(act, round) == "clock_not_running"


def test_undone_start_removes_pauses_and_later_starts_with_it(
    tournament: Tournament, round: Round
) -> None:
    start_table(COMMAND_LINE, round.tables.get(number=2), NINE + MINUTE, "Stau", now=NINE + MINUTE)
    pause_clock(COMMAND_LINE, round, now=NINE + MINUTE)
    assert reset_clock(COMMAND_LINE, round, "zu früh").pauses == []
    assert round.tables.get(number=2).started_at is None
    assert contradictions(tournament) == ()


def test_later_start_is_documented_and_told_where_it_is_lost(tournament: Tournament) -> None:
    table, began = round_number(tournament, 1).tables.get(number=2), NINE + MINUTE
    lost = [
        "The later start of table %(tables)s is lost as well.",
        "The later starts of tables %(tables)s are lost as well.",
    ]
    of_one, of_two = text(*lost, 1, tables=2), text(*lost, 2, tables=listed([1, 2]))
    referee = signed_in(tournament, Role.REFEREE)
    assert not has_log(tournament)
    assert of_one not in text_of(referee.get(ROUND))
    start_table(COMMAND_LINE, table, began, "Stau", now=began)
    assert has_log(tournament)
    (line,) = log_of(tournament)
    noted = JournalEntry.objects.get(action="time_started_later", tournament=tournament)
    assert (line.table, line.note, line.at) == (2, "Stau", noted.at)
    words = text("began at %(time)s", time=time_of_day(began))
    assert what_was_decided(line, by_paragraph=True) == words
    outlook = redraw_outlook(tournament)
    assert outlook is not None
    assert (outlook.extra_times, outlook.later_starts) == ((), ((1, 2),))
    assert of_one in text_of(referee.get(ROUND))
    other = round_number(tournament, 1).tables.get(number=1)
    start_table(COMMAND_LINE, other, began, "Stau", now=began)
    assert of_two in text_of(referee.get(ROUND))


def test_table_that_begins_later_has_its_whole_time(tournament: Tournament, round: Round) -> None:
    table = round.tables.get(number=2)
    began = NINE + 12 * MINUTE
    assert refused(start_table, table, began, "Stau", now=NINE) == "table_start_out_of_range"
    early = NINE - MINUTE
    assert refused(start_table, table, early, "Stau", now=began) == "table_start_out_of_range"
    assert refused(start_table, table, began, " ", now=began) == "reason_needed"
    start_table(COMMAND_LINE, table, began, "Stau", now=began)
    (own,) = extra_times(tournament, round, NINE + 100 * MINUTE)
    assert (own.table, own.started_at, own.state.remaining_seconds) == (2, began, 720)
    assert end_of_time(tournament, round, began) == NINE + 112 * MINUTE
    board = board_of(tournament, round, NINE + 101 * MINUTE)
    assert [table.state for table in board.tables] == [BoardState.DUE, BoardState.RUNNING]
    start_table(COMMAND_LINE, table, None, "verlesen", now=began)
    assert extra_times(tournament, round, NINE) == ()


def test_referee_types_when_a_table_began(tournament: Tournament, round: Round) -> None:
    referee, address = signed_in(tournament, Role.REFEREE), f"{ROUND}tables/2/start/"
    with at(NINE + 30 * MINUTE):
        page = referee.post(address, {"start-began": "10:12", "start-reason": "Stau"}, follow=True)
        began = text("began at %(at)s.", at=time_of_day(NINE + 12 * MINUTE))
        assert messages_of(page) == [f"{text('Table %(number)s', number=2)}: {began}"]
        assert text_of(page).count("10:12") == 3
        page = referee.post(address, {"start-began": "10:45", "start-reason": "Stau"})
        refused = refusal("table_start_out_of_range", begin=NINE, now=NINE + 30 * MINUTE)
        assert refused in text_of(page)
        assert page.status_code == 422
        assert 'value="10:45"' in page.content.decode()
        assert began in text_of(referee.get("/t/herbst/journal/"))
    assert round.tables.get(number=2).started_at == NINE + 12 * MINUTE


def test_round_page_pauses_and_goes_on(tournament: Tournament) -> None:
    client = signed_in()
    with at(NINE + 20 * MINUTE):
        assert f'action="{ROUND}clock/pause/"' in client.get(ROUND).content.decode()
        page = client.post(f"{ROUND}clock/pause/", follow=True)
    assert messages_of(page) == [entry("clock_paused", {"round": 1})]
    with at(NINE + 50 * MINUTE):
        page = client.get(ROUND)
        still = "The clock has stood still since %(time)s, for every table."
        assert text(still, time="10:20") in text_of(page)
        assert "80:00" in text_of(page)
        client.post(f"{ROUND}clock/end/")
        assert round_number(tournament, 1).state == RoundState.RUNNING
        client.post(f"{ROUND}clock/resume/")
        assert "80:00" in text_of(client.get(f"{ROUND}clock/"))
    actions = JournalEntry.objects.order_by("-pk").values_list("action", flat=True)
    assert list(actions[:2]) == ["clock_resumed", "clock_paused"]


def minutes_left(minutes: int) -> str:
    many = "%(minutes)s minutes left."
    return text("%(minutes)s minute left.", many, minutes, minutes=minutes)


def test_hall_hears_what_the_rules_say(tournament: Tournament, round: Round) -> None:
    faces = clock_faces(tournament, round, NINE)
    texts = [each.text for each in read_aloud(tournament, round, faces, NINE)]
    ends = text("Its time is up at %(time)s.", time=time_of_day(NINE + 100 * MINUTE))
    over = "Finish the game that has begun, no new normal games; owed solos are still played."
    assert texts == [
        f"{text('Round %(round)s begins.', round=1)} {ends}",
        minutes_left(10),
        minutes_left(5),
        text(over),
    ]


def test_both_sizes_of_table_hear_their_own_times() -> None:
    tournament = make_drawn_tournament(9, rounds_planned=1)
    round = round_number(tournament, 1)
    before = read_aloud(tournament, round, clock_faces(tournament, round, NINE), NINE)
    assert len(before) == 1
    round = start_clock(COMMAND_LINE, round, now=NINE)
    now = NINE + 115 * MINUTE
    due = [
        each.text
        for each in read_aloud(tournament, round, clock_faces(tournament, round, now), now)
        if each.is_due
    ]
    assert [text.split(":")[0] for text in due] == ["Vierertische", "Fünfertische"]
    assert due[1] == f"Fünfertische: {minutes_left(10)}"


@pytest.mark.parametrize("hours", [-24, -1, 1, 24])
def test_pages_and_actions_work_when_the_computers_clock_is_moved(
    tournament: Tournament, round: Round, hours: int
) -> None:
    client = signed_in()
    pages = ("", "clock/", "clock/?part=figures", "board/", "tables/1/extra-time/")
    moved = NINE + timedelta(hours=hours, minutes=10)
    pause_clock(COMMAND_LINE, round, now=NINE + 5 * MINUTE)
    for press in ("", "clock/resume/", "clock/pause/", "clock/end/"):
        with at(moved):
            if press:
                assert client.post(f"{ROUND}{press}", {"early": "1"}).status_code == 302
            assert {client.get(f"{ROUND}{page}").status_code for page in pages} == {200}
            assert client.get("/t/herbst/clock/figures/").status_code == 200
    ended = round_number(tournament, 1)
    assert ended.state == RoundState.ENDED
    assert ended.ended_at == max(moved, NINE)


def test_settings_have_the_warnings(tournament: Tournament) -> None:
    client = signed_in()
    page = client.get("/t/herbst/settings/")
    fields = {
        **{field.name: field.value() for field in page.context["form"]},
        **{f"tie_breaks_{place}": "" for place in range(3)},
    }
    assert page.context["form"]["warning_minutes"].subwidgets[0].data["value"] == "10, 5"
    sent = {name: value for name, value in fields.items() if value not in (None, "", [])}
    page = client.post("/t/herbst/settings/", {**sent, "warning_minutes": "3; 15 15"}, follow=True)
    assert Tournament.objects.get(slug="herbst").warning_minutes == [15, 3]
    facts = JournalEntry.objects.filter(action="tournament_edited").latest("pk").data
    assert facts["changes"] == {"warning_minutes": [[10, 5], [15, 3]]}
    told = text_of(client.get("/t/herbst/journal/"))
    assert all(minutes in told for minutes in ("10, 5", "15, 3"))
    page = client.post("/t/herbst/settings/", {**sent, "warning_minutes": "bald"})
    assert list(page.context["form"].errors) == ["warning_minutes"]
    assert 'value="bald"' in page.content.decode()
    # A form opened now: in the one above, somebody else has saved 15 and 3 meanwhile.
    seen = client.get("/t/herbst/settings/").context["form"]["seen"].value()
    client.post("/t/herbst/settings/", {**sent, "seen": seen, "warning_minutes": ""})
    assert Tournament.objects.get(slug="herbst").warning_minutes == []


# The clocks are put back on 25 October 2026 at 03:00 here, which is 01:00 UTC.
PUT_BACK = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("started", "now", "typed", "began"),
    [
        (
            -10,
            25,
            "02:10",
            10,
        ),  # started at 02:50 by summer time: only one is after it
        (-70, 25, "02:10", 10),  # both are: that of a quarter of an hour ago is meant
        (-70, -40, "02:10", -50),  # the second one is still to come
        (-70, 25, "02:40", -20),
        (-10, 70, "03:05", 65),
        (0, 5, "02:00", 0),
    ],
)
def test_table_may_begin_in_the_repeated_hour(
    tournament: Tournament, round: Round, started: int, now: int, typed: str, began: int
) -> None:
    """All in minutes from the moment at which the clocks are put back."""
    Round.objects.filter(pk=round.pk).update(started_at=PUT_BACK + started * MINUTE)
    referee = signed_in(tournament, Role.REFEREE)
    with at(PUT_BACK + now * MINUTE):
        sent = {"start-began": typed, "start-reason": "Stau"}
        page = referee.post(f"{ROUND}tables/2/start/", sent, follow=True)
    (told,) = messages_of(page)
    assert typed in told
    assert round.tables.get(number=2).started_at == PUT_BACK + began * MINUTE


def test_pause_of_the_hall_may_end_in_the_repeated_hour(tournament: Tournament) -> None:
    """It is 02:50 by summer time, and play resumes at 02:10: in twenty minutes."""
    direction = signed_in(tournament, Role.DIRECTION)
    with at(PUT_BACK - 10 * MINUTE):
        sent = {"message": "Pause", "until": "02:10"}
        page = direction.post("/t/herbst/beamer/announce/", sent, follow=True)
    assert messages_of(page) == [text("Saved.")]
    assert Stage.objects.get(tournament=tournament).until == PUT_BACK + 10 * MINUTE


def test_objections_may_end_in_the_repeated_hour(tournament: Tournament) -> None:
    """The later one is meant: nobody loses time. A skipped hour does not exist."""
    client = signed_in()
    form = client.get("/t/herbst/settings/").context["form"]
    typed = {field.html_name: field.value() or "" for field in form}
    for moment in ("2026-10-25T02:30", "2026-03-29T02:30"):
        client.post("/t/herbst/settings/", {**typed, "objections_until": moment})
        tournament.refresh_from_db()
        assert tournament.objections_until == PUT_BACK + 30 * MINUTE
