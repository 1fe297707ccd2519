"""Valid score sheets from an independent simulation: it shares no code with scoring.deal.

It follows the wording of TSR 4.2.3 (solos owed = games left), not the program's shortcut.
"""

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from random import Random

from hypothesis import strategies as st

from scoring.model import Figures, Penalty, Row, RowKind, ScoreSheet

SOLO_FIRST = ScoreSheet(
    4,
    (
        Row(1, RowKind.COMPULSORY_SOLO, (-1, 3, -1, -1), 1, 2),
        *(Row(number, RowKind.NORMAL, (1, 1, -1, -1), number - 1) for number in range(2, 6)),
        Row(6, RowKind.COMPULSORY_SOLO, (-1, -1, 3, -1), 1, 3, True),
        Row(7, RowKind.COMPULSORY_SOLO, (-1, -1, -1, 3), 2, 4, True),
        Row(8, RowKind.COMPULSORY_SOLO, (3, -1, -1, -1), 3, 1, True),
    ),
    games=8,
    totals=(4, 4, -4, -4),
)
"""A list whose first game was an unforced solo."""
ALONE_KINDS = (RowKind.SILENT_WEDDING, RowKind.WEDDING_UNCLARIFIED)


@cache
def in_order_of_play(dealer: int, size: int) -> tuple[int, ...]:
    return tuple((dealer + step - 1) % size + 1 for step in range(1, size + 1))


@dataclass
class Play:
    """A round being played: what is known at the table."""

    table_size: int
    games: int
    time_limit: int | None
    random: Random
    wrong_deals: float = 0.0
    worthless_solos: bool = True
    dealer: int = 1
    is_wrong_deal: bool = False
    struck: int = 0
    rows: list[Row] = field(default_factory=list)
    owing: set[int] = field(default_factory=set)

    def __post_init__(self):
        self.owing = set(range(1, self.table_size + 1))

    @property
    def games_left(self) -> int:
        return self.games - self.struck - len(self.rows)

    def left_of_dealer(self) -> tuple[int, ...]:
        """Return the seats in order of play, the dealer last."""
        return in_order_of_play(self.dealer, self.table_size)

    def active(self) -> tuple[int, ...]:
        return self.left_of_dealer()[:4]  # at a five-table the dealer sits out

    def finish(self) -> None:
        while self.games_left:
            if self.time_limit == len(self.rows):
                self.struck = self.games_left - len(self.owing)
            if not self.games_left:
                break
            self.play_next()

    def play_next(self) -> None:
        """Play the next game, sometimes dealt by the wrong player without a complaint (9.6.3)."""
        forced = len(self.owing) == self.games_left
        self.pass_over_the_last_to_be_forced(forced)
        turn = self.dealer
        others = [seat for seat in self.left_of_dealer() if seat != turn]
        if forced and self.table_size == 5:
            others = [seat for seat in others if self.owing != {seat}]
        self.is_wrong_deal = self.wrong_deals > 0 and self.random.random() < self.wrong_deals
        if self.is_wrong_deal:
            self.dealer = self.random.choice(others)
        after_wrong = self.dealer % self.table_size + 1
        self.play_forced() if forced else self.play_free()
        if self.is_wrong_deal:
            self.dealer = self.random.choice((turn, after_wrong, self.dealer))
            self.is_wrong_deal = False

    def pass_over_the_last_to_be_forced(self, forced: bool = True) -> None:
        """Skip to the next position: the dealer of a five-table has no cards."""
        if forced and self.table_size == 5 and self.owing == {self.dealer}:
            self.pass_the_deal()

    def play_forced(self) -> None:
        self.pass_over_the_last_to_be_forced()
        soloist = next(seat for seat in self.left_of_dealer() if seat in self.owing)
        self.write_alone(RowKind.COMPULSORY_SOLO, soloist, forced=True)
        self.owing.remove(soloist)
        self.pass_the_deal()

    def play_free(self) -> None:
        seats = self.active()
        owing = [seat for seat in seats if seat in self.owing]
        done = [seat for seat in seats if seat not in self.owing]
        dice = self.random.random()
        if dice < 0.12 and owing:
            soloist = self.random.choice(owing)
            self.write_alone(RowKind.COMPULSORY_SOLO, soloist)
            self.owing.remove(soloist)
            return
        if dice < 0.2 and done:
            self.write_alone(RowKind.VOLUNTARY_SOLO, self.random.choice(done))
        elif dice < 0.3:
            self.write_alone(self.random.choice(ALONE_KINDS), self.random.choice(seats))
        else:
            self.write_team()
        self.pass_the_deal()

    def pass_the_deal(self) -> None:
        self.dealer = self.dealer % self.table_size + 1

    def write_alone(self, kind: RowKind, soloist: int, forced: bool = False) -> None:
        value = self.random.randint(-8, 8) or (0 if self.worthless_solos else 1)
        figures = {seat: 3 * value if seat == soloist else -value for seat in self.active()}
        self.write(kind, figures, soloist, forced)

    def write_team(self) -> None:
        kind = self.random.choice((RowKind.NORMAL, RowKind.NORMAL, RowKind.WEDDING))
        value = self.random.randint(-10, 10)
        pair = self.random.sample(self.active(), 2)
        self.write(kind, {seat: value if seat in pair else -value for seat in self.active()})

    def write(self, kind, figures, soloist=None, forced=False) -> None:
        points = tuple(figures.get(seat) for seat in range(1, self.table_size + 1))
        said = (kind, points, self.dealer, soloist, forced)
        self.rows.append(Row(len(self.rows) + 1, *said, out_of_turn=self.is_wrong_deal))


