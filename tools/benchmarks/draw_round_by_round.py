"""Later rounds unknown: python -m tools.benchmarks.draw_round_by_round.

The method "redraw" draws each round on its own, with the history alone; so does "plan" once people
have left or come. Counted by the independent verifier for 5 rounds, without and with changes: then
before each round but the first one person in fifty leaves and as many come.
"""

import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.factories.draws import shuffled_clubs, verdict
from tournament.draw import DrawRequest, Entrant, Round, draw

SIZES = (16, 20, 24, 28, 32, 33, 35, 48, 50, 64, 100, 128, 200, 203, 500, 1000, 2000)
ROUNDS = 5
IN_FIFTY = 50

Stays = dict[str, dict[str, int]]


def fields(people: int, *, change: bool) -> Iterator[tuple[Entrant, ...]]:
    """Return who is there in each round; the longest present leave first."""
    moving = max(1, people // IN_FIFTY) if change else 0
    everybody = shuffled_clubs(people + moving * (ROUNDS - 1))
    for number in range(ROUNDS):
        yield everybody[number * moving : number * moving + people]


def played(people: int, *, change: bool) -> tuple[dict[str, Any], float]:
    """Return the verifier's figures, and the seconds of the slowest round."""
    history: tuple[Round, ...] = ()
    stays: Stays = {}
    everybody: dict[str, Entrant] = {}
    slowest = 0.0
    for number, entrants in enumerate(fields(people, change=change), start=1):
        start = time.process_time()
        request = DrawRequest(entrants, 1, f"benchmark {number}", "redraw", history)
        history += draw(request).rounds
        slowest = max(slowest, time.process_time() - start)
        for entrant in entrants:
            everybody[entrant.id] = entrant
            stays.setdefault(entrant.id, {"from": number})["to"] = number
    return verdict(tuple(everybody.values()), history, stays), slowest


def main() -> None:
    say("people: repeats (bound), club mates (fewest), seat imbalance, % of people above 1, excess")
    for change in (False, True):
        say("with changes" if change else "without changes")
        for people in SIZES:
            figures, seconds = played(people, change=change)
            say(f"{people}: {sentence(figures)}, slowest round {seconds:.2f} s")


def sentence(figures: dict[str, Any]) -> str:
    uneven = 100 * figures["players_with_imbalance_over_1"] / figures["players"]
    return (
        f"{figures['repeat_pairs']} ({figures['repeat_lower_bound']}), "
        f"{figures['same_club_pairs']} ({figures['same_club_lower_bound']}), "
        f"{figures['seat_imbalance_max']}, {uneven:.0f} %, {figures['five_table_excess']}"
    )


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
