"""Queries of results: the standings over the rounds, the result of one round, their checksums."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain, groupby, pairwise
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from scoring.rulesets import Scoring
from tournament.errors import Refused
from tournament.models import (
    Entry,
    JournalEntry,
    Round,
    Seat,
    SheetVersion,
    Tournament,
    VerificationRule,
)
from tournament.referee.reads import deductions_by_entry
from tournament.rounds.reads.rounds import RoundProgress, seat_list
from tournament.shared.reads.kept import until_next_entry
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.places import Place, SeatRow
from tournament.sheets.reads.table_totals import games_by_table, seed_of_lot
from tournament.sheets.rules.results import Result, RoundPoints, TournamentResults
from tournament.standings.reads.counting import rounds_of
from tournament.standings.reads.kept_results import shown_results
from tournament.standings.reads.stored_results import Player, StoredResults, stored_results
from tournament.standings.rules.checksum import (
    StandingLine,
    round_text,
    standings_text,
    text_checksum,
)
from tournament.standings.rules.counting import Counting
from tournament.standings.rules.standings import Decision, Standing, standings
from tournament.standings.rules.tie_breaks import keys_of, known_codes

REMOVED = "names_removed"
"""The journal's action when names go from a final list: data deleted, or consent withdrawn."""


class StandingRow(NamedTuple):
    """One line; `note`: why without rank; `rounds`: None without a result; `club` is short.

    `state` is the person's, else the club's; `affiliation` as in `SeatRow`. Public lists have
    `name` and `public_list_name`. `rounds` and `total` are what is ranked, `played` the points as
    played. A team at the end of a cup has neither `number` nor `entry_id`: 0.
    """

    rank: int | None
    number: int
    entry_id: int
    name: str
    list_name: str
    public_list_name: str
    club: str
    affiliation: str
    tags: tuple[str, ...]
    rounds: RoundPoints
    adjustment: int
    total: int
    note: str
    decision: Decision | None
    club_name: str
    state: str
    team: str
    played: RoundPoints

    @property
    def points(self) -> int:
        """The sum of the points played."""
        return sum(filter(None, self.played))

    @property
    def missed(self) -> tuple[int, ...]:
        """The rounds in which points stand for not having played."""
        both = enumerate(zip(self.rounds, self.played, strict=True), start=1)
        return tuple(at for at, (counted, played) in both if counted is not None and played is None)

    @property
    def line(self) -> StandingLine:
        """The row in the form of the checksum."""
        return self.rank, self.number, self.rounds, self.adjustment, self.total, self.name


@dataclass(frozen=True, slots=True)
class StandingsReport:
    """The standings after some rounds.

    - `rounds`: the number of rounds asked for.
    - `tables_in` of `tables_all` sheets are in, counted over the rounds that are still incomplete
      (over all of them when none is).
    - `ruled`: places of tables that cannot be counted, and whether their points include an average.
    - `control_sum`: the sum of all points at all other tables without deductions: always 0
      (rules.md 5.5); None with rules where only winners score, and for a category alone.
    - `tag`: the category asked for; `tags`: all there are.
    - `objections_until`: the end of the tournament's window for objections; None without a window
      and once the standings are frozen.
    - `frozen_at`: set on the last standings while they are frozen; `changed_to`: their current
      checksum, if it differs from the frozen one (of all players, whatever the `tag`).
    - `deducted`: the single deductions: entry, the round from which they count, points.
    - `confirmed`: every result is verified, where the tournament requires it, or was frozen
      regardless.
    - `results`: the games behind the points; `chain`: the tie-breaks.
    - `began`: the first round in which each entry has a seat or a bye.
    - `counting`: what is ranked.
    - `team_groups`: the teams of each group in which teams play.
    - `shows_teams`: whether lists name teams where they name clubs otherwise.
    """

    rows: tuple[StandingRow, ...]
    rounds: int
    rounds_planned: int
    progress: tuple[RoundProgress, ...]
    ruled: Mapping[Place, bool]
    control_sum: int | None
    deducted: tuple[tuple[int, int, int], ...] = field(compare=False, repr=False)
    tag: str
    tags: tuple[str, ...]
    all_closed: bool
    objections_until: datetime | None
    frozen_at: datetime | None
    changed_to: str
    confirmed: bool
    results: TournamentResults = field(compare=False, repr=False)
    chain: tuple[str, ...]
    began: Mapping[int, int] = field(compare=False, repr=False)
    counting: Counting
    team_groups: tuple[tuple[str, ...], ...] = ()
    shows_teams: bool = False

    @property
    def deductions(self) -> int:
        """The sum of all deductions, 0 or less."""
        return sum(points for _entry, _first, points in self.deducted)

    @property
    def tables_in(self) -> int:
        """The number of sheets received."""
        return sum(round.tables_in for round in self._counted)

    @property
    def tables_all(self) -> int:
        """The number of sheets expected."""
        return sum(round.tables_all for round in self._counted)

    @property
    def provisional(self) -> bool:
        """Whether a sheet is still missing."""
        return self.tables_in < self.tables_all

    @property
    def nothing_played(self) -> bool:
        """Whether no sheet is in at all: everybody would share the first place."""
        return not any(round.tables_in for round in self.progress)

    @property
    def final(self) -> bool:
        """Whether the standings will not change any more.

        They are frozen, or complete and confirmed without a window for objections; and unchanged
        since they were frozen.
        """
        is_settled = self.complete and self.confirmed and self.objections_until is None
        return (self.frozen_at is not None or is_settled) and not self.changed_to

    @property
    def complete(self) -> bool:
        """Whether all planned rounds exist and are closed."""
        return self.rounds == self.rounds_planned and self.all_closed and not self.provisional

    @property
    def is_over(self) -> bool:
        """Whether they are the last ones: complete, or frozen after fewer rounds."""
        return self.complete or self.frozen_at is not None

    @property
    def _counted(self) -> tuple[RoundProgress, ...]:
        return tuple(round for round in self.progress if round.missing) or self.progress


