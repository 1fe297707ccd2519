"""`{% club_mark %}`: the club's own mark, or the sign of the program where none was chosen."""

from django import template

from tournament.models import HouseStyle

register = template.Library()


@register.inclusion_tag("components/mark.html")
def club_mark() -> dict[str, str]:
    """Return what names the mark in its address, empty without one; one query."""
    return {"digest": HouseStyle.objects.values_list("digest", flat=True).first() or ""}
