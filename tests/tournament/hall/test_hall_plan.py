"""The hall plan: arranged by the direction, stored, shown on the overview and the board."""

import json
import re

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.submissions import journal
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.models import Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.seating.rules import Spot
from tournament.seating.writes.seating import arrange_hall
from tournament.series.writes import create_next_evening

pytestmark = pytest.mark.django_db

PAGE = "/t/herbst/hall/"
BOARD = "/t/herbst/rounds/1/board/?view=map"

UNREADABLE = text("These places of tables cannot be read.")


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Four tables of four."""
    return make_drawn_tournament()


def send(client: Client, places: object):
    return client.post(PAGE, {"places": json.dumps(places)}, follow=True)


def standing(page: str) -> list[tuple[int, int, int]]:
    """Return the tables of the picture with their column and row."""
    found = re.findall(r'data-table="(\d+)"\s+transform="translate\((\d+) (\d+)\)"', page)
    return [(int(number), int(x) // 76, int(y) // 60) for number, x, y in found]


def test_tables_are_in_rows_until_moved(tournament: Tournament) -> None:
    client = signed_in()
    rows = [(1, 0, 0), (2, 1, 0), (3, 0, 1), (4, 1, 1)]
    assert [
        standing(client.get(page).content.decode()) for page in (PAGE, BOARD, "/t/herbst/")
    ] == [rows] * 3
    answer = send(client, {"1": [3, 1], "2": [1, 1], "3": [1, 2], "4": [3, 3]})
    assert messages_of(answer) == [text("Saved.")]
    moved = [(2, 0, 0), (1, 2, 0), (3, 0, 1), (4, 2, 2)]
    assert [standing(client.get(page).content.decode()) for page in (BOARD, "/t/herbst/")] == [
        moved
    ] * 2
    assert journal("hall_arranged") == [{}]
    client.post(PAGE, {"places": ""})
    assert standing(client.get(BOARD).content.decode()) == rows


def test_unchanged_plan_leaves_no_trace(tournament: Tournament) -> None:
    for _ in range(2):
        arrange_hall(COMMAND_LINE, tournament, {1: Spot(0, 0)})
    assert journal("hall_arranged") == [{}]


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ({"1": [0, 0], "2": [0, 0]}, refusal("hall_place_twice", other=1, table=2)),
        ({"3": [40, 0]}, refusal("hall_place_outside", table=3, most=40)),
        ({"3": [0, -1]}, refusal("hall_place_outside", table=3, most=40)),
        ({"0": [0, 0]}, refusal("hall_place_outside", table=0, most=40)),
        ({"3": [0]}, UNREADABLE),
        ({"3": [0, "1"]}, UNREADABLE),
        ({"<b>": [0, 1]}, UNREADABLE),
        ([7], UNREADABLE),
    ],
)
def test_impossible_places_are_refused(
    tournament: Tournament, places: object, sentence: str
) -> None:
    answer = send(signed_in(), places)
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert Tournament.objects.get(slug="herbst").hall == {}


@pytest.mark.parametrize("sent", ['{"1": [%s, 0]}' % ("9" * 4301), "[" * 100_000])
def test_places_that_cannot_be_read_are_refused(tournament: Tournament, sent: str) -> None:
    answer = signed_in().post(PAGE, {"places": sent})
    assert answer.status_code == 422
    assert UNREADABLE in text_of(answer)


def test_only_the_direction_moves_tables_and_only_until_the_end(tournament: Tournament) -> None:
    with pytest.raises(PermissionDenied):
        arrange_hall(Actor(make_user(Role.REFEREE, tournament)), tournament, {1: Spot(0, 0)})
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    with pytest.raises(Refused, match="tournament_finished"):
        arrange_hall(Actor(make_owner()), tournament, {1: Spot(0, 0)})


def test_plan_is_made_before_the_draw_from_those_present() -> None:
    client = signed_in()
    tournament = make_tournament()
    empty = client.get(PAGE).content.decode()
    assert ("data-table" in empty, 'href="/t/herbst/players/"' in empty) == (False, True)
    make_entries(tournament, 9)
    assert [number for number, *_place in standing(client.get(PAGE).content.decode())] == [1, 2]
    arrange_hall(COMMAND_LINE, tournament, {1: Spot(0, 0), 5: Spot(2, 0)})
    assert len(standing(client.get(PAGE).content.decode())) == 5


def test_next_evening_has_the_same_hall(tournament: Tournament) -> None:
    arrange_hall(COMMAND_LINE, tournament, {1: Spot(0, 0), 2: Spot(4, 0)})
    next_one = create_next_evening(COMMAND_LINE, tournament, name="Winter", date=None)
    assert next_one.hall == {"1": [0, 0], "2": [4, 0]}


def test_picture_shows_every_state_and_links_to_the_sheets(tournament: Tournament) -> None:
    enter_totals(round_number(tournament, 1).tables.get(number=2), [3, -1, -1, -1])
    answer = signed_in().get("/t/herbst/")
    page = answer.content.decode()
    links = re.findall(r'<a href="([^"]*)" aria-label="(Tisch[^"]*)">', page)
    assert links == [
        (f"/t/herbst/rounds/1/tables/{number}/", f"Tisch {number}: {state}")
        for number, state in [
            (1, "ausgelost"),
            (2, "eingegeben"),
            (3, "ausgelost"),
            (4, "ausgelost"),
        ]
    ]
    assert "○ ausgelost 3 ● eingegeben 1" in text_of(answer)


def test_board_as_a_map_highlights_the_filter_and_fades_the_rest(tournament: Tournament) -> None:
    enter_totals(round_number(tournament, 1).tables.get(number=2), [3, -1, -1, -1])
    page = signed_in().get(f"{BOARD}&show=missing").content.decode()
    assert re.findall(r'class="spot (\w+)( aside)?"', page) == [
        ("drawn", ""),
        ("entered", " aside"),
        ("drawn", ""),
        ("drawn", ""),
    ]
    assert 'href="?show=due&amp;view=map"' in page


@pytest.mark.parametrize("players", [4, 32])
def test_pages_of_the_hall_need_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    make_drawn_tournament(players)
    client = signed_in()
    with django_assert_num_queries(5):
        client.get(PAGE)
    with django_assert_num_queries(9):
        client.get(BOARD)
