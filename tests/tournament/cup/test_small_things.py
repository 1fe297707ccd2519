"""What a cup says and draws in small."""

import pytest

from tests.factories.cups import make_cup, play_evenly, row_of_stage
from tests.factories.pages import signed_in
from tests.factories.words import refusal
from tournament.cup.writes import delete_cup, withdraw_from_cup
from tournament.errors import Refused
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def test_a_group_of_which_all_would_go_on_is_refused_at_its_field() -> None:
    cup = make_cup(8, go_on=3)
    sentence = refusal("cup_all_go_on", size=4, most=3)
    client = signed_in()
    page = client.post("/cups/pokal/1/", {"name": "Vorrunde", "go_on": 4, "per": "group"})
    assert page.context["form"].errors == {"go_on": [sentence]}
    assert row_of_stage(cup).go_on == 3
    # Among all, four of eight are a cut.
    client.post("/cups/pokal/1/", {"name": "Vorrunde", "go_on": 4, "per": "all"})
    assert (row_of_stage(cup).go_on, row_of_stage(cup).per) == (4, "all")
    delete_cup(COMMAND_LINE, cup)
    with pytest.raises(Refused, match="cup_all_go_on"):
        make_cup(8, go_on=4)


def test_how_many_go_on_is_told_when_it_is_decided_only() -> None:
    make_cup(4, go_on=2)
    sent = {"name": "Finale", "rounds": 1, "go_on": 0, "per": "group", "seed": "5"}
    page = signed_in().post("/cups/pokal/next/", sent)
    assert page.context["form"].non_field_errors() == [refusal("cup_not_decided", stage="Vorrunde")]
    assert page.content.decode().count('id="who"') == 0


def test_the_stroke_ends_with_the_name_of_who_withdrew() -> None:
    cup = make_cup(4, go_on=2)
    play_evenly(cup, 5, 4, 3, -12)
    withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 01", "verreist")
    page = signed_in().get("/cups/pokal/").content.decode()
    assert page.count("<s>Team 01</s> <small>") == 1
