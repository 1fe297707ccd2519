"""Above and below the form of a score sheet: tournament, round, table and players."""

from django.utils.translation import gettext

from scoring.rulesets import RuleSet, Scoring
from tournament.exports.base import Imprint
from tournament.exports.pdf.drawing import CLUB_SIGN, MIDDLE, THICK, Anchor, Drawing
from tournament.exports.pdf.letters import Block, Weight, block, first_that_fits, width
from tournament.exports.pdf.sheet_form import (
    HEIGHT,
    LEFT,
    NAMES_HEIGHT,
    NAMES_TOP,
    WIDTH,
    solos_in_rubric,
)
from tournament.labels.lines import letter_words
from tournament.models import Round
from tournament.rounds.reads.rounds import TableState
from tournament.shared.rules.places import SeatRow

SIGN = 9.0
TITLE_LEFT, TITLE_ROOM = 11.5, 102.5
# Left edge and width of the boxes for round, table and code.
ROUND_BOX, TABLE_BOX, CODE_BOX = (116.0, 20.0), (137.0, 20.0), (158.0, 22.0)
BOX_HEIGHT, BOX_LETTERS = 14.5, 26.0
GAMES_TOP, HINT_TOP = 17.0, 29.0
LETTERS_HEIGHT = 4.5
IMPRINT_LETTERS, IMPRINT_BASE, IMPRINT_ROOM = 6.5, HEIGHT - 0.8, 88.0
# A player's cell: font sizes for tables of four, of five, and larger; paddings around the name.
NAME_LETTERS = {4: (10.0, 9.0, 8.0, 7.0, 6.0, 4.4), 5: (9.0, 8.0, 7.0, 6.0, 4.4)}
SMALLER_NAMES = (8.0, 7.0, 6.0, 4.4)
NUMBER_LEFT, NAME_LEFT, CELL_MARGIN = 1.2, 6.2, 0.8
CLUB_LETTERS = (7.5, 6.5, 5.5)
KEEPER_LETTERS, KEEPER_HEIGHT = 6.5, 3.1


def draw_head(drawing: Drawing, round: Round, size: int, head: Imprint) -> None:
    """Draw what all tables of a size share in a round."""
    rules = round.tournament.rule_set
    drawing.place(0, 0, SIGN, CLUB_SIGN)
    drawing.write(TITLE_LEFT, 5.2, gettext("Score sheet"), 18, Weight.BOLD)
    name = first_that_fits(head.tournament, TITLE_ROOM, 5.0, (9.0, 6.0), Weight.BOLD)
    below = drawing.block(TITLE_LEFT, 6.9, name)
    drawing.block(TITLE_LEFT, below, _line(head.occasion, TITLE_ROOM, 9, Weight.REGULAR))
    for (left, wide), caption in (
        (ROUND_BOX, gettext("Round")),
        (TABLE_BOX, gettext("Table")),
        (CODE_BOX, gettext("Sheet code")),
    ):
        drawing.box(left, 0, wide, BOX_HEIGHT, THICK if left == CODE_BOX[0] else MIDDLE)
        drawing.write(left + 0.8, 2.6, caption, 6.5)
    _write_large(drawing, ROUND_BOX, str(round.number))
    drawing.block(0, GAMES_TOP, block(_games(round, size), LEFT - 4, 10, Weight.SEMIBOLD))
    handed_in = gettext("The list keeper hands the list in after the round.")
    hint = f"{rule_of_rows(rules)} {handed_in}"
    drawing.block(0, HINT_TOP, block(hint, LEFT - 4, 8, Weight.REGULAR))
    if not solos_in_rubric(rules, size):
        kinds = f"{gettext('Kind')}: {letter_words(rules)}"
        top = HEIGHT - LETTERS_HEIGHT - 3
        drawing.block(0, top, _line(kinds, WIDTH, 7.5, Weight.REGULAR))
    status = _line(head.status, IMPRINT_ROOM, IMPRINT_LETTERS, Weight.REGULAR)
    drawing.block(0, IMPRINT_BASE - status.leading * 0.77, status)


