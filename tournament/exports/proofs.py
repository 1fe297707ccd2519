"""The proof of the draws as a file, for scripts/replay_draw.py."""

from tournament.core.draw.proof.steps import proof_text
from tournament.exports.base import JSON, Document, document
from tournament.models import Tournament
from tournament.selectors.proofs import proof_document_of


def proof_file(tournament: Tournament) -> Document:
    """The document of docs/draw-proof.md; without a draw it has no steps."""
    return document(
        tournament,
        "proof",
        JSON,
        lambda: proof_text(proof_document_of(tournament)).encode(),
    )
