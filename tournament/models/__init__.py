"""The nouns of a tournament as stored in the database."""

from tournament.models.account import Membership, Role, SignInLink, User
from tournament.models.archive import OpenedArchive, WaitingArchive
from tournament.models.cup import Cup, CupLot, CupStage, CupWithdrawal
from tournament.models.draw import Commitment, Draw, SealedStep
from tournament.models.installation import (
    BackupPlace,
    ClockReference,
    Epoch,
    Failures,
    HallNetwork,
    HouseStyle,
    OtherComputer,
)
from tournament.models.journal import JournalEntry, JournalHead
from tournament.models.league import (
    DayTeam,
    Division,
    League,
    LeagueTeam,
    MatchDay,
    PointsDeduction,
    TeamPlayer,
)
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
from tournament.models.person import NAMELESS, Club, Entry, KnownHeading, Person, PlayerImport
from tournament.models.ranking import Ranking, RankingIssue
from tournament.models.referee import Adjustment, Call, Penalty, Protest
from tournament.models.series import EveningLine, Series, SeriesEvening
from tournament.models.sheet import (
    TYPED_KINDS,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Verification,
)
from tournament.models.stage import Screen, Stage, pictures, pictures_of
from tournament.models.tournament import (
    Bye,
    GameTable,
    GroupRanking,
    Rehearsal,
    Round,
    RoundState,
    Seat,
    TableReport,
    TableTime,
    TieBreakLot,
    Tournament,
    VerificationRule,
)
