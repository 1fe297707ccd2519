"""Blank score sheets, a page per table, names filled in (TSR 7.3, 4.2.4, 8.2.2).

The form is drawn once per table size; names, numbers and the code of a table are laid over it.
"""

from collections.abc import Collection
from itertools import pairwise

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.deal import normal_games
from scoring.notation.values import letters_by
from scoring.rulesets import DDV, Penalties, RuleSet, Scoring
from tournament.exports.base import Document, Imprint, imprint
from tournament.exports.paper import Link, Paper
from tournament.exports.pdf.drawing import (
    CLUB_SIGN,
    HAIRLINE,
    MIDDLE,
    THICK,
    Anchor,
    Block,
    Drawing,
    DrawnPages,
    Weight,
    block,
    first_that_fits,
    upright,
    width,
)
from tournament.exports.pdf.seat_lists import draw_note
from tournament.labels.findings import row_kind
from tournament.models import Round
from tournament.rounds.reads.rounds import table_states
from tournament.shared.rules.places import SeatRow

SHEET = upright(20, 9)  # two holes can be punched on the left
# The page between its margins, in millimetres.
WIDTH, HEIGHT = 180.0, 279.0
# The form from top to bottom.
TIMES_TOP, TIMES_HEIGHT = 17.0, 7.5
NAMES_TOP, NAMES_HEIGHT = 26.0, 17.5
CAPTIONS = 3.5
GAP = 1.3
PENALTY_ROWS, PENALTY_HEIGHT = 2, 6.5
SUM_HEIGHT, RESULT_HEIGHT, SIGNATURE_HEIGHT = 5.5, 8.5, 9.0
IMPRINT_HEIGHT = 4.0
TALLEST_ROW = 9.0
# From left to right: a band with the section's rising name, its own columns, then the players.
BAND = 6.0
LEFT = 50.0
FIGURE_SHARE = 0.4
"""Share of a player's column for the points of one game; the rest is the running total."""
# The head: left edge and width of the boxes for round, table and code.
SIGN = 9.0
TITLE_LEFT, TITLE_ROOM = 11.5, 102.5
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


def score_sheets(round: Round, only: Collection[int] | None = None) -> Document:
    """Return the score sheets of all tables of a round, or `only` some, ready to write on."""
    title = f"{round}: {SHEETS.title}"
    if only:
        title = f"{title}, {gettext('Table')} {', '.join(map(str, sorted(only)))}"
    paper = DrawnPages(imprint(round.tournament, title))
    draw_score_sheets(paper, round, only)
    return paper.document()


def draw_score_sheets(paper: DrawnPages, round: Round, only: Collection[int] | None = None) -> None:
    """Draw a page for each table: on the form of its size its number, code and players."""
    tournament = round.tournament
    head = imprint(tournament, "", draw_note(round))
    tables = [each for each in table_states(round) if only is None or each.number in only]
    paper.turn(SHEET)
    forms = {}
    for size in sorted({table.size for table in tables}):
        form = SheetForm(size, tournament.games(size), tournament.rule_set).drawing()
        _draw_head(form, round, size, head)
        forms[size] = paper.keep(form)
    for page, table in enumerate(tables, 1):
        filled = Drawing()
        _write_large(filled, TABLE_BOX, str(table.number))
        _write_large(filled, CODE_BOX, table.code)
        for row in table.players:
            _draw_player(filled, row, table.size)
        printed = gettext("Printed %(time)s") % {"time": head.printed}
        sheet = gettext("Sheet %(page)s of %(pages)s") % {"page": page, "pages": len(tables)}
        words = f"{printed} · {sheet}"
        filled.write(WIDTH, IMPRINT_BASE, words, IMPRINT_LETTERS, anchor=Anchor.END)
        paper.add(forms[table.size], filled)


