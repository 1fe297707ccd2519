"""A club evening: valued as by the DDV, with numbered options and its own numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from scoring.rulesets.ddv import MINUTES
from scoring.rulesets.numbered import NUMBERED, Numbered
from scoring.rulesets.ruleset import (
    CHOSEN_OR_NOT,
    GAMES_TO_CHOOSE,
    Allowed,
    Duty,
    Json,
    Owed,
    WrongOption,
    WrongOptionCode,
    scaled,
)
from scoring.terms import DEFAULT_GAMES, FOUR_TABLE, is_whole

MOST_MINUTES, MOST_SOLOS = 999, 2


@dataclass(frozen=True)
class Club(Numbered):
    """A club evening (rule-sets.md 1).

    `games` and `minutes` are for a table of four; at five there are proportionally more.
    """

    name: ClassVar[str] = "club"
    known_options: ClassVar[Mapping[str, Allowed]] = {
        **NUMBERED,
        "games": Allowed(numbers=GAMES_TO_CHOOSE),
        "minutes": Allowed((None,), range(1, MOST_MINUTES + 1)),
        "solos": Allowed(numbers=range(MOST_SOLOS + 1)),
        "owed": Allowed(tuple(owed.value for owed in Owed)),
        "solo_extra_game": CHOSEN_OR_NOT,
    }

    @classmethod
    def with_options(cls, options: Json) -> Self:
        """Return the club's rules; a round has room for all compulsory solos."""
        club = super().with_options(options)
        duty = club.duty(FOUR_TABLE)
        takes_room = not club.added_games(FOUR_TABLE)
        least = FOUR_TABLE * duty.solos if duty and takes_room else FOUR_TABLE
        if club.games(FOUR_TABLE) < least:
            allowed = Allowed(numbers=range(least, GAMES_TO_CHOOSE.stop))
            raise WrongOption(WrongOptionCode.WRONG_VALUE, "games", allowed.words())
        return club

    def games(self, table_size: int) -> int:
        """Return the chosen number, else the DDV's."""
        return scaled(self.options.get("games"), DEFAULT_GAMES, table_size)

    def minutes(self, table_size: int) -> int | None:
        """Return the chosen number, None without a limit, else the DDV's."""
        if self.options.get("minutes", MINUTES) is None:
            return None
        return scaled(self.options.get("minutes"), MINUTES, table_size)

    def adds_game(self, kind: str) -> bool:
        """Whether it is a compulsory solo, or any announced one where nobody owes any."""
        played = self.kind(kind)
        is_solo = played.fulfils if self.options.get("solos") else played.announced
        return is_solo and bool(self.options.get("solo_extra_game"))

    def added_games(self, table_size: int, soloists: Iterable[int] | None = None) -> int:
        """Return a game for each compulsory solo; where nobody owes any, for each one's first.

        Where solos are forced all are played in the round, so it is longer from the start.
        """
        if not self.options.get("solo_extra_game"):
            return 0
        duty = self.duty(table_size)
        each = duty.solos if duty else 1
        if soloists is None or (duty and duty.owed is Owed.FORCED):
            return each * table_size
        return sum(min(each, played) for played in Counter(soloists).values())

    def duty(self, table_size: int) -> Duty | None:
        """Return the chosen number of solos, else none."""
        solos, owed = self.options.get("solos"), self.options.get("owed")
        if not is_whole(solos) or not solos:
            return None
        return Duty(solos, Owed(owed) if isinstance(owed, str) else Owed.FORCED)
