"""Reading the game of a line: winners, value, letters."""

import re

from scoring.model import Figures, RowKind
from scoring.notation.cursor import SEPARATORS, Cursor, is_digit
from scoring.notation.problems import LineCode
from scoring.notation.values import DEALT_BY, FORCED, LETTERS, PENALTY_MARK, NotedGame, Table

TEAM_LIMIT, ALONE_LIMIT = 29, 21

MOST_WINNERS = 3
SOLO_LETTERS = tuple(letter for letter, kind in LETTERS.items() if kind.is_alone)
TEAM_LETTERS = tuple(letter for letter, kind in LETTERS.items() if not kind.is_alone)
(COMPULSORY,) = (letter for letter, kind in LETTERS.items() if kind is RowKind.COMPULSORY_SOLO)

_NOBODY = re.compile(r"0(?![0-9]|[\s,./+]+[0-9])")  # another number behind it: a position 0
_MINUS = re.compile(r"[-\u2010-\u2014\u2212\ufe58\ufe63\uff0d]")  # whatever a word processor makes
_DEALT_BY = re.compile(rf"{DEALT_BY}{SEPARATORS}([0-9])", re.IGNORECASE)
_FRACTION = re.compile(r"[.,][0-9]+")

Winners = tuple[int, ...]


def dealt_out_of_turn(text: str) -> int | None:
    """Return the position that a line, right or wrong, names as its dealer.

    He has to be known before the winners are read: at a five-table he sits out.
    """
    found = _DEALT_BY.search(text.partition(PENALTY_MARK)[0])
    return int(found.group(1)) if found else None


def read_game(line: Cursor, table: Table) -> NotedGame:
    """Read a game up to its penalties. Raises Misread."""
    winners = _winners(line, table)
    value = _value(line, table, winners) if winners else 0
    kind, forced, dealer = _letters(line, winners, table)
    soloist = _alone(winners, table) if kind.is_alone else None
    points = _points(winners, value, soloist, table)
    return NotedGame(kind, points, soloist, forced, dealer=dealer)


def read_seat(line: Cursor, table: Table, unknown: LineCode = LineCode.SEAT_UNKNOWN) -> int:
    """Read the digit here as the position of somebody who plays. Raises Misread."""
    start = line.at
    line.at += 1
    seat = int(line.text[start])
    if seat not in table.seats:
        line.fail(unknown, start, seat=seat, table_size=table.size)
    if seat == table.sitting:
        line.fail(LineCode.SEAT_SITS_OUT, start, seat=seat)
    return seat


def _winners(line: Cursor, table: Table) -> Winners:
    """The positions with plus points; none in a game worth 0 that names nobody."""
    line.skip_blanks()
    if line.take(_NOBODY):
        return ()
    winners: list[int] = []
    while is_digit(line.next):
        start = line.at
        seat = read_seat(line, table)
        if seat in winners:
            line.fail(LineCode.SEAT_TWICE, start, seat=seat)
        if len(winners) == MOST_WINNERS:
            line.fail(LineCode.TOO_MANY_WINNERS, start)
        winners.append(seat)
    if not winners and not line.next:
        line.fail(LineCode.EMPTY)
    if not winners:
        line.fail_next("winners")
    return tuple(sorted(winners))


def _value(line: Cursor, table: Table, winners: Winners) -> int:
    line.skip_separators()
    if not line.next:
        line.fail(LineCode.VALUE_MISSING)
    start = line.at
    if line.take(_MINUS):
        line.take_digits()
        line.fail(LineCode.VALUE_NEGATIVE, start, right=_digits(table.others(winners)))
    digits = line.take_digits()
    if not digits:
        line.fail_next("value")
    if line.take(_FRACTION):
        line.fail(LineCode.VALUE_NOT_WHOLE, start)
    right = digits.lstrip("0") or "0"
    if right != digits:
        line.fail(LineCode.VALUE_LEADING_ZERO, start, right=right)
    limit = TEAM_LIMIT if len(winners) == 2 else ALONE_LIMIT
    if len(digits) > len(str(limit)) or int(digits) > limit:
        line.fail(LineCode.VALUE_TOO_LARGE, start, limit=limit)
    if digits == "0" and len(winners) == MOST_WINNERS:
        soloist = _digits(table.others(winners))
        line.fail(LineCode.ZERO_WITHOUT_SOLOIST, start, right=f"{soloist} 0 {COMPULSORY}")
    return int(digits)