class RoundResultRow(NamedTuple):
    """One player's result in one round; rank and points are None without a result.

    `points` and `total` are what is ranked, `played` the points as played.
    """

    rank: int | None
    seat: SeatRow
    points: int | None
    played: int | None
    total: int
    note: str


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of one round, best first; `ruled` tables cannot be counted.

    `is_live`: with an average, which later rounds change. `objections_until` as for standings.
    """

    round: Round
    rows: tuple[RoundResultRow, ...]
    tables_in: int
    tables_all: int
    tables_confirmed: int
    confirmed: bool
    objections_until: datetime | None
    ruled: frozenset[int]
    is_live: bool
    control_sum: int | None

    @property
    def provisional(self) -> bool:
        """Whether a sheet is still missing."""
        return self.tables_in < self.tables_all

    @property
    def final(self) -> bool:
        """Whether the result will not change: closed, confirmed, no objections due, no average."""
        is_settled = self.round.closed_at is not None and self.confirmed and not self.provisional
        return is_settled and self.objections_until is None and not self.is_live


def standings_after(
    tournament: Tournament, after_round: int | None = None, tag: str = "", *, is_end: bool = False
) -> StandingsReport:
    """Return the standings after a round, by default the last one published or with results.

    Once they are frozen, rounds without any result do not count. `is_end`: as if the tournament
    ended with this round, so that every deduction counts. `tag`: those of a category, ranked
    separately (rules.md 7.6). Entries are listed if they had a seat or a bye by lot in one of the
    rounds. Five queries, and one for the games or the seed where a tie-break needs them. Refused:
    `unknown_round`. Raises DamagedResult.
    """
    stored = stored_results([tournament], after_round)[tournament.pk]
    return standings_of(stored, after_round, tag, is_end=is_end)


def shown_standings(
    tournament: Tournament, after_round: int | None = None, tag: str = ""
) -> StandingsReport:
    """Return cached `standings_after`, for pages and screens that poll.

    After an entry in the journal only the rounds it touched are read again.
    """
    return until_next_entry(
        tournament,
        ("standings", after_round, tag),
        lambda: standings_of(shown_results(tournament), after_round, tag),
    )


def standings_of(
    stored: StoredResults, after_round: int | None = None, tag: str = "", *, is_end: bool = False
) -> StandingsReport:
    """Compute `standings_after` from results already read."""
    tournament, rounds, every = stored.tournament, stored.rounds, stored.played()
    published = [each.number for each in rounds if each.published_at and not tournament.frozen_at]
    with_results = (number for number, each in every.items() if each.progress.tables_in)
    latest = max([*published, *with_results], default=0)
    last = latest if after_round is None else after_round
    if after_round is not None and not 1 <= after_round <= len(rounds):
        raise Refused("unknown_round", round=after_round)
    counted = [every[number] for number in range(1, last + 1)]
    seated = {entry: each.progress.number for each in reversed(counted) for entry in each.points}
    figures = rounds_of(stored, counted)
    # The first round with a seat or a bye.
    firsts = ((each.pk, (seated.get(each.pk), each.first_bye)) for each in stored.entries)
    began = {pk: min(filter(None, first)) for pk, first in firsts if any(first)}
    is_frozen = tournament.frozen_at is not None and last == latest
    deducted = tuple(
        (entry, min(first, last), points)
        for entry, first, points in stored.adjustments
        if first <= last or is_frozen or is_end
    )
    adjustments = deductions_by_entry(deducted, last)
    entries = {
        entry.pk: entry
        for entry in stored.entries
        if began.get(entry.pk, last + 1) <= last or entry.pk in adjustments
    }
    results = tuple(
        Result(pk, entry.number, ranked, adjustments.get(pk, 0), entry.ranked, played)
        for pk, entry in entries.items()
        for ranked, played in [figures(entry)]
    )
    known = TournamentResults(
        people=results,
        tables=tuple(chain.from_iterable(each.tables for each in counted)),
        read_games=lambda: games_by_table(tournament, last),
        read_seed=lambda: seed_of_lot(tournament),
    )
    progress = tuple(each.progress for each in counted)
    codes = known_codes(tournament.tie_breaks)
    lines = standings(results, keys_of(codes), known)
    played = {each.entry_id: each.played for each in results}
    rows = tuple(
        _row(tournament, line, entries[line.entry_id], played[line.entry_id]) for line in lines
    )
    checksum = text_checksum(standings_text((row.line for row in rows), last)) if is_frozen else ""
    report = StandingsReport(
        rows=rows,
        rounds=last,
        rounds_planned=tournament.rounds_planned,
        progress=progress,
        ruled=dict(chain.from_iterable(each.ruled.items() for each in counted)),
        control_sum=_control_sum(tournament, (each.control_sum for each in counted)),
        deducted=deducted,
        tag="",
        tags=tuple(sorted({tag for entry in entries.values() for tag in entry.tags})),
        all_closed=all(round.closed_at for round in rounds[:last]),
        objections_until=None if tournament.frozen_at else tournament.objections_until,
        frozen_at=tournament.frozen_at if is_frozen else None,
        changed_to="" if not is_frozen or is_as_frozen(tournament, checksum) else checksum,
        confirmed=_are_confirmed(tournament, progress),
        results=known,
        chain=codes,
        began=began,
        counting=tournament.counting,
        team_groups=tuple(map(tuple, tournament.team_groups)),
        shows_teams=tournament.shows_teams,
    )
    return category_of(report, tag) if tag else report


def category_of(report: StandingsReport, tag: str) -> StandingsReport:
    """Return the standings of a category, ranked separately, from those of all. No query."""
    rows = {row.entry_id: row for row in report.rows if tag in row.tags}
    people = [each for each in report.results.people if each.entry_id in rows]
    lines = standings(people, keys_of(report.chain), report.results)
    ranked = (
        rows[each.entry_id]._replace(rank=each.rank, decision=each.decision) for each in lines
    )
    return replace(report, rows=tuple(ranked), tag=tag, control_sum=None)


def round_result(
    round: Round, known: StandingsReport | None = None, seated: Iterable[SeatRow] = ()
) -> RoundResult:
    """Return the result of one round, best first, with totals after it. Six queries.

    One query if `known` (standings after this or a later round) and `seated` (its seats) are given.
    Everybody who has played the round is ranked: a later withdrawal does not change a posted list.
    """
    seats = {seat.entry_id: seat for seat in seated or seat_list(round)}
    report = known or standings_after(round.tournament, round.number)
    rows = {row.entry_id: row for row in report.rows if row.entry_id in seats}
    results = [
        Result(pk, row.number, (points,), ranked=points is not None)
        for pk, row in rows.items()
        for points in [row.rounds[round.number - 1]]
    ]
    totals = {pk: row.total for pk, row in rows.items()}
    if report.rounds > round.number:
        off = deductions_by_entry(report.deducted, round.number)
        for pk, row in rows.items():
            totals[pk] = sum(each or 0 for each in row.rounds[: round.number]) + off.get(pk, 0)
    progress = report.progress[round.number - 1]
    is_frozen = round.tournament.frozen_at is not None
    ruled = {table: live for (of, table), live in report.ruled.items() if of == round.number}
    played = {pk: row.played[round.number - 1] for pk, row in rows.items()}
    counted = (played[pk] or 0 for pk in played if seats[pk].table not in ruled)
    return RoundResult(
        round=round,
        rows=tuple(
            RoundResultRow(
                rank=line.rank,
                seat=seats[line.entry_id],
                points=line.rounds[0],
                played=played[line.entry_id],
                total=totals[line.entry_id],
                note=rows[line.entry_id].note,
            )
            for line in standings(results)
        ),
        tables_in=progress.tables_in,
        tables_all=progress.tables_all,
        tables_confirmed=progress.tables_confirmed,
        confirmed=_are_confirmed(round.tournament, (progress,)),
        objections_until=report.objections_until,
        ruled=frozenset(ruled),
        is_live=any(ruled.values()) and not is_frozen,
        control_sum=_control_sum(round.tournament, counted),
    )


def text_of_standings(report: StandingsReport) -> str:
    """Return the text of standings; no query."""
    return standings_text((row.line for row in report.rows), report.rounds)


def text_of_round(result: RoundResult) -> str:
    """Return the text of the result of a round; no query."""
    return round_text(
        (row.rank, row.seat.number, row.points, row.seat.public_name) for row in result.rows
    )


def removed_names(tournament: Tournament, checksum: str) -> JournalEntry | None:
    """Return the last removal of names from the frozen list, if it led to this checksum.

    The journal keeps the checksum of the list without them, to tell it from a list that was
    tampered with. One query, if the checksum differs from the frozen one.
    """
    if tournament.frozen_at is None or checksum == tournament.frozen_checksum:
        return None
    acts = JournalEntry.objects.filter(
        tournament=tournament, action__in=(REMOVED, "standings_frozen")
    )
    last = acts.order_by("pk").last()
    is_known = last and last.action == REMOVED and last.data["checksum"] == checksum
    return last if is_known else None


def is_as_frozen(tournament: Tournament, checksum: str) -> bool:
    """Whether a list with this checksum is the frozen one, except for removed names."""
    is_frozen_one = checksum == tournament.frozen_checksum
    return is_frozen_one or removed_names(tournament, checksum) is not None


def _are_confirmed(tournament: Tournament, progress: Iterable[RoundProgress]) -> bool:
    """Whether no verification is pending."""
    if tournament.verification == VerificationRule.NONE or tournament.frozen_at is not None:
        return True
    return all(each.tables_confirmed == each.tables_all for each in progress)


def _row(tournament: Tournament, line: Standing, entry: Player, played: RoundPoints) -> StandingRow:
    return StandingRow(
        rank=line.rank,
        number=entry.number,
        entry_id=entry.pk,
        name=entry.public_name,
        list_name=entry.list_name,
        public_list_name=entry.public_list_name,
        club=entry.club,
        affiliation=tournament.affiliation(entry.club, entry.team),
        tags=entry.tags,
        rounds=line.rounds,
        adjustment=line.adjustment,
        total=line.total,
        note="" if entry.ranked else str(Entry.Status(entry.status).label),
        decision=line.decision,
        club_name=entry.club_name,
        state=entry.state,
        team=entry.team,
        played=played,
    )


def _control_sum(tournament: Tournament, points: Iterable[int]) -> int | None:
    """Return the sum of all points, where it must be 0; else None."""
    return sum(points) if tournament.rule_set.scoring is Scoring.PLUS_MINUS else None


Cell = tuple[int, int]
"""A player's points in a round: id of the entry, number of the round."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The last change of a table's points after its round was closed (`closed_at`)."""

    round: int
    table: int
    at: datetime
    closed_at: datetime


def _corrected(tournament: int, *numbers: int) -> QuerySet[SheetVersion, tuple[Any, ...]]:
    """Return all versions of tables of these rounds with one made after its round was closed."""
    corrected = SheetVersion.objects.filter(
        table__round__tournament=tournament,
        table__round__number__in=numbers,
        table__current_version__isnull=False,
        number__gt=1,
        created_at__gt=F("table__round__first_closed_at"),
    )
    versions = SheetVersion.objects.filter(table__in=corrected.order_by().values("table"))
    return versions.order_by("table__round__number", "table__number", "number").values_list(
        *("table__round__number", "table__number", "table__round__first_closed_at"),
        *("created_at", "totals"),
    )


_CORRECTED = Prepared(_corrected)


def corrections_of(tournament: Tournament, rounds: Iterable[int]) -> tuple[Correction, ...]:
    """Return the corrections that lists over these rounds must show, by round and table; one query.

    A version with the same points, such as the list behind totals, is no correction. A change while
    the round is open again is one, because its first result was public.
    """
    numbers = list(rounds)
    rows = _CORRECTED(tournament.pk, *numbers) if numbers else []
    found = []
    for (round, table, closed_at), of_table in groupby(rows, key=lambda row: row[:3]):
        changed = [
            at
            for (*_, before), (*_, at, totals) in pairwise(of_table)
            if at > closed_at and totals != before
        ]
        if changed:
            found.append(Correction(round, table, changed[-1], closed_at))
    return tuple(found)


def cells_at(tournament: Tournament, places: Iterable[Place]) -> frozenset[Cell]:
    """Return the cells whose points come from these tables; one query if there are any tables."""
    tables = set(places)
    if not tables:
        return frozenset()
    rounds = {round for round, _table in tables}
    seats = Seat.objects.filter(round__tournament=tournament, round__number__in=rounds)
    rows = seats.values_list("entry", "round__number", "table__number")
    return frozenset((entry, round) for entry, round, table in rows if (round, table) in tables)
