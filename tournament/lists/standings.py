"""The standings and the result of a round as lists."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext

from tournament.labels.points import NONE_YET
from tournament.lists.columns import Column, Kind, List, Value, marked
from tournament.selectors.corrections import Cell
from tournament.selectors.standings import (
    RoundResult,
    RoundResultRow,
    StandingRow,
    StandingsReport,
)

Marks = Mapping[Cell, str]


def standings_list(report: StandingsReport, marks: Marks) -> List:
    """The standings with a column for each round; `marks` are those of the footnotes."""

    def rank(row: StandingRow) -> Value:
        return None if report.nothing_played else row.rank

    columns = (
        Column("rank", gettext("Rank"), rank, Kind.NUMBER, "rank", NONE_YET),
        _small("number", gettext("No."), lambda row: row.number),
        Column("name", gettext("Name"), lambda row: row.list_name, Kind.NAME, "name"),
        Column("club", gettext("Club"), lambda row: row.club, classes="club minor"),
        Column("tags", gettext("Categories"), lambda row: ", ".join(row.tags)),
        *(_round_column(number, marks) for number in range(1, report.rounds + 1)),
        _points("adjustment", gettext("Deduction"), lambda row: row.adjustment or None),
        _points("total", gettext("Total"), lambda row: row.total, "total main"),
        Column("note", gettext("Note"), lambda row: row.note),
    )
    return List(columns, report.rows, _idle(columns, report.rows, "adjustment", "note"))


def result_list(result: RoundResult, marks: Marks) -> List:
    """The result of one round."""

    def rank(row: RoundResultRow) -> Value:
        return None if row.points is None else row.rank

    def points(row: RoundResultRow) -> Value:
        return marked(row.points, marks.get((row.seat.entry_id, result.round.number), ""))

    columns = (
        Column("rank", gettext("Rank"), rank, Kind.NUMBER, "rank", NONE_YET),
        _small("number", gettext("No."), lambda row: row.seat.number),
        Column("name", gettext("Name"), lambda row: row.seat.list_name, Kind.NAME, "name"),
        Column("club", gettext("Club"), lambda row: row.seat.club, classes="club minor"),
        _small("table", gettext("Table"), lambda row: row.seat.table),
        _small("position", gettext("Position"), lambda row: row.seat.seat),
        _points("result", gettext("Points"), points, "result main", NONE_YET),
        _points("total", gettext("Total"), lambda row: row.total),
        Column("note", gettext("Note"), lambda row: row.note),
    )
    return List(columns, result.rows, _idle(columns, result.rows, "note"))


def _small(key: str, heading: str, value: Callable[[Any], Value]) -> Column:
    """A number that a phone leaves out."""
    return Column(key, heading, value, Kind.NUMBER, f"number minor {key}")


def _round_column(number: int, marks: Marks) -> Column:
    def points(row: StandingRow) -> Value:
        return marked(row.rounds[number - 1], marks.get((row.entry_id, number), ""))

    heading = gettext("R%(number)s") % {"number": number}
    return _points(f"r{number}", heading, points, "round", NONE_YET)


def _points(
    key: str, heading: str, value: Callable[[Any], Value], more: str = "", missing: str = ""
) -> Column:
    return Column(key, heading, value, Kind.POINTS, f"points {more or key}", missing)


def _idle(columns: tuple[Column, ...], rows: tuple[object, ...], *keys: str) -> frozenset[str]:
    """Those of the columns that would be empty from top to bottom."""
    asked = (column for column in columns if column.key in keys)
    return frozenset(each.key for each in asked if not any(map(each.value, rows)))
