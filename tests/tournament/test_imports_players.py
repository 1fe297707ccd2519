"""Reading lists of players, row by row."""

import io
import zipfile
from contextlib import nullcontext
from pathlib import Path

import openpyxl
import pytest
from django.core.exceptions import ValidationError
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.effort import tries
from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.imports.tables import MAX_MEGABYTES, MAX_ROWS, MEGABYTE
from tournament.models import Person
from tournament.people.rules.registration import PlayerRow, Verdict
from tournament.shared.rules.fields import PlayerData

FIXTURES = Path(__file__).parents[2] / "fixtures" / "players"


def workbook(*rows: tuple[object, ...], title: str = "Teilnehmer") -> bytes:
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def codes(row: PlayerRow) -> tuple[str, ...]:
    return tuple(finding.code for finding in row.findings)


def only_row(text: str) -> PlayerRow:
    (row,) = read_players(text.encode()).rows
    return row


def refusal(data: bytes) -> str:
    with pytest.raises(Refused) as caught:
        read_players(data)
    return caught.value.code


@pytest.mark.parametrize(
    ("address", "is_taken"),
    [
        ("ute@web.de", True),
        ("ute.b+liste@post.müller.de", True),
        ("jürgen@web.de", False),
        ("ute@web..de", False),
        ("ute.@web.de", False),
    ],
)
def test_an_address_is_taken_where_forms_take_it(address: str, is_taken: bool) -> None:
    row = only_row(f"Nachname;Vorname;E-Mail\nBeck;Ute;{address}\n")
    assert codes(row) == (() if is_taken else ("contact_unclear",))
    of_forms = Person._meta.get_field("email").formfield()
    with nullcontext() if is_taken else pytest.raises(ValidationError):
        of_forms.clean(address)


def test_excel_and_csv_of_the_same_players_give_the_same_list():
    from_excel = read_players((FIXTURES / "players-72.xlsx").read_bytes())
    from_csv = read_players((FIXTURES / "players-72.csv").read_bytes())

    assert from_excel == from_csv
    assert len(from_excel.rows) == 72
    assert {row.verdict for row in from_excel.rows} == {Verdict.OK}
    assert [row.number for row in from_excel.rows] == list(range(1, 73))
    assert from_excel.rows[69].player == PlayerData(
        "Keller",
        "Renate",
        club_name="Zweite Herz Neun Duisburg",
        club_code="DU ZHN",
        state="Nordrhein-Westfalen",
        tags=("Damen", "Senioren"),
    )
    assert from_excel.rows[0].player == PlayerData(
        "Schreiber", "Bernd", state="Sachsen", fee_paid=True, fee_told="ja"
    )


@pytest.mark.parametrize(
    ("name", "count"), [("players-176.xlsx", 176), ("players-30-two-five-tables.xlsx", 30)]
)
def test_the_other_lists_are_understood_completely(name, count):
    rows = read_players((FIXTURES / name).read_bytes()).rows
    assert (len(rows), {row.verdict for row in rows}) == (count, {Verdict.OK})


