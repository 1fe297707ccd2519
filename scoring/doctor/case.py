"""A list with its findings, as input of the doctor."""

from dataclasses import replace
from typing import Any

from scoring.findings import Code, Finding, Severity, SheetReport
from scoring.ledger import Ledger
from scoring.model import Row, ScoreSheet
from scoring.rulesets import Scoring
from scoring.sheet import inspect

PENALTY_CODES = {Code.PENALTY_AMOUNT, Code.PENALTY_NONZERO_SUM}


class Case:
    """A list in which something is wrong, with its analysis."""

    def __init__(self, sheet: ScoreSheet, report: SheetReport) -> None:
        self.sheet = sheet
        self.ledger = Ledger(sheet)
        self.patterns, _duties, self.course, self.sitting = inspect(sheet)
        self.errors: list[Finding] = [
            found for found in report.findings if found.severity is Severity.ERROR
        ]
        self.codes: set[Code] = {found.code for found in self.errors}

    @property
    def winners_only(self) -> bool:
        """Whether each side has its own points, and nobody loses any."""
        return self.sheet.rules.scoring is Scoring.WINNERS_ONLY

    @property
    def numbered_rows(self) -> list[tuple[int, Row]]:
        """The rows with their numbers, which are their positions."""
        return list(enumerate(self.sheet.rows, start=1))

    def rows_found(self, *codes: Code) -> list[int]:
        """Return the rows with an error, or with one of these codes; not for penalty errors."""
        rows = {
            found.row
            for found in self.errors
            if found.row is not None
            and (found.code in codes if codes else found.code not in PENALTY_CODES)
        }
        return sorted(number for number in rows if 1 <= number <= len(self.sheet.rows))

    def with_row(self, number: int, **contents: Any) -> ScoreSheet:
        """Return the list with one row replaced."""
        return replaced(self.sheet, number, **contents)


def replaced(sheet: ScoreSheet, number: int, **contents: Any) -> ScoreSheet:
    """Return the list with one row replaced."""
    rows = list(sheet.rows)
    rows[number - 1] = replace(rows[number - 1], **contents)
    return replace(sheet, rows=tuple(rows))