def _letters(line: Cursor, winners: Winners, table: Table) -> tuple[RowKind, bool, int | None]:
    """Kind, whether forced, who dealt, by the letters up to the first penalty or the end."""
    letters: list[str] = []
    dealer: int | None = None
    line.skip_separators()
    while line.next not in ("", PENALTY_MARK):
        if line.next.lower() == DEALT_BY:
            dealer = _dealer(line, table, dealer)
        else:
            letters.append(_letter(line, winners, letters))
        line.skip_separators()
    kinds = [LETTERS[letter] for letter in letters if letter != FORCED]
    if not kinds and len(winners) in (1, MOST_WINNERS):
        line.fail(LineCode.LETTER_MISSING, options=(COMPULSORY,) if letters else SOLO_LETTERS)
    return (kinds[0] if kinds else RowKind.NORMAL), FORCED in letters, dealer


def _dealer(line: Cursor, table: Table, before: int | None) -> int:
    """Who dealt out of turn: the position behind the letter."""
    start = line.at
    line.at += 1
    if before is not None:
        line.fail(LineCode.LETTER_TWICE, start, letter=DEALT_BY)
    line.skip_separators()
    if not line.next:
        line.fail(LineCode.DEALER_MISSING)
    if not is_digit(line.next):
        line.fail_next("dealer")
    start, seat = line.at, int(line.next)
    line.at += 1
    if seat not in table.seats:
        line.fail(LineCode.DEALER_UNKNOWN, start, seat=seat, table_size=table.size)
    return seat


def _letter(line: Cursor, winners: Winners, before: list[str]) -> str:
    """One letter that fits the number of winners and the letters before it."""
    start, letter = line.at, line.next.lower()
    if is_digit(letter):
        line.take_digits()
        line.fail(LineCode.EXTRA_NUMBER, start)
    if not letter.isalpha():
        line.fail_next("letters")
    line.at += 1
    team = len(winners) in (0, 2)
    if letter not in LETTERS and letter != FORCED:
        options = TEAM_LETTERS if team else (*SOLO_LETTERS, FORCED)
        line.fail(LineCode.LETTER_UNKNOWN, start, letter=line.text[start], options=options)
    if letter in TEAM_LETTERS and not team:
        line.fail(LineCode.LETTER_NEEDS_PARTNERS, start, letter=letter)
    if letter not in TEAM_LETTERS and not winners:
        line.fail(LineCode.ZERO_WITHOUT_SOLOIST, start, right=f"2 0 {letter}")
    if letter not in TEAM_LETTERS and team:
        line.fail(LineCode.LETTER_NEEDS_SOLOIST, start, letter=letter)
    if letter in before:
        line.fail(LineCode.LETTER_TWICE, start, letter=letter)
    if before and {before[0], letter} != {COMPULSORY, FORCED}:
        line.fail(LineCode.LETTERS_CONTRADICT, start, first=before[0], second=letter)
    return letter


def _alone(winners: Winners, table: Table) -> int:
    """The only winner, or the only one who did not win."""
    (soloist,) = winners if len(winners) == 1 else table.others(winners)
    return soloist


def _points(winners: Winners, value: int, soloist: int | None, table: Table) -> Figures:
    def figure(seat: int) -> int | None:
        if seat == table.sitting:
            return None
        won = value if seat in winners else -value
        return 3 * won if seat == soloist else won

    return tuple(figure(seat) for seat in table.seats)


def _digits(seats: tuple[int, ...]) -> str:
    return "".join(map(str, seats))
