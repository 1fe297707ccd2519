"""A line of text <-> a game with its penalties; each way undoes the other."""

from collections.abc import Iterable
from dataclasses import replace

from scoring.model import FOUR_TABLE, Penalty, Played, Row, RowKind
from scoring.notation.booked import read_penalties, write_penalty
from scoring.notation.cursor import Cursor, Misread
from scoring.notation.figures import signed
from scoring.notation.games import dealt_out_of_turn, read_game
from scoring.notation.problems import LineProblem
from scoring.notation.values import DEALT_BY, FORCED, LETTERS, NotedGame, Table
from scoring.pattern import Pattern, Shape, is_whole, pattern_of


def parse_line(
    text: str,
    table_size: int = FOUR_TABLE,
    dealer: int | None = None,
    row: int | None = None,
) -> NotedGame | LineProblem:
    """Read one line: the game it means, or the first thing that is wrong with it.

    `dealer` is whose turn it is to deal this game; whoever does sits out at a five-table, so he
    must be known there.
    `row` is the number that the penalties bear. Raises ValueError for a table or a dealer that
    cannot be, never for a text.
    """
    table = Table.in_row(table_size, dealer)
    named = dealt_out_of_turn(text)
    if named in table.seats:
        table = Table.in_row(table_size, named)
    line = Cursor(text)
    try:
        game = read_game(line, table)
        return replace(game, penalties=tuple(read_penalties(line, game, table, row)))
    except Misread as misread:
        return misread.problem


def write_line(game: NotedGame) -> str:
    """Return the canonical line of a game: reading it gives the game again.

    Raises ValueError for what no line can say: figures of no game, a value beyond the limits,
    penalties that are not of this game or of different rows, initials that are none.
    """
    sitting = game.points.index(None) + 1 if None in game.points else None
    table = Table.in_row(len(game.points), sitting)
    dealer = "" if game.dealer is None else f"{DEALT_BY}{game.dealer}"
    parts = [_winners_and_value(game), _letters(game), dealer]
    parts += [write_penalty(penalty, game, table) for penalty in game.penalties]
    text = " ".join(part for part in parts if part)
    row = game.penalties[0].row if game.penalties else None
    if parse_line(text, table.size, sitting, row) != game:
        raise ValueError(f"no line means {game}")
    return text


def line_of(row: Row, penalties: Iterable[Penalty] = ()) -> str:
    """Return a row as one line: the note where there is one, else its figures with the letters.

    Penalties stand in it as far as a line can say them.
    """
    booked = tuple(penalties)
    for game in (NotedGame.of_row(row, booked), NotedGame.of_row(row)):
        try:
            return write_line(game)
        except ValueError:
            continue
    if all(figure is None for figure in row.points):
        return ""
    figures = " ".join(signed(figure) for figure in row.points)
    return f"{figures} {letters_of(row)}".strip()


def letters_of(row: Row) -> str:
    """Return kind and soloist of a row whose figures do not tell them, and an odd dealer."""
    letter = _letter_of(row.kind)
    forced = FORCED if row.forced and row.kind is RowKind.COMPULSORY_SOLO else ""
    game = f"{letter}{forced}{row.soloist or ''}" if letter else ""
    dealer = f"{DEALT_BY}{row.dealer_told}" if row.out_of_turn else ""
    return f"{game} {dealer}".strip()


def _letter_of(kind: Played) -> str:
    """The letter of a kind of game; none for a normal one."""
    return next((letter for letter, noted in LETTERS.items() if noted == kind), "")


def _winners_and_value(game: NotedGame) -> str:
    pattern: Pattern = pattern_of(game.points)
    if pattern.shape is Shape.ZERO:
        return "0" if game.soloist is None else f"{game.soloist} 0"
    figures = enumerate(game.points, start=1)
    winners = (seat for seat, figure in figures if is_whole(figure) and figure > 0)
    return f"{''.join(map(str, winners))} {pattern.value}"


def _letters(game: NotedGame) -> str:
    return _letter_of(game.kind) + (FORCED if game.forced else "")
