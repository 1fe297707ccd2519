"""Lists of players as people have them: command and page understand the same of each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories.imported import codes, found_in_row, name, preview, shown
from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.models import (
    Entry,
    JournalEntry,
    Payment,
    Person,
    PlayerImport,
    Role,
    Tournament,
)
from tournament.people.rules.registration import PlayerRow, Verdict
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE
from tournament.shared.rules.fields import PlayerData

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FILES = Path(__file__).parent / "files"
FOUR = ["Franke, Änne", "Schröder, Jörg", "Müßig, Uwe", "Grün, Käthe"]
SIX = [*FOUR, "Berger, Ole", "Voß, Ida"]
EIGHT = [*SIX, "Kühn, Tom", "Jäger, Lea"]
CLEAR: dict[str, list[str]] = {
    "k01-gewoehnliche-liste.csv": [
        *("von der Heide, Hans", "Lindner, Maria", "Ossowski, Ralf", "Brandis, Ute")
    ],
    "p02-pretix-positionen.csv": [each for each in EIGHT if each not in ("Müßig, Uwe", "Voß, Ida")],
    "p03-vereinsverwaltung-71-spalten.csv": [
        *(*EIGHT, "Höhn, Max", "Süß, Eva", "Lück, Jan", "Böhm, Kim")
    ],
    "p04-google-formular.csv": ["Franke, Änne"],
    "p05-dos-cp850.csv": EIGHT,
    "p06-doppelt-kodiert.csv": EIGHT,
    "p07-mac-roman.csv": EIGHT,
    "p09-mannschaft-je-zeile.csv": EIGHT,
    "p11-html-als-excel.xls": SIX,
    "p12-sep-zeile.csv": SIX,
    "p14-zwei-kopfzeilen.xlsx": SIX,
    "p17-paare-und-begleitung.csv": [],
    "p18-abgesagt-warteliste.csv": ["Franke, Änne", "Berger, Ole", "Voß, Ida"],
    "p19-anreden-spitznamen.csv": [
        *("Schröder, Jörg", "Franke, Änne", "Müßig, Hans", "Grün, Käthe", "Berger, Ole sen."),
        *("Kühn, Tom", "Jäger, Lea", "Jäger-Höhn, Max", "van der Süß, Eva", "D'Angelo, Kim"),
        "Jan, Lück",
    ],
}
"""Who is taken without a question, in the order of the file."""
DOUBTS: dict[str, dict[int, list[str]]] = {
    "p02-pretix-positionen.csv": {4: ["stays_away"], 7: ["stays_away"]},
    "p04-google-formular.csv": {
        3: ["brings_others"],
        5: ["stays_away"],
        6: ["same_name_other_club"],
    },
    "p17-paare-und-begleitung.csv": {
        **{line: ["two_people"] for line in (2, 3, 5, 9, 10)},
        4: ["family"],
        6: ["companion"],
        7: ["companion", "same_name_other_club"],
        8: ["family"],
        11: ["companion"],
    },
    "p18-abgesagt-warteliste.csv": {
        3: ["stays_away"],
        4: ["called_off"],
        5: ["stays_away"],
        7: ["section", "one_word"],
        9: ["called_off"],
        **{line: ["placeholder", "one_word"] for line in (10, 11, 12)},
    },
}
"""What is asked, by line."""
REFUSALS = {
    "p01-umfrage-nextcloud.csv": "no_heading",
    "p10-trf16.trf": "is_chess_file",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.DIRECTION)


def entered() -> list[str]:
    here = Entry.objects.filter(tournament__slug="herbst").order_by("number")
    return [each.person.list_name for each in here]


def imported(path: Path, *more: str) -> None:
    try:
        call_command("import_players", "herbst", str(path), *more)
    except SystemExit as end:
        assert end.code == 1  # noqa: PT017  # somebody was left out


@pytest.mark.parametrize("file", CLEAR)
def test_sample_is_understood_by_command_and_page(
    file: str, tournament: Tournament, direction: Client
) -> None:
    rows = shown(preview(direction, (FILES / file).read_bytes()))
    assert [name(row) for row in rows if row.verdict is Verdict.OK] == CLEAR[file]
    asked = {row.file_line: codes(row) for row in rows if row.verdict is Verdict.DOUBTFUL}
    assert asked == DOUBTS.get(file, {})
    assert {row.verdict for row in rows} <= {Verdict.OK, Verdict.DOUBTFUL}
    imported(FILES / file)
    assert sorted(entered()) == sorted(CLEAR[file])


@pytest.mark.parametrize("file", REFUSALS)
def test_sample_that_is_no_list_is_named(file: str, tournament: Tournament) -> None:
    with pytest.raises(Refused, match=REFUSALS[file]):
        read_players((FILES / file).read_bytes())


def test_those_who_said_no_in_a_poll_are_asked(direction: Client) -> None:
    page = preview(direction, (FILES / "p01-umfrage-nextcloud.csv").read_bytes())
    assert shown(page) == []
    sent = {"columns": "", "column-0": "name"}
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    rows = {name(row): row for row in shown(direction.post(address, sent, follow=True))}
    clear = [each for each, row in rows.items() if row.verdict is Verdict.OK]
    assert [each for each in clear if each in EIGHT] == ["Grün, Käthe"]
    for each in ("Franke, Änne", "Schröder, Jörg", "Müßig, Uwe", "Berger, Ole"):
        assert "stays_away" in codes(rows[each])


def test_team_in_a_row_comes_in_as_its_players(tournament: Tournament) -> None:
    imported(FILES / "p09-mannschaft-je-zeile.csv")
    teams = Entry.objects.order_by("number").values_list("team", "club__code")
    assert list(teams) == [("Die Füchse", "DK Nord")] * 4 + [("Karlchen", "DK Süd")] * 4


def test_heading_of_teams_stays_and_nothing_is_learned_from_their_names() -> None:
    for text in (
        (FILES / "p09-mannschaft-je-zeile.csv").read_text(),
        "Team;Name 1;Name 2\nBuben;Ole Klein;Jo Lang\nAsse;Ida Beck;Uwe Horn\n",
    ):
        table = read_players(text.encode()).table
        assert table.heading.title("team") == text.split(";")[0]
        assert table.explained == {}


def test_list_again_says_what_it_writes_otherwise(
    tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    imported(FILES / "p15a-liste-januar.csv")
    capsys.readouterr()
    imported(FILES / "p15b-liste-maerz.csv")
    _out, err = capsys.readouterr()
    assert [line.split(" ")[1] for line in err.splitlines()] == ["3", "4", "5", "6"]
    assert "Müssig" in err
    assert Entry.objects.count() == 6


@pytest.mark.parametrize("has_own_order", [True, False])
def test_known_name_other_than_the_list_writes_it_is_told(
    tournament: Tournament, capsys: pytest.CaptureFixture[str], has_own_order: bool
) -> None:
    earlier = make_tournament("fruehling")
    if has_own_order:
        add_player(COMMAND_LINE, earlier, PlayerData("Müßig", "Uwe"))
    add_player(
        COMMAND_LINE, earlier, PlayerData("Uwe", "Müßig", club_code="DK Süd"), is_unknown=True
    )
    imported(FILES / "p15a-liste-januar.csv")
    assert capsys.readouterr().err.split(" ")[1:4] == ["4", "(3", "·"]
    name = Entry.objects.get(tournament=tournament, number=3).person.list_name
    assert name == ("Müßig, Uwe" if has_own_order else "Uwe, Müßig")
    imported(FILES / "p15b-liste-maerz.csv")
    err = capsys.readouterr().err
    assert [line.split(" ")[1] for line in err.splitlines()] == ["3", "4", "5", "6"]


def read(text: str) -> list[PlayerRow]:
    return list(read_players(text.encode()).rows)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        (
            "Team;Name 1;Name 2;Name 3\nAsse;Ida Beck;Uwe Horn;Eva Groß\n"
            "Buben;Ole Klein;;Jo Lang\n",
            {"Asse": ["Beck", "Horn", "Groß"], "Buben": ["Klein", "Lang"]},
        ),
        (
            "Mannschaft;Vorname 1;Nachname 1;Vorname 2;Nachname 2\nAsse;Ida;Beck;Uwe;Horn\n",
            {"Asse": ["Beck", "Horn"]},
        ),
        ("Spieler A,Spieler B,Team\nIda Beck,Uwe Horn,Asse\n", {"Asse": ["Beck", "Horn"]}),
        # A team without a name is called after its first player.
        (
            "Name 1;Name 2;Verein\nIda Beck;Uwe Horn;Nord\nEva Groß;Jo Lang;\n",
            {"Ida Beck": ["Beck", "Horn"], "Eva Groß": ["Groß", "Lang"]},
        ),
        (
            "Team;Vorname 1;Nachname 1;Vorname 2;Nachname 2\nAsse;Ida;Beck;Uwe;Horn\n"
            ";Eva;Groß;Jo;Lang\n;Kim;Böhm;;\n",
            {"Asse": ["Beck", "Horn"], "Eva Groß": ["Groß", "Lang"], "": ["Böhm"]},
        ),
    ],
)
def test_several_players_in_a_row_are_a_team(text: str, people: dict[str, list[str]]) -> None:
    rows = read(text)
    found = {
        team: [row.player.last_name for row in rows if row.player.team == team] for team in people
    }
    assert found == people
    assert {row.verdict for row in rows} == {Verdict.OK}
    assert [row.file_line for row in rows] == sorted(row.file_line for row in rows)


@pytest.mark.parametrize(
    ("cell", "told"),
    [("60 € überwiesen", "60 € überwiesen / 2"), ("15", "15 / 2"), ("bez.", "bez."), ("ja", "ja")],
)
def test_amount_of_a_team_is_that_of_nobody_until_somebody_says(cell: str, told: str) -> None:
    rows = read(f"Team;Name 1;Name 2;Startgeld\nAsse;Ida Beck;Uwe Horn;{cell}\n;Jo Lang;;{cell}\n")
    *team, alone = rows
    assert [(row.player.fee_told, row.asks_for_money) for row in team] == [(told, told != cell)] * 2
    assert (alone.player.fee_told, alone.player.fee_paid) == (cell, True)


@pytest.mark.parametrize("contact", ["E-Mail;ida@example.org", "Telefon;0561 123456"])
def test_contact_of_a_team_is_written_to_none_of_its_players(contact: str) -> None:
    title, cell = contact.split(";")
    text = f"Team;Name 1;Name 2;{title}\nAsse;Ida Beck;Uwe Horn;{cell}\n"
    rows, table = read_players(text.encode())
    assert [dict(row.contact) for row in rows] == [{}, {}]
    assert [column.title for column in table.unused] == [title]


@pytest.mark.parametrize(
    ("heading", "text", "asked"),
    [
        ("Status", "storniert", True),
        ("Status", "bestätigt", False),
        ("Zusage", "nein", True),
        ("Zusage", "❌", True),
        ("Zusage", "✔", False),
        ("07.03.2026", "vielleicht", True),
        ("Bemerkung", "Warteliste 3", True),
        ("Bemerkung", "sage leider ab: kann nicht", False),
        ("Vegetarisch", "nein", False),
        ("Veröffentlichung", "Nein", False),
        ("Spieler 2", "0", False),
    ],
)
def test_column_about_who_comes_puts_its_rows_in_doubt(
    heading: str, text: str, asked: bool
) -> None:
    (row,) = read(f"Name;{heading}\nIda Beck;{text}\n")
    assert ("stays_away" in codes(row)) == asked
    assert [dict(finding.params) for finding in row.findings] == (
        [{"column": heading, "text": text}] if asked else []
    )


@pytest.mark.parametrize(
    ("heading", "text", "asked"),
    [
        ("Begleitung", "Uwe Horn", True),
        ("Weitere Personen", "2", True),
        ("Begleitung", "keine", False),
        ("Anzahl Personen", "1", False),
        ("Weitere Bemerkungen", "vegetarisch", False),
    ],
)
def test_column_of_companions_is_asked_about(heading: str, text: str, asked: bool) -> None:
    (row,) = read(f"Name;{heading}\nIda Beck;{text}\n")
    assert codes(row) == (["brings_others"] if asked else [])


def test_land_is_a_country_unless_it_names_a_federal_state() -> None:
    countries = read_players(b"Name;Land\nIda Beck;Deutschland\nUwe Horn;AT\n")
    assert [row.player.state for row in countries.rows] == ["", ""]
    assert [each.title for each in countries.table.unused] == ["Land"]
    mixed = read("Name;Land\nIda Beck;NRW\nUwe Horn;Österreich\n")
    assert [row.player.state for row in mixed] == ["NRW", ""]
    assert [codes(row) for row in mixed] == [[], ["state_is_country"]]
    (row,) = read("Name;Bundesland\nIda Beck;Ostfriesland\n")
    assert row.player.state == "Ostfriesland"


def test_contact_comes_in_for_new_people_and_is_never_written_over(
    tournament: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = Person.objects.create(last_name="Beck", first_name="Ida", email="ida@example.org")
    file = tmp_path / "l.csv"
    file.write_text(
        "Name;E-Mail;Handy\nIda Beck;neu@example.org;\nUwe Horn;uwe@example.org;0171 23 45 67\n"
        "Eva Lang;keine Ahnung;-\n"
    )
    imported(file)
    people = {each.last_name: each for each in Person.objects.all()}
    assert (people["Horn"].email, people["Horn"].phone) == ("uwe@example.org", "0171 23 45 67")
    assert people["Horn"].contact_given_on
    assert (people["Lang"].email, people["Lang"].contact_given_on) == ("", None)
    known.refresh_from_db()
    assert known.email == "ida@example.org"
    assert [line.split(" ")[1] for line in capsys.readouterr().err.splitlines()] == ["2", "4"]


def test_people_of_a_row_are_taken_by_a_button(direction: Client) -> None:
    preview(direction, "Name;Verein\nÄnne und Jörg Franke;DK Nord\nOle Berger +1;\n".encode())
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    rows = shown(direction.post(address, {"people": "2"}))
    assert [(row.file_line, name(row), row.player.club_code) for row in rows] == [
        (2, "Franke, Änne", "DK Nord"),
        (2, "Franke, Jörg", "DK Nord"),
        (3, "Berger, Ole", ""),
    ]
    rows = shown(direction.post(address, {"people": "3"}))
    assert [row.verdict for row in rows] == [Verdict.OK] * 3
    direction.post(address)
    assert sorted(entered()) == ["Berger, Ole", "Franke, Jörg", "Franke, Änne"]


@pytest.mark.parametrize(
    "cell", ["Änne und Jörg Franke", "Fam. Schröder", "Ida Beck / Uwe Horn", "Ehepaar Grün"]
)
def test_several_people_never_come_in_as_one(
    cell: str, tournament: Tournament, direction: Client, tmp_path: Path
) -> None:
    file = tmp_path / "l.csv"
    file.write_text(f"Name;Verein\n{cell};Nord\nCher;Süd\n")
    page = preview(direction, file.read_bytes())
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    assert 'name="accept" value="3"' in page.content.decode()
    assert 'name="accept" value="2"' not in page.content.decode()
    direction.post(address, {"accept": ["2", "3"]})
    assert entered() == ["Cher"]
    imported(file, "--accept-doubtful")
    assert entered() == ["Cher"]


def test_rows_are_left_out_in_the_preview_and_told(direction: Client) -> None:
    preview(direction, "Name;Verein\nBeck, Ida;\nHorn, Uwe;Süd\nCher;\n".encode())
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    direction.post(address, {"drop": "4"})
    page = direction.post(address, {"drop": "3"})
    assert [name(row) for row in shown(page)] == ["Beck, Ida"]
    assert page.context["table"].dropped == ("Cher", "Horn, Uwe · Süd")
    assert "Horn, Uwe · Süd" in page.content.decode()
    direction.post(address)
    assert entered() == ["Beck, Ida"]


CONTACT_LIST = "Name;E-Mail;Handy\nIda Beck;neu@example.org;0171 23\nUwe Horn;uwe@example.org;\n"


def known_of(slug: str) -> Person:
    """Return Ida Beck, whom another tournament has entered, with an e-mail address."""
    entry = add_player(COMMAND_LINE, make_tournament(slug), PlayerData("Beck", "Ida"))
    Person.objects.filter(pk=entry.person_id).update(email="ida@example.org")
    return entry.person


@pytest.mark.parametrize("ticked", [True, False])
def test_contact_of_somebody_known_is_offered_with_a_tick(
    ticked: bool, tournament: Tournament
) -> None:
    ida, owner = known_of("theirs"), signed_in()
    page = preview(owner, CONTACT_LIST.encode())
    assert page.context["offered"] == {2: "neu@example.org, 0171 23"}
    assert all("contact_not_written" in codes(row) for row in shown(page) if row.line == 2)
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    owner.post(address, {"contact": ["2"]} if ticked else {})
    assert len(entered()) == 2
    ida.refresh_from_db()
    new = ("neu@example.org", "0171 23")
    assert (ida.email, ida.phone) == (new if ticked else ("ida@example.org", ""))
    written = JournalEntry.objects.filter(action="person_details_set")
    told = [each.data for each in written]
    assert told == ([{"person": ida.pk, "changed": ["contact"]}] if ticked else [])


def test_contact_of_those_out_of_reach_is_only_told(
    tournament: Tournament, direction: Client
) -> None:
    ida = known_of("theirs")
    page = preview(direction, CONTACT_LIST.encode())
    assert page.context["offered"] == {}
    assert found_in_row("contact_not_written", text="neu@example.org") in text_of(page)
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    direction.post(address, {"contact": ["2"]})
    ida.refresh_from_db()
    assert (len(entered()), ida.email, ida.phone) == (2, "ida@example.org", "")


def test_contact_is_not_written_for_a_row_that_stays_out_nor_offered_as_it_is(
    tournament: Tournament,
) -> None:
    ida, owner = known_of("theirs"), signed_in()
    data = b"Name;E-Mail;Status\nIda Beck;neu@example.org;storniert\nUwe Horn;;\n"
    preview(owner, data)
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    owner.post(address, {"contact": ["2"]})
    ida.refresh_from_db()
    assert (entered(), ida.email) == (["Horn, Uwe"], "ida@example.org")
    assert preview(owner, data.replace(b"neu", b"ida")).context["offered"] == {}


PAGE = """<!DOCTYPE html><html><head><title>x</title></head><body>
<table><tr><td>Menu</td></tr></table>
<TABLE><TR><TD colspan=2>Turnier<TR><TH>Name<TH>Verein<TH>Nr.
<tr><td>M&uuml;ller,<br>&Auml;nne</td><td>DK</td><td>4</td></tr></TABLE></body></html>"""


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_web_page_is_read_whatever_its_name_is(encoding: str) -> None:
    (row,) = read_players(PAGE.encode(encoding)).rows
    assert (name(row), row.player.club_code, row.number) == ("Müller, Änne", "DK", 4)


def test_comments_and_scripts_of_a_web_page_are_no_text_of_it() -> None:
    hidden = "<!-- <td> --><script>if (a<b) '<!--'</script><STYLE>td<a</STYLE>"
    page = PAGE.replace("<TABLE>", f"<TABLE>{hidden}").replace("<br>", f"{hidden}<br>")
    assert list(map(name, read_players(page.encode()).rows)) == ["Müller, Änne"]


def page_without_a_table() -> bytes:
    return b"<html><frameset><frame src='sheet001.htm'></frameset></html>"


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (page_without_a_table, "is_web_page"),
        (lambda: b"MIME-Version: 1.0\nContent-Type: multipart/related", "is_web_page"),
        (lambda: b"<!--" * 800_000, "file_takes_too_much"),
        (lambda: b"<html>" + b"<a b='" * 500_000, "file_takes_too_much"),
        (lambda: b"<html><![<" + b"<td>Ida Beck", "file_unreadable"),
        (lambda: b"%PDF-1.7\n", "is_pdf"),
        (lambda: b"{\\rtf1 Ida Beck}", "is_text_document"),
        (
            lambda: b"\x09\x08\x10\x00\x00\x06".replace(b"\x08\x10", b"\x04\x06"),
            "old_or_locked_excel",
        ),
        (lambda: b"012 Open\n001    1      Beck, Ida\n", "is_chess_file"),
        (lambda: b"001    1 m    Beck, Ida   1500 GER\n", "is_chess_file"),
    ],
)
def test_other_kind_of_file_is_named(make: Callable[[], bytes], code: str) -> None:
    with pytest.raises(Refused, match=code):
        read_players(make())
    assert refusal(code)


def test_unsure_letters_are_chosen_by_what_becomes_of_the_names(direction: Client) -> None:
    page = preview(direction, "Name\nIda Voß\nUwe Horn\n".encode("cp850"))
    assert [codes(row) for row in shown(page)] == [["letters_unclear"], []]
    assert ("dos", "Ida Voß") in page.context["letters_choice"]
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    chosen = direction.post(address, {"letters": "dos"}, follow=True)
    assert [(name(row), codes(row)) for row in shown(chosen)] == [
        ("Voß, Ida", []),
        ("Horn, Uwe", []),
    ]
    assert chosen.context["letters_choice"] == []


def test_each_player_of_a_long_row_can_be_taken(direction: Client) -> None:
    titles = ";".join(f"Spieler {number}" for number in range(1, 13))
    people = ";".join(["Ida"] + [f"Ida {letter}eck" for letter in "ABCDEFGHIJ"] + ["Uwe"])
    page = preview(direction, f"Team;{titles}\nAsse;{people}\n".encode())
    lines = [row.line for row in shown(page) if row.verdict is Verdict.DOUBTFUL]
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    direction.post(address, {"accept": lines})
    assert {"Ida", "Uwe"} <= {*entered()}


def preview_again(client: Client, data: str) -> tuple[Any, str]:
    """Return the preview of a list and its address."""
    page = preview(client, data.encode())
    waiting = PlayerImport.objects.filter(entered=[]).get()
    return page, reverse("players-import-preview", args=["herbst", waiting.pk])


def test_contact_of_somebody_entered_is_offered_too(tournament: Tournament) -> None:
    owner = signed_in()
    ida = add_player(COMMAND_LINE, tournament, PlayerData("Beck", "Ida"))
    page, address = preview_again(owner, "Name;E-Mail\nIda Beck;neu@example.org\n")
    assert page.context["offered"] == {2: "neu@example.org"}
    page = owner.post(address, {}, follow=True)
    assert refusal("nothing_entered") in text_of(page)
    owner.post(address, {"contact": ["2"]})
    ida.person.refresh_from_db()
    assert ida.person.email == "neu@example.org"
    assert JournalEntry.objects.filter(action="person_details_set").count() == 1
    page, _address = preview_again(owner, "Name;E-Mail\nIda Beck;neu@example.org\n")
    assert (page.context["offered"], codes(shown(page)[0])) == (
        {},
        ["known", "contact_not_written"],
    )
    assert found_in_row("contact_not_written", text="neu@example.org") not in text_of(page)


def test_contact_of_somebody_entered_out_of_reach_is_only_told(
    tournament: Tournament, direction: Client
) -> None:
    ida = add_player(COMMAND_LINE, tournament, PlayerData("Beck", "Ida"))
    Entry.objects.filter(pk=ida.pk).update(known_elsewhere=True)
    page, address = preview_again(direction, "Name;E-Mail\nIda Beck;neu@example.org\nCher Horn;\n")
    assert page.context["offered"] == {}
    assert found_in_row("contact_not_written", text="neu@example.org") in text_of(page)
    direction.post(address, {"contact": ["2"]})
    ida.person.refresh_from_db()
    assert (ida.person.email, len(entered())) == ("", 2)


FEES = "Name;Startgeld\nIda Beck;bez.\nUwe Horn;hm\nEva Lang;5 €\nJan Groß;bar\nOle Voß;offen\n"


@pytest.mark.parametrize("way", ["page", "command"])
def test_a_later_list_says_something_of_the_fee_of_those_entered(
    way: str, tournament: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owner = signed_in()
    for last, first in (("Beck", "Ida"), ("Horn", "Uwe"), ("Lang", "Eva"), ("Groß", "Jan")):
        add_player(COMMAND_LINE, tournament, PlayerData(last, first))
    add_player(COMMAND_LINE, tournament, PlayerData("Voß", "Ole"))
    Entry.objects.filter(number=3).update(fee_told="12 €")
    Entry.objects.filter(number=4).update(fee_paid=True)
    if way == "page":
        page, address = preview_again(owner, FEES)
        assert [codes(row) for row in shown(page)] == [
            ["known", "known_fee_kept"],
            ["fee_unclear", "known", "known_fee_kept"],
            ["known", "known_other_fee"],
            ["known"],
            ["known"],
        ]
        assert [row.line for row in page.context["money_asked"]] == [3]
        owner.post(address)
    else:
        (tmp_path / "l.csv").write_text(FEES)
        imported(tmp_path / "l.csv")
        told = [line.split(" ")[1] for line in capsys.readouterr().err.splitlines()]
        assert told == ["2", "3", "4"]
    here = Entry.objects.filter(tournament=tournament).order_by("number")
    assert [*here.values_list("fee_told", "fee_paid")] == [
        ("bez.", True),
        ("hm", False),
        ("12 €", False),
        ("", True),
        ("", False),
    ]
    assert Payment.objects.count() == 0
    edited = JournalEntry.objects.filter(action="player_edited").order_by("pk")
    assert [each.data["number"] for each in edited] == [1, 2]
    assert not PlayerImport.objects.exists()


def test_letters_can_be_chosen_after_edits_which_stay(direction: Client) -> None:
    lines = ["Wer;Ort", "Ida Voß;Gera", "Ina und Jan Groß;", "Uwe Weiß;", "Eva Horn;"]
    page = preview(direction, "\n".join(lines).encode("cp850"))
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    columns = {"columns": "", "heading": "on", "column-0": "name"}
    edits = [{"mended": "5", "cell-name": "Eva Hörn"}, {"people": "3"}, {"drop": "4"}]
    for edit in [columns, *edits]:
        page = direction.post(address, edit, follow=True)
        assert "dos" in dict(page.context["letters_choice"])
    page = direction.post(address, {"letters": "dos"}, follow=True)
    names = [name(row) for row in shown(page)]
    assert names == ["Voß, Ida", "Groß, Ina", "Groß, Jan", "Hörn, Eva"]
    assert page.context["table"].dropped == ("Uwe Weiß",)


def test_letters_of_a_large_list_can_be_chosen(direction: Client) -> None:
    rows = [f"Ida Horn;{'immer mit Ida ' * 80}\n" for _row in range(498)]
    data = ("Name;Anmerkung\nIda Voß;\n" + "".join(rows)).encode("cp850")
    assert len(data) > 500_000
    page = preview(direction, data)
    assert len(page.context["letters_choice"]) == 3
    address = reverse("players-import-preview", args=["herbst", PlayerImport.objects.get().pk])
    page = direction.post(address, {"letters": "dos"}, follow=True)
    assert name(shown(page)[0]) == "Voß, Ida"
