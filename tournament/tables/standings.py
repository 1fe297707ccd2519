"""The standings and the result of one round as sortable lists.

Their rows have templates of their own: with hundreds of players and a column per round, rendering
cell by cell through the library takes longer than everything else together.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.labels.names import name_key
from tournament.selectors.corrections import Cell, marked_figures
from tournament.selectors.standings import (
    RoundResult,
    RoundResultRow,
    StandingRow,
    StandingsReport,
)

NO_RESULT = -(10**6)
"""Where a missing result is sorted: below every result."""

_RANK = {"th": {"class": "rank"}}
_POINTS = {"th": {"class": "points"}}
# On a phone: left out or told below the name; always in sight.
_MINOR = {"th": {"class": "minor"}}
_MINOR_NUMBER = {"th": {"class": "number minor"}}
_MAIN_POINTS = {"th": {"class": "points main"}}


class PointsColumn(tables.Column):  # type: ignore[misc]
    """Points; the best first when its heading is pressed."""

    def __init__(self, verbose_name: str | Promise, **kwargs: Any) -> None:
        options = {"attrs": _POINTS, "initial_sort_descending": True}
        super().__init__(verbose_name, **(options | kwargs))


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the standings with its keys for sorting; `place` keeps the order of the ranking.

    `figures` are the points of each round, and the marks of the footnotes about them.
    """

    place: int
    row: StandingRow
    name: str
    rounds: tuple[int, ...]
    figures: list[tuple[int | None, str]]


class StandingsTable(tables.Table):  # type: ignore[misc]
    """The standings, one column per round."""

    rank = tables.Column(_("Rank"), "row__rank", order_by="place", attrs=_RANK)
    number = tables.Column(_("No."), "row__number", attrs=_MINOR_NUMBER)
    name = tables.Column(_("Name"), "row__list_name", order_by="name")
    club = tables.Column(_("Club"), "row__club", attrs=_MINOR)
    adjustment = PointsColumn(
        _("Deduction"), accessor="row__adjustment", initial_sort_descending=False
    )
    total = PointsColumn(
        _("Total"), accessor="row__total", order_by=("row__total", "-place"), attrs=_MAIN_POINTS
    )
    note = tables.Column(_("Note"), "row__note", orderable=False)

    class Meta:
        template_name = "direction/standings_rows.html"
        empty_text = _("The standings will be here as soon as seats are drawn and sheets are in.")
        order_by = "rank"
        attrs = {"class": "standings"}

    def __init__(self, report: StandingsReport, marks: Mapping[Cell, str], **kwargs: Any) -> None:
        rounds = [(f"r{number}", _round_column(number)) for number in range(1, report.rounds + 1)]
        super().__init__(
            list(_lines(report.rows, marks)),
            extra_columns=rounds,
            sequence=("rank", "number", "name", "club", *dict(rounds), "..."),
            exclude=_idle_columns(report),
            **kwargs,
        )
        self.shows_deductions = "adjustment" not in self.exclude
        self.shows_notes = "note" not in self.exclude
        self.nothing_played = report.nothing_played
        self.caption = _("Standings")


class RoundResultTable(tables.Table):  # type: ignore[misc]
    """The result of one round."""

    rank = tables.Column(_("Rank"), "row__rank", order_by="place", attrs=_RANK)
    table = tables.Column(_("Table"), "row__seat__table", attrs=_MINOR_NUMBER)
    seat = tables.Column(_("Position"), "row__seat__seat", attrs=_MINOR_NUMBER)
    number = tables.Column(_("No."), "row__seat__number", attrs=_MINOR_NUMBER)
    name = tables.Column(_("Name"), "row__seat__list_name", order_by="name")
    club = tables.Column(_("Club"), "row__seat__club", attrs=_MINOR)
    points = PointsColumn(
        _("Points"), accessor="row__points", order_by="points", attrs=_MAIN_POINTS
    )
    total = PointsColumn(_("Total"), accessor="row__total")
    note = tables.Column(_("Note"), "row__note", orderable=False)

    class Meta:
        template_name = "direction/round_result_rows.html"
        order_by = "rank"
        attrs = {"class": "standings"}

    def __init__(self, result: RoundResult, marks: Mapping[Cell, str], **kwargs: Any) -> None:
        exclude = () if any(row.note for row in result.rows) else ("note",)
        super().__init__(list(_result_lines(result, marks)), exclude=exclude, **kwargs)
        self.shows_notes = not exclude
        self.caption = _("Result of the round")


@dataclass(frozen=True, slots=True)
class _ResultLine:
    place: int
    row: RoundResultRow
    name: str
    points: int
    mark: str


def _lines(rows: Iterable[StandingRow], marks: Mapping[Cell, str]) -> Iterable[_Line]:
    for place, row in enumerate(rows):
        rounds = tuple(NO_RESULT if points is None else points for points in row.rounds)
        yield _Line(place, row, name_key(row.list_name), rounds, marked_figures(row, marks))


def _result_lines(result: RoundResult, marks: Mapping[Cell, str]) -> Iterable[_ResultLine]:
    for place, row in enumerate(result.rows):
        points = NO_RESULT if row.points is None else row.points
        mark = marks.get((row.seat.entry_id, result.round.number), "")
        yield _ResultLine(place, row, name_key(row.seat.list_name), points, mark)


def _round_column(number: int) -> PointsColumn:
    heading = _("R%(number)s") % {"number": number}
    index = number - 1
    return PointsColumn(
        heading, accessor=f"row__rounds__{index}", order_by=(f"rounds__{index}", "-place")
    )


def _idle_columns(report: StandingsReport) -> tuple[str, ...]:
    """Columns that would be empty from top to bottom."""
    idle = [
        ("adjustment", any(row.adjustment for row in report.rows)),
        ("note", any(row.note for row in report.rows)),
    ]
    return tuple(name for name, is_used in idle if not is_used)
