"""How this computer stands to a second one, on every page: asked of memory, never the database."""

from django import template
from django.utils import timezone

from tournament.models import User
from tournament.standby.feed import feed
from tournament.standby.standing import Way, standing

register = template.Library()

OLD_SECONDS = 5


@register.inclusion_tag("components/standing_ribbon.html")
def standing_ribbon(user: User) -> dict[str, object]:
    """Across the top of a computer that takes no entries; nothing on one that counts."""
    heard_at = standing.heard_at
    age = (timezone.now() - heard_at).total_seconds() if heard_at else None
    return {
        "takes_entries": standing.takes_entries,
        "stands_by": standing.stands_by,
        "is_silent": age is None or age > OLD_SECONDS,
        "is_signed_in": user and user.is_authenticated,
        "to_be_told": standing.to_be_told,
        "epoch": standing.signed_epoch,
    }


@register.inclusion_tag("components/second_computer_state.html")
def second_computer_state() -> dict[str, object]:
    """In the bar: whether the second computer that was let in is there; nothing without one."""
    follower = standing.others.get(Way.FOLLOWER)
    return {
        "was_there": bool(follower and follower.mark),
        "is_there": feed.is_followed,
        "keeps_up": feed.keeps_up,
    }
