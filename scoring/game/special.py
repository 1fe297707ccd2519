"""The special points a rule set counts, and their limits in one game."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from scoring.game.codes import Code

KARLCHEN, KARLCHEN_LOST = "karlchen", "karlchen_lost"

Counts = Mapping[str, int]
"""How many of each special point, or how many card points each needs."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The card points and tricks from which one party has its special points."""

    card_points: int
    no_trick: bool = False


@dataclass(frozen=True)
class SpecialRules:
    """The special points of a rule set.

    `together`: names, and the most both parties can have of them together. `trick` is the one for a
    trick of tens and aces; `trick_points` are the least card points with 0, 1, 2 ... of them.
    `cards` are the card points of what may lie in such a trick, `apart` of what cannot.
    """

    together: tuple[tuple[tuple[str, ...], int], ...]
    trick: str
    trick_points: tuple[int, ...]
    cards: Counts
    apart: Counts

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All special points, each once."""
        return tuple(dict.fromkeys(name for names, _most in self.together for name in names))

    def problem(
        self, counting: Collection[str], re: Counts, kontra: Counts, by_re: Taken, by_kontra: Taken
    ) -> Code | None:
        """Return why a game cannot have these special points, None when it can.

        `counting` names those that count in this kind of game.
        """
        used = {name for counts in (re, kontra) for name, count in counts.items() if count}
        if not used:
            return None
        if min(*re.values(), *kontra.values()) < 0 or not used.issubset(self.names):
            return Code.SPECIAL
        if not used.issubset(counting):
            return Code.SPECIAL_IN_SOLO
        if self._too_many(re, kontra):
            return Code.SPECIAL_MAX
        sides = (
            (_add_lost_karlchen(re, kontra), by_re),
            (_add_lost_karlchen(kontra, re), by_kontra),
        )
        if any(taken.no_trick and any(counts.values()) for counts, taken in sides):
            return Code.SPECIAL_WITHOUT_TRICK
        if any(taken.card_points < self.least_points(counts) for counts, taken in sides):
            return Code.SPECIAL_POINTS
        return None

    def least_points(self, counts: Counts) -> int:
        """Return the fewest card points a party with these special points can have."""
        in_tricks = self.trick_points[counts[self.trick]]
        return max(in_tricks, _worth(self.cards, counts)) + _worth(self.apart, counts)

    def _too_many(self, re: Counts, kontra: Counts) -> bool:
        return _lost_by_the_winner(re, kontra) or any(
            sum(re[name] + kontra[name] for name in names) > most for names, most in self.together
        )


def _worth(each: Counts, counts: Counts) -> int:
    return sum(points * counts[name] for name, points in each.items())


def _lost_by_the_winner(re: Counts, kontra: Counts) -> bool:
    """Whether a party lost a jack of clubs in the last trick although it took that trick."""
    losers = [counts for counts in (re, kontra) if counts.get(KARLCHEN_LOST)]
    return len(losers) > 1 or any(counts.get(KARLCHEN) for counts in losers)


def _add_lost_karlchen(mine: Counts, theirs: Counts) -> Counts:
    """Return a party's takings, including the opponents' jacks of clubs in its last trick."""
    lost = theirs.get(KARLCHEN_LOST, 0)
    return {**mine, KARLCHEN: mine.get(KARLCHEN, 0) + lost, KARLCHEN_LOST: 0}
