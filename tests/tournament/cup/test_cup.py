"""Cups: stages made, cuts, lots, withdrawals, permissions, what the pages and files say."""

from random import Random

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories.cups import (
    correct,
    evenly,
    lines_of_teams,
    make_cup,
    play,
    play_evenly,
    row_of_stage,
    stage_of,
)
from tests.factories.evenings import make_evening
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import installation_entry, refusal, text
from tournament.competitions.writes import create_competition, delete_competition, edit_competition
from tournament.cup.reads import Astray, StageState, cup_people_rows, cup_report, lot_reports
from tournament.cup.rules import DrawnLot, Fate, lot_of
from tournament.cup.writes import (
    Plan,
    begin_consolation,
    begin_next_stage,
    draw_cup_lot,
    draw_groups,
    edit_stage,
    enter_list,
    remove_stage,
    take_tournament,
    withdraw_from_cup,
)
from tournament.errors import Refused
from tournament.imports.cup import read_entrants
from tournament.labels.cup import ASTRAY
from tournament.models import Cup, CupWithdrawal, JournalEntry, Role, Tournament
from tournament.people.rules.registration import Verdict
from tournament.people.writes.players import remove_player
from tournament.permissions import COMMAND_LINE, Actor
from tournament.privacy.reads import texts_naming
from tournament.tournaments.writes.tournaments import delete_tournament
from tournament.trust.reads.audit import contradictions, installation_findings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FINAL = {"name": "Finale", "go_on": 0, "per": "group"}
HOSTILE = '<script>alert(1)</script>=SUM(A1)\u202e"&amp;'


def fates(cup: Cup, number: int = 1) -> list[tuple]:
    return [(line.rank, line.contestant.key, line.fate) for line in stage_of(cup, number).cut.lines]


def test_teams_typed_are_players_of_a_tournament_in_groups() -> None:
    cup = make_cup(7)
    tournament = row_of_stage(cup).tournament
    assert tournament.entries.count() == 28
    assert {each.team for each in tournament.entries.all()} == {f"Team {n:02}" for n in range(1, 8)}
    assert sorted(map(len, tournament.team_groups)) == [3, 4]
    assert (tournament.draw_method, row_of_stage(cup).seed) == ("groups", "17")
    assert stage_of(cup).state is StageState.WAITING
    assert installation_findings() == ()


def test_who_goes_on_plays_the_next_stage_with_the_same_numbers() -> None:
    cup = make_cup(4, go_on=2)
    play_evenly(cup, 5, -9, 7, -3)
    assert fates(cup) == [
        (1, "Team 03", Fate.GOES_ON),
        (2, "Team 01", Fate.GOES_ON),
        (3, "Team 04", Fate.OUT),
        (4, "Team 02", Fate.OUT),
    ]
    with pytest.raises(Refused, match="cup_too_few_teams"):
        begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    edit_stage(COMMAND_LINE, row_of_stage(cup), {"go_on": 3})
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    first, final = (row_of_stage(cup, number).tournament for number in (1, 2))
    going = first.entries.exclude(team="Team 02").order_by("number")
    assert list(final.entries.order_by("number").values_list("number", "person", "team")) == list(
        going.values_list("number", "person", "team")
    )
    assert sorted(final.team_groups[0]) == ["Team 01", "Team 03", "Team 04"]
    assert stage_of(cup).state is StageState.GONE_ON
    assert stage_of(cup).astray == {}
    assert installation_findings() == ()
    assert contradictions(final) == ()


