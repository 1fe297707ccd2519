"""Rounds by the standings: python -m tests.benchmarks.draw_ranked [FILE] [SEEDS].

The standings after round r are the order of sha256("SEED/r/ID"), so they have nothing to do with
each other from round to round: the hardest case. Displacement is how many ranks somebody is
outside the four (or five) ranks that belong to the table, summed over all people and rounds.
Beside ours stand two rows measured elsewhere with standings made the same way: Pantheon, a
program for Mahjong tournaments (its "Swiss" seating), and a prototype of this draw.

SEEDS (3 if left out) is how often each tournament is played, each time with other standings. FILE
receives the rounds for tests/benchmarks/draw_oracle.py.
"""

import json
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

from tests.factories.draws import field, verdict
from tournament.core.draw import DrawRequest, Round, draw

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
"""By people and rounds what Pantheon and the prototype reach: repeats, displacement in all, and of
one person in one round at most."""


@dataclass(frozen=True, slots=True)
class Played:
    """A tournament by the standings; rankings, displacements and seconds are those of each round.

    most_moved: displacement of one person in one round, at most. uneven: how many people have had
    some seat twice more often than another; none ever three times if `imbalance` is 2.
    """

    people: int
    seed: str
    rounds: tuple[Round, ...]
    rankings: tuple[tuple[str, ...], ...]
    repeats: int
    displacements: tuple[int, ...]
    most_moved: int
    seconds: tuple[float, ...]
    imbalance: int
    uneven: int


def standings(ids: Iterable[str], seed: str, number: int) -> tuple[str, ...]:
    """The ids in an order that depends on nothing but the seed and the number of the round."""
    order = sorted(ids, key=lambda one: sha256(f"{seed}/{number}/{one}".encode()).hexdigest())
    return tuple(order)


def moved(tables: Round, ranking: Sequence[str]) -> list[int]:
    """For each person, how many ranks they are outside those of their table (all of four)."""
    rank = {person: number for number, person in enumerate(ranking)}
    return [
        max(0, 4 * table - rank[person], rank[person] - 4 * table - 3)
        for table, people in enumerate(tables)
        for person in people
    ]


def played(people: int, rounds: int, seed: str) -> Played:
    entrants = field(people)
    history: tuple[Round, ...] = ()
    rankings, ranks_moved, seconds = [], [], []
    for number in range(rounds):
        ranking = standings((entrant.id for entrant in entrants), seed, number)
        start = time.process_time()
        plan = draw(DrawRequest(entrants, 1, f"{seed}/{number}", "ranked", history, ranking))
        seconds.append(time.process_time() - start)
        history += plan.rounds
        rankings.append(ranking)
        ranks_moved.append(moved(plan.rounds[0], ranking))
    figures = verdict(entrants, history)
    return Played(
        people,
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


def naive_repeats(people: int, rounds: int, seed: str) -> int:
    """Repeats when each table simply takes the next four of the standings."""
    pairs: list[tuple[str, ...]] = []
    for number in range(rounds):
        ranking = standings((str(one) for one in range(1, people + 1)), seed, number)
        for at in range(0, people, 4):
            pairs += combinations(sorted(ranking[at : at + 4]), 2)
    return len(pairs) - len(set(pairs))


def main(output: Path | None, seeds: int) -> None:
    say("N/R: naive repeats | Pantheon, prototype, ours for each seed: repeats, displacement, most")
    kept: list[dict[str, Any]] = []
    sums = [0.0, 0.0]
    for (people, rounds), (pantheon, prototype) in PUBLISHED.items():
        games = [played(people, rounds, f"standings {number}") for number in range(seeds)]
        kept += [asdict(game) for game in games]
        mean = fmean(sum(game.displacements) for game in games)
        sums = [sums[0] + mean, sums[1] + pantheon[1]]
        naive = [naive_repeats(people, rounds, game.seed) for game in games]
        say(
            f"{people}/{rounds}: {naive} | {pantheon} {prototype}"
            f" | {[row(game) for game in games]} mean {mean:.0f}"
            f" | slowest round {max(max(game.seconds) for game in games):.2f} s"
            f" | imbalance {max(game.imbalance for game in games)},"
            f" uneven {[game.uneven for game in games]}"
        )
    say(f"displacement: ours {sums[0]:.0f}, Pantheon {sums[1]:.0f}: {sums[0] / sums[1]:.3f}")
    if output:
        output.write_text(json.dumps(kept), encoding="utf-8")


def row(game: Played) -> tuple[int, int, int]:
    return game.repeats, sum(game.displacements), game.most_moved


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else None,
        int(sys.argv[2]) if len(sys.argv) > 2 else 3,
    )
