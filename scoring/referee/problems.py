"""Questions that no table can give rise to: a code and its parameters, no sentences."""

from collections.abc import Mapping
from enum import StrEnum


class ProblemCode(StrEnum):
    """Why a question to the referee's calculators cannot be answered."""

    CARDS_OUT_OF_RANGE = "cards_out_of_range"
    WEDDING_CLARIFIED_BY_NOW = "wedding_clarified_by_now"
    REPLY_WITHOUT_ANNOUNCEMENT = "reply_without_announcement"
    REPLY_TO_NOTHING = "reply_to_nothing"
    TABLE_SIZE_UNKNOWN = "table_size_unknown"
    SEAT_UNKNOWN = "seat_unknown"
    SEAT_SITS_OUT = "seat_sits_out"
    DEALER_MISSING = "dealer_missing"
    SOLOIST_MISSING = "soloist_missing"
    SOLOIST_WITHOUT_SOLO = "soloist_without_solo"
    FORCED_WITHOUT_DUTY = "forced_without_duty"
    ABSAGEN_OUT_OF_RANGE = "absagen_out_of_range"
    HARM_UNDECIDED = "harm_undecided"
    DEDUCTION_OUT_OF_RANGE = "deduction_out_of_range"
    DEDUCTION_WITHOUT_POINTS = "deduction_without_points"
    SANCTION_WITHOUT_POINTS = "sanction_without_points"
    PARTY_IMPOSSIBLE = "party_impossible"


PARAMETERS: Mapping[ProblemCode, tuple[str, ...]] = {
    # Code -> names of its parameters, all of them whole numbers.
    ProblemCode.CARDS_OUT_OF_RANGE: ("cards", "most"),
    # after the third trick every wedding is clarified, so nobody can hold fewer than `fewest`
    ProblemCode.WEDDING_CLARIFIED_BY_NOW: ("cards", "fewest"),
    ProblemCode.REPLY_WITHOUT_ANNOUNCEMENT: (),
    ProblemCode.REPLY_TO_NOTHING: (),
    ProblemCode.TABLE_SIZE_UNKNOWN: ("size",),
    ProblemCode.SEAT_UNKNOWN: ("seat", "table_size"),
    # the dealer of a five-table has no cards: what he does wrong the TSR do not regulate
    ProblemCode.SEAT_SITS_OUT: ("seat",),
    ProblemCode.DEALER_MISSING: (),
    ProblemCode.SOLOIST_MISSING: (),
    ProblemCode.SOLOIST_WITHOUT_SOLO: ("soloist",),
    ProblemCode.FORCED_WITHOUT_DUTY: (),
    ProblemCode.ABSAGEN_OUT_OF_RANGE: ("absagen", "most"),
    # 9.3.3 b1 or b2: the referee has to say whether the soloist may suffer by it
    ProblemCode.HARM_UNDECIDED: ("offender", "soloist"),
    ProblemCode.DEDUCTION_OUT_OF_RANGE: ("points", "most"),
    ProblemCode.DEDUCTION_WITHOUT_POINTS: (),
    ProblemCode.SANCTION_WITHOUT_POINTS: ("points",),
    ProblemCode.PARTY_IMPOSSIBLE: ("members",),
}


class ImpossibleCase(ValueError):
    """A question that contradicts itself or the rules; the one who asks can mend it."""

    def __init__(self, code: ProblemCode, **params: int) -> None:
        super().__init__(code.value, params)
        self.code = code
        self.params: Mapping[str, int] = params