def test_the_next_stage_waits_for_the_end_and_for_the_lot() -> None:
    cup = make_cup(4, go_on=3)
    plan = Plan("Pokal: Finale", 1, seed="5")
    with pytest.raises(Refused, match="cup_not_decided"):
        begin_next_stage(COMMAND_LINE, cup, FINAL, plan)
    edit_stage(COMMAND_LINE, row_of_stage(cup), {"go_on": 2})
    play_evenly(cup, 6, 2, 2, -10)
    with pytest.raises(Refused, match="cup_tied"):
        begin_next_stage(COMMAND_LINE, cup, FINAL, plan)
    with pytest.raises(Refused, match="cup_tied"):
        begin_consolation(COMMAND_LINE, row_of_stage(cup), plan)
    edit_stage(COMMAND_LINE, row_of_stage(cup), {"go_on": 3})
    begin_next_stage(COMMAND_LINE, cup, FINAL, plan)
    with pytest.raises(Refused, match="cup_gone_on"):
        edit_stage(COMMAND_LINE, row_of_stage(cup), {"go_on": 2})
    play_evenly(cup, 6, -2, -4, number=2)
    with pytest.raises(Refused, match="cup_was_last"):
        begin_next_stage(COMMAND_LINE, cup, FINAL, plan)


def test_a_lot_is_drawn_by_the_number_between_those_who_are_equal() -> None:
    cup = make_cup(4, go_on=2)
    stage = row_of_stage(cup)
    with pytest.raises(Refused, match="cup_not_tied"):
        draw_cup_lot(COMMAND_LINE, stage, ["Team 02", "Team 03"], "4 1 6", "Würfel")
    play_evenly(cup, 6, 2, 2, -10)
    (tie,) = stage_of(cup).cut.ties
    assert (tie.keys, tie.places) == (("Team 02", "Team 03"), 1)
    with pytest.raises(Refused, match="cup_seed_missing"):
        draw_cup_lot(COMMAND_LINE, stage, tie.keys, " ", "Würfel")
    with pytest.raises(Refused, match="reason_needed"):
        draw_cup_lot(COMMAND_LINE, stage, tie.keys, "4 1 6", " ")
    with pytest.raises(Refused, match="cup_not_tied"):
        draw_cup_lot(COMMAND_LINE, stage, ["Team 01", "Team 02"], "4 1 6", "Würfel")
    draw_cup_lot(COMMAND_LINE, stage, tie.keys, "4 1 6", "Würfel")
    first, second = sorted(tie.keys, key=lambda key: lot_of("4 1 6", key))
    assert fates(cup)[1:3] == [(2, first, Fate.GOES_ON), (3, second, Fate.OUT)]
    with pytest.raises(Refused, match="cup_lot_there"):
        draw_cup_lot(COMMAND_LINE, stage, tie.keys, "1 1 1", "noch einmal")
    entry = JournalEntry.objects.get(action="cup_lot_drawn")
    assert entry.data["among"] == "Team 02, Team 03"
    assert (entry.data["seed"], entry.data["reason"]) == ("4 1 6", "Würfel")


def test_the_chain_decides_at_the_cut() -> None:
    cup = make_cup(4, go_on=1, rounds=2, chain=["last_round"])
    tournament = row_of_stage(cup).tournament
    totals = evenly(tournament, 6, 1, 1, -8)
    for each in tournament.entries.all():
        totals[each.number].append({"Team 01": -4, "Team 02": 1, "Team 03": 1}.get(each.team, 2))
    play(tournament, Random(1), totals)
    # Each team has 2 points a player but the last one.
    assert fates(cup)[0] == (1, "Team 02", Fate.TIED)
    assert [tie.keys for tie in stage_of(cup).cut.ties] == [("Team 02", "Team 03")]
    assert fates(cup)[2] == (3, "Team 01", Fate.OUT)


def test_reasons_in_a_cup_that_name_a_person_are_known_where_that_person_is_deleted() -> None:
    cup = make_cup(5, go_on=3)
    play_evenly(cup, 5, 4, 3, -2, -10)
    stage = row_of_stage(cup)
    withdraw_from_cup(COMMAND_LINE, stage, "Team 01", "Arnold ist krank")
    stage.lots.create(among=["Team 02", "Team 03"], seed="5", reason="Arnold zog")
    assert [(each.where, each.text) for each in texts_naming({"Arnold"}, [stage.tournament])] == [
        ("cups", "Arnold zog"),
        ("cups", "Arnold ist krank"),
    ]


