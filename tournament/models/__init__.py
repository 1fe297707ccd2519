"""The nouns of a tournament as they lie in the database: one file per noun."""

from tournament.models.account import Membership, Role, SignInLink, User
from tournament.models.draw import Commitment, Draw, SealedStep
from tournament.models.journal import JournalEntry, JournalHead
from tournament.models.penalty import Adjustment, Penalty
from tournament.models.player import Club, Entry, Person, PlayerImport
from tournament.models.round import Bye, GameTable, Round, RoundState, Seat
from tournament.models.sheet import (
    TYPED_KINDS,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Verification,
)
from tournament.models.tournament import Tournament, VerificationRule

__all__ = [
    "TYPED_KINDS",
    "Adjustment",
    "Bye",
    "Club",
    "Commitment",
    "Draw",
    "Entry",
    "GameTable",
    "JournalEntry",
    "JournalHead",
    "Membership",
    "Penalty",
    "Person",
    "PlayerImport",
    "Role",
    "Round",
    "RoundState",
    "SealedStep",
    "Seat",
    "SheetDraft",
    "SheetKind",
    "SheetVersion",
    "SignInLink",
    "Tournament",
    "User",
    "Verification",
    "VerificationRule",
]
