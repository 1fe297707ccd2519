"""What happens to a season when something is corrected: names, results, days, teams that stop."""

from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests.factories.journal import acts
from tests.factories.leagues import make_day, make_league, play_day
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.papers import page_texts
from tests.factories.rounds import enter_totals
from tests.factories.words import refusal
from tournament.journal.reads import journal_facts, stored_facts
from tournament.journal.rules import differences
from tournament.labels.league import lineup_words
from tournament.league.reads import DayState, league_report
from tournament.league.writes.days import bring_in_substitute, set_forfeit
from tournament.league.writes.leagues import deduct_team_points, edit_team, set_days
from tournament.models import Club, DayTeam, LeagueTeam, MatchDay, Person, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.privacy.reads import all_data, texts_naming
from tournament.rounds.writes import close_round, reopen_round
from tournament.seating.writes.draws import draw_next_round
from tournament.standings.writes import set_team

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def even(size: int) -> list[int]:
    return [6, 2, -2, -6, 0][:size]


@pytest.fixture
def owner() -> Client:
    return signed_in()


@pytest.fixture
def league():
    return make_league(4, 3, rounds_a_day=1)


def day_of(league, number: int) -> MatchDay:
    return MatchDay.objects.get(division__league=league, number=number)


def nothing_unnoted(*tournaments: Tournament) -> bool:
    whose = (None, *(made.pk for made in tournaments))
    return not any([*differences(stored_facts(each), journal_facts(each))] for each in whose)


def test_a_renamed_team_is_renamed_where_its_days_are_not_over(league) -> None:
    over = play_day(day_of(league, 1), even)
    Tournament.objects.filter(pk=over.pk).update(status=Tournament.Status.FINISHED)
    made = make_day(day_of(league, 2))
    team = LeagueTeam.objects.get(number=2)
    edit_team(COMMAND_LINE, team, name="Neue Asse", club="")
    made.refresh_from_db()
    (group,) = made.team_groups
    assert sorted(group) == ["Mannschaft 1", "Mannschaft 3", "Mannschaft 4", "Neue Asse"]
    assert made.entries.filter(team="Neue Asse").count() == 4
    names = DayTeam.objects.filter(team=team).order_by("day__number")
    assert list(names.values_list("entered_as", flat=True)) == ["Mannschaft 2", "Neue Asse", ""]
    over.refresh_from_db()
    assert over.entries.filter(team="Mannschaft 2").count() == 4
    draw_next_round(COMMAND_LINE, made)
    states = [each.state for each in league_report(league).divisions[0].days]
    assert states == [DayState.COUNTS, DayState.RUNNING, DayState.PLANNED]
    assert acts().filter(action="team_joined", tournament=made).count() == 1
    assert nothing_unnoted(made)


def test_a_team_is_renamed_though_nobody_of_it_is_in_the_tournament_of_its_day(league) -> None:
    made = make_day(day_of(league, 1))
    made.entries.filter(team="Mannschaft 2").update(team="")
    team = LeagueTeam.objects.get(number=2)
    edit_team(COMMAND_LINE, team, name="Neue Asse", club="")
    team.refresh_from_db()
    assert team.name == "Neue Asse"


def test_a_team_renamed_in_the_tournament_keeps_its_group_and_its_match_day(league) -> None:
    made = play_day(day_of(league, 1), even)
    numbers = list(made.entries.filter(team="Mannschaft 3").values_list("number", flat=True))
    set_team(COMMAND_LINE, made, numbers, "Andere")
    made.refresh_from_db()
    assert "Andere" in made.team_groups[0]
    assert "Mannschaft 3" not in made.team_groups[0]
    assert league_report(league).divisions[0].days[0].state is DayState.COUNTS
    assert nothing_unnoted(made)
    set_team(COMMAND_LINE, made, numbers[:1], "Allein")
    made.refresh_from_db()
    assert "Allein" not in made.team_groups[0]


def address(page: str, day: MatchDay, *more: object) -> str:
    return reverse(page, args=[day.division.league.slug, day.division.number, day.number, *more])


def test_page_and_paper_of_a_day_have_its_substitutes_and_deductions(league, owner) -> None:
    day = day_of(league, 1)
    league.rounds_a_day = 2
    league.save()
    made = make_day(day)
    draw_next_round(COMMAND_LINE, made)
    day.refresh_from_db()
    team = day.teams.get(team__number=1)
    gone = made.entries.get(team=team.entered_as, number=1)
    for number in (1, 2):
        day_reasons = {"match_points": 1, "points": 0, "reason": f"Grund {number}"}
        deduct_team_points(COMMAND_LINE, team.team, **day_reasons, day=day_of(league, number))
    coming = {"name": "Ole Neu", "round": 2, "reason": "krank", "answers": {1: "new"}}
    bring_in_substitute(COMMAND_LINE, team, str(gone.number), **coming)
    page = text_of(owner.get(address("league-day", day)))
    made.rounds.update(published_at=timezone.now())  # the paper says nothing of other rounds
    paper = owner.get(address("league-day-paper", day))
    printed = " ".join(page_texts(PdfReader(BytesIO(paper.content))))
    for told in (page, printed):
        assert "Grund 1" in told
        assert "Grund 2" not in told
    came = Person.objects.get(last_name="Neu")
    assert f"2 {came.list_name} {gone.person.list_name} krank" in page
    assert f"2 {came.public_list_name} {gone.person.public_list_name}" in printed
    assert "krank" not in printed


