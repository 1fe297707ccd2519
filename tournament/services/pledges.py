"""The commitment: what the direction promises before a draw (docs/draw-proof.md)."""

import secrets
from functools import cache

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournament.core.draw.proof import Pledge as SealedPledge
from tournament.core.draw.proof import Program, code_fingerprint
from tournament.core.version import VERSION
from tournament.errors import Refused
from tournament.models import Pledge, Tournament
from tournament.permissions import Actor, may_draw_round, require
from tournament.selectors.pledges import BY_HAND, method_from, open_pledge
from tournament.services.journal import record
from tournament.services.open_tournaments import open_tournament

SECRET_BYTES = 16
"""128 bits (tournament.core.draw.proof.SHORTEST_SECRET)."""


@transaction.atomic
def publish_commitment(actor: Actor, tournament: Tournament, first: int) -> Pledge:
    """Make up the secret of the draw from round `first` on, and publish its commitment.

    Refused: `tournament_finished`, `commitment_published` (one is open), `draw_is_by_hand`.
    """
    require(may_draw_round, actor, tournament)
    tournament = open_tournament(tournament)
    if method_from(tournament, first) == BY_HAND:
        raise Refused("draw_is_by_hand")
    if open_pledge(tournament, first, this_program()) is not None:
        raise Refused("commitment_published")
    pledge = _made(tournament, first)
    pledge.published_at = timezone.now()
    pledge.save(update_fields=["published_at"])
    record(actor, tournament, "commitment_published", commitment=pledge.commitment)
    return pledge


def pledge_for_draw(tournament: Tournament, first: int) -> Pledge:
    """The published pledge that this draw redeems; without one, a pledge made just now."""
    return open_pledge(tournament, first, this_program()) or _made(tournament, first)


@cache
def this_program() -> Program:
    """The program as it is installed: its version and the fingerprint of what draws."""
    core = settings.BASE_DIR / "tournament" / "core"
    files = [core / "table_sizes.py", *sorted((core / "draw").glob("*.py"))]
    sources = {
        path.relative_to(settings.BASE_DIR).as_posix(): path.read_text("utf-8") for path in files
    }
    return Program(VERSION, code_fingerprint(sources))


def _made(tournament: Tournament, first: int) -> Pledge:
    sealed = SealedPledge(
        secret=secrets.token_hex(SECRET_BYTES),
        tournament=tournament.slug,
        rounds=tournament.rounds_planned,
        method=method_from(tournament, first),
        program=this_program(),
    )
    return Pledge.objects.create(
        tournament=tournament,
        number=tournament.pledges.count() + 1,
        secret=sealed.secret,
        rounds=sealed.rounds,
        method=sealed.method,
        program_version=sealed.program.version,
        program_code=sealed.program.code,
        commitment=sealed.commitment,
    )
