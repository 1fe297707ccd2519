"""The lists of a day as added up on paper: shares no code with the program."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

MINOR, SHARE = 3, 1
SERIOUS, SERIOUS_SHARE = 12, 4


@dataclass
class Player:
    """A player and their results. points: by round; None: no result.

    averages: the rounds with an average of the others', the list being lost. out: why unranked, as
    the lists note it.
    """

    number: int
    last_name: str
    first_name: str
    club: str = ""
    tags: tuple[str, ...] = ()
    team: str = ""
    points: dict[int, int] = field(default_factory=dict)
    averages: set[int] = field(default_factory=set)
    deducted: int = 0
    out: str = ""
    pools: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"

    @property
    def list_name(self) -> str:
        return f"{self.last_name}, {self.first_name}"

    @property
    def is_ranked(self) -> bool:
        return not self.out

    def of_round(self, number: int) -> int | None:
        """Return the points of a round."""
        if number in self.averages:
            others = [figure for round, figure in self.points.items() if round != number]
            return half_up(sum(others), len(others))
        return self.points.get(number)

    @property
    def total(self) -> int:
        return sum(self.of_round(number) or 0 for number in (1, 2, 3)) - self.deducted


def half_up(total: int, count: int) -> int:
    """Return a sum divided and rounded: 2.5 is 3, -2.5 is -2; of nothing 0."""
    whole, rest = divmod(total, count) if count else (0, 0)
    return whole + (2 * rest >= count > 0)


def minor(offender: int, size: int, sitting: int = 0, soloist: int = 0) -> list[int]:
    """Return the points of a minor violation: to the soloist, or to the three others."""
    return _moved(offender, size, MINOR, SHARE, sitting, soloist)


def serious(offender: int, size: int, absagen: int, soloist: int = 0) -> list[int]:
    """Return the points of a serious violation, three more for each Absage."""
    loss, share = SERIOUS + 3 * absagen, SERIOUS_SHARE + absagen
    return _moved(offender, size, loss, share, 0, soloist)


def _moved(
    offender: int, size: int, loss: int, share: int, sitting: int, soloist: int
) -> list[int]:
    moved = []
    for seat in range(1, size + 1):
        gets = share if not soloist else loss if seat == soloist else 0
        moved.append(-loss if seat == offender else 0 if seat == sitting else gets)
    return moved


def ranks(merits: Sequence[int]) -> list[int]:
    """Return ranks as 1 2 2 4: one more than the number of better ones."""
    return [1 + sum(other > merit for other in merits) for merit in merits]


def standings(players: Collection[Player]) -> dict[int, int | None]:
    """Return the rank of each start number; None for unranked players."""
    ranked = [player for player in players if player.is_ranked]
    places = ranks([player.total for player in ranked])
    found = {player.number: place for player, place in zip(ranked, places, strict=True)}
    return {player.number: found.get(player.number) for player in players}


def groups(
    players: Collection[Player], names: dict[int, str], best: int | None
) -> list[tuple[int, str, int]]:
    """Return rank, name and total of each group: the `best` of it count, or all; by name."""
    totals: dict[str, list[int]] = {}
    for player in players:
        if name := names.get(player.number):
            members = totals.setdefault(name, [])
            members += [player.total] if player.is_ranked else []
    full = {
        name: sum(sorted(figures, reverse=True)[:best])
        for name, figures in totals.items()
        if len(figures) >= (best or 1)
    }
    places = dict(zip(full, ranks([*full.values()]), strict=True))
    return [(places[name], name, total) for name, total in full.items()]


def divided(cents: Sequence[int], merits: dict[str, int]) -> dict[str, int]:
    """Return the prize money: equal ones share theirs, odd cents to those named first."""
    paid: dict[str, int] = {}
    place = 0
    for merit in sorted({*merits.values()}, reverse=True):
        equal = [name for name, other in merits.items() if other == merit]
        pot = sum(cents[place : place + len(equal)])
        each, odd = divmod(pot, len(equal))
        paid |= {name: each + (index < odd) for index, name in enumerate(equal)}
        place += len(equal)
    return {name: amount for name, amount in paid.items() if amount}


def best_rounds(players: Iterable[Player]) -> dict[str, int]:
    """Return the best round of every ranked player, by start number as text."""
    found = {}
    for player in players:
        played = [figure for number in (1, 2, 3) if (figure := player.of_round(number)) is not None]
        if player.is_ranked and played:
            found[str(player.number)] = max(played)
    return found
