"""Who goes on is put right: a withdrawal taken back, a correction followed in the next stage."""

from datetime import date

import pytest

from tests.factories.cups import correct, make_cup, play_evenly, row_of_stage, stage_of
from tests.factories.evenings import make_evening
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.visitor import forms_of
from tests.factories.words import refusal, text
from tournament.competitions.writes import create_competition
from tournament.cup.reads import Astray, keys_of_stage
from tournament.cup.rules import Fate, groups_after
from tournament.cup.writes import (
    Plan,
    begin_next_stage,
    follow_correction,
    return_to_cup,
    take_tournament,
    withdraw_from_cup,
)
from tournament.errors import Refused
from tournament.models import Cup, JournalEntry
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.trust.reads.audit import contradictions, installation_findings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FINAL = {"name": "Finale", "go_on": 0, "per": "group"}
FOLLOW = "/cups/pokal/1/follow/"
BUTTON = 'name="who" value="Team 01"'


def test_who_withdrew_plays_after_all_until_the_next_stage_is_drawn() -> None:
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
    final = row_of_stage(cup, 2).tournament
    (group,) = final.team_groups
    assert client.get("/cups/pokal/").content.decode().count(BUTTON) == 1
    client.post("/cups/pokal/1/return/", {"who": "Team 01"})
    final.refresh_from_db()
    assert final.team_groups == [["Team 01" if team == "Team 04" else team for team in group]]
    assert {each.team for each in final.entries.all()} == {"Team 01", "Team 02", "Team 03"}
    assert stage_of(cup).astray == {}
    assert (installation_findings(), contradictions(final)) == ((), ())
    withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 01", "verreist")
    play_evenly(cup, 3, 1, -4, number=2)
    assert client.get("/cups/pokal/").content.decode().count(BUTTON) == 0
    late = client.post("/cups/pokal/1/return/", {"who": "Team 01"}, follow=True)
    assert messages_of(late)[-1] == refusal("cup_stage_drawn", stage="Finale")
    assert [each.who for each in row_of_stage(cup).withdrawals.all()] == ["Team 01"]


def test_who_moves_up_is_named_on_page_paper_and_in_files() -> None:
    cup = make_cup(5, go_on=3)
    play_evenly(cup, 5, 4, 3, -2, -10)
    owner = signed_in()
    assert [line.moves_up for line in stage_of(cup).cut.lines] == [False] * 5
    withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 02", "verreist")
    assert [line.moves_up for line in stage_of(cup).cut.lines] == [False] * 3 + [True, False]
    page = owner.get("/cups/pokal/")
    (box,) = page.context["stages"][0]["boxes"]
    told = [(each.name, each.note) for each in box.lines if text("moves up") in each.note]
    assert told == [("Team 04", text("moves up"))]
    (paper,) = page_texts(read_pdf(owner.get("/cups/pokal/1/file/")))
    csv = owner.get("/cups/pokal/?as=csv&list=stage-1").content.decode("utf-8-sig")
    for shown in (text_of(page), paper, csv):
        assert shown.count(text("moves up")) == 1


def test_who_withdraws_moves_nobody_whom_an_earlier_correction_has_left() -> None:
    cup = make_cup(6, go_on=3, per="all")
    play_evenly(cup, 9, 4, 3, 0, -6, -10)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    correct(cup, 9, 4, 0, 3, -6, -10)
    assert withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 01", "krank") == "Team 03"
    (group,) = row_of_stage(cup, 2).tournament.team_groups
    assert sorted(group) == ["Team 02", "Team 03"]


def test_of_two_who_withdrew_one_returns_for_the_last_who_moved_up() -> None:
    cup = make_cup(6, go_on=3, per="all")
    play_evenly(cup, 9, 4, 3, 0, -6, -10)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    for team in ("Team 01", "Team 02"):
        withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), team, "verreist")
    return_to_cup(COMMAND_LINE, row_of_stage(cup), "Team 01")
    final = row_of_stage(cup, 2).tournament
    (group,) = final.team_groups
    assert sorted(group) == ["Team 01", "Team 03", "Team 04"]
    assert {each.team for each in final.entries.all()} == {*group}


