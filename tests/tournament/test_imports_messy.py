"""Messy and hostile lists: nothing is dropped silently or invented, or the file is refused."""

import zipfile
from io import BytesIO
from pathlib import Path
from time import process_time

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_tournament
from tournament.errors import Refused
from tournament.exports.excel import workbook as excel
from tournament.imports import tables
from tournament.imports.players import PlayerList, read_players
from tournament.imports.tables import (
    TextRow,
    TextTable,
    UnusedColumn,
    read_workbook,
    with_formulas,
)
from tournament.models import Role
from tournament.people.reads.players import entered_players

MESSY = Path(__file__).parents[2] / "fixtures" / "messy"
OK, DOUBTFUL, REFUSED = "ok", "doubtful", "refused"
LISTS = {
    "doubles-and-single-words.csv": [(OK, [2]), (DOUBTFUL, [3, 4, 5, 6, 7, 8]), (REFUSED, [9])],
    "hostile-names.csv": [(OK, [6]), (DOUBTFUL, [2, 4]), (REFUSED, [3, 5])],
    "libreoffice.ods": [(OK, [3, 7]), (DOUBTFUL, [2, 8]), (REFUSED, [9])],
    "numbers-that-are-none.csv": [(OK, [2, 5]), (DOUBTFUL, [3, 4, 6]), (REFUSED, [])],
    "open-quote.csv": [(OK, [2]), (DOUBTFUL, []), (REFUSED, [3])],
    "swallowed-row.csv": [(OK, [5]), (DOUBTFUL, [2]), (REFUSED, [])],
    "three-sheets-and-formulas.xlsx": [(OK, [2]), (DOUBTFUL, [3, 6]), (REFUSED, [4])],
    "titles-sums-pages.csv": [(OK, [5, 6, 11]), (DOUBTFUL, [7, 9, 10, 12]), (REFUSED, [])],
    "two-lists-side-by-side.csv": [(OK, [2, 3]), (DOUBTFUL, []), (REFUSED, [])],
    "utf16-tabs.txt": [(OK, [2, 3, 5]), (DOUBTFUL, []), (REFUSED, [])],
    "windows-umlauts.csv": [(OK, [2, 3, 4]), (DOUBTFUL, []), (REFUSED, [])],
}
REFUSALS = {
    "a-million-players.ods": "too_many_rows",
    "entities.ods": "file_unreadable",
    "no-heading.csv": "no_heading",
    "other-words.csv": "no_heading",
    "unpacks-to-60-megabytes.xlsx": "file_too_large",
}


def read(name: str) -> PlayerList:
    return read_players((MESSY / name).read_bytes())


def changed(name: str, old: bytes, new: bytes) -> bytes:
    """Return a spreadsheet with the first `old` replaced."""
    data = BytesIO()
    with zipfile.ZipFile(MESSY / name) as given, zipfile.ZipFile(data, "w") as archive:
        for part in given.namelist():
            content = given.read(part)
            is_content = part == "content.xml"
            archive.writestr(part, content.replace(old, new, 1) if is_content else content)
    return data.getvalue()


def test_lists_of_the_folder_are_all_examined():
    assert {*LISTS, *REFUSALS} == {path.name for path in MESSY.iterdir()}


@pytest.mark.parametrize("name", LISTS)
def test_every_row_of_a_messy_list_has_a_verdict(name):
    rows = read(name).rows
    found = [
        (verdict, [row.line for row in rows if row.verdict == verdict])
        for verdict in (OK, DOUBTFUL, REFUSED)
    ]
    assert found == LISTS[name]
    assert sum(len(lines) for _verdict, lines in found) == len(rows)


@pytest.mark.parametrize("name", REFUSALS)
def test_non_list_is_refused(name):
    with pytest.raises(Refused) as refusal:
        read(name)
    assert refusal.value.code == REFUSALS[name]


def test_umlauts_of_every_encoding_are_read_correctly():
    names = [
        f"{row.player.first_name} {row.player.last_name}"
        for name in ("utf16-tabs.txt", "windows-umlauts.csv")
        for row in read(name).rows
    ]
    assert names == [
        *("Änne Özdemir", "Jürgen Groß", "Karl Müller-Lüdenscheidt"),
        *("Jörg Weiß", "Bärbel Größe", "Zoë Ünal"),
    ]