class SheetForm:
    """The form for a table of `size` people with `games` games.

    Three sections (rules.md 8.1): A normal games with the dealer printed (TSR 3.3.1), B compulsory
    solos, then penalty points. If nobody owes a solo in a round, or one in each period of it, every
    game is in section A, with its kind, and those that solos add. The games include the solos if
    these are forced; otherwise possibly none of them is one, and rows for the solos are added.
    """

    def __init__(self, size: int, games: int, rules: RuleSet = DDV) -> None:
        self._size, self._rules = size, rules
        self._solos = _solo_rows(rules, size)
        added = 0 if self._solos else rules.added_games(size)
        self._normal_games = normal_games(games, size, rules) + added
        duty = rules.duty(size)
        self._are_forced = duty is not None and duty.reserved > 0
        self._wide = (WIDTH - LEFT) / size
        fixed = NAMES_TOP + NAMES_HEIGHT + CAPTIONS * 3 + GAP * 3 + IMPRINT_HEIGHT
        fixed += PENALTY_ROWS * PENALTY_HEIGHT
        fixed += 3 * SUM_HEIGHT + RESULT_HEIGHT + SIGNATURE_HEIGHT
        self._row = min(TALLEST_ROW, (HEIGHT - fixed) / (self._normal_games + self._solos))
        self._letters = min(10.0, self._row * 1.75)
        self._drawing = Drawing()

    def drawing(self) -> Drawing:
        """Return the form, WIDTH by HEIGHT, in the current language."""
        draw = self._drawing
        if self._rules.minutes(self._size) is not None:
            # Begin, end, extra time with the referee's initials (TSR 8.5.1).
            captions = (
                pgettext("score sheet", "Begin"),
                gettext("End"),
                pgettext("score sheet", "Extra time (minutes)"),
                pgettext("score sheet", "Reason"),
                pgettext("score sheet", "Referee's initials"),
            )
            edges = (LEFT, LEFT + 22, LEFT + 44, LEFT + 72, LEFT + 106, WIDTH)
            draw.box(LEFT, TIMES_TOP, WIDTH - LEFT, TIMES_HEIGHT)
            for caption, (left, right) in zip(captions, pairwise(edges), strict=True):
                self._small(left, TIMES_TOP, caption)
                draw.down(right, TIMES_TOP, TIMES_TOP + TIMES_HEIGHT)
        draw.across(LEFT, WIDTH, NAMES_TOP, THICK)
        for player in range(self._size + 1):
            draw.down(self._edge(player), NAMES_TOP, NAMES_TOP + NAMES_HEIGHT, THICK)
        y = self._draw_games(NAMES_TOP + NAMES_HEIGHT)
        if self._solos:
            y = self._draw_solos(y + GAP)
        reason = (
            pgettext("score sheet", "Paragraph")
            if self._rules.penalties is Penalties.CATALOGUE
            else pgettext("score sheet", "Reason")
        )
        columns = {
            pgettext("score sheet", "Player"): 8.0,
            reason: 14.0,
            pgettext("score sheet", "From no."): 10.0,
            gettext("Initials"): 12.0,
        }
        top, y = y + GAP, y + GAP + CAPTIONS + PENALTY_ROWS * PENALTY_HEIGHT
        self._frame(gettext("Penalties"), columns, top, y)
        for row in range(1, PENALTY_ROWS):
            draw.across(BAND, WIDTH, top + CAPTIONS + row * PENALTY_HEIGHT)
        self._draw_foot(y + GAP)
        return draw

    def _draw_games(self, top: float) -> float:
        """Draw section A: each position deals in turn (TSR 3.3.1, rules.md 2.9)."""
        draw, number, dealer = self._drawing, gettext("No."), gettext("Dealer")
        winners, value = pgettext("score sheet", "Winners"), pgettext("score sheet", "Value")
        if self._solos:
            title = pgettext("score sheet", "A  Normal games")
            columns = {number: 8.0, dealer: 10.0, winners: 15.0, value: 11.0}
        else:
            title = gettext("Games")
            columns = {number: 8.0, dealer: 8.5, winners: 11.5, value: 8.0, gettext("Kind"): 8.0}
        bottom = top + CAPTIONS + self._normal_games * self._row
        self._frame(title, columns, top, bottom)
        plus_minus = self._rules.scoring is Scoring.PLUS_MINUS
        figures = "+ / −" if plus_minus else gettext("Points")
        for player in range(self._size):
            left, right = self._edge(player), self._edge(player + 1)
            middle = left + FIGURE_SHARE * self._wide
            self._caption(left, middle, top, figures)
            self._caption(middle, right, top, pgettext("score sheet", "Running total"))
            draw.down(middle, top, bottom)
        # The dealer of a row is not known if a solo in this section leaves the deal unchanged.
        deals_in_turn = not any(
            self._rules.keeps_dealer(kind.name, False)
            for kind in self._rules.kinds
            if not (kind.fulfils and self._solos)
        )
        for game in range(self._normal_games):
            row = top + CAPTIONS + game * self._row
            self._write_in_row(BAND + 4, row, str(game + 1))
            dealer_seat = game % self._size
            if deals_in_turn:
                self._write_in_row(BAND + 8 + 5, row, str(dealer_seat + 1), Weight.SEMIBOLD)
                if self._size > self._rules.players(self._size):
                    wide = FIGURE_SHARE * self._wide
                    draw.hatch(self._edge(dealer_seat), row, wide, self._row)
            if game:
                draw.across(BAND, WIDTH, row, HAIRLINE if dealer_seat else MIDDLE)
        return bottom

    def _draw_solos(self, top: float) -> float:
        """Draw section B: a row for each compulsory solo."""
        captions = [
            pgettext("score sheet", "Player"),
            gettext("Kind"),
            pgettext("score sheet", "After no."),
            pgettext("score sheet", "Value"),
        ]
        widths = [8.0, 14.0, 12.0, 10.0]
        if self._are_forced:
            captions.insert(3, pgettext("score sheet", "Forced"))
            widths = [8.0, 10.0, 9.5, 8.5, 8.0]
        columns = dict(zip(captions, widths, strict=True))
        bottom = top + CAPTIONS + self._solos * self._row
        self._frame(pgettext("score sheet", "B  Solos"), columns, top, bottom)
        for place in range(self._solos):
            row, player = top + CAPTIONS + place * self._row, str(place % self._size + 1)
            self._write_in_row(BAND + 4, row, player, Weight.SEMIBOLD)
            if self._are_forced:  # a box to tick in the fourth column
                left, side = BAND + sum(widths[:3]), min(3.0, self._row - 2)
                margin = (self._row - side) / 2
                self._drawing.box(left + (widths[3] - side) / 2, row + margin, side, side)
            if place:
                self._drawing.across(BAND, WIDTH, row)
        return bottom

    def _draw_foot(self, top: float) -> None:
        """Draw sums, the result of the round with its cross sum, signatures."""
        draw, labels = self._drawing, [pgettext("score sheet", "Sum of the games")]
        if self._solos:
            labels = [pgettext("score sheet", "Sum A"), pgettext("score sheet", "Sum B")]
        labels.append(gettext("Penalties"))
        y = top
        for label in labels:
            draw.write(2, y + SUM_HEIGHT - 1.7, label, 9)
            draw.across(0, WIDTH, y + SUM_HEIGHT)
            y += SUM_HEIGHT
        result_bottom = y + RESULT_HEIGHT
        draw.write(2, y + 5.5, gettext("Result of the round"), 10, Weight.SEMIBOLD)
        draw.box(0, y, WIDTH, RESULT_HEIGHT, THICK)
        bottom = result_bottom + SIGNATURE_HEIGHT
        draw.box(0, top, WIDTH, bottom - top, THICK)
        for player in range(self._size):
            draw.down(self._edge(player), top, result_bottom, THICK)
            draw.down(self._edge(player), result_bottom, bottom)
            self._small(self._edge(player), result_bottom, gettext("Signature"))
        draw.down(LEFT / 2, result_bottom, bottom)
        self._small(0, result_bottom, pgettext("score sheet", "Received"))
        self._small(LEFT / 2, result_bottom, pgettext("score sheet", "Checked"))
        if self._rules.scoring is Scoring.PLUS_MINUS:  # a cross sum, which must be 0 (TSR 7.3.3)
            draw.down(LEFT - 13, y, y + RESULT_HEIGHT)
            self._small(LEFT - 13, y, pgettext("score sheet", "Sum = 0"))

    def _frame(self, title: str, columns: dict[str, float], top: float, bottom: float) -> None:
        """Draw outline, rising title and captions of a section; `columns`: their widths in mm."""
        draw, middle = self._drawing, (top + bottom) / 2
        draw.box(0, top, WIDTH, bottom - top, THICK)
        draw.down(BAND, top, bottom, THICK)
        draw.across(BAND, WIDTH, top + CAPTIONS)
        left, at = BAND, BAND - 1.8
        draw.write(at, middle, title, 8, Weight.SEMIBOLD, anchor=Anchor.MIDDLE, rising=True)
        for caption, wide in columns.items():
            self._caption(left, left + wide, top, caption)
            left += wide
            draw.down(left, top, bottom)
        for player in range(self._size):
            draw.down(self._edge(player), top, bottom, THICK)

    def _caption(self, left: float, right: float, top: float, text: str) -> None:
        self._drawing.write((left + right) / 2, top + CAPTIONS - 1, text, 6, anchor=Anchor.MIDDLE)

    def _small(self, left: float, top: float, text: str) -> None:
        """Write a caption in the upper left corner of a box."""
        self._drawing.write(left + 0.8, top + 2.2, text, 5.5)

    def _write_in_row(
        self, x: float, top: float, text: str, weight: Weight = Weight.REGULAR
    ) -> None:
        base = top + self._row / 2 + self._letters * 0.115
        self._drawing.write(x, base, text, self._letters, weight, anchor=Anchor.MIDDLE)

    def _edge(self, player: int) -> float:
        """Return the left edge of a player's column, counted from 0."""
        return LEFT + player * self._wide


