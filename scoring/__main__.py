"""The command line of the rules: `python -m scoring check` (standard input to output)."""

import json
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from scoring import english
from scoring.doctor import Proposal, propose
from scoring.doctor.json_form import proposal_to_json
from scoring.findings import Finding, SheetReport
from scoring.json_format import Malformed, Unreadable, parse, sheet_from_json
from scoring.sheet import check

USAGE = """usage: python -m scoring check < SHEETS > ANSWERS

check   score sheets as JSON, one per line, or one object with "cases"
value   the value of a game: not built yet
"""

Json = Any
Name = int | str
OK, REFUSED = 0, 2
NOT_JSON = Unreadable("not_json")


def main(arguments: list[str]) -> int:
    """Run one command; return the exit code."""
    match arguments:
        case ["check"]:
            return check_sheets(sys.stdin.buffer.read(), sys.stdout)
        case ["value"]:
            print("python -m scoring value: not built yet", file=sys.stderr)  # noqa: T201
        case _:
            print(USAGE, end="", file=sys.stderr)  # noqa: T201
    return REFUSED


def check_sheets(data: bytes, output: TextIO) -> int:
    """Answer every sheet with a line; 0 when all of the input was JSON, else 2."""
    code = OK
    for number, value in _cases(data):
        if value == NOT_JSON:
            print(f"line {number} is no JSON", file=sys.stderr)  # noqa: T201
            code = REFUSED
        output.write(json.dumps(_answer(number, value), allow_nan=False) + "\n")
    return code


def _cases(data: bytes) -> Iterator[tuple[int, Json]]:
    """Each sheet with its number: the entries of `cases`, else the lines that are not empty."""
    whole = _parsed(data)
    if isinstance(whole, dict) and "cases" in whole:
        cases = whole["cases"]
        yield from enumerate(cases if isinstance(cases, list) else [cases], start=1)
        return
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            yield number, _parsed(line)


def _parsed(data: bytes) -> Json:
    try:
        return parse(data.decode("utf-8-sig"))
    except ValueError:  # no JSON, or no UTF-8
        return NOT_JSON


def _answer(number: int, value: Json) -> dict[str, Json]:
    name: Name = number
    proposals: tuple[Proposal, ...] = ()
    try:
        if isinstance(value, dict) and ("sheet" in value or "id" in value):
            name = _name(value.get("id"), number)
            value = _sheet_of(value)
        sheet = sheet_from_json(value)
        report = check(sheet)
        proposals = () if report.ok else propose(sheet)
    except Malformed as refused:
        report = SheetReport((refused.finding,), ())
    return {
        "id": name,
        "ok": report.ok,
        "findings": [_finding(found) for found in report.findings],
        "proposals": [proposal_to_json(proposal) for proposal in proposals],
        "totals": list(report.totals),
    }


def _name(given: Json, number: int) -> Name:
    if given is None:
        return number
    if not isinstance(given, int | str) or isinstance(given, bool):
        raise Malformed("id", "wrong_type", "text")
    return given


def _sheet_of(case: dict[str, Json]) -> Json:
    if "sheet" not in case:
        raise Malformed("sheet", "missing_key")
    return case["sheet"]


def _finding(found: Finding) -> dict[str, Json]:
    return {
        "code": found.code.value,
        "severity": found.severity.value,
        "row": found.row,
        "seat": found.seat,
        "message": english.message(found),
        "suggestion": english.suggestion(found),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
