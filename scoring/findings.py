"""What a check has to say: codes, severities and values. The sentences are made elsewhere."""

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
    """Everything that can be wrong with a sheet."""

    MALFORMED = "malformed"
    POINTS_MISSING = "points_missing"
    NOT_INTEGER = "not_integer"
    FIVE_TABLE_DEALER_SCORED = "five_table_dealer_scored"
    NONZERO_SUM = "nonzero_sum"
    PARITY = "parity"
    UNEQUAL_PARTNERS = "unequal_partners"
    SOLOIST_MISSING = "soloist_missing"
    SOLOIST_MISMATCH = "soloist_mismatch"
    SOLO_NOT_TRIPLED = "solo_not_tripled"
    TEAM_GAME_TRIPLED = "team_game_tripled"
    VALUE_OUT_OF_RANGE = "value_out_of_range"
    VALUE_UNLIKELY = "value_unlikely"
    DETAIL_IMPOSSIBLE = "detail_impossible"
    VALUE_MISMATCH = "value_mismatch"
    WRONG_CUMULATIVE = "wrong_cumulative"
    WRONG_TOTAL = "wrong_total"
    WRONG_DEALER = "wrong_dealer"
    DEALT_OUT_OF_TURN = "dealt_out_of_turn"
    ROW_NUMBER = "row_number"
    SECOND_COMPULSORY_SOLO = "second_compulsory_solo"
    MISSING_COMPULSORY_SOLO = "missing_compulsory_solo"
    VOLUNTARY_BEFORE_COMPULSORY = "voluntary_before_compulsory"
    FORCED_WRONG_PLAYER = "forced_wrong_player"
    FORCED_FLAG = "forced_flag"
    FORCED_SOLO_OMITTED = "forced_solo_omitted"
    TOO_MANY_GAMES = "too_many_games"
    TOO_FEW_GAMES = "too_few_games"
    GAME_AFTER_TIME_LIMIT = "game_after_time_limit"
    ROW_TWICE = "row_twice"
    # Beyond the DDV.
    SIDE_UNEQUAL = "side_unequal"
    NEGATIVE_POINTS = "negative_points"
    BOTH_SIDES_WON = "both_sides_won"
    VALUE_UNREACHABLE = "value_unreachable"
    OWED_SOLO = "owed_solo"
    EXTRA_GAME = "extra_game"
    PENALTY_AMOUNT = "penalty_amount"
    PENALTY_NONZERO_SUM = "penalty_nonzero_sum"
    INITIALS_MISSING = "initials_missing"


