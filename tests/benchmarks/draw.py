"""Seconds and quality of the draw at three sizes: python -m tests.benchmarks.draw."""

import sys
import time

from tournament.core.draw import DrawRequest, Entrant, draw

SIZES = ((72, 3), (176, 8), (1024, 9))


def field(players: int) -> tuple[Entrant, ...]:
    """Clubs of ten, eight and six; every seventh entrant has none."""
    return tuple(
        Entrant(
            str(number), None if number % 7 == 0 else f"club {number // (6 + 2 * (number % 3))}"
        )
        for number in range(1, players + 1)
    )


def main() -> None:
    for players, rounds in SIZES:
        request = DrawRequest(field(players), rounds, "benchmark")
        start = time.perf_counter()
        plan = draw(request)
        seconds = time.perf_counter() - start
        sys.stdout.write(f"{players} x {rounds}: {seconds:.2f} s  {plan.quality}\n")


if __name__ == "__main__":
    main()
