"""Recount of everything from the sheets as entered, compared with what the program shows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from scoring.pattern import is_whole
from scoring.rulesets import Penalties, RuleSet, Scoring
from tournament.models import Bye, Entry, Seat, SheetKind, SheetVersion, Tournament
from tournament.models import Penalty as BookedPenalty
from tournament.referee.reads import deductions_until
from tournament.sheets.reads.sheets import contained_penalties, penalty_content, totals_history
from tournament.sheets.reads.table_totals import seed_of_lot
from tournament.sheets.rules.doubts import identity
from tournament.sheets.rules.table_rules import solo_kinds
from tournament.standings.reads.rankings import group_rankings
from tournament.standings.reads.standings import StandingsReport, standings_after
from tournament.standings.rules.tie_breaks import known_codes
from tournament.trust.reads.journal import sheet_acts
from tournament.trust.rules.recount import (
    Difference,
    DifferenceCode,
    EntryClaim,
    Rules,
    SheetClaim,
    Sums,
    recount,
    recount_sheet,
)
from tournament.trust.rules.recount_points import Options
from tournament.trust.rules.recount_ranks import GroupClaim


@dataclass(frozen=True, slots=True)
class TournamentRecount:
    """The result of a recount.

    `as_typed` sheets are bare totals, which cannot be confirmed; `ruled` are rulings, which are not
    in the control sum. `unreadable` are round and table of results whose content is no score sheet.
    `numbers` are start numbers by entry; `counted` the rounds of each as counted again, and the sum
    of its deductions.
    """

    sheets: int
    as_typed: int
    ruled: int
    control_sum: int
    differences: tuple[Difference, ...]
    unreadable: tuple[tuple[int, int], ...]
    numbers: dict[int, int]
    counted: Mapping[int, tuple[Sequence[int | None], int]]

    @property
    def agrees(self) -> bool:
        """Whether every figure is confirmed, as far as possible."""
        return not self.differences and not self.unreadable


def tournament_recount(tournament: Tournament) -> TournamentRecount:
    """Recount every sheet, round result, deduction, total and rank of a tournament."""
    claims = _sheet_claims(tournament)
    has_totals = [
        len(claim.totals) == len(claim.entry_ids) and _are_figures(claim, claim.totals)
        for claim in claims
    ]
    sheets, unreadable = list[SheetClaim](), list[tuple[int, int]]()
    for claim, is_complete in zip(claims, has_totals, strict=True):
        try:
            is_readable = is_complete and _are_figures(claim, recount_sheet(claim.content))
        except (TypeError, KeyError, IndexError, AttributeError):
            is_readable = False
        if is_readable:
            sheets.append(claim)
        else:
            unreadable.append((claim.round, claim.table))
    control_sum = sum(
        points or 0
        for claim in sheets
        if not claim.is_ruled
        for points in recount_sheet(claim.content)
    )
    entries: list[EntryClaim] = []
    groups: list[GroupClaim] = []
    differences: list[Difference] = []
    if all(has_totals):  # otherwise there are no standings
        report = standings_after(tournament)
        entries = _entry_claims(tournament, report)
        groups = _group_claims(tournament, report)
        if report.control_sum not in (None, control_sum):
            code = DifferenceCode.SUM_NOT_ZERO
            differences.append(Difference(code, report.control_sum, control_sum))
    chain = known_codes(tournament.tie_breaks)
    seed = seed_of_lot(tournament)
    rules, options = _rules(tournament.rule_set), _options(tournament, entries)
    counted = recount(sheets, entries, chain, seed, rules, groups, options)
    return TournamentRecount(
        sheets=len(claims),
        as_typed=counted.as_typed,
        ruled=counted.ruled,
        control_sum=control_sum,
        differences=(*counted.differences, *differences),
        unreadable=tuple(unreadable),
        numbers=dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number")),
        counted={
            each.entry_id: (counted.rounds[each.entry_id], sum(each.deductions)) for each in entries
        },
    )


def _rules(rules: RuleSet) -> Rules:
    """Return the properties of a rule set that the recount needs."""
    sums = Sums.ANY
    if rules.scoring is Scoring.PLUS_MINUS:
        add_up = rules.penalties in (Penalties.CATALOGUE, Penalties.ZERO_SUM)
        sums = Sums.ZERO if add_up else Sums.PENALTIES
    return Rules(sums, solo_kinds(rules))


def _options(tournament: Tournament, entries: Iterable[EntryClaim]) -> Options:
    """Return what is ranked; two queries where a round not played counts."""
    absent: set[tuple[int, int]] = set()
    # In groups of teams a substitute has the seat that his team had before.
    if tournament.missed_round is not None and not tournament.team_groups:
        here = {"round__tournament": tournament}
        present = set(Seat.objects.filter(**here).values_list("entry", "round__number"))
        present |= set(Bye.objects.filter(**here).values_list("entry", "round__number"))
        absent = {
            (entry.entry_id, number)
            for entry in entries
            if entry.rank is not None
            for number in range(1, len(entry.rounds) + 1)
        } - present
    games = None
    if tournament.scale_fives:
        games = tournament.at_table(4).planned, tournament.at_table(5).planned
    return Options(tournament.table_points, tournament.missed_round, games, absent)


def _sheet_claims(tournament: Tournament) -> list[SheetClaim]:
    """Return the newest version of each table's sheet, even where another one is current."""
    said = contained_penalties(tournament)
    later = SheetVersion.objects.filter(table=OuterRef("table"), number__gt=OuterRef("number"))
    versions = SheetVersion.objects.filter(~Exists(later), table__round__tournament=tournament)
    # Versions taken back according to the journal are no results.
    versions = versions.exclude(pk__in=list(sheet_acts(tournament, "sheet_taken_back")))
    versions = versions.select_related("table__round")
    versions = versions.prefetch_related("table__seats", "table__penalties")
    claims = []
    for version in versions.order_by("table__round__number", "table__number"):
        table = version.table
        booked = tuple(
            identity(penalty_content(penalty))
            for penalty in table.penalties.all()
            if penalty.source == BookedPenalty.Source.REFEREE
        )
        seats = sorted(table.seats.all(), key=lambda seat: seat.position)
        claim = SheetClaim(
            round=table.round.number,
            table=table.number,
            entry_ids=tuple(seat.entry_id for seat in seats),
            content=version.content,
            # The database may have been changed by hand.
            totals=tuple(version.totals) if isinstance(version.totals, list) else (),
            history=tuple(totals_history(table.versions.all(), said)) if booked else (),
            booked=booked,
            is_ruled=version.kind == SheetKind.RULING,
        )
        claims.append(claim)
    return claims


