"""The sheet of one table: queries of the desk, and the one check, while typing and when saving.

Bare totals do not show their penalties, and one under 9.3.2 flips all four parities (rules.md 5.3),
so no check can tell whether they contain it: the page asks, the program adds what is missing.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from scoring.findings import Code, Finding, Severity, error
from scoring.json_format import Malformed, sheet_from_json, totals_from_json
from scoring.model import FREE, ScoreSheet, TotalsSheet
from scoring.model import Penalty as BookedPenalty
from scoring.pattern import is_whole
from scoring.sheet import check
from scoring.totals import check_totals
from tournament.errors import Refused
from tournament.models import (
    Entry,
    GameTable,
    JournalEntry,
    Penalty,
    Round,
    RoundState,
    Seat,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Tournament,
    User,
)
from tournament.shared.reads.prepared import Prepared
from tournament.sheets.rules.doubts import Penalty as PenaltyInTotals
from tournament.sheets.rules.doubts import TotalsVersion, identity, penalties_gone, unlikely_beyond
from tournament.sheets.rules.table_rules import (
    Content,
    TableRules,
    complete,
    points_of,
    ruling_from_json,
    ruling_to_json,
    stored_content,
)

_TABLE = Prepared(
    lambda tournament, round_number, number: GameTable.objects.select_related(
        "round", "current_version__user"
    ).filter(round__tournament=tournament, round__number=round_number, number=number)
)
_SEATS = Prepared(
    lambda table: (
        Seat.objects.filter(table=table)
        .select_related("entry__person", "entry__club")
        .order_by("position")
    )
)
_SHEETS = Prepared(
    lambda round: (
        GameTable.objects.filter(round=round)
        .order_by("number")
        .values_list("number", "current_version")
    )
)
_PENALTIES = Prepared(
    lambda round: Penalty.objects.filter(table__round=round).select_related("table")
)
_DRAFTS = Prepared(
    lambda table, user: SheetDraft.objects.filter(table=table, user=user).order_by(
        "-updated_at", "-pk"
    )
)
_REVISIONS = Prepared(
    lambda tournament, round_number, number, user: (
        SheetDraft.objects.filter(
            table__round__tournament=tournament,
            table__round__number=round_number,
            table__number=number,
            user=user,
        )
        .order_by("pk")
        .values_list("revision")
    )
)
_LISTED = Prepared(lambda table: Penalty.objects.filter(table=table))


class Earlier(NamedTuple):
    """A version of the table's sheet, as far as a save asks about it."""

    pk: int
    number: int
    kind: str
    content: dict[str, Any]
    typists: list[int | None]
    submission: UUID | None


_VERSIONS = Prepared(
    lambda table: (
        SheetVersion.objects.filter(table=table).order_by("number").values_list(*Earlier._fields)
    )
)

ACCEPTABLE = frozenset({Code.PARITY, Code.MISSING_COMPULSORY_SOLO, Code.TOO_FEW_GAMES})
"""Errors the direction may accept on bare totals, with a reason. Never a sum other than 0."""
MUCH_TIME = timedelta(minutes=10)
"""With less left on its clock a table may well be in its last game."""


def game_table(tournament: Tournament, round_number: int, number: int) -> GameTable:
    """Return a table of any drawn round, with its current version. Refused: `unknown_table`."""
    found = _TABLE.one(tournament.pk, round_number, number)
    if found is None:
        raise Refused("unknown_table", round=round_number, table=number)
    # Saves a query: the tournament is known.
    found.round.tournament = tournament
    return found


def seats_of(table: GameTable) -> list[Seat]:
    """Return the seats of a table by position; one query."""
    return _SEATS(table.pk, table=table)


def missing_tables(round: Round) -> tuple[int, ...]:
    """Return the numbers of the tables whose sheet is not in; one query."""
    return tuple(number for number, version in _SHEETS(round.pk) if version is None)


def drafts_of(table: GameTable, user: User | None) -> list[SheetDraft]:
    """Return the user's drafts for a table, latest first."""
    return _DRAFTS(table.pk, user.pk, table=table) if user else []


