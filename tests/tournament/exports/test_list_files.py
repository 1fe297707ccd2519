"""Lists as files, from the address of their page: what the page shows, nothing calculated."""

import csv
import io

import pytest
from django.test import Client

from tests.factories.calls import complain
from tests.factories.money import make_money
from tests.factories.pages import signed_in
from tests.factories.papers import read_workbook
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_user
from tournament.accounts.writes import give_role
from tournament.exports.base import CSV, XLSX, Document
from tournament.exports.excel.page import FIRST_ROW
from tournament.exports.list_files import as_csv
from tournament.lists.columns import Column, Kind, Marked, Value, text_of
from tournament.models import Club, KnownHeading, Penalty, Person, Role, Series, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points

PLAYERS = "/t/herbst/players/"
HOSTILE = '=1+1<script>"'
LISTS = [
    (PLAYERS, ""),
    ("/t/herbst/rounds/1/result/", ""),
    ("/t/herbst/rounds/1/seats/", ""),
    ("/t/herbst/calls/", ""),
    ("/t/herbst/players/{entry}/", ""),
    ("/t/herbst/players/{entry}/", "offences"),
    ("/t/herbst/standings/outlook/", ""),
    ("/t/herbst/standings/laboratory/", ""),
    ("/t/herbst/penalties/", ""),
    ("/t/herbst/deductions/", ""),
    ("/t/herbst/money/", ""),
    ("/t/herbst/money/", "taken"),
    ("/t/herbst/money/{entry}/", ""),
    ("/t/herbst/prizes/", ""),
    ("/t/herbst/prizes/", "funds"),
    ("/t/herbst/roles/", ""),
    ("/t/herbst/journal/", ""),
    ("/people/", ""),
    ("/people/{person}/", ""),
    ("/clubs/", ""),
    ("/headings/", ""),
    ("/accounts/", ""),
    ("/", ""),
    ("/series/", ""),
    ("/t/herbst/rounds/1/", ""),
    ("/t/herbst/players/teams/", ""),
    ("/t/herbst/plan/", ""),
    ("/t/herbst/plan/tables/", ""),
]
"""The address of the page, and the key of the list there."""


def played() -> Tournament:
    """Eight players, a round with its results, a complaint, fees; one hostile name."""
    tournament = make_drawn_tournament(8)
    enter_round(round_number(tournament, 1))
    make_money(tournament)
    table = round_number(tournament, 1).tables.get(number=1)
    complain(signed_in(tournament, Role.DIRECTION), table, paragraph="9.2.3", offender=1)
    Penalty.objects.create(
        table=table, offender=1, rule="9.3.2", points=[-3, 1, 1, 1], note="=1+1", initials="KS"
    )
    deduct_points(COMMAND_LINE, tournament.entries.get(number=1), 6, "=1+1")
    give_role(COMMAND_LINE, tournament, make_user(Role.TYPIST), Role.TYPIST)
    Club.objects.create(name="=1+1")
    KnownHeading.objects.create(title="wer", column="name")
    Series.objects.create(slug="kneipe", name="=1+1", dropped=0)
    tournament.entries.filter(number__lte=2).update(team="=1+1")
    Person.objects.filter(entries__number=1).update(last_name=HOSTILE, first_name="")
    return tournament


pytestmark = [pytest.mark.django_db, pytest.mark.stands_on(make=played)]


@pytest.fixture
def tournament() -> Tournament:
    return Tournament.objects.get(slug="herbst")


@pytest.fixture
def owner(tournament: Tournament) -> Client:
    return signed_in()


def rows(owner: Client, address: str, **asked: str) -> list[list[str]]:
    answer = owner.get(address, {**asked, "as": "csv"})
    assert (answer.status_code, answer["Content-Type"]) == (200, CSV)
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


@pytest.mark.parametrize(("address", "key"), LISTS)
def test_list_has_the_same_rows_in_both_file_formats(
    owner: Client, tournament: Tournament, address: str, key: str
) -> None:
    first = tournament.entries.get(number=1)
    page = address.format(entry=first.pk, person=first.person_id)
    asked = {"list": key} if key else {}
    head, *lines = rows(owner, page, **asked)
    answer = owner.get(page, {**asked, "as": "xlsx"})
    assert answer["Content-Type"] == XLSX
    document = Document("x", XLSX, answer.content)
    sheet = read_workbook(document).worksheets[0]
    cells = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert [cell for cell in cells[FIRST_ROW - 2] if cell] == head
    assert len([row for row in cells[FIRST_ROW - 1 :] if any(row)]) == len(lines) > 0
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    link = f"?as=csv&amp;list={key}" if key else "?as=csv"
    assert f'"{link}"' in owner.get(page).content.decode()


def test_file_has_the_filter_of_the_page(owner: Client, tournament: Tournament) -> None:
    assert [row[0] for row in rows(owner, PLAYERS, q=HOSTILE[:6])] == ["Nr.", "1"]
    assert rows(owner, PLAYERS, q=HOSTILE[:6])[1][1] == f"'{HOSTILE}"
    page = owner.get(PLAYERS, {"q": HOSTILE[:6]}).content.decode()
    assert "as=csv" in page
    assert owner.get(PLAYERS, {"as": "exe"})["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (Kind.AVERAGE, 0, "0,00"),
        (Kind.AVERAGE, -0.5, "−0,50"),
        (Kind.AVERAGE, None, "–"),
        (Kind.AMOUNT, 0, "0,00 €"),
        (Kind.POINTS, 0, "0"),
        (Kind.POINTS, Marked(0, "*"), "0*"),
        (Kind.POINTS, 7, "+7"),
        (Kind.NUMBER, 0, "0"),
    ],
)
def test_nothing_won_is_written_as_nothing(kind: Kind, value: Value, words: str) -> None:
    column = Column("any", "Any", lambda row: row, kind, missing="–")
    assert text_of(column, value) == words


@pytest.mark.parametrize(
    ("figure", "words"),
    [(8 / 3, "2,67"), (-8 / 3, "-2,67"), (0.996, "1,00"), (2.5, "2,50"), (-0.001, "0,00")],
)
def test_a_fraction_is_rounded_as_on_the_page(figure: float, words: str) -> None:
    assert as_csv(["key"], [{"key": figure}]).splitlines()[1] == words
