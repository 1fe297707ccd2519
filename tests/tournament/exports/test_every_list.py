"""Every list that a page of the program shows is there as a file, for those who see the page."""

import csv
import io
import re
from html import unescape
from itertools import cycle, product

import pytest
from django.test import Client

from tests.factories.calls import complain
from tests.factories.effort import tries
from tests.factories.money import make_money
from tests.factories.pages import signed_in
from tests.factories.papers import read_workbook
from tests.factories.rounds import (
    enter_round,
    make_drawn_tournament,
    make_played_tournament,
    round_number,
)
from tests.factories.scenes import example_scene, pages_of
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tournament.accounts.writes import give_role
from tournament.backup.copies import make_copy
from tournament.exports.base import CSV, XLSX, Document
from tournament.exports.excel.page import FIRST_ROW
from tournament.models import Club, Penalty, Person, Role, Series, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points

pytestmark = pytest.mark.django_db

LANGUAGES = ("de", "en")
OF_TOURNAMENT = {
    *("players/", "standings/", "standings/rankings/club/", "rounds/{}/result/"),
    *("rounds/{}/seats/", "calls/", "players/{}/", "standings/outlook/", "penalties/"),
    *("deductions/", "money/", "money/{}/", "prizes/", "roles/", "journal/", "finish/"),
    *("rounds/{}/", "rounds/{}/forecast/", "players/teams/", "plan/", "plan/tables/"),
}
OF_INSTALLATION = {
    *("people/", "people/{}/", "people/{}/merge/", "clubs/", "accounts/", "series/{}/"),
    *("", "series/", "rankings/", "rankings/rangliste/", "journal/", "headings/", "backup/"),
}
Asked = tuple[str, str]
"""A list, and the kind of its file."""
IN_SENTENCES = {"What", "Was", "What happened", "Was geschah", "Last tournament"}
"""Headings of columns whose sentences may name people as one speaks."""


def links_on(page: str) -> set[str]:
    return {unescape(link) for link in re.findall(r'href="(\?[^"]*as=(?:csv|xlsx)[^"]*)"', page)}


def pattern(address: str) -> str:
    """Return an address without the tournament and without numbers."""
    path = address.split("?", maxsplit=1)[0]
    path = re.sub(r"^/t/[^/]+/", "t:", path).lstrip("/")
    return re.sub(r"/[0-9]+/", "/{}/", path.replace("series/kneipe/", "series/{}/"))


def lines_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


def sheet_of(content: bytes) -> list[list[object]]:
    """Return the cells of a workbook's only sheet; none is a formula."""
    (sheet,) = read_workbook(Document("x", XLSX, content)).worksheets
    rows = [*sheet.iter_rows()]
    assert all(cell.data_type != "f" for row in rows for cell in row)
    return [[cell.value for cell in row] for row in rows]


@pytest.mark.usefixtures("blank_papers")
def test_every_list_is_a_file_of_both_kinds_for_those_who_see_its_page() -> None:
    owner_account = make_owner()
    owner, nobody, stranger = Client(), Client(), Client()
    owner.force_login(owner_account)
    stranger.force_login(make_user(Role.DIRECTION, make_tournament("woanders"), "stranger"))
    scene = example_scene(owner_account)
    make_copy()
    make_played_tournament()
    Person.objects.update(publish_name=True)
    spoken = {
        f"{first} {last}"
        for first, last in Person.objects.values_list("first_name", "last_name")
        if first
    }
    found = {}
    running = scene.address("forecast", number=3)
    more = [scene.address("person-merge") + "?q=", running, "/t/herbst/finish/"]
    for address, page in [*pages_of(owner, scene), *((each, owner.get(each)) for each in more)]:
        if links := links_on(page.content.decode()):
            found[address.split("?", maxsplit=1)[0]] = links
    patterns = {pattern(address) for address in found}
    assert patterns >= {f"t:{each}" for each in OF_TOURNAMENT} - {"t:standings/outlook/"}
    assert patterns >= OF_INSTALLATION
    for address, links in found.items():
        seen_by = {reader: reader.get(address).status_code for reader in (nobody, stranger)}
        for link in links:
            asked = address + link
            # Both have the same columns: the headings of each by language are looked at below.
            for language in tries(("de",) if "as=csv" in link else ("en",), LANGUAGES):
                owner.cookies["django_language"] = language
                answer = owner.get(asked)
                assert answer.status_code == 200, asked
                if "as=csv" in link:
                    assert answer["Content-Type"] == CSV
                    head, *rows = lines_of(answer.content)
                else:
                    assert answer["Content-Type"] == XLSX
                    head, *rows = sheet_of(answer.content)[FIRST_ROW - 2 :]
                named = {
                    str(cell)
                    for row in rows
                    for heading, cell in zip(head, row, strict=False)
                    if heading not in IN_SENTENCES
                }
                assert not named & spoken, asked
                assert not any(name in cell for cell in named for name in spoken), asked
            for reader, status in seen_by.items():
                with_file = reader.get(asked)
                assert with_file.status_code == status, asked
                if status != 200:
                    assert with_file["Content-Type"] not in (CSV, XLSX)


