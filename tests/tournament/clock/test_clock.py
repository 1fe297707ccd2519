"""The clock: announcements, the bar, the projector."""

import re
from datetime import datetime
from unittest.mock import patch

import pytest
from django.http import HttpResponse
from django.template import Context, Template

from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.times import MINUTE, NINE, begun_at_nine
from tests.factories.words import text
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.reads.clock import (
    ClockFace,
    clock_faces,
    end_of_time,
    extra_times,
    running_clock,
)
from tournament.rounds.rules.clock import ClockPhase
from tournament.rounds.writes import end_clock, extend_time, start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.templatetags.clock import minutes_and_seconds

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Nine players at a table of four and one of five; the clock started at nine."""
    return begun_at_nine(9, rounds_planned=2)


def remaining(faces: tuple[ClockFace, ...]) -> list[tuple[int, str, int]]:
    return [(face.table_size, face.state.phase, face.state.remaining_seconds) for face in faces]


def countdowns(html: str) -> list[tuple[str, int]]:
    """Return what each counting clock shows, and its seconds from the server's now to its end."""
    found = re.findall(
        r'data-ends-at="(\d+)"\s+data-server-now="(\d+)"[^>]*>\s*(.*?)\s*</time>', html, re.DOTALL
    )
    return [(shown, (int(ends) - int(now)) // 1000) for ends, now, shown in found]


def at(moment: datetime):
    """Set the time on the server."""
    return patch("django.utils.timezone.now", return_value=moment)


def test_running_clock_counts_for_both_sizes_of_table(tournament: Tournament) -> None:
    clock = running_clock(tournament, NINE + 99 * MINUTE)
    assert clock is not None
    assert (clock.round.number, clock.is_latest) == (1, True)
    assert remaining(clock.faces) == [
        (4, ClockPhase.RUNNING, 60),
        (5, ClockPhase.RUNNING, 26 * 60),
    ]


def test_no_clock_runs_before_the_start_or_after_the_end(tournament: Tournament) -> None:
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True, now=NINE + MINUTE)
    assert running_clock(tournament, NINE + 2 * MINUTE) is None
    assert running_clock(make_drawn_tournament(slug="zwei"), NINE) is None


def test_running_round_stays_on_the_clock_when_the_next_is_published(
    tournament: Tournament,
) -> None:
    draw_next_round(COMMAND_LINE, tournament)
    clock = running_clock(tournament, NINE)
    assert clock is not None
    assert (clock.round.number, clock.is_latest) == (1, False)


def test_four_tables_alone_have_one_clock() -> None:
    tournament = make_drawn_tournament()
    faces = clock_faces(tournament, round_number(tournament, 1), NINE)
    assert remaining(faces) == [(4, ClockPhase.WAITING, 6000)]


def test_extra_time_has_separate_clocks_and_moves_the_end(tournament: Tournament) -> None:
    round = round_number(tournament, 1)
    assert end_of_time(tournament, round, NINE) == NINE + 125 * MINUTE
    extend_time(COMMAND_LINE, round.tables.get(number=1), 30, "Schiedsgericht", "KS")
    (extra,) = extra_times(tournament, round, NINE + 100 * MINUTE)
    assert (extra.table, extra.extra_minutes, extra.state.remaining_seconds) == (1, 30, 1800)
    assert end_of_time(tournament, round, NINE) == NINE + 130 * MINUTE


def test_end_of_time_is_unknown_before_the_start() -> None:
    tournament = make_drawn_tournament()
    assert end_of_time(tournament, round_number(tournament, 1), NINE) is None


@pytest.mark.parametrize(
    ("seconds", "shown"), [(6000, "100:00"), (61, "1:01"), (9, "0:09"), (0, "0:00")]
)
def test_time_left_is_written_as_minutes_and_seconds(seconds: int, shown: str) -> None:
    assert minutes_and_seconds(seconds) == shown


def test_bar_carries_the_end_and_the_servers_time(tournament: Tournament) -> None:
    template = Template("{% load clock %}{% round_clock tournament %}")
    with at(NINE + 90 * MINUTE):
        html = template.render(Context({"tournament": tournament}))
    assert countdowns(html) == [("10:00", 600), ("35:00", 2100)]


def test_without_scripts_a_clock_says_until_when(tournament: Tournament) -> None:
    template = Template("{% load clock %}{% round_clock tournament %}")
    for minute, ends in ((90, ["11:40", "12:05"]), (101, ["12:05"]), (126, [])):
        with at(NINE + minute * MINUTE):
            html = template.render(Context({"tournament": tournament}))
        said = re.findall("<noscript>(.*?)</noscript>", html)
        assert said == [text("until %(time)s", time=each) for each in ends]


def test_bar_says_that_the_time_is_up(tournament: Tournament) -> None:
    template = Template("{% load clock %}{% round_clock tournament %}")
    with at(NINE + 101 * MINUTE):
        html = template.render(Context({"tournament": tournament}))
    over = text("Time up since %(time)s", time="11:40")
    assert countdowns(html) == [(over, -60), ("24:00", 1440)]


def test_pages_of_the_tournament_show_the_clock(tournament: Tournament) -> None:
    client = signed_in()
    for page in ("", "players/", "rounds/1/", "standings/", "print/", "journal/"):
        with at(NINE + 90 * MINUTE):
            html = client.get(f"/t/herbst/{page}").content.decode()
        bar = html.split("<main")[0]
        assert countdowns(bar) == [("10:00", 600), ("35:00", 2100)], page


def test_open_pages_ask_for_the_figures_alone(tournament: Tournament) -> None:
    client = signed_in()
    with at(NINE + 90 * MINUTE):
        answer: HttpResponse = client.get("/t/herbst/clock/figures/")
    assert countdowns(answer.content.decode()) == [("10:00", 600), ("35:00", 2100)]
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True, now=NINE + 91 * MINUTE)
    assert countdowns(client.get("/t/herbst/clock/figures/").content.decode()) == []


def test_projector_shows_both_clocks_and_the_extra_times(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    extend_time(COMMAND_LINE, table, 7, "Schiedsgericht", "KS")
    client = signed_in()
    for address in ("/t/herbst/rounds/1/clock/", "/t/herbst/rounds/1/clock/?part=picture"):
        with at(NINE + 90 * MINUTE):
            html = client.get(address).content.decode()
        assert countdowns(html) == [("10:00", 600), ("35:00", 2100), ("42:00", 2520)]
        assert ("<html" in html) == ("part" not in address)


@pytest.mark.parametrize("players", [9, 18])
def test_clock_needs_a_constant_number_of_queries(players: int, django_assert_num_queries) -> None:
    tournament = make_drawn_tournament(players, rounds_planned=1)
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=NINE)
    with django_assert_num_queries(2):
        running_clock(tournament, NINE)
