"""The commands of `python -m scoring`: standard input to standard output, plain English.

Their exit code is `REFUSED` where some of the input was invalid; every line has been answered all
the same.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TextIO

from scoring import english, next_words
from scoring.doctor import proposal_to_json, propose
from scoring.findings import Finding, SheetReport
from scoring.game import Impossible, Party, Value
from scoring.json_format import Malformed, Unreadable, parse, sheet_from_json
from scoring.model import ScoreSheet
from scoring.outlook import ForcedGame, HallRow, hall_outlook
from scoring.rulesets import DDV, GameValue, RuleSet, rule_set_to_choose
from scoring.rulesets.altgeld_value import AltgeldValue
from scoring.sheet import check

Json = Any
Name = int | str
Cells = tuple[str, ...]

OK, NOT_WRITTEN, REFUSED = 0, 1, 2
NOT_JSON = Unreadable("not_json")
MALFORMED: Final[dict[str, Json]] = {
    "error": "malformed",
    "message": "This line is no JSON object.",
}
LONGEST_NAME = 16
GAP = "  "
RIGHT_ALIGNED = {"Games", "Dealer", "Normal left", "Solos left", "Struck"}


def asked_rules(arguments: Sequence[str]) -> RuleSet | None:
    """Return the rule set from the arguments, None if they are invalid.

    Raises WrongOption for one that does not exist, or does not have such options,
    or whose options exclude each other.
    """
    said = dict(zip(arguments[::2], arguments[1::2], strict=False))
    if 2 * len(said) != len(arguments) or not said.keys() <= {"--rules", "--options"}:
        return None
    try:
        options = parse(said.get("--options", "{}"))
    except ValueError:  # no JSON; refused as anything else that is no object
        options = None
    return rule_set_to_choose(said.get("--rules", DDV.name), options)


@dataclass(frozen=True, slots=True)
class _Case:
    """One sheet of the input, or the finding that says why it is invalid.

    `number` counts the lines of the input or the entries of `cases`; the name is the sheet's `id`,
    or else the number.
    """

    number: int
    name: Name
    sheet: ScoreSheet | tuple[Finding, ...]
    is_json: bool


def _read_cases(data: bytes, rules: RuleSet) -> Iterator[_Case]:
    """Read sheets as JSON, one per line, or one object with `cases`.

    `rules` apply to sheets that name none.
    """
    whole = _parsed(data)
    if isinstance(whole, dict) and "cases" in whole:
        cases = whole["cases"]
        values = list(enumerate(cases if isinstance(cases, list) else [cases], start=1))
    else:
        lines = enumerate(data.split(b"\n"), start=1)
        values = [(number, _parsed(line)) for number, line in lines if line.strip()]
    for number, value in values:
        name: Name = number
        sheet: ScoreSheet | tuple[Finding, ...]
        try:
            if isinstance(value, dict) and ("sheet" in value or "id" in value):
                given = value.get("id")
                if isinstance(given, bool) or not isinstance(given, int | str | None):
                    raise Malformed("id", "wrong_type", "text")
                name = number if given is None else given
                if "sheet" not in value:
                    raise Malformed("sheet", "missing_key")
                sheet = sheet_from_json(value["sheet"], rules)
            else:
                sheet = sheet_from_json(value, rules)
        except Malformed as refused:
            sheet = refused.findings
        yield _Case(number, name, sheet, is_json=value != NOT_JSON)


def _parsed(data: bytes) -> Json:
    try:
        return parse(data.decode("utf-8-sig"))
    except ValueError:  # no JSON, or no UTF-8
        return NOT_JSON


def check_sheets(data: bytes, output: TextIO, rules: RuleSet = DDV) -> int:
    """Write a line for every sheet; return 0 if all of the input was JSON, else 2.

    `rules` apply to sheets that name none.
    """
    code = OK
    for case in _read_cases(data, rules):
        if not case.is_json:
            print(f"line {case.number} is no JSON", file=sys.stderr)  # noqa: T201
            code = REFUSED
        proposals: list[Json] = []
        if isinstance(case.sheet, tuple):
            report = SheetReport(case.sheet, ())
        else:
            report = check(case.sheet)
            if not report.ok:
                proposals = [proposal_to_json(proposal) for proposal in propose(case.sheet)]
        answer = {
            "id": case.name,
            "ok": report.ok,
            "findings": [
                {
                    "code": found.code.value,
                    "severity": found.severity.value,
                    "row": found.row,
                    "seat": found.seat,
                    "message": english.message(found),
                    "suggestion": english.suggestion(found),
                }
                for found in report.findings
            ],
            "proposals": proposals,
            "totals": list(report.totals),
        }
        output.write(json.dumps(answer, allow_nan=False) + "\n")
    return code


def next_games(data: bytes, output: TextIO, time_is_up: bool, rules: RuleSet = DDV) -> int:
    """Print one line per list, most urgent first; with `time_is_up` as if time were up.

    `rules` apply to sheets that name none. Invalid sheets are reported on standard error; then the
    code is 2, else 0.
    """
    sheets: list[tuple[Name, ScoreSheet]] = []
    code = OK
    for case in _read_cases(data, rules):
        if isinstance(case.sheet, tuple):
            words = " ".join(map(english.message, case.sheet))
            print(f"{_short(case.name)}: {words}", file=sys.stderr)  # noqa: T201
            code = REFUSED
        else:
            sheets.append((case.name, case.sheet))
    hall = hall_outlook(sheets, time_is_up)
    headings = next_words.TIME_UP_COLUMNS if time_is_up else next_words.NEXT_COLUMNS
    rows = [headings, *(_cells(row, time_is_up) for row in hall)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    right = [heading in RIGHT_ALIGNED for heading in headings]
    lines = [
        GAP.join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(cells, widths, right, strict=True)
        ).rstrip()
        for cells in rows
    ]
    if time_is_up:
        lines += ["", next_words.DEAL_BEGUN]
    if any(row.outlook.in_doubt for row in hall):
        lines += ["", next_words.IN_DOUBT]
    encoding = output.encoding or "utf-8"  # which may lack characters of a name
    for line in lines:
        output.write(line.encode(encoding, "replace").decode(encoding) + "\n")
    return code


def _cells(row: HallRow, time_is_up: bool) -> Cells:
    """Return a table's line: what is next, or the referee's walk when time is up."""
    ahead, name = row.outlook, _short(row.name)
    head = (
        f"{name} ?" if ahead.in_doubt else name,
        f"{ahead.games_played}/{ahead.planned_games}",
    )
    if time_is_up:
        solos = ", ".join(map(_forced_solo, ahead.forced_games))
        return (*head, str(ahead.struck), solos or next_words.COMPLETE)
    dealer, game = next_words.NOTHING, next_words.COMPLETE
    if ahead.next_game is not None:
        dealer, game = str(ahead.next_game.dealer), next_words.FREE_GAME
        if ahead.is_forced:
            game = next_words.FORCED_GAME.format(soloist=ahead.next_game.forced_soloist)
    first, latest, forced_from = ahead.forced_from, ahead.forced_at_latest, next_words.NOTHING
    if first is not None:
        between = next_words.FORCED_FROM.format(first=first, latest=latest)
        forced_from = str(first) if first == latest else between
    owing = " ".join(map(str, ahead.owing)) or next_words.NOTHING
    left = (str(ahead.normal_left), str(ahead.solos_left))
    return (*head, dealer, game, owing, *left, forced_from)


def _forced_solo(game: ForcedGame) -> str:
    sentence = (
        next_words.FORCED_SOLO if game.passed_over is None else next_words.FORCED_SOLO_PASSED_OVER
    )
    return sentence.format(soloist=game.soloist, dealer=game.dealer)


def _short(name: Name) -> str:
    """Return the name in one line of printable characters, cut to the width of its column."""
    readable = "".join(char if char.isprintable() else "?" for char in str(name))
    if len(readable) <= LONGEST_NAME:
        return readable
    return readable[: LONGEST_NAME - 3] + "..."


def value_games(lines: Iterable[bytes], output: TextIO, rules: RuleSet = DDV) -> int:
    """Answer every non-empty line, in order; return 0 if all were JSON objects, else 2."""
    code = OK
    for line in lines:
        if not line.strip():
            continue
        said = answer(line, rules)
        if said is MALFORMED:
            code = REFUSED
        output.write(json.dumps(said) + "\n")
    return code


def answer(line: bytes, rules: RuleSet = DDV) -> dict[str, Json]:
    """Return the answer to one line."""
    try:
        obj = parse(line.decode("utf-8-sig"))
    except ValueError:  # no JSON, or no UTF-8
        return MALFORMED
    if isinstance(obj, Unreadable) and obj.problem == "repeated_key":
        return {"error": "malformed", "message": f"The key {obj.key} stands there twice."}
    if not isinstance(obj, Mapping):
        return MALFORMED
    try:
        return _value_to_json(rules.value_of(obj))
    except Impossible as refused:
        message = english.impossible_message(refused, rules)
        return {"error": refused.code.value, "message": message}


def _value_to_json(value: GameValue) -> dict[str, Json]:
    if isinstance(value, AltgeldValue):
        return {
            "re": value.re,
            "kontra": value.kontra,
            "points": list(value.points),
            "breakdown": [
                {
                    "rule": line.rule,
                    "text": english.line_text(line),
                    "re": line.points if line.party is Party.RE else 0,
                    "kontra": line.points if line.party is Party.KONTRA else 0,
                }
                for line in value.breakdown
            ],
        }
    assert isinstance(value, Value)
    notes = list(map(english.announcement_note, value.announcements_added))
    if value.schwarz_untold:
        notes.append(english.schwarz_note(value.schwarz_untold))
    return {
        "winner": None if value.winner is None else value.winner.value,
        "base_re": value.base_re,
        "special_re": value.special_re,
        "value_re": value.value_re,
        "points": list(value.points),
        "breakdown": [
            {"rule": line.rule, "text": english.line_text(line), "re": line.re}
            for line in value.breakdown
        ],
        "notes": notes,
    }