def _are_figures(claim: SheetClaim, figures: Iterable[int | None]) -> bool:
    """Whether all are integers; in a ruling None is an average."""
    return all(is_whole(each) or (claim.is_ruled and each is None) for each in figures)


def _entry_claims(tournament: Tournament, report: StandingsReport) -> list[EntryClaim]:
    is_end = report.frozen_at is not None
    counted = deductions_until(tournament, report.rounds, is_end=is_end).order_by("pk")
    deductions: dict[int, tuple[int, ...]] = {}
    for entry, points in counted.values_list("entry", "points"):
        deductions[entry] = (*deductions.get(entry, ()), points)
    return [
        EntryClaim(
            entry_id=row.entry_id,
            number=row.number,
            rounds=row.rounds,
            deductions=deductions.get(row.entry_id, ()),
            adjustment=row.adjustment,
            total=row.total,
            rank=row.rank,
        )
        for row in report.rows
    ]


def _group_claims(tournament: Tournament, report: StandingsReport) -> list[GroupClaim]:
    return [
        GroupClaim(
            name=group.name,
            members=[each.result.entry_id for each in group.members if each.result.ranked],
            best=ranking.rules.best,
            by_round=ranking.rules.by_round,
            total=group.total,
            ranking=str(ranking.kind),
            rank=group.rank,
        )
        for ranking in group_rankings(tournament, report)
        for group in ranking.groups
    ]
