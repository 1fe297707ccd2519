"""A club evening: valued as by the DDV, with numbered options and its own numbers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from scoring.game import Game, Line, LineKind, Party
from scoring.game.evaluation import Reached, base_lines
from scoring.game.impossible import FOX_POINTS, KARLCHEN, KARLCHEN_POINTS, Playable
from scoring.game.model import NO_60, NO_ABSAGE, SCHWARZ
from scoring.rulesets.ddv import MINUTES
from scoring.rulesets.numbered import NUMBERED, Numbered, Worth
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
RULE = "W"
"""The source of what a club may count besides: the German article "Doppelkopf" of Wikipedia."""
JACKS_OF_CLUBS = TENS_OF_HEARTS = 2
CAUGHT: Worth = {"karlchen_caught": (RULE, 1), "fox_end": (RULE, 1)}
ABSAGEN_BY_60 = (NO_ABSAGE, NO_60, SCHWARZ)
REACHED_BY_60: Reached = (
    (NO_60, 120, LineKind.REACHED_120_BY_60),
    (SCHWARZ, 60, LineKind.REACHED_60_BY_60),
)
BETWEEN_LEVELS_OF_60 = (
    LineKind.UNDER_90,
    LineKind.UNDER_30,
    LineKind.ABSAGE_90,
    LineKind.ABSAGE_30,
)


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
        "re_121": CHOSEN_OR_NOT,
        "karlchen_caught": CHOSEN_OR_NOT,
        "heart_ten": Allowed((1, 2, False)),
        "fox_end": CHOSEN_OR_NOT,
        "doppelkopf_solo": CHOSEN_OR_NOT,
        "levels": Allowed((60, False)),
        "replay": Allowed((0, 1, False)),
        "poverty": replace(CHOSEN_OR_NOT, excludes=("6",)),
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

    @property
    def least(self) -> int:
        """Return one more than what is played again."""
        replayed = self.options.get("replay")
        return replayed + 1 if is_whole(replayed) else 0

    @property
    def has_poverty(self) -> bool:
        """Whether it is chosen."""
        return "poverty" in self.options

    def _games_played(self) -> Playable:
        """Return the games by the numbered options, with what the club counts besides."""
        playable, options = super()._games_played(), self.options
        special = playable.special
        together = [
            ((*names, "fox_end") if "fox_end" in options and "fox" in names else names, most)
            for names, most in special.together
        ]
        if "fox_end" in options:
            together.append(((KARLCHEN, "fox_end"), 1))
        if "karlchen_caught" in options:
            together.append(((KARLCHEN, "karlchen_caught"), JACKS_OF_CLUBS))
        if "heart_ten" in options and "10" not in options:
            together.append((("heart_ten",), TENS_OF_HEARTS))
        special = replace(
            special,
            together=tuple(together),
            cards={**special.cards, "fox_end": FOX_POINTS},
            apart={**special.apart, "karlchen_caught": KARLCHEN_POINTS},
        )
        return replace(
            playable,
            special=special,
            alone=("doppelkopf",) if "doppelkopf_solo" in options else playable.alone,
            absagen=ABSAGEN_BY_60 if "levels" in options else playable.absagen,
        )

    @property
    def optional_points(self) -> Worth:
        """Those of the options; a ten of hearts as often as chosen."""
        each = self.options.get("heart_ten")
        heart_ten: Worth = {"heart_ten": (RULE, each)} if is_whole(each) else {}
        return {**super().optional_points, **CAUGHT, **heart_ten}

    @property
    def half_is_enough(self) -> bool:
        """Whether Re does not need 121 after Kontra alone as well."""
        return "re_121" not in self.options

    def base_lines(self, game: Game, won_by: Party | None) -> Iterator[Line]:
        """Yield the points of the game itself; by levels of 60 none for those between."""
        if "levels" not in self.options:
            return super().base_lines(game, won_by)
        lines = base_lines(game, won_by, REACHED_BY_60)
        return (line for line in lines if line.kind not in BETWEEN_LEVELS_OF_60)

    def duty(self, table_size: int) -> Duty | None:
        """Return the chosen number of solos, else none."""
        solos, owed = self.options.get("solos"), self.options.get("owed")
        if not is_whole(solos) or not solos:
            return None
        return Duty(solos, Owed(owed) if isinstance(owed, str) else Owed.FORCED)
