"""The proof of the draws grows: one sealed step for every act that changes seats."""

from collections.abc import Sequence

from tournament.draw import Round as SeatedRound
from tournament.draw.proof.steps import Step, changed_step, seal_after
from tournament.models import Entry, SealedStep, Tournament
from tournament.seating.mapping import players_of


def seal_step(tournament: Tournament, step: Step) -> SealedStep:
    """Append a step, sealed together with all before it."""
    last = tournament.sealed_steps.order_by("-number").first()
    seal = seal_after(last.step["seal"] if last else "", step)
    return SealedStep.objects.create(
        tournament=tournament,
        number=last.number + 1 if last else 1,
        step={**step, "seal": seal},
    )


def seal_change(
    tournament: Tournament,
    entries: Sequence[Entry],
    rounds: Sequence[SeatedRound],
    first: int,
    reason: str,
) -> SealedStep:
    """Seats changed without lots; `rounds` are all from `first` on, as they are now."""
    step = changed_step(players_of(entries), rounds, first_round=first, reason=reason)
    return seal_step(tournament, step)
