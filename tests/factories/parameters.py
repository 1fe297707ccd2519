"""The parameters of every code, as its comment in the enumeration says; "?": if known."""

from collections.abc import Mapping

from scoring.findings import Code, Finding
from scoring.notation import LineCode

OF_FINDINGS: Mapping[Code, tuple[str, ...]] = {
    Code.MALFORMED: ("path", "problem", "expected?"),
    Code.POINTS_MISSING: (),
    Code.NOT_INTEGER: ("figure", "field"),
    Code.FIVE_TABLE_DEALER_SCORED: ("figure",),
    Code.NONZERO_SUM: ("sum", "right_seat?", "right_figure?"),
    Code.PARITY: ("odd_seats", "even_seats"),
    Code.UNEQUAL_PARTNERS: ("points",),
    Code.SOLOIST_MISSING: ("kind", "right_soloist?"),
    Code.SOLOIST_MISMATCH: ("kind", "right_soloist?"),
    Code.SOLO_NOT_TRIPLED: ("kind", "points"),
    Code.TEAM_GAME_TRIPLED: ("kind", "points"),
    Code.VALUE_OUT_OF_RANGE: ("value", "limit"),
    Code.VALUE_UNLIKELY: ("value", "limit?"),
    Code.DETAIL_IMPOSSIBLE: ("error",),
    Code.VALUE_MISMATCH: ("points", "right_points"),
    Code.WRONG_CUMULATIVE: ("figure", "right_figure", "seats", "right_figures", "rows?"),
    Code.WRONG_TOTAL: ("figure", "right_figure", "seats", "right_figures", "rows?"),
    Code.WRONG_DEALER: ("dealer", "right_dealer"),
    Code.DEALT_OUT_OF_TURN: ("dealer", "right_dealer"),
    Code.ROW_NUMBER: ("number", "right_number"),
    Code.SECOND_COMPULSORY_SOLO: ("first_row?",),
    Code.MISSING_COMPULSORY_SOLO: ("reason?",),
    Code.VOLUNTARY_BEFORE_COMPULSORY: ("compulsory_row?",),
    Code.FORCED_WRONG_PLAYER: ("right_soloist", "dealer"),
    Code.FORCED_FLAG: ("right_forced", "kind"),
    Code.FORCED_SOLO_OMITTED: ("kind", "dealer"),
    Code.TOO_MANY_GAMES: ("games", "rows", "struck"),
    Code.TOO_FEW_GAMES: ("games", "rows", "struck", "reason", "solos?"),
    Code.GAME_AFTER_TIME_LIMIT: ("limit", "kind?", "rows?", "forced_row?"),
    Code.ROW_TWICE: (),
    Code.SIDE_UNEQUAL: ("kind", "points", "sides"),
    Code.NEGATIVE_POINTS: ("figure", "field"),
    Code.BOTH_SIDES_WON: ("points", "limit"),
    Code.VALUE_UNREACHABLE: ("kind", "points"),
    Code.OWED_SOLO: ("kind", "dealer"),
    Code.EXTRA_GAME: ("kind",),
    Code.PENALTY_AMOUNT: ("rule", "reason"),
    Code.PENALTY_NONZERO_SUM: ("rule", "sum"),
    Code.INITIALS_MISSING: ("rule",),
}

OF_LINES: Mapping[LineCode, tuple[str, ...]] = {
    LineCode.EMPTY: (),
    LineCode.UNEXPECTED: ("text", "expected"),
    LineCode.SEAT_UNKNOWN: ("seat", "table_size"),
    LineCode.OFFENDER_UNKNOWN: ("seat", "table_size"),
    LineCode.SEAT_SITS_OUT: ("seat",),
    LineCode.SEAT_TWICE: ("seat",),
    LineCode.TOO_MANY_WINNERS: (),
    LineCode.VALUE_MISSING: (),
    LineCode.VALUE_NEGATIVE: ("right",),
    LineCode.VALUE_NOT_WHOLE: (),
    LineCode.VALUE_LEADING_ZERO: ("right",),
    LineCode.VALUE_TOO_LARGE: ("limit",),
    LineCode.ZERO_WITHOUT_SOLOIST: ("right",),
    LineCode.EXTRA_NUMBER: (),
    LineCode.LETTER_MISSING: ("options",),
    LineCode.LETTER_UNKNOWN: ("letter", "options"),
    LineCode.LETTER_TWICE: ("letter",),
    LineCode.LETTERS_CONTRADICT: ("first", "second"),
    LineCode.LETTER_NEEDS_PARTNERS: ("letter",),
    LineCode.LETTER_NEEDS_SOLOIST: ("letter",),
    LineCode.DEALER_MISSING: (),
    LineCode.DEALER_UNKNOWN: ("seat", "table_size"),
    LineCode.OFFENDER_MISSING: (),
    LineCode.TOO_MANY_OFFENDERS: (),
    LineCode.PARAGRAPH_MISSING: ("options",),
    LineCode.PARAGRAPH_OPEN: ("paragraph", "options"),
    LineCode.PARAGRAPH_UNKNOWN: ("paragraph", "options"),
    LineCode.PARAGRAPH_MISFIT: ("paragraph", "offender", "options"),
    LineCode.ABSAGEN_MISSING: ("limit",),
    LineCode.ABSAGEN_OUT_OF_RANGE: ("limit",),
    LineCode.ABSAGEN_NOT_COUNTED: ("paragraph",),
    LineCode.INITIALS_TOO_LONG: ("limit",),
    LineCode.FREE_POINTS_MISSING: (),
    LineCode.FREE_POINTS_SHARED: ("others",),
    LineCode.REASON_MISSING: (),
    LineCode.POINTS_COUNT: ("positions",),
    LineCode.RUNNING_COUNT: ("count", "positions"),
    LineCode.RUNNING_FOLLOWS: ("row",),
    LineCode.RUNNING_GAP: (),
    LineCode.RUNNING_SUM: ("sum",),
}


def as_documented(finding: Finding) -> bool:
    """Return whether a finding has exactly the parameters of its code."""
    names = OF_FINDINGS[finding.code]
    needed = {name for name in names if not name.endswith("?")}
    return needed <= set(finding.params) <= {name.rstrip("?") for name in names}
