"""The workbook of a tournament, which recounts itself by formulas.

Games give table results, these give rounds, standings and rankings; the sheet "Nachrechnen" says
whether they agree with the program.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext

from tournament.exports.base import XLSX, Document, Imprint, document, plain_imprint
from tournament.exports.excel import recounted
from tournament.exports.excel.book import Book
from tournament.exports.excel.contents import Contents
from tournament.exports.excel.page import FIRST_ROW, Formula, Page, Place, count_where, sums_where
from tournament.exports.excel.recounted import Raw, Sources
from tournament.lists.columns import Column, Kind, List
from tournament.lists.games import GameLine, TableLine, source_words
from tournament.models import SheetKind, Tournament
from tournament.sheets.reads.table_totals import listed_tables
from tournament.standings.reads.rankings import GroupReport
from tournament.standings.reads.standings import RoundResultRow, StandingsReport
from tournament.standings.rules.rankings import GroupKind, RankedGroup


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


def place_checks(book: Book, head: Imprint, checks: Sequence[Check]) -> tuple[Place, Page]:
    """Return the sheet: the verdict over everything, then each comparison with its own."""
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
        gettext("What is said below the lists is as of when the file was made."),
    ]
    page = Page(head, listed, formulas, notes=notes, verdicts="verdict", agrees=agrees)
    return place, page


def count_differences(place: Place, one: str, other: str) -> str:
    """Return the formula that counts the rows in which two columns differ."""
    return f"SUMPRODUCT(--({place.column(one)}<>{place.column(other)}))"


def workbook(
    tournament: Tournament, after: int | None = None, *, with_payments: bool = False
) -> Document:
    """Return all up to round `after`, by default the last, in a file. Refused: `unknown_round`."""
    contents = Contents(tournament, after)
    writer = _Writer(contents)
    if contents.rounds:
        writer.add(*contents.overview())
    writer.add_compared(*contents.players())
    if contents.rounds:
        writer.add_compared(*contents.seat_list())
        tables, report = listed_tables(tournament, contents.seats), contents.report
        raw = recounted.lay_out(writer.book, tables, contents.deducted, report)
        name, page = contents.standings()
        place, page = writer.ranked(name, page, report, raw.sources)
        for source, listed in recounted.pages(tournament, raw, place, contents.now):
            writer.sheets.append((source, listed))
            writer.check_rows(source, listed)
        writer.checks += checks_of_tables(raw, has_zero_sum=report.control_sum is not None)
        writer.add_lists(raw.sources)
    for name, listed in contents.money(with_payments=with_payments):
        writer.add(name, listed)
    if contents.rounds:
        # Checks everything, including the standings.
        writer.check(place, page)
        head = plain_imprint(tournament, gettext("Recount"), now=contents.now)
        writer.sheets.append(place_checks(writer.book, head, writer.checks))
        writer.sheets.append((place, page))
    return document(tournament, gettext("Results"), XLSX, writer.book.written(writer.sheets))


class _Writer:
    """Adds the formulas to the lists, and collects the sheets and what is compared."""

    def __init__(self, contents: Contents) -> None:
        from tournament.exports.excel.formula_book import FormulaBook

        self.contents, self.book = contents, FormulaBook()
        self.checks: list[Check] = []
        self.sheets: list[tuple[Place, Page]] = []

    def add(self, name: str, page: Page) -> None:
        """Append a list that needs no formulas."""
        self.sheets.append((self.book.place(name, page.listed), page))

    def add_compared(self, name: str, page: Page) -> None:
        """Append a list of which every row is compared with what the program wrote."""
        listed = recounted.add_rows_as_written(page.listed)
        place = self.book.place(name, listed)
        formulas = recounted.row_as_it_stands(place, listed)
        page = replace(page, listed=listed, formulas=formulas, hidden=recounted.AS_WRITTEN)
        self.sheets.append((place, page))
        self.check_rows(place, page)

    def check_rows(self, place: Place, page: Page) -> None:
        """Register the rows of a sheet for comparison."""
        words = gettext("%(list)s: every row as in the program") % {"list": place.sheet}
        formula = f"={count_differences(place, 'row_now', 'row_written')}"
        self.checks.append(Check(words, len(page.listed.rows), 0, formula))

    def add_checked(self, place: Place, page: Page) -> None:
        """Append a list whose totals and ranks are compared."""
        self.check(place, page)
        self.sheets.append((place, page))

    def check(self, place: Place, page: Page) -> None:
        """Register the totals and ranks of a sheet for comparison."""
        totals = count_differences(place, "total", "stored_total")
        formula = f"={totals}+{count_differences(place, 'rank', 'stored_rank')}"
        words = gettext("%(list)s: totals and ranks") % {"list": place.sheet}
        self.checks.append(Check(words, 2 * len(page.listed.rows), 0, formula))

    def ranked(
        self, name: str, page: Page, report: StandingsReport, sources: Sources
    ) -> tuple[Place, Page]:
        """Place standings, of all or of a category, and return them with their formulas."""
        rounds, tables = report.rounds, sources.tables
        by = list(recounted.deciding_columns(report.chain, rounds, tables, report.results))
        listed, hidden = recounted.add_columns(page.listed, [each.column for each in by])
        place = self.book.place(name, listed)
        own = tables.column("number"), place.cell("number")
        games = sums_where(tables.column("games"), own)
        formulas = {
            **recounted.points_and_deductions(sources, place, rounds),
            "games": f"={games}",
            "played": f"={sums_where(tables.column('points'), own)}",
            **recounted.places(place, rounds, by),
        }
        played = f"COUNT({recounted.span_of_rounds(place, rounds)})"
        for key, count in (("per_round", played), ("per_game", place.cell("games"))):
            # To two places, half away from zero as the program does: a half is exact in hundredths.
            formulas[key] = f"=ROUND(100*{place.cell('total')}/{count},0)/100"
        return place, replace(page, listed=listed, formulas=formulas, hidden=hidden)

    def add_lists(self, sources: Sources) -> None:
        """Add the result of every round, categories, who counts for which group, rankings."""
        report = self.contents.report
        missed = {row.number: row.missed for row in report.rows}
        with_missed = partial(_with_missed, missed, report.counting.missed_round or 0)
        for round, (name, page) in self.contents.results():
            listed, hidden = recounted.add_columns(page.listed, has_ranked=False)
            place, tables = self.book.place(name, listed), sources.tables
            own = tables.column("number"), place.cell("number")
            until = tables.column("round"), f'"<={round.number}"'
            points = sums_where(tables.column(sources.counted), own, until)
            deducted = recounted.deductions(sources, place, round.number).replace("=", "+", 1)
            better = count_where((place.span("result"), recounted.above(place.cell("result"))))
            formulas: dict[str, Formula] = {
                "result": recounted.points_of_round(sources, place, round.number),
                "played": recounted.points_of_round(sources, place, round.number, "points"),
                "total": partial(with_missed, round.number, f"={points}{deducted}"),
                "rank": f"=1+{better}",
            }
            self.add_checked(place, replace(page, listed=listed, formulas=formulas, hidden=hidden))
        for of_category, (name, page) in self.contents.categories():
            self.add_checked(*self.ranked(name, page, of_category, sources))
        if self.contents.rankings:
            self._add_rankings(sources)

    def _add_rankings(self, sources: Sources) -> None:
        """Add who counts for which group, then every ranking, from the points there."""
        rounds = self.contents.report.rounds
        name, page = self.contents.members()
        numbers = {(line.report.kind, line.name): line.group for line in page.listed.rows}
        members = self.book.place(name, page.listed)
        formulas = recounted.points_and_deductions(sources, members, rounds)
        formulas["total"] = recounted.total(members, rounds)
        formulas["played"] = partial(recounted.points_played, sources, members)
        self.sheets.append((members, replace(page, formulas=formulas)))
        for report in self.contents.rankings:
            number = partial(_number_of_group, numbers, report)
            column = Column("group", gettext("Group no."), number, Kind.NUMBER)
            by = list(recounted.deciding_columns(report.chain, rounds))
            name, page = self.contents.ranking(report)
            more = [column, *(each.column for each in by)]
            listed, hidden = recounted.add_columns(page.listed, more)
            place = self.book.place(name, listed)
            same = members.column("group"), place.cell("group")
            keys = [f"r{number}" for number in range(1, rounds + 1)] + ["adjustment", "played"]
            formulas = {
                key: f"={sums_where(members.column(key), same)}"
                for key in keys
                if key in members.letters
            }
            formulas |= recounted.places(place, rounds, by)
            self.add_checked(place, replace(page, listed=listed, formulas=formulas, hidden=hidden))


def _with_missed(
    missed: Mapping[int, Sequence[int]],
    points: int,
    last: int,
    total: str,
    _row: int,
    row: RoundResultRow,
) -> str:
    """Add to the formula of a total what rounds not played count until this round."""
    count = sum(number <= last for number in missed.get(row.seat.number, ()))
    return f"{total}{points * count}" if points * count else total


def _number_of_group(
    numbers: Mapping[tuple[GroupKind, str], int], report: GroupReport, group: RankedGroup
) -> int:
    return numbers[report.kind, group.name]
