"""`python -m scoring check`: score sheets in, findings and proposals out, one line each."""

import json
import sys
from typing import Any, TextIO

from scoring import english
from scoring.commands.cases import Case, read_cases
from scoring.commands.exit_codes import OK, REFUSED
from scoring.doctor import Proposal, propose
from scoring.doctor.json_form import proposal_to_json
from scoring.findings import Finding, SheetReport
from scoring.rulesets import DDV, RuleSet
from scoring.sheet import check

Json = Any


def check_sheets(data: bytes, output: TextIO, rules: RuleSet = DDV) -> int:
    """Write a line for every sheet; return 0 if all of the input was JSON, else 2.

    `rules` apply to sheets that name none.
    """
    code = OK
    for case in read_cases(data, rules):
        if not case.is_json:
            print(f"line {case.number} is no JSON", file=sys.stderr)  # noqa: T201
            code = REFUSED
        output.write(json.dumps(_answer(case), allow_nan=False) + "\n")
    return code


def _answer(case: Case) -> dict[str, Json]:
    proposals: tuple[Proposal, ...] = ()
    if isinstance(case.sheet, Finding):
        report = SheetReport((case.sheet,), ())
    else:
        report = check(case.sheet)
        proposals = () if report.ok else propose(case.sheet)
    return {
        "id": case.name,
        "ok": report.ok,
        "findings": [_finding(found) for found in report.findings],
        "proposals": [proposal_to_json(proposal) for proposal in proposals],
        "totals": list(report.totals),
    }


def _finding(found: Finding) -> dict[str, Json]:
    return {
        "code": found.code.value,
        "severity": found.severity.value,
        "row": found.row,
        "seat": found.seat,
        "message": english.message(found),
        "suggestion": english.suggestion(found),
    }
