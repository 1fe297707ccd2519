"""Commitments, which fix a draw before it, and sealed steps: its proof (docs/draw-proof.md)."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from functools import cache

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournament.draw import Round as SeatedRound
from tournament.draw.proof import (
    TO_NOTE,
    Program,
    Step,
    changed_step,
    code_fingerprint,
    listed_step,
    seal_after,
)
from tournament.draw.proof import Commitment as SealedCommitment
from tournament.errors import Refused
from tournament.journal.writes import open_for, record
from tournament.models import Commitment, Entry, SealedStep, Tournament
from tournament.permissions import Actor, may_draw_round
from tournament.seating.mapping import players_of
from tournament.seating.reads.draws import players_to_draw
from tournament.seating.reads.proofs import (
    BY_HAND,
    closed_list,
    list_to_close,
    method_from,
    open_commitment,
    settings_from,
)
from tournament.shared.rules.version import VERSION

SECRET_BYTES = 16
"""128 bits (tournament.draw.proof.SHORTEST_SECRET)."""


@transaction.atomic
def publish_commitment(actor: Actor, tournament: Tournament, first: int) -> Commitment:
    """Generate the secret of the draw from round `first` on, and publish its commitment.

    Refused: `tournament_finished`, `commitment_published` (one is open), `draw_is_by_hand`.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    if method_from(tournament, first) == BY_HAND:
        raise Refused("draw_is_by_hand")
    if open_commitment(tournament, first, this_program()) is not None:
        raise Refused("commitment_published")
    commitment = new_commitment(tournament, first, new_secret(), published_at=timezone.now())
    words = {"commitment": commitment.value}
    record(actor, tournament, "commitment_published", touched=[commitment], **words)
    return commitment


@transaction.atomic
def close_list(actor: Actor, tournament: Tournament, first: int) -> SealedStep:
    """Seal the players of round `first` on, with their wishes, before a number is given.

    A list that has changed since may be closed again; both stay in the proof. Refused:
    `tournament_finished`, `no_commitment`, `list_closed` (unchanged since), `standings_incomplete`.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    commitment = open_commitment(tournament, first, this_program())
    if commitment is None:
        raise Refused("no_commitment")
    listed = list_to_close(tournament, players_to_draw(tournament), first)
    closed = closed_list(commitment, listed)
    if closed is not None and closed.holds:
        raise Refused("list_closed")
    step = seal_step(tournament, listed_step(commitment.value, listed))
    action = "drawn_list_closed" if closed is None else "drawn_list_closed_again"
    seal = step.step["seal"][:TO_NOTE]
    words = {"players": len(listed.players), "round": first, "seal": seal}
    record(actor, tournament, action, touched=[step], **words)
    return step


def new_secret() -> str:
    """Generate the secret of a commitment."""
    return secrets.token_hex(SECRET_BYTES)


@cache
def this_program() -> Program:
    """Return the installed program: its version and the fingerprint of the code that draws."""
    files = sorted((settings.BASE_DIR / "tournament" / "draw").rglob("*.py"))
    sources = {
        path.relative_to(settings.BASE_DIR).as_posix(): path.read_text("utf-8") for path in files
    }
    return Program(VERSION, code_fingerprint(sources))


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


def new_commitment(
    tournament: Tournament, first: int, secret: str, *, published_at: datetime | None = None
) -> Commitment:
    """Create a commitment from its secret."""
    sealed = SealedCommitment(secret, settings_from(tournament, first), this_program())
    return Commitment.objects.create(
        tournament=tournament,
        number=tournament.commitments.count() + 1,
        secret=sealed.secret,
        rounds=sealed.settings.rounds,
        method=sealed.settings.method,
        neighbours_apart=sealed.settings.neighbours_apart,
        larger_tables=sealed.settings.larger_tables,
        program_version=sealed.program.version,
        program_code=sealed.program.code,
        value=sealed.value,
        published_at=published_at,
    )
