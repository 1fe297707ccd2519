"""What a cup says and draws in small."""

from random import Random

import pytest
from django.utils.html import escape

from tests.factories.cups import make_cup, play, play_evenly, row_of_stage, stage_of
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.words import refusal, text
from tournament.check_in.writes import set_fee
from tournament.competitions.writes import delete_competition
from tournament.cup.reads import cup_report
from tournament.cup.writes import Plan, begin_consolation, edit_stage, withdraw_from_cup
from tournament.errors import Refused
from tournament.exports.cup import stage_pdf
from tournament.models import Role
from tournament.money.rules import Fee
from tournament.money.writes import set_fees
from tournament.permissions import COMMAND_LINE
from tournament.standings.reads.standings import standings_after
from tournament.tournaments.reads import losses_of

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
    delete_competition(COMMAND_LINE, cup)
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


def test_why_somebody_withdrew_stands_on_the_page_and_on_paper() -> None:
    cup = make_cup(4, go_on=2)
    play_evenly(cup, 5, 4, 3, -12)
    withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 01", "<b>verreist</b>")
    words = {"name": "Team 01", "reason": "<b>verreist</b>"}
    told = text("%(name)s does not play on (%(reason)s).", **words)
    assert escape(told) in signed_in().get("/cups/pokal/").content.decode()
    paper = stage_pdf(cup_report(cup), stage_of(cup))
    assert told in " ".join(page_texts(read_pdf(paper)))


def test_a_stage_shows_the_fee_once_there_is_one() -> None:
    tournament = row_of_stage(make_cup(4, go_on=2)).tournament
    direction, typist = signed_in(tournament, Role.DIRECTION), signed_in(tournament, Role.TYPIST)

    def shows_fee() -> list[bool]:
        pages = [each.get(f"/t/{tournament.slug}/") for each in (direction, typist)]
        labels = [[each.label for each in page.context["figures"]] for page in pages]
        return [text("Fee paid") in each for each in labels]

    assert shows_fee() == [False, False]
    set_fees(COMMAND_LINE, tournament, [Fee(500)], [])
    assert shows_fee() == [True, True]
    set_fees(COMMAND_LINE, tournament, [], [])
    set_fee(COMMAND_LINE, tournament.entries.first(), paid=True)
    assert shows_fee() == [True, True]


def test_a_consolation_tournament_of_teams_names_teams() -> None:
    """On its lists, screens and phones, as the stages do; of players it names clubs."""
    cup = make_cup(4, go_on=2)
    play_evenly(cup, 5, 4, 3, -12)
    made = begin_consolation(COMMAND_LINE, row_of_stage(cup), Plan("Trost", 1))
    play(made, Random(1))
    rows = standings_after(made).rows
    assert {row.affiliation for row in rows} == {"Team 03", "Team 04"}
    page = text_of(signed_in().get(f"/t/{made.slug}/standings/"))
    assert (text("Team") in page, "Team 03" in page) == (True, True)
    delete_competition(COMMAND_LINE, cup)
    cup = make_cup(players=8, go_on=4)
    play(row_of_stage(cup).tournament, Random(1), {each: [10 - each] for each in range(1, 9)})
    made = begin_consolation(COMMAND_LINE, row_of_stage(cup), Plan("Trost der Spieler", 1))
    assert made.affiliation("Verein", "Team") == "Verein"


def test_no_result_of_a_stage_is_lost_with_its_consolation_tournament() -> None:
    cup = make_cup(4, go_on=2)
    play_evenly(cup, 5, 4, 3, -12)
    made = begin_consolation(COMMAND_LINE, row_of_stage(cup), Plan("Trost", 1))
    lost = [losses_of(each)["cup_stages"] for each in (made, row_of_stage(cup).tournament)]
    assert lost == [0, 1]


def test_a_state_that_is_none_of_the_sixteen_is_named_where_it_decides() -> None:
    cup = make_cup(players=8, go_on=1, per="state")
    entries = row_of_stage(cup).tournament.entries.select_related("person")
    states = ["NI", "Nds.", " niedersachsen", "Atlantis", "atlantis", "Österreich", "", ""]
    for each, state in zip(entries.order_by("number"), states, strict=True):
        each.person.state = state
        each.person.save()

    client = signed_in()

    def shown() -> tuple[list[str], str]:
        (stage,) = client.get("/cups/pokal/").context["stages"]
        return [box.title for box in stage["boxes"]], stage["other_states"]

    titles, sentence = shown()
    assert titles == ["Atlantis", "NI", "Österreich", text("Without a federal state")]
    others = [f"{each.person.list_name} ({each.person.state})" for each in entries.all()[3:6]]
    assert all(each in sentence for each in others)
    assert sentence.count("(") == 3
    edit_stage(COMMAND_LINE, row_of_stage(cup), {"per": "all"})
    assert shown()[1] == ""