def revisions_at(
    tournament: Tournament, round_number: int, number: int, user: User
) -> list[tuple[UUID]]:
    """Return which drafts this user has for a table: each has a new revision when it is saved."""
    return _REVISIONS(tournament.pk, round_number, number, user.pk)


def earlier_versions(table: GameTable) -> list[Earlier]:
    """Return all versions of a table's sheet, oldest first; one query."""
    return [*map(Earlier._make, _VERSIONS(table.pk))]


def penalties_by_table(round: Round) -> dict[int, list[Penalty]]:
    """Return a round's penalties by table number, in the order of booking; one query."""
    found: dict[int, list[Penalty]] = {}
    for penalty in _PENALTIES(round.pk):
        found.setdefault(penalty.table.number, []).append(penalty)
    return found


def entries_at(tables: Iterable[int]) -> dict[tuple[int, int], Entry]:
    """Return the entries at these tables, by table id and position; one query."""
    seats = Seat.objects.filter(table__in=tables).select_related("entry__person")
    return {(seat.table_id, seat.position): seat.entry for seat in seats}


def awarded_penalties(table: GameTable) -> tuple[Penalty, ...]:
    """Return the penalties that every sheet of this table must show."""
    return _of_referee(_LISTED(table.pk, table=table))


def _of_referee(penalties: Iterable[Penalty]) -> tuple[Penalty, ...]:
    return tuple(each for each in penalties if each.source == Penalty.Source.REFEREE)


def penalty_content(penalty: Penalty | BookedPenalty) -> dict[str, Any]:
    """Return a penalty in the form of a sheet; with its reason where there are no paragraphs."""
    reason = penalty.note if isinstance(penalty, Penalty) else penalty.reason
    return {
        "row": penalty.row,
        "rule": penalty.rule,
        "offender": penalty.offender,
        "points": list(penalty.points),
        "initials": penalty.initials,
        **({"reason": reason} if penalty.rule == FREE else {}),
    }


def same_penalty(penalty: Penalty, booked: BookedPenalty) -> bool:
    """Whether the booked penalty is this one; the row is ignored, only the sheet has it."""
    return (penalty.rule, penalty.offender, tuple(penalty.points)) == (
        booked.rule,
        booked.offender,
        booked.points,
    )


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


@dataclass(frozen=True, slots=True)
class CheckedSheet:
    """A checked sheet: its stored `content` ({} if unreadable), totals (None if missing), findings.

    `penalties` are those on the sheet, `listed` those recorded for its table.
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
    """Check the sheet of a table; `content` may be anything, and leave out what the table gives.

    A sheet that has been read is checked as it is, its texts as a form gives them (`readable`). One
    query at most; one more where a total exceeds what a single game can bring.
    """
    if kind == SheetKind.RULING:
        return _check_ruling(table, content)
    tournament = table.round.tournament
    games = tournament.games(table.size)
    try:
        is_read = isinstance(content, ScoreSheet | TotalsSheet)
        sheet: ScoreSheet | TotalsSheet = content if is_read else _read(table, kind, content)
    except Malformed as malformed:
        return _unfit(table, kind, *malformed.findings)
    size, agreed = sheet.table_size, sheet.agreed_games
    other: tuple[TournamentCode, dict[str, Any]] | None = None
    if sheet.rules != tournament.rule_set:
        other = TournamentCode.OTHER_RULES, {"rules": sheet.rules.name}
    elif size != table.size:
        other = TournamentCode.OTHER_TABLE_SIZE, {"size": size, "right_size": table.size}
    elif agreed != games:
        other = TournamentCode.OTHER_NUMBER_OF_GAMES, {"games": agreed, "right_games": games}
    if other is not None:
        return _unfit(table, kind, TournamentFinding(other[0], params=other[1]))
    if isinstance(sheet, ScoreSheet):
        report = check(sheet)
    else:
        report = check_totals(sheet, penalties_known=True)
    listed = tuple(_LISTED(table.pk, table=table))
    findings = (*report.findings, *_own_findings(table, sheet, listed))
    if isinstance(sheet, ScoreSheet) and report.ok:
        sheet = complete(sheet, report.dealers)
    stored = stored_content(sheet)
    return CheckedSheet(kind, stored, report.totals, sheet.penalties, findings, listed)


def _read(table: GameTable, kind: SheetKind, content: Any) -> ScoreSheet | TotalsSheet:
    if isinstance(content, Mapping):
        known = {"games": table.round.tournament.games(table.size)}
        if kind == SheetKind.ROWS:  # the length of bare totals gives the size
            known["table_size"] = table.size
        content = known | {k: v for k, v in content.items() if v is not None or k not in known}
    read = sheet_from_json if kind == SheetKind.ROWS else totals_from_json
    sheet = read(content, table.round.tournament.rule_set)
    _require_storable(content)
    return sheet


def _check_ruling(table: GameTable, content: Any) -> CheckedSheet:
    """Check a ruling's figures; listed penalties known only from a list go with it."""
    try:
        ruling = ruling_from_json(content, table.size)
        stored = ruling_to_json(ruling)
        _require_storable(stored)
    except Malformed as malformed:
        return _unfit(table, SheetKind.RULING, *malformed.findings)
    at = table.round.tournament.at_table(table.size)
    one_game = at.rules.most_points(at.size)
    limit = None if one_game is None else one_game * at.lines
    findings = tuple(
        _out_of_range(seat, figure, limit)
        for seat, figure in enumerate(ruling.figures, start=1)
        if figure is not None and limit is not None and abs(figure) > limit
    )
    listed = tuple(table.penalties.filter(source=Penalty.Source.SHEET))
    return CheckedSheet(SheetKind.RULING, stored, ruling.figures, (), findings, listed)


