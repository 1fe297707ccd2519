"""The commitment before a draw for the wall, and the proof after it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import Document, imprint
from tournament.exports.paper import Link, Paper, is_drawn
from tournament.exports.pdf.paper import print_template
from tournament.exports.proofs import describe_steps, groups_sentence, proof_sentence
from tournament.labels.draws import certificate_lines, in_groups, method_name, to_note
from tournament.labels.standings import groups_words
from tournament.models import SealedStep, Tournament
from tournament.permissions import Actor, may_draw_round, may_print
from tournament.seating.reads.draws import plan_quality
from tournament.seating.reads.proofs import is_proof_public, last_list, latest_commitment, proof_of
from tournament.seating.writes.lots import this_program

PER_ROW = 2  # groups of digits side by side on the wall


def commitment(tournament: Tournament) -> Document:
    """Return the commitment for the wall, and the list closed for it. Refused: `no_commitment`."""
    commitment = latest_commitment(tournament)
    if commitment is None:
        raise Refused("no_commitment")
    groups = in_groups(commitment.value)
    closed = last_list(commitment)
    context = {
        "commitment": commitment,
        "rows": [groups[start : start + PER_ROW] for start in range(0, len(groups), PER_ROW)],
        "method": method_name(commitment.method),
        "teams": groups_words(commitment.team_groups) if commitment.team_groups else "",
        "closed": closed,
        "seal": to_note(closed.step["seal"]) if closed else "",
        "players": tuple(map(_player, closed.step["players"])) if closed else (),
    }
    head = imprint(tournament, str(COMMITMENT.title))
    return print_template("pdf/commitment.html", head, context)


def proof(tournament: Tournament) -> Document:
    """Return all inputs that decided the seats, and the certificate. Refused: `unknown_round`."""
    quality = plan_quality(tournament)
    if quality is None:
        raise Refused("unknown_round", round=1)
    proof = proof_of(tournament, this_program())
    caution = "" if proof.is_public else gettext("Contains rounds not published")
    status = f"{gettext('Commitment so far')}: {to_note(proof.seal)}"
    head = imprint(tournament, str(PROOF.title), status, caution=caution)
    steps = SealedStep.objects.filter(tournament=tournament).order_by("-number")
    players = steps.values_list("step__players", flat=True).first() or []
    context = {
        "proof": proof,
        "sentence": f"{proof_sentence(proof)} {groups_sentence(tournament)}".strip(),
        "steps": describe_steps(proof, all_seeds=True),
        "lines": certificate_lines(quality),
        "rounds": quality.rounds,
        "players": tuple(map(_player, players)),
    }
    return print_template("pdf/proof.html", head, context)


def _player(player: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a player from the proof, with what the draw had to respect."""
    wishes = [player["team"] or ""]
    if player["table"] is not None:
        wishes.append(gettext("table %(number)s") % {"number": player["table"]})
    if player["no_list"]:
        wishes.append(gettext("does not keep the list"))
    return {
        "number": player["id"],
        "name": player["name"],
        "club": player["club"] or "",
        "wishes": ", ".join(filter(None, wishes)),
    }


def may_see_proof(actor: Actor, tournament: Tournament) -> bool:
    """Return whether the actor may see it: only the direction while it shows unpublished seats."""
    if may_draw_round(actor, tournament):
        return True
    return may_print(actor, tournament) and is_proof_public(tournament)


COMMITMENT = Paper(
    key="commitment",
    title=_("Commitment"),
    order=230,
    is_possible=lambda reader: latest_commitment(reader.tournament) is not None,
    make=lambda asked: commitment(asked.tournament),
    links=(Link("before the draw", _("Commitment")), Link("draw", _("Print for the wall"))),
)
PROOF = Paper(
    key="proof",
    title=_("Proof of the draws"),
    order=240,
    may=may_see_proof,
    is_possible=is_drawn,
    make=lambda asked: proof(asked.tournament),
    links=(Link("after the draw", _("Proof on paper")), Link("proof", _("Proof on paper"))),
)
