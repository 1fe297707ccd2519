"""Questions that cannot arise at a table: a code and its parameters, no sentences."""

from collections.abc import Mapping
from enum import StrEnum


class ProblemCode(StrEnum):
    """Why the referee's calculators cannot answer a question; parameters are numbers."""

    CARDS_OUT_OF_RANGE = "cards_out_of_range"  # cards, most
    # cards, fewest: after the third trick every wedding is clarified, so nobody holds fewer
    WEDDING_CLARIFIED_BY_NOW = "wedding_clarified_by_now"
    REPLY_WITHOUT_ANNOUNCEMENT = "reply_without_announcement"
    REPLY_TO_NOTHING = "reply_to_nothing"
    TABLE_SIZE_UNKNOWN = "table_size_unknown"  # size
    SEAT_UNKNOWN = "seat_unknown"  # seat, table_size
    # seat: the dealer of a five-table has no cards; what he does wrong is not regulated
    SEAT_SITS_OUT = "seat_sits_out"
    DEALER_MISSING = "dealer_missing"
    SOLOIST_MISSING = "soloist_missing"
    SOLOIST_WITHOUT_SOLO = "soloist_without_solo"  # soloist
    FORCED_WITHOUT_DUTY = "forced_without_duty"
    ABSAGEN_OUT_OF_RANGE = "absagen_out_of_range"  # absagen, most
    # offender, soloist: 9.3.3 b1 or b2, the referee says whether the soloist may suffer by it
    HARM_UNDECIDED = "harm_undecided"
    DEDUCTION_OUT_OF_RANGE = "deduction_out_of_range"  # points, most
    DEDUCTION_WITHOUT_POINTS = "deduction_without_points"  # most
    SANCTION_WITHOUT_POINTS = "sanction_without_points"  # points
    PARTY_IMPOSSIBLE = "party_impossible"  # members


class ImpossibleCase(ValueError):
    """A question that contradicts itself or the rules; the user can correct it."""

    def __init__(self, code: ProblemCode, **params: int) -> None:
        super().__init__(code.value, params)
        self.code = code
        self.params: Mapping[str, int] = params
