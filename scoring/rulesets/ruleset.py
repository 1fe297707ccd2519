"""The interface of a rule set: everything that may differ from the DDV's tournament."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from math import ceil
from typing import Any, ClassVar, Protocol, Self

from scoring.terms import FOUR_TABLE, MOST_GAMES, Played, dealer_sits_out, is_whole

Json = Any
OptionValue = bool | int | str | None
Chosen = tuple[tuple[str, OptionValue], ...]
"""Names and values in the order of the rule set; a tuple, so that rule sets are comparable."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The allowed values of an option: one of these, or an integer in this range.

    `needs` is the option without which it means nothing, `excludes` are those it cannot stand
    beside; `absent` is the value that says the same as leaving it out.
    """

    values: tuple[OptionValue, ...] = ()
    numbers: range = range(0)
    needs: str = ""
    excludes: tuple[str, ...] = ()
    absent: OptionValue = False

    def holds(self, value: OptionValue) -> bool:
        """Whether the option may have this value; 1 is not true, nor 0 false."""
        if is_whole(value) and value in self.numbers:
            return True
        return any(value == one and type(value) is type(one) for one in self.values)

    def words(self) -> tuple[str, ...]:
        """Return the values as written in JSON, a range of numbers as "4..99"."""
        numbers = tuple(map(str, self.numbers))
        if self.numbers.step == 1 and self.numbers:
            numbers = (f"{self.numbers[0]}..{self.numbers[-1]}",)
        texts = (one if isinstance(one, str) else json.dumps(one) for one in self.values)
        return (*numbers, *texts)

    @property
    def choices(self) -> tuple[str | int, ...]:
        """The values to choose among, besides yes, no and none."""
        return tuple(one for one in self.values if isinstance(one, str) or is_whole(one))


CHOSEN = Allowed((True,))
"""An option that is chosen or absent."""
CHOSEN_OR_NOT = Allowed((True, False))
"""An option that is chosen, or false or absent."""


class WrongOptionCode(StrEnum):
    """The kind of error in a rule set's name or options."""

    UNKNOWN_RULES = "unknown_rules"
    NOT_AN_OBJECT = "not_an_object"
    UNKNOWN_OPTION = "unknown_option"
    WRONG_VALUE = "wrong_value"
    EXCLUDED = "excluded"
    NEEDED = "needed"


class WrongOption(ValueError):
    """An unknown rule set, an option it does not have, or one that does not fit the others.

    `name` is the wrong name; `allowed` are the existing names or values, or those of the options
    that it excludes or needs.
    """

    def __init__(self, code: WrongOptionCode, name: str, allowed: tuple[str, ...] = ()) -> None:
        super().__init__(f"{code.value}: {name}")
        self.code = code
        self.name = name
        self.allowed = allowed


class GameValue(Protocol):
    """The value of a game, as far as common to all rule sets.

    `kind` is the kind of the row, `points` are None for players sitting out.
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
    """The consequence of a compulsory solo that nobody has announced."""

    FORCED = "forced"  # it is played within the games of the round, or of the period
    ADDITIONAL = "additional"  # it is played behind the games of the round
    NONE = "none"  # nothing


class Penalties(StrEnum):
    """The penalties allowed on a list."""

    CATALOGUE = "catalogue"  # those of the TSR, with their patterns
    ZERO_SUM = "zero_sum"  # any points with a reason that add up to 0
    DEDUCTION = "deduction"  # any deduction with a reason, from one person
    FREE = "free"  # any points with a reason

    @property
    def adds_up_to_0(self) -> bool:
        """Whether others get what is lost by a penalty."""
        return self in (Penalties.CATALOGUE, Penalties.ZERO_SUM)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game in a row, by its name in the public format.

    `letter`: its letter in the row notation, none for the normal game. `fulfils`: its soloist has
    played an owed solo. `after_doubling`: played only in a round that follows a doubling round.
    """

    name: Played
    letter: str = ""
    fulfils: bool = False
    after_doubling: bool = False

    @property
    def alone(self) -> bool:
        """Whether a soloist plays against all others."""
        return self.name.is_alone

    @property
    def announced(self) -> bool:
        """Whether the soloist has named it before the first card."""
        return self.name.is_announced_solo


