"""What the program says about a row of a list of players."""

from tests.factories.words import text
from tournament.labels.people import VERDICTS, row_finding_sentence
from tournament.people.rules.registration import RowFinding, Verdict


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