def test_who_returns_where_nobody_had_moved_up_comes_into_the_smallest_group() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    for team in ("Team 01", "Team 02"):
        withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), team, "verreist")
    return_to_cup(COMMAND_LINE, row_of_stage(cup), "Team 02")
    final = row_of_stage(cup, 2).tournament
    assert sorted(*final.team_groups) == ["Team 02", "Team 03", "Team 04"]
    assert groups_after([["A", "B", "C"], ["D", "E"]], ["B"], ["X", "Y"]) == [
        ["A", "X", "C"],
        ["D", "E", "Y"],
    ]
    assert groups_after([["A"], ["B"]], ["A"], []) == [["B"]]


def test_a_correction_is_followed_in_the_next_stage_by_one_press_until_it_is_drawn() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    final, client = row_of_stage(cup, 2).tournament, signed_in()
    (group,) = final.team_groups
    assert FOLLOW not in client.get("/cups/pokal/").content.decode()
    correct(cup, 5, 4, -12, 3)
    assert stage_of(cup).astray == {"Team 04": Astray.MISSING, "Team 03": Astray.THERE}
    page = client.get("/cups/pokal/")
    (sent,) = (each.sent for each in forms_of(page) if each.action == FOLLOW)
    assert sent["seen"] == ["Team 03", "Team 04"]
    assert client.post(FOLLOW, {"seen": sent["seen"]}).headers["Location"] == "/cups/pokal/"
    final.refresh_from_db()
    assert final.team_groups == [["Team 04" if team == "Team 03" else team for team in group]]
    assert {each.team for each in final.entries.all()} == {"Team 01", "Team 02", "Team 04"}
    assert stage_of(cup).astray == {}
    noted = JournalEntry.objects.get(action="cup_followed").data
    assert (noted["gone"], noted["come"]) == ("Team 03", "Team 04")
    assert (installation_findings(), contradictions(final)) == ((), ())
    again = client.post(FOLLOW, {"seen": sent["seen"]}, follow=True)
    assert messages_of(again)[-1] == refusal("cup_changed_meanwhile")
    # An error in the correction: the same press undoes it.
    correct(cup, 5, 4, 3, -12)
    client.post(FOLLOW, {"seen": sent["seen"]})
    final.refresh_from_db()
    assert final.team_groups == [group]
    play_evenly(cup, 3, 1, -4, number=2)
    correct(cup, 5, 4, -12, 3)
    assert FOLLOW not in client.get("/cups/pokal/").content.decode()
    late = client.post(FOLLOW, {"seen": sent["seen"]}, follow=True)
    assert messages_of(late)[-1] == refusal("cup_stage_drawn", stage="Finale")
    assert stage_of(cup).astray == {"Team 04": Astray.MISSING, "Team 03": Astray.THERE}


def test_players_are_exchanged_after_a_correction_with_their_numbers() -> None:
    evening = make_evening("quali", [5, 2, -1, -6], date(2026, 5, 8))
    cup = create_competition(COMMAND_LINE, Cup, {"name": "Pokal", "of": "players"})
    take_tournament(COMMAND_LINE, cup, evening, {"name": "Vorrunde", "go_on": 2})
    final = begin_next_stage(COMMAND_LINE, cup, {"name": "Finale", "go_on": 0}, Plan("Finale", 1))
    players = final.tournament.entries
    assert [*players.order_by("number").values_list("number", flat=True)] == [1, 2]
    deduct_points(COMMAND_LINE, evening.entries.get(number=2), 9, "Abzug")
    follow_correction(COMMAND_LINE, row_of_stage(cup), ["2", "3"])
    assert [*players.order_by("number").values_list("number", flat=True)] == [1, 3]
    assert stage_of(cup).astray == {}


def test_a_tie_by_a_correction_is_settled_before_anybody_is_exchanged() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    correct(cup, 5, 5, -5, -5)
    with pytest.raises(Refused, match="cup_tied"):
        follow_correction(COMMAND_LINE, row_of_stage(cup), ["Team 03"])


def test_who_withdraws_after_a_correction_takes_nobody_twice_into_the_next_stage() -> None:
    """Who moves up is there already: it was there before the correction."""
    cup = make_cup(5, go_on=3)
    play_evenly(cup, 5, 4, 3, -2, -10)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    final = row_of_stage(cup, 2).tournament
    before = final.team_groups
    correct(cup, 5, 4, -2, 3, -10)
    assert withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 04", "krank") == "Team 03"
    final.refresh_from_db()
    assert (final.team_groups, final.entries.count()) == (before, 12)
    assert stage_of(cup).astray == {}
