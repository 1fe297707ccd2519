"""Lists as CSV that a German Excel opens correctly."""

import csv
import io
from collections.abc import Mapping, Sequence

from django.utils.formats import number_format

from tournament.lists.rankings import ranking_list
from tournament.lists.standings import standings_list
from tournament.standings.reads.rankings import GroupReport
from tournament.standings.reads.standings import StandingsReport

# Spreadsheets take a text that starts with one of these for a formula.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def as_csv(headings: Sequence[str], rows: Sequence[Mapping[str, object]]) -> str:
    """Return CSV with semicolons and a byte order mark; None becomes an empty cell.

    Text that Excel would calculate gets an apostrophe, averages the decimal sign of the language.
    """
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, headings, delimiter=";", restval="")
    writer.writeheader()
    for row in rows:
        cells = dict(row)
        for key, value in row.items():
            if isinstance(value, float):
                cells[key] = number_format(value, decimal_pos=2)
            elif isinstance(value, str) and value.startswith(FORMULA_SIGNS):
                cells[key] = f"'{value}"  # unlike a workbook, CSV cannot mark a cell as text
        writer.writerow(cells)
    return "\N{BYTE ORDER MARK}" + buffer.getvalue()


def standings_csv(report: StandingsReport, *, more: bool = False) -> str:
    """Return the standings by the keys of formats.md, section 5, with names as spoken.

    `more` adds averages and what decided a tie.
    """
    listed = standings_list(report, {}, more=more)
    beside = {"tags"} if more else {"tags", "decided"}
    keys = [column.key for column in listed.columns if column.key not in beside]
    rows = zip(report.rows, listed.by_key(), strict=True)
    named = ({**row, "name": each.name, "adjustment": each.adjustment} for each, row in rows)
    return as_csv(keys, [{key: row[key] for key in keys} for row in named])


def ranking_csv(report: GroupReport) -> str:
    """Return a ranking of groups."""
    listed = ranking_list(report)
    return as_csv([column.key for column in listed.columns], listed.by_key())
