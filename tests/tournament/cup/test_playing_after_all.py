"""A withdrawal from a cup taken back."""

import pytest

from tests.factories.cups import make_cup, play_evenly, row_of_stage, stage_of
from tests.factories.pages import messages_of, signed_in
from tests.factories.words import refusal
from tournament.cup.reads import keys_of_stage
from tournament.cup.rules import Fate
from tournament.cup.writes import Plan, begin_next_stage, withdraw_from_cup
from tournament.models import JournalEntry
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FINAL = {"name": "Finale", "go_on": 0, "per": "group"}
BUTTON = 'name="who" value="Team 01"'


def test_who_withdrew_plays_after_all_until_the_next_stage_is_made() -> None:
    cup = make_cup(5, go_on=3)
    play_evenly(cup, 5, 4, 3, -2, -10)
    withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 01", "verreist")
    client = signed_in()
    assert client.get("/cups/pokal/").content.decode().count(BUTTON) == 1
    client.post("/cups/pokal/1/return/", {"who": "Team 01"})
    assert keys_of_stage(stage_of(cup), Fate.GOES_ON) == ["Team 01", "Team 02", "Team 03"]
    entry = JournalEntry.objects.get(action="cup_returned")
    assert (entry.data["who"], entry.data["reason"]) == ("Team 01", "verreist")
    again = client.post("/cups/pokal/1/return/", {"who": "Team 01"}, follow=True)
    assert messages_of(again)[-1] == refusal("cup_not_withdrawn")
    withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 01", "verreist")
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    assert client.get("/cups/pokal/").content.decode().count(BUTTON) == 0
    late = client.post("/cups/pokal/1/return/", {"who": "Team 01"}, follow=True)
    assert messages_of(late)[-1] == refusal("cup_gone_on", stage="Vorrunde")
    assert [each.who for each in row_of_stage(cup).withdrawals.all()] == ["Team 01"]
