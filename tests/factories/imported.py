"""Imported lists: what the program says about a row of players, and the lines of results."""

from tests.factories.words import text
from tournament.errors import Refused
from tournament.imports.standings import read_result_table, result_lines
from tournament.labels.people import VERDICTS, row_finding_sentence
from tournament.people.rules.registration import RowFinding, Verdict
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
