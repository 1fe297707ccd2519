"""The printed form of a score sheet (TSR 7.3, 4.2.4, 8.2.2), without what differs by table.

Names, numbers and the code of a table are laid over it. Three sections (rules.md 8.1): A normal
games with the dealer printed (TSR 3.3.1), B compulsory solos, then penalty points; at the foot the
sums, the result of the round, signatures. If nobody owes a solo in a round, or one in each period
of it, every game is in section A, with its kind.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext, pgettext

from scoring.deal import normal_games
from scoring.rulesets import DDV, Penalties, RuleSet, Scoring
from tournament.exports.pdf.drawing import HAIRLINE, MIDDLE, THICK, Anchor, Drawing
from tournament.exports.pdf.letters import Weight

# The page between its margins, in millimetres.
WIDTH, HEIGHT = 180.0, 279.0
# From top to bottom. Head (tournament, round, table, code) and names are drawn elsewhere.
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


@dataclass(frozen=True, slots=True)
class Columns:
    """Captions and widths (mm) of a section's own columns; the widths add up to LEFT - BAND."""

    captions: tuple[str, ...]
    widths: tuple[float, ...]

    def spans(self) -> Iterator[tuple[str, float, float]]:
        """Yield each caption with the left and right edge of its column."""
        x = BAND
        for caption, width in zip(self.captions, self.widths, strict=True):
            yield caption, x, x + width
            x += width


def solos_in_rubric(rules: RuleSet, size: int) -> int:
    """Return the number of rows for compulsory solos: what everybody owes, times the players.

    None if they are owed by periods: then they are among the other games.
    """
    duty = rules.duty(size)
    return duty.solos * size if duty and duty.forced_from is None else 0