def test_who_withdraws_is_followed_by_the_next_one_also_in_the_next_stage() -> None:
    cup = make_cup(5, go_on=3)
    play_evenly(cup, 5, 4, 3, -2, -10)
    stage = row_of_stage(cup)
    with pytest.raises(Refused, match="cup_not_going_on"):
        withdraw_from_cup(COMMAND_LINE, stage, "Team 05", "verreist")
    assert withdraw_from_cup(COMMAND_LINE, stage, "Team 01", "verreist") == "Team 04"
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    final = row_of_stage(cup, 2).tournament
    assert withdraw_from_cup(COMMAND_LINE, stage, "Team 03", "krank") == "Team 05"
    final.refresh_from_db()
    assert sorted(final.team_groups[0]) == ["Team 02", "Team 04", "Team 05"]
    assert {each.team for each in final.entries.all()} == {"Team 02", "Team 04", "Team 05"}
    assert stage_of(cup).astray == {}
    assert withdraw_from_cup(COMMAND_LINE, stage, "Team 02", "krank") == ""
    assert [each.fate for each in stage_of(cup).cut.lines].count(Fate.WITHDREW) == 3
    assert installation_findings() == ()
    assert contradictions(final) == ()


def test_a_drawn_stage_is_a_matter_of_its_tournament() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    play_evenly(cup, 3, 1, -4, number=2)
    with pytest.raises(Refused, match="cup_stage_drawn"):
        withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "Team 01", "krank")
    with pytest.raises(Refused, match="cup_stage_drawn"):
        draw_groups(COMMAND_LINE, row_of_stage(cup, 2), "6")


def test_points_are_carried_over_where_the_cup_says_so() -> None:
    for carry in (False, True):
        cup = make_cup(4, go_on=3, carry_points=carry)
        play_evenly(cup, 20, 4, 3, -27)
        begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
        play_evenly(cup, -4, 1, 3, number=2)
        totals = {line.contestant.key: line.total for line in stage_of(cup, 2).cut.lines}
        won = fates(cup, 2)[0]
        first = stage_of(cup)
        own = {"Team 01": -16, "Team 02": 4, "Team 03": 12}
        if carry:
            before = {line.contestant.key: line.total for line in first.cut.lines}
            own = {team: points + before[team] for team, points in own.items()}
        assert totals == own
        assert won == (1, "Team 01" if carry else "Team 03", None)


def test_players_qualify_and_are_out_in_a_consolation_tournament() -> None:
    cup = make_cup(players=16, go_on=8, rounds=2)
    first = row_of_stage(cup).tournament
    assert (first.draw_method, first.team_groups) == ("plan", [])
    random = Random(4)
    play(first, random)
    while stage_of(cup).state is StageState.TIED:
        draw_cup_lot(COMMAND_LINE, row_of_stage(cup), stage_of(cup).cut.ties[0].keys, "1", "Würfel")
    going = {int(each.key) for each in stage_of(cup).cut.those(Fate.GOES_ON)}
    settings = {"name": "Finale", "go_on": 0}
    stage = begin_next_stage(COMMAND_LINE, cup, settings, Plan("Pokal: Finale", 2))
    assert {each.number for each in stage.tournament.entries.all()} == going
    made = begin_consolation(COMMAND_LINE, row_of_stage(cup), Plan("Trost", 2))
    assert {each.number for each in made.entries.all()} == set(range(1, 17)) - going
    with pytest.raises(Refused, match="cup_consolation_there"):
        begin_consolation(COMMAND_LINE, row_of_stage(cup), Plan("Trost", 2))
    play(stage.tournament, random)
    rows = cup_people_rows(cup_report(cup))
    assert len(rows) == 16
    assert sum(row.standing.attended == 2 for row in rows) == 8
    assert installation_findings() == ()