def test_messy_list_is_reported_row_by_row():
    players = read_players((FIXTURES / "preregistration-messy.xlsx").read_bytes())

    assert (players.table.heading.row.line, players.table.blank_rows, players.table.unused) == (
        3,
        6,
        (),
    )
    assert [row.line for row in players.rows] == [
        line for line in range(4, 55) if line not in (9, 19, 29, 39, 49)
    ]
    told = {row.line: (row.verdict.value, *codes(row)) for row in players.rows}
    remarkable = {line: said for line, said in told.items() if said != ("ok",)}
    assert remarkable == {
        4: ("ok", "capitals"),
        12: ("ok", "capitals"),
        20: ("ok", "capitals"),
        27: ("ok", "capitals"),
        35: ("ok", "capitals"),
        43: ("ok", "capitals"),
        50: ("doubtful", "double"),
        51: ("refused", "formula"),
        52: ("doubtful", "markup"),
        53: ("doubtful", "one_word"),
        54: ("doubtful", "sum_row"),
    }
    by_line = {row.line: row.player for row in players.rows}
    assert by_line[4] == PlayerData(
        "Pohl",
        "Günter",
        club_code="MH FUK",
        state="Nordrhein-Westfalen",
        fee_paid=True,
        fee_told="10",
    )
    assert by_line[5] == PlayerData("Vogel", "Bernd", club_code="F KAR", state="Hessen")
    assert by_line[35].last_name == "Pohl"
    assert by_line[35].first_name == "Seán"
    assert by_line[52] == PlayerData(
        "Mustermann", "<b>Max</b>", club_code="K KON", state="NRW", fee_paid=True, fee_told="10 €"
    )
    assert by_line[53] == PlayerData("Nur-Ein-Name")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", "\t", ","])
def test_csv_is_read_in_every_usual_encoding_and_delimiter(encoding, delimiter):
    lines = [["Nachname", "Vorname", "Verein"], ["Müller", "Änne", "Doko-Bären Berlin"]]
    text = "\r\n".join(delimiter.join(line) for line in lines)
    (row,) = read_players(text.encode(encoding)).rows
    assert row.player == PlayerData("Müller", "Änne", club_name="Doko-Bären Berlin")
    assert row.line == 2


def test_csv_of_one_column_keeps_the_comma_of_its_names():
    row = only_row("Name\nVogel, Bernd\n")
    assert (row.player, row.verdict) == (PlayerData("Vogel", "Bernd"), Verdict.OK)


@pytest.mark.parametrize("ending", ["", "\n"])
def test_unclosed_quotation_mark_refuses_the_row_holding_the_rest(ending):
    players = read_players(f'Name;Verein\nIna Hoch;A\n"Unclosed;x\nHans Meier;B{ending}'.encode())
    assert [
        (row.line, row.text, row.verdict, [each.code for each in row.findings])
        for row in players.rows
        if row.verdict is not Verdict.OK
    ] == [(3, "Unclosed;x Hans Meier;B", Verdict.REFUSED, ["quote_open"])]
    assert [row.player.last_name for row in players.rows] == ["Hoch", ""]


def test_unclosed_quotation_mark_after_the_name_refuses_too():
    (row,) = read_players(b'Name;Verein\nIna Hoch;"A\nHans Meier;B\n').rows
    assert (row.line, row.verdict, codes(row)) == (2, Verdict.REFUSED, ("quote_open",))


def test_quotation_mark_that_closes_elsewhere_is_in_doubt():
    rows = read_players(b'Name;Verein\n"Ute Kurz;x\nHans Meier;B\n"Eva Lang";C\nIna Hoch;A').rows
    assert [(row.line, row.verdict, codes(row)) for row in rows] == [
        (2, Verdict.DOUBTFUL, ("quote_swallows", "semicolon_in_name")),
        (5, Verdict.OK, ()),
    ]
    rows = read_players(b'Name\n"Otto Beck\nUwe Horn"\nIna Hoch\n').rows
    assert [codes(row) for row in rows] == [("quote_swallows",), ()]


def test_heading_with_a_quotation_mark_never_closed_is_refused():
    assert refusal(b'Name;"Verein\nHans Meier;B\n') == "heading_quote_open"


@pytest.mark.parametrize(
    "data",
    [
        b'Name;Verein\n"Ina Hoch";"Doko ""Treff"""\n',
        b'Name;Verein\nIna Hoch;Doko "Treff"\n',
        b'Name;Verein\nIna Hoch;"Doko\nTreff"',
        b'Name;Verein\r\nIna Hoch;"Doko Treff; Bonn"',
    ],
)
def test_quotation_marks_in_order_are_no_doubt(data):
    (row,) = read_players(data).rows
    assert (row.verdict, codes(row)) == (Verdict.OK, ())


