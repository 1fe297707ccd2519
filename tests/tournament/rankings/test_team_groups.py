"""Teams in groups: set by hand or by lot, drawn, proven, and ranked group by group."""

import json
from itertools import chain

import pytest
from django.core.management import call_command

from tests.factories.databases import copied
from tests.factories.journal import acts, note
from tests.factories.pages import cells_of, messages_of, signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_totals, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import refusal, text
from tests.tournament.draws.test_proofs import draw_proven, on_the_wall, replayed
from tournament.draw import CannotDraw
from tournament.errors import Refused
from tournament.exports.pdf.proofs import proof as print_proof
from tournament.exports.pdf.results import ranking as print_ranking
from tournament.labels.draws import certificate_lines
from tournament.labels.journal import journal_sentence
from tournament.labels.rounds import quality_sentence
from tournament.models import Entry, GroupRanking, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.seating.reads.draws import plan_quality
from tournament.seating.reads.seat_changes import repair_preview, swap_preview
from tournament.seating.writes.draws import draw_rounds, publish_next_round
from tournament.seating.writes.seat_changes import repair_seats, substitute_player
from tournament.standings.reads.rankings import group_ranking
from tournament.standings.reads.standings import standings_after
from tournament.standings.reads.team_groups import team_groups_of
from tournament.standings.writes import draw_team_groups, set_team_groups
from tournament.tournaments.writes.tournaments import edit_tournament
from tournament.trust.reads.audit import contradictions
from tournament.trust.reads.recount import tournament_recount

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

GROUPS = "/t/herbst/players/teams/groups/"
HOSTILE = '<b>"Elf" & =1'