@pytest.mark.parametrize("per", ["club", "state"])
def test_the_best_players_of_each_club_or_state_go_on(per: str) -> None:
    cup = make_cup(players=12, go_on=2, per=per)
    first = row_of_stage(cup).tournament
    for each in first.entries.select_related("person").all():
        each.person.state = ("HE", "hessen ")[each.number % 2] if each.number <= 6 else ""
        each.person.save()
    # Twelve sit at three tables; the lower the number, the better.
    play(first, Random(1), {each.number: [20 - each.number] for each in first.entries.all()})
    clubs = [{1, 2}, {5, 6}, {9, 10}]
    states = [{1, 2}, {7, 8}]
    found = stage_of(cup)
    assert {int(each.key) for each in found.cut.those(Fate.GOES_ON)} == set.union(
        *(clubs if per == "club" else states)
    )
    page = signed_in().get("/cups/pokal/")
    titles = [box.title for box in page.context["stages"][0]["boxes"]]
    assert titles == (
        ["Verein a", "Verein b", "Verein c"]
        if per == "club"
        else ["hessen", text("Without a federal state")]
    )
    with pytest.raises(ValueError, match="group"):
        edit_stage(COMMAND_LINE, row_of_stage(cup), {"per": "group"})


def test_a_tie_of_a_club_names_the_club() -> None:
    cup = make_cup(players=8, go_on=1, per="club")
    first = row_of_stage(cup).tournament
    play(first, Random(1), dict(enumerate([[1], [2], [3], [4], [1], [5], [5], [2]], start=1)))
    (tie,) = stage_of(cup).cut.ties
    assert (tie.group, tie.keys, tie.places) == (1, ("6", "7"), 1)
    page = signed_in().get("/cups/pokal/")
    (sentence,) = page.context["stages"][0]["ties"]
    assert sentence.startswith("Verein b: ")
    draw_cup_lot(COMMAND_LINE, row_of_stage(cup), tie.keys, "4 1 6", "Würfel")
    lucky = int(min(tie.keys, key=lambda key: lot_of("4 1 6", key)))
    assert {int(each.key) for each in stage_of(cup).cut.those(Fate.GOES_ON)} == {4, lucky}


def test_a_tournament_that_is_there_is_the_first_stage() -> None:
    cup = create_competition(COMMAND_LINE, Cup, {"name": "Pokal", "of": "players"})
    evening = make_evening("januar", [20, 10, -10, -20], None)
    take_tournament(COMMAND_LINE, cup, evening, {"name": "Qualifikation", "go_on": 2})
    assert [fate for *_line, fate in fates(cup)] == [Fate.GOES_ON] * 2 + [Fate.OUT] * 2
    other = create_competition(COMMAND_LINE, Cup, {"name": "Pokal?", "of": "players"})
    assert other.slug == "pokal-2"
    with pytest.raises(Refused, match="cup_stage_elsewhere"):
        take_tournament(COMMAND_LINE, other, evening, {"name": "Q", "go_on": 2})
    example = make_tournament("beispiel", is_example=True)
    with pytest.raises(Refused, match="cup_is_example"):
        take_tournament(COMMAND_LINE, other, example, {"name": "Q", "go_on": 2})
    with pytest.raises(Refused, match="cup_has_begun"):
        take_tournament(COMMAND_LINE, cup, make_tournament("drei"), {"name": "Q", "go_on": 2})
    with pytest.raises(Refused, match="cup_has_begun"):
        edit_competition(COMMAND_LINE, cup, {"of": "teams"})


def test_a_deleted_tournament_leaves_the_cup_and_can_be_made_anew() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    plan = Plan("Pokal: Finale", 1, seed="5")
    final = begin_next_stage(COMMAND_LINE, cup, FINAL, plan).tournament
    delete_tournament(COMMAND_LINE, final)
    assert stage_of(cup, 2).state is StageState.LOST
    with pytest.raises(Refused, match="cup_gone_on"):
        remove_stage(COMMAND_LINE, row_of_stage(cup))
    remove_stage(COMMAND_LINE, row_of_stage(cup, 2))
    begin_next_stage(COMMAND_LINE, cup, FINAL, plan)
    delete_competition(COMMAND_LINE, cup)
    assert Tournament.objects.count() == 2
    assert installation_findings() == ()


