"""Lists in the middle of a round."""

from dataclasses import replace
from random import Random

from scoring.model import RowKind, ScoreSheet
from tests.factories.score_sheets import Play

NORMAL_GAME = None


def begun(table_size, *games_played, games=None, limit=None):
    """Return a partial list: None is a normal game, a position its compulsory solo, freely bid."""
    play = Play(table_size, games or 6 * table_size, None, Random(0))
    for soloist in games_played:
        if soloist is NORMAL_GAME:
            play.write_team()
            play.pass_the_deal()
        else:
            play.write_alone(RowKind.COMPULSORY_SOLO, soloist)
    return ScoreSheet(table_size, tuple(play.rows), games, limit)


def normal(count):
    return [NORMAL_GAME] * count


def order(ahead):
    return [(game.dealer, game.soloist) for game in ahead.forced_games]


def cut(sheet, number, **changes):
    """Return the list after so many rows, without columns added up later."""
    rows = tuple(replace(row, cumulative=None) for row in sheet.rows[:number])
    limit = sheet.time_limit_after_row
    known = limit if limit is not None and limit <= number else None
    penalties = tuple(penalty for penalty in sheet.penalties if penalty.row <= number)
    begun_sheet = replace(sheet, rows=rows, totals=None, penalties=penalties)
    return replace(begun_sheet, time_limit_after_row=known, struck_games=0, **changes)
