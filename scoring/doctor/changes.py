"""The cells in which two lists differ."""

from collections.abc import Callable, Iterator

from scoring.doctor.model import Change, Content, Field, Repair
from scoring.model import Figures, Row, ScoreSheet

_WORDS: tuple[tuple[Field, Callable[[Row], Content]], ...] = (
    # The fields of a row besides its figures.
    (Field.KIND, lambda row: row.kind.value),
    (Field.SOLOIST, lambda row: row.soloist),
    (Field.DEALER, lambda row: row.dealer),
    (Field.FORCED, lambda row: row.forced),
)


def changes(sheet: ScoreSheet, repair: Repair) -> tuple[Change, ...]:
    """Return every cell in which the mended list differs, a whole row first, then by row."""
    written, mended = list(sheet.rows), list(repair.mended.rows)
    found: list[Change] = []
    if repair.inserted is not None:
        row = mended.pop(repair.inserted - 1)
        found.append(Change(repair.inserted, Field.INSERT_ROW, None, None, row))
    if repair.deleted is not None:
        row = written.pop(repair.deleted - 1)
        found.append(Change(repair.deleted, Field.DELETE_ROW, None, row, None))
    for place, (before, after) in enumerate(zip(written, mended, strict=True), start=1):
        moved = repair.inserted is not None and place >= repair.inserted
        found += _changes_in_row(place + moved, before, after)
    return (*found, *_figures(None, Field.CUMULATIVE, sheet.totals, repair.mended.totals))


def _changes_in_row(number: int, before: Row, after: Row) -> Iterator[Change]:
    yield from _figures(number, Field.POINTS, before.points, after.points)
    for field, content in _WORDS:
        if content(before) != content(after):
            yield Change(number, field, None, content(before), content(after))
    yield from _figures(number, Field.CUMULATIVE, before.cumulative, after.cumulative)


def _figures(
    number: int | None, field: Field, before: Figures | None, after: Figures | None
) -> Iterator[Change]:
    for seat, (old, new) in enumerate(zip(before or (), after or (), strict=True), start=1):
        if differ(old, new):
            yield Change(number, field, seat, old, new)


def differ(old: Content, new: Content) -> bool:
    """Whether two figures, or rows of them, are written differently: 2.0 is no 2, true no 1."""
    return repr(old) != repr(new)