def test_groups_are_drawn_anew_of_the_teams_that_are_entered() -> None:
    cup = make_cup(5)
    tournament = row_of_stage(cup).tournament
    for each in tournament.entries.filter(team="Team 05"):
        remove_player(COMMAND_LINE, each)
    draw_groups(COMMAND_LINE, row_of_stage(cup), "9")
    tournament.refresh_from_db()
    assert sorted(tournament.team_groups[0]) == [f"Team {n:02}" for n in range(1, 5)]
    by_hand = f"/t/{tournament.slug}/players/teams/groups/"
    assert by_hand in signed_in().get("/cups/pokal/1/").content.decode()


def test_after_a_correction_it_is_said_who_is_in_and_who_is_out() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    begin_consolation(COMMAND_LINE, row_of_stage(cup), Plan("Trost", 1))
    assert stage_of(cup).astray == {}
    correct(cup, 5, 4, -12, 3)
    assert stage_of(cup).astray == {"Team 04": Astray.CONSOLED, "Team 03": Astray.THERE}
    consoled, there = (str(ASTRAY[each]) for each in (Astray.CONSOLED, Astray.THERE))
    owner = signed_in()
    page = text_of(owner.get("/cups/pokal/"))
    assert f"Team 04: {consoled}" in page
    assert f"Team 03: {there}" in page
    (paper,) = page_texts(read_pdf(owner.get("/cups/pokal/1/file/")))
    assert f"Team 04: {consoled}" in " ".join(paper.split())
    csv = owner.get("/cups/pokal/?as=csv&list=stage-1").content.decode("utf-8-sig")
    fate_of = {line.split(";")[2]: line.split(";")[-1] for line in csv.splitlines()}
    assert (fate_of["Team 04"], fate_of["Team 03"]) == (consoled, there)


def test_a_tie_by_a_correction_is_settled_by_lot_as_well() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1, seed="5"))
    correct(cup, 5, 5, -5, -5)
    assert stage_of(cup).astray == {}
    assert b"/cups/pokal/1/lot/" in signed_in().get("/cups/pokal/").content
    draw_cup_lot(COMMAND_LINE, row_of_stage(cup), ["Team 03", "Team 04"], "1", "Würfel")
    first, _second = DrawnLot((), "1").in_order(["Team 03", "Team 04"])
    expected = {"Team 04": Astray.MISSING, "Team 03": Astray.THERE} if first == "Team 04" else {}
    assert stage_of(cup).astray == expected
    assert [each.decides for each in lot_reports(stage_of(cup))] == [True]
    correct(cup, 5, 4, 3, -12)
    assert [each.decides for each in lot_reports(stage_of(cup))] == [False]


def test_pages_before_their_time_say_so_without_a_form() -> None:
    cup = make_cup(4, go_on=2)
    owner = signed_in()
    too_early = refusal("cup_not_decided", stage="Vorrunde")
    for page in ("next/", "1/consolation/"):
        answer = owner.get(f"/cups/pokal/{page}")
        assert too_early in text_of(answer)
        assert b'<button class="button primary' not in answer.content
    play_evenly(cup, 6, 2, 2, -10)
    assert refusal("cup_tied", names="Team 02; Team 03") in text_of(owner.get("/cups/pokal/next/"))


def test_a_team_may_be_called_by_signs_and_have_a_club() -> None:
    players = "Änne Arnold; Bernd Beck (DU ZHN); Christa Conrad; Dieter Dietz"
    for typed, team, club in [
        ("=1+1", "=1+1", ""),
        ("Karlsruhe (DC Fächer)", "Karlsruhe", "DC Fächer"),
        ("A: Nord (DC Fächer)", "A: Nord", "DC Fächer"),
        ("Berlin (2)", "Berlin (2)", ""),
    ]:
        rows = read_entrants(f"{typed}: {players}", of_teams=True).rows
        assert {row.verdict for row in rows} == {Verdict.OK}
        assert {row.player.team for row in rows} == {team}
        assert rows[1].player.club_code == "DU ZHN"
        assert [row.player.club_name for row in (rows[0], *rows[2:])] == [club] * 3


