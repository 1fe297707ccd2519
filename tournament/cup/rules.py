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
from tournament.shared.rules.names import name_key
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

    Who has withdrawn keeps the rank, also one by lot, and takes no place, so the next one moves up.
    A lot counts between equal ones that are all among those it was drawn for.
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
    listed = sorted(members, key=lambda each: (name_key(each.name), each.key))
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
    places_at_first = places  # had nobody withdrawn
    for rank, shared in groupby(ranked, key=lambda line: line.rank):
        equal = list(shared)
        here = (places, places_at_first) if rank is not None else (0, 0)
        lines, found = _placed(equal, here, lots, withdrawn)
        decided += lines
        tie = tie or found
        places -= sum(line.fate in (Fate.GOES_ON, Fate.TIED) for line in lines)
        places, places_at_first = max(0, places), max(0, places_at_first - len(equal))
    return tuple(decided), tie


def _placed(
    equal: Sequence[CutLine],
    left: tuple[int, int],
    lots: Iterable[DrawnLot],
    withdrawn: Collection[str],
) -> tuple[list[CutLine], Tie | None]:
    """Return equal lines with their fates, by lot where one counts.

    left: how many places, and how many had nobody withdrawn. Who withdraws after the lot keeps the
    place drawn.
    """
    places, places_at_first = left
    by_key = {line.contestant.key: line for line in equal}
    order = sorted(by_key, key=lambda key: key in withdrawn)
    there = [key for key in order if key not in withdrawn]
    is_cut = 0 < places < len(there)
    # A lot between all of them holds if the cut was across them before or after a withdrawal.
    was_cut = places > 0 and places_at_first < len(order)
    drawn = _drawn(order, order, lots) if was_cut else []
    if is_cut and not drawn:
        drawn = _drawn(there, order, lots)
    is_tied = is_cut and not drawn
    lines = []
    for key in [*drawn, *(key for key in order if key not in drawn)]:
        line = by_key[key]
        if key in drawn:
            line = replace(line, rank=(line.rank or 0) + drawn.index(key), by_lot=True)
        fate = Fate.WITHDREW
        if key not in withdrawn:
            fate = Fate.TIED if is_tied else Fate.GOES_ON if places else Fate.OUT
            places = places if is_tied else max(0, places - 1)
        lines.append(replace(line, fate=fate))
    return lines, Tie(0, tuple(there), places) if is_tied else None


def _drawn(needed: Iterable[str], equal: Iterable[str], lots: Iterable[DrawnLot]) -> list[str]:
    """Return equal ones as the first lot that has all those needed drew them; empty without one."""
    lot = next((each for each in lots if {*needed} <= {*each.among}), None)
    return lot.in_order({*equal} & {*lot.among}) if lot else []


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