@pytest.fixture
@copied
def tournament() -> Tournament:
    """28 players: seven teams of four, A to F and one with a hostile name."""
    tournament = make_tournament(rounds_planned=4)
    make_entries(tournament, 28)
    entries = list(tournament.entries.order_by("number"))
    for place, entry in enumerate(entries):
        entry.team = (*"ABCDEF", HOSTILE)[place // 4]
    Entry.objects.bulk_update(entries, ["team"])
    note(tournament, *entries)
    return tournament


@pytest.fixture
def grouped(tournament: Tournament) -> Tournament:
    set_team_groups(COMMAND_LINE, tournament, [["A", "D", "C", "B"], ["F", HOSTILE, "E"]])
    tournament.refresh_from_db()
    edit_tournament(COMMAND_LINE, tournament, {"draw_method": "groups"})
    tournament.refresh_from_db()
    return tournament


def played(tournament: Tournament, rounds: int = 1) -> None:
    """Publish rounds; at each table position 1 wins 9 points, all others lose 3."""
    for _ in range(rounds):
        round = publish_next_round(COMMAND_LINE, tournament)
        for table in round.tables.order_by("number"):
            enter_totals(table, [9, -3, -3, -3])


def test_groups_are_set_by_number_and_told(tournament: Tournament) -> None:
    client = signed_in()
    sent = {f"team-{place}": number for place, number in enumerate("2111", start=1)}
    page = client.post(GROUPS, {**sent, "team-4": "1", "team-5": "2", "team-6": "2"})
    assert page.status_code == 302
    tournament.refresh_from_db()
    assert tournament.team_groups == [["B", "C", "D"], ["A", "E", "F"]]
    assert list(GroupRanking.objects.values_list("kind", "best")) == [("team", None)]
    act = acts().get(action="team_groups_set")
    told = text("Groups of teams: %(groups)s.", groups="B, C, D · A, E, F")
    assert journal_sentence(act.action, act.data, {}, {}) == told
    assert contradictions(tournament) == ()
    shown = [row for row in cells_of(client.get(GROUPS)) if row]
    assert [row[:2] for row in shown] == [[HOSTILE, "4"], *([team, "4"] for team in "ABCDEF")]


def test_what_was_typed_stays_when_groups_are_refused(tournament: Tournament) -> None:
    page = signed_in().post(GROUPS, {"team-1": "1", "team-2": "1", "team-3": "7"})
    assert page.status_code == 422
    assert refusal("group_of_teams_size", group=1, teams=2) in text_of(page)
    fields = page.context["form"]
    assert [fields[f"team-{place}"].value() for place in (1, 2, 3)] == ["1", "1", "7"]
    tournament.refresh_from_db()
    assert tournament.team_groups == []


def test_the_lot_makes_groups_of_four_else_three(tournament: Tournament) -> None:
    assert signed_in().post(GROUPS, {"by_lot": "1"}).status_code == 302
    tournament.refresh_from_db()
    assert [len(group) for group in tournament.team_groups] == [4, 3]
    assert sorted(chain.from_iterable(tournament.team_groups)) == sorted([*"ABCDEF", HOSTILE])
    assert len(acts().get(action="team_groups_set").data["seed"]) == 32


@pytest.mark.parametrize(
    ("groups", "code"),
    [
        ([["A", "B", "X"]], "team_unknown"),
        ([["A", "B", "C"], ["A", "D", "E"]], "team_in_two_groups"),
        ([["A", "B"]], "group_of_teams_size"),
    ],
)
def test_impossible_groups_are_refused(tournament: Tournament, groups, code) -> None:
    with pytest.raises(Refused) as refused:
        set_team_groups(COMMAND_LINE, tournament, groups)
    assert refused.value.code == code


def test_fewer_than_three_teams_make_no_group(tournament: Tournament) -> None:
    tournament.entries.exclude(team__in="AB").update(team="")
    with pytest.raises(Refused) as refused:
        draw_team_groups(COMMAND_LINE, tournament)
    assert (refused.value.code, refused.value.params) == ("too_few_teams", {"teams": 2})


def test_only_a_tournament_with_groups_is_offered_the_method(tournament: Tournament) -> None:
    client = signed_in()
    offered = 'value="groups"'
    assert offered not in client.get("/t/herbst/settings/").content.decode()
    with pytest.raises(Refused) as refused:
        edit_tournament(COMMAND_LINE, tournament, {"draw_method": "groups"})
    assert refused.value.code == "draw_without_groups"
    draw_team_groups(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    assert offered in client.get("/t/herbst/settings/").content.decode()


def test_a_draw_of_groups_is_proven_like_any_other(grouped: Tournament, tmp_path) -> None:
    draw_proven(grouped, 1, 42)
    noted = on_the_wall(grouped)
    code, said = replayed(grouped, tmp_path, *noted)
    assert (code, said.splitlines()[-1]) == (0, "Everything fits.")
    (step,) = grouped.sealed_steps.filter(step__kind="draw")
    groups = [["A", "D", "C", "B"], ["F", HOSTILE, "E"]]
    assert step.step["settings"]["groups"] == groups
    step.step["settings"]["groups"][0].sort()
    code, _said = replayed(
        grouped,
        tmp_path,
        *noted,
        steps=[
            step.step if row.step["kind"] == "draw" else row.step
            for row in grouped.sealed_steps.order_by("number")
        ],
    )
    assert code == 1


def test_other_groups_make_a_published_commitment_void(grouped: Tournament) -> None:
    client = signed_in()
    client.post("/t/herbst/draw/commitment/")
    before = grouped.commitments.count()
    set_team_groups(COMMAND_LINE, grouped, [["A", "B", "C", "D"], ["E", "F", HOSTILE]])
    draw_rounds(COMMAND_LINE, grouped)
    assert grouped.commitments.count() == before + 1


def test_all_rounds_are_drawn_and_every_table_has_one_of_each_team(grouped: Tournament) -> None:
    draw_rounds(COMMAND_LINE, grouped)
    seats = grouped.rounds.get(number=4).seats.order_by("table__number")
    of_four = list(seats.filter(table__number__lte=4).values_list("entry__team", flat=True))
    assert [sorted(of_four[start : start + 4]) for start in (0, 4, 8, 12)] == [list("ABCD")] * 4


def test_a_team_of_three_is_told_before_anything_is_drawn(grouped: Tournament) -> None:
    grouped.entries.filter(number=1).update(status="withdrawn")
    page = signed_in().post("/t/herbst/draw/", {"expected": "1"})
    assert messages_of(page) == [refusal("team_not_of_four", team="A", people=3)]
    assert not grouped.rounds.exists()


def test_a_substitute_takes_the_seats_of_his_team_and_both_count(grouped: Tournament) -> None:
    draw_rounds(COMMAND_LINE, grouped)
    played(grouped)
    gone = grouped.entries.get(number=1)
    gone.status = "withdrawn"
    gone.save()
    make_entries(grouped, 1)
    grouped.entries.filter(number=29).update(team="A")
    repair_seats(COMMAND_LINE, grouped, "Ersatz")
    seated = grouped.rounds.filter(number__gte=2, seats__entry__number=29)
    assert list(seated.values_list("number", flat=True)) == [2, 3, 4]
    grouped.entries.filter(number=2).update(status="withdrawn")
    with pytest.raises(CannotDraw) as refused:
        repair_preview(grouped)
    assert refused.value.params == {"team": "A", "people": 3}
    report = standings_after(grouped)
    (of_four, _of_three) = team_groups_of(report)
    assert sum(each.total for each in of_four) == 0


def test_the_seats_of_a_team_are_never_missed_by_a_substitute(grouped: Tournament) -> None:
    """He comes in round 2: round 1 was played by the one he replaces, and counts once."""
    draw_rounds(COMMAND_LINE, grouped)
    played(grouped)
    make_entries(grouped, 1)
    grouped.entries.filter(number=29).update(team="A")
    substitute_player(COMMAND_LINE, grouped, 2, "1", "29", "krank", ranked=True)
    played(grouped)
    Tournament.objects.update(missed_round=-30)
    grouped.refresh_from_db()
    report = standings_after(grouped)
    assert [row.rounds[0] for row in report.rows if row.number == 29] == [None]
    assert sum(each.total for group in team_groups_of(report) for each in group) == 0
    assert not tournament_recount(grouped).differences
    Tournament.objects.update(team_groups=[])
    grouped.refresh_from_db()
    rows = {row.number: row.rounds[0] for row in standings_after(grouped).rows}
    assert rows[29] == -30
    assert not tournament_recount(grouped).differences


def test_teams_are_listed_group_by_group_everywhere(grouped: Tournament, capsys) -> None:
    draw_rounds(COMMAND_LINE, grouped)
    played(grouped, 2)
    report = standings_after(grouped)
    found = team_groups_of(report)
    client = signed_in()
    rows = cells_of(client.get("/t/herbst/standings/rankings/team/"))
    expected = [
        [str(number), str(each.place), each.team]
        for number, teams in enumerate(found, start=1)
        for each in teams
    ]
    assert [[row[0], row[1], row[3]] for row in rows if row] == expected
    ranked = group_ranking(grouped, report, "team")
    assert ranked is not None
    paper = " ".join(page_texts(read_pdf(print_ranking(grouped, ranked))))
    assert text("Rank in the group") in paper
    call_command("standings", "herbst", "--ranking", "team", "--format", "json")
    told = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert [[told[team]["group"], told[team]["place"]] for _n, _p, team in expected] == [
        [int(number), int(place)] for number, place, _team in expected
    ]
    assert not tournament_recount(grouped).differences


def test_page_proof_and_draw_name_the_bounds_of_groups(grouped: Tournament) -> None:
    drawn = draw_rounds(COMMAND_LINE, grouped)
    found = drawn.draw.quality
    assert (found["repeat_pairs"], found["repeat_pairs_bound"]) == (18, 18)
    quality = plan_quality(grouped)
    assert quality is not None
    assert [line.figure and line.figure.is_best for line in certificate_lines(quality)] == [
        True
    ] * 3
    told = text("Fewer only where some meet three times.")
    assert told in text_of(signed_in().get("/t/herbst/draw/"))
    assert told in " ".join(page_texts(read_pdf(print_proof(grouped))))
    assert told in quality_sentence(drawn.draw)
    first, other, *_ = round_number(grouped, 1).tables.get(number=1).seats.order_by("position")
    numbers = str(first.entry.number), str(other.entry.number)
    swap = swap_preview(grouped, 1, *numbers).change
    assert (swap.before.repeat_pairs_bound, swap.before.five_table_repeats) == (18, 0)
