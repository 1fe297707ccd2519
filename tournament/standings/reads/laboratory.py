"""The rules laboratory: an event counted again by other rules, beside what it came to.

Nothing is stored. The figures of the lists are counted again and go through the same standings as
ever, so the unchanged rule gives the same list with the same checksum.
"""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from tournament.models import GameTable, SheetKind, Tournament
from tournament.shared.rules.places import Place
from tournament.sheets.rules.table_rules import average
from tournament.standings.reads.standings import (
    StandingRow,
    StandingsReport,
    standings_of,
    text_of_standings,
)
from tournament.standings.reads.stored_results import StoredRound, read_beside, stored_results
from tournament.standings.rules.checksum import text_checksum
from tournament.standings.rules.laboratory import Solos, totals_by


class Moved(NamedTuple):
    """A line of the list by the other rules, and the same player's of the real one."""

    row: StandingRow
    real: StandingRow

    @property
    def places(self) -> int | None:
        """How many places better than in the real list; below 0 worse, None without a rank."""
        if self.row.rank is None or self.real.rank is None:
            return None
        return self.real.rank - self.row.rank


@dataclass(frozen=True)
class Trial:
    """The real standings, and those by other rules.

    `as_entered`: tables whose list shows no games, so that they are counted as they are.
    """

    real: StandingsReport
    tried: StandingsReport
    as_entered: tuple[Place, ...]

    @cached_property
    def rows(self) -> tuple[Moved, ...]:
        """The list by the other rules, best first."""
        real = {row.entry_id: row for row in self.real.rows}
        return tuple(Moved(row, real[row.entry_id]) for row in self.tried.rows)

    @cached_property
    def moved(self) -> tuple[Moved, ...]:
        """Those with another rank, the largest move first."""
        found = [each for each in self.rows if each.places]
        return tuple(sorted(found, key=lambda each: -abs(each.places or 0)))

    @cached_property
    def checksums(self) -> tuple[str, str]:
        """The checksums of both lists; the same where nothing has changed."""
        real, tried = (text_checksum(text_of_standings(each)) for each in (self.real, self.tried))
        return real, tried


def winners(report: StandingsReport) -> tuple[StandingRow, ...]:
    """Return who has the first rank; nobody before anything is played."""
    return () if report.nothing_played else tuple(row for row in report.rows if row.rank == 1)


def try_rules(
    tournament: Tournament,
    solos: Solos = Solos.AS_PLAYED,
    chain: Sequence[str] | None = None,
    **counting: Any,
) -> Trial:
    """Count a tournament again, by default by its own rules; `chain`: the codes between equal ones.

    `counting`: fields of the tournament that say what is ranked. Six queries, and a few where a
    tie-break or what is ranked needs more. Raises DamagedResult.
    """
    stored = stored_results([tournament])[tournament.pk]
    real = standings_of(stored)
    other = copy(tournament)
    if chain is not None:
        other.tie_breaks = list(chain)
    for field, value in counting.items():
        setattr(other, field, value)
    by_round, as_entered = _counted_again(tournament, stored.by_round, solos)
    beside = read_beside([other])[other.pk]
    changed = replace(stored, tournament=other, by_round=by_round, beside=beside)
    return Trial(real, standings_of(changed), as_entered)


def _counted_again(
    tournament: Tournament, by_round: Mapping[int, StoredRound], solos: Solos
) -> tuple[dict[int, StoredRound], tuple[Place, ...]]:
    """Return the rounds with their lists counted again, and the tables that stay as they are."""
    if solos is Solos.AS_PLAYED:
        return {**by_round}, ()
    tables = GameTable.objects.filter(
        round__tournament=tournament, current_version__kind=SheetKind.ROWS
    )
    contents = dict(tables.values_list("pk", "current_version__content"))
    rules = tournament.rule_set
    again = {
        pk: totals
        for pk, content in contents.items()
        if (totals := totals_by(content, rules, solos)) is not None
    }
    rounds = {
        number: replace(
            each,
            rows=[
                row._replace(totals=list(again[row.table_id])) if row.table_id in again else row
                for row in each.rows
            ],
        )
        for number, each in by_round.items()
    }
    kept = (
        Place(row.round, row.number)
        for each in by_round.values()
        for row in each.rows
        if row.totals is not None and row.table_id not in again
    )
    return _with_averages(rounds), tuple(sorted(kept))


def _with_averages(rounds: Mapping[int, StoredRound]) -> dict[int, StoredRound]:
    """Return the rounds with averages of the figures counted again, where the direction gave one.

    As `averages_at` does it for the figures stored.
    """
    if not any(each.has_average for each in rounds.values()):
        return {**rounds}
    points: dict[int, list[int]] = {}
    for each in rounds.values():
        for entry, table, position, _round in each.seats:
            if (totals := each.totals[table].totals) is not None:
                figure = totals[position - 1]
                points.setdefault(entry, []).extend([] if figure is None else [figure])
    return {number: _filled(each, points) for number, each in rounds.items()}


def _filled(round: StoredRound, points: Mapping[int, Collection[int]]) -> StoredRound:
    if not round.has_average:
        return round
    seated = {(table, position): entry for entry, table, position, _round in round.seats}
    rows = []
    for row in round.rows:
        known: Any = row.totals or []
        totals = [
            average([*points.get(seated.get((row.table_id, at), 0), ())])
            if figure is None
            else figure
            for at, figure in enumerate(known, start=1)
        ]
        rows.append(row._replace(totals=totals) if None in known else row)
    return replace(round, rows=rows)
