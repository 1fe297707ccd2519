"""Who sits out a round by lot: on the lists, and missing nowhere."""

import pytest
from django.utils.text import capfirst

from tests.factories.databases import copied
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tournament.exports.pdf.seat_lists import seat_list
from tournament.models import Role
from tournament.permissions import COMMAND_LINE
from tournament.rounds.reads.rounds import byes_of
from tournament.seating.reads.draws import changes_since_draw, players_to_draw
from tournament.seating.writes.draws import draw_rounds, publish_next_round
from tournament.seating.writes.lots import Lots
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament():
    tournament = make_tournament(rounds_planned=2)
    make_entries(tournament, 11)
    draw_rounds(COMMAND_LINE, tournament, Lots(sit_out=1))
    publish_next_round(COMMAND_LINE, tournament)
    return tournament


@pytest.fixture
def resting(tournament):
    (row,) = byes_of(round_number(tournament, 1))
    return row


def test_player_sitting_out_lacks_no_seat(tournament) -> None:
    assert not changes_since_draw(round_number(tournament, 1), players_to_draw(tournament))


@pytest.mark.parametrize("by", ["table", "name"])
def test_seat_lists_name_who_sits_out(tournament, resting, by) -> None:
    (page,) = page_texts(read_pdf(seat_list(round_number(tournament, 1), by)))
    name = resting.name if by == "table" else resting.list_name
    assert page.count(name) == 1
    assert (capfirst(text("sits out this round, by lot")) in page) == (by == "table")
    assert ("setzt aus" in page) == (by == "name")


@pytest.mark.parametrize("by", ["table", "name"])
def test_seat_list_on_the_screen_names_who_sits_out(tournament, resting, by) -> None:
    page = signed_in(tournament, Role.TYPIST).get(f"/t/herbst/rounds/1/seats/?by={by}")
    assert text_of(page).count(resting.list_name) == 1


def test_round_sat_out_brings_no_points_and_keeps_the_rank(tournament, resting) -> None:
    enter_round(round_number(tournament, 1))
    rows = {row.number: row for row in standings_after(tournament).rows}
    assert set(rows) == set(range(1, 12))
    row = rows[resting.number]
    assert (row.rounds, row.total, row.rank) == ((None,), 0, 5)
