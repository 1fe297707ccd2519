"""Rounds by the standings: python -m tools.benchmarks.draw_ranked [FILE] [SEEDS].

Two kinds of standings after round r: by "lots", the order of sha256("SEED/r/ID"), which have
nothing to do with each other from round to round; and by "points", where each round adds such a
number to a total, so that neighbours stay neighbours. Displacement is how many ranks somebody is
outside the four ranks that belong to the table, summed over all people and rounds.

Beside ours stands the way of a program for Mahjong tournaments (Pantheon, "Swiss"), retold from
its description: table by table from the top, the best free person first, then the best of those
who repeat the fewest meetings with the table; back where that fails, and every 15000 steps one
more repeat is allowed. It stands there twice: as retold here on the very same standings, and as it
was published, measured elsewhere with standings of points.

SEEDS (3 if left out) is how often each tournament is played, each time with other standings. FILE
receives our rounds for tools/benchmarks/draw_oracle.py.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import combinations, permutations
from pathlib import Path
from statistics import fmean
from typing import Any

from tests.factories.draws import field, verdict
from tournament.draw import DrawRequest, Round, draw

PUBLISHED = {
    (16, 3): ((0, 73, 9), (0, 77, 7)),
    (16, 5): ((12, 137, 12), (8, 131, 11)),
    (24, 5): ((5, 238, 11), (0, 218, 20)),
    (32, 5): ((2, 223, 10), (0, 228, 14)),
    (48, 5): ((0, 279, 8), (0, 231, 13)),
    (64, 7): ((11, 562, 11), (0, 460, 13)),
    (100, 5): ((0, 235, 8), (0, 159, 12)),
    (100, 9): ((12, 1250, 18), (0, 1041, 21)),
    (200, 7): ((8, 601, 8), (0, 529, 16)),
}
"""By people and rounds, as published, what Pantheon and an earlier prototype of this draw reach:
repeats, displacement in all, and of one person in one round at most."""
KINDS = ("lots", "points")
PATIENCE = 15_000
HASH_VALUES = 16**64

Method = Callable[[DrawRequest], Round]


@dataclass(frozen=True, slots=True)
class Played:
    """A tournament by the standings; rankings, displacements and seconds are those of each round.

    most_moved: largest displacement of one person in one round. uneven: how many people have had
    some seat at least twice more often than another; `imbalance` is the largest seen.
    """

    people: int
    kind: str
    seed: str
    rounds: tuple[Round, ...]
    rankings: tuple[tuple[str, ...], ...]
    repeats: int
    displacements: tuple[int, ...]
    most_moved: int
    seconds: tuple[float, ...]
    imbalance: int
    uneven: int


def ours(request: DrawRequest) -> Round:
    return draw(request).rounds[0]


def from_the_top(request: DrawRequest) -> Round:
    """Draw in Pantheon's way."""
    return FromTheTop(request.ranking, request.history).tables()


class FromTheTop:
    """The people still free, the best first, and the tables filled so far."""

    def __init__(self, ranking: Sequence[str], history: Sequence[Round]) -> None:
        self._ranking = ranking
        self._met = Counter(
            pair for tables in history for table in tables for pair in permutations(table, 2)
        )
        self._steps = 0
        self._relaxed = 0

    def tables(self) -> Round:
        allowed = 0
        while True:
            self._free = dict.fromkeys(self._ranking)
            self._tables: list[list[str]] = []
            if self._seated(allowed):
                return tuple(tuple(table) for table in self._tables)
            allowed += 1

    def _seated(self, allowed: int) -> bool:
        """Return whether all others can be seated with so many repeats."""
        self._steps += 1
        if self._steps > PATIENCE:
            self._steps, self._relaxed = 0, self._relaxed + 1
        if not self._free:
            return True
        if not self._tables or len(self._tables[-1]) == 4:
            return self._opened(allowed)
        table = self._tables[-1]
        again = {one: sum(self._met[one, other] for other in table) for one in self._free}
        fewest = min(again.values())
        if fewest > allowed + self._relaxed:
            return False
        for person in [one for one in self._ranking if again.get(one) == fewest]:
            del self._free[person]
            table.append(person)
            if self._seated(allowed - fewest):
                return True
            table.pop()
            self._free[person] = None
        return False

    def _opened(self, allowed: int) -> bool:
        """Return the same, with the best free person at a new table."""
        best = next(one for one in self._ranking if one in self._free)
        del self._free[best]
        self._tables.append([best])
        if self._seated(allowed):
            return True
        self._tables.pop()
        self._free[best] = None
        return False