def test_a_reason_that_names_a_person_is_known_where_that_person_is_deleted(league) -> None:
    for number in (1, 2):
        play_day(day_of(league, number), even)
    team = LeagueTeam.objects.get(number=1)
    reason = "Nachname1x2 kam zu spät"
    deduct_team_points(COMMAND_LINE, team, match_points=1, points=0, reason=reason)
    person = Person.objects.get(last_name="Nachname1x2")
    found = texts_naming(
        [person.last_name], list(Tournament.objects.filter(entries__person=person))
    )
    assert [(each.where, each.text) for each in found] == [("deductions", reason)]
    assert all_data(COMMAND_LINE, person)["teams"] == [
        {"league": "Liga 2026/27", "team": "Mannschaft 1"}
    ]


@pytest.mark.parametrize("given", [0, 3, 4])
def test_a_lineup_is_answered_by_how_many_it_names(league, owner, given: int) -> None:
    day = day_of(league, 1)
    of = day.teams.get(team__number=1)
    sent = {"name_0": ""} | {f"name_{at}": f"Anna{at} Neu{at}" for at in range(given)}
    sent |= {f"person-{line}": "new" for line in range(1, given + 1)}
    answer = owner.post(address("league-lineup", day, of.pk), sent)
    of.refresh_from_db()
    assert len(of.lineup) == given
    if not given:
        assert answer.status_code == 422
        assert refusal("lineup_empty") in text_of(answer)
        return
    assert messages_of(owner.get(answer.url)) == [lineup_words("Mannschaft 1", ["Anna"] * given)]
    owner.post(address("league-lineup", day, of.pk), {"name_0": ""})
    of.refresh_from_db()
    assert of.lineup == []


def test_a_name_twice_in_one_paste_is_named_and_a_known_one_is_asked_about(league, owner) -> None:
    team = LeagueTeam.objects.get(number=1)
    page = reverse("league-team", args=[league.slug, team.pk])
    sent = {"name": team.name, "club": "DU ZHN", "players": "Ole Neu\nKarl Keller\nOle Neu"}
    answer = owner.post(page, sent)
    assert refusal("team_player_twice", name="Ole Neu") in text_of(answer)
    assert "Karl Keller" in answer.content.decode()
    LeagueTeam.objects.update(club="DU ZHN")
    other = Club.objects.create(code="MH FUKS", name="Füchse")
    known = Person.objects.create(first_name="Karl", last_name="Keller", club=other)
    answer = owner.post(page, {**sent, "players": "Ole Neu\nKarl Keller"})
    assert answer.status_code == 422
    (asked,) = answer.context["asked"]
    assert (asked["field"], asked["people"][0][0]) == ("person-2", known.pk)
    told = {**sent, "players": "Ole Neu\nKarl Keller", "person-2": str(known.pk)}
    assert owner.post(page, told).status_code == 302
    assert sorted(team.players.values_list("person__last_name", flat=True)) == ["Keller", "Neu"]
    assert Person.objects.filter(last_name="Keller").count() == 1


def test_a_group_made_smaller_by_a_forfeit_is_told_with_its_match_points(league) -> None:
    (of,) = day_of(league, 1).teams.filter(team__number=1)
    assert league_report(league).divisions[0].sizes == {4}
    set_forfeit(COMMAND_LINE, of, forfeited=True)
    assert league_report(league).divisions[0].sizes == {3, 4}


def test_a_day_that_is_moved_takes_its_tournament_along_unless_that_is_over(league) -> None:
    over, made = play_day(day_of(league, 1), even), make_day(day_of(league, 2))
    Tournament.objects.filter(pk=over.pk).update(status=Tournament.Status.FINISHED)
    moved = {"date": date(2027, 1, 9), "place": "Minden"}
    set_days(COMMAND_LINE, league.divisions.get(), {1: moved, 2: moved})
    for each in (over, made):
        each.refresh_from_db()
    assert (made.date, made.place) == (date(2027, 1, 9), "Minden")
    assert over.place == ""
    assert nothing_unnoted(made)


def test_a_corrected_result_counts_at_once_and_a_reopened_day_counts_no_more(league) -> None:
    made = play_day(day_of(league, 1), even)
    (before,) = league_report(league).divisions
    first = before.table[0].team
    (table, *_others) = made.rounds.get().tables.order_by("number")
    place = table.seats.get(entry__team=before.teams[first].name).position
    others = [100 if seat == place else -(100 // 3) for seat in range(1, 5)]
    others[place % 4] -= sum(others)
    enter_totals(table, [-each for each in others])
    (after,) = league_report(league).divisions
    assert after.table[-1].team == first
    reopen_round(COMMAND_LINE, made.rounds.get(), "falsch addiert")
    (report,) = league_report(league).divisions
    assert report.days[0].state is DayState.RUNNING
    assert [line.played for line in report.table] == [0] * 4
    close_round(COMMAND_LINE, made.rounds.get())
    assert league_report(league).divisions[0].table == after.table


def test_a_team_that_stops_in_mid_season_keeps_what_it_has_and_gets_no_more(league) -> None:
    play_day(day_of(league, 1), even)
    (before,) = league_report(league).divisions
    team = before.table[0].team
    for number in (2, 3):
        day = day_of(league, number)
        set_forfeit(COMMAND_LINE, day.teams.get(team=team), forfeited=True)
        play_day(day, even)
    (report,) = league_report(league).divisions
    lines = {line.team: line for line in report.table}
    assert (lines[team].match_points, lines[team].points) == (
        before.table[0].match_points,
        before.table[0].points,
    )
    assert [each and each.place for each in lines[team].days] == [1, None, None]
    of_three = [line.days[1].match_points for line in report.table if line.team != team]
    assert sum(of_three) == 3 + 2 + 1