def some_penalties(rows: list[Row], random: Random, count: int) -> tuple[Penalty, ...]:
    """Return penalties that fit their rows, with the figures of TSR 9.3 and 9.4 written out."""
    penalties = []
    for row in random.sample(rows, min(count, len(rows))):
        active = [seat for seat, figure in enumerate(row.points, 1) if figure is not None]
        offender = random.choice(active)
        loss, share = random.choice(((12, 4), (15, 5), (18, 6), (21, 7), (24, 8)))
        shared = {seat: -3 if seat == offender else 1 for seat in active}
        severe = {seat: -loss if seat == offender else share for seat in active}
        options = [("9.3.2", shared), ("9.4.3", severe), ("9.5.1", shared)]
        if row.soloist in (None, offender):
            options.append(("9.4.4", severe))
        if row.soloist == offender:
            options.append(("9.3.3a", shared))
        elif row.soloist is not None:
            nothing = dict.fromkeys(active, 0)
            to_soloist = nothing | {offender: -3, row.soloist: 3}
            if not any(row.points):  # counts as played
                options.append(("9.4.4", nothing | {offender: -loss, row.soloist: loss}))
            options += [("9.3.3b1", to_soloist), ("9.3.3b2", shared), ("9.5.1", to_soloist)]
        rule, figures = random.choice(options)
        if rule == "9.3.2" and row.kind.is_announced_solo:
            rule = "9.3.3a" if row.soloist == offender else "9.3.3b2"
        points = tuple(figures.get(seat) for seat in range(1, len(row.points) + 1))
        penalties.append(Penalty(row.no, rule, offender, points, "KS"))
    return tuple(penalties)


def with_columns(sheet: ScoreSheet) -> ScoreSheet:
    """Return the sheet with running totals and totals, as a careful writer keeps them."""
    gained = []
    for row in sheet.rows:
        booked = [penalty.points for penalty in sheet.penalties if penalty.row == row.no]
        columns = zip(row.points, *booked, strict=True)
        gained.append([sum(figure or 0 for figure in column) for column in columns])
    running = list(accumulate(gained, lambda a, b: [x + y for x, y in zip(a, b, strict=True)]))
    rows = tuple(
        replace(row, cumulative=tuple(figures))
        for row, figures in zip(sheet.rows, running, strict=True)
    )
    return replace(sheet, rows=rows, totals=rows[-1].cumulative)


def played_sheet(
    random: Random,
    table_size: int = 4,
    games: int | None = None,
    time_limit: int | None = None,
    penalties: int = 0,
    **habits: float,
) -> ScoreSheet:
    """Return a complete list with dealers, running totals and totals, fully correct.

    `habits` are those of `Play`: games dealt out of turn, no solos worth nothing.
    """
    play = Play(table_size, games or 6 * table_size, time_limit, random, **habits)
    play.finish()
    timed_out = time_limit is not None and (play.struck or time_limit < len(play.rows))
    sheet = ScoreSheet(
        table_size,
        tuple(play.rows),
        games,
        time_limit if timed_out else None,
        play.struck,
        some_penalties(play.rows, random, penalties),
    )
    return with_columns(sheet)


@st.composite
def valid_sheets(draw, table_sizes=(4, 5), most_penalties=3) -> ScoreSheet:
    """Return valid lists of every sort: both table sizes, short rounds, time-outs, penalties."""
    size = draw(st.sampled_from(table_sizes))
    games = draw(st.sampled_from((None, 2 * size, 4 * size)))
    limit = draw(st.none() | st.integers(1, 6 * size))
    penalties = draw(st.integers(0, most_penalties))
    random = Random(draw(st.integers(0, 2**32)))
    return played_sheet(random, size, games, limit, penalties)


def replace_row(sheet: ScoreSheet, number: int, **changes: object) -> ScoreSheet:
    """Return the sheet with one row changed; rows count from 1."""
    rows = list(sheet.rows)
    rows[number - 1] = replace(rows[number - 1], **changes)
    return replace(sheet, rows=tuple(rows))


def replace_figure(figures: Figures, seat: int, figure: object) -> Figures:
    """Return the figures with that of one seat changed."""
    return (*figures[: seat - 1], figure, *figures[seat:])


def plain_sheet(table_size: int = 4) -> ScoreSheet:
    """Return the shortest list with everything forced: one turn of the deal, then compulsory solos.

    Four-table: rows 1-4 normal, then dealer and soloist (1,2) (2,3) (3,4) (4,1). Five-table: rows
    1-5 normal, then (1,2) (2,3) (3,4) (4,5) (5,1). Without running totals.
    """
    seats = range(1, table_size + 1)
    rows = []
    for dealer in seats:
        players = [seat for seat in seats if table_size == 4 or seat != dealer]
        figures = dict(zip(players, (2, 2, -2, -2), strict=True))
        rows.append(Row(dealer, RowKind.NORMAL, in_seat_order(figures, table_size), dealer))
    for dealer in seats:
        soloist = dealer % table_size + 1
        players = [seat for seat in seats if table_size == 4 or seat != dealer]
        figures = dict.fromkeys(players, -1) | {soloist: 3}
        points = in_seat_order(figures, table_size)
        rows.append(
            Row(table_size + dealer, RowKind.COMPULSORY_SOLO, points, dealer, soloist, True)
        )
    return ScoreSheet(table_size, tuple(rows), 2 * table_size)


def in_seat_order(figures: dict[int, int], table_size: int) -> Figures:
    """Return the figures by seat as a tuple, None for a seat that has none."""
    return tuple(figures.get(seat) for seat in range(1, table_size + 1))
