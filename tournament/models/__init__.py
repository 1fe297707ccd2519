"""The nouns of a tournament as stored in the database: one file per noun."""

from tournament.models.account import Membership, Role, SignInLink, User
from tournament.models.archive import OpenedArchive, WaitingArchive
from tournament.models.backup_place import BackupPlace
from tournament.models.call import Call, Protest
from tournament.models.clock_reference import ClockReference
from tournament.models.club import Club
from tournament.models.draw import Commitment, Draw, SealedStep
from tournament.models.failure import Failures
from tournament.models.hall_network import HallNetwork
from tournament.models.journal import JournalEntry, JournalHead
from tournament.models.money import (
    CashCount,
    EqualOnes,
    FeeRule,
    PayBy,
    Payment,
    Pool,
    Prize,
    PrizeAward,
    PrizeRule,
)
from tournament.models.penalty import Adjustment, Penalty
from tournament.models.person import NAMELESS, Person
from tournament.models.player import Entry, KnownHeading, PlayerImport
from tournament.models.ranking import GroupRanking, TieBreakLot
from tournament.models.rehearsal import Rehearsal
from tournament.models.report import TableReport
from tournament.models.round import Bye, GameTable, Round, RoundState, Seat
from tournament.models.second_computer import Epoch, OtherComputer
from tournament.models.series import EveningLine, Series, SeriesEvening
from tournament.models.sheet import (
    TYPED_KINDS,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Verification,
)
from tournament.models.stage import PICTURES, Screen, Stage
from tournament.models.tournament import Tournament, VerificationRule

__all__ = [
    "NAMELESS",
    "PICTURES",
    "TYPED_KINDS",
    "Adjustment",
    "BackupPlace",
    "Bye",
    "Call",
    "CashCount",
    "ClockReference",
    "Club",
    "Commitment",
    "Draw",
    "Entry",
    "Epoch",
    "EqualOnes",
    "EveningLine",
    "Failures",
    "FeeRule",
    "GameTable",
    "GroupRanking",
    "HallNetwork",
    "JournalEntry",
    "JournalHead",
    "KnownHeading",
    "Membership",
    "OpenedArchive",
    "OtherComputer",
    "PayBy",
    "Payment",
    "Penalty",
    "Person",
    "PlayerImport",
    "Pool",
    "Prize",
    "PrizeAward",
    "PrizeRule",
    "Protest",
    "Rehearsal",
    "Role",
    "Round",
    "RoundState",
    "Screen",
    "SealedStep",
    "Seat",
    "Series",
    "SeriesEvening",
    "SheetDraft",
    "SheetKind",
    "SheetVersion",
    "SignInLink",
    "Stage",
    "TableReport",
    "TieBreakLot",
    "Tournament",
    "User",
    "Verification",
    "VerificationRule",
    "WaitingArchive",
]
