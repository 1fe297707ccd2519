"""Why a game is refused."""

from enum import StrEnum


class Code(StrEnum):
    """Why a game is refused, in order of precedence."""

    GAME_TYPE = "game_type"
    SOLO_KIND = "solo_kind"
    FORCED = "forced"  # beyond the DDV
    MEMBERS = "members"
    TRICKS = "tricks"  # beyond the DDV
    POINTS_RANGE = "points_range"
    POINTS_UNREACHABLE = "points_unreachable"
    NO_TRICK_BOTH = "no_trick_both"  # else the next one would always hide it
    NO_TRICK_WITH_POINTS = "no_trick_with_points"
    ANNOUNCEMENT = "announcement"  # beyond the DDV
    ABSAGE_LEVEL = "absage_level"
    SPECIAL = "special"
    SPECIAL_IN_SOLO = "special_in_solo"
    SPECIAL_MAX = "special_max"
    SPECIAL_WITHOUT_TRICK = "special_without_trick"
    SPECIAL_POINTS = "special_points"
    FLAG = "flag"
    UNKNOWN_KEY = "unknown_key"


class Impossible(ValueError):
    """A game that cannot have been played; `code` is the reason, `key` its place in the input."""

    def __init__(self, code: Code, key: str = "") -> None:
        super().__init__(code.value)
        self.code = code
        self.key = key
