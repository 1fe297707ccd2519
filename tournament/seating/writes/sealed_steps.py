"""The proof of the draws: one sealed step per change of seats."""

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
    """Seal a change of seats without lots; `rounds` are all current ones from `first` on."""
    step = changed_step(players_of(entries), rounds, first_round=first, reason=reason)
    return seal_step(tournament, step)
