"""`{% club_mark %}`: the club's own mark, or the sign of the program where none was chosen."""

from django import template

from tournament.shared.reads.house_style import logo_digest

register = template.Library()


@register.inclusion_tag("components/mark.html")
def club_mark() -> dict[str, str]:
    """Return what names the mark; one query."""
    return {"digest": logo_digest()}
