"""What the hall and the players' phones show of a match day."""

import csv
import io
import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories.databases import copied
from tests.factories.leagues import make_day, make_league, make_match_day, play_day
from tests.factories.pages import signed_in, text_of, without_tags
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.words import text
from tournament.exports.league import day_pdf, division_workbook
from tournament.labels.points import match_points_words, signed
from tournament.league.reads import DayReport, DayState, division_of_day, league_report
from tournament.league.writes.days import bring_in_substitute, set_forfeit
from tournament.league.writes.leagues import deduct_team_points
from tournament.lists.notes import missing_note
from tournament.models import (
    DayTeam,
    Division,
    League,
    LeagueTeam,
    MatchDay,
    Person,
    Round,
    Tournament,
)
from tournament.models.stage import pictures_of
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import release_standings
from tournament.rounds.reads.rounds import released_to_the_end
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.stage.rules import Picture

pytestmark = [pytest.mark.django_db, pytest.mark.alone]
MATCH_DAY = pytest.mark.stands_on(make=make_match_day)

UNEVEN = [50, 20, -10, -60]
"""By position: with the same ones at every table the first teams win."""


def lines(client: Client, tournament: Tournament) -> list[str]:
    """Return the texts of each team in the hall's picture, group after group."""
    address = f"/t/{tournament.slug}/beamer/pictures/teams/?part=picture"
    html = client.get(address).content.decode()
    teams = re.findall(r"<li>((?:(?!<li>).)*?)</li>", html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", each).split()) for each in teams]


@pytest.fixture
def client() -> Client:
    return signed_in()


@pytest.fixture
@copied
def day() -> MatchDay:
    """The first match day of four teams, two rounds a day."""
    return make_league(4, 1, rounds_a_day=2).divisions.get().days.get()


def play_round(tournament: Tournament, number: int) -> None:
    draw_next_round(COMMAND_LINE, tournament)
    for table in round_number(tournament, number).tables.all():
        by_team = {f"Mannschaft {at}": points for at, points in enumerate(UNEVEN, start=1)}
        seats = table.seats.select_related("entry").order_by("position")
        enter_totals(table, [by_team[seat.entry.team] for seat in seats])
    close_round(COMMAND_LINE, round_number(tournament, number))


def test_hall_shows_teams_as_far_as_results_are_released(client: Client, day: MatchDay) -> None:
    tournament = make_day(day)
    names = tournament.team_groups[0]
    assert lines(client, tournament) == names
    play_round(tournament, 1)
    play_round(tournament, 2)
    assert lines(client, tournament) == names
    release_standings(COMMAND_LINE, tournament, 1)
    assert lines(client, tournament) == [
        "1 Mannschaft 1 +200 +200 4",
        "2 Mannschaft 2 +80 +80 3",
        "3 Mannschaft 3 −40 −40 2",
        "4 Mannschaft 4 −240 −240 1",
    ]
    release_standings(COMMAND_LINE, tournament, 2)
    assert lines(client, tournament)[3] == "4 Mannschaft 4 −240 −240 −480 1"


def test_a_team_that_forfeits_a_drawn_day_is_worth_nothing_in_the_hall(
    client: Client, day: MatchDay
) -> None:
    tournament = make_day(day)
    play_round(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    set_forfeit(COMMAND_LINE, day.teams.get(team__name="Mannschaft 1"), forfeited=True)
    assert lines(client, tournament) == [
        "1 Mannschaft 2 +80 +80 3",
        "2 Mannschaft 3 −40 −40 2",
        "3 Mannschaft 4 −240 −240 1",
        "– Mannschaft 1 +200 +200 0",
    ]


def test_groups_without_a_league_have_no_match_points(client: Client, day: MatchDay) -> None:
    tournament = make_day(day)
    play_round(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    MatchDay.objects.update(tournament=None)
    assert lines(client, tournament)[0] == "1 Mannschaft 1 +200 +200"


def test_a_plain_club_is_not_offered_the_picture_of_teams(day: MatchDay) -> None:
    assert Picture.TEAMS not in dict(pictures_of(make_drawn_tournament(8)))
    assert Picture.TEAMS in dict(pictures_of(play_day(day, lambda _size: UNEVEN)))


def tables(page: HttpResponse) -> list[list[list[str]]]:
    """Return the texts of each table on a phone, row by row, without headings of columns."""
    found = []
    for table in re.findall(r"<table.*?</table>", page.content.decode(), re.DOTALL):
        rows = re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)[1:]
        cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
        found.append([[unescape(cell) for cell in row] for row in cells])
    return found


@MATCH_DAY
def test_phones_show_teams_by_group_and_lead_to_the_league() -> None:
    tournament = Tournament.objects.get()
    page = Client().get("/h/spieltag1/standings/")
    (teams,) = tables(page)
    group = text("Group")
    places = [row[0] for row in teams]
    assert [each for each in places if each.startswith(group)] == [f"{group} 1", f"{group} 2"]
    assert sum(int(row[2].replace("−", "-")) for row in teams if len(row) > 1) == 0
    assert "/h/spieltag1/league/" in page.content.decode()
    MatchDay.objects.update(tournament=None)
    release_standings(COMMAND_LINE, tournament, 0)
    release_standings(COMMAND_LINE, tournament, 1)
    page = Client().get("/h/spieltag1/standings/")
    assert {len(row) for row in tables(page)[0]} == {1, 3}
    assert "/h/spieltag1/league/" not in page.content.decode()
    assert Client().get("/h/spieltag1/league/").status_code == 404


@MATCH_DAY
def test_table_on_phones_waits_until_the_last_round_of_the_day_is_released() -> None:
    tournament = Tournament.objects.get()
    round = draw_next_round(COMMAND_LINE, tournament)
    for table in round.tables.order_by("number"):
        enter_totals(table, [30, 10, -10, -30])
    close_round(COMMAND_LINE, round)
    address = "/h/spieltag1/league/"
    table, groups = tables(Client().get(address))
    assert {row[2] for row in table} == {"0"}
    assert {len(row) for row in groups} == {1}
    release_standings(COMMAND_LINE, tournament, 2)
    table, groups, players = tables(Client().get(address))
    report = league_report(League.objects.get()).divisions[0]
    assert table == [
        [
            str(line.place),
            report.teams[line.team].name,
            match_points_words(line.match_points),
            signed(line.points),
        ]
        for line in report.table
    ]
    assert [len(row) for row in groups] == [1, 4, 4, 4, 4, 1, 4, 4, 4, 4]
    assert len(players) == 32


def public_points(tournament: Tournament) -> list[tuple[int, int]]:
    """Return the rows with match points of each day on the phone, and those of the players."""
    client = Client()
    page = client.get(f"/h/{tournament.phone_code}/league/")
    again = client.get(
        f"/h/{tournament.phone_code}/league/", headers={"if-none-match": page["ETag"]}
    )
    assert again.status_code == 304
    _table, *days = tables(page)
    return [(len(rows), sum(len(row) == 4 for row in rows)) for rows in days]


def test_phones_show_no_day_whose_last_round_is_not_released_on_any_other_day() -> None:
    league = make_league(4, 2, rounds_a_day=1)
    first, second = (
        play_day(day, lambda _size: UNEVEN)
        for day in league.divisions.get().days.order_by("number")
    )
    Tournament.objects.filter(pk=first.pk).update(phone_code="spieltag1", phones_let_in=True)
    first.refresh_from_db()
    teams, players, hidden = (5, 4), (16, 16), (5, 0)
    assert public_points(first) == [hidden, hidden]
    release_standings(COMMAND_LINE, first, 1)
    assert public_points(first) == [teams, hidden, players]
    rounds = {line.rounds for line in division_of_day(first).players}
    assert rounds == {1}
    release_standings(COMMAND_LINE, second, 1)
    assert public_points(first) == [teams, teams, players]
    release_standings(COMMAND_LINE, second, 0)
    assert public_points(first) == [teams, hidden, players]


def test_a_day_that_ended_early_counts_on_phones_after_its_last_played_round(day: MatchDay) -> None:
    tournament = make_day(day)
    play_round(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    assert division_of_day(tournament).counted == ()
    Tournament.objects.update(frozen_at=timezone.now())
    tournament.refresh_from_db()
    assert released_to_the_end([tournament]) == [tournament]
    release_of_none = Tournament(pk=tournament.pk, frozen_at=timezone.now(), rounds_planned=2)
    assert released_to_the_end([release_of_none]) == []


@MATCH_DAY
def test_phones_show_deductions_with_their_reasons() -> None:
    team, hostile = LeagueTeam.objects.get(number=1), "<script>zu spät"
    taken = {"match_points": 1, "points": 30}
    deduct_team_points(COMMAND_LINE, team, **taken, reason=hostile)
    page = Client().get("/h/spieltag1/league/?language=de")
    _table, deductions, _day = tables(page)
    season = text("the season")
    name = f"{team.name} <small>{season} · {hostile}</small>"
    assert deductions == [[name, signed(-1), signed(-30)]]
    assert hostile not in page.content.decode()


@MATCH_DAY
def test_league_on_a_phone_takes_as_many_queries_for_any_number_of_days(
    django_assert_max_num_queries,
) -> None:
    tournament = Tournament.objects.get()
    for days in (1, 12):
        division = Division.objects.get()
        for number in range(2, days + 1):
            MatchDay.objects.create(division=division, number=number)
        with django_assert_max_num_queries(35):
            Client().get(f"/h/spieltag1/league/?language=de&days={days}")
        release_standings(COMMAND_LINE, tournament, 0)


@MATCH_DAY
def test_names_without_consent_are_initials_on_the_phone() -> None:
    tournament = Tournament.objects.get()
    person = tournament.entries.get(number=1).person
    Person.objects.filter(pk=person.pk).update(publish_name=False)
    draw_next_round(COMMAND_LINE, tournament)
    for table in round_number(tournament, 2).tables.all():
        enter_totals(table, [30, 10, -10, -30])
    close_round(COMMAND_LINE, round_number(tournament, 2))
    release_standings(COMMAND_LINE, tournament, 2)
    names = {row[1] for row in tables(Client().get("/h/spieltag1/league/"))[2]}
    assert person.list_name not in names
    assert len(names) == 32


@MATCH_DAY
def test_phones_show_who_is_lined_up_and_who_is_missing() -> None:
    tournament = Tournament.objects.get()
    one, begun, away, late = MatchDay.objects.get().teams.order_by("group", "pk")[:4]
    people = Person.objects.in_bulk(one.lineup)
    hidden, *named = [people[pk] for pk in one.lineup]
    Person.objects.filter(pk=hidden.pk).update(publish_name=False)
    spare = Person.objects.get(pk=begun.lineup[0])
    DayTeam.objects.filter(pk=one.pk).update(lineup=[*one.lineup, spare.pk])
    DayTeam.objects.filter(pk=begun.pk).update(lineup=begun.lineup[:1])
    DayTeam.objects.filter(pk=away.pk).update(forfeited=True, lineup=[])
    DayTeam.objects.filter(pk=late.pk).update(lineup=[])
    page = Client().get("/h/spieltag1/league/?language=de").content.decode()
    below = [unescape(each) for each in re.findall(r"<small>(.*?)</small></th>", page)][:4]
    hidden.publish_name = False
    sitting = "; ".join(each.public_list_name for each in [hidden, *named])
    substitutes = f"{text('Substitutes')}: {spare.list_name}"
    incomplete = text(*["incomplete: %(count)s missing"] * 2, 3, count=3)
    assert below == [
        f"{sitting} · {substitutes}",
        f"{spare.list_name} · {incomplete}",
        text("forfeited"),
        text("lineup missing"),
    ]
    assert hidden.list_name not in page
    assert re.findall(r"<details[^>]*>", page) == ['<details class="phone-day" open>']
    release_standings(COMMAND_LINE, tournament, 0)
    page = Client().get("/h/spieltag1/standings/").content.decode()
    assert "/h/spieltag1/league/" in page


@MATCH_DAY
def test_phones_say_who_came_for_whom_without_the_reason() -> None:
    tournament = Tournament.objects.get()
    of = DayTeam.objects.filter(day__tournament=tournament).order_by("group", "pk").first()
    gone = tournament.entries.filter(team=of.entered_as).order_by("number").first()
    round = draw_next_round(COMMAND_LINE, tournament)
    hostile = {"reason": "<i>krank</i>", "answers": {1: "new"}}
    bring_in_substitute(COMMAND_LINE, of, str(gone.number), name="Ole <b>Neu", round=2, **hostile)
    release_standings(COMMAND_LINE, tournament, 0)

    def told() -> list[str]:
        page = Client().get("/h/spieltag1/league/?language=de").content.decode()
        assert "krank" not in page
        (today,) = re.findall(r"<details.*?</details>", page, re.DOTALL)
        return [unescape(each) for each in re.findall(r'<p class="hint">(.*?)</p>', today)]

    words = "%(team)s, from round %(round)s: %(coming)s for %(leaving)s"
    names = {"coming": "<b>Neu, Ole", "leaving": gone.person.list_name}
    assert told() == [text(words, team=of.team.name, round=2, **names)]
    Person.objects.filter(pk=gone.person_id).update(publish_name=False)
    gone.person.refresh_from_db()
    names["leaving"] = gone.person.public_list_name
    release_standings(COMMAND_LINE, tournament, 1)
    assert told() == [text(words, team=of.team.name, round=2, **names)]
    Round.objects.filter(pk=round.pk).update(published_at=None)
    release_standings(COMMAND_LINE, tournament, 0)
    assert told() == []


@MATCH_DAY
def test_phones_say_of_a_single_player_who_came_for_whom() -> None:
    tournament = Tournament.objects.get()
    of = DayTeam.objects.filter(day__tournament=tournament).order_by("group", "pk").first()
    gone, stays = tournament.entries.filter(team=of.entered_as).order_by("number")[:2]
    draw_next_round(COMMAND_LINE, tournament)
    came = {"name": "Ole <b>Neu", "round": 2, "reason": "<i>krank</i>", "answers": {1: "new"}}
    bring_in_substitute(COMMAND_LINE, of, str(gone.number), **came)
    Person.objects.filter(pk=gone.person_id).update(publish_name=False)
    release_standings(COMMAND_LINE, tournament, 0)
    gone.person.refresh_from_db()
    new = tournament.entries.get(person__last_name="<b>Neu")
    words = "%(team)s, from round %(round)s: %(coming)s for %(leaving)s"
    names = {"coming": "<b>Neu, Ole", "leaving": gone.person.public_list_name}
    line = text(words, team=of.team.name, round=2, **names)

    def told(address: str, browser: Client) -> bool:
        page = browser.get(address + "?language=de").content.decode()
        assert "krank" not in page
        return line in without_tags(page)

    players = [f"/h/spieltag1/players/{each.number}/" for each in (new, gone, stays)]
    assert [told(each, Client()) for each in players] == [True, True, False]
    phone = Client()
    phone.get(f"/h/spieltag1/?q={new.number}")
    assert told("/h/spieltag1/mine/", phone)


def test_first_round_is_running_once_it_is_published(client: Client, day: MatchDay) -> None:
    tournament = make_day(day)
    place = [day.division.league.slug, 1, 1]

    def pages() -> list[str]:
        names = {"league-day": place, "league": place[:1]}
        return [text_of(client.get(reverse(name, args=names[name]))) for name in names]

    def asked_every() -> list[str]:
        page = client.get(reverse("league-day", args=place)).content.decode()
        return re.findall(r'data-clock-source="\?part=now" data-every="(\d+)"', page)

    made, running = text("tournament made"), text("running, in round %(round)s", round=1)
    assert [(made in each, running in each) for each in pages()] == [(True, False)] * 2
    round = draw_next_round(COMMAND_LINE, tournament)
    Round.objects.filter(pk=round.pk).update(published_at=None)
    assert [(made in each, running in each) for each in pages()] == [(True, False)] * 2
    assert asked_every() == ["30"]  # the same: an open page stays as it was asked for
    Round.objects.filter(pk=round.pk).update(published_at=timezone.now())
    running = f"{running} · {missing_note(0, 4)}"
    assert [(made in each, running in each) for each in pages()] == [(False, True)] * 2
    assert asked_every() == ["30"]
    shown = league_report(day.division.league).divisions[0].days[0]
    assert (shown.state, shown.results) == (DayState.RUNNING, {})
    enter_totals(round.tables.get(number=1), UNEVEN)
    running = f"{text('running, in round %(round)s', round=1)} · {missing_note(1, 4)}"
    assert [running in each for each in pages()] == [True] * 2


def test_files_of_a_day_say_how_far_it_is_while_it_is_played(client: Client, day: MatchDay) -> None:
    tournament = make_day(day)
    Tournament.objects.update(rounds_planned=1)
    round = draw_next_round(COMMAND_LINE, tournament)
    *tables, last = round.tables.order_by("number")
    for table in tables:
        enter_totals(table, UNEVEN)
    address = reverse("league-day", args=[day.division.league.slug, 1, 1])

    def last_column() -> list[list[str]]:
        answer = client.get(address, {"as": "csv"}).content.decode("utf-8-sig")
        rows = [line[-1] for line in csv.reader(io.StringIO(answer), delimiter=";")]
        sheet = load_workbook(io.BytesIO(client.get(address, {"as": "xlsx"}).content)).active
        head, *_ = sheet.values
        assert str(day.division.league) in str(head[0])
        cells = [[cell for cell in row if cell is not None] for row in sheet.values]
        return [rows, [str(row[-1]) for row in cells[-5:]]]

    open_round = f"{text('running, in round %(round)s', round=1)} · {missing_note(3, 4)}"
    assert last_column() == [[text("State"), *[open_round] * 4]] * 2
    enter_totals(last, UNEVEN)
    all_in = text("running, after round %(round)s", round=1)
    assert last_column() == [[text("State"), *[all_in] * 4]] * 2
    close_round(COMMAND_LINE, round)
    assert [column[0] for column in last_column()] == [text("Match points")] * 2


def test_a_day_with_sheets_missing_is_said_to_be_provisional(client: Client, day: MatchDay) -> None:
    """Match points of an open round are given as other standings of it are: with how much is in."""
    tournament = make_day(day)
    Tournament.objects.update(phone_code="spieltag1", phones_let_in=True, rounds_planned=1)
    round = draw_next_round(COMMAND_LINE, tournament)
    *tables, last = round.tables.order_by("number")
    for table in tables:
        enter_totals(table, UNEVEN)
    release_standings(COMMAND_LINE, tournament, 1)
    place = [day.division.league.slug, 1, 1]

    def pages() -> list[str]:
        shown = [
            text_of(client.get(reverse("league-day", args=place))),
            text_of(client.get(reverse("league", args=place[:1]))),
            text_of(Client().get("/h/spieltag1/league/?language=de")),
            " ".join(page_texts(read_pdf(day_pdf(report())))),
            " ".join(map(str, workbook_cells())),
        ]
        return [" ".join(each.split()) for each in shown]

    def report() -> DayReport:
        return league_report(day.division.league).divisions[0].days[0]

    def workbook_cells() -> list[object]:
        (division,) = league_report(day.division.league).divisions
        book = read_workbook(division_workbook(division))
        return [cell for row in book.worksheets[-1].values for cell in row if cell is not None]

    missing = missing_note(3, 4)
    open_round = f"{text('running, in round %(round)s', round=1)} · {missing}"
    assert [each.count(open_round) for each in pages()] == [1] * 5
    stage = "/t/spieltag-1/beamer/pictures/teams/?part=picture"
    assert missing in client.get(stage).content.decode()
    assert missing in text_of(Client().get("/h/spieltag1/standings/?language=de"))
    enter_totals(last, UNEVEN)
    running = text("running, after round %(round)s", round=1)
    assert [(each.count(missing), each.count(running)) for each in pages()] == [(0, 1)] * 5
    close_round(COMMAND_LINE, round)
    assert [(each.count(missing), each.count(running)) for each in pages()] == [(0, 0)] * 5
