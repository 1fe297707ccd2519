"""The accuracy of the list doctor: python -m tools.benchmarks.list_doctor [LISTS].

The table of docs/list-doctor.md: for each class of slip and for what is written down besides the
points, in how many of the lists the slip shows, and in how many of those the doctor names the right
row first and has the true correction among its first three proposals.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from scoring.model import ScoreSheet
from tests.factories.slips import SLIPS, Tally, tally

LISTS = 2000


def complete(sheet: ScoreSheet) -> ScoreSheet:
    return sheet


def without_running_totals(sheet: ScoreSheet) -> ScoreSheet:
    rows = tuple(replace(row, cumulative=None) for row in sheet.rows)
    return replace(sheet, rows=rows)


def without_totals(sheet: ScoreSheet) -> ScoreSheet:
    return replace(without_running_totals(sheet), totals=None)


WRITTEN: Mapping[str, Callable[[ScoreSheet], ScoreSheet]] = {
    "points, running totals, totals": complete,
    "points and totals": without_running_totals,
    "points alone": without_totals,
}


def main(lists: int) -> None:
    for written, as_written in WRITTEN.items():
        sys.stdout.write(f"\n{written}\n| slip | shows | row | first three |\n|---|---|---|---|\n")
        for name in SLIPS:
            found = tally(name, lists, Random(name), as_written)
            sys.stdout.write(f"| {name} | {_cells(found)} |\n")
            sys.stdout.flush()


def _cells(found: Tally) -> str:
    if not found.shown:
        return "0 % | \u2013 | \u2013"
    parts = (found.row_named, found.in_first_three)
    of_shown = " | ".join(f"{100 * part / found.shown:.1f} %" for part in parts)
    return f"{100 * found.shown / found.lists:.1f} % | {of_shown}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else LISTS)
