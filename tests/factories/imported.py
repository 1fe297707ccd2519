"""Imported lists: what the program says about a row of players, and the lines of results."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.words import text
from tournament.errors import Refused
from tournament.imports.standings import read_result_table, result_lines
from tournament.labels.people import VERDICTS, row_finding_sentence
from tournament.people.rules.registration import PlayerRow, RowFinding, Verdict
from tournament.series.rules import ResultLine


def read_result_list(data: bytes) -> tuple[ResultLine, ...]:
    """Return the lines of a list of results that needs no question, as the command reads it."""
    table = read_result_table(data)
    if not table.is_understood:
        raise Refused("no_result_list")
    return result_lines(table)


def found_in_row(code: str, /, **params: object) -> str:
    """Return the sentence of a finding."""
    return row_finding_sentence(RowFinding(code, params))


def row_said(line: int, row: str, verdict: Verdict, code: str, /, **params: object) -> str:
    """Return the line of a command about a row with one finding."""
    return text(
        "Row %(line)s (%(text)s), %(verdict)s: %(findings)s",
        line=line,
        text=row,
        verdict=VERDICTS[verdict],
        findings=found_in_row(code, **params),
    )


def preview(client: Client, data: bytes) -> HttpResponse:
    """Return the preview of a list of players that is sent."""
    address = reverse("players-import", args=["herbst"])
    sent = client.post(address, {"file": SimpleUploadedFile("liste", data)})
    return client.get(sent.url)


def shown(page: HttpResponse) -> list[PlayerRow]:
    """Return the rows that a preview shows, as they stand in the list."""
    rows = (row for *_words, lines in page.context["groups"] for row, _sentences in lines)
    return sorted(rows, key=lambda row: (row.file_line, row.line))


def name(row: PlayerRow) -> str:
    """Return the name in a row, the last name first."""
    return f"{row.player.last_name}, {row.player.first_name}"


def codes(row: PlayerRow) -> list[str]:
    """Return the codes of what is found in a row."""
    return [finding.code for finding in row.findings]
