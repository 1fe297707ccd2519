"""On a day on which teams play, lists name people's teams where they name their clubs otherwise."""

import re

import pytest
from django.test import Client

from tests.factories.leagues import make_match_day
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import made, page_texts, read_pdf, read_workbook
from tests.factories.rounds import round_number
from tests.factories.tournaments import make_club
from tests.factories.words import text
from tournament.lists.people import seats_list
from tournament.lists.standings import result_list, standings_list
from tournament.models import MatchDay, Tournament
from tournament.rounds.reads.rounds import seats_of
from tournament.standings.reads.standings import round_result, standings_after

pytestmark = [
    *(pytest.mark.django_db, pytest.mark.alone, pytest.mark.stands_on(make=make_match_day)),
]

CLUB, TEAM = "Irgendwo", re.compile(r"Mannschaft [1-8]")
PAGES = (
    *("rounds/1/seats/", "rounds/1/seats/?by=name", "rounds/1/seats/?as=csv", "rounds/1/?as=csv"),
    *("rounds/1/result/", "rounds/1/tables/1/", "plan/", "plan/?as=csv"),
    *("standings/", "standings/?as=csv", "standings/laboratory/"),
)
ON_PHONES = ("seats/1/", "standings/", "players/1/", "?q=Anna")
PAPERS = (
    *(("seats", {"by": "name"}), ("seats", {"by": "table"}), ("sheets", {}), ("result", {})),
    *(("plan", {}), ("slips", {}), ("tags", {}), ("standings", {}), ("participants", {})),
)


@pytest.fixture(params=[True, False], ids=["teams", "clubs"])
def day(request: pytest.FixtureRequest) -> Tournament:
    """A day of eight teams, everybody of them in one club; or the same of a plain tournament."""
    tournament = Tournament.objects.get()
    tournament.entries.update(club=make_club("", CLUB))
    if not request.param:
        MatchDay.objects.all().delete()
        Tournament.objects.update(team_groups=[], draw_method="plan")
        tournament.entries.update(team="")
        tournament.refresh_from_db()
    return tournament


def named(words: str) -> tuple[bool, bool]:
    """Return whether a team is named, and whether the club is."""
    return bool(TEAM.search(words)), CLUB in words


def expected(day: Tournament) -> tuple[bool, bool]:
    return (True, False) if day.team_groups else (False, True)


@pytest.mark.parametrize("page", PAGES)
def test_pages_and_files_name_the_team(day: Tournament, page: str) -> None:
    answer = signed_in().get(f"/t/herbst/{page}")
    shown = answer.content.decode() if page.endswith("csv") else text_of(answer)
    assert named(shown) == expected(day)


@pytest.mark.parametrize("page", ON_PHONES)
def test_phones_name_the_team(day: Tournament, page: str) -> None:
    assert named(text_of(Client().get(f"/h/spieltag1/{page}"))) == expected(day)


@pytest.mark.parametrize(("key", "given"), PAPERS)
def test_papers_name_the_team(day: Tournament, key: str, given: dict[str, object]) -> None:
    of = round_number(day, 1) if key in ("seats", "sheets", "result") else day
    assert named(" ".join(page_texts(read_pdf(made(key, of, **given))))) == expected(day)


def test_sheets_of_the_workbook_are_headed_by_what_they_name(day: Tournament) -> None:
    book = read_workbook(made("workbook", day))
    heading, other = (
        text(each) for each in (["Team", "Club"] if day.team_groups else ["Club", "Team"])
    )
    for sheet in (text("Seat list"), text("Overview")):
        cells = {str(cell.value) for row in book[sheet].iter_rows() for cell in row}
        assert (heading in cells, other in cells) == (True, False)
        assert named(" ".join(cells)) == expected(day)


def test_a_column_of_teams_is_not_called_one_of_clubs(day: Tournament) -> None:
    round, report = round_number(day, 1), standings_after(day)
    for listed in (
        standings_list(report, {}),
        result_list(round_result(round), {}),
        seats_list(day, seats_of(day, 1)),
    ):
        (column,) = (each for each in listed.columns if each.key in ("club", "team"))
        assert column.key == ("team" if day.team_groups else "club")
        assert column.heading == text("Team" if day.team_groups else "Club")


def test_whoever_plays_in_no_team_has_none_beside_the_name() -> None:
    tournament = Tournament.objects.get()
    tournament.entries.update(club=make_club("", CLUB))
    tournament.entries.filter(number=1).update(team="")
    row = next(each for each in standings_after(tournament).rows if each.number == 1)
    assert (row.club, row.affiliation) == (CLUB, "")