def _solo_rows(rules: RuleSet, size: int) -> int:
    """Return the number of rows for solos; none if owed by periods, among the other games."""
    duty = rules.duty(size)
    return duty.solos * size if duty and duty.forced_from is None else 0


def _draw_head(drawing: Drawing, round: Round, size: int, head: Imprint) -> None:
    """Draw above and below the form what all tables of a size share in a round."""
    tournament, rules = round.tournament, round.tournament.rule_set
    drawing.place(0, 0, SIGN, CLUB_SIGN)
    drawing.write(TITLE_LEFT, 5.2, gettext("Score sheet"), 18, Weight.BOLD)
    name = first_that_fits(head.tournament, TITLE_ROOM, 5.0, (9.0, 6.0), Weight.BOLD)
    below = drawing.block(TITLE_LEFT, 6.9, name)
    drawing.block(TITLE_LEFT, below, _line(head.occasion, TITLE_ROOM, 9))
    for (left, wide), caption in (
        (ROUND_BOX, gettext("Round")),
        (TABLE_BOX, gettext("Table")),
        (CODE_BOX, gettext("Sheet code")),
    ):
        drawing.box(left, 0, wide, BOX_HEIGHT, THICK if left == CODE_BOX[0] else MIDDLE)
        drawing.write(left + 0.8, 2.6, caption, 6.5)
    _write_large(drawing, ROUND_BOX, str(round.number))
    games, minutes = tournament.games(size), tournament.minutes(size)
    sentence = gettext("%(games)s games without a time limit")
    if minutes:
        sentence = gettext("%(games)s games in %(minutes)s minutes")
    words = sentence % {"games": games, "minutes": minutes}
    if rules.added_games(size):
        words = gettext("%(games)s, one more for each compulsory solo") % {"games": words}
    drawing.block(0, GAMES_TOP, block(words, LEFT - 4, 10, Weight.SEMIBOLD))
    handed_in = gettext("The list keeper hands the list in after the round.")
    hint = f"{rule_of_rows(rules)} {handed_in}"
    drawing.block(0, HINT_TOP, block(hint, LEFT - 4, 8, Weight.REGULAR))
    if not _solo_rows(rules, size):
        letters = (f"{letter} {row_kind(kind)}" for letter, kind in letters_by(rules).items())
        kinds = f"{gettext('Kind')}: {' · '.join(letters)}"
        drawing.block(0, HEIGHT - LETTERS_HEIGHT - 3, _line(kinds, WIDTH, 7.5))
    status = _line(head.status, IMPRINT_ROOM, IMPRINT_LETTERS)
    drawing.block(0, IMPRINT_BASE - status.leading * 0.77, status)


