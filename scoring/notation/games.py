"""Reading the game of a line: winners, value, letters."""

import re

from scoring.model import Played
from scoring.notation.problems import SEPARATORS, Cursor, LineCode, is_digit
from scoring.notation.values import DEALT_BY, FORCED, PENALTY_MARK, NotedGame, Table

MOST_DIGITS = 4

_BLANKS = re.compile(r"\s*")
_NOBODY = re.compile(r"0(?![0-9]|[\s,./+]+[0-9])")  # another number after it: a position 0
_MINUS = re.compile(r"[-\u2010-\u2014\u2212\ufe58\ufe63\uff0d]")  # all dashes of word processors
_DEALT_BY = re.compile(rf"{DEALT_BY}{SEPARATORS}([0-9])", re.IGNORECASE)
_OTHERS = re.compile(r"\s*/\s*(?=[0-9])")
_NO_SIDE = re.compile(rf"[\s,./+]*{_MINUS.pattern}(?=[0-9])")
_FRACTION = re.compile(r"[.,][0-9]+")

Winners = tuple[int, ...]


def dealt_out_of_turn(text: str) -> int | None:
    """Return the position that a line, right or wrong, names as its dealer.

    It must be known before the winners are read: at a five-table the dealer sits out.
    """
    found = _DEALT_BY.search(text.partition(PENALTY_MARK)[0])
    return int(found.group(1)) if found else None


def read_game(line: Cursor, table: Table) -> NotedGame:
    """Read a game up to its penalties. Raises Misread."""
    winners = _winners(line, table)
    value = _value(line, table, winners) if winners else 0
    others = -value
    if table.winners_only and winners:  # what those have who did not win
        others = int(line.take_digits()[:MOST_DIGITS]) if line.take(_OTHERS) else 0
    no_side: list[int] = []
    if table.rules.leaves_out(table.size) and line.take(_NO_SIDE):
        while is_digit(line.next):
            start = line.at
            seat = read_seat(line, table)
            if seat in (*winners, *no_side):
                line.fail(LineCode.SEAT_TWICE, start, seat=seat)
            no_side.append(seat)
    kind, forced, dealer = _read_letters(line, winners, len(no_side), table)
    soloist = None
    points = {seat: value if seat in winners else others for seat in table.seats}
    points |= dict.fromkeys(no_side, 0)
    if kind.is_alone:
        # The only winner, or the only one who did not win, has the multiple of the points that the
        # rules define.
        (soloist,) = winners if len(winners) == 1 else table.others(winners)
        points[soloist] *= table.rules.factor_alone
    figures = tuple(None if seat == table.sitting else points[seat] for seat in table.seats)
    return NotedGame(kind, figures, soloist, forced, dealer=dealer, no_side=tuple(sorted(no_side)))


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
    """Read the positions with plus points; empty for a game worth 0 that names nobody."""
    line.take(_BLANKS)
    if line.take(_NOBODY):
        return ()
    winners: list[int] = []
    while is_digit(line.next):
        start = line.at
        seat = read_seat(line, table)
        if seat in winners:
            line.fail(LineCode.SEAT_TWICE, start, seat=seat)
        if len(winners) == table.players - 1:
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
    limit = table.highest(len(winners))
    most = 10**MOST_DIGITS - 1 if limit is None else limit
    if len(digits) > len(str(most)) or int(digits) > most:
        line.fail(LineCode.VALUE_TOO_LARGE, start, limit=most)
    if digits == "0" and len(winners) == table.players - 1:
        soloist = _digits(table.others(winners))
        right = f"{soloist} 0 {table.solo_letters[0]}"
        line.fail(LineCode.ZERO_WITHOUT_SOLOIST, start, right=right)
    return int(digits)


def _read_letters(
    line: Cursor, winners: Winners, outside: int, table: Table
) -> tuple[Played, bool, int | None]:
    """Read kind, forced mark and dealer from the letters up to the first penalty or the end.

    `outside` is the number of those without a side.
    """
    letters: list[str] = []
    dealer: int | None = None
    line.skip_separators()
    while line.next not in ("", PENALTY_MARK):
        if line.next.lower() != DEALT_BY:
            letters.append(_read_letter(line, winners, letters, table))
            line.skip_separators()
            continue
        # The position after it dealt out of turn.
        start = line.at
        line.at += 1
        if dealer is not None:
            line.fail(LineCode.LETTER_TWICE, start, letter=DEALT_BY)
        line.skip_separators()
        if not line.next:
            line.fail(LineCode.DEALER_MISSING)
        if not is_digit(line.next):
            line.fail_next("dealer")
        start, dealer = line.at, int(line.next)
        line.at += 1
        if dealer not in table.seats:
            line.fail(LineCode.DEALER_UNKNOWN, start, seat=dealer, table_size=table.size)
        line.skip_separators()
    kinds = [table.letters[letter] for letter in letters if letter != FORCED]
    if not kinds and len(winners) in (1, table.players - 1):
        options = table.forcible if letters else table.solo_letters
        line.fail(LineCode.LETTER_MISSING, options=options)
    if not kinds:
        # The first kind that leaves so many without a side, else the normal game.
        kinds = [
            kind.name
            for kind in table.rules.kinds
            for side in table.rules.sides(kind.name, table.size)
            if sum(side) == table.players - outside
        ] or [table.rules.kinds[0].name]
    return kinds[0], FORCED in letters, dealer


def _read_letter(line: Cursor, winners: Winners, before: list[str], table: Table) -> str:
    """Read one letter that fits the number of winners and the letters before it."""
    start, letter = line.at, line.next.lower()
    if is_digit(letter):
        line.take_digits()
        line.fail(LineCode.EXTRA_NUMBER, start)
    if not letter.isalpha():
        line.fail_next("letters")
    line.at += 1
    team = len(winners) not in (1, table.players - 1)
    forced = (FORCED,) if table.forcible else ()
    if letter not in (*table.letters, *forced):
        options = table.team_letters if team else (*table.solo_letters, *forced)
        line.fail(LineCode.LETTER_UNKNOWN, start, letter=line.text[start], options=options)
    if letter in table.team_letters and not team:
        line.fail(LineCode.LETTER_NEEDS_PARTNERS, start, letter=letter)
    if letter not in table.team_letters and not winners:
        line.fail(LineCode.ZERO_WITHOUT_SOLOIST, start, right=f"2 0 {letter}")
    if letter not in table.team_letters and team:
        line.fail(LineCode.LETTER_NEEDS_SOLOIST, start, letter=letter)
    if letter in before:
        line.fail(LineCode.LETTER_TWICE, start, letter=letter)
    # A pair is the letter of a solo and the forced mark, in either order.
    pair = [*before[:1], letter]
    others = [each for each in pair if each != FORCED]
    if before and not (len(others) == 1 and others[0] in table.forcible):
        line.fail(LineCode.LETTERS_CONTRADICT, start, first=before[0], second=letter)
    return letter


def _digits(seats: tuple[int, ...]) -> str:
    return "".join(map(str, seats))
