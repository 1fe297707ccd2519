"""One slip in the rows of a list: a game left out, written twice, or with wrong points."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from scoring.deal import NextGame, next_game
from scoring.findings import Code, Finding
from scoring.ledger import Ledger, shifted
from scoring.model import Figures, Row, RowKind, ScoreSheet
from scoring.pattern import Shape, is_whole, kind_error, odd_one_out, pattern_of
from scoring.rulesets import Scoring
from scoring.terms import FOUR_TABLE, dealer_sits_out

MOST_PROPOSALS = 5
"""Maximum number of corrections proposed for a list; where more rows may be wrong, none is."""
_SHOWS_PLACE = {Code.WRONG_CUMULATIVE, Code.WRONG_DEALER, Code.ROW_NUMBER}
_HINTS_AT_PLACE = {Code.FORCED_WRONG_PLAYER, Code.FORCED_FLAG}
"""A forced solo may be missing there, or earlier a free one that changed who was to be forced."""


@dataclass(frozen=True, slots=True)
class MissingRow:
    """A row that may have been left out, and the list with it inserted.

    `unlikely` counts the kinds that are likelier than this one.
    """

    number: int
    unlikely: int
    mended: ScoreSheet


def rows_left_out(
    sheet: ScoreSheet, findings: Collection[Finding], points_unknown: bool = False
) -> Iterator[MissingRow]:
    """Yield every row that may be missing from a list with one game too few.

    Its points are implied by the running totals around it or the totals at the foot. Where they are
    not, nothing is yielded, or with `points_unknown` a row worth nothing.
    """
    beyond = sheet.rules.games_beyond(sheet.table_size)
    if not -1 <= sheet.rows_too_many <= beyond - 1 or sheet.is_beyond_mending:
        return
    # It is missing where something is out of step, else anywhere.
    rows, is_shown = sheet.rows, shows_place(findings)
    codes = _SHOWS_PLACE if is_shown else _HINTS_AT_PLACE
    hints = sorted({found.row for found in findings if found.row and found.code in codes})
    places = [*hints, len(rows) + 1]
    if not is_shown:
        places = list(dict.fromkeys((*hints, *range(len(rows) + 1, 0, -1))))
    for number in places:
        # Where the numbers on paper leave the gap already, all references to rows are right.
        leaves_gap = number <= len(rows) and rows[number - 1].no == number + 1
        told = _points_left_out(
            _penalties_moved(sheet, number, -1) if leaves_gap else sheet, number
        )
        if told is None and points_unknown:
            told = (0,) * sheet.table_size
        if told is None:
            continue
        down = sheet if leaves_gap else _references_moved(sheet, number, 1)
        # Behind the last row in time there is room for a forced solo, and for any other game,
        # which then was itself the last in time.
        behind_last = not leaves_gap and down.time_limit_after_row == number - 1
        later = replace(down, time_limit_after_row=number)
        for room in (down, later) if behind_last else (down,):
            coming = next_game(replace(room, rows=rows[: number - 1]))
            likeliest = () if coming is None else _rows(sheet, findings, number, told, coming)
            for unlikely, row in enumerate(likeliest):
                if not behind_last or row.forced is (room is down):
                    mended = _with_rows(room, (*rows[: number - 1], row, *rows[number - 1 :]))
                    yield MissingRow(number, unlikely, mended)


def seats_lacking_their_solo(findings: Collection[Finding]) -> list[int]:
    """Return the seats whose compulsory solo is missing according to the findings."""
    codes = {
        Code.MISSING_COMPULSORY_SOLO,
        Code.VOLUNTARY_BEFORE_COMPULSORY,
        Code.FORCED_SOLO_OMITTED,
    }
    return sorted({found.seat for found in findings if found.code in codes and found.seat})


def shows_place(findings: Collection[Finding]) -> bool:
    """Whether the list shows where a row is missing: something is out of step there."""
    return any(found.row and found.code in _SHOWS_PLACE for found in findings)


def _points_left_out(sheet: ScoreSheet, number: int) -> Figures | None:
    """Return the points of the missing row, by the running totals around it, or the totals."""
    ledger = Ledger(sheet)
    totals = sheet.totals or (None,) * sheet.table_size
    if number > len(sheet.rows):
        told = ledger.between(ledger.after(number - 1), totals, None)
    else:
        both = ledger.implied(number)
        told = tuple(
            None if gained is None else gained - (figure if is_whole(figure) else 0)
            for gained, figure in zip(both, sheet.rows[number - 1].points, strict=True)
        )
    if None in told and sheet.rows:
        told = ledger.between(ledger.sums()[-1], totals, None)
    return None if None in told else told


def _rows(
    sheet: ScoreSheet, findings: Collection[Finding], number: int, told: Figures, coming: NextGame
) -> Iterator[Row]:
    """Yield what may have been played, likeliest kind first."""
    sitting = coming.dealer if dealer_sits_out(sheet.table_size) else None
    points = tuple(None if seat == sitting else figure for seat, figure in enumerate(told, start=1))
    before = Ledger(sheet).after(number - 1)
    running: Figures | None = None
    if None not in before and any(row.cumulative for row in sheet.rows):
        running = tuple(
            old + gained if is_whole(old) and is_whole(gained) else None
            for old, gained in zip(before, told, strict=True)
        )
    row = Row(number, RowKind.NORMAL, points, coming.dealer, cumulative=running)
    if sheet.rules.scoring is Scoring.WINNERS_ONLY:
        yield from _rows_of_winners(sheet, row, coming.forced_soloist)
        return
    compulsory = replace(row, kind=RowKind.COMPULSORY_SOLO, forced=coming.is_forced)
    pattern = pattern_of(points)
    if pattern.shape is Shape.ALONE:
        for kind in sheet.rules.kinds:  # a wedding cannot be told from a normal game
            if kind.alone:
                written = compulsory if kind.fulfils else replace(row, kind=kind.name)
                yield replace(written, soloist=pattern.alone)
    if pattern.shape is Shape.ZERO:
        for seat in seats_lacking_their_solo(findings):
            yield replace(compulsory, soloist=seat)
    if pattern.shape in (Shape.TEAM, Shape.ZERO):
        yield row


def _rows_of_winners(sheet: ScoreSheet, row: Row, forced_soloist: int | None) -> Iterator[Row]:
    """Yield the kinds of games with such points, where only winners score."""
    odd, rules, size = odd_one_out(row.points), sheet.rules, sheet.table_size
    nothing = [seat for seat, figure in enumerate(row.points, start=1) if figure == 0]
    for kind in rules.kinds:
        left = {rules.players(size) - sum(side) for side in rules.sides(kind.name, size)}
        if kind.alone == (odd is not None):
            for no_side in chain.from_iterable(combinations(nothing, each) for each in left):
                played = replace(row, kind=kind.name, soloist=odd, no_side=no_side)
                if kind.announced and odd == forced_soloist:
                    yield replace(played, forced=True)
                yield played


@dataclass(frozen=True, slots=True)
class RowTwice:
    """A row that repeats the one before it, and the list without it.

    `only`: its dealer is the same, too, and nothing after it is changed.
    """

    number: int
    mended: ScoreSheet
    only: bool


def rows_twice(sheet: ScoreSheet, findings: Collection[Finding]) -> Iterator[RowTwice]:
    """Yield every row that may be repeated in a list with one game too many.

    Those with a finding come first: if several are possible, they are likeliest.
    """
    beyond = sheet.rules.games_beyond(sheet.table_size)
    if not 1 <= sheet.rows_too_many <= beyond + 1 or sheet.is_beyond_mending:
        return
    found = {finding.row for finding in findings}
    for number in sorted(range(2, len(sheet.rows) + 1), key=lambda row: row not in found):
        before, row = sheet.rows[number - 2 : number]
        # Dealer, number and running totals may have been counted on.
        if replace(row, no=before.no, dealer=before.dealer, cumulative=before.cumulative) == before:
            rest = _with_rows(sheet, (*sheet.rows[: number - 1], *sheet.rows[number:]))
            for mended in _without_row(sheet, number):
                only = row.dealer == before.dealer and mended.rows == rest.rows
                yield RowTwice(number, mended, only)


def _without_row(sheet: ScoreSheet, number: int) -> Iterator[ScoreSheet]:
    """Yield the list without a row, in every way the writer may have continued.

    Its points were added to the running totals or not, the dealers were counted on or not.
    References to later rows (penalties, the time limit) count that row or not: as the numbers on
    paper do, or else the other way round. No change says which: whoever makes them takes the first
    of the two without an error, so this order stays.
    """
    row, before, size = sheet.rows[number - 1], sheet.rows[number - 2], sheet.table_size
    added = [-figure if is_whole(figure) else 0 for figure in row.points]
    ways = [_references_moved(sheet, number, -1), sheet]
    for way in reversed(ways) if row.no == before.no else ways:
        for figures in (way, shifted(way, number, added)) if any(added) else (way,):
            behind = figures.rows[number:]
            dealt_before = behind
            if not dealer_sits_out(size):  # else the figures show the dealer
                dealt_before = tuple(
                    each
                    if each.dealer is None
                    else replace(each, dealer=(each.dealer - 2) % size + 1)
                    for each in behind
                )
            for rows in (behind,) if behind == dealt_before else (behind, dealt_before):
                yield _with_rows(figures, (*figures.rows[: number - 1], *rows))


def _references_moved(sheet: ScoreSheet, number: int, step: int) -> ScoreSheet:
    """Return the list with all references to rows from this one on shifted by `step`."""
    limit = sheet.time_limit_after_row
    if limit is not None and limit >= number:
        limit += step
    return replace(_penalties_moved(sheet, number, step), time_limit_after_row=limit)


def _penalties_moved(sheet: ScoreSheet, number: int, step: int) -> ScoreSheet:
    penalties = tuple(
        penalty
        if penalty.row is None or penalty.row < number
        else replace(penalty, row=penalty.row + step)
        for penalty in sheet.penalties
    )
    return replace(sheet, penalties=penalties)


def _with_rows(sheet: ScoreSheet, rows: Iterable[Row]) -> ScoreSheet:
    """Return the list with these rows, numbered."""
    numbered = tuple(
        each if each.no == place else replace(each, no=place)
        for place, each in enumerate(rows, start=1)
    )
    return replace(sheet, rows=numbered)


def rows_to_reread(
    sheet: ScoreSheet, errors: Sequence[Finding]
) -> Iterator[tuple[int, ScoreSheet]]:
    """Yield each row that alone may be wrong, and the list with its points corrected.

    Nothing is yielded for errors other than in running totals or totals. The caller must check
    whether the list is then right.
    """
    if [found.code for found in errors] not in ([Code.WRONG_CUMULATIVE], [Code.WRONG_TOTAL]):
        return
    ledger = Ledger(sheet)
    for number in ledger.rows_before(errors[0].row):
        row, told = sheet.rows[number - 1], ledger.told(number)
        pairs = list(zip(row.points, told, strict=True))
        if None in told or any(new for old, new in pairs if old is None):
            continue
        meant = replace(row, points=tuple(None if old is None else new for old, new in pairs))
        if sheet.rules.scoring is not Scoring.WINNERS_ONLY:
            pattern = pattern_of(meant.points)
            if pattern.shape is Shape.UNREADABLE or kind_error(meant, pattern) is not None:
                continue
        rows = (*sheet.rows[: number - 1], meant, *sheet.rows[number:])
        yield number, replace(sheet, rows=rows)


def figures_agree(sheet: ScoreSheet) -> bool:
    """Whether the last figures below the points are consistent, though not with the points.

    They add up to 0, at a table of four are all odd or all even (TSR 7.3.3), and nothing else
    contradicts them: then it is a game that is wrong, and not all of these.
    """
    if sheet.rules.scoring is Scoring.WINNERS_ONLY or not sheet.rows:
        return False
    ledger, last = Ledger(sheet), len(sheet.rows)
    figures = sheet.totals
    if figures is None:
        last = ledger.rows_before(None).start - 1 or last
        figures = ledger.after(last)
    elif not ledger.is_blank(last) and ledger.after(last) != figures:
        return False
    if figures == ledger.sums()[last - 1]:
        return False
    own = [
        figure - sum(ledger.penalty(number, place) for number in range(1, last + 1))
        for place, figure in enumerate(figures)
        if is_whole(figure)
    ]
    is_even = sheet.table_size != FOUR_TABLE or not sheet.rules.equal_parity
    is_complete = len(own) == len(figures)
    return is_complete and sum(own) == 0 and (is_even or len({each % 2 for each in own}) == 1)
