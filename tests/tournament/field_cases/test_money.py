"""Fees in lists as people note them: nobody stays out, and what was written is kept."""

from datetime import date
from io import BytesIO

import pytest
from django.test import Client
from openpyxl import Workbook

from tests.factories.pages import signed_in
from tests.factories.tournaments import make_tournament
from tests.tournament.field_cases.test_players import FILES, codes, imported, preview, shown
from tournament.models import Entry, Role, Tournament
from tournament.money.reads import accounts_of
from tournament.money.rules import Fee
from tournament.money.writes import set_fees
from tournament.people.rules.registration import Verdict
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

Told = tuple[str, bool, int]
TOLD: dict[str, dict[str, Told]] = {
    "m01-startgeld-als-betrag.csv": {
        "Franke": ("15,00 €", True, 1500),
        "Schröder": ("EUR 12.50", False, 1250),  # less than the fee
        "Müßig": ("15.-", True, 1500),
        "Grün": ("10", False, 1000),
        "Berger": ("halb", False, 0),
        "Voß": ("", False, 0),
        "Kühn": ("", False, 0),
    },
    "m02-bezahlt-in-worten.txt": {
        "Franke": ("bez.", True, 1500),
        "Schröder": ("Ü", True, 1500),
        "Müßig": ("ja, 15 €", True, 1500),
        "Grün": ("überwiesen 12.03.", True, 1500),
        "Berger": ("bar", True, 1500),
        "Voß": ("PayPal", True, 1500),
        "Kühn": ("", False, 0),
        "Jäger": ("", False, 0),
        "Höhn": ("kommt noch", False, 0),
    },
    "m03-startgeld-und-bezahlt-am.csv": {
        "Franke": ("03.02.2026", True, 1500),
        "Schröder": ("", False, 0),
        "Müßig": ("Mo, 5.2.", False, 0),
        "Grün": ("2026-02-09", True, 1500),
    },
}
"""By last name: what is kept, whether the fee of 15 euros is paid, and the cents to book."""
ASKED = {
    "m01-startgeld-als-betrag.csv": {7: ["fee_unclear"]},
    "m02-bezahlt-in-worten.txt": {
        6: ["fee_only_how"],
        7: ["fee_only_how"],
        10: ["fee_unclear"],
    },
    "m03-startgeld-und-bezahlt-am.csv": {4: ["fee_unclear"]},
}


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    return tournament


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.DIRECTION)


def kept(tournament: Tournament) -> dict[str, Told]:
    accounts = accounts_of(tournament).values()
    return {
        each.entry.person.last_name: (each.entry.fee_told, each.entry.fee_paid, each.told_amount)
        for each in accounts
    }


@pytest.mark.parametrize("file", TOLD)
def test_command_keeps_what_a_list_says_of_the_fee(
    file: str, tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    imported(FILES / file)
    assert kept(tournament) == TOLD[file]
    said = [line for line in capsys.readouterr().err.splitlines() if "Zeile" in line]
    assert [line.split(" (")[0] for line in said] == [f"Zeile {line}" for line in ASKED[file]]


@pytest.mark.parametrize("file", TOLD)
def test_page_keeps_what_a_list_says_of_the_fee(
    file: str, tournament: Tournament, direction: Client
) -> None:
    page = preview(direction, (FILES / file).read_bytes())
    rows = shown(page)
    assert {row.verdict for row in rows} == {Verdict.OK}
    assert {row.file_line: codes(row) for row in rows if row.findings} == ASKED[file]
    assert {row.file_line for row in page.context["money_asked"]} == {
        line for line, found in ASKED[file].items() if found == ["fee_unclear"]
    }
    direction.post(page.request["PATH_INFO"])
    assert kept(tournament) == TOLD[file]


def test_workbook_has_numbers_days_and_ticks(tournament: Tournament) -> None:
    book = Workbook()
    assert book.active is not None
    rows = [("Franke, Änne", 15), ("Schröder, Jörg", 12.5), ("Müßig, Uwe", True)]
    rows += [("Grün, Käthe", date(2026, 3, 12)), ("Voß, Ida", 0), ("Berger, Ole", "15 + 5")]
    for row in [("Name", "Zahlungseingang"), *rows]:
        book.active.append(row)
    file = BytesIO()
    book.save(file)
    client = signed_in(tournament, Role.DIRECTION)
    client.post(preview(client, file.getvalue()).request["PATH_INFO"])
    assert kept(tournament) == {
        "Franke": ("15", True, 1500),
        "Schröder": ("12,5", False, 1250),
        "Müßig": ("1", True, 1500),
        "Grün": ("2026-03-12", True, 1500),
        "Voß": ("", False, 0),
        "Berger": ("15 + 5", False, 0),
    }


def test_everybody_who_may_be_a_player_is_ticked_at_once(
    tournament: Tournament, direction: Client
) -> None:
    lines = "Name;bezahlt\nFranke;ja\nSchröder;bez.\nMüßig;\nGrün, Käthe (abgesagt);\n"
    lines += "Berger, Ole;\nBerger, Ole;\nVoß und Jäger;\n"
    page = preview(direction, lines.encode())
    assert (page.context["to_tick"], page.context["accepted"]) == (3, set())
    assert [row.line for row in page.context["not_at_once"]] == [5, 7, 8]
    page = direction.post(page.request["PATH_INFO"], {"all": "", "accept": "7"})
    assert page.context["accepted"] == {2, 3, 4, 7}
    assert not Entry.objects.exists()


@pytest.mark.parametrize("heading", ["bez.", "Zahlungsstatus", "Nenngeld", "Startgebühr"])
def test_more_headings_of_the_fee(tournament: Tournament, direction: Client, heading: str) -> None:
    page = preview(direction, f"Name;{heading}\nFranke, Änne;ü\n".encode())
    direction.post(page.request["PATH_INFO"])
    assert kept(tournament) == {"Franke": ("ü", True, 1500)}
