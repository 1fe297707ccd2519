"""Files of the program are read by its own imports, in both languages: same people, same results.

Pages write headings in their language, commands the keys of the columns.
"""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.factories.effort import tries
from tests.factories.imported import read_result_list
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.imports.seat_plans import read_seat_plan
from tournament.models import Club, Entry, Person, Series, Tournament
from tournament.people.rules.registration import Verdict
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.standings.reads.standings import standings_after

NAMES = [
    ("von der Müßig-Ö'Neill", "Änne Eva"),
    ("Groß", "Jörg"),
    ("Łukasz", "Zoë"),
    ("=Summe", "Ida"),
    ("-Strich", "Uwe"),
]
"""The first players; a spreadsheet would calculate the last two."""
ASSE = ("DU ZHN", "Asse, Duisburg")
WITH_RESULTS = ("standings/", "print/standings/")
WITH_PEOPLE = {
    "players/": ("code", "name", "tags"),
    "standings/": ("code", "tags"),
    "print/standings/": ("code", "tags"),
    "rounds/1/result/": ("code",),
    "rounds/1/seats/": ("code",),
    "rounds/1/": ("code",),
    "players/teams/": ("code",),
    "money/": ("tags",),
    "print/association/": ("code", "name"),
}
"""By page, what its file says of people besides their names."""


def played() -> Tournament:
    """Two rounds of eight people, one deduction, one of whom is not checked in and one is out."""
    tournament = make_drawn_tournament(8, published=2)
    for number in (1, 2):
        enter_round(round_number(tournament, number))
    asse = Club.objects.create(code=ASSE[0], name=ASSE[1])
    tournament.entries.update(club=asse, tags=["Damen", "Senioren"], checked_in=True)
    tournament.entries.filter(number=1).update(checked_in=False)
    deduct_points(COMMAND_LINE, tournament.entries.get(number=3), 6, "zu spät")
    Person.objects.update(publish_name=True)
    for number, (last, first) in enumerate(NAMES, 1):
        Person.objects.filter(entries__number=number, entries__tournament=tournament).update(
            last_name=last, first_name=first
        )
    return tournament


pytestmark = [pytest.mark.django_db, pytest.mark.stands_on(make=played)]


@pytest.fixture
def tournament() -> Tournament:
    return Tournament.objects.get(slug="herbst")


Fetch = Callable[[str], bytes]


LANGUAGES, KINDS = ("de", "en"), ("csv", "xlsx")


@pytest.fixture(params=tries([*zip(LANGUAGES, KINDS, strict=True)], [*product(LANGUAGES, KINDS)]))
def fetch(request: pytest.FixtureRequest, tournament: Tournament) -> Fetch:
    """Each language and each kind of file; a list of totals has them crossed below."""
    language, kind = request.param
    owner = signed_in()
    owner.cookies["django_language"] = language

    def fetch(page: str) -> bytes:
        answer = owner.get(f"/t/herbst/{page}", {"as": kind})
        assert "Content-Disposition" in answer.headers, page
        return answer.content

    return fetch


def people(tournament: Tournament) -> set[tuple[str, str]]:
    return {*tournament.entries.values_list("person__last_name", "person__first_name")}


def results(tournament: Tournament) -> list[tuple[object, ...]]:
    return [
        (row.rank, row.list_name, row.rounds, row.adjustment, row.total)
        for row in standings_after(tournament, None).rows
    ]


def results_in(data: bytes) -> list[tuple[object, ...]]:
    return [
        (each.rank, each.name, each.rounds, each.adjustment, each.total)
        for each in read_result_list(data)
    ]


@pytest.mark.parametrize("page", WITH_PEOPLE)
def test_file_of_a_page_brings_the_same_people_back(
    fetch: Fetch, tournament: Tournament, page: str
) -> None:
    rows = read_players(fetch(page)).rows
    assert {(row.player.last_name, row.player.first_name) for row in rows} == people(tournament)
    assert {row.verdict for row in rows} == {Verdict.OK}
    for row in rows:
        player = row.player
        told = {"code": player.club_code, "name": player.club_name, "tags": player.tags}
        known = {"code": ASSE[0], "name": ASSE[1], "tags": ("Damen", "Senioren")}
        assert {key: told[key] for key in WITH_PEOPLE[page]} == {
            key: known[key] for key in WITH_PEOPLE[page]
        }


