"""Plain English sentences for the command line; the program has its own, translated ones."""

from collections.abc import Mapping
from typing import Any

from scoring.findings import Code, Finding
from scoring.notation.problems import LineCode, LineProblem

# {row} and {seat} are those of the finding, the others its parameters.
SENTENCES: Mapping[Code, str] = {
    Code.MALFORMED: "{place} is no score sheet: {problem}.",
    Code.POINTS_MISSING: "The figure of position {seat} is missing.",
    Code.NOT_INTEGER: "{figure} at position {seat} ({field}) is no whole number.",
    Code.FIVE_TABLE_DEALER_SCORED: "Position {seat} deals and sits out, but has {figure}.",
    Code.NONZERO_SUM: "The figures add up to {sum}, not to 0.",
    Code.PARITY: "Positions {odd_seats} have odd figures, {even_seats} even ones.",
    Code.UNEQUAL_PARTNERS: "{points} is neither two against two nor one against three.",
    Code.SOLOIST_MISSING: "A {kind} needs its soloist.",
    Code.SOLOIST_MISMATCH: "Position {seat} as soloist of a {kind} does not fit the figures.",
    Code.SOLO_NOT_TRIPLED: "A {kind} counts threefold for its soloist, not {points}.",
    Code.TEAM_GAME_TRIPLED: "A {kind} is not played by position {seat} alone as in {points}.",
    Code.VALUE_OUT_OF_RANGE: "No game is worth {value}; the most is {limit}.",
    Code.VALUE_UNLIKELY: "A game worth {value} is rare (more than {limit}).",
    Code.DETAIL_IMPOSSIBLE: "The game as described is impossible ({error}).",
    Code.VALUE_MISMATCH: "The game as described gives {right_points}, not {points}.",
    Code.WRONG_CUMULATIVE: "The running total {figure} of position {seat} does not follow from"
    " the row before.",
    Code.WRONG_TOTAL: "The total {figure} of position {seat} does not follow from the last row.",
    Code.WRONG_DEALER: "Position {dealer} is not the next to deal.",
    Code.ROW_NUMBER: "The row has number {number}.",
    Code.SECOND_COMPULSORY_SOLO: "Position {seat} has played the compulsory solo before.",
    Code.MISSING_COMPULSORY_SOLO: "The compulsory solo of position {seat} is missing.",
    Code.VOLUNTARY_BEFORE_COMPULSORY: "Position {seat} played a voluntary solo before the"
    " compulsory one.",
    Code.FORCED_WRONG_PLAYER: "Position {seat} was not the one to be forced; {dealer} dealt.",
    Code.FORCED_FLAG: "The mark for a forced solo is wrong.",
    Code.FORCED_SOLO_OMITTED: "Position {seat} had to play the compulsory solo in this row.",
    Code.TOO_MANY_GAMES: "{rows} rows and {struck} struck games are more than {games}.",
    Code.TOO_FEW_GAMES: "{rows} rows and {struck} struck games do not make {games} ({reason}).",
    Code.GAME_AFTER_TIME_LIMIT: "After row {limit} time was up; only compulsory solos may follow.",
    Code.PENALTY_AMOUNT: "This is no penalty under {rule} ({reason}).",
    Code.PENALTY_NONZERO_SUM: "The penalty under {rule} adds up to {sum}, not to 0.",
}

SUGGESTIONS: Mapping[Code, str] = {
    Code.NONZERO_SUM: "{right_figure} at position {right_seat}?",
    Code.SOLOIST_MISSING: "Position {right_soloist}?",
    Code.SOLOIST_MISMATCH: "Position {right_soloist}?",
    Code.WRONG_CUMULATIVE: "{right_figures} at {seats}?",
    Code.WRONG_TOTAL: "{right_figures} at {seats}?",
    Code.WRONG_DEALER: "Position {right_dealer}?",
    Code.ROW_NUMBER: "{right_number}?",
    Code.FORCED_WRONG_PLAYER: "Position {right_soloist}?",
}


def message(finding: Finding) -> str:
    """Return the sentence for a finding."""
    return SENTENCES[finding.code].format(**_values(finding))


def suggestion(finding: Finding) -> str | None:
    """Return what would probably be right, None when the finding does not tell."""
    sentence = SUGGESTIONS.get(finding.code)
    values = _values(finding)
    try:
        return None if sentence is None else sentence.format(**values)
    except KeyError:
        return None  # a parameter that stands only where it is known