def test_the_individual_ranking_names_the_team() -> None:
    cup = make_cup(4)
    play_evenly(cup, 5, 4, 3, -12)
    owner = signed_in()
    csv = owner.get("/cups/pokal/people/?as=csv").content.decode("utf-8-sig")
    heading, *lines = csv.splitlines()
    assert "Vorrunde" in heading.split(";")
    (paper,) = page_texts(read_pdf(owner.get("/cups/pokal/people/file/")))
    assert [paper.count(f"Team {number:02}") for number in range(1, 5)] == [4] * 4
    teams = [line.split(";")[heading.split(";").index(text("Team"))] for line in lines]
    assert teams == [f"Team {number:02}" for number in range(1, 5) for _ in range(4)]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "cup_list_empty"),
        ("Team A: Änne Arnold; Bernd Beck; Christa Conrad", "cup_team_size"),
        ("Asse: Änne A; Bea B; Ida C; Ute D\nASSE: Änne E; Bea F; Ida G; Ute H", "cup_team_size"),
    ],
)
def test_lists_that_are_no_teams_are_refused(typed: str, code: str) -> None:
    cup = create_competition(COMMAND_LINE, Cup, {"name": "Pokal"})
    rows = read_entrants(typed, of_teams=True).rows
    with pytest.raises(Refused, match=code):
        enter_list(COMMAND_LINE, cup, rows, FINAL, Plan("Pokal", 1))


def test_names_are_read_as_in_a_list_of_players() -> None:
    read = read_entrants(
        "\nKarlsruhe: Arnold, Änne; Bernd Beck (DU ZHN); Łucja Đorđević; Şule Öz\n"
        "Köln: Ute Alt, Eva Neu, Jan Jung, Bernd Beck",
        of_teams=True,
    )
    told = [
        (read.line_of[row.line], row.player.team, row.player.last_name, row.player.first_name)
        for row in read.rows
    ]
    assert told[:4] == [
        (2, "Karlsruhe", "Arnold", "Änne"),
        (2, "Karlsruhe", "Beck", "Bernd"),
        (2, "Karlsruhe", "Đorđević", "Łucja"),
        (2, "Karlsruhe", "Öz", "Şule"),
    ]
    assert (read.rows[1].player.club_code, told[4]) == ("DU ZHN", (3, "Köln", "Alt", "Ute"))
    assert [(row.player.last_name, row.findings[0].code) for row in read.doubtful] == [
        ("Beck", "same_name_other_club")
    ]
    assert read.doubtful[0].findings[0].params["line"] == 2


def test_only_owners_change_a_cup_and_a_direction_sees_its_own() -> None:
    cup = make_cup(4, go_on=3)
    tournament = row_of_stage(cup).tournament
    direction = Actor(make_user(Role.DIRECTION, tournament))
    for act in (
        lambda: delete_competition(direction, cup),
        lambda: edit_competition(direction, cup, {"name": "X"}),
        lambda: draw_groups(direction, row_of_stage(cup), "1"),
        lambda: withdraw_from_cup(direction, row_of_stage(cup), "Team 01", "krank"),
        lambda: create_competition(direction, Cup, {"name": "X"}),
    ):
        with pytest.raises(PermissionDenied):
            act()
    client = signed_in(tournament, Role.DIRECTION)
    assert client.get("/cups/pokal/").status_code == 200
    assert b"/cups/pokal/settings/" not in client.get("/cups/pokal/").content
    assert "Pokal" in text_of(client.get("/cups/"))
    stranger = signed_in(make_tournament("woanders"), Role.DIRECTION)
    assert stranger.get("/cups/pokal/").status_code == 403
    assert stranger.get("/cups/pokal/people/").status_code == 403
    assert b"/cups/pokal/" not in stranger.get("/cups/").content


