"""The rules of a cup: who goes on, ties at the cut, the lot between them, groups by lot.

Teams and players are the same to these rules: contestants with the points of their rounds. A tie
that matters is one across the cut: its chain of tie-breaks decides, else a lot in front of
everybody, by a number given there. Everybody can repeat it with number and names (docs/cup.md).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from tournament.draw.proof import fingerprint
from tournament.draw.randomness import seeded, shuffled
from tournament.sheets.rules.results import Result, RoundPoints
from tournament.standings.rules.standings import Decision, Standing, standings
from tournament.standings.rules.tie_breaks import CRITERIA, keys_of

CUP_TIE_BREAKS = tuple(code for code, each in CRITERIA.items() if each.of_groups)
"""The tie-breaks that ask for points alone, so they hold for teams, and over several stages."""

TEAM_SIZE = 4
"""One player of a team sits at each table of its group."""


class Fate(StrEnum):
    """What becomes of a contestant after a stage."""

    GOES_ON = "goes_on"
    OUT = "out"
    TIED = "tied"
    WITHDREW = "withdrew"


@dataclass(frozen=True, slots=True)
class Contestant:
    """A team or a player of a stage; `key`: the team's name, or the start number.

    `rounds`: those that count, of earlier stages first where points are carried over. If not
    `ranked`, it never goes on.
    """

    key: str
    name: str
    rounds: RoundPoints
    adjustment: int = 0
    group: int = 0
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class CutRules:
    """The best `go_on` go on, of all or of each group; 0: nobody, it is the last stage."""

    go_on: int
    per_group: bool = False


@dataclass(frozen=True, slots=True)
class CutLine:
    """A contestant's line; `fate`: None after the last stage. `by_lot`: its place is by a lot.

    moves_up: it goes on as others have withdrawn.
    """

    contestant: Contestant
    rank: int | None
    total: int
    decision: Decision | None
    fate: Fate | None = None
    by_lot: bool = False
    moves_up: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """Equal ones across the cut, of whom only so many go on; `keys` in order."""

    group: int
    keys: tuple[str, ...]
    places: int


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A lot between contestants, by the number given in front of everybody."""

    among: tuple[str, ...]
    seed: str

    def in_order(self, keys: Iterable[str]) -> list[str]:
        """Return these of its contestants as drawn: by fingerprint of number and key."""
        return sorted(keys, key=lambda key: (lot_of(self.seed, key), key))


@dataclass(frozen=True, slots=True)
class Cut:
    """The lines of each group, best first (one group where all are ranked as one), and the ties."""

    groups: tuple[tuple[CutLine, ...], ...]
    ties: tuple[Tie, ...]

    @property
    def lines(self) -> tuple[CutLine, ...]:
        """All lines, group by group."""
        return tuple(line for group in self.groups for line in group)

    def those(self, *fates: Fate) -> list[Contestant]:
        """Return the contestants with one of these fates."""
        return [line.contestant for line in self.lines if line.fate in fates]


def lot_of(seed: str, key: str) -> str:
    """Return what a contestant draws: the lowest goes first (docs/cup.md)."""
    return fingerprint("Kreuzdame cup lot 1", seed, key)


def cut(
    contestants: Iterable[Contestant],
    rules: CutRules,
    chain: Sequence[str] = (),
    lots: Sequence[DrawnLot] = (),
    withdrawn: Collection[str] = (),
) -> Cut:
    """Return who goes on.

    Who has withdrawn keeps the rank and takes no place, so the next one moves up. A lot counts
    between equal ones that are all among those it was drawn for.
    """
    groups: dict[int, list[Contestant]] = {}
    for each in contestants:
        groups.setdefault(each.group if rules.per_group else 0, []).append(each)
    lines: list[tuple[CutLine, ...]] = []
    ties: list[Tie] = []
    for number, members in sorted(groups.items()):
        ranked = _ranked(members, chain)
        if not rules.go_on:
            lines.append(tuple(ranked))
            continue
        decided, tie = _decide(ranked, rules.go_on, lots, withdrawn)
        first, _tie = _decide(ranked, rules.go_on, lots, ())
        out = {line.contestant.key for line in first if line.fate is Fate.OUT}
        lines.append(
            tuple(
                replace(line, moves_up=line.fate is Fate.GOES_ON and line.contestant.key in out)
                for line in decided
            )
        )
        if tie:
            ties.append(replace(tie, group=number))
    return Cut(tuple(lines), tuple(ties))


