"""The method "redraw": round by round, each with a draw of its own that knows those before it.

It is made for rounds that are drawn one at a time, so a later one never looks ahead. Drawn
together or one after the other with the same seed, the rounds are the same.
"""

from dataclasses import replace

from tournament.core.draw.model import DrawRequest, Round
from tournament.core.draw.plan import plan_rounds


def redrawn_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """The rounds asked for, one after the other."""
    history = request.history
    for _ in range(request.rounds):
        seed = f"{request.seed} round {len(history) + 1}"
        history += plan_rounds(replace(request, rounds=1, seed=seed, history=history))
    return history[len(request.history) :]