def test_cells_outside_the_list_are_reported():
    aside = read("titles-sums-pages.csv")
    assert aside.table.ignored_rows == ("Herbstturnier 2026", "Meldeliste, Stand 3.11.")
    beside = read("two-lists-side-by-side.csv")
    assert beside.table.unused == (UnusedColumn(4, "Name", 2), UnusedColumn(5, "Verein", 2))
    assert beside.table.unused_names == beside.table.unused[:1]
    sheets = read("three-sheets-and-formulas.xlsx").table.ignored_sheets
    assert sheets == ("Deckblatt", "Nachmeldungen")


def test_sheet_of_libreoffice_is_read_as_a_person_sees_it():
    (table,) = read_workbook((MESSY / "libreoffice.ods").read_bytes())
    assert (table.title, table.blank_rows) == ("Meldungen", 1)
    assert [(row.line, row.cells[:4]) for row in table.rows] == [
        (1, ("Nr.", "Name", "Vorname", "Verein")),
        (2, ("1", "Ar nold", "Änne", "B BÄR")),
        (3, ("2", "Beck", "Bernd", "")),
        (7, ("3", "Gast", "Gast", "")),
        (8, ("3", "Gast", "Gast", "")),
        (9, ("5", "=[.B2]", "Conrad", "")),
    ]


def test_locked_spreadsheet_is_refused():
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest:encryption-data/>")
    with pytest.raises(Refused) as refusal:
        read_players(data.getvalue())
    assert refusal.value.code == "old_or_locked_excel"


def test_endless_row_is_refused_before_it_is_held_in_memory():
    begin = b"<table:table-cell"
    cells = b"<table:table-cell/>" * 60_000
    with pytest.raises(Refused) as refusal:
        read_players(changed("a-million-players.ods", begin, cells + begin))
    assert refusal.value.code == "too_many_columns"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_template_is_read_as_it_was_meant(language):
    tournament = make_tournament()
    client = signed_in(tournament, Role.DIRECTION)
    answer = client.get(
        reverse("players-template", args=["herbst"]), headers={"Accept-Language": language}
    )
    book = load_workbook(BytesIO(answer.content))
    values = [7, "Arnold", "Änne", "Bären", "B BÄR", "Berlin", "Damen", "x", "A", 3, "nein"]
    book.active.append(values)
    data = BytesIO()
    book.save(data)

    found = read_players(data.getvalue())

    (row,) = found.rows
    player = row.player
    assert (row.verdict, row.number, row.findings) == (OK, 7, ())
    assert (player.last_name, player.first_name, player.fee_paid) == ("Arnold", "Änne", True)
    assert (player.club_name, player.club_code, player.state) == ("Bären", "B BÄR", "Berlin")
    assert (player.tags, player.team, player.fixed_table) == (("Damen",), "A", 3)
    assert (player.keeps_list, found.table.unused) == (False, ())


@pytest.mark.django_db
def test_own_workbook_is_read_though_other_sheets_are_too_long(monkeypatch):
    tournament = make_drawn_tournament(13, published=2)
    enter_round(round_number(tournament, 1))
    monkeypatch.setattr(tables, "MAX_ROWS", 20)
    book = read_players(excel.workbook(tournament).content)
    assert [row.number for row in book.rows] == list(range(1, 14))
    assert [row.player for row in book.rows] == [
        player for _number, player in entered_players(tournament)
    ]
    assert "Sitzliste" in book.table.ignored_sheets


def test_sheet_after_a_longer_one_of_libreoffice_is_read():
    rows = '<table:table-row table:number-rows-repeated="1000000">{}</table:table-row>'.format(
        '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    )
    longer = b'<table:table table:name="Spiele">' + rows.encode() * 3 + b"</table:table>"
    found = read_players(changed("libreoffice.ods", b"<table:table ", longer + b"<table:table "))
    assert [row.line for row in found.rows] == [2, 3, 7, 8, 9]
    assert found.table.ignored_sheets == ("Spiele",)


def test_formulas_are_put_into_a_large_sheet_at_once() -> None:
    written = TextTable("", tuple(TextRow(line, ("=A1",) * 40) for line in range(1, 1501)))
    shown = TextTable("", tuple(TextRow(line, ("", "x") * 20) for line in range(1, 1501)))
    began = process_time()
    rows = with_formulas(shown, written).rows
    assert process_time() - began < 1
    assert {row.cells for row in rows} == {("=A1", "x") * 20}
