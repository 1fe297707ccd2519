"""How this computer stands to a second one, on every page."""

from django import template

from tournament.models import User
from tournament.standby.shown import ribbon, state

register = template.Library()


@register.inclusion_tag("components/standing_ribbon.html")
def standing_ribbon(user: User) -> dict[str, object]:
    """Across the top of a computer that takes no entries; nothing on one that counts."""
    return {**ribbon(), "is_signed_in": user and user.is_authenticated}


@register.inclusion_tag("components/second_computer_state.html")
def second_computer_state() -> dict[str, object]:
    """In the bar: whether the second computer that was let in is there; nothing without one."""
    return state()
