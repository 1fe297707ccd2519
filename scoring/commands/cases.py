"""Score sheets on a command's standard input: name and sheet, or what is wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.findings import Finding
from scoring.json_format import Malformed, Unreadable, parse, sheet_from_json
from scoring.model import ScoreSheet
from scoring.rulesets import DDV, RuleSet

Json = Any
Name = int | str
NOT_JSON = Unreadable("not_json")


@dataclass(frozen=True, slots=True)
class Case:
    """One sheet of the input, or the finding that says why it is invalid.

    `number` counts the lines of the input or the entries of `cases`; the name is the sheet's `id`,
    or else the number.
    """

    number: int
    name: Name
    sheet: ScoreSheet | Finding
    is_json: bool


def read_cases(data: bytes, rules: RuleSet = DDV) -> Iterator[Case]:
    """Read sheets as JSON, one per line, or one object with `cases`.

    `rules` apply to sheets that name none.
    """
    for number, value in _values(data):
        name: Name = number
        sheet: ScoreSheet | Finding
        try:
            if isinstance(value, dict) and ("sheet" in value or "id" in value):
                name = _name(value.get("id"), number)
                sheet = sheet_from_json(_sheet_of(value), rules)
            else:
                sheet = sheet_from_json(value, rules)
        except Malformed as refused:
            sheet = refused.finding
        yield Case(number, name, sheet, is_json=value != NOT_JSON)


def _values(data: bytes) -> Iterator[tuple[int, Json]]:
    """Yield the entries of `cases`, else the non-empty lines."""
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
