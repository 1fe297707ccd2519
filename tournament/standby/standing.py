"""The role of this computer towards the other one, in the memory of the process.

It is in memory so that pages need no query. Code that changes it in the database calls `refresh`; a
computer that never had a second one is alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from tournament.errors import Refused
from tournament.models import Epoch, OtherComputer
from tournament.standby.feed import feed
from tournament.standby.rules.standby import notice_in

Way = OtherComputer.Way


@dataclass
class Standing:
    """The epoch of this database with its key, and the other computers by role.

    On a standby: when the first computer was last heard, the problem if not, and by how many
    seconds the clock here is ahead.
    """

    epoch: int = 1
    key: str = ""
    others: Mapping[str, OtherComputer] = field(default_factory=dict)
    heard_at: datetime | None = None
    problem: Refused | None = None
    clock_ahead: float = 0.0

    @property
    def stands_by(self) -> bool:
        """Whether this computer is a standby."""
        return Way.FIRST in self.others

    @property
    def takes_entries(self) -> bool:
        """Whether this computer is the active one, as far as it knows."""
        return not (self.stands_by or Way.SUCCESSOR in self.others)

    @property
    def to_be_told(self) -> str:
        """URL of the predecessor that does not know yet of the takeover, or ""."""
        predecessor = self.others.get(Way.PREDECESSOR)
        return predecessor.url if predecessor and predecessor.epoch < self.epoch else ""

    @property
    def has_given_way(self) -> str:
        """URL of the predecessor that knows of the takeover, or ""."""
        predecessor = self.others.get(Way.PREDECESSOR)
        return predecessor.url if predecessor and not self.to_be_told else ""

    @property
    def newest_epoch(self) -> int:
        """The highest epoch known here."""
        successor = self.others.get(Way.SUCCESSOR)
        return max(self.epoch, successor.epoch if successor else 0)

    @property
    def signed_epoch(self) -> str:
        """The signed epoch for browsers to keep; empty without a second computer."""
        return _signer(self.key).sign(str(self.epoch)) if self.key else ""

    def epoch_signed(self, text: str) -> int:
        """Return the epoch seen by a browser; 0 for an invalid signature."""
        try:
            number = int(_signer(self.key).unsign(text)) if self.key else 0
            return notice_in({"epoch": number}).epoch
        except (BadSignature, ValueError):
            return 0


standing = Standing()
"""Of this process."""


def refresh() -> None:
    """Reload the state from the database; two queries."""
    epoch = Epoch.objects.first()
    standing.others = {each.way: each for each in OtherComputer.objects.all()}
    standing.epoch, standing.key = (epoch.number, epoch.key) if epoch else (1, "")


def _signer(key: str) -> Signer:
    return Signer(key=key, salt="epoch")


OLD_SECONDS = 5


def ribbon() -> dict[str, object]:
    """Return the context of the ribbon on a computer that takes no entries; hidden on others."""
    heard_at = standing.heard_at
    age = (timezone.now() - heard_at).total_seconds() if heard_at else None
    return {
        "takes_entries": standing.takes_entries,
        "stands_by": standing.stands_by,
        "is_silent": age is None or age > OLD_SECONDS,
        "to_be_told": standing.to_be_told,
        "epoch": standing.signed_epoch,
    }


def follower_state() -> dict[str, object]:
    """Return for the bar whether the second computer that was let in is connected."""
    follower = standing.others.get(Way.FOLLOWER)
    return {
        "was_there": bool(follower and follower.mark),
        "is_there": feed.is_followed,
        "keeps_up": feed.keeps_up,
    }
