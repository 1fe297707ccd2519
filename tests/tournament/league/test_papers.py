"""A league on paper: a division, a match day, the lineups of its teams."""

from functools import partial

import pytest
from django.urls import reverse
from openpyxl.worksheet.worksheet import Worksheet

from tests.factories.leagues import make_day, make_league, play_day, play_rounds
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.rounds import enter_totals
from tests.factories.words import text
from tournament.exports.league import day_pdf, division_pdf, division_workbook, lineups_pdf
from tournament.labels.counting import counting_sentences, countings_sentences
from tournament.labels.league import day_title, deducted_sentence, minimum_sentence
from tournament.league.reads import DayState, DivisionReport, league_report
from tournament.league.writes.leagues import deduct_team_points
from tournament.lists.league import state_words
from tournament.models import League, MatchDay, PointsDeduction
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import release_standings
from tournament.seating.writes.draws import draw_next_round
from tournament.standings.rules.counting import Counting

pytestmark = pytest.mark.django_db
TEAMS = range(1, 5)


@pytest.fixture
def played() -> DivisionReport:
    """Return a season of four teams whose first of two days is played."""
    league = make_league(teams=4, days=2, rounds_a_day=1)
    MatchDay.objects.filter(number=1).update(place="<b>Ümläut</b>")
    play_day(MatchDay.objects.get(number=1), lambda size: (9, 3, -4, -8))
    return league_report(league).divisions[0]


def people(team: int) -> list[str]:
    """Return the people of a team as lists name them."""
    return [f"Nachname{team}x{each}, Anna{each}" for each in range(1, 5)]


def test_a_division_has_its_table_its_days_and_its_players(played: DivisionReport) -> None:
    first, players = page_texts(read_pdf(division_pdf(played)))
    in_order = [played.teams[line.team].name for line in played.table]
    assert sorted(in_order, key=first.index) == in_order
    assert "<b>Ümläut</b>" in first
    assert [name for team in TEAMS for name in people(team) if name not in players] == []


def test_short_lists_follow_on_the_page_while_they_fit(played: DivisionReport) -> None:
    """A list that does not fit below the one before begins a page, and the next follows there."""
    team, day = played.division.teams.get(number=4), played.days[0]
    deduct = partial(deduct_team_points, COMMAND_LINE, team, match_points=1, points=0)
    for number in range(2):
        deduct(reason=f"zu spät ({number})")
    (page,) = page_texts(read_pdf(day_pdf(day, list(PointsDeduction.objects.all()))))
    assert page.index(people(4)[0]) < page.index(text("Deductions")) < page.index("zu spät (0)")
    for number in range(2, 42):
        deduct(reason=f"zu spät ({number})")
    first, *others = page_texts(read_pdf(day_pdf(day, list(PointsDeduction.objects.all()))))
    assert [f"zu spät ({number})" in first for number in range(42)] == [False] * 42
    assert all(text("Deductions") in each for each in others)
    (report,) = league_report(played.division.league).divisions
    pages = page_texts(read_pdf(division_pdf(report)))
    assert [people(1)[0] in each for each in pages] == [False] * (len(pages) - 1) + [True]


def test_a_workbook_has_what_the_paper_has_and_each_day(played: DivisionReport) -> None:
    table, days, players, first, second = read_workbook(division_workbook(played)).worksheets
    named = [played.teams[line.team].name for line in played.table]
    assert [row[1] for row in table.iter_rows(5, 8, values_only=True)] == named
    points = [line.points for line in played.table]
    assert [points_of(row, table) for row in table.iter_rows(5, 8, values_only=True)] == points
    assert "<b>Ümläut</b>" in [cell for row in days.values for cell in row]
    assert len(played.players) == players.max_row - 4
    assert [first.title, second.title] == [day_title(each.day) for each in played.days]


def test_what_a_list_needs_to_be_understood_stands_below_it(played: DivisionReport) -> None:
    """On paper and in the workbook as on the pages: who has a rank, what happened on a day."""
    League.objects.update(minimum_rounds=2)
    day, team = played.days[0].day, played.division.teams.get(number=4)
    taken = deduct_team_points(
        COMMAND_LINE, team, match_points=1, points=0, reason="zu spät", day=day
    )
    (report,) = league_report(League.objects.get()).divisions
    minimum, told = minimum_sentence(2), deducted_sentence(taken)
    *_earlier, last = page_texts(read_pdf(division_pdf(report)))
    assert minimum in last
    sheets = read_workbook(division_workbook(report)).worksheets
    cells = [[cell for row in sheet.values for cell in row] for sheet in sheets]
    # Table, match days, deductions, players, the two days.
    assert [minimum in each for each in cells] == [False, False, False, True, False, False]
    assert [told in each for each in cells] == [False, False, False, False, True, False]