def test_an_owner_makes_a_cup_on_pages() -> None:
    owner = signed_in()
    answer = owner.post("/cups/new/", {"name": "Mannschaftspokal", "of": "teams", "chain": ""})
    assert answer.headers["Location"] == "/cups/mannschaftspokal/next/"
    sent = {"name": "Vorrunde", "rounds": "1", "go_on": "3", "per": "group", "seed": "17"}
    page = owner.post("/cups/mannschaftspokal/next/", {**sent, "entrants": "Team A Änne Arnold"})
    wrong = refusal("cup_line_without_team", line=1, text="Team A Änne Arnold")
    assert page.status_code == 422
    assert page.context["form"].non_field_errors() == [wrong]
    assert "Team A Änne Arnold" in page.content.decode()
    twice = lines_of_teams(3) + "\nTeam 04: " + lines_of_teams(1).split(": ")[1]
    page = owner.post("/cups/mannschaftspokal/next/", {**sent, "entrants": twice})
    assert len(page.context["form"].errors["entrants"]) == 4
    assert b'name="anyway"' in page.content
    owner.post("/cups/mannschaftspokal/next/", {**sent, "entrants": twice, "anyway": "on"})
    cup = Cup.objects.get()
    assert stage_of(cup).tournament.entries.count() == 16
    play_evenly(cup, 9, 1, 1, -11)
    edit_stage(COMMAND_LINE, row_of_stage(cup), {"go_on": 2})
    page = owner.get("/cups/mannschaftspokal/")
    assert b"/cups/mannschaftspokal/1/lot/" in page.content
    page = owner.get("/cups/mannschaftspokal/1/lot/")
    lot = {"seed": "3 5 1", "reason": "Ida", "among": page.context["tie"].keys}
    stale = owner.post("/cups/mannschaftspokal/1/lot/", {**lot, "among": ["Team 01", "Team 02"]})
    assert stale.context["form"].non_field_errors() == [refusal("cup_not_tied")]
    owner.post("/cups/mannschaftspokal/1/lot/", lot)
    assert stage_of(cup).state is StageState.DECIDED
    again = owner.post("/cups/mannschaftspokal/1/lot/", lot)
    assert again.context["tie"] is None
    (drawn,) = again.context["lots"]
    in_order = DrawnLot((), "351").in_order(lot["among"])
    assert (drawn.lot.seed, drawn.names, drawn.decides) == ("351", tuple(in_order), True)
    assert all(name in text_of(again) for name in drawn.names)
    edited = {"name": "Vorrunde", "go_on": "3", "per": "group"}
    owner.post("/cups/mannschaftspokal/1/", edited)
    final = {"name": "Finale", "rounds": "1", "go_on": "0", "per": "group", "seed": ""}
    page = owner.post("/cups/mannschaftspokal/next/", final)
    assert [*page.context["form"].errors] == ["seed"]
    owner.post("/cups/mannschaftspokal/next/", {**final, "seed": "2"})
    assert cup.stages.count() == 2
    page = owner.get("/cups/mannschaftspokal/")
    assert [len(each["boxes"]) for each in page.context["stages"]] == [1, 1]
    journal = text_of(owner.get("/journal/"))
    assert installation_entry("cup_created", {"cup": "Mannschaftspokal"}) in journal
    owner.post("/cups/mannschaftspokal/delete/")
    assert Cup.objects.exists()
    owner.post("/cups/mannschaftspokal/delete/", {"sure": "on"})
    assert not Cup.objects.exists()


def test_hostile_names_are_only_text() -> None:
    cup = create_competition(COMMAND_LINE, Cup, {"name": HOSTILE, "of": "teams"})
    team = "<script>alert(2)</script>" + "W" * 70
    typed = lines_of_teams(3) + f"\n{team}: " + lines_of_teams(4).splitlines()[3].split(": ")[1]
    rows = read_entrants(typed, of_teams=True).rows
    enter_list(COMMAND_LINE, cup, rows, {"name": HOSTILE, "go_on": 2}, Plan(HOSTILE[:-8], 1))
    play_evenly(cup, 0, 0, 0, 0)
    owner = signed_in()
    for page in ("", "people/", "settings/", "next/", "1/", "1/lot/", "1/withdraw/"):
        answer = owner.get(f"/cups/{cup.slug}/{page}")
        assert answer.status_code == 200
        assert b"<script>alert" not in answer.content
    assert owner.get(f"/cups/{cup.slug}/1/file/").content.startswith(b"%PDF")


