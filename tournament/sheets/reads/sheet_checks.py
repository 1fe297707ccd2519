"""Check of a sheet for one table: the rules of the list, and facts only the program knows.

Nothing is saved here. The page that checks while typing and the service that saves use the same
check.

A list shows its penalties game by game; bare totals do not. A penalty under 9.3.2 flips the parity
of all four positions (rules.md 5.3), so no check of the figures can tell whether they contain it:
the page asks the user, and the program adds what is missing.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from scoring.findings import Code, Finding, Severity, error
from scoring.json_format import Malformed, sheet_from_json, totals_from_json
from scoring.model import Penalty as BookedPenalty
from scoring.model import ScoreSheet, TotalsSheet
from scoring.pattern import is_whole
from scoring.sheet import check
from scoring.totals import check_totals
from tournament.models import (
    GameTable,
    JournalEntry,
    Penalty,
    RoundState,
    SheetKind,
    SheetVersion,
    Tournament,
)
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.spread import unlikely_beyond
from tournament.sheets.mapping import (
    complete,
    points_of,
    same_penalty,
    sheet_content,
    stored_content,
)
from tournament.sheets.rules.penalties_in_totals import Penalty as PenaltyInTotals
from tournament.sheets.rules.penalties_in_totals import TotalsVersion, identity, penalties_gone
from tournament.sheets.rules.rulings import ruling_from_json, ruling_to_json
from tournament.sheets.rules.table_rules import TableRules

ACCEPTABLE = frozenset({Code.PARITY, Code.MISSING_COMPULSORY_SOLO, Code.TOO_FEW_GAMES})
"""Errors the direction may accept on bare totals, with a reason. Never a sum other than 0."""


MUCH_TIME = timedelta(minutes=10)
"""With less left on its clock a table may well be in its last game."""


class TournamentCode(StrEnum):
    """Codes of findings that need the table, the tournament or the referee."""

    AWARDED_PENALTY_MISSING = "awarded_penalty_missing"  # seat: the offender; rule, points
    ENDED_EARLY = "ended_early"  # games: not played; minutes: left on the table's clock
    OTHER_RULES = "other_rules"  # rules
    OTHER_NUMBER_OF_GAMES = "other_number_of_games"  # games, right_games
    OTHER_TABLE_SIZE = "other_table_size"  # size, right_size
    TOTAL_OUT_OF_RANGE = "total_out_of_range"  # figure, limit
    TOTAL_UNLIKELY = "total_unlikely"  # figure, limit


@dataclass(frozen=True, slots=True)
class TournamentFinding:
    """A finding of the program; otherwise like `scoring.findings.Finding`."""

    code: TournamentCode
    severity: Severity = Severity.ERROR
    row: int | None = None
    seat: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


SheetFinding = Finding | TournamentFinding

_LISTED = Prepared(lambda table: Penalty.objects.filter(table=table))
_AWARDED = Prepared(
    lambda table: Penalty.objects.filter(table=table, source=Penalty.Source.REFEREE)
)


@dataclass(frozen=True, slots=True)
class CheckedSheet:
    """A sheet with the result of its check.

    `content` is what a version would store, empty for a sheet that could not be read. A total is
    None where a figure is missing. `penalties` are those on the sheet, `listed` those recorded for
    its table.
    """

    kind: SheetKind
    content: dict[str, Any]
    totals: tuple[int | None, ...]
    penalties: tuple[BookedPenalty, ...]
    findings: tuple[SheetFinding, ...]
    listed: tuple[Penalty, ...] = ()

    @property
    def errors(self) -> tuple[SheetFinding, ...]:
        """The findings that keep the sheet from becoming a result."""
        return tuple(found for found in self.findings if found.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[SheetFinding, ...]:
        """The findings that ask for a second look only."""
        return tuple(found for found in self.findings if found.severity is Severity.WARNING)


def checked_sheet(table: GameTable, kind: SheetKind, content: Any) -> CheckedSheet:
    """Check the sheet of a table; `content` may be anything.

    A content without rules, table size or number of games gets those of the tournament and the
    table. At most one query; one more where a total exceeds what a single game can bring.
    """
    if kind == SheetKind.RULING:
        return _check_ruling(table, content)
    try:
        sheet = _read(table, kind, content)
        stored = stored_content(sheet)
        _require_storable(stored)
    except Malformed as malformed:
        return _unfit(table, kind, malformed.finding)
    stranger = _stranger(table, sheet)
    if stranger is not None:
        return _unfit(table, kind, stranger)
    if isinstance(sheet, ScoreSheet):
        report = check(sheet)
    else:
        report = check_totals(sheet, penalties_known=True)
    listed = tuple(_LISTED(table.pk, table=table))
    findings = (*report.findings, *_own_findings(table, sheet, listed))
    if isinstance(sheet, ScoreSheet) and report.ok:
        sheet = complete(sheet, report.dealers)
        stored = stored_content(sheet)
    return CheckedSheet(
        kind=kind,
        content=stored,
        totals=report.totals,
        penalties=sheet.penalties,
        findings=findings,
        listed=listed,
    )


def _check_ruling(table: GameTable, content: Any) -> CheckedSheet:
    """Check a ruling: it has no list; each figure must be one that a round can bring.

    The referee's penalties remain listed. Penalties known only from a list are dropped with it.
    """
    try:
        ruling = ruling_from_json(content, table.size)
        stored = ruling_to_json(ruling)
        _require_storable(stored)
    except Malformed as malformed:
        return _unfit(table, SheetKind.RULING, malformed.finding)
    limit = _highest_total(table.round.tournament.at_table(table.size))
    findings = tuple(
        TournamentFinding(
            TournamentCode.TOTAL_OUT_OF_RANGE, seat=seat, params={"figure": figure, "limit": limit}
        )
        for seat, figure in enumerate(ruling.figures, start=1)
        if figure is not None and limit is not None and abs(figure) > limit
    )
    listed = tuple(table.penalties.filter(source=Penalty.Source.SHEET))
    return CheckedSheet(SheetKind.RULING, stored, ruling.figures, (), findings, listed)


def _highest_total(at: TableRules) -> int | None:
    """Return the most that the games of a round can bring; None where there is no limit."""
    one_game = at.rules.most_points(at.size)
    return None if one_game is None else one_game * at.lines


def acceptable(kind: SheetKind, finding: SheetFinding) -> bool:
    """Whether the direction may accept a sheet in spite of this error."""
    return kind == SheetKind.TOTALS and finding.code in ACCEPTABLE


def only_lacks_a_solo(errors: Iterable[SheetFinding]) -> bool:
    """Whether a compulsory solo is missing, and all other errors are acceptable."""
    codes = {error.code for error in errors}
    lacking = {Code.MISSING_COMPULSORY_SOLO, Code.FORCED_SOLO_OMITTED}
    return not codes.isdisjoint(lacking) and codes <= ACCEPTABLE | lacking


def awarded_penalties(table: GameTable) -> tuple[Penalty, ...]:
    """Return the penalties that every sheet of this table must show."""
    return tuple(_AWARDED(table.pk, table=table))


def _read(table: GameTable, kind: SheetKind, content: Any) -> ScoreSheet | TotalsSheet:
    complete = sheet_content(table, kind, content) if isinstance(content, Mapping) else content
    read = sheet_from_json if kind == SheetKind.ROWS else totals_from_json
    return read(complete, table.round.tournament.rule_set)


def _require_storable(content: Mapping[str, Any]) -> None:
    """Raise Malformed for texts that are valid in JSON but cannot be stored in a database."""
    try:
        text = json.dumps(content, ensure_ascii=False)
        text.encode()
    except (UnicodeEncodeError, RecursionError) as error:
        raise Malformed("", "not_json") from error
    if r"\u0000" in text:
        raise Malformed("", "not_json")


def _unfit(table: GameTable, kind: SheetKind, finding: SheetFinding) -> CheckedSheet:
    """Return an unreadable or mismatched sheet with its only finding."""
    return CheckedSheet(kind, {}, (None,) * table.size, (), (finding,))


def _stranger(table: GameTable, sheet: ScoreSheet | TotalsSheet) -> TournamentFinding | None:
    """Return a finding if the sheet has other rules, another size or number of games."""
    if sheet.rules != table.round.tournament.rule_set:
        return TournamentFinding(TournamentCode.OTHER_RULES, params={"rules": sheet.rules.name})
    if sheet.table_size != table.size:
        return TournamentFinding(
            TournamentCode.OTHER_TABLE_SIZE,
            params={"size": sheet.table_size, "right_size": table.size},
        )
    games = table.round.tournament.games(table.size)
    if sheet.planned_games != games:
        return TournamentFinding(
            TournamentCode.OTHER_NUMBER_OF_GAMES,
            params={"games": sheet.planned_games, "right_games": games},
        )
    return None


def _own_findings(
    table: GameTable, sheet: ScoreSheet | TotalsSheet, listed: Iterable[Penalty]
) -> Iterator[SheetFinding]:
    if isinstance(sheet, TotalsSheet):
        yield from _stray_penalties(sheet)
        yield from _unlikely_totals(table, sheet)
    yield from _missing_penalties(sheet, listed)
    yield from _ended_early(table, sheet)


def _ended_early(table: GameTable, sheet: ScoreSheet | TotalsSheet) -> Iterator[TournamentFinding]:
    """Yield a warning if games lapsed with much time left: only time strikes them (TSR 8.5.1)."""
    played = len(sheet.rows) if isinstance(sheet, ScoreSheet) else sheet.games_played
    games, round = sheet.planned_games - played, table.round
    if games <= 0 or round.state != RoundState.RUNNING:
        return
    now = timezone.now()
    end = round.end_at_table(now, table.size, table.extra_minutes, table.started_at)
    if end is not None and end - now >= MUCH_TIME:
        params = {"games": games, "minutes": (end - now) // timedelta(minutes=1)}
        yield TournamentFinding(TournamentCode.ENDED_EARLY, Severity.WARNING, params=params)


def _stray_penalties(sheet: TotalsSheet) -> Iterator[Finding]:
    """Yield penalties in impossible rows: bare totals have no rows, but a round has a last game."""
    games = sheet.planned_games + sheet.rules.additional_games(sheet.table_size)
    for penalty in sheet.penalties:
        if penalty.row is not None and not 1 <= penalty.row <= games:
            yield error(
                Code.PENALTY_AMOUNT,
                None,
                penalty.offender,
                rule=penalty.rule,
                reason="unknown_row",
            )


def _unlikely_totals(table: GameTable, sheet: TotalsSheet) -> Iterator[TournamentFinding]:
    """Yield errors for totals that cannot be reached, and warnings for likely typing errors.

    Distance from the other totals means something only where all totals lie around 0.
    """
    at = TableRules(sheet.table_size, sheet.planned_games, sheet.rules)
    one_game, all_games = at.rules.most_points(at.size), _highest_total(at)
    if one_game is None or all_games is None:
        return
    amounts = [abs(figure) for figure in sheet.totals if is_whole(figure)]
    if max(amounts, default=0) <= one_game:
        return
    highest = all_games + sum(map(_largest, sheet.penalties))
    likely = unlikely_beyond(_totals_beside(table), one_game) if at.adds_up else highest
    for seat, figure in enumerate(sheet.totals, start=1):
        if not isinstance(figure, int):
            continue
        if abs(figure) > highest:
            params = {"figure": figure, "limit": highest}
            yield TournamentFinding(TournamentCode.TOTAL_OUT_OF_RANGE, seat=seat, params=params)
        elif abs(figure) > likely:
            params = {"figure": figure, "limit": likely}
            yield TournamentFinding(
                TournamentCode.TOTAL_UNLIKELY, Severity.WARNING, None, seat, params
            )


def _largest(penalty: BookedPenalty) -> int:
    """Return the most that anybody gains or loses by a penalty."""
    return max((abs(figure) for figure in penalty.points if is_whole(figure)), default=0)


def _totals_beside(table: GameTable) -> list[int]:
    """Return the current totals at the other tables of the tournament; one query.

    The database may have been changed by hand: invalid figures are skipped.
    """
    others = GameTable.objects.filter(
        round__tournament=table.round.tournament, current_version__isnull=False
    ).exclude(pk=table.pk)
    versions = others.values_list("current_version__totals", flat=True)
    lists = (totals for totals in versions if isinstance(totals, list))
    return [total for totals in lists for total in totals if is_whole(total)]


def _missing_penalties(
    sheet: ScoreSheet | TotalsSheet, listed: Iterable[Penalty]
) -> Iterator[TournamentFinding]:
    """Yield the referee's penalties that are not on the sheet, each as often as awarded."""
    on_sheet = list(sheet.penalties)
    awarded = (penalty for penalty in listed if penalty.source == Penalty.Source.REFEREE)
    for penalty in awarded:
        found = next((booked for booked in on_sheet if same_penalty(penalty, booked)), None)
        if found is None:
            yield TournamentFinding(
                TournamentCode.AWARDED_PENALTY_MISSING,
                row=penalty.row,
                seat=penalty.offender,
                params={"rule": penalty.rule, "points": tuple(penalty.points)},
            )
        else:
            on_sheet.remove(found)


