"""A whole day through the pages, from the empty installation to the last cent of the prizes.

The lists are compared with what `by_hand` adds up from the typed figures; it shares no line with
the program. Seats differ each time: the draw decides.
"""

from io import StringIO
from itertools import groupby

import pytest
from django.core.management import call_command

from tests.factories.pages import figures_in
from tests.factories.visitor import Visitor
from tests.factories.words import text
from tests.tournament.day import lists, money, rounds, told
from tests.tournament.day.acts import at_desk
from tests.tournament.day.by_hand import Player
from tests.tournament.day.hall import NOT_THERE, WALK_INS, Hall, T, player_file
from tournament.models import JournalEntry

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

NO_SHOW, LATE = 5, 62
NEVER_CAME = (17, 33)
"""Of the four absentees: one comes late, one as a substitute, these do not."""


def test_a_whole_day() -> None:
    hall, till = Hall(), money.Till()
    open_the_tournament(hall)
    direction = hall.account("anna", "direction")
    desk = hall.account("dora", "typist")
    referee = hall.account("karl", "referee")
    register(hall, direction, desk)
    money.set_fees(direction)
    money.take_fees(hall, till, desk, NO_SHOW)
    money.fill_pools(hall, till, desk)
    draw(hall, direction)
    somebody_is_not_there(hall, till, direction, desk)
    rounds.first_round(hall, direction, desk, referee)
    money.pay_by_card(hall, till, desk, rounds.SUBSTITUTE)
    rounds.second_round(hall, direction, desk, referee)
    rank_groups(direction)
    rounds.third_round(hall, direction, desk, referee)
    played = [player for player in hall.players.values() if player.points or player.averages]
    lists.standings_are_right(played, direction)
    lists.rankings_are_right(played, direction)
    winners = give_prizes(played, till, direction)
    direction.open(f"{T}finish/")
    direction.press("Turnier beenden")
    told.papers_say_so(hall, lists.lines(played), winners, direction)
    told.journal_says_so(hall, winners, direction)
    nothing_contradicts(winners, direction)


def open_the_tournament(hall: Hall) -> None:
    """Open the tournament as the owner, with the list of registrations."""
    hall.owner.open("/tournaments/new/")
    hall.owner.press("Turnier anlegen", {"name": "Herbstpokal", "date": "2026-11-21"})
    hall.owner.open(f"{T}players/import/")
    hall.owner.press("Liste lesen", {"file": player_file([*hall.players.values()])})
    hall.owner.press("62 Teilnehmer übernehmen")


def register(hall: Hall, direction: Visitor, desk: Visitor) -> None:
    """Check in fifty-eight, and three who had not registered."""
    for number in hall.players:
        if number not in NOT_THERE:
            at_desk(desk, typed=str(number))
    for number, typed in enumerate(WALK_INS, 63):
        direction.open(f"{T}players/?q={typed}")
        last_name, first_name, *club = typed.split(", ")
        words = f"{last_name}, {first_name}" + (f" ({club[0]})" if club else "")
        direction.press(f"{words} aufnehmen")
        hall.players[number] = Player(number, last_name, first_name, *club)
    hall.read_players(direction)
    assert sorted(hall.entries) == sorted(hall.players)


def draw(hall: Hall, direction: Visitor) -> None:
    """Draw all three rounds, by a number from the hall: fourteen tables of four, one of five."""
    direction.open(f"{T}draw/")
    direction.press("Prüfwert veröffentlichen")
    direction.press("Liste schließen")
    direction.press("Runden 1 bis 3 auslosen", {"number": "4711"})
    direction.press("Runde 1 veröffentlichen")
    hall.read_seats(direction, 1)
    sizes = [len(hall.seats[1, table]) for table in hall.tables(1)]
    assert sorted(sizes) == [4] * 14 + [5]


def somebody_is_not_there(hall: Hall, till: money.Till, direction: Visitor, desk: Visitor) -> None:
    """One ticked by mistake; a latecomer takes the free seat and pays; two never come."""
    hall.withdraw(direction, NO_SHOW, "nicht erschienen")
    at_desk(desk, typed=str(LATE))
    money.pay_fee(hall, till, desk, LATE)
    expected = {
        place: {LATE if number == NO_SHOW else number for number in numbers}
        for place, numbers in hall.seats.items()
    }
    direction.open(f"{T}rounds/1/repair/")
    direction.press("Plätze so setzen", {"reason": "62 kommt für 5"})
    hall.read_seats(direction, 1)
    assert {place: {*numbers} for place, numbers in hall.seats.items()} == expected
    for number in NEVER_CAME:
        hall.withdraw(direction, number, "nicht gekommen")


def rank_groups(direction: Visitor) -> None:
    """Rank the best three of each club, and all of each team."""
    direction.open(f"{T}standings/rankings/")
    direction.press("Speichern", {"club": "total", "club_best": 3, "team": "all"})


def give_prizes(players: list[Player], till: money.Till, direction: Visitor) -> set[money.Winner]:
    """Pay out everything to the last cent; the till fits before and after."""
    money.count_till(direction, till)
    places = money.set_prizes(till, direction)
    direction.open(f"{T}prizes/")
    direction.press("Preise zuweisen", {"seed": money.SEED})
    winners = money.prizes_by_hand(players, till, places)
    page = direction.open(f"{T}prizes/").content.decode()
    assert money.prizes_on(page) == winners
    given = sum(cents for _for, _who, cents, _thing in winners)
    assert given == sum(till.taken.values())
    assert money.hand_out(direction) == len(winners)
    till.cash -= given
    money.count_till(direction, till)
    return winners


def nothing_contradicts(winners: set[money.Winner], direction: Visitor) -> None:
    """Recount everything and compare it with the journal; acts in the order done."""
    direction.open(f"{T}journal/?check=1")
    assert text("Every figure agrees.") in direction.text
    out, wrong = StringIO(), StringIO()
    call_command("recount", "herbstpokal", stdout=out, stderr=wrong)
    assert wrong.getvalue() == ""
    assert figures_in(out.getvalue().splitlines()[0]) == ["45", "37"]
    assert text("What is stored is what the journal says.") in out.getvalue()
    acts = JournalEntry.objects.filter(tournament__slug="herbstpokal").order_by("pk")
    actions = groupby(acts.values_list("action", flat=True))
    assert [(action, len([*each])) for action, each in actions] == told.acts_done(winners)
