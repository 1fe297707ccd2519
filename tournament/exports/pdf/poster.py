"""The poster for the door: where players find their seat on the phone."""

from django.utils.translation import gettext_lazy as _

from tournament.exports.base import Document, imprint
from tournament.exports.paper import Asked, Link, Paper, Reader
from tournament.exports.pdf.drawing import qr_svg, typed_address
from tournament.exports.pdf.paper import print_template
from tournament.phones.reads import phone_url


def poster(asked: Asked) -> Document:
    """Return the poster."""
    head, url = imprint(asked.tournament, str(POSTER.title)), phone_url(asked.tournament)
    address, _slash, code = typed_address(url).rpartition("/")
    context = {"address": f"{address}/", "code": code}
    return print_template("pdf/kept/poster.html", head, context, {"code": qr_svg(url).encode()})


def _has_phones(reader: Reader) -> bool:
    return bool(phone_url(reader.tournament))


POSTER = Paper(
    key="poster",
    title=_("Poster: my seat on the phone"),
    order=145,
    is_possible=_has_phones,
    impossible="phones_shut_out",
    tells_address=True,
    make=poster,
    links=(Link("people"), Link("phones", _("Poster"))),
)