def test_rows_after_a_two_line_cell_keep_their_line_number():
    rows = read_players(b'Name;Verein\n"Otto\nBeck";X\n\nUwe Horn;X\n').rows
    assert [(row.line, row.player.last_name) for row in rows] == [(2, "Beck"), (5, "Horn")]


@pytest.mark.parametrize(
    ("headings", "cells"),
    [
        ("Startnr.;Name;Vorname;Club", "7;Beck;Otto;Die Alten"),
        ("Start-Nummer;Nachname;Vorname;Verein", "7;Beck;Otto;Die Alten"),
        ("No;Last name;First name;Club", "7;Beck;Otto;Die Alten"),
        ("#;Spieler;Vereinsname", "7.;Otto Beck;Die Alten"),
        ("Nr;Name, Vorname;Verein:", "7;Beck, Otto;Die Alten"),
        ("NR.;NAME;VEREIN", "#7;Beck, Otto;Die Alten"),
    ],
)
def test_headings_are_understood_in_many_spellings(headings, cells):
    row = only_row(f"{headings}\n{cells}\n")
    assert (row.number, row.player) == (7, PlayerData("Beck", "Otto", club_name="Die Alten"))


def test_heading_is_found_below_titles_and_unused_columns_are_named():
    text = "Teilnehmer\n\nStand: 1. Mai;;\nName;Verein;Zimmer;Verein\nOtto Beck;A;0815;B\n"
    players = read_players(text.encode())
    assert players.table.heading.row.line == 4
    assert [each.title for each in players.table.unused] == ["Zimmer", "Verein"]
    assert players.rows[0].player == PlayerData("Beck", "Otto", club_code="", club_name="A")


def test_sheet_with_the_heading_is_read_and_the_others_are_named():
    book = openpyxl.Workbook()
    book.active.append(["Notizen"])
    names = book.create_sheet("Liste")
    names.append(["Name"])
    names.append(["Otto Beck"])
    book.create_sheet("Leer")
    file = io.BytesIO()
    book.save(file)
    players = read_players(file.getvalue())
    assert [row.player for row in players.rows] == [PlayerData("Beck", "Otto")]
    assert players.table.ignored_sheets == ("Sheet",)


@pytest.mark.parametrize(
    ("fee", "paid"),
    [
        *((fee, True) for fee in ("ja", "X", "10", "10 €", "€ 12,50", "0,50")),
        *((fee, False) for fee in ("Nein", "", "0", "0,00 €", "offen")),
    ],
)
def test_fee_is_understood_in_words_and_amounts(fee, paid):
    row = only_row(f"Name;bezahlt?\nOtto Beck;{fee}\n")
    assert (row.player.fee_paid, row.verdict) == (paid, Verdict.OK)


def test_fee_of_an_excel_cell_may_be_a_number_or_a_boolean():
    data = workbook(
        ("Name", "bezahlt"), ("Otto Beck", 10.0), ("Uwe Horn", True), ("Ida Groß", False)
    )
    assert [row.player.fee_paid for row in read_players(data).rows] == [True, True, False]


@pytest.mark.parametrize(
    ("club", "code", "name"),
    [
        ("MH FUK", "MH FUK", ""),
        ("KS Obw", "KS Obw", ""),
        ("DRAD", "DRAD", ""),
        ("Die Alten Hamburg", "", "Die Alten Hamburg"),
        ("vereinslos", "", ""),
        ("-", "", ""),
    ],
)
def test_column_of_clubs_may_hold_codes_or_names(club, code, name):
    player = only_row(f"Name;Club\nOtto Beck;{club}\n").player
    assert (player.club_code, player.club_name) == (code, name)


