"""Slips of the pen in valid lists: one mistake each, as tired people make them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from random import Random

from scoring.doctor import propose
from scoring.model import Figures, Row, RowKind, ScoreSheet
from scoring.rulesets import RuleSet, Scoring
from scoring.sheet import check
from tests.factories.ruled_sheets import ruled_sheet
from tests.factories.score_sheets import played_sheet, replace_figure, replace_row


@dataclass(frozen=True)
class Slip:
    """A list with one mistake, the row of the mistake, and the correct list."""

    written: ScoreSheet
    row: int
    meant: ScoreSheet


Maker = Callable[[ScoreSheet, Random], Slip | None]


def seats_with_figures(row: Row) -> list[int]:
    return [seat for seat, figure in enumerate(row.points, 1) if figure is not None]


def cells(sheet: ScoreSheet) -> Iterator[tuple[Row, int, int]]:
    for row in sheet.rows:
        for seat in seats_with_figures(row):
            yield row, seat, row.points[seat - 1]


def turned(figure: int) -> int:
    digits = int(str(abs(figure))[::-1])
    return digits if figure > 0 else -digits


def carried_on(sheet: ScoreSheet, first: int, seat: int, shift: int) -> ScoreSheet:
    """Make the running totals of one seat wrong by the same amount from a row to the end."""
    for row in sheet.rows[first - 1 :]:
        figure = row.cumulative[seat - 1] + shift
        sheet = replace_row(sheet, row.no, cumulative=replace_figure(row.cumulative, seat, figure))
    return replace(sheet, totals=sheet.rows[-1].cumulative)


def points_misread(sheet: ScoreSheet, row: Row, seat: int, figure: int, follow: bool) -> Slip:
    """Misread a figure in the points; with `follow` the running totals are added up from it."""
    written = replace_row(sheet, row.no, points=replace_figure(row.points, seat, figure))
    if follow:
        written = carried_on(written, row.no, seat, figure - row.points[seat - 1])
    return Slip(written, row.no, sheet)


def running_misread(sheet: ScoreSheet, row: Row, seat: int, figure: int) -> Slip:
    cumulative = replace_figure(row.cumulative, seat, figure)
    return Slip(replace_row(sheet, row.no, cumulative=cumulative), row.no, sheet)


def digits_transposed(follow: bool) -> Maker:
    def make(sheet, random):
        long = [(row, seat, f) for row, seat, f in cells(sheet) if turned(f) != f]
        if not long:
            return None
        row, seat, figure = random.choice(long)
        return points_misread(sheet, row, seat, turned(figure), follow)

    return make


def running_digits_transposed(sheet, random):
    places = [
        (row, seat, figure)
        for row in sheet.rows
        for seat, figure in enumerate(row.cumulative, 1)
        if turned(figure) != figure
    ]
    row, seat, figure = random.choice(places)
    return running_misread(sheet, row, seat, turned(figure))


def sign_forgotten(follow: bool) -> Maker:
    def make(sheet, random):
        row, seat, figure = random.choice([cell for cell in cells(sheet) if cell[2]])
        return points_misread(sheet, row, seat, -figure, follow)

    return make


def running_sign_forgotten(sheet, random):
    places = [
        (row, seat, figure)
        for row in sheet.rows
        for seat, figure in enumerate(row.cumulative, 1)
        if figure
    ]
    row, seat, figure = random.choice(places)
    return running_misread(sheet, row, seat, -figure)


def swapped(figures: Figures, one: int, other: int) -> Figures:
    found = list(figures)
    found[one - 1], found[other - 1] = found[other - 1], found[one - 1]
    return tuple(found)


def neighbour_column(sheet, random):
    places = [
        (row, seat)
        for row in sheet.rows
        for seat in range(1, sheet.table_size)
        if row.points[seat - 1] != row.points[seat]
    ]
    row, seat = random.choice(places)
    points = swapped(row.points, seat, seat + 1)
    return Slip(replace_row(sheet, row.no, points=points), row.no, sheet)


def running_neighbour_column(sheet, random):
    places = [
        (row, seat)
        for row in sheet.rows
        for seat in range(1, sheet.table_size)
        if row.cumulative[seat - 1] != row.cumulative[seat]
    ]
    row, seat = random.choice(places)
    cumulative = swapped(row.cumulative, seat, seat + 1)
    return Slip(replace_row(sheet, row.no, cumulative=cumulative), row.no, sheet)


def wrong_carry(sheet, random):
    row = random.choice(sheet.rows)
    seat = random.randint(1, sheet.table_size)
    shift = random.choice((-10, 10, -1, 1, -2, 2, 20, -20))
    return Slip(carried_on(sheet, row.no, seat, shift), row.no, sheet)


def solo_not_tripled(follow: bool) -> Maker:
    def make(sheet, random):
        # Where a side has its own extra points they are not tripled.
        solos = [row for row in sheet.rows if row.soloist and row.points[row.soloist - 1]]
        solos = [row for row in solos if row.points[row.soloist - 1] % 3 == 0]
        if not solos:
            return None
        row = random.choice(solos)
        return points_misread(sheet, row, row.soloist, row.points[row.soloist - 1] // 3, follow)

    return make


def players_exchanged(follow: bool) -> Maker:
    def make(sheet, random):
        places = [
            (row, one, other)
            for row in sheet.rows
            for one in seats_with_figures(row)
            for other in seats_with_figures(row)
            if other > one and row.points[one - 1] != row.points[other - 1]
        ]
        row, one, other = random.choice(places)
        written = replace_row(sheet, row.no, points=swapped(row.points, one, other))
        if follow:
            step = row.points[other - 1] - row.points[one - 1]
            written = carried_on(written, row.no, one, step)
            written = carried_on(written, row.no, other, -step)
        return Slip(written, row.no, sheet)

    return make


def columns_exchanged(throughout: bool) -> Maker:
    def make(sheet, random):
        one, other = random.sample(range(1, sheet.table_size + 1), 2)
        first = 1 if throughout else random.randint(2, len(sheet.rows))
        written = sheet
        for row in sheet.rows[first - 1 :]:
            written = replace_row(
                written,
                row.no,
                points=swapped(row.points, one, other),
                cumulative=swapped(row.cumulative, one, other),
            )
        return Slip(replace(written, totals=swapped(sheet.totals, one, other)), first, sheet)

    return make


def exchanged_in_word_and_figures(sheet, random):
    """Swap everything of two players in every row: nothing contradicts it."""
    one, other = random.sample(range(1, sheet.table_size + 1), 2)
    there = {one: other, other: one}
    rows = tuple(
        replace(
            row,
            points=swapped(row.points, one, other),
            cumulative=swapped(row.cumulative, one, other),
            soloist=there.get(row.soloist, row.soloist),
            dealer=None,
        )
        for row in sheet.rows
    )
    penalties = tuple(
        replace(
            penalty,
            offender=there.get(penalty.offender, penalty.offender),
            points=swapped(penalty.points, one, other),
        )
        for penalty in sheet.penalties
    )
    totals = swapped(sheet.totals, one, other)
    return Slip(replace(sheet, rows=rows, penalties=penalties, totals=totals), 1, sheet)


def row_left_out(renumbered: bool) -> Maker:
    def make(sheet, random):
        left_out = random.choice(sheet.rows)
        number = left_out.no
        rows = [row for row in sheet.rows if row is not left_out]
        penalties, limit = sheet.penalties, sheet.time_limit_after_row
        if any(penalty.row == number for penalty in penalties):
            return None  # a penalty without its row is a second mistake
        if renumbered:
            rows = [replace(row, no=place) for place, row in enumerate(rows, 1)]
            penalties = tuple(
                replace(penalty, row=penalty.row - (penalty.row > number)) for penalty in penalties
            )
            limit = limit and limit - (limit >= number)
        written = replace(sheet, rows=tuple(rows), penalties=penalties, time_limit_after_row=limit)
        return Slip(written, number, sheet)

    return make


def row_twice(renumbered: bool) -> Maker:
    def make(sheet, random):
        twice = random.choice(sheet.rows)
        rows = [*sheet.rows[: twice.no], *sheet.rows[twice.no - 1 :]]
        penalties, limit = sheet.penalties, sheet.time_limit_after_row
        if renumbered:
            rows = [replace(row, no=place) for place, row in enumerate(rows, 1)]
            penalties = tuple(
                replace(penalty, row=penalty.row + (penalty.row > twice.no))
                for penalty in penalties
            )
            limit = limit and limit + (limit >= twice.no)
        written = replace(sheet, rows=tuple(rows), penalties=penalties, time_limit_after_row=limit)
        return Slip(written, twice.no + 1, sheet)

    return make


def compulsory_not_marked(kind: RowKind, unforced: bool = False) -> Maker:
    """Omit the duty: written as a normal game, or as a voluntary solo."""

    def make(sheet, random):
        row = random.choice([row for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO])
        soloist = None if kind is RowKind.NORMAL else row.soloist
        forced = row.forced and not unforced
        written = replace_row(sheet, row.no, kind=kind, soloist=soloist, forced=forced)
        return Slip(written, row.no, sheet)

    return make


def worthless_solo_not_marked(sheet: ScoreSheet, random: Random) -> Slip | None:
    """Omit the duty of a compulsory solo worth nothing: it looks like any normal game."""
    solos = [row for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO]
    worthless = [row for row in solos if not any(row.points)]
    if not worthless:
        return None
    row = random.choice(worthless)
    written = replace_row(sheet, row.no, kind=RowKind.NORMAL, soloist=None)
    return Slip(written, row.no, sheet)


SLIPS: dict[str, Maker] = {
    "digits transposed": digits_transposed(follow=False),
    "digits transposed, added up from it": digits_transposed(follow=True),
    "digits transposed in a running total": running_digits_transposed,
    "sign forgotten": sign_forgotten(follow=False),
    "sign forgotten, added up from it": sign_forgotten(follow=True),
    "sign forgotten in a running total": running_sign_forgotten,
    "figure in the neighbour's column": neighbour_column,
    "running total in the neighbour's column": running_neighbour_column,
    "wrong carry in the running totals": wrong_carry,
    "solo not tripled": solo_not_tripled(follow=False),
    "solo not tripled, added up from it": solo_not_tripled(follow=True),
    "two players exchanged in one row": players_exchanged(follow=False),
    "two players exchanged in one row, added up from it": players_exchanged(follow=True),
    "two players' columns exchanged from a row on": columns_exchanged(throughout=False),
    "two players' columns exchanged throughout": columns_exchanged(throughout=True),
    "two players exchanged throughout, in word and figures": exchanged_in_word_and_figures,
    "row left out, its number too": row_left_out(renumbered=False),
    "row left out, the others numbered on": row_left_out(renumbered=True),
    "row written twice, its number too": row_twice(renumbered=False),
    "row written twice, the others numbered on": row_twice(renumbered=True),
    "compulsory solo not marked": compulsory_not_marked(RowKind.NORMAL),
    "compulsory solo not marked, nor as forced": compulsory_not_marked(RowKind.NORMAL, True),
    "compulsory solo worth nothing not marked": worthless_solo_not_marked,
    "compulsory solo written as voluntary": compulsory_not_marked(RowKind.VOLUNTARY_SOLO),
}


def random_list(random: Random) -> ScoreSheet:
    """Return a valid list as it may come in: either size, some with time-outs or penalties."""
    size = random.choice((4, 4, 5))
    limit = random.choice((None, None, random.randint(size, 6 * size)))
    return played_sheet(random, size, None, limit, random.choice((0, 0, 1, 2)))


def list_by(rules: RuleSet) -> Callable[[Random], ScoreSheet]:
    """Return valid lists by a rule set, of any size it plays."""

    def make(random: Random) -> ScoreSheet:
        sheet: ScoreSheet = ruled_sheet(rules, random.choice(rules.table_sizes), random.random())
        return sheet

    return make


def random_slip(
    name: str, random: Random, make_list: Callable[[Random], ScoreSheet] = random_list
) -> Slip:
    """Return one slip of a class in a random list."""
    while True:
        slip = SLIPS[name](make_list(random), random)
        if slip is not None:
            return replace(slip, row=first_wrong_row(slip.written, slip.meant))


def first_wrong_row(written: ScoreSheet, meant: ScoreSheet) -> int | None:
    """Return the first wrong row; None when only the totals are wrong."""
    pairs = zip_longest(written.rows, meant.rows)
    return next((number for number, (one, two) in enumerate(pairs, 1) if one != two), None)


@dataclass(frozen=True)
class Tally:
    """Of so many lists: how many are refused, and what the doctor found in those."""

    lists: int
    shown: int
    row_named: int
    in_first_three: int


def tally(
    name: str,
    lists: int,
    random: Random,
    as_written: Callable[[ScoreSheet], ScoreSheet] = lambda s: s,
    make_list: Callable[[Random], ScoreSheet] = random_list,
) -> Tally:
    """Try the doctor on slips of a class; `as_written` may drop what nobody wrote down."""
    shown = row_named = in_first_three = 0
    for _ in range(lists):
        slip = random_slip(name, random, make_list)
        written, meant = as_written(slip.written), as_written(slip.meant)
        if check(written).ok:
            continue
        shown += 1
        proposals = propose(written)
        row = first_wrong_row(written, meant)
        row_named += bool(proposals) and proposals[0].row == row
        in_first_three += any(same_game(one.mended, meant) for one in proposals[:3])
    return Tally(lists, shown, row_named, in_first_three)


def same_game(one: ScoreSheet, other: ScoreSheet) -> bool:
    """Return whether two lists say the same; no list tells a wedding from a normal game.

    Nor a poverty, nor one solo from another where solos have names of their own.
    """
    return _by_figures(one) == _by_figures(other)


def _by_figures(sheet: ScoreSheet) -> ScoreSheet:
    rows = tuple(replace(row, kind=_by_its_figures(row, sheet.rules)) for row in sheet.rows)
    return replace(sheet, rows=rows)


def _by_its_figures(row: Row, rules: RuleSet) -> str:
    if not row.kind.is_alone:
        return RowKind.NORMAL
    return "solo" if rules.scoring is Scoring.WINNERS_ONLY else row.kind