def test_headings_are_in_the_language_of_the_page() -> None:
    owner = signed_in()
    tournament = make_drawn_tournament(8)
    make_money(tournament)
    tournament.pools.update(name="Beste Dame")
    for language, heading in (("de", "Startgeld"), ("en", "Entry fee")):
        owner.cookies["django_language"] = language
        head = lines_of(owner.get("/t/herbst/money/?as=csv").content)[0]
        assert (head[3], head[-1]) == (heading, "Beste Dame")
        head = sheet_of(owner.get("/t/herbst/money/?as=xlsx").content)[FIRST_ROW - 2]
        assert (head[3], head[6]) == (heading, "Beste Dame")


def test_heading_is_no_formula_either() -> None:
    owner = signed_in()
    make_money(make_drawn_tournament(8))
    Tournament.objects.get(slug="herbst").pools.update(name="=1+1")
    assert lines_of(owner.get("/t/herbst/money/?as=csv").content)[0][-1] == "'=1+1"
    sheet_of(owner.get("/t/herbst/money/?as=xlsx").content)


LISTS = [
    *("players/", "standings/", "rounds/1/result/", "rounds/1/seats/", "rounds/1/seats/?by=name"),
    *("calls/", "penalties/", "deductions/", "money/", "money/?list=taken", "prizes/"),
    *("prizes/?list=funds", "roles/", "journal/", "standings/outlook/", "standings/rankings/club/"),
    *("/people/", "/clubs/", "/accounts/", "/journal/", "/series/kneipe/"),
    *("/series/kneipe/?list=evenings", "/", "/series/"),
    *(
        "rounds/1/",
        "rounds/1/forecast/",
        "players/teams/",
        "plan/",
        "money/?list=promised",
        "finish/",
    ),
]


def fill(slug: str, players: int, rows: int) -> Tournament:
    """Create a tournament with so many rows in each list."""
    tournament = make_drawn_tournament(players, slug=slug)
    enter_round(round_number(tournament, 1))
    make_money(tournament)
    tournament.group_rankings.create(kind="club", best=1)
    direction = signed_in(tournament, Role.DIRECTION)
    table = round_number(tournament, 1).tables.get(number=1)
    for at in range(rows):
        complain(direction, table, paragraph="9.2.3", offender=at + 1)
        values = {"rule": "9.3.2", "points": [-3, 1, 1, 1], "row": at + 1, "initials": "KS"}
        Penalty.objects.create(table=table, offender=1, **values)
        deduct_points(COMMAND_LINE, tournament.entries.get(number=at + 1), 6, "=1+1")
        give_role(COMMAND_LINE, tournament, make_user(Role.TYPIST), Role.TYPIST)
        club = Club.objects.create(name=f"{slug} {at}")
        tournament.entries.filter(number=at + 1).update(club=club)
    return tournament


def test_file_costs_the_same_queries_however_many_rows(django_assert_max_num_queries) -> None:
    owner = signed_in()
    series = Series.objects.create(slug="kneipe", name="Kneipenabende", dropped=0)

    # The rows are asked for once for both kinds of file; each kind writes every second list.
    kinds = ("csv", "xlsx")
    asked_for = tries([*zip(LISTS, cycle(kinds), strict=False)], [*product(LISTS, kinds)])

    def queries(slug: str, most: dict[Asked, int]) -> dict[Asked, int]:
        counted = {}
        for each, kind in asked_for:
            address = each if each[0] == "/" else f"/t/{slug}/{each}"
            between = "&" if "?" in address else "?"
            with django_assert_max_num_queries(most.get((each, kind), 100)) as asked:
                answer = owner.get(f"{address}{between}as={kind}")
            assert answer["Content-Type"] in (CSV, XLSX), address
            counted[each, kind] = len(asked)
        return counted

    for slug in ("eins", "zwei"):
        series.evenings.create(tournament=fill(slug, 4, 1))
    queries("zwei", {})
    few = queries("zwei", {})
    series.evenings.create(tournament=fill("drei", 12, 3))
    series.evenings.create(tournament=fill("vier", 12, 3))
    queries("vier", {})
    queries("vier", few)


def test_columns_of_a_list_have_different_headings() -> None:
    """Two columns with one heading could not be read back."""
    owner = signed_in()
    tournament = make_drawn_tournament(8)
    enter_round(round_number(tournament, 1))
    for language in LANGUAGES:
        owner.cookies["django_language"] = language
        for page in ("players/", "standings/", "rounds/1/result/", "rounds/1/seats/", "money/"):
            head = lines_of(owner.get(f"/t/herbst/{page}?as=csv").content)[0]
            assert len(set(head)) == len(head), page