@dataclass(frozen=True, slots=True)
class Duty:
    """The solos that everybody owes.

    `solos`: the number in a round. If `forced_from` is a number, one is owed in each period
    instead: the first begins with the first game, and the next after the game by which everybody
    has played one; from that game number on, the first one after the dealer who still owes it is
    forced. Otherwise solos are forced when all other games are played or time is up.
    """

    solos: int
    owed: Owed
    forced_from: int | None = None

    @property
    def reserved(self) -> int:
        """The number of games reserved per player in a round for forced solos."""
        in_round = self.owed is Owed.FORCED and self.forced_from is None
        return self.solos if in_round else 0

    @property
    def demanded(self) -> int:
        """The number of solos each must have played at the end of the round."""
        return 0 if self.owed is Owed.NONE or self.forced_from else self.solos


@dataclass(frozen=True, slots=True)
class Calling:
    """What may be called in a game, and until when: by cards still in the caller's hand.

    `latest`: the fewest cards by level (1 Re or Kontra, 2 no 90 ... 5 schwarz); what is not there
    cannot be called. `hand`: the cards dealt to each. `wedding`: by how many cards a wedding
    clarified in the first trick lowers all of these (one more for each further trick); None: it
    changes nothing. `reply`: how many cards fewer a reply needs. `skips`: whether levels may be
    left out, and count all the same. `re_replies`: whether Re may only be a reply.

    `rule` and `other_rule` name what says so, about deadlines and about anything else; empty: the
    paragraphs of the TSR.
    """

    latest: tuple[tuple[int, int], ...]
    hand: int = 12
    wedding: int | None = 0
    reply: int = 1
    skips: bool = True
    re_replies: bool = False
    rule: str = ""
    other_rule: str = ""


