"""The second path to the stages of a cup: totals, ranks, and who goes on.

Plain additions that share nothing with `cup.rules` and `standings.rules`.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

from tournament.trust.rules.recount_ranks import KEYS, OF_POINTS, Counted, sums_of_rounds

Made = tuple[Sequence[int | None], int]
"""The points of each round, and the sum of the deductions."""
Figure = int | str | None


class Column(StrEnum):
    """What is counted of a stage."""

    TOTAL = "total"
    RANK = "rank"
    FATE = "fate"


class Cell(NamedTuple):
    """A figure: the stage, whose it is (the team, or the start number), and what."""

    stage: int
    key: str
    column: Column


Figures = Mapping[Cell, Figure]


class Difference(NamedTuple):
    """A figure of a cup that differs."""

    cell: Cell
    claimed: Figure
    counted: Figure


@dataclass(frozen=True, slots=True)
class StagePlayed:
    """A stage.

    - made: of every entry that counts for a team or player, by key.
    - who: whom a key means from stage to stage.
    - groups: the keys among whom the best `go_on` are taken; 0: nobody, it is the last stage.
    - lots: between whom, and by which number.
    """

    number: int
    made: Mapping[str, Sequence[Made]]
    who: Mapping[str, object]
    groups: Sequence[Sequence[str]]
    unranked: Collection[str]
    go_on: int
    lots: Sequence[tuple[Collection[str], str]]
    withdrawn: Collection[str]


def recount_cup(
    stages: Sequence[StagePlayed], tie_breaks: Sequence[str], *, carries: bool
) -> Figures:
    """Return totals, ranks and fates of all stages; `carries`: points count in later stages."""
    found: dict[Cell, Figure] = {}
    brought: dict[object, Made] = {}
    for stage in stages:
        nothing: Made = (), 0
        own = {
            key: _added_up(brought.get(stage.who[key], nothing), made)
            for key, made in stage.made.items()
        }
        brought = {stage.who[key]: made for key, made in own.items()} if carries else {}
        for group in stage.groups:
            found |= _of_group(stage, group, {key: own[key] for key in group}, tie_breaks)
    return found


def differences(claimed: Figures, counted: Figures) -> Iterator[Difference]:
    """Yield each figure that differs or is on one side alone, by stage."""
    for cell in sorted(claimed.keys() | counted.keys()):
        pair = claimed.get(cell), counted.get(cell)
        if pair[0] != pair[1]:
            yield Difference(cell, *pair)


def _added_up(before: Made, entries: Sequence[Made]) -> Made:
    """Return what somebody has brought along, then the sums of each round of this stage."""
    sums = sums_of_rounds([rounds for rounds, _off in entries])
    return [*before[0], *sums], before[1] + sum(off for _rounds, off in entries)


def _of_group(
    stage: StagePlayed, group: Sequence[str], made: Mapping[str, Made], tie_breaks: Sequence[str]
) -> dict[Cell, Figure]:
    merits = _merits(made, tie_breaks)
    ranked = [key for key in group if key not in stage.unranked]
    found: dict[Cell, Figure] = {}
    for key in group:
        better = sum(merits[other] > merits[key] for other in ranked)
        rank = 1 + better if key in ranked else None
        fate, by_lot = _fate(stage, key, ranked, merits)
        found[Cell(stage.number, key, Column.TOTAL)] = merits[key][0]
        found[Cell(stage.number, key, Column.RANK)] = None if rank is None else rank + by_lot
        found[Cell(stage.number, key, Column.FATE)] = fate
    return found


def _merits(made: Mapping[str, Made], tie_breaks: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Return the total, then what decides; the last round is the same one for everybody."""
    longest = max((len(rounds) for rounds, _off in made.values()), default=0)
    numbers = {key: number for number, key in enumerate(made)}
    rounds = {
        numbers[key]: [*[None] * (longest - len(own)), *own] for key, (own, _off) in made.items()
    }
    totals = {
        numbers[key]: sum(each or 0 for each in own) + off for key, (own, off) in made.items()
    }
    figures = Counted(rounds, totals, totals, {}, (), "", frozenset())
    decide = [KEYS[code](figures) for code in tie_breaks if code in OF_POINTS]
    return {
        key: (totals[number], *(each[number] for each in decide)) for key, number in numbers.items()
    }


def _fate(
    stage: StagePlayed, key: str, ranked: Collection[str], merits: Mapping[str, tuple[Any, ...]]
) -> tuple[str | None, int]:
    """Return what becomes of somebody, and how many of equal ones a lot has put before."""
    if not stage.go_on:
        return None, 0
    if key not in ranked:
        return "withdrew" if key in stage.withdrawn else "out", 0
    better = [each for each in ranked if merits[each] > merits[key]]
    equal = {each for each in ranked if merits[each] == merits[key]}
    gone = {*stage.withdrawn}
    before = sum(each not in gone for each in better)
    is_cut = before < stage.go_on < before + len(equal - gone)
    was_cut = before < stage.go_on < len(better) + len(equal)
    # One drawn between all of them holds, whoever withdrew afterwards.
    asked = [equal] * was_cut + [equal - gone] * is_cut
    lots = [(some, seed) for all_of in asked for some, seed in stage.lots if all_of <= {*some}]
    ahead: set[str] = set()
    if lots and key in lots[0][0]:
        drawn = {each: (_lot(lots[0][1], each), each) for each in equal & {*lots[0][0]}}
        ahead = {each for each in drawn if drawn[each] < drawn[key]}
    if key in gone:
        return "withdrew", len(ahead)
    if is_cut and not lots:
        return "tied", 0
    return "goes_on" if before + len(ahead - gone) < stage.go_on else "out", len(ahead)


def _lot(seed: str, key: str) -> str:
    text = json.dumps(["Kreuzdame cup lot 1", seed, key], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
