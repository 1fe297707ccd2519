"""`{% copy_state user %}`: the age of the last copy, in the bar; an alarm if it is too old."""

from django import template
from django.utils import timezone

from tournament.backup.copies import copy_status
from tournament.labels.backup import age_in_words
from tournament.models import User

register = template.Library()


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