@pytest.mark.parametrize(
    ("cells", "verdict", "findings"),
    [
        ("J?rgen Beck;;;", Verdict.DOUBTFUL, ("question_mark",)),
        ("Jür\ufffdgen Beck;;;", Verdict.DOUBTFUL, ("question_mark",)),
        ("<script>alert(1)</script> Beck;;;", Verdict.DOUBTFUL, ("markup", "digits_in_name")),
        ("Beck, Otto, Nord;;;", Verdict.DOUBTFUL, ("several_commas",)),
        ("Summe:;;;12", Verdict.DOUBTFUL, ("sum_row",)),
        ("Gesamt 72;;;", Verdict.DOUBTFUL, ("sum_row",)),
        ("Name;Verein;Nr.;bezahlt", Verdict.DOUBTFUL, ("heading_again",)),
        ("Otto Beck;;;vielleicht", Verdict.OK, ("fee_unclear",)),
        ("Otto Beck;;;=A1", Verdict.OK, ("fee_unclear",)),
        ("Otto Beck;=A1;;", Verdict.DOUBTFUL, ("formula_elsewhere",)),
        ("Otto Beck;;A7;", Verdict.OK, ("number_unclear",)),
        ("Otto Beck;;0;", Verdict.OK, ("number_unclear",)),
        ("=1+1;;;", Verdict.REFUSED, ("formula",)),
        (";Die Alten;;10", Verdict.REFUSED, ("no_name",)),
        ("---;;;", Verdict.REFUSED, ("no_name",)),
        (f"Otto {'B' * 200};;;", Verdict.REFUSED, ("text_too_long",)),
        (f"Otto Beck;{'B' * 201};;", Verdict.REFUSED, ("text_too_long",)),
    ],
)
def test_doubtful_player_row_says_why(cells, verdict, findings):
    row = only_row(f"Name;Verein;Nr.;bezahlt\n{cells}\n")
    assert (row.verdict, codes(row)) == (verdict, findings)


def test_a_name_of_200_characters_is_read():
    assert only_row(f"Nachname;Vorname\n{'ä' * 200};Otto\n").player.last_name == "ä" * 200


def test_formulas_of_excel_are_never_calculated():
    data = workbook(("Name", "Verein"), ('=CONCATENATE("Otto"," Beck")', "X"))
    assert [(row.verdict, codes(row)) for row in read_players(data).rows] == [
        (Verdict.REFUSED, ("formula",))
    ]


def test_files_that_are_no_lists_are_refused():
    assert refusal(b"") == "no_heading"
    assert refusal(b"Otto;Beck\nUwe;Horn\n") == "no_heading"
    assert refusal(b"Name;Verein\n\n") == "no_players"
    assert refusal(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR") == "file_unreadable"
    assert refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)) == "old_or_locked_excel"
    assert refusal(b"PK\x03\x04 damaged") == "file_unreadable"
    assert refusal((FIXTURES / "players-72.xlsx").read_bytes()[:4000]) == "file_unreadable"


def test_files_too_large_are_refused():
    assert refusal(b"Name\n" + b"x" * (MAX_MEGABYTES * MEGABYTE)) == "file_too_large"
    assert refusal(b"Name\n" + b"Otto Beck\n" * MAX_ROWS) == "too_many_rows"
    assert refusal(b"Name" + b";a" * 201 + b"\n") == "too_many_columns"
    assert refusal(workbook(("Name", *[None] * 201, "x"))) == "too_many_columns"


def test_list_of_the_maximum_number_of_rows_is_read():
    names = "".join(f"Otto Beck{'a' * (line % 150)}{line}\n" for line in range(MAX_ROWS - 1))
    assert len(read_players(b"Name\n" + names.encode()).rows) == MAX_ROWS - 1


def test_a_lone_cell_a_million_rows_down_is_refused():
    book = openpyxl.Workbook()
    book.active["A1"] = "Name"
    book.active["A1048576"] = "Otto Beck"
    file = io.BytesIO()
    book.save(file)
    assert refusal(file.getvalue()) == "too_many_rows"


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * (60 * MEGABYTE))
    assert len(file.getvalue()) < MEGABYTE
    assert refusal(file.getvalue()) == "file_too_large"