def draw_table(drawing: Drawing, table: TableState, head: Imprint, page: int, pages: int) -> None:
    """Draw what only this table has: number, code, who sits where."""
    _write_large(drawing, TABLE_BOX, str(table.number))
    _write_large(drawing, CODE_BOX, table.code)
    wide = (WIDTH - LEFT) / table.size
    for row in table.players:
        _draw_player(drawing, row, LEFT + (row.seat - 1) * wide, wide, table.size)
    printed = gettext("Printed %(time)s") % {"time": head.printed}
    sheet = gettext("Sheet %(page)s of %(pages)s") % {"page": page, "pages": pages}
    words = f"{printed} · {sheet}"
    drawing.write(WIDTH, IMPRINT_BASE, words, IMPRINT_LETTERS, anchor=Anchor.END)


def rule_of_rows(rules: RuleSet) -> str:
    """Return the rule that the figures of every row have to obey."""
    if rules.scoring is Scoring.WINNERS_ONLY:
        return gettext("Every row: what a side has won, for each of them; nobody below 0.")
    return gettext("Every row: sum 0, all even or all odd.")


def _games(round: Round, size: int) -> str:
    games, minutes = round.tournament.games(size), round.tournament.minutes(size)
    if minutes:
        words = {"games": games, "minutes": minutes}
        return gettext("%(games)s games in %(minutes)s minutes") % words
    return gettext("%(games)s games without a time limit") % {"games": games}


def _draw_player(drawing: Drawing, row: SeatRow, left: float, wide: float, size: int) -> None:
    """Draw position, name, number, club; the last position keeps the list (TSR 3.1.1, 10.1.4)."""
    top, bottom = NAMES_TOP + CELL_MARGIN, NAMES_TOP + NAMES_HEIGHT - CELL_MARGIN
    drawing.write(left + NUMBER_LEFT, top + 4.4, str(row.seat), 16, Weight.BOLD)
    if row.seat == size:
        bottom = _draw_keeper(drawing, left + wide - CELL_MARGIN, bottom)
    room = wide - NAME_LEFT - 1
    number = f"{gettext('No.')} {row.number}"
    club = f"{number} · {row.club}" if row.club else number
    name, rest = _name_and_club(row.name, club, room, bottom - top, size)
    drawing.block(left + NAME_LEFT, drawing.block(left + NAME_LEFT, top, name), rest)


def _draw_keeper(drawing: Drawing, right: float, bottom: float) -> float:
    """Draw the mark of the list keeper; return its upper edge."""
    words = gettext("List keeper")
    wide = width(words, KEEPER_LETTERS, Weight.SEMIBOLD) + 1.6
    left, top = right - wide, bottom - KEEPER_HEIGHT
    drawing.box(left, top, wide, KEEPER_HEIGHT, MIDDLE)
    drawing.write(left + 0.8, bottom - 0.95, words, KEEPER_LETTERS, Weight.SEMIBOLD)
    return top


def _name_and_club(
    name: str, club: str, room: float, height: float, size: int
) -> tuple[Block, Block]:
    """Return the name, as large as it leaves the club a line, and the club below it.

    The club is never larger than the name; if space is short, the club is cut first.
    """
    line = block(club, room, CLUB_LETTERS[-1], Weight.REGULAR).leading
    letters = NAME_LETTERS.get(size, SMALLER_NAMES)
    tried = [block(name, room, points, Weight.SEMIBOLD) for points in letters]
    fitting = [each for each in tried if each.height <= height - line]
    whole = [each for each in fitting if each.is_whole]
    first = next(iter(whole or fitting), tried[-1].cut(height))
    smaller = [min(points, first.points) for points in CLUB_LETTERS]
    return first, first_that_fits(club, room, height - first.height, smaller, Weight.REGULAR)


def _line(text: str, room: float, points: float, weight: Weight) -> Block:
    """Return one line, cut if too long."""
    lines = block(text, room, points, weight)
    return lines.cut(lines.leading)


def _write_large(drawing: Drawing, box: tuple[float, float], text: str) -> None:
    left, wide = box
    points = min(BOX_LETTERS, BOX_LETTERS * (wide - 2) / width(text, BOX_LETTERS, Weight.BOLD))
    drawing.write(left + wide / 2, 11.3, text, points, Weight.BOLD, anchor=Anchor.MIDDLE)