def _ranked(members: Sequence[Contestant], chain: Sequence[str]) -> list[CutLine]:
    """Return the members best first, equal ones with one rank by name; unranked ones last."""
    listed = sorted(members, key=lambda each: (each.name, each.key))
    longest = max((len(each.rounds) for each in listed), default=0)
    results = [
        Result(
            number,
            number,
            # So that "the last round" is the same one for all.
            (*(None,) * (longest - len(each.rounds)), *each.rounds),
            each.adjustment,
            each.ranked,
        )
        for number, each in enumerate(listed)
    ]
    by_place: Iterable[Standing] = standings(results, keys_of(chain))
    return [
        CutLine(listed[line.entry_id], line.rank, line.total, line.decision) for line in by_place
    ]


def _decide(
    ranked: Iterable[CutLine],
    places: int,
    lots: Sequence[DrawnLot],
    withdrawn: Collection[str],
) -> tuple[tuple[CutLine, ...], Tie | None]:
    """Return the lines of a group with their fates, and the tie at its cut, if any."""
    decided: list[CutLine] = []
    tie = None
    for rank, shared in groupby(ranked, key=lambda line: line.rank):
        there: list[CutLine] = []
        absent: list[CutLine] = []
        for line in shared:
            is_gone = line.contestant.key in withdrawn
            fate = Fate.WITHDREW if is_gone else Fate.OUT
            (absent if is_gone or rank is None else there).append(replace(line, fate=fate))
        lines, found = _placed(there, places, lots)
        decided += [*lines, *absent]
        tie, places = tie or found, max(0, places - len(there))
    return tuple(decided), tie


def _placed(
    equal: Sequence[CutLine], places: int, lots: Iterable[DrawnLot]
) -> tuple[list[CutLine], Tie | None]:
    """Return equal lines with their fates when so many places are left, by lot where one counts."""
    if not 0 < places < len(equal):
        fate = Fate.GOES_ON if places else Fate.OUT
        return [replace(line, fate=fate) for line in equal], None
    by_key = {line.contestant.key: line for line in equal}
    lot = next((each for each in lots if by_key.keys() <= {*each.among}), None)
    if lot is None:
        tied = [replace(line, fate=Fate.TIED) for line in equal]
        return tied, Tie(0, tuple(by_key), places)
    lines = []
    for place, key in enumerate(lot.in_order(by_key)):
        fate = Fate.GOES_ON if place < places else Fate.OUT
        rank = (by_key[key].rank or 0) + place
        lines.append(replace(by_key[key], rank=rank, fate=fate, by_lot=True))
    return lines, None


def groups_by_lot(names: Iterable[str], sizes: Sequence[int], seed: str) -> list[list[str]]:
    """Return groups of these sizes, drawn by the number given in front of everybody."""
    drawn = iter(shuffled(sorted(names), seeded(f"Kreuzdame cup groups 1 {seed}")))
    return [[next(drawn) for _ in range(size)] for size in sizes]


def groups_after(
    groups: Iterable[Sequence[str]], leaving: Sequence[str], coming: Sequence[str]
) -> list[list[str]]:
    """Return groups in which each of those coming has the place of one leaving.

    Who finds none comes into the smallest group.
    """
    place_of = dict(zip(leaving, coming, strict=False))
    staying = [
        [place_of.get(name, name) for name in group if name in place_of or name not in leaving]
        for group in groups
    ]
    for name in coming[len(leaving) :]:
        min(staying, key=len).append(name)
    return list(filter(None, staying))