def rule_of_rows(rules: RuleSet) -> str:
    """Return the rule that the figures of every row have to obey."""
    if rules.scoring is Scoring.WINNERS_ONLY:
        return gettext("Every row: what a side has won, for each of them; nobody below 0.")
    return gettext("Every row: sum 0, all even or all odd.")


def _draw_player(drawing: Drawing, row: SeatRow, size: int) -> None:
    """Draw position, name, number, club; the last position keeps the list (TSR 3.1.1, 10.1.4)."""
    wide = (WIDTH - LEFT) / size
    left = LEFT + (row.seat - 1) * wide
    top, bottom = NAMES_TOP + CELL_MARGIN, NAMES_TOP + NAMES_HEIGHT - CELL_MARGIN
    drawing.write(left + NUMBER_LEFT, top + 4.4, str(row.seat), 16, Weight.BOLD)
    if row.seat == size:
        words = gettext("List keeper")
        box = width(words, KEEPER_LETTERS, Weight.SEMIBOLD) + 1.6
        x = left + wide - CELL_MARGIN - box
        drawing.box(x, bottom - KEEPER_HEIGHT, box, KEEPER_HEIGHT, MIDDLE)
        drawing.write(x + 0.8, bottom - 0.95, words, KEEPER_LETTERS, Weight.SEMIBOLD)
        bottom -= KEEPER_HEIGHT
    number = f"{gettext('No.')} {row.number}"
    club = f"{number} · {row.affiliation}" if row.affiliation else number
    name, rest = _name_and_club(row.name, club, wide - NAME_LEFT - 1, bottom - top, size)
    drawing.block(left + NAME_LEFT, drawing.block(left + NAME_LEFT, top, name), rest)


