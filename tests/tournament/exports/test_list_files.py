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
from tournament.exports.base import CSV, XLSX, Document
from tournament.lists.columns import Column, Kind, Marked, Value, text_of
from tournament.models import Person, Role, Tournament

pytestmark = pytest.mark.django_db

PLAYERS = "/t/herbst/players/"
HOSTILE = '=1+1<script>"'
ADDRESSES = {
    PLAYERS: "number",
    "/t/herbst/rounds/1/result/": "rank",
    "/t/herbst/rounds/1/seats/": "round",
    "/t/herbst/calls/": "at",
    "/t/herbst/money/": "number",
    "/t/herbst/journal/": "at",
}


@pytest.fixture
def tournament() -> Tournament:
    """Eight players, a round with its results, a complaint, fees; one hostile name."""
    tournament = make_drawn_tournament(8)
    enter_round(round_number(tournament, 1))
    make_money(tournament)
    table = round_number(tournament, 1).tables.get(number=1)
    complain(signed_in(tournament, Role.DIRECTION), table, paragraph="9.2.3", offender=1)
    Person.objects.filter(entries__number=1).update(last_name=HOSTILE, first_name="")
    return tournament


@pytest.fixture
def owner(tournament: Tournament) -> Client:
    return signed_in()


def rows(owner: Client, address: str, **asked: str) -> list[list[str]]:
    answer = owner.get(address, {**asked, "as": "csv"})
    assert (answer.status_code, answer["Content-Type"]) == (200, CSV)
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


@pytest.mark.parametrize("address", ADDRESSES)
def test_list_is_a_file_in_both_forms_with_the_same_rows(owner: Client, address: str) -> None:
    head, *lines = rows(owner, address)
    assert head[0] == ADDRESSES[address]
    answer = owner.get(address, {"as": "xlsx"})
    assert answer["Content-Type"] == XLSX
    document = Document("x", XLSX, lambda: answer.content)
    sheet = read_workbook(document).worksheets[0]
    cells = [[cell.value for cell in row] for row in sheet.iter_rows()]
    begin = next(at for at, row in enumerate(cells) if len([v for v in row if v]) >= len(head) - 2)
    assert len([row for row in cells[begin + 1 :] if any(row)]) == len(lines) > 0
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    assert '?as=csv"' in owner.get(address).content.decode()


def test_file_has_what_the_page_was_narrowed_to(owner: Client, tournament: Tournament) -> None:
    assert [row[0] for row in rows(owner, PLAYERS, q=HOSTILE[:6])] == ["number", "1"]
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
