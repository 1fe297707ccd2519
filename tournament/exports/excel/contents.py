"""The sheets that both workbooks of a tournament have: their lists, heads and notes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language, gettext

from tournament.exports.base import Document, plain_imprint
from tournament.exports.excel.page import Page
from tournament.labels.standings import ranking_title, standings_title
from tournament.lists.columns import Column, Kind, List
from tournament.lists.games import payments_list
from tournament.lists.money import prizes_caution, prizes_list
from tournament.lists.notes import (
    notes_below,
    ranking_footnotes,
    round_footnotes,
    round_title,
    standings_footnotes,
    status_of,
)
from tournament.lists.people import players_list, seats_list
from tournament.lists.standings import (
    course_of,
    members_list,
    ranking_list,
    result_list,
    standings_list,
)
from tournament.models import Round, Tournament
from tournament.money.reads import payments_of
from tournament.people.reads.players import player_list
from tournament.prizes.reads import prize_list, prizes_of
from tournament.referee.reads import deductions_until
from tournament.rounds.reads.rounds import rounds_of, seats_of
from tournament.shared.reads.kept import heads, keep
from tournament.standings.reads.courses import courses, first_rows
from tournament.standings.reads.rankings import GroupReport, group_rankings
from tournament.standings.reads.standings import (
    StandingsReport,
    category_of,
    corrections_of,
    round_result,
    standings_after,
)

Named = tuple[str, Page]
"""The name of a sheet, and what it holds."""


@dataclass(frozen=True)
class Contents:
    """The lists of a tournament after round `after`, by default the last one, without formulas.

    Refused: `unknown_round`.
    """

    tournament: Tournament
    after: int | None

    @cached_property
    def now(self) -> datetime:
        """The time on every sheet."""
        return timezone.now()

    @cached_property
    def report(self) -> StandingsReport:
        """The standings."""
        return standings_after(self.tournament, self.after)

    @cached_property
    def rounds(self) -> Sequence[Round]:
        """The rounds counted."""
        return rounds_of(self.tournament)[: self.report.rounds]

    @cached_property
    def seats(self) -> Any:
        """Everybody's seat, by the number of the round."""
        return seats_of(self.tournament, self.report.rounds)

    @cached_property
    def deducted(self) -> Sequence[Any]:
        """The deductions, with whom and when."""
        is_end = self.report.frozen_at is not None
        found = deductions_until(self.tournament, self.report.rounds, is_end=is_end)
        return list(found.select_related("entry__person", "round"))

    @cached_property
    def rankings(self) -> Sequence[GroupReport]:
        """The rankings of groups."""
        return group_rankings(self.tournament, self.report)

    def named(self, name: str, listed: List, status: str = "", summed: str = "") -> Named:
        """Return a sheet named as it is titled."""
        head = plain_imprint(self.tournament, name, status, self.now)
        return name, Page(head, listed, summed=summed)

    def overview(self) -> Named:
        """Return the first five, with their totals after each round, and links to the sheets."""
        found, rows = courses(self.report), first_rows(self.report)
        lines = {row.entry_id: course_of(row, found) for row in rows}

        def after(number: int, row: Any) -> int | None:
            return lines[row.entry_id][number]

        of_round = gettext("after R%(number)s")
        totals = [
            Column(f"r{number}", of_round % {"number": number}, partial(after, number), Kind.POINTS)
            for number in range(1, self.report.rounds + 1)
        ]
        wanted = "rank", "name", "club", "team", "total"
        listed = standings_list(self.report, {}, more=False).only(*wanted)
        columns = (*listed.columns[:-1], *totals, listed.columns[-1])
        title = standings_title(rounds=self.report.rounds, final=self.report.final)
        head = plain_imprint(self.tournament, title, status_of(self.report, self.now), self.now)
        charted = tuple(column.key for column in totals)
        page = Page(head, List(columns, rows), podium="rank", charted=charted, leads=True)
        return gettext("Overview"), page

    def players(self) -> Named:
        """Return the participants."""
        return self.named(gettext("Players"), players_list(player_list(self.tournament)))

    def seat_list(self) -> Named:
        """Return who sat where."""
        return self.named(gettext("Seat list"), seats_list(self.tournament, self.seats))

    def standings(self) -> Named:
        """Return the standings of all."""
        final = self.report.final
        return self._ranked(
            gettext("Final standings") if final else gettext("Standings"), self.report
        )

    def categories(self) -> Iterator[tuple[StandingsReport, Named]]:
        """Yield the standings of each category."""
        for tag in self.report.tags:
            report = category_of(self.report, tag)
            yield report, self._ranked(tag, report)

    def _ranked(self, name: str, report: StandingsReport) -> Named:
        title = standings_title(rounds=report.rounds, final=report.final)
        titled = " · ".join(filter(None, (title, report.tag)))
        footnotes = standings_footnotes(self.tournament, report)
        notes = notes_below(self.tournament, report, footnotes, self.now)
        listed = standings_list(report, footnotes.marks)
        head = plain_imprint(self.tournament, titled, status_of(report, self.now), self.now)
        return name, Page(head, listed, notes=notes, podium="rank")

    def results(self) -> Iterator[tuple[Round, Named]]:
        """Yield the result of every round."""
        corrections = corrections_of(self.tournament, range(1, self.report.rounds + 1))
        for round in self.rounds:
            result = round_result(round, self.report, self.seats.get(round.number, ()))
            footnotes = round_footnotes(result, corrections)
            listed = result_list(result, footnotes.marks)
            title, status = round_title(result.round.number), status_of(result, self.now)
            head = plain_imprint(self.tournament, title, status, self.now)
            page = Page(head, listed, notes=footnotes.lines, podium="rank")
            yield round, (str(round), page)

    def members(self) -> Named:
        """Return who counts for which group."""
        return self.named(gettext("Who counts"), members_list(self.rankings, self.report.rounds))

    def ranking(self, report: GroupReport) -> Named:
        """Return a ranking of groups."""
        people = report.standings
        title = ranking_title(report.kind, people.rounds, final=people.final)
        head = plain_imprint(self.tournament, title, status_of(report, self.now), self.now)
        notes = ranking_footnotes(self.tournament, report)
        page = Page(head, ranking_list(report), notes=notes, podium="rank")
        return ranking_title(report.kind, 0, final=True), page

    def money(self, *, with_payments: bool) -> Iterator[Named]:
        """Yield the payments, then who wins what: as assigned, or by the current standings."""
        payments = list(payments_of(self.tournament)) if with_payments else []
        if payments:
            yield self.named(gettext("Payments"), payments_list(payments), summed="amount")
        if self.rounds and prizes_of(self.tournament):
            listed = prize_list(self.tournament, self.report if self.after is None else None)
            if self.after is None or listed.is_assigned:
                caution = prizes_caution(listed)
                yield self.named(gettext("Prizes"), prizes_list(listed), caution, "amount")


def keep_document(make: Callable[[], Document], tournament: Tournament, *asked: object) -> Document:
    """Keep the document, with its time, until the next journal entry: it takes seconds to make."""
    return keep("document", (tournament.pk, heads(tournament), get_language(), asked), make)