@dataclass(frozen=True)
class RuleSet(ABC):
    """One way to play for points: an argument of all code that checks, deals, limits or prints.

    Kinds are named as in the public format, so that the kind of a row can be passed as it is. A
    table size is always one of `table_sizes`.
    """

    chosen: Chosen = ()

    name: ClassVar[str]
    known_options: ClassVar[Mapping[str, Allowed]] = {}
    table_sizes: ClassVar[tuple[int, ...]]
    scoring: ClassVar[Scoring]
    equal_parity: ClassVar[bool]
    """Whether the points of a game are all odd or all even, and so are the totals at four."""
    factor_alone: ClassVar[int]
    """How many times the value a soloist wins or loses."""
    penalties: ClassVar[Penalties]

    @classmethod
    def with_options(cls, options: Json) -> Self:
        """Return the rule set with options as in JSON; raises WrongOption for the first wrong."""
        if not isinstance(options, Mapping):
            raise WrongOption(WrongOptionCode.NOT_AN_OBJECT, "options")
        known = cls.known_options
        for name, value in options.items():
            if name not in known:
                raise WrongOption(WrongOptionCode.UNKNOWN_OPTION, str(name), tuple(known))
            if not known[name].holds(value):
                raise WrongOption(WrongOptionCode.WRONG_VALUE, name, known[name].words())
        # An option that is not chosen is absent, so that rule sets are comparable.
        named = ((name, options.get(name, False)) for name in known)
        return cls(
            tuple(
                (name, value)
                for name, value in named
                if value is not False and value is not known[name].absent
            )
        )

    @property
    def options(self) -> dict[str, OptionValue]:
        """The chosen options, as in JSON."""
        return dict(self.chosen)

    @property
    def contradiction(self) -> WrongOption | None:
        """The first chosen option that does not fit the others; None if all go together.

        Nobody may choose these, but what was chosen earlier is still valued, checked and shown.
        """
        options = self.options
        for name in options:
            allowed = self.known_options[name]
            if excluded := tuple(other for other in allowed.excludes if other in options):
                return WrongOption(WrongOptionCode.EXCLUDED, name, excluded)
            if allowed.needs and allowed.needs not in options:
                return WrongOption(WrongOptionCode.NEEDED, name, (allowed.needs,))
        return None

    def players(self, table_size: int) -> int:
        """Return how many play at a table: all, or all but the dealer."""
        return table_size - dealer_sits_out(table_size)

    @abstractmethod
    def games(self, table_size: int) -> int:
        """Return how many games are agreed on, without those that solos add."""

    @abstractmethod
    def minutes(self, table_size: int) -> int | None:
        """Return the net minutes of a round, None without a limit."""

    @property
    @abstractmethod
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of games: the normal game first, the likelier before the rarer."""

    def kind(self, name: str) -> Kind:
        """Return a kind by its name; raises KeyError for an unknown one."""
        return self._kinds_by_name[name]

    @cached_property
    def _kinds_by_name(self) -> Mapping[str, Kind]:
        return {kind.name: kind for kind in self.kinds}

    @property
    def solo_kinds(self) -> Mapping[str, bool]:
        """The announced solos that a row may name, and whether they are played; none: no names."""
        return {}

    @abstractmethod
    def sides(self, kind: str, table_size: int) -> tuple[tuple[int, int], ...]:
        """Return the possible numbers of people on Re and Kontra, the usual ones first."""

    @cache  # noqa: B019 - there are few rule sets
    def leaves_out(self, table_size: int) -> bool:
        """Whether a player can be on neither side."""
        players = self.players(table_size)
        return any(
            sum(side) < players for kind in self.kinds for side in self.sides(kind.name, table_size)
        )

    @abstractmethod
    def duty(self, table_size: int) -> Duty | None:
        """Return the solos everybody owes, None without any."""

    def additional_games(self, table_size: int) -> int:
        """Return how many games may follow a round, if everybody still owes a solo."""
        duty = self.duty(table_size)
        is_additional = duty is not None and duty.owed is Owed.ADDITIONAL
        return duty.solos * table_size if duty and is_additional else 0

    def added_games(self, table_size: int, soloists: Iterable[int] | None = None) -> int:
        """Return by how many games these soloists make a round longer; None: the most possible."""
        return 0

    def adds_game(self, kind: str) -> bool:
        """Whether such a game makes the round one game longer, as often as it counts."""
        return False

    def games_beyond(self, table_size: int) -> int:
        """Return how many games more than agreed on a list can have."""
        return max(self.additional_games(table_size), self.added_games(table_size))

    @property
    def deals_equally(self) -> bool:
        """Whether everybody at a table deals equally often in a round."""
        return False

    @property
    def until(self) -> int | None:
        """The score that ends the round with the game that reaches it, None without one."""
        return None

    @abstractmethod
    def keeps_dealer(self, kind: str, forced: bool) -> bool:
        """Whether the same person deals again after such a game."""

    @abstractmethod
    def calling(self, kind: str, forced: bool = False) -> Calling:
        """Return what may be called in such a game, and until when."""

    @property
    def doubling_rounds(self) -> bool:
        """Whether some games count double because of earlier ones; a row has the doubled points."""
        return False

    def begins_doubling(self, described: Mapping[str, Json], table_size: int = FOUR_TABLE) -> bool:
        """Whether the next games count double after a game described in JSON; raises Impossible."""
        return False

    @property
    @abstractmethod
    def special_points(self) -> tuple[str, ...]:
        """The special points counted, by their names in the public format."""

    @abstractmethod
    def questions(self, kind: str, table_size: int) -> tuple[str, ...]:
        """Return what the value of such a game depends on, besides who plays, by public names."""

    def described_as(self, kind: str) -> Mapping[str, Json]:
        """Return how such a game is named where `value_of` reads it."""
        return {"kind": kind}

    @property
    def absagen(self) -> tuple[int, ...]:
        """The levels of an Absage that can be said, 0 for none."""
        return ()

    @abstractmethod
    def card_points(self, table_size: int) -> int:
        """Return the card points of all cards."""

    @property
    def smallest_trick(self) -> int:
        """The fewest card points of a trick; 0 where a trick can be worth nothing."""
        return 0

    @abstractmethod
    def value_of(self, described: Mapping[str, Json], table_size: int = FOUR_TABLE) -> GameValue:
        """Return the value of a game described in JSON; raises Impossible.

        `table_size` applies if the description names none, and no higher seat.
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

    @property
    def least(self) -> int:
        """The least value of a row; a game worth less is played again and not written."""
        return 0

    def step(self, kind: str) -> int:
        """Return the number that divides the value of every such row."""
        return 1

    @abstractmethod
    def likely(self, kind: str) -> int | None:
        """Return the value above which a row needs a second look, None without one."""

    @abstractmethod
    def reachable(
        self, kind: str, table_size: int, forced: bool = False
    ) -> frozenset[tuple[int, int]] | None:
        """Return all possible pairs of points of Re and Kontra; None if any value is possible."""

    def most_extra_points(self, table_size: int) -> int:
        """Return the most extra points of the side without a game part."""
        pairs = self.reachable(self.kinds[0].name, table_size)
        return max(min(pair) for pair in pairs or ((0, 0),))


GAMES_TO_CHOOSE = range(FOUR_TABLE, MOST_GAMES * FOUR_TABLE + 1)
"""Allowed numbers of games in a round of four people, where it is an option."""


def scaled(chosen: OptionValue, usual: Mapping[int, int], table_size: int) -> int:
    """Return the usual figure of a table, or the one chosen for four, scaled in proportion."""
    if not is_whole(chosen):
        return usual[table_size]
    return ceil(chosen * usual[table_size] / usual[FOUR_TABLE])
