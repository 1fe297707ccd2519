"""A list as a table of a paper that is laid out: the same columns as on page, screen and file."""

from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from tournament.exports.pdf.drawing import Weight, width
from tournament.lists.columns import Column, Kind, List, Marked, Value, text_of

LETTERS, HEADING = 10.5, 8.5  # font sizes in points of templates/pdf/kept.css
ROOM, WIDE_ROOM = 178.0, 273.0  # of a page in millimetres, upright and lying
NAMES = 52.0  # least room for a name
PADDING = 3.0  # both sides of a column of figures
TEXTS = 34.0  # widest column of other texts


@dataclass(frozen=True, slots=True)
class PaperCell:
    """A cell: its text, what stands below it in small letters, and how it looks."""

    text: str
    classes: str
    below: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table: headings, rows of cells, and the width of each column in mm, 0 for the rest.

    name: its class in the paper, by which its columns get their widths.
    """

    name: str
    headings: tuple[PaperCell, ...]
    rows: tuple[tuple[PaperCell, ...], ...]
    widths: tuple[float, ...]

    @property
    def style(self) -> SafeString:
        """The widths as rules of a stylesheet: figures and our own names alone."""
        rules = (
            f".{self.name} .c{at} {{ width: {wide}mm; }}"
            for at, wide in enumerate(self.widths, start=1)
            if wide
        )
        return mark_safe("\n".join(rules))  # noqa: S308

    @property
    def is_wide(self) -> bool:
        """Whether its figures leave names too little room on an upright page."""
        return ROOM - sum(self.widths) < NAMES * self.widths.count(0)


def table_of(name: str, listed: List, *left_out: str) -> PaperTable:
    """Return a list as a table: minor texts stand below the name, every figure in its column."""
    listed = listed.without(*left_out)
    named = next((each for each in listed.columns if each.kind is Kind.NAME), None)
    values = listed.by_key()
    below = _below_names(listed, values) if named else []
    columns = [each for each in listed.columns if each not in below and each.key != "note"]
    rows = []
    for row in values:
        notes = f" ({row['note']})" if row.get("note") else ""
        small = " · ".join(filter(None, (text_of(each, row[each.key]) for each in below)))
        cells = []
        for each in columns:
            value, look = row[each.key], _classes(each)
            if each is named:
                cells.append(PaperCell(f"{value}{notes}", "name", small))
            elif isinstance(value, Marked):
                look += " struck" if value.struck else ""
                cells.append(PaperCell(text_of(each, value.points), look, mark=value.mark))
            else:
                cells.append(PaperCell(text_of(each, value), look))
        rows.append(tuple(cells))
    headings = tuple(PaperCell(each.heading, _classes(each)) for each in columns)
    # What each column needs; names, or else long texts, share what is left.
    widths = []
    for column in columns:
        wanted = _widest(column, values) + PADDING
        shares = column.kind is Kind.NAME or (not named and column.is_text and wanted > TEXTS)
        wide = min(wanted, TEXTS) if column.is_text else wanted
        widths.append(0 if shares else round(wide, 1))
    return PaperTable(name, headings, tuple(rows), tuple(widths))


def _below_names(listed: List, rows: list[dict[str, Value]]) -> list[Column]:
    """Return the minor texts for which there is no room beside the names."""
    minor = [
        each
        for each in listed.columns
        if each.kind is Kind.TEXT and "minor" in each.classes.split()
    ]
    room = ROOM - NAMES
    for column in listed.columns:
        if column.kind is not Kind.NAME and column.key != "note":
            room -= PADDING + _widest(column, rows)
    is_short = all(_widest(each, rows) <= TEXTS - PADDING for each in minor)
    return [] if room >= 0 and is_short else minor


def _widest(column: Column, rows: list[dict[str, Value]]) -> float:
    weight = Weight.BOLD if "strong" in _classes(column) else Weight.REGULAR
    texts = {text_of(column, row[column.key]) for row in rows}
    needed = max((width(text, LETTERS, weight) for text in texts), default=0.0)
    return max(needed, width(column.heading, HEADING, Weight.SEMIBOLD))


def _classes(column: Column) -> str:
    if column.kind is Kind.NAME:
        return "name"
    strong = " strong" if column.is_main or column.key == "rank" else ""
    return f"{'text' if column.is_text else 'figure'}{strong}"