def _out_of_range(seat: int, figure: int, limit: int) -> TournamentFinding:
    params = {"figure": figure, "limit": limit}
    return TournamentFinding(TournamentCode.TOTAL_OUT_OF_RANGE, seat=seat, params=params)


def acceptable(kind: SheetKind, finding: SheetFinding) -> bool:
    """Whether the direction may accept a sheet in spite of this error."""
    return kind == SheetKind.TOTALS and finding.code in ACCEPTABLE


def only_lacks_a_solo(errors: Iterable[SheetFinding]) -> bool:
    """Whether a compulsory solo is missing, and all other errors are acceptable."""
    codes = {error.code for error in errors}
    lacking = {Code.MISSING_COMPULSORY_SOLO, Code.FORCED_SOLO_OMITTED}
    return not codes.isdisjoint(lacking) and codes <= ACCEPTABLE | lacking


def _require_storable(content: Mapping[str, Any]) -> None:
    """Raise Malformed for texts that are valid in JSON but cannot be stored in a database."""
    try:
        text = json.dumps(content, ensure_ascii=False)
        text.encode()
    except (UnicodeEncodeError, RecursionError) as error:
        raise Malformed("", "not_json") from error
    if r"\u0000" in text:
        raise Malformed("", "not_json")


def _unfit(table: GameTable, kind: SheetKind, *findings: SheetFinding) -> CheckedSheet:
    """Return an unreadable or mismatched sheet with why it is one."""
    return CheckedSheet(kind, {}, (None,) * table.size, (), findings)


