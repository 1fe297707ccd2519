"""Columns, and a list: its columns with its rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any, Self

from django.utils.translation import gettext

from tournament.labels.filling import short_day
from tournament.labels.people import affiliation_name
from tournament.labels.points import average_words, euros, match_points_words, signed


class Kind(Enum):
    """What a column holds."""

    TEXT = "text"
    NAME = "name"
    NUMBER = "number"
    POINTS = "points"
    AVERAGE = "average"
    AMOUNT = "amount"  # of money, in cents
    DATE = "date"
    """A day as spreadsheets count them, from DAY_0; for workbooks only."""
    MOVE = "move"
    """The number of places risen, or fallen below 0; for pages only."""
    CURVE = "curve"
    """A drawing, as SVG; for pages only."""


@dataclass(frozen=True, slots=True)
class Marked:
    """Points with footnote marks, or struck out; still a number."""

    points: int
    mark: str = ""
    struck: bool = False


Value = str | int | float | Marked | None
DAY_0 = date(1899, 12, 30)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a list.

    key: its name in addresses and in CSV. value: its content for a row; None if empty, shown as
    `missing` on page and paper. classes: of its cells and its heading in HTML. spoken: the heading
    for screen readers, where the visible one is a symbol. html: what a page shows for a row where
    that is more than the value; its text is escaped. order: the sort key of a page where that is
    not the value; None comes first. sorts: whether a page offers sorting by it.
    """

    key: str
    heading: str
    value: Callable[[Any], Value]
    kind: Kind = Kind.TEXT
    classes: str = ""
    missing: str = ""
    spoken: str = ""
    html: Callable[[Any], str] | None = None
    order: Callable[[Any], Any] | None = None
    sorts: bool = True

    @property
    def is_text(self) -> bool:
        """Whether it holds texts, which are left-aligned."""
        return self.kind in (Kind.TEXT, Kind.NAME)

    @property
    def is_name(self) -> bool:
        """Whether it names what a row is about."""
        return self.kind is Kind.NAME or self.classes == "name"

    @property
    def is_main(self) -> bool:
        """Whether it is the main result of the list."""
        return "main" in self.classes.split()


def number_column(
    key: str, heading: str, value: Callable[[Any], Value], missing: str = "", **more: Any
) -> Column:
    """Return a column of right-aligned numbers; `more` as `Column` takes it."""
    return Column(key, heading, value, Kind.NUMBER, "number", missing, **more)


def affiliation_column(
    value: Callable[[Any], Value], *, shows_teams: bool, classes: str = "club minor"
) -> Column:
    """Return the column of people's clubs or, in a list that shows them, of their teams."""
    key, heading = "team" if shows_teams else "club", affiliation_name(shows_teams=shows_teams)
    return Column(key, heading, value, classes=classes)


def amount_column(key: str, heading: str, value: Callable[[Any], Value], **more: Any) -> Column:
    """Return a column of amounts of money, in cents."""
    return Column(key, heading, value, Kind.AMOUNT, "points", **more)


def day_column(key: str, day: Callable[[Any], date | None]) -> Column:
    """Return a column of days, sorted by day."""
    return Column(key, gettext("Date"), lambda row: short_day(day(row)), missing="–", order=day)


@dataclass(frozen=True, slots=True)
class List:
    """A list, best first.

    `idle` are columns that are empty in every row: only files have them. `entry_of` returns the
    entry (of a series: the person) a row is about, None where rows are about groups.
    """

    columns: tuple[Column, ...]
    rows: Sequence[Any]
    idle: frozenset[str] = frozenset()
    entry_of: Callable[[Any], int] | None = None

    def without(self, *keys: str) -> Self:
        """Return the list without some columns and without idle ones."""
        left_out = self.idle.union(keys)
        kept = tuple(column for column in self.columns if column.key not in left_out)
        return type(self)(kept, self.rows, entry_of=self.entry_of)

    def only(self, *keys: str) -> Self:
        """Return the list with these columns only."""
        return self.without(*(each.key for each in self.columns if each.key not in keys))

    def by_key(self) -> list[dict[str, Value]]:
        """Return each row's values by column key."""
        return [{column.key: column.value(row) for column in self.columns} for row in self.rows]


def figure_of(value: Value) -> str | int | float | None:
    """Return the value of a cell, without its mark."""
    return value.points if isinstance(value, Marked) else value


def text_of(column: Column, value: Value) -> str:
    """Return the text of a cell, with its mark."""
    if value is None:
        return column.missing
    if column.kind is Kind.AVERAGE:
        return average_words(float(figure_of(value) or 0))
    if column.kind is Kind.AMOUNT:
        return euros(int(figure_of(value) or 0))
    if column.kind is Kind.NUMBER and isinstance(value, int | float):
        return match_points_words(value)
    if column.kind is not Kind.POINTS:
        return str(value)
    mark = value.mark if isinstance(value, Marked) else ""
    return signed(int(figure_of(value) or 0)) + mark


def marked(points: int | None, mark: str) -> Value:
    """Return points with their mark, if there is one."""
    return Marked(points, mark) if mark and points is not None else points