def standings(ids: Iterable[str], seed: str, number: int, kind: str) -> tuple[str, ...]:
    """Return the ids in an order that depends only on the kind, the seed and the round."""
    rounds = (number,) if kind == "lots" else range(number + 1)
    total = {
        one: sum(int(sha256(f"{seed}/{r}/{one}".encode()).hexdigest(), 16) for r in rounds)
        for one in ids
    }
    return tuple(sorted(total, key=total.__getitem__))


def moved(tables: Round, ranking: Sequence[str]) -> list[int]:
    """Return by how many ranks each person is outside those of their table (all of four)."""
    rank = {person: number for number, person in enumerate(ranking)}
    return [
        max(0, 4 * table - rank[person], rank[person] - 4 * table - 3)
        for table, people in enumerate(tables)
        for person in people
    ]


def played(method: Method, people: int, rounds: int, kind: str, seed: str) -> Played:
    entrants = field(people)
    history: tuple[Round, ...] = ()
    rankings, ranks_moved, seconds = [], [], []
    for number in range(rounds):
        ranking = standings((entrant.id for entrant in entrants), seed, number, kind)
        start = time.process_time()
        request = DrawRequest(entrants, 1, f"{seed}/{number}", "ranked", history, ranking)
        tables = method(request)
        seconds.append(time.process_time() - start)
        history += (tables,)
        rankings.append(ranking)
        ranks_moved.append(moved(tables, ranking))
    figures = verdict(entrants, history)
    return Played(
        people,
        kind,
        seed,
        history,
        tuple(rankings),
        figures["repeat_pairs"],
        tuple(sum(ranks) for ranks in ranks_moved),
        max(max(ranks) for ranks in ranks_moved),
        tuple(seconds),
        figures["seat_imbalance_max"],
        figures["players_with_imbalance_over_1"],
    )


def naive_repeats(game: Played) -> int:
    """Return repeats when each table simply takes the next four of the standings."""
    pairs = [
        pair
        for ranking in game.rankings
        for at in range(0, game.people, 4)
        for pair in combinations(sorted(ranking[at : at + 4]), 2)
    ]
    return len(pairs) - len(set(pairs))


def main(output: Path | None, seeds: int) -> None:
    kept: list[dict[str, Any]] = []
    for kind in KINDS:
        say(
            f"{kind}, mean of {seeds}: N/R | naive repeats | Pantheon published: repeats,"
            " displacement, most of one person | prototype | retold: the same, slowest round"
            " | ours: the same | imbalance, people above 1"
        )
        sums = [0.0, 0.0, 0.0]
        for (people, rounds), (published, prototype) in PUBLISHED.items():
            seeded = [f"standings {number}" for number in range(seeds)]
            games = [played(ours, people, rounds, kind, seed) for seed in seeded]
            theirs = [played(from_the_top, people, rounds, kind, seed) for seed in seeded]
            kept += [asdict(game) for game in games]
            naive = fmean(naive_repeats(game) for game in games)
            say(
                f"{people}/{rounds} | {naive:.0f} | {published} | {prototype}"
                f" | {means(theirs)} | {means(games)}"
                f" | {max(game.imbalance for game in games)},"
                f" {max(game.uneven for game in games)}"
            )
            shares = (published[1], displacement(theirs), displacement(games))
            sums = [total + share for total, share in zip(sums, shares, strict=True)]
        say(f"displacement: published {sums[0]:.0f}, retold {sums[1]:.0f}, ours {sums[2]:.0f}")
    if output:
        output.write_text(json.dumps(kept), encoding="utf-8")


def means(games: Sequence[Played]) -> str:
    repeats = fmean(game.repeats for game in games)
    slowest = max(max(game.seconds) for game in games)
    most = max(game.most_moved for game in games)
    return f"{repeats:.1f}, {displacement(games):.0f}, {most}, {slowest:.2f} s"


def displacement(games: Sequence[Played]) -> float:
    return fmean(sum(game.displacements) for game in games)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else None,
        int(sys.argv[2]) if len(sys.argv) > 2 else 3,
    )