@pytest.mark.parametrize("page", ["plan/", "plan/tables/"])
def test_plan_of_all_rounds_comes_back_as_the_seats_of_each(
    fetch: Fetch, tournament: Tournament, page: str
) -> None:
    data = fetch(page)
    for round in tournament.rounds.all():
        found = {
            (seat.table, seat.position, int(seat.number))
            for table in read_seat_plan(data, round.number).tables
            for seat in table
        }
        seats = round.seats.values_list("table__number", "position", "entry__number")
        assert found == {*seats}


def test_teams_come_back(fetch: Fetch, tournament: Tournament) -> None:
    tournament.entries.filter(number__lte=3).update(team="Die Drei")
    rows = read_players(fetch("players/teams/")).rows
    teams = {row.player.last_name: row.player.team for row in rows}
    assert teams == dict(tournament.entries.values_list("person__last_name", "team"))


@pytest.mark.parametrize("page", WITH_RESULTS)
def test_file_of_a_page_brings_the_same_results_back(
    fetch: Fetch, tournament: Tournament, page: str
) -> None:
    assert results_in(fetch(page)) == results(tournament)


def test_result_of_a_round_says_which_figure_its_ranks_follow(fetch: Fetch) -> None:
    """Not taken for the standings: its total is that of all rounds."""
    with pytest.raises(Refused, match="result_lines_wrong") as caught:
        read_result_list(fetch("rounds/2/result/"))
    (problem,) = caught.value.params["problems"]
    assert (problem.code, problem.wrong) in [("other_figure", "Punkte"), ("other_figure", "Points")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_series_brings_its_totals_back(tournament: Tournament, language: str) -> None:
    Tournament.objects.update(rounds_planned=2)
    tournament.rounds.update(closed_at="2026-11-21T12:00:00Z")
    series = Series.objects.create(slug="kneipe", name="Kneipenabende", dropped=0)
    series.evenings.create(tournament=tournament)
    owner = signed_in()
    owner.cookies["django_language"] = language
    totals = {row[1]: row[4] for row in results(tournament)}
    for kind in KINDS:
        found = read_result_list(owner.get("/series/kneipe/", {"as": kind}).content)
        assert {each.name: each.total for each in found} == totals


def written(path: Path, command: str, *arguments: str) -> bytes:
    call_command(command, "herbst", *arguments, "--format", path.suffix[1:], "-o", str(path))
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_standings_of_the_command_come_back(
    tournament: Tournament, tmp_path: Path, kind: str
) -> None:
    data = written(tmp_path / f"a.{kind}", "standings")
    assert results_in(data) == results(tournament)


@pytest.mark.parametrize(
    ("command", "arguments"),
    [("standings", ()), ("seats", ("--round", "1")), ("association_list", ())],
)
def test_lists_of_commands_bring_the_same_people_back(
    tournament: Tournament, tmp_path: Path, command: str, arguments: tuple[str, ...]
) -> None:
    data = written(tmp_path / "a.csv", command, *arguments)
    assert data.decode("utf-8-sig").split(";")[0] in ("rank", "table", "name")
    rows = read_players(data).rows
    assert {(row.player.last_name, row.player.first_name) for row in rows} == people(tournament)
    assert {row.player.club_code for row in rows} == {ASSE[0]}


def test_who_is_not_checked_in_comes_but_who_calls_off_is_asked_about() -> None:
    """Of other lists "Anwesend" says who comes, and so does a column beside the program's own."""
    own = "Nr.;Nachname;Vorname;Anwesend;Status\n1;Beck;Ida;nein;nimmt teil\n"
    other = "Name;Anwesend\nIda Beck;nein\n"
    both = "Nachname;Vorname;Anwesend;Status;Zusage\nBeck;Ida;nein;nimmt teil;nein\n"
    verdicts = [read_players(each.encode()).rows[0].verdict for each in (own, other, both)]
    assert verdicts == [Verdict.OK, Verdict.DOUBTFUL, Verdict.DOUBTFUL]


def test_club_with_code_and_name_in_one_cell_is_that_club() -> None:
    for text in ("DU ZHN · Asse, Duisburg", "DU ZHN", "Asse, Duisburg"):
        (row,) = read_players(f"Name;Verein\nIda Beck;{text}\n".encode()).rows
        found = " · ".join(filter(None, (row.player.club_code, row.player.club_name)))
        assert found == text


def test_entered_again_they_are_all_known(fetch: Fetch, tournament: Tournament, tmp_path) -> None:
    path = tmp_path / "players.bin"
    data = fetch("players/")
    path = path.with_suffix(".xlsx" if data[:2] == b"PK" else ".csv")
    path.write_bytes(data)
    call_command("import_players", "herbst", str(path))
    assert Entry.objects.filter(tournament=tournament).count() == 8
