"""What a rule set answers: everything in which an evening may differ from the DDV's tournament."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import ceil
from typing import Any, ClassVar, Protocol, Self

from scoring.rulesets.options import Allowed, Chosen, OptionValue, read_options
from scoring.terms import FOUR_TABLE, MOST_GAMES, Played, dealer_sits_out, is_whole

Json = Any


class GameValue(Protocol):
    """What a game is worth, as far as all rule sets say it alike.

    `kind` names the kind of the row, `points` are None for whoever sits out.
    """

    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def points(self) -> tuple[int | None, ...]: ...  # noqa: D102


class Scoring(StrEnum):
    """How a row is scored."""

    PLUS_MINUS = "plus_minus"  # what one side wins, the other loses: the sum is 0
    WINNERS_ONLY = "winners_only"  # each side has its own points, and nobody loses any


class Owed(StrEnum):
    """What becomes of a compulsory solo that nobody has announced."""

    FORCED = "forced"  # it is played within the games of the round, or of the period
    ADDITIONAL = "additional"  # it is played behind the games of the round
    NONE = "none"  # nothing


class Penalties(StrEnum):
    """Which penalties may stand on a list."""

    CATALOGUE = "catalogue"  # those of the TSR, with their patterns
    ZERO_SUM = "zero_sum"  # any points with a reason that add up to 0
    DEDUCTION = "deduction"  # any deduction with a reason, from one person
    FREE = "free"  # any points with a reason


@dataclass(frozen=True, slots=True)
class Kind:
    """What can be played in a row, by its name in the public format.

    `letter`: its letter in the row notation, none for the normal game. `fulfils`: whoever plays
    it alone has played a solo that he owed.
    """

    name: Played
    letter: str = ""
    fulfils: bool = False

    @property
    def alone(self) -> bool:
        """Whether one plays against all others."""
        return self.name.is_alone

    @property
    def announced(self) -> bool:
        """Whether the soloist has named it before the first card."""
        return self.name.is_announced_solo


@dataclass(frozen=True, slots=True)
class Duty:
    """The solos that everybody owes.

    `solos`: so many each in a round. Where `forced_from` is a number, it is one in each period
    instead: the first begins with the first game, and the next after the game by which everybody
    has played one; from so many games on the one who owes it and sits first after the dealer
    is forced. Otherwise solos are forced when all other games are played or time is up.
    """

    solos: int
    owed: Owed
    forced_from: int | None = None

    @property
    def reserved(self) -> int:
        """How many games of a round each must have for his solos, as they are forced in it."""
        in_round = self.owed is Owed.FORCED and self.forced_from is None
        return self.solos if in_round else 0

    @property
    def demanded(self) -> int:
        """How many solos each must have played when the round is over."""
        return 0 if self.owed is Owed.NONE or self.forced_from else self.solos


@dataclass(frozen=True)
class RuleSet(ABC):
    """One way to play for points: an argument of whatever judges, deals, limits or prints.

    Kinds are named as in the public format, so that the kind of a row can be handed in as it is.
    A table size is always one of `table_sizes`.
    """

    chosen: Chosen = ()

    name: ClassVar[str]
    known_options: ClassVar[Mapping[str, Allowed]] = {}
    table_sizes: ClassVar[tuple[int, ...]]
    scoring: ClassVar[Scoring]
    equal_parity: ClassVar[bool]
    """Whether the points of a game are all odd or all even, and so are the totals at four."""
    factor_alone: ClassVar[int]
    """How many times the value whoever plays alone wins or loses."""
    penalties: ClassVar[Penalties]

    @classmethod
    def with_options(cls, options: Json) -> Self:
        """Return the rule set with options as they stand in JSON; raises WrongOption."""
        return cls(read_options(options, cls.known_options))

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options that were chosen, as they stand in JSON."""
        return dict(self.chosen)

    def players(self, table_size: int) -> int:
        """Return how many play at a table: all, or all but the dealer."""
        return table_size - dealer_sits_out(table_size)

    @abstractmethod
    def games(self, table_size: int) -> int:
        """Return how many games a round has, without additional ones."""

    @abstractmethod
    def minutes(self, table_size: int) -> int | None:
        """Return the net minutes of a round, None without a limit."""

    @property
    @abstractmethod
    def kinds(self) -> tuple[Kind, ...]:
        """What can be played in a row: the normal game first, the likelier before the rarer."""

    def kind(self, name: str) -> Kind:
        """Return a kind by its name; raises KeyError for one that the rule set does not have."""
        return self._kinds_by_name[name]

    @cached_property
    def _kinds_by_name(self) -> Mapping[str, Kind]:
        return {kind.name: kind for kind in self.kinds}

    @abstractmethod
    def sides(self, kind: str, table_size: int) -> tuple[tuple[int, int], ...]:
        """Return how many people Re and Kontra can be, the usual numbers first."""

    def leaves_out(self, table_size: int) -> bool:
        """Whether somebody who plays can be on neither side."""
        players = self.players(table_size)
        return any(
            sum(side) < players for kind in self.kinds for side in self.sides(kind.name, table_size)
        )

    @abstractmethod
    def duty(self, table_size: int) -> Duty | None:
        """Return which solos everybody owes, None where nobody owes any."""

    def additional_games(self, table_size: int) -> int:
        """Return how many games may follow those of a round, if everybody still owes a solo."""
        duty = self.duty(table_size)
        is_additional = duty is not None and duty.owed is Owed.ADDITIONAL
        return duty.solos * table_size if duty and is_additional else 0

    @abstractmethod
    def keeps_dealer(self, kind: str, forced: bool) -> bool:
        """Whether the same person deals again after such a game."""

    @property
    def doubling_rounds(self) -> bool:
        """Whether some games count double by what was played before; a row has those points."""
        return False

    @property
    @abstractmethod
    def special_points(self) -> tuple[str, ...]:
        """The special points that are counted, by their names in the public format."""

    @abstractmethod
    def value_of(self, described: Mapping[str, Json], table_size: int = FOUR_TABLE) -> GameValue:
        """Return what a game is worth that is described in JSON; raises Impossible.

        `table_size` counts where the description names none, and no higher seat.
        """

    @abstractmethod
    def highest(self, kind: str, table_size: int) -> int | None:
        """Return the highest possible value of a row, None where there is no limit.

        Before the factor for playing alone; where only winners score, the most for one person.
        """

    def most_points(self, table_size: int) -> int | None:
        """Return the most points one person can have for a row, None where there is no limit."""
        most = 0
        for kind in self.kinds:
            highest = self.highest(kind.name, table_size)
            if highest is None:
                return None
            most = max(most, highest * (self.factor_alone if kind.alone else 1))
        return most

    def step(self, kind: str) -> int:
        """Return the number of which the value of every such row is a multiple."""
        return 1

    @abstractmethod
    def likely(self, kind: str) -> int | None:
        """Return the value above which a second look at a row is due, None where none is."""

    @abstractmethod
    def reachable(
        self, kind: str, table_size: int, forced: bool = False
    ) -> frozenset[tuple[int, int]] | None:
        """Return all pairs of points that Re and Kontra can have; None where value is all."""

    def most_extra_points(self, table_size: int) -> int:
        """Return the most that the side without a game part can have where the other has one."""
        pairs = self.reachable(self.kinds[0].name, table_size)
        return max(min(pair) for pair in pairs or ((0, 0),))


GAMES_TO_CHOOSE = range(FOUR_TABLE, MOST_GAMES * FOUR_TABLE + 1)
"""How many games a round of four people can have, where the number is an option."""


def scaled(chosen: OptionValue, usual: Mapping[int, int], table_size: int) -> int:
    """Return the usual figure of a table, or the one chosen for four in the same proportion."""
    if not is_whole(chosen):
        return usual[table_size]
    return ceil(chosen * usual[table_size] / usual[FOUR_TABLE])