Content = Mapping[str, Any]


def penalties_gone_from(table: GameTable, sheet: Content) -> list[PenaltyInTotals]:
    """Return penalties named by bare totals whose figures are closer to those without them."""
    if table.current_version is None or not sheet["penalties"]:
        return []
    said = said_to_be_contained(table.round.tournament)
    return penalties_gone(totals_history(table.versions.all(), said), TotalsVersion.of(sheet))


def totals_history(
    versions: QuerySet[SheetVersion], said: Mapping[int, Sequence[PenaltyInTotals]]
) -> list[TotalsVersion]:
    """Return the versions that are bare totals, in order; one query."""
    totals = versions.filter(kind=SheetKind.TOTALS).order_by("number").values_list("pk", "content")
    return [TotalsVersion.of(content, said.get(pk, ())) for pk, content in totals]


def said_to_be_contained(tournament: Tournament) -> dict[int, list[PenaltyInTotals]]:
    """Return the penalties the journal records as contained in totals, by version; one query."""
    entries = JournalEntry.objects.filter(tournament=tournament, action="penalties_contained")
    return {
        entry.data["sheet"]: [identity(each) for each in entry.data["contained"]]
        for entry in entries
    }


def not_among(named: Iterable[Content], booked: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the booked penalties not among the named ones, each as often as it is missing.

    Totals are assumed to contain the penalties they name; for others it is not known.
    """
    there = Counter(map(identity, named))
    missing = []
    for penalty in booked:
        if there[identity(penalty)]:
            there[identity(penalty)] -= 1
        else:
            missing.append(penalty)
    return missing


def with_penalties(totals: Sequence[Any], penalties: Iterable[Content]) -> list[Any]:
    """Add the points of penalties to totals without them; invalid figures stay."""
    moved = points_of(penalties, len(totals))
    return [
        total + points if isinstance(total, int) else total
        for total, points in zip(totals, moved, strict=True)
    ]
