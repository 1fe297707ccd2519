"""The age of the last copy, and the relation of this computer to a second one, on every page."""

from django import template
from django.utils import timezone

from tournament.backup.copies import copy_status
from tournament.labels.backup import age_in_words
from tournament.models import User
from tournament.permissions import Actor, may_take_over
from tournament.standby.standing import follower_state, ribbon

register = template.Library()


@register.inclusion_tag("components/standing_ribbon.html")
def standing_ribbon(user: User) -> dict[str, object]:
    """Return the ribbon of a computer that takes no entries; empty on one that counts."""
    shown = ribbon()
    is_signed_in = bool(user and user.is_authenticated)
    may = is_signed_in and not shown["takes_entries"] and may_take_over(Actor(user))
    return {**shown, "is_signed_in": is_signed_in, "may_take_over": may}


@register.inclusion_tag("components/second_computer_state.html")
def second_computer_state() -> dict[str, object]:
    """Return for the bar whether the admitted second computer is connected; empty without one."""
    return follower_state()


@register.inclusion_tag("components/copy_state.html")
def copy_state(user: User) -> dict[str, object]:
    """Return age and alarm of the last copy, empty before the first is due; owners get a link."""
    status = copy_status()
    copied_at = status.copied_at
    return {
        "age": age_in_words(timezone.now() - copied_at) if copied_at else "",
        "is_alarm": status.is_alarm,
        "place_lost": status.place_problem is not None,
        "may_open": user.is_owner,
    }
