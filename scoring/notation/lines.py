"""A line of text <-> a game with its penalties; each way undoes the other."""

from dataclasses import replace

from scoring.model import FOUR_TABLE, RowKind
from scoring.notation.booked import read_penalties, write_penalty
from scoring.notation.cursor import Cursor, Misread
from scoring.notation.games import read_game
from scoring.notation.problems import LineProblem
from scoring.notation.values import FORCED, LETTERS, NotedGame, Table
from scoring.pattern import Pattern, Shape, is_whole, pattern_of


def parse_line(
    text: str,
    table_size: int = FOUR_TABLE,
    dealer: int | None = None,
    row: int | None = None,
) -> NotedGame | LineProblem:
    """Read one line: the game it means, or the first thing that is wrong with it.

    `dealer` is the dealer of this game; he sits out at a five-table and must be known there.
    `row` is the number that the penalties bear. Raises ValueError for a table or a dealer that
    cannot be, never for a text.
    """
    table = Table.in_row(table_size, dealer)
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
    parts = [_winners_and_value(game), _letters(game)]
    parts += [write_penalty(penalty, game, table) for penalty in game.penalties]
    text = " ".join(part for part in parts if part)
    row = game.penalties[0].row if game.penalties else None
    if parse_line(text, table.size, sitting, row) != game:
        raise ValueError(f"no line means {game}")
    return text


def _winners_and_value(game: NotedGame) -> str:
    pattern: Pattern = pattern_of(game.points)
    if pattern.shape is Shape.ZERO:
        return "0" if game.soloist is None else f"{game.soloist} 0"
    figures = enumerate(game.points, start=1)
    winners = (seat for seat, figure in figures if is_whole(figure) and figure > 0)
    return f"{''.join(map(str, winners))} {pattern.value}"


def _letters(game: NotedGame) -> str:
    letters = {kind: letter for letter, kind in LETTERS.items()} | {RowKind.NORMAL: ""}
    return letters[game.kind] + (FORCED if game.forced else "")