def test_files_and_paper_say_who_goes_on() -> None:
    cup = make_cup(4, go_on=2)
    play_evenly(cup, 6, 2, -1, -7)
    owner = signed_in()
    (page,) = page_texts(read_pdf(owner.get("/cups/pokal/1/file/")))
    assert f"Vorrunde: {text('Who goes on')}" in page
    assert page.count(text("goes on")) == 2
    answer = owner.get("/cups/pokal/?as=xlsx&list=stage-1")
    rows = [[cell.value for cell in row] for row in read_workbook(answer).worksheets[0].iter_rows()]
    assert [row[2:4] for row in rows if row[1] == 1] == [["Team 01", 24]]
    csv = owner.get("/cups/pokal/people/?as=csv").content.decode("utf-8-sig")
    assert len(csv.splitlines()) == 17


def test_a_plain_club_sees_none_of_it() -> None:
    """Home, a new tournament and the pages of one name no cup."""
    tournament = make_tournament()
    owner = signed_in()
    for address in (
        "/",
        "/tournaments/new/",
        *(f"/t/herbst/{page}" for page in ("", "players/", "settings/")),
    ):
        answer = owner.get(address)
        assert answer.status_code == 200
        assert b"/cups/" not in answer.content
    assert tournament.team_groups == []


def test_queries_do_not_grow_with_teams() -> None:
    counted = []
    owner: Client = signed_in()

    for teams in (4, 8):
        cup = make_cup(teams, go_on=3)
        play(row_of_stage(cup).tournament, Random(2))
        owner.get(f"/cups/{cup.slug}/")
        with CaptureQueriesContext(connection) as made:
            owner.get(f"/cups/{cup.slug}/")
        counted.append(len(made))
    assert counted[0] == counted[1]


def test_the_tournaments_of_a_cup_lead_back_to_it() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, -9, 7, -3)
    consolation = begin_consolation(COMMAND_LINE, row_of_stage(cup), Plan("Trost", 1))
    back = f'<a class="back" href="/cups/{cup.slug}/">'
    others, client = make_tournament(), signed_in()
    leads = [
        back in client.get(f"/t/{each.slug}/").content.decode()
        for each in (row_of_stage(cup).tournament, consolation, others)
    ]
    assert leads == [True, True, False]


def test_nobody_is_chosen_at_first_to_withdraw() -> None:
    cup = make_cup(4, go_on=2)
    play_evenly(cup, 5, -9, 7, -3)
    address, client = f"/cups/{cup.slug}/1/withdraw/", signed_in()
    choices = client.get(address).context["form"].fields["who"].choices
    assert [key for key, _name in choices] == ["", "Team 03", "Team 01"]
    page = client.post(address, {"who": "", "reason": "krank"})
    assert (page.status_code, CupWithdrawal.objects.count()) == (422, 0)


def test_reason_stays_where_the_stage_is_not_decided_any_more() -> None:
    address, client = f"/cups/{make_cup(4, go_on=2).slug}/1/withdraw/", signed_in()
    sent = client.post(address, {"who": "Team 01", "reason": "krank"})
    form, why = sent.context["form"], text("Nobody goes on yet: the stage is not decided.")
    assert (sent.status_code, form.errors["__all__"]) == (422, [why])
    assert form.fields["who"].choices[1:] == [(form["who"].value(), "Team 01")]
    assert 'value="krank"' in sent.content.decode()
    page = client.get(address)
    assert (why in text_of(page), "krank" in page.content.decode()) == (True, False)
