"""The results of a check: codes, severities and values. The sentences are made elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.terms import Figure

ParamValue = int | str | tuple


class Severity(StrEnum):
    """An error keeps a sheet from being a result; a warning asks for a second look."""

    ERROR = "error"
    WARNING = "warning"


class Code(StrEnum):
    """Everything that can be wrong with a sheet, each with its parameters.

    Those in brackets stand only where they are known. `seat` and `row` of the finding itself come
    on top: a finding about a player names that seat. Figures are whole numbers; `points` and the
    plurals are tuples in seat order.
    """

    # path: "rows[3].points", empty for the whole; problem: unknown_key, missing_key,
    # repeated_key, wrong_type, out_of_range, wrong_length, too_deep, not_json; (expected): object,
    # list, text, whole_number, truth_value, figure, row_kind, or numbers: "4, 5", "1..4", ">= 0"
    MALFORMED = "malformed"
    POINTS_MISSING = "points_missing"
    # figure: what was typed; field: where, points, cumulative or totals
    NOT_INTEGER = "not_integer"
    FIVE_TABLE_DEALER_SCORED = "five_table_dealer_scored"  # figure
    # sum; (right_seat, right_figure): the one figure that would mend the row, if the rest tells
    NONZERO_SUM = "nonzero_sum"
    # Every row has the same lack: the points of one side alone, or running totals alone.
    ONLY_WINNERS_WRITTEN = "only_winners_written"
    ONLY_LOSERS_WRITTEN = "only_losers_written"
    ONLY_CUMULATIVE = "only_cumulative"
    PARITY = "parity"  # odd_seats, even_seats
    UNEQUAL_PARTNERS = "unequal_partners"  # points
    SOLOIST_MISSING = "soloist_missing"  # kind, (right_soloist)
    SOLOIST_MISMATCH = "soloist_mismatch"  # kind, (right_soloist); seat: the soloist written down
    # kind, points; seat: the soloist, or the player with three times the others' figure
    SOLO_NOT_TRIPLED = "solo_not_tripled"
    TEAM_GAME_TRIPLED = "team_game_tripled"
    # value: before tripling; limit: the highest possible (or likely) one; no limit: too little
    VALUE_OUT_OF_RANGE = "value_out_of_range"
    VALUE_UNLIKELY = "value_unlikely"
    # error: why the game as described is refused, a code of scoring.game, or other_kind
    DETAIL_IMPOSSIBLE = "detail_impossible"
    VALUE_MISMATCH = "value_mismatch"  # points, right_points
    # figure, right_figure: the first that is off, at `seat`; seats, right_figures: all that are.
    # rows: only where these figures are probably right: of which one row may be wrong instead
    WRONG_CUMULATIVE = "wrong_cumulative"
    WRONG_TOTAL = "wrong_total"
    WRONG_DEALER = "wrong_dealer"  # dealer, right_dealer
    DEALT_OUT_OF_TURN = "dealt_out_of_turn"  # dealer, right_dealer: whose turn it was
    ROW_NUMBER = "row_number"  # number, right_number
    # seat: the soloist; (first_row): that of the first one, which bare totals do not tell
    SECOND_COMPULSORY_SOLO = "second_compulsory_solo"
    # (reason): unmarked, where the row is there and written as a normal game worth nothing
    MISSING_COMPULSORY_SOLO = "missing_compulsory_solo"
    # seat: the soloist; (compulsory_row): that of the compulsory solo, if it comes at all
    VOLUNTARY_BEFORE_COMPULSORY = "voluntary_before_compulsory"
    # seat: who played; right_soloist: who had to, with this dealer
    FORCED_WRONG_PLAYER = "forced_wrong_player"
    # kind; right_forced: 1 when the row is a forced solo and not marked so, 0 the other way round
    FORCED_FLAG = "forced_flag"
    # kind, dealer; seat: who had to play the compulsory solo in this row instead
    FORCED_SOLO_OMITTED = "forced_solo_omitted"
    # games: the number of the round; rows: those on the list; struck: those lapsed by time
    TOO_MANY_GAMES = "too_many_games"
    # the same, and reason: rows_missing, struck_without_time_limit, fewer_than_solos (solos: the
    # compulsory ones), or row_left_out: then the row is the one before which a game is missing
    TOO_FEW_GAMES = "too_few_games"
    # limit: the last row that could still be a normal game, (kind) what was played after it; or,
    # for the whole list, a limit behind the last of its (rows), or before a (forced_row)
    GAME_AFTER_TIME_LIMIT = "game_after_time_limit"
    ROW_TWICE = "row_twice"  # row: the second of the two
    # Beyond the DDV.
    # kind, points; sides: how many Re and Kontra can be; two of a side have different figures
    SIDE_UNEQUAL = "side_unequal"
    NEGATIVE_POINTS = "negative_points"  # figure, field
    BOTH_SIDES_WON = "both_sides_won"  # points; limit: the most without a game part
    VALUE_UNREACHABLE = "value_unreachable"  # kind, points, value?, least?
    OWED_SOLO = "owed_solo"  # kind, dealer; seat: who had to play a solo in this row
    EXTRA_GAME = "extra_game"  # kind; seat: who played alone, owing no solo
    SOLO_KIND = "solo_kind"  # kind: the solo that is not played by these rules, or in such a row
    # points, right_points; event: the row after which this one counts double
    NOT_DOUBLED = "not_doubled"
    WRONGLY_DOUBLED = "wrongly_doubled"  # points, right_points
    NO_ROUND_FOR_IT = "no_round_for_it"  # kind: one of a round after a doubling round
    # rule; seat: the offender; reason: unknown_rule, unknown_row, offender, pattern,
    # announced_solo, game_points; by rules without catalogue: not_free, no_reason, deduction
    PENALTY_AMOUNT = "penalty_amount"
    PENALTY_NONZERO_SUM = "penalty_nonzero_sum"  # rule, sum
    INITIALS_MISSING = "initials_missing"  # rule; seat: the offender


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake, or one doubt, at its row (counted from 1) and seat where there is one."""

    code: Code
    severity: Severity
    row: int | None = None
    seat: int | None = None
    params: Mapping[str, ParamValue] = field(default_factory=dict)


def error(
    code: Code, row: int | None = None, seat: int | None = None, **params: ParamValue
) -> Finding:
    """Return a finding that keeps the sheet from being a result."""
    return Finding(code, Severity.ERROR, row, seat, params)


def warning(
    code: Code, row: int | None = None, seat: int | None = None, **params: ParamValue
) -> Finding:
    """Return a finding that only asks for a second look."""
    return Finding(code, Severity.WARNING, row, seat, params)


@dataclass(frozen=True, slots=True)
class SheetReport:
    """The result of a check: findings in the order of the list, totals recomputed.

    A total is None where a figure of it is missing or not an integer. `dealers` are those of a list
    without an error, row by row.
    """

    findings: tuple[Finding, ...]
    totals: tuple[int | None, ...]
    dealers: tuple[int, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the sheet has no error; warnings do not count."""
        return all(finding.severity is not Severity.ERROR for finding in self.findings)


def in_list_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort by row; findings on the whole list come last, otherwise the order is kept."""
    return tuple(sorted(findings, key=lambda found: (found.row is None, found.row or 0)))


def shown(figure: Figure) -> int | str:
    """Return a typed figure as a parameter: itself if an integer, else as the text typed."""
    return figure if isinstance(figure, int) and not isinstance(figure, bool) else str(figure)
