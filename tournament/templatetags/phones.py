"""The way to players' phones: `{% phones_qr tournament %}`, also for the hall's screens."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournament.exports.qr import qr_svg, typed_address
from tournament.models import Tournament
from tournament.selectors.phones import phone_url

register = template.Library()
register.filter(typed_address)


@register.inclusion_tag("components/qr.html")
def phones_qr(tournament: Tournament) -> dict[str, str]:
    """The QR code that opens the tournament on a phone; nothing while phones are not let in."""
    return {"url": phone_url(tournament)}


@register.simple_tag
def qr(text: str) -> SafeString:
    """A QR code as a drawing in the page."""
    return mark_safe(qr_svg(text))  # noqa: S308 - a drawing of squares, without the text
