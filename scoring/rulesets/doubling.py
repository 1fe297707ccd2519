"""Options 4, 16 and 20: they double the value of a game, or a part of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from scoring.game import Line, LineKind, Party, Value

ANNOUNCEMENTS = (LineKind.ANNOUNCED, LineKind.SOLO_AS_RE)


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a game so far; all from Re's view, as in `Value`."""

    base: tuple[Line, ...]
    special: tuple[Line, ...]
    base_re: int
    special_re: int
    doublings: tuple[Line, ...] = ()

    @classmethod
    def of(cls, base: tuple[Line, ...], special: tuple[Line, ...]) -> Self:
        """Return the value before anything is doubled."""
        return cls(base, special, _sum(base), _sum(special))

    @property
    def lines(self) -> tuple[Line, ...]:
        """The breakdown."""
        return self.base + self.special + tuple(line for line in self.doublings if line.re)

    def doubled_by_announcements(self, extra_too: bool) -> Self:
        """Double the game and the old ones for each announcement, instead of its points (4).

        `extra_too`: the extra points as well. If nobody has won, no announcement counts.
        """
        announced = [line.party for line in self.base if line.kind in ANNOUNCEMENTS]
        base = tuple(line for line in self.base if line.kind not in ANNOUNCEMENTS)
        doubled = _sum(
            [line for line in self.special if extra_too or line.kind is LineKind.AGAINST_THE_QUEENS]
        )
        stake, factor = _sum(base) + doubled, 2 ** len(announced)
        return type(self)(
            base,
            self.special,
            base_re=factor * _sum(base),
            special_re=self.special_re + (factor - 1) * doubled,
            doublings=tuple(
                Line("P 4", LineKind.DOUBLED, party, stake * 2**earlier)
                for earlier, party in enumerate(announced)
            ),
        )

    def doubled_solo(self) -> Self:
        """Double the whole value (16)."""
        solo = Line("P 16", LineKind.SOLO_DOUBLED, Party.RE, self.base_re + self.special_re)
        return type(self)(
            self.base,
            self.special,
            base_re=2 * self.base_re,
            special_re=2 * self.special_re,
            doublings=(*self.doublings, solo),
        )


def in_doubling_round(value: Value) -> Value:
    """Return the value of a game in a doubling round: twice of everything (20)."""
    doubled = Line("P 20", LineKind.DOUBLING_ROUND, Party.RE, value.value_re)
    return replace(
        value,
        base_re=2 * value.base_re,
        special_re=2 * value.special_re,
        points=tuple(None if figure is None else 2 * figure for figure in value.points),
        breakdown=(*value.breakdown, doubled) if doubled.re else value.breakdown,
    )


def _sum(lines: Sequence[Line]) -> int:
    return sum(line.re for line in lines)
