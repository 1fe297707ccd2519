"""How this computer stands to the other one, as this process knows it: for every request.

In memory, so that no page asks the database for it. Whoever changes it in the database calls
`refresh`; a computer that never had a second one is alone.
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
    """The epoch of this database and the key that signs it, and the other computers by their way.

    Of a computer that stands by: when the first one was heard last, why it is not, and by how many
    seconds the clock here is ahead of its.
    """

    epoch: int = 1
    key: str = ""
    others: Mapping[str, OtherComputer] = field(default_factory=dict)
    heard_at: datetime | None = None
    problem: Refused | None = None
    clock_ahead: float = 0.0

    @property
    def stands_by(self) -> bool:
        """Whether this computer stands by for another one."""
        return Way.FIRST in self.others

    @property
    def takes_entries(self) -> bool:
        """Whether this computer counts, as far as it knows."""
        return not (self.stands_by or Way.SUCCESSOR in self.others)

    @property
    def to_be_told(self) -> str:
        """Where the computer is reached that does not know yet that this one has taken over."""
        predecessor = self.others.get(Way.PREDECESSOR)
        return predecessor.url if predecessor and predecessor.epoch < self.epoch else ""

    @property
    def has_given_way(self) -> str:
        """Where the computer is reached that has heard that this one has taken over."""
        predecessor = self.others.get(Way.PREDECESSOR)
        return predecessor.url if predecessor and not self.to_be_told else ""

    @property
    def newest_epoch(self) -> int:
        """The highest one that is known here."""
        successor = self.others.get(Way.SUCCESSOR)
        return max(self.epoch, successor.epoch if successor else 0)

    @property
    def signed_epoch(self) -> str:
        """The epoch for a browser to keep; empty where there is no second computer."""
        return _signer(self.key).sign(str(self.epoch)) if self.key else ""

    def epoch_signed(self, text: str) -> int:
        """The epoch that a browser has seen; 0 for one that was made up."""
        try:
            number = int(_signer(self.key).unsign(text)) if self.key else 0
            return notice_in({"epoch": number}).epoch
        except (BadSignature, ValueError):
            return 0


standing = Standing()
"""Of this process."""


def refresh() -> None:
    """Read how it stands now; two queries."""
    epoch = Epoch.objects.first()
    standing.others = {each.way: each for each in OtherComputer.objects.all()}
    standing.epoch, standing.key = (epoch.number, epoch.key) if epoch else (1, "")


def _signer(key: str) -> Signer:
    return Signer(key=key, salt="epoch")


OLD_SECONDS = 5


def ribbon() -> dict[str, object]:
    """Across the top of a computer that takes no entries; nothing on one that counts."""
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
    """In the bar: whether the second computer that was let in is there; nothing without one."""
    follower = standing.others.get(Way.FOLLOWER)
    return {
        "was_there": bool(follower and follower.mark),
        "is_there": feed.is_followed,
        "keeps_up": feed.keeps_up,
    }