def _own_findings(
    table: GameTable, sheet: ScoreSheet | TotalsSheet, listed: Iterable[Penalty]
) -> Iterator[SheetFinding]:
    """Yield what the rules of the list do not know: the referee's penalties, the hall, the time."""
    if isinstance(sheet, TotalsSheet):
        # Bare totals have no rows, but a round has a last game.
        games = sheet.agreed_games + sheet.rules.games_beyond(sheet.table_size)
        for penalty in sheet.penalties:
            if penalty.row is not None and not 1 <= penalty.row <= games:
                words = {"rule": penalty.rule, "reason": "unknown_row"}
                yield error(Code.PENALTY_AMOUNT, None, penalty.offender, **words)
        yield from _unlikely_totals(table, sheet)
    # Each of the referee's penalties is on the sheet, as often as awarded.
    on_sheet = list(sheet.penalties)
    for awarded in _of_referee(listed):
        found = next((booked for booked in on_sheet if same_penalty(awarded, booked)), None)
        if found is not None:
            on_sheet.remove(found)
            continue
        yield TournamentFinding(
            TournamentCode.AWARDED_PENALTY_MISSING,
            row=awarded.row,
            seat=awarded.offender,
            params={"rule": awarded.rule, "points": tuple(awarded.points)},
        )
    # Only time strikes games (TSR 8.5.1), so none lapse with much of it left.
    played = len(sheet.rows) if isinstance(sheet, ScoreSheet) else sheet.games_played
    lapsed, round = sheet.planned_games - played, table.round
    if lapsed > 0 and round.state == RoundState.RUNNING:
        now = timezone.now()
        end = round.end_at_table(now, table.size, table.extra_minutes, table.started_at)
        if end is not None and end - now >= MUCH_TIME:
            params = {"games": lapsed, "minutes": (end - now) // timedelta(minutes=1)}
            yield TournamentFinding(TournamentCode.ENDED_EARLY, Severity.WARNING, params=params)


def _unlikely_totals(table: GameTable, sheet: TotalsSheet) -> Iterator[TournamentFinding]:
    """Yield unreachable totals, and likely typing errors, by distance where totals lie around 0."""
    at = TableRules(sheet.table_size, sheet.agreed_games, sheet.rules)
    one_game = at.rules.most_points(at.size)
    if one_game is None:
        return
    amounts = [abs(figure) for figure in sheet.totals if is_whole(figure)]
    if max(amounts, default=0) <= one_game:
        return
    # What a penalty brings is the most that anybody gains or loses by it.
    moved = [[abs(each) for each in by.points if is_whole(each)] for by in sheet.penalties]
    highest = likely = one_game * at.lines + sum(max(each, default=0) for each in moved)
    if at.adds_up:
        others = GameTable.objects.filter(
            round__tournament=table.round.tournament, current_version__isnull=False
        ).exclude(pk=table.pk)
        versions = others.values_list("current_version__totals", flat=True)
        # The database may have been changed by hand: invalid figures are skipped.
        lists = (totals for totals in versions if isinstance(totals, list))
        entered = [total for totals in lists for total in totals if is_whole(total)]
        likely = unlikely_beyond(entered, one_game)
    for seat, figure in enumerate(sheet.totals, start=1):
        if isinstance(figure, int) and abs(figure) > highest:
            yield _out_of_range(seat, figure, highest)
        elif isinstance(figure, int) and abs(figure) > likely:
            code, params = TournamentCode.TOTAL_UNLIKELY, {"figure": figure, "limit": likely}
            yield TournamentFinding(code, Severity.WARNING, None, seat, params)


def lost_penalties(table: GameTable, sheet: Content) -> list[PenaltyInTotals]:
    """Return penalties named by bare totals whose figures are closer to those without them."""
    if table.current_version is None or not sheet["penalties"]:
        return []
    said = contained_penalties(table.round.tournament)
    return penalties_gone(totals_history(table.versions.all(), said), TotalsVersion.of(sheet))


def totals_history(
    versions: QuerySet[SheetVersion], said: Mapping[int, Sequence[PenaltyInTotals]]
) -> list[TotalsVersion]:
    """Return the versions that are bare totals, in order; one query."""
    totals = versions.filter(kind=SheetKind.TOTALS).order_by("number").values_list("pk", "content")
    return [TotalsVersion.of(content, said.get(pk, ())) for pk, content in totals]


def contained_penalties(tournament: Tournament) -> dict[int, list[PenaltyInTotals]]:
    """Return the penalties the journal records as contained in totals, by version; one query."""
    entries = JournalEntry.objects.filter(tournament=tournament, action="penalties_contained")
    return {
        entry.data["sheet"]: [identity(each) for each in entry.data["contained"]]
        for entry in entries
    }


def missing_penalties(named: Iterable[Content], booked: Iterable[Content]) -> list[Content]:
    """Return the booked penalties missing among the named ones, each as often as missing."""
    there = Counter(map(identity, named))
    missing = []
    for penalty in booked:
        if there[identity(penalty)]:
            there[identity(penalty)] -= 1
        else:
            missing.append(penalty)
    return missing


def add_penalties(totals: Sequence[Any], penalties: Iterable[Content]) -> list[Any]:
    """Add the points of penalties to totals without them; invalid figures stay."""
    moved = points_of(penalties, len(totals))
    return [
        total + points if isinstance(total, int) else total
        for total, points in zip(totals, moved, strict=True)
    ]
