"""Conversion of a game with its penalties to and from a line of text."""

from collections.abc import Iterable
from functools import lru_cache

from scoring.model import FOUR_TABLE, Penalty, Row
from scoring.notation.booked import read_penalties, write_penalty
from scoring.notation.games import dealt_out_of_turn, read_game
from scoring.notation.problems import Cursor, LineProblem, Misread
from scoring.notation.values import DEALT_BY, FORCED, NotedGame, Table
from scoring.pattern import Shape, is_whole, pattern_of
from scoring.rulesets import DDV, RuleSet
from scoring.terms import signed


@lru_cache(maxsize=4096)  # a list is written and read again, with few different lines
def parse_line(
    text: str,
    table_size: int = FOUR_TABLE,
    dealer: int | None = None,
    row: int | None = None,
    rules: RuleSet = DDV,
) -> NotedGame | LineProblem:
    """Parse one line to the game it means, or the first problem.

    `dealer` is whose turn it is to deal; required where dealers sit out. `row` is the row number
    for the penalties. Raises ValueError for an impossible table or dealer, never for a text.
    """
    table = Table.in_row(table_size, dealer, rules)
    named = dealt_out_of_turn(text)
    if named in table.seats:
        table = Table.in_row(table_size, named, rules)
    line = Cursor(text)
    try:
        game = read_game(line, table)
        return game._replace(penalties=tuple(read_penalties(line, game, table, row)))
    except Misread as misread:
        return misread.problem


def write_line(game: NotedGame, rules: RuleSet = DDV) -> str:
    """Return the canonical line of a game; parsing it gives the game again.

    Raises ValueError for what no line can express: figures of no game, a value beyond the limits,
    penalties that are not of this game or of different rows, invalid initials.
    """
    sitting = game.points.index(None) + 1 if None in game.points else None
    table = Table.in_row(len(game.points), sitting, rules)
    dealer = "" if game.dealer is None else f"{DEALT_BY}{game.dealer}"
    if table.winners_only:
        figures = _sides(game)
    elif (pattern := pattern_of(game.points)).shape is Shape.ZERO:
        figures = "0" if game.soloist is None else f"{game.soloist} 0"
    else:
        seats = enumerate(game.points, start=1)
        winners = (str(seat) for seat, figure in seats if is_whole(figure) and figure > 0)
        figures = f"{''.join(winners)} {pattern.value}"
    letters = rules.kind(game.kind).letter + (FORCED if game.forced else "")
    parts = [figures, letters, dealer]
    parts += [write_penalty(penalty, game, table) for penalty in game.penalties]
    text = " ".join(part for part in parts if part)
    row = game.penalties[0].row if game.penalties else None
    if parse_line(text, table.size, sitting, row, rules) != game:
        raise ValueError(f"no line means {game}")
    return text


def line_of(row: Row, penalties: Iterable[Penalty] = (), rules: RuleSet = DDV) -> str:
    """Return a row as one line: the note if possible, else its figures with the letters.

    Penalties are included as far as a line can express them.
    """
    booked = tuple(penalties)
    for game in (NotedGame.of_row(row, booked), NotedGame.of_row(row)):
        try:
            return write_line(game, rules)
        except ValueError:
            continue
    if all(figure is None for figure in row.points):
        return ""
    figures = " ".join(signed(figure) for figure in row.points)
    return f"{figures} {letters_of(row, rules)}".strip()


def letters_of(row: Row, rules: RuleSet = DDV) -> str:
    """Return kind, soloist and irregular dealer of a row, where figures do not show them."""
    letter = rules.kind(row.kind).letter
    forced = FORCED if row.forced and rules.kind(row.kind).fulfils else ""
    game = f"{letter}{forced}{row.soloist or ''}" if letter else ""
    dealer = f"{DEALT_BY}{row.dealer_named}" if row.out_of_turn else ""
    return f"{game} {dealer}".strip()


def _sides(game: NotedGame) -> str:
    """Return winners and value, the points of the others if any, and who is on no side.

    Where all have the same points, half of them, or the soloist, are written as winners.
    """
    figures = {
        seat: figure
        for seat, figure in enumerate(game.points, start=1)
        if is_whole(figure) and seat not in game.no_side
    }
    most, least = max(figures.values(), default=0), min(figures.values(), default=0)
    if most == 0 and game.soloist is None and not game.no_side:
        return "0"
    winners = [seat for seat, figure in figures.items() if figure == most]
    if most == least:
        winners = winners[: len(winners) // 2] if game.soloist is None else [game.soloist]
    told = f"{''.join(map(str, winners))} {most}" + (f"/{least}" if least else "")
    return f"{told} -{''.join(map(str, game.no_side))}" if game.no_side else told
