"""The workbook of a tournament, which recounts itself by formulas.

Games give table results, these give rounds, standings and rankings; the sheet "Nachrechnen" says
whether they agree with the program.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import XLSX, Document, Imprint, document, imprint
from tournament.exports.excel import recounted
from tournament.exports.excel.recounted import Raw, Sources
from tournament.exports.excel.sheets import (
    FIRST_ROW,
    Book,
    Formula,
    Page,
    Place,
    count_where,
    sums_where,
)
from tournament.exports.paper import Asked, Link, Paper
from tournament.labels.standings import ranking_title, standings_title, tie_break_sentence
from tournament.lists.columns import Column, Kind, List
from tournament.lists.games import GameLine, TableLine, payments_list, source_words
from tournament.lists.money import prizes_caution, prizes_list
from tournament.lists.notes import (
    final_notes,
    lot_note,
    ranking_footnotes,
    round_footnotes,
    round_title,
    standings_footnotes,
    status_of,
)
from tournament.lists.people import players_list, seats_list
from tournament.lists.standings import members_list, ranking_list, result_list, standings_list
from tournament.models import SheetKind, Tournament
from tournament.money.reads import payments_of
from tournament.people.reads.players import player_list
from tournament.permissions import may_export, may_run_money
from tournament.prizes.reads import prize_list, prizes_of
from tournament.referee.reads import deductions_until
from tournament.rounds.reads.rounds import rounds_of, seats_of
from tournament.shared.reads.kept import heads, keep
from tournament.sheets.reads.table_totals import listed_tables
from tournament.standings.reads.rankings import GroupReport, group_rankings
from tournament.standings.reads.standings import (
    StandingsReport,
    category_of,
    corrections_of,
    round_result,
    standings_after,
)
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


def workbook(
    tournament: Tournament,
    after: int | None = None,
    now: datetime | None = None,
    *,
    with_payments: bool = False,
) -> Document:
    """Return all up to round `after`, by default the last, in a file. Refused: `unknown_round`."""
    report, now = standings_after(tournament, after), now or timezone.now()
    writer = _Writer(tournament, report, now)
    writer.write(gettext("Players"), players_list(player_list(tournament)))
    if writer.rounds:
        writer.write(gettext("Seat list"), seats_list(writer.seats))
        tables = listed_tables(tournament, writer.seats)
        is_end = report.frozen_at is not None
        deducted = deductions_until(tournament, report.rounds, is_end=is_end)
        related = list(deducted.select_related("entry__person", "round"))
        raw = recounted.lay_out(writer.book, tables, related, report)
        name = gettext("Final standings") if report.final else gettext("Standings")
        place, page = writer.standings(name, report, raw.sources)
        recounted.write_raw(writer.book, tournament, raw, place, now)
        writer.checks += checks_of_tables(raw, has_zero_sum=report.control_sum is not None)
        writer.write_lists(raw.sources)
    payments = list(payments_of(tournament)) if with_payments else []
    if payments:
        writer.write(gettext("Payments"), payments_list(payments), summed="amount")
    if writer.rounds:
        if prizes_of(tournament):  # as assigned, or by the current standings
            listed = prize_list(tournament, report if after is None else None)
            if after is None or listed.is_assigned:
                caution = prizes_caution(listed)
                writer.write(gettext("Prizes"), prizes_list(listed), caution, "amount")
        # Checks everything, including the standings, on which the workbook opens.
        writer.check(place, page)
        write_checks(writer.book, imprint(tournament, gettext("Recount"), now=now), writer.checks)
        writer.book.write(place, page)
    return document(tournament, gettext("Results"), XLSX, writer.book.saved())


class _Writer:
    def __init__(self, tournament: Tournament, report: StandingsReport, now: datetime) -> None:
        self.tournament, self.report, self.now = tournament, report, now
        self.rounds = rounds_of(tournament)[: report.rounds]
        self.seats = seats_of(tournament, report.rounds)
        self.book = Book()
        self.checks: list[Check] = []

    def write(self, title: str, listed: List, status: str = "", summed: str = "") -> None:
        """Append a list that needs no formulas."""
        head = imprint(self.tournament, title, status, self.now)
        self.book.write(self.book.place(title, listed), Page(head, listed, summed=summed))

    def check(self, place: Place, page: Page) -> None:
        """Register the totals and ranks of a sheet for comparison."""
        totals = count_differences(place, "total", "stored_total")
        formula = f"={totals}+{count_differences(place, 'rank', 'stored_rank')}"
        words = gettext("%(list)s: totals and ranks") % {"list": place.sheet}
        self.checks.append(Check(words, 2 * len(page.listed.rows), 0, formula))

    def standings(self, name: str, report: StandingsReport, sources: Sources) -> tuple[Place, Page]:
        """Place the standings, of all or of a category, and return their contents."""
        title = standings_title(rounds=report.rounds, final=report.final)
        titled = " · ".join(filter(None, (title, report.tag)))
        sentence = tie_break_sentence(self.tournament.tie_breaks)
        status = f"{status_of(report, self.now)} · {sentence}"
        head = imprint(self.tournament, titled, status, self.now)
        footnotes = standings_footnotes(self.tournament, report)
        notes = [
            *footnotes.lines,
            lot_note(self.tournament, report),
            *final_notes(self.tournament, report, self.now),
        ]
        rounds, tables = report.rounds, sources.tables
        by = list(recounted.deciding_columns(report.chain, rounds, tables, report.results))
        listed = standings_list(report, footnotes.marks)
        listed, hidden = recounted.add_columns(listed, [each.column for each in by])
        place = self.book.place(name, listed)
        games = sums_where(tables.column("games"), (tables.column("number"), place.cell("number")))
        formulas = {
            **recounted.points_and_deductions(sources, place, rounds),
            "games": f"={games}",
            **recounted.places(place, rounds, by),
        }
        played = f"COUNT({recounted.span_of_rounds(place, rounds)})"
        for key, count in (("per_round", played), ("per_game", place.cell("games"))):
            # Rounded half up to two places as the program does.
            formulas[key] = f"=INT(100*{place.cell('total')}/{count}+0.5)/100"
        return place, Page(head, listed, formulas, hidden, notes=notes, podium="rank")

    def write_lists(self, sources: Sources) -> None:
        """Write the result of every round, categories, who counts for which group, rankings."""
        corrections = corrections_of(self.tournament, range(1, self.report.rounds + 1))
        for round in self.rounds:
            result = round_result(round, self.report, self.seats.get(round.number, ()))
            footnotes = round_footnotes(result, corrections)
            listed, hidden = recounted.add_columns(
                result_list(result, footnotes.marks), has_ranked=False
            )
            place, tables = self.book.place(str(round), listed), sources.tables
            own = tables.column("number"), place.cell("number")
            until = tables.column("round"), f'"<={round.number}"'
            points = sums_where(tables.column("points"), own, until)
            deducted = recounted.deductions(sources, place, round.number).replace("=", "+", 1)
            better = count_where((place.span("result"), recounted.above(place.cell("result"))))
            formulas = {
                "result": recounted.points_of_round(sources, place, round.number),
                "total": f"={points}{deducted}",
                "rank": f"=1+{better}",
            }
            title, status = round_title(result.round.number), status_of(result, self.now)
            head = imprint(self.tournament, title, status, self.now)
            notes = footnotes.lines
            page = Page(head, listed, formulas, hidden, notes=notes, podium="rank")
            self._write_placed(place, page)
        for tag in self.report.tags:
            self._write_placed(*self.standings(tag, category_of(self.report, tag), sources))
        rankings = group_rankings(self.tournament, self.report)
        if rankings:
            self._write_rankings(rankings, sources)

    def _write_rankings(self, reports: Sequence[GroupReport], sources: Sources) -> None:
        """Write who counts for which group, then every ranking, from the points there."""
        rounds = self.report.rounds
        title, listed = gettext("Who counts"), members_list(reports, rounds)
        numbers = {(line.report.kind, line.name): line.group for line in listed.rows}
        head = imprint(self.tournament, title, now=self.now)
        members = self.book.place(title, listed)
        formulas = recounted.points_and_deductions(sources, members, rounds)
        formulas["total"] = recounted.total(members, rounds)
        self.book.write(members, Page(head, listed, formulas))
        for report in reports:
            people = report.standings
            ranked = ranking_title(report.kind, people.rounds, final=people.final)
            head = imprint(self.tournament, ranked, status_of(report, self.now), self.now)
            number = partial(_number_of_group, numbers, report)
            column = Column("group", gettext("Group no."), number, Kind.NUMBER)
            by = list(recounted.deciding_columns(report.chain, rounds))
            more = [column, *(each.column for each in by)]
            listed, hidden = recounted.add_columns(ranking_list(report), more)
            place = self.book.place(ranking_title(report.kind, 0, final=True), listed)
            same = members.column("group"), place.cell("group")
            keys = (*(f"r{number}" for number in range(1, rounds + 1)), "adjustment")
            formulas = {key: f"={sums_where(members.column(key), same)}" for key in keys}
            formulas |= recounted.places(place, rounds, by)
            notes = ranking_footnotes(self.tournament, report)
            page = Page(head, listed, formulas, hidden, notes=notes, podium="rank")
            self._write_placed(place, page)

    def _write_placed(self, place: Place, page: Page) -> None:
        self.check(place, page)
        self.book.write(place, page)


def _number_of_group(
    numbers: Mapping[tuple[GroupKind, str], int], report: GroupReport, group: RankedGroup
) -> int:
    return numbers[report.kind, group.name]


def keep_document(make: Callable[[], Document], tournament: Tournament, *asked: object) -> Document:
    """Keep the document, with its time, until the next journal entry: it takes seconds to make."""
    return keep("document", (tournament.pk, heads(tournament), get_language(), asked), make)


def _make(asked: Asked) -> Document:
    with_payments = may_run_money(asked.reader.actor, asked.tournament)
    make = partial(workbook, asked.tournament, with_payments=with_payments)
    return keep_document(make, asked.tournament, with_payments)


WORKBOOK = Paper(
    key="workbook",
    title=_("Excel workbook"),
    order=60,
    may=may_export,
    is_file=True,
    making=_("The workbook is being written …"),
    make=_make,
    links=(
        Link("file"),
        Link("nothing yet", format_lazy("{} (Excel)", _("List of players"))),
        Link("menu of the standings"),
        Link("menu of a ranking"),
    ),
)
