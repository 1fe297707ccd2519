"""Links to players' phones: `{% phones_qr tournament %}`, also for the hall's screens."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournament.exports.qr import qr_svg, typed_address
from tournament.models import Tournament
from tournament.phones.reads import phone_url
from tournament.stage.reads import said_to_hall

register = template.Library()
register.filter(typed_address)


@register.inclusion_tag("components/qr.html")
def phones_qr(tournament: Tournament) -> dict[str, str]:
    """Return the QR code that opens the tournament on a phone; empty while phones are shut out."""
    return {"url": phone_url(tournament)}


@register.inclusion_tag("phones/said.html")
def phone_said(tournament: Tournament) -> dict[str, object]:
    """Return the announcement to the hall; no query if the tournament came with its stage."""
    said = said_to_hall(tournament)
    return {"message": said[0], "until": said[1]} if said else {}


@register.simple_tag
def qr(text: str) -> SafeString:
    """Return a QR code as inline SVG."""
    return mark_safe(qr_svg(text))  # noqa: S308 - a drawing of squares, without the text
