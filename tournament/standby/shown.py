"""What every page shows of a second computer: asked of memory, never the database."""

from django.utils import timezone

from tournament.standby.feed import feed
from tournament.standby.standing import Way, standing

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


def state() -> dict[str, object]:
    """In the bar: whether the second computer that was let in is there; nothing without one."""
    follower = standing.others.get(Way.FOLLOWER)
    return {
        "was_there": bool(follower and follower.mark),
        "is_there": feed.is_followed,
        "keeps_up": feed.keeps_up,
    }
