"""A draw is calculated without holding a lock, and uses the state at writing time."""

from functools import partial

import pytest
from django.db import connection

from tests.factories.rounds import plan_of
from tests.factories.tournaments import make_entries, make_tournament
from tournament.draw import DrawRequest, Plan, draw
from tournament.errors import Refused
from tournament.models import Commitment, Entry, Round, Seat
from tournament.people.writes.players import remove_player
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes import lots
from tournament.seating.writes.draws import draw_rounds, redraw_rounds
from tournament.seating.writes.lots import Lots, calculate_unlocked

pytestmark = pytest.mark.django_db(transaction=True)


class Calculations:
    """The calculations made: whether under a lock, and for how many people; somebody may leave."""

    def __init__(self, leaving: int) -> None:
        self.locked: list[bool] = []
        self.people: list[int] = []
        self._leaving = leaving

    def draw(self, request: DrawRequest) -> Plan:
        self.locked.append(connection.in_atomic_block)
        self.people.append(len(request.entrants))
        if len(self.people) <= self._leaving:
            remove_player(COMMAND_LINE, Entry.objects.order_by("-number")[0])
        return draw(request)


@pytest.fixture
def calculations(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Calculations:
    found = Calculations(getattr(request, "param", 0))
    monkeypatch.setattr(lots, "draw_plan", found.draw)
    return found


def test_nothing_is_locked_while_a_draw_is_calculated(calculations: Calculations) -> None:
    tournament = make_tournament(rounds_planned=2)
    make_entries(tournament, 8)
    calculate_unlocked(partial(draw_rounds, COMMAND_LINE, tournament, Lots(number=7)))
    calculate_unlocked(partial(redraw_rounds, COMMAND_LINE, tournament, "Nachzügler", Lots()))
    assert calculations.locked == [False, False]
    assert (Round.objects.count(), Commitment.objects.count()) == (2, 2)


@pytest.mark.parametrize("calculations", [1], indirect=True)
def test_player_leaving_meanwhile_has_no_seat(calculations: Calculations) -> None:
    tournament = make_tournament(rounds_planned=1)
    make_entries(tournament, 9)
    calculate_unlocked(partial(draw_rounds, COMMAND_LINE, tournament, Lots()))
    assert (calculations.people, Seat.objects.count()) == ([9, 8], 8)


@pytest.mark.parametrize("calculations", [9], indirect=True)
def test_list_that_changes_again_and_again_is_not_drawn(calculations: Calculations) -> None:
    tournament = make_tournament(rounds_planned=1)
    make_entries(tournament, 16)
    with pytest.raises(Refused, match="drawing_busy"):
        calculate_unlocked(partial(draw_rounds, COMMAND_LINE, tournament, Lots()))
    assert (calculations.people, Round.objects.count()) == ([16, 15, 14], 0)


def test_calculated_apart_or_at_once_is_the_same_plan() -> None:
    decided = Lots(number=7)
    plans = []
    for slug, act in (("eins", calculate_unlocked), ("zwei", lambda drawing: drawing())):
        tournament = make_tournament(slug=slug, rounds_planned=2)
        make_entries(tournament, 12)
        act(partial(draw_rounds, COMMAND_LINE, tournament, decided))
        plans.append(plan_of(tournament))
    assert plans[0] == plans[1] != []