def _name_and_club(
    name: str, club: str, room: float, height: float, size: int
) -> tuple[Block, Block]:
    """Return the name, as large as it leaves the club a line, and the club, which is cut first."""
    line = block(club, room, CLUB_LETTERS[-1], Weight.REGULAR).leading
    letters = NAME_LETTERS.get(size, SMALLER_NAMES)
    tried = [block(name, room, points, Weight.SEMIBOLD) for points in letters]
    fitting = [each for each in tried if each.height <= height - line]
    whole = [each for each in fitting if each.is_whole]
    first = next(iter(whole or fitting), None)
    first = first or first_that_fits(name, room, height - line, letters[-1:], Weight.SEMIBOLD)
    smaller = [min(points, first.points) for points in CLUB_LETTERS]
    return first, first_that_fits(club, room, height - first.height, smaller, Weight.REGULAR)


def _line(text: str, room: float, points: float) -> Block:
    lines = block(text, room, points, Weight.REGULAR)
    return lines.cut(lines.leading)


def _write_large(drawing: Drawing, box: tuple[float, float], text: str) -> None:
    left, wide = box
    points = min(BOX_LETTERS, BOX_LETTERS * (wide - 2) / width(text, BOX_LETTERS, Weight.BOLD))
    drawing.write(left + wide / 2, 11.3, text, points, Weight.BOLD, anchor=Anchor.MIDDLE)


SHEETS = Paper(
    key="sheets",
    title=_("Score sheets"),
    order=30,
    of_round=True,
    asks=("tables",),
    make=lambda asked: score_sheets(asked.round, asked.tables()),
    add_to_round=draw_score_sheets,
    links=(Link("tables"), Link("menu of a round"), Link("sheet", _("Print an empty sheet"))),
)
