"""The setting of a table: players, games, rule set."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rulesets import DDV, Duty, Owed, Penalties, RuleSet, Scoring, rule_set
from scoring.terms import FOUR_TABLE, dealer_sits_out


@dataclass(frozen=True, slots=True)
class TableRules:
    """A table of a round. `games` are those of the round, without additional ones."""

    size: int
    games: int
    rules: RuleSet = DDV

    @property
    def seats(self) -> range:
        """The positions, from 1."""
        return range(1, self.size + 1)

    @property
    def lines(self) -> int:
        """The number of games a list can have, including additional ones."""
        return self.games + self.rules.additional_games(self.size)

    @property
    def sits_out(self) -> bool:
        """Whether the dealer has no cards."""
        return dealer_sits_out(self.size)

    @property
    def has_limit(self) -> bool:
        """Whether there is a time limit that can strike games."""
        return self.rules.minutes(self.size) is not None

    @property
    def adds_up(self) -> bool:
        """Whether the points of every game, and so the totals without penalties, add up to 0."""
        return self.rules.scoring is Scoring.PLUS_MINUS

    @property
    def equal_parity(self) -> bool:
        """Whether totals without penalties are all odd or all even (TSR 7.3.3)."""
        return self.adds_up and self.rules.equal_parity and self.size == FOUR_TABLE

    @property
    def duty(self) -> Duty | None:
        """The compulsory solos, None where omitting one has no consequence."""
        duty = self.rules.duty(self.size)
        return None if duty is None or duty.owed is Owed.NONE else duty

    @property
    def solos(self) -> int:
        """The number of solos each must have played at the end of the round."""
        return self.duty.demanded if self.duty else 0

    @property
    def figures_tell_solos(self) -> bool:
        """Whether the names of the soloists suffice; else only the list shows who owes a solo."""
        return self.duty is not None and self.solos == 1 and not self.duty.forced_from

    @property
    def has_free_penalties(self) -> bool:
        """Whether a penalty is any points with a reason, without a paragraph."""
        return self.rules.penalties is not Penalties.CATALOGUE


def games_told(content: Mapping[str, Any]) -> int:
    """Return how many games a stored sheet shows as played.

    Bare totals need not mention additional games, so those on a list are not counted.
    """
    if "rows" not in content:
        return int(content["games_played"])
    return min(len(content["rows"]), int(content["games"]))


def solos_told(content: Mapping[str, Any]) -> list[int]:
    """Return who has played a compulsory solo according to a stored sheet.

    A position appears once per solo played, at most as often as it owes one.
    """
    rules = rule_set(content.get("rules", DDV.name), content.get("options", {}))
    size = content["table_size"] if "rows" in content else len(content["totals"])
    most = TableRules(size, rules.games(size), rules).solos
    if "rows" in content:
        fulfilling = {kind.name for kind in rules.kinds if kind.fulfils}
        seats = [row["soloist"] for row in content["rows"] if row["kind"] in fulfilling]
    else:
        seats = content["compulsory_solos"]
    counted = Counter(seats)
    return [seat for seat in sorted(counted) for _solo in range(min(counted[seat], most))]