def test_entities_that_multiply_are_refused():
    bomb = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    hostile = f'<?xml version="1.0"?><!DOCTYPE worksheet [<!ENTITY a0 "lol">{bomb}]>'
    source = zipfile.ZipFile(io.BytesIO(workbook(("Name",), ("Otto Beck",))))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for part in source.namelist():
            content = source.read(part).decode()
            if part == "xl/worksheets/sheet1.xml":
                assert "Otto" in content
                content = hostile + content.split("?>")[-1].replace("Otto", "&a11;")
            archive.writestr(part, content)
    assert refusal(file.getvalue()) == "file_unreadable"


cells = st.text(st.sampled_from('aÄß ,;"\n\r\t=<?0�'), max_size=12)
lines = st.lists(st.lists(cells, max_size=4), max_size=8)


@given(lines, st.sampled_from(";,\t"))
@settings(max_examples=tries(60, 300), deadline=None)
def test_no_row_of_any_text_is_dropped(table, delimiter):
    """Every line below the heading with a letter or digit is reported."""
    flat = [
        delimiter.join(cell.translate({10: 32, 13: 32, 34: 39, ord(delimiter): 32}) for cell in row)
        for row in table
    ]
    data = delimiter.join(["Nachname", "Vorname"]) + "\n" + "\n".join(flat)
    expected = [line for line, text in enumerate(flat, start=2) if text.strip(delimiter + " \t")]
    if not expected:
        assert refusal(data.encode()) == "no_players"
    else:
        assert [row.line for row in read_players(data.encode()).rows] == expected


@given(
    st.binary(max_size=300) | st.text(max_size=200).map(lambda text: f"Name;Nr\n{text}".encode())
)
@settings(max_examples=tries(100, 500), deadline=None)
def test_any_bytes_are_read_or_refused(data):
    try:
        players = read_players(data)
    except Refused:
        return
    assert players.rows


@given(st.integers(0, 8000), st.binary(min_size=1, max_size=40))
@settings(max_examples=tries(20, 100), deadline=None)
def test_a_damaged_workbook_is_read_or_refused(place, noise):
    data = (FIXTURES / "players-72.xlsx").read_bytes()
    try:
        read_players(data[:place] + noise + data[place + len(noise) :])
    except Refused:
        return


@pytest.mark.parametrize("heading", ["Name", "Name,Verein", "Nachname,Vorname"])
def test_semicolon_among_commas_loses_no_first_name(heading):
    rows = read_players(f"{heading}\nMeier, Hans\nmeier hans\nSchmidt; Anna\n".encode()).rows
    assert (rows[2].player.last_name, rows[2].player.first_name) == ("Schmidt", "Anna")
    assert (rows[2].verdict, rows[2].findings[0].code) == ("doubtful", "semicolon_in_name")


@pytest.mark.parametrize(
    ("heading", "text", "asked"),
    [
        ("Zusage", "leider nein", True),
        ("Kommst du?", "👎", True),
        ("Kommst du?", "kann diesmal nicht", True),
        ("Status", "nicht bezahlt", False),
        ("Bemerkung", "krank", True),
    ],
)
def test_no_in_other_words_is_asked_about(heading: str, text: str, asked: bool) -> None:
    row = only_row(f"Name;{heading}\nIda Beck;{text}\n")
    assert ("stays_away" in codes(row)) == asked


def test_answer_is_asked_about_however_many_different_ones_there_are() -> None:
    answers = [f"ja, mit Kuchen {n}" for n in range(12)] + ["nein"]
    lines = "".join(f"Ida B{'e' * n}ck;{answer}\n" for n, answer in enumerate(answers))
    *coming, away = read_players(f"Name;Zusage\n{lines}".encode()).rows
    assert [codes(row) for row in coming] == [()] * 12
    assert codes(away) == ("stays_away",)
