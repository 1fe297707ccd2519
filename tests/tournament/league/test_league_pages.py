"""The pages of a league, from its teams to the table; and what a plain club sees of it."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.leagues import (
    hand_in,
    make_day,
    make_league,
    names_of,
    play_day,
    play_rounds,
)
from tests.factories.pages import cells_of, messages_of, signed_in, text_of
from tests.factories.rounds import enter_totals
from tests.factories.tournaments import make_owner
from tests.factories.visitor import forms_of
from tests.factories.words import refusal, text
from tournament.journal.reads import journal_facts, stored_facts
from tournament.journal.rules import differences
from tournament.labels.league import day_title, deducted_sentence
from tournament.league.reads import DayState, league_report
from tournament.league.writes.days import hand_in_lineup, set_forfeit
from tournament.lists.league import state_words
from tournament.models import (
    DayTeam,
    JournalEntry,
    League,
    LeagueTeam,
    MatchDay,
    PointsDeduction,
    Role,
    Tournament,
)
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FORFEITED = "“%(team)s” has forfeited this match day."
HOSTILE = ["<script>alert(1)</script>", "Ł Đ Ş", "x" * 100, "Änne & Söhne"]


@pytest.fixture
def owner() -> Iterator[Client]:
    client = Client()
    client.force_login(make_owner())
    return client


def page_of(day: MatchDay) -> str:
    league = day.division.league
    return reverse("league-day", args=[league.slug, day.division.number, day.number])


def first_day(league: League) -> MatchDay:
    return MatchDay.objects.get(division__league=league, number=1)


def even(size: int) -> list[int]:
    return [6, 2, -2, -6, 0][:size]


def new_league(owner: Client, **typed: str) -> object:
    sent = {"name": "Bundesliga", "season": "2026/27", "rounds_a_day": "2", "minimum_rounds": "0"}
    sent |= {"of_3": "3, 2, 1", "of_4": "4, 3, 2, 1", "of_5": "5, 4, 3, 2, 1", "tie_breaks": ""}
    sent |= {"division-name": "1. Liga", "division-teams": "\n".join(HOSTILE)}
    sent |= {"division-days": "2", "division-promoted": "1", "division-relegated": "1"}
    return owner.post(reverse("league-new"), sent | typed, follow=True)


def test_a_league_from_its_teams_to_the_table(owner: Client) -> None:
    page = new_league(owner)
    league = League.objects.get()
    assert page.redirect_chain == [("/leagues/bundesliga-2026-27/", 302)]
    assert [each.name for each in LeagueTeam.objects.order_by("number")] == HOSTILE
    assert "<script>alert" not in page.content.decode()
    owner.post(reverse("league-draw", args=[league.slug, 1]))
    day = first_day(league)
    for number, of in enumerate(day.teams.order_by("pk"), start=1):
        address = reverse("league-lineup", args=[league.slug, 1, 1, of.pk])
        names = {f"name_{at}": f"Ole{at} Nachname{number}y{at}" for at in range(4)}
        names |= {f"person-{line}": "new" for line in range(1, 5)}
        answer = owner.post(address, names)
        assert answer.status_code == 302, text_of(answer)
    make = reverse("league-day-make", args=[league.slug, 1, 1])
    answer = owner.post(make)
    day.refresh_from_db()
    made = day.tournament
    assert made is not None
    assert answer.url == reverse("draw", args=[made.slug])
    assert (made.draw_method, made.rounds_planned, made.entries.count()) == ("groups", 2, 16)
    groups = [sorted(names) for names in made.team_groups]
    assert groups == [sorted(HOSTILE)]
    assert league_report(league).divisions[0].days[0].state is DayState.MADE


def test_what_was_typed_stays_where_it_is_refused(owner: Client) -> None:
    page = new_league(owner, **{"division-teams": "Asse\nBuben"})
    assert (page.status_code, League.objects.count()) == (422, 0)
    assert "Asse\nBuben" in page.content.decode()
    page = new_league(owner, **{"division-teams": "Asse\nBuben\nASSE"})
    assert (page.status_code, League.objects.count()) == (422, 0)
    page = new_league(owner, of_4="4, 3, 2")
    assert (page.status_code, League.objects.count()) == (422, 0)
    page = new_league(owner, of_4="1, 2, 3, 4")
    assert (page.status_code, League.objects.count()) == (422, 0)
    page = new_league(owner, **{"division-promoted": "3", "division-relegated": "3"})
    assert (page.status_code, League.objects.count()) == (422, 0)


def test_a_day_without_all_lineups_has_no_tournament(owner: Client) -> None:
    league = make_league()
    day = first_day(league)
    late, *others = day.teams.order_by("pk")
    for each in others:
        hand_in(each, names_of(each.team))
    page = owner.post(reverse("league-day-make", args=[league.slug, 1, 1]), follow=True)
    assert not Tournament.objects.exists()
    assert late.team.name in messages_of(page)[0]
    hand_in(late, names_of(late.team)[:1])
    page = owner.get(page_of(day))
    assert text(*["incomplete: %(count)s missing"] * 2, 3, count=3) in text_of(page)
    lineup = reverse("league-lineup", args=[league.slug, 1, 1, late.pk])
    assert f'<a class="button primary" href="{lineup}">' in page.content.decode()
    (report,) = league_report(league).divisions[0].days[:1]
    one = text("%(count)s lineup incomplete", "%(count)s lineups incomplete", 1, count=1)
    assert state_words(report) == one
    page = owner.post(reverse("league-day-make", args=[league.slug, 1, 1]), follow=True)
    assert f"{late.team.name} (1/4)" in messages_of(page)[0]
    set_forfeit(COMMAND_LINE, late, forfeited=True)
    tournament = play_day(day, even)
    assert tournament.entries.count() == 12
    (line,) = [each for each in table_of(owner, league) if each[1] == late.team.name]
    assert line[2] == "0"
    assert sorted(each[2] for each in table_of(owner, league)) == ["0", "2", "2", "2"]


def table_of(owner: Client, league: League) -> list[list[str]]:
    page = owner.get(reverse("league", args=[league.slug]))
    return [row[:3] for row in cells_of(page)]


def test_nobody_plays_twice_on_a_day(owner: Client) -> None:
    day = first_day(make_league())
    one, other = day.teams.order_by("pk")[:2]
    hand_in(one, names_of(one.team))
    address = reverse("league-lineup", args=[day.division.league.slug, 1, 1, other.pk])
    names = names_of(one.team)
    page = owner.post(address, {f"name_{at}": name for at, name in enumerate(names)})
    assert page.status_code == 422
    assert all(name in page.content.decode() for name in names)
    other.refresh_from_db()
    assert other.lineup == []


def test_lineups_change_until_the_day_is_drawn(owner: Client) -> None:
    day = first_day(make_league())
    tournament = make_day(day)
    of = day.teams.order_by("pk").first()
    hand_in(of, names_of(of.team, [1, 2, 3, 7]))
    entered = tournament.entries.filter(team=of.team.name).order_by("person__last_name")
    assert [each.person.name for each in entered] == names_of(of.team, [1, 2, 3, 7])
    set_forfeit(COMMAND_LINE, of, forfeited=True)
    tournament.refresh_from_db()
    assert of.team.name not in [name for group in tournament.team_groups for name in group]
    assert tournament.entries.count() == 12
    set_forfeit(COMMAND_LINE, of, forfeited=False)
    assert tournament.entries.count() == 16
    draw_next_round(COMMAND_LINE, tournament)
    address = reverse("league-lineup", args=[day.division.league.slug, 1, 1, of.pk])
    page = owner.post(address, {"name_0": "Ute Neu"})
    assert page.status_code == 422
    assert_journal_is_whole(tournament)


def test_a_substitute_counts_for_the_team(owner: Client) -> None:
    league = make_league(days=1, rounds_a_day=1)
    day = first_day(league)
    tournament = make_day(day)
    draw_next_round(COMMAND_LINE, tournament)
    of = day.teams.order_by("pk").first()
    leaving = tournament.entries.filter(team=of.team.name).first()
    address = reverse("league-substitute", args=[league.slug, 1, 1, of.pk])
    round = tournament.rounds.get()
    sent = {"leaving": leaving.pk, "coming": "Zora Ersatz", "round": round.pk, "reason": "krank"}
    assert owner.post(address, sent).status_code == 302
    coming = tournament.entries.get(person__last_name="Ersatz")
    assert (coming.team, coming.plays, coming.ranked) == (of.team.name, True, True)
    leaving.refresh_from_db()
    assert not leaving.plays
    for table in round.tables.all():
        enter_totals(table, even(table.size))
    close_round(COMMAND_LINE, round)
    report = league_report(league).divisions[0]
    played = {report.people[each.person].name: each.teams for each in report.players}
    assert played["Zora Ersatz"] == (of.team_id,)
    assert leaving.person.name not in played
    assert len(report.players) == 16


def test_a_day_whose_tournament_is_deleted_can_be_made_anew() -> None:
    day = first_day(make_league())
    delete_tournament(COMMAND_LINE, make_day(day))
    day.refresh_from_db()
    assert day.tournament is None
    assert not DayTeam.objects.exclude(entered_as="").exists()
    assert not [*differences(stored_facts(None), journal_facts(None))]
    assert make_day(day).entries.count() == 16


def test_somebody_known_is_asked_about_and_never_guessed(owner: Client) -> None:
    league = make_league()
    one, other = first_day(league).teams.order_by("pk")[:2]
    hand_in_lineup(COMMAND_LINE, one, ["Meyer, Ute"])
    address = reverse("league-lineup", args=[league.slug, 1, 1, other.pk])
    page = owner.post(address, {"name_0": "Maier, Ute"})
    assert page.status_code == 422
    assert 'name="person-1"' in page.content.decode()
    assert owner.post(address, {"name_0": "Maier, Ute", "person-1": "new"}).status_code == 302


def test_a_page_of_a_season_asks_as_often_for_two_days_as_for_three(owner: Client) -> None:
    league = make_league(days=3, rounds_a_day=1)
    counts = []
    for day in MatchDay.objects.filter(division__league=league).order_by("number")[:3]:
        play_day(day, even)
        with CaptureQueriesContext(connection) as asked:
            owner.get(reverse("league", args=[league.slug]))
        counts.append(len(asked))
    assert counts[1] == counts[2]


def test_a_plain_club_sees_one_quiet_line_and_nothing_else(owner: Client) -> None:
    words = text("League")
    for name in ("home", "tournament-new"):
        assert words not in text_of(owner.get(reverse(name)))
        assert "/leagues/" not in owner.get(reverse(name)).content.decode()
    assert owner.get(reverse("series-list")).content.decode().count("/leagues/") == 1


def assert_journal_is_whole(tournament: Tournament) -> None:
    for each in (None, tournament.pk):
        assert not [*differences(stored_facts(each), journal_facts(each))]


def test_the_tournament_of_a_day_leads_back_to_it_and_at_its_end_on_to_it(owner: Client) -> None:
    day = first_day(make_league())
    made = make_day(day)
    overview = reverse("overview", args=[made.slug])
    line = text("On to “%(to)s”", to=day_title(day))
    back = f'<a class="back" href="{page_of(day)}">'
    page = owner.get(overview)
    assert (back in page.content.decode(), line in text_of(page)) == (True, False)
    referee = signed_in(made, Role.REFEREE).get(overview)
    assert (referee.status_code, page_of(day) in referee.content.decode()) == (200, False)
    play_rounds(made, even)
    page = owner.get(overview)
    assert (back in page.content.decode(), line in text_of(page)) == (True, True)


def test_a_lineup_of_a_stale_window_is_asked_about(owner: Client) -> None:
    of = first_day(make_league()).teams.order_by("pk")[0]
    address = reverse("league-lineup", args=[of.day.division.league.slug, 1, 1, of.pk])
    one, other = names_of(of.team), names_of(of.team, range(5, 9))

    def hands_in(names: list[str], replaces: str) -> HttpResponse:
        return owner.post(
            address, {f"name_{at}": each for at, each in enumerate(names)} | {"replaces": replaces}
        )

    assert hands_in(one, "").status_code == 302
    assert hands_in(one, "").status_code == 302  # pressed twice
    of.refresh_from_db()
    first = [*of.lineup]
    page = hands_in(other, "")
    of.refresh_from_db()
    assert (page.status_code, of.lineup) == (422, first)
    assert all(f'value="{name}"' in page.content.decode() for name in other)
    assert page.context["of"].lineup == first
    assert hands_in(other, " ".join(map(str, first))).status_code == 302
    of.refresh_from_db()
    assert set(of.lineup).isdisjoint(first)


def test_a_deduction_sent_twice_is_stored_once_and_told(owner: Client) -> None:
    league = make_league()
    team, address = (
        LeagueTeam.objects.get(number=1),
        reverse("league-deduct", args=[league.slug, 1]),
    )

    def opened() -> dict[str, object]:
        seen = " ".join(map(str, owner.get(address).context["seen"]))
        given = {"team": team.pk, "match_points": 1, "points": 0, "reason": "zu spät"}
        return {**given, "seen": seen}

    early = opened()
    told = deducted_sentence(PointsDeduction(team=team, match_points=1, points=0, reason="zu spät"))
    assert messages_of(owner.post(address, early, follow=True)) == [told]
    page = owner.post(address, early)
    assert page.context["form"].errors == {
        "__all__": [refusal("deducted_meanwhile", team=team.name)]
    }
    assert PointsDeduction.objects.count() == 1
    assert owner.post(address, early | {"reason": "wieder zu spät"}).status_code == 302
    assert owner.post(address, opened()).status_code == 302
    assert PointsDeduction.objects.count() == 3


def test_a_forfeit_is_asked_about_on_a_day_that_counts_and_told_once(owner: Client) -> None:
    day = first_day(make_league(rounds_a_day=1))
    play_day(day, even)
    of = day.teams.order_by("pk")[0]
    place = [day.division.league.slug, 1, 1]
    address = reverse("league-forfeit", args=[*place, of.pk])
    page = owner.post(address)
    of.refresh_from_db()
    assert (page.status_code, of.forfeited) == (422, False)
    (form,) = [each for each in forms_of(page) if "sure" in each.sent]
    for code in ("", "team_forfeits_already"):
        told = refusal(code, team=of.team.name) if code else text(FORFEITED, team=of.team.name)
        assert messages_of(owner.post(address, form.sent, follow=True)) == [told]
        of.refresh_from_db()
        assert of.forfeited
    assert JournalEntry.objects.filter(action="team_forfeited").count() == 1
    (form,) = [
        each for each in forms_of(owner.post(address, {"plays": "1"})) if "sure" in each.sent
    ]
    owner.post(address, form.sent)
    of.refresh_from_db()
    assert not of.forfeited