def test_match_points_below_zero_have_a_true_minus_and_stay_numbers(
    played: DivisionReport,
) -> None:
    team = played.division.teams.get(number=4)
    deduct_team_points(COMMAND_LINE, team, match_points=9, points=0, reason="zu spät")
    (report,) = league_report(played.division.league).divisions
    table = read_workbook(division_workbook(report)).worksheets[0]
    column = [cell.value for cell in table[4]].index(text("Match points")) + 1
    cells = [table.cell(row, column) for row in range(5, 9)]
    assert [cell.value < 0 for cell in cells] == [False, False, False, True]
    assert {(cell.data_type, cell.number_format) for cell in cells} == {("n", 'General;"−"General')}


def test_a_season_says_what_its_days_rank() -> None:
    league, (sentence,) = make_league(4, 2, rounds_a_day=1), counting_sentences(Counting(True))
    owner = signed_in()
    first, second = MatchDay.objects.order_by("number")
    made = make_day(first)
    made.table_points = True
    made.save()
    play_rounds(made, lambda size: (9, 3, -4, -8))

    def said() -> list[list[object]]:
        sheets = read_workbook(division_workbook(league_report(league).divisions[0])).worksheets
        return [[row[0] for row in sheet.values if sentence in str(row[0])] for sheet in sheets]

    assert said() == [[sentence], [], [sentence], [sentence], []]
    (division,) = league_report(league).divisions
    papers = [" ".join(page_texts(read_pdf(day_pdf(each)))).split() for each in division.days]
    assert [" ".join(words).count(sentence) for words in papers] == [1, 0]
    pages = [
        reverse("league-day", args=[league.slug, 1, each.day.number]) for each in division.days
    ]
    assert [text_of(owner.get(page)).count(sentence) for page in pages] == [1, 0]
    made.phone_code, made.phones_let_in = "spieltag1", True
    made.save()
    release_standings(COMMAND_LINE, made, 1)
    on_phone = text_of(owner.get(reverse("phone-league", args=["spieltag1"])))
    assert on_phone.count(sentence) == 2  # of the table, and of the day
    for name in ("league", "league-players"):
        assert text_of(owner.get(reverse(name, args=[league.slug]))).count(sentence) == 1
    play_day(second, lambda size: (9, 3, -4, -8))
    assert said()[0] == [f"{first.division}, {day_title(first)}: {sentence}"]


def test_what_is_ranked_is_said_once_for_all_that_rank_it() -> None:
    played, in_table_points = Counting(), Counting(table_points=True)
    (sentence,) = counting_sentences(in_table_points)
    told = countings_sentences(
        [
            ("A", {"1": in_table_points, "2": played, "3": in_table_points}),
            ("B", {"1": in_table_points, "2": in_table_points}),
            ("C", {"1": played}),
        ]
    )
    assert told == [f"A, 1, 3; B: {sentence}"]
    assert countings_sentences([("A", {"1": in_table_points}), ("B", {})]) == [sentence]


def points_of(row: tuple[object, ...], sheet: Worksheet) -> object:
    """Return what stands in the column of game points, the one before "groups won"."""
    headings = [cell.value for cell in sheet[4]]
    return row[headings.index(text("Game points"))]


def test_a_day_says_where_it_is_and_who_plays(played: DivisionReport) -> None:
    (page,) = page_texts(read_pdf(day_pdf(played.days[0])))
    assert "<b>Ümläut</b>" in page
    assert [name for team in TEAMS for name in people(team) if name not in page] == []
    heading = page[: page.index(text("Match points"))]
    assert text("Lineup") not in heading  # it stands below the team, as it is long


def test_only_papers_with_results_say_how_far_a_day_is() -> None:
    day = make_league(4, 1, rounds_a_day=1).divisions.get().days.get()
    enter_totals(draw_next_round(COMMAND_LINE, make_day(day)).tables.first(), [50, 20, -10, -60])
    (division,) = league_report(day.division.league).divisions
    (report,) = division.days
    (results,), lineups = (
        [state_words(report) in " ".join(page.split()) for page in page_texts(read_pdf(paper))]
        for paper in (day_pdf(report), lineups_pdf(report))
    )
    assert (report.state, results, lineups) == (DayState.RUNNING, True, [False] * 4)


def test_a_lineup_is_a_page_for_each_team_in_the_order_of_the_day(played: DivisionReport) -> None:
    filled, blank = (page_texts(read_pdf(lineups_pdf(each))) for each in played.days)
    for report, pages in zip(played.days, (filled, blank), strict=True):
        shown = [each.row.team.name for each in report.teams]
        assert [f"{name} " in page for name, page in zip(shown, pages, strict=True)] == [True] * 4
    for team, page in zip(played.days[0].teams, filled, strict=True):
        names = people(team.row.team.number)
        assert [name for name in names if name not in page] == []
        assert [name for name in names if any(name in other for other in blank)] == []
