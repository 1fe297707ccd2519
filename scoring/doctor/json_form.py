"""Proposals as JSON values."""

from typing import Any

from scoring.doctor.model import Change, Content, Proposal
from scoring.json_format import row_to_json
from scoring.model import Played, Row

Json = Any


def proposal_to_json(proposal: Proposal) -> dict[str, Json]:
    """Return a proposal as JSON values: its row, its changes and the code of its reason."""
    return {
        "row": proposal.row,
        "changes": [_change_to_json(change) for change in proposal.changes],
        "reason": proposal.reason.value,
    }


def _change_to_json(change: Change) -> dict[str, Json]:
    return {
        "row": change.row,
        "field": change.field.value,
        "seat": change.seat,
        "from": _content(change.before),
        "to": _content(change.after),
    }


def _content(content: Content) -> Json:
    if isinstance(content, Row):
        return row_to_json(content)
    return content.value if isinstance(content, Played) else content
