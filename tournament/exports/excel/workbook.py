"""The workbook of a tournament: the contents of each of its sheets.

It recounts itself by formulas: games give table results, these give rounds, standings and rankings;
the sheet "Nachrechnen" says whether they agree with the program.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import XLSX, Document, Imprint, document, imprint
from tournament.exports.excel.checks import Check, of_places, of_tables, write_checks
from tournament.exports.excel.recounted_lists import (
    Recounted,
    recounted_members,
    recounted_ranking,
    recounted_round,
    recounted_standings,
)
from tournament.exports.excel.recounted_tables import lay_out, write_payments, write_raw
from tournament.exports.excel.sheets import Book, Page, Place
from tournament.exports.paper import Asked, Link, Paper
from tournament.labels.rankings import ranking_title, tie_break_sentence
from tournament.labels.standings import standings_title
from tournament.lists.columns import Column, Kind, List
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
from tournament.lists.rankings import member_lines, members_list, ranking_list
from tournament.lists.standings import result_list, standings_list
from tournament.models import Round, Tournament
from tournament.money.reads import payments_of
from tournament.people.reads.players import player_list
from tournament.permissions import may_export, may_run_money
from tournament.prizes.reads import prize_list, prizes_of
from tournament.referee.reads.deductions import deductions_until
from tournament.rounds.reads.rounds import rounds_of, seats_of
from tournament.shared.reads.kept import heads, keep
from tournament.sheets.reads.listed_tables import listed_tables
from tournament.standings.reads.corrections import corrections_of
from tournament.standings.reads.rankings import GroupReport, group_rankings
from tournament.standings.reads.standings import (
    StandingsReport,
    category_of,
    round_result,
    standings_after,
)
from tournament.standings.rules.rankings import GroupKind, RankedGroup


def workbook(
    tournament: Tournament,
    after: int | None = None,
    now: datetime | None = None,
    *,
    with_payments: bool = False,
) -> Document:
    """Return everything in one file: players, seats, games, rounds, rankings, prizes, standings.

    It ends with round `after`, by default the last one that is published or has results, and opens
    on the standings. Refused: `unknown_round`.
    """
    report = standings_after(tournament, after)
    writer = _Writer(tournament, report, now or timezone.now())
    writer.write(gettext("Players"), players_list(player_list(tournament)))
    if writer.rounds:
        writer.write(gettext("Seat list"), seats_list(writer.seats))
        writer.write_tables()
        writer.write_lists()
    if with_payments:
        write_payments(writer.book, tournament, list(payments_of(tournament)), writer.now)
    if writer.rounds:
        writer.write_prizes(is_now=after is None)
        # Checks everything, including the standings, on which the workbook opens.
        writer.check(writer.standings)
        head = imprint(tournament, gettext("Recount"), now=writer.now)
        write_checks(writer.book, head, writer.checks)
        writer.book.write(writer.standings.place, writer.standings.page)
    return document(tournament, gettext("Results"), XLSX, writer.book.saved())


NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Placed:
    """A sheet with its contents and its place."""

    place: Place
    page: Page


class _Writer:
    """Writes one workbook, sheet by sheet."""

    def __init__(self, tournament: Tournament, report: StandingsReport, now: datetime) -> None:
        self.tournament, self.report, self.now = tournament, report, now
        self.rounds = rounds_of(tournament)[: report.rounds]
        self.seats = seats_of(tournament, report.rounds)
        self.corrections = corrections_of(tournament, range(1, report.rounds + 1))
        self.book = Book()
        self.checks: list[Check] = []

    def write_tables(self) -> None:
        """Write the source sheets and reserve the place of the standings."""
        tables = listed_tables(self.tournament, self.seats)
        is_end = self.report.frozen_at is not None
        deductions = deductions_until(self.tournament, self.report.rounds, is_end=is_end)
        related = list(deductions.select_related("entry__person", "round"))
        raw = lay_out(self.book, tables, related, self.report)
        self.sources = raw.sources
        name = gettext("Final standings") if self.report.final else gettext("Standings")
        self.standings = self._standings(name, self.report)
        write_raw(self.book, self.tournament, raw, self.standings.place, self.now)
        self.checks += of_tables(raw, has_zero_sum=self.report.control_sum is not None)

    def write_lists(self) -> None:
        """Write the result of every round, categories, rankings."""
        for round in self.rounds:
            self._write_placed(self._round(round))
        for tag in self.report.tags:
            report = category_of(self.report, tag)
            self._write_placed(self._standings(tag, report))
        rankings = group_rankings(self.tournament, self.report)
        if rankings:
            self._write_rankings(rankings)

    def write_prizes(self, *, is_now: bool) -> None:
        """Write who gets what: as assigned, or by the current standings; nothing without prizes."""
        if not prizes_of(self.tournament):
            return
        listed = prize_list(self.tournament, self.report if is_now else None)
        if is_now or listed.is_assigned:
            status, sums = prizes_caution(listed), {"amount": gettext("Sum")}
            self.write(gettext("Prizes"), prizes_list(listed), status, sums)

    def write(
        self, title: str, listed: List, status: str = "", sums: Mapping[str, str] = NOTHING
    ) -> None:
        """Append a list that needs no formulas."""
        head = imprint(self.tournament, title, status, self.now)
        self.book.write(self.book.place(title, listed), Page(head, listed, sums=sums))

    def _write_placed(self, placed: Placed) -> None:
        self.check(placed)
        self.book.write(placed.place, placed.page)

    def check(self, placed: Placed) -> None:
        """Register the totals and ranks of a sheet for comparison."""
        self.checks.append(of_places(placed.place, len(placed.page.listed.rows)))

    def _place_recounted(
        self, name: str, head: Imprint, recounted: Recounted, notes: Iterable[str]
    ) -> Placed:
        place = self.book.place(name, recounted.listed)
        formulas = recounted.formulas(place)
        page = Page(head, recounted.listed, formulas, recounted.hidden, notes=notes, podium="rank")
        return Placed(place, page)

    def _round(self, round: Round) -> Placed:
        result = round_result(round, self.report, self.seats.get(round.number, ()))
        footnotes = round_footnotes(result, self.corrections)
        head = imprint(self.tournament, round_title(result), status_of(result, self.now), self.now)
        listed = result_list(result, footnotes.marks)
        recounted = recounted_round(listed, self.sources, round.number)
        return self._place_recounted(str(round), head, recounted, footnotes.lines)

    def _standings(self, name: str, report: StandingsReport) -> Placed:
        status = status_of(report, self.now)
        sentence = tie_break_sentence(self.tournament.tie_breaks)
        title = standings_title(rounds=report.rounds, final=report.final)
        head = imprint(
            self.tournament,
            " · ".join(filter(None, (title, report.tag))),
            f"{status} · {sentence}",
            self.now,
        )
        footnotes = standings_footnotes(self.tournament, report)
        listed = standings_list(report, footnotes.marks)
        recounted = recounted_standings(
            listed, self.sources, report.rounds, report.chain, report.results
        )
        notes = [
            *footnotes.lines,
            lot_note(self.tournament, report),
            *final_notes(self.tournament, report, self.now),
        ]
        return self._place_recounted(name, head, recounted, notes)

    def _write_rankings(self, reports: Sequence[GroupReport]) -> None:
        """Write who counts for which group, then every ranking."""
        lines, rounds = member_lines(reports), self.report.rounds
        numbers = {(line.report.kind, line.name): line.group for line in lines}
        title = gettext("Who counts")
        members = recounted_members(members_list(lines, rounds), self.sources, rounds)
        head = imprint(self.tournament, title, now=self.now)
        place = self.book.place(title, members.listed)
        self.book.write(place, Page(head, members.listed, members.formulas(place)))
        for report in reports:
            people = report.standings
            ranked = ranking_title(report.kind, people.rounds, final=people.final)
            head = imprint(self.tournament, ranked, status_of(report, self.now), self.now)
            group = partial(_number_of_group, numbers, report)
            column = Column("group", gettext("Group no."), group, Kind.NUMBER)
            recounted = recounted_ranking(ranking_list(report), place, rounds, report.chain, column)
            name = ranking_title(report.kind, 0, final=True)
            notes = ranking_footnotes(self.tournament, report)
            self._write_placed(self._place_recounted(name, head, recounted, notes))


def _number_of_group(
    numbers: Mapping[tuple[GroupKind, str], int], report: GroupReport, group: RankedGroup
) -> int:
    return numbers[report.kind, group.name]


def made_once(make: Callable[[], Document], tournament: Tournament, *asked: object) -> Document:
    """Cache the document until the next journal entry: it takes seconds to make.

    It shows the time at which it was made. asked: what else it depends on.
    """
    return keep("document", (tournament.pk, heads(tournament), get_language(), asked), make)


def _make(asked: Asked) -> Document:
    with_payments = may_run_money(asked.reader.actor, asked.tournament)
    make = partial(workbook, asked.tournament, with_payments=with_payments)
    return made_once(make, asked.tournament, with_payments)


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
        Link("nothing yet", _("List of players as Excel workbook")),
        Link("menu of the standings"),
        Link("menu of a ranking"),
    ),
)
