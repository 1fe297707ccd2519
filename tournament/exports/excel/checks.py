"""The sheet that says whether formulas and program agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.exports.base import Imprint
from tournament.exports.excel.recounted_tables import Raw
from tournament.exports.excel.sheets import FIRST_ROW, Book, Formula, Page, Place, sums_where
from tournament.lists.columns import Column, Kind, List
from tournament.lists.games import GameLine, TableLine, source_words
from tournament.models import SheetKind


@dataclass(frozen=True, slots=True)
class Check:
    """What is compared, how many figures, how many differ, and the formula that counts them."""

    what: str
    compared: int
    differ: int
    formula: str


def checks_of_tables(raw: Raw, *, has_zero_sum: bool) -> list[Check]:
    """Compare every table result, and the zero sum where the rules have one."""
    tables = raw.sources.tables
    lines: Sequence[TableLine] = raw.lists["tables"].rows
    differ = sum(line.added not in (None, line.points) for line in lines)
    formula = f"={count_differences(tables, 'points', 'stored')}"
    found = [Check(gettext("Table results, from the games"), len(lines), differ, formula)]
    if has_zero_sum:
        counted = [line for line in lines if line.table.kind != SheetKind.RULING]
        penalties = raw.lists["penalties"].rows if "penalties" in raw.lists else ()
        rest = sum(line.added or 0 for line in counted) - sum(each.points for each in penalties)
        label = gettext("All points together are 0 (without penalties)")
        ruled = (tables.column("source"), f'"<>{source_words(SheetKind.RULING)}"')
        booked = raw.sources.penalties
        less = f"-SUM({booked.column('points')})" if booked else ""
        formula = f"=ABS({sums_where(tables.column('added'), ruled)}{less})"
        found.append(Check(label, len(counted), abs(rest), formula))
    if has_zero_sum and raw.sources.games:
        # Two slips at one table may cancel each other out in its result.
        games: Sequence[GameLine] = [each for each in raw.lists["games"].rows if each.is_last]
        differ = sum(each.sum_of_game != 0 for each in games)
        formula = f"=SUMPRODUCT(--({raw.sources.games.column('added')}<>0))"
        found.append(Check(gettext("Every game adds up to 0"), len(games), differ, formula))
    return found


def write_checks(book: Book, head: Imprint, checks: Sequence[Check]) -> None:
    """Append the sheet: the verdict over everything, then each comparison with its own."""
    agrees, differs = gettext("agrees"), gettext("differs")
    every = Check(
        gettext("Everything together"),
        sum(each.compared for each in checks),
        sum(each.differ for each in checks),
        "",
    )
    columns = (
        Column("what", gettext("What is counted again"), lambda each: each.what),
        Column("compared", gettext("Figures"), lambda each: each.compared, Kind.NUMBER),
        Column("differ", gettext("Different"), lambda each: each.differ, Kind.NUMBER),
        Column("verdict", gettext("Result"), lambda each: differs if each.differ else agrees),
    )
    listed = List(columns, (every, *checks))
    place = book.place(head.title, listed)

    def differ(_row: int, check: Check) -> str:
        return check.formula or f"=SUM({place.span('differ', FIRST_ROW + 1)})"

    verdict = f'=IF({place.cell("differ")}=0,"{agrees}","{differs}")'
    formulas: Mapping[str, Formula] = {"differ": differ, "verdict": verdict}
    notes = [
        gettext(
            "Table results are added up from the sheet of the games, totals from these, ranks from "
            "the totals. Change a figure there, and what no longer agrees turns red here."
        ),
        gettext("Columns that are folded at the right of a list (+) hold what is compared."),
    ]
    page = Page(head, listed, formulas, notes=notes, verdicts="verdict", agrees=agrees)
    book.write(place, page)


def count_differences(place: Place, one: str, other: str) -> str:
    """Return the formula that counts the rows in which two columns differ."""
    return f"SUMPRODUCT(--({place.column(one)}<>{place.column(other)}))"
