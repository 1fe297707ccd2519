"""The tables of a round, as lists."""

from collections.abc import Iterable

from django.utils.translation import gettext

from tournament.labels.rounds import sheet_words
from tournament.lists.columns import Column, Kind, List, number_column
from tournament.lists.standings import points_column
from tournament.rounds.reads.board import BoardTable
from tournament.rounds.reads.rounds import TableState


def tables_list(tables: Iterable[tuple[TableState, BoardTable]]) -> List:
    """Return every seat of every table, with the state of the sheet and the points of the seat."""
    columns = (
        number_column("table", gettext("Table"), lambda row: row[0].number),
        Column(
            *("state", gettext("State")),
            lambda row: sheet_words(row[1].state, is_ruled=row[1].is_ruled),
        ),
        Column("code", gettext("Sheet code"), lambda row: row[0].code),
        number_column("position", gettext("Position"), lambda row: row[2].seat),
        number_column("number", gettext("No."), lambda row: row[2].number),
        Column("name", gettext("Name"), lambda row: row[2].public_list_name, Kind.NAME),
        Column("club", gettext("Club"), lambda row: row[2].club),
        points_column("points", gettext("Points"), lambda row: row[3]),
    )
    return List(columns, [(table, on, *line) for table, on in tables for line in table.lines])
