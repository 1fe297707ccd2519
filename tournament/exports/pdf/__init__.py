"""Paper: seat lists, score sheets, results. WeasyPrint is loaded when the first one is made."""

from tournament.exports.pdf.calls import calls
from tournament.exports.pdf.cards import name_tags, slips
from tournament.exports.pdf.certificates import certificates
from tournament.exports.pdf.money import door_list, prizes, prizes_received, receipts
from tournament.exports.pdf.plans import plan
from tournament.exports.pdf.proofs import commitment, proof
from tournament.exports.pdf.reports import (
    announcements_paper,
    participants,
    player_paper,
    statistics,
)
from tournament.exports.pdf.results import ranking, round_result, standings
from tournament.exports.pdf.round_papers import round_papers
from tournament.exports.pdf.score_sheets import score_sheets
from tournament.exports.pdf.seat_lists import seat_list
from tournament.exports.pdf.tents import tents

__all__ = [
    "announcements_paper",
    "calls",
    "certificates",
    "commitment",
    "door_list",
    "name_tags",
    "participants",
    "plan",
    "player_paper",
    "prizes",
    "prizes_received",
    "proof",
    "ranking",
    "receipts",
    "round_papers",
    "round_result",
    "score_sheets",
    "seat_list",
    "slips",
    "standings",
    "statistics",
    "tents",
]