def _values(finding: Finding) -> dict[str, Any]:
    params = finding.params
    values: dict[str, Any] = {name: _shown(name, value) for name, value in params.items()}
    values |= {"row": finding.row, "seat": finding.seat}
    if finding.code is Code.MALFORMED:
        values["place"] = params["path"] or "The whole"
        values["problem"] += f", expected {values['expected']}" if "expected" in values else ""
    return values


def _shown(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return " ".join("-" if entry is None else str(entry) for entry in value)
    in_words = name in ("kind", "reason", "problem", "expected")
    return str(value).replace("_", " ") if in_words else str(value)


# Lines of the row notation. {right}, {options} and the others are the problem's parameters.
LINE_SENTENCES: Mapping[LineCode, str] = {
    LineCode.EMPTY: "Nothing stands here: winners and value, as in 13 4.",
    LineCode.UNEXPECTED: "{text} cannot stand here, but {expected}.",
    LineCode.SEAT_UNKNOWN: "There is no position {seat}, only 1 to {table_size}. Winners and"
    " value stand apart: 13 4.",
    LineCode.SEAT_SITS_OUT: "Position {seat} deals and sits out.",
    LineCode.SEAT_TWICE: "Position {seat} stands there twice.",
    LineCode.TOO_MANY_WINNERS: "Four cannot win: two, or one or three where one played alone.",
    LineCode.VALUE_MISSING: "The value is missing: a blank after the winners, then the number.",
    LineCode.VALUE_NEGATIVE: "No value has a minus. Winners are those with plus points: {right}.",
    LineCode.VALUE_NOT_WHOLE: "A value is a whole number. Winners stand together: 13 4.",
    LineCode.VALUE_LEADING_ZERO: "No zero before a number: {right}.",
    LineCode.VALUE_TOO_LARGE: "No such game is worth more than {limit}.",
    LineCode.ZERO_WITHOUT_SOLOIST: "A solo worth 0 names its soloist alone, as in {right}.",
    LineCode.EXTRA_NUMBER: "After winners and value there is no other number. Winners stand"
    " together: 13 4.",
    LineCode.LETTER_MISSING: "One or three winners: a letter is missing ({options}).",
    LineCode.LETTER_UNKNOWN: "{letter} is no letter for this game, but {options}.",
    LineCode.LETTER_TWICE: "{letter} stands there twice.",
    LineCode.LETTERS_CONTRADICT: "{first} and {second} do not go together.",
    LineCode.LETTER_NEEDS_PARTNERS: "{letter} needs two winners.",
    LineCode.LETTER_NEEDS_SOLOIST: "{letter} is played alone: one winner, or three.",
    LineCode.OFFENDER_MISSING: "The position of the offender is missing.",
    LineCode.TOO_MANY_OFFENDERS: "A penalty has one offender.",
    LineCode.PARAGRAPH_MISSING: "The paragraph is missing ({options}).",
    LineCode.PARAGRAPH_OPEN: "{paragraph} goes on: {options}.",
    LineCode.PARAGRAPH_UNKNOWN: "There are no penalty points under {paragraph}, but {options}.",
    LineCode.PARAGRAPH_MISFIT: "{paragraph} does not fit position {offender} in this game, but"
    " {options}.",
    LineCode.ABSAGEN_MISSING: "The number of Absagen is missing: a0 to a{limit}.",
    LineCode.ABSAGEN_OUT_OF_RANGE: "There are no more than {limit} Absagen: a0 to a{limit}.",
    LineCode.ABSAGEN_NOT_COUNTED: "Under {paragraph} Absagen do not count.",
    LineCode.INITIALS_TOO_LONG: "Initials have {limit} characters at most.",
}

LINE_PARTS: Mapping[str, str] = {
    "winners": "the winners, or 0",
    "value": "the value",
    "letters": "the letters of the game, or ! for a penalty",
    "offender": "the position of the offender",
    "paragraph": "the paragraph",
    "absagen": "a0 to a4 for the Absagen, initials, or ! for the next penalty",
    "initials": "the referee's initials, or ! for the next penalty",
}


def line_message(problem: LineProblem) -> str:
    """Return the sentence for what is wrong with a line of the row notation."""
    values: dict[str, Any] = dict(problem.params)
    values["options"] = ", ".join(values.get("options", ()))
    values["expected"] = LINE_PARTS.get(values.get("expected", ""))
    return LINE_SENTENCES[problem.code].format(**values)