class SheetForm:
    """The form for a table of `size` people with `games` games.

    These include the compulsory solos if they are forced. Otherwise possibly none of them is one,
    and rows for the solos are added.
    """

    def __init__(self, size: int, games: int, rules: RuleSet = DDV) -> None:
        self._size, self._rules = size, rules
        self._solos = solos_in_rubric(rules, size)
        self._normal_games = normal_games(games, size, rules)
        self._are_forced = self._normal_games < games
        self._player_width = (WIDTH - LEFT) / size
        fixed = NAMES_TOP + NAMES_HEIGHT + CAPTIONS * 3 + GAP * 3 + IMPRINT_HEIGHT
        fixed += PENALTY_ROWS * PENALTY_HEIGHT
        fixed += 3 * SUM_HEIGHT + RESULT_HEIGHT + SIGNATURE_HEIGHT
        self._row = min(TALLEST_ROW, (HEIGHT - fixed) / (self._normal_games + self._solos))
        self._drawing = Drawing()

    def drawing(self) -> Drawing:
        """Return the form, WIDTH by HEIGHT, in the current language."""
        self._times()
        self._names()
        y = self._normal_rubric(NAMES_TOP + NAMES_HEIGHT)
        if self._solos:
            y = self._solo_rubric(y + GAP)
        y = self._penalties(y + GAP)
        self._foot(y + GAP)
        return self._drawing

    # --- From top to bottom ---

    def _times(self) -> None:
        """Draw begin, end, extra time with the referee's initials (TSR 8.5.1)."""
        if self._rules.minutes(self._size) is None:
            return
        captions = (
            pgettext("score sheet", "Begin"),
            gettext("End"),
            pgettext("score sheet", "Extra time (minutes)"),
            pgettext("score sheet", "Reason"),
            pgettext("score sheet", "Referee's initials"),
        )
        edges = (LEFT, LEFT + 22, LEFT + 44, LEFT + 72, LEFT + 106, WIDTH)
        self._drawing.box(LEFT, TIMES_TOP, WIDTH - LEFT, TIMES_HEIGHT)
        for caption, (left, right) in zip(captions, pairwise(edges), strict=True):
            self._small(left, TIMES_TOP, caption)
            self._drawing.down(right, TIMES_TOP, TIMES_TOP + TIMES_HEIGHT)

    def _names(self) -> None:
        self._drawing.across(LEFT, WIDTH, NAMES_TOP, THICK)
        for player in range(self._size + 1):
            self._drawing.down(self._edge(player), NAMES_TOP, NAMES_TOP + NAMES_HEIGHT, THICK)

    def _normal_rubric(self, top: float) -> float:
        number, dealer = gettext("No."), gettext("Dealer")
        winners, value = pgettext("score sheet", "Winners"), pgettext("score sheet", "Value")
        if self._solos:
            title = pgettext("score sheet", "A  Normal games")
            columns = Columns((number, dealer, winners, value), (8.0, 10.0, 15.0, 11.0))
        else:
            title, kind = gettext("Games"), gettext("Kind")
            columns = Columns((number, dealer, winners, value, kind), (8.0, 8.5, 11.5, 8.0, 8.0))
        first = top + CAPTIONS
        bottom = first + self._normal_games * self._row
        self._frame(title, columns, top, bottom)
        plus_minus = self._rules.scoring is Scoring.PLUS_MINUS
        figures = "+ / −" if plus_minus else gettext("Points")
        for player in range(self._size):
            left, middle, right = self._player(player)
            self._caption(left, middle, top, figures)
            self._caption(middle, right, top, pgettext("score sheet", "Running total"))
            self._drawing.down(middle, top, bottom)
        for game in range(self._normal_games):
            self._normal_row(game, first + game * self._row)
        return bottom

    def _normal_row(self, game: int, top: float) -> None:
        """Draw number and dealer: each position deals in turn (TSR 3.3.1, rules.md 2.9)."""
        base, points = self._base_line(top), min(10.0, self._row * 1.75)
        number_x, dealer_x = BAND + 4, BAND + 8 + 5
        self._drawing.write(number_x, base, str(game + 1), points, anchor=Anchor.MIDDLE)
        if self._deals_in_turn:
            dealer = game % self._size
            self._drawing.write(
                dealer_x, base, str(dealer + 1), points, Weight.SEMIBOLD, anchor=Anchor.MIDDLE
            )
            if self._size > self._rules.players(self._size):
                left, middle, _ = self._player(dealer)
                self._drawing.hatch(left, top, middle - left, self._row)
        if game:
            new_turn = game % self._size == 0
            self._drawing.across(BAND, WIDTH, top, MIDDLE if new_turn else HAIRLINE)

    def _solo_rubric(self, top: float) -> float:
        forced = pgettext("score sheet", "Forced") if self._are_forced else ""
        captions = (
            pgettext("score sheet", "Player"),
            gettext("Kind"),
            pgettext("score sheet", "After no."),
            *filter(None, [forced]),
            pgettext("score sheet", "Value"),
        )
        widths = (8.0, 10.0, 9.5, 8.5, 8.0) if forced else (8.0, 14.0, 12.0, 10.0)
        columns = Columns(captions, widths)
        first = top + CAPTIONS
        bottom = first + self._solos * self._row
        self._frame(pgettext("score sheet", "B  Solos"), columns, top, bottom)
        for place in range(self._solos):
            row, player = first + place * self._row, str(place % self._size + 1)
            points = min(10.0, self._row * 1.75)
            self._drawing.write(
                BAND + 4,
                self._base_line(row),
                player,
                points,
                Weight.SEMIBOLD,
                anchor=Anchor.MIDDLE,
            )
            if self._are_forced:
                _caption, left, right = list(columns.spans())[3]
                side = min(3.0, self._row - 2)
                margin = (self._row - side) / 2
                self._drawing.box((left + right - side) / 2, row + margin, side, side)
            if place:
                self._drawing.across(BAND, WIDTH, row)
        return bottom

    def _penalties(self, top: float) -> float:
        captions = (
            pgettext("score sheet", "Player"),
            pgettext("score sheet", "Paragraph")
            if self._rules.penalties is Penalties.CATALOGUE
            else pgettext("score sheet", "Reason"),
            pgettext("score sheet", "From no."),
            gettext("Initials"),
        )
        columns = Columns(captions, (8.0, 14.0, 10.0, 12.0))
        bottom = top + CAPTIONS + PENALTY_ROWS * PENALTY_HEIGHT
        self._frame(gettext("Penalties"), columns, top, bottom)
        for row in range(1, PENALTY_ROWS):
            self._drawing.across(BAND, WIDTH, top + CAPTIONS + row * PENALTY_HEIGHT)
        return bottom

    def _foot(self, top: float) -> None:
        """Draw sums, the result of the round with its cross sum, signatures."""
        labels = [pgettext("score sheet", "Sum of the games")]
        if self._solos:
            labels = [pgettext("score sheet", "Sum A"), pgettext("score sheet", "Sum B")]
        labels.append(gettext("Penalties"))
        y = top
        for label in labels:
            self._drawing.write(2, y + SUM_HEIGHT - 1.7, label, 9)
            self._drawing.across(0, WIDTH, y + SUM_HEIGHT)
            y += SUM_HEIGHT
        result_bottom = y + RESULT_HEIGHT
        self._drawing.write(2, y + 5.5, gettext("Result of the round"), 10, Weight.SEMIBOLD)
        self._drawing.box(0, y, WIDTH, RESULT_HEIGHT, THICK)
        bottom = result_bottom + SIGNATURE_HEIGHT
        self._drawing.box(0, top, WIDTH, bottom - top, THICK)
        for player in range(self._size):
            self._drawing.down(self._edge(player), top, result_bottom, THICK)
            self._drawing.down(self._edge(player), result_bottom, bottom)
            self._small(self._edge(player), result_bottom, pgettext("score sheet", "Signature"))
        self._drawing.down(LEFT / 2, result_bottom, bottom)
        self._small(0, result_bottom, pgettext("score sheet", "Received"))
        self._small(LEFT / 2, result_bottom, pgettext("score sheet", "Checked"))
        if self._rules.scoring is Scoring.PLUS_MINUS:  # a cross sum, which must be 0 (TSR 7.3.3)
            left = LEFT - 13
            self._drawing.down(left, y, y + RESULT_HEIGHT)
            self._small(left, y, pgettext("score sheet", "Sum = 0"))

    # --- Parts of a rubric ---

    @property
    def _deals_in_turn(self) -> bool:
        """Whether the dealer of a row of section A is known beforehand.

        Not if a solo in this section leaves the deal unchanged.
        """
        return not any(
            self._rules.keeps_dealer(kind.name, False)
            for kind in self._rules.kinds
            if not (kind.fulfils and self._solos)
        )

    def _frame(self, title: str, columns: Columns, top: float, bottom: float) -> None:
        """Draw outline, rising title, captions and columns of a section, players included."""
        self._drawing.box(0, top, WIDTH, bottom - top, THICK)
        self._drawing.down(BAND, top, bottom, THICK)
        self._drawing.across(BAND, WIDTH, top + CAPTIONS)
        self._drawing.write(
            BAND - 1.8,
            (top + bottom) / 2,
            title,
            8,
            Weight.SEMIBOLD,
            anchor=Anchor.MIDDLE,
            rising=True,
        )
        for caption, left, right in columns.spans():
            self._caption(left, right, top, caption)
            self._drawing.down(right, top, bottom)
        for player in range(self._size):
            self._drawing.down(self._edge(player), top, bottom, THICK)

    def _caption(self, left: float, right: float, top: float, text: str) -> None:
        self._drawing.write((left + right) / 2, top + CAPTIONS - 1, text, 6, anchor=Anchor.MIDDLE)

    def _small(self, left: float, top: float, text: str) -> None:
        """Write a caption in the upper left corner of a box."""
        self._drawing.write(left + 0.8, top + 2.2, text, 5.5)

    def _base_line(self, top: float) -> float:
        return top + self._row / 2 + min(10.0, self._row * 1.75) * 0.115

    def _edge(self, player: int) -> float:
        """Return the left edge of a player's column, counted from 0."""
        return LEFT + player * self._player_width

    def _player(self, player: int) -> Sequence[float]:
        """Return left edge, line between points and total, right edge."""
        left, right = self._edge(player), self._edge(player + 1)
        return left, left + FIGURE_SHARE * self._player_width, right