PARAMETERS: Mapping[Code, tuple[str, ...]] = {
    # Code -> names of its parameters; those ending in "?" stand only where they are known.
    # `seat` and `row` of the finding itself come on top: a finding about a player names that
    # seat. Figures are whole numbers; `points` and the plurals are tuples in seat order.
    #
    # path: "rows[3].points", empty for the whole; problem: unknown_key, missing_key,
    # repeated_key, wrong_type, out_of_range, wrong_length, too_deep, not_json; expected: object,
    # list, text, whole_number, truth_value, figure, row_kind, or numbers: "4, 5", "1..4", ">= 0"
    Code.MALFORMED: ("path", "problem", "expected?"),
    Code.POINTS_MISSING: (),
    # what was typed, and where: points, cumulative or totals
    Code.NOT_INTEGER: ("figure", "field"),
    Code.FIVE_TABLE_DEALER_SCORED: ("figure",),
    # the sum found; the one figure that would mend the row, when the rest of it tells
    Code.NONZERO_SUM: ("sum", "right_seat?", "right_figure?"),
    # the seats with odd and with even figures
    Code.PARITY: ("odd_seats", "even_seats"),
    Code.UNEQUAL_PARTNERS: ("points",),
    Code.SOLOIST_MISSING: ("kind", "right_soloist?"),
    # seat: the soloist written down
    Code.SOLOIST_MISMATCH: ("kind", "right_soloist?"),
    # seat: the soloist, or the player with three times the others' figure
    Code.SOLO_NOT_TRIPLED: ("kind", "points"),
    Code.TEAM_GAME_TRIPLED: ("kind", "points"),
    # the value before tripling and the highest possible (or likely) one; no limit: too little
    Code.VALUE_OUT_OF_RANGE: ("value", "limit"),
    Code.VALUE_UNLIKELY: ("value", "limit?"),
    # why the game as described is refused: a code of scoring.game, or other_kind
    Code.DETAIL_IMPOSSIBLE: ("error",),
    Code.VALUE_MISMATCH: ("points", "right_points"),
    # seat: the first figure that is off; the tuples name all seats that are, and their right
    # figures
    Code.WRONG_CUMULATIVE: ("figure", "right_figure", "seats", "right_figures"),
    Code.WRONG_TOTAL: ("figure", "right_figure", "seats", "right_figures"),
    Code.WRONG_DEALER: ("dealer", "right_dealer"),
    # right_dealer: whose turn it was
    Code.DEALT_OUT_OF_TURN: ("dealer", "right_dealer"),
    Code.ROW_NUMBER: ("number", "right_number"),
    # seat: the soloist; the row of his first one, which bare totals do not tell
    Code.SECOND_COMPULSORY_SOLO: ("first_row?",),
    # reason: unmarked, where the row is there and written as a normal game worth nothing
    Code.MISSING_COMPULSORY_SOLO: ("reason?",),
    # seat: the soloist; the row of his compulsory solo, if it comes at all
    Code.VOLUNTARY_BEFORE_COMPULSORY: ("compulsory_row?",),
    # seat: who played; who had to, with this dealer
    Code.FORCED_WRONG_PLAYER: ("right_soloist", "dealer"),
    # right_forced: 1 when the row is a forced solo and not marked so, 0 the other way round
    Code.FORCED_FLAG: ("right_forced", "kind"),
    # seat: who had to play his compulsory solo in this row instead
    Code.FORCED_SOLO_OMITTED: ("kind", "dealer"),
    # games: the number of the round; rows: those on the list; struck: those lapsed by time
    Code.TOO_MANY_GAMES: ("games", "rows", "struck"),
    # reason: rows_missing, struck_without_time_limit, fewer_than_solos (solos: the compulsory
    # ones), or row_left_out: then the finding names the row before which a game is missing
    Code.TOO_FEW_GAMES: ("games", "rows", "struck", "reason", "solos?"),
    # limit: the last row that could still be a normal game, and what was played after it; or, for
    # the whole list, a limit behind the last of its rows
    Code.GAME_AFTER_TIME_LIMIT: ("limit", "kind?", "rows?", "forced_row?"),
    # the second of two rows that are the same
    Code.ROW_TWICE: (),
    # two of a side have different figures, by what was played; sides: how many Re and Kontra can be
    Code.SIDE_UNEQUAL: ("kind", "points", "sides"),
    Code.NEGATIVE_POINTS: ("figure", "field"),
    # the most that the side without a game part can have
    Code.BOTH_SIDES_WON: ("points", "limit"),
    Code.VALUE_UNREACHABLE: ("kind", "points"),
    # seat: who had to play a solo in this row
    Code.OWED_SOLO: ("kind", "dealer"),
    # seat: who played alone, though he owed no solo
    Code.EXTRA_GAME: ("kind",),
    # seat: the offender; reason: unknown_rule, unknown_row, offender, pattern, announced_solo,
    # game_points; by rules without catalogue: not_free, no_reason, deduction
    Code.PENALTY_AMOUNT: ("rule", "reason"),
    Code.PENALTY_NONZERO_SUM: ("rule", "sum"),
    # seat: the offender
    Code.INITIALS_MISSING: ("rule",),
}


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
    """Return the finding that keeps the sheet from being a result."""
    return Finding(code, Severity.ERROR, row, seat, params)


def warning(
    code: Code, row: int | None = None, seat: int | None = None, **params: ParamValue
) -> Finding:
    """Return the finding that only asks for a second look."""
    return Finding(code, Severity.WARNING, row, seat, params)


@dataclass(frozen=True, slots=True)
class SheetReport:
    """The outcome of a check: findings in the order of the list, totals recomputed.

    A total is None where a figure that belongs to it is missing or no whole number. `dealers` are
    those of a list without an error, row by row.
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
    """A typed figure as a parameter: itself when whole, else as the text that was typed."""
    return figure if isinstance(figure, int) and not isinstance(figure, bool) else str(figure)
