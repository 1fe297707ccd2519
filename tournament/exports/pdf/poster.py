"""The poster for the door: where players find their seat on the phone."""

from django.utils.translation import gettext_lazy as _

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Asked, Link, Paper, Reader
from tournament.exports.pdf.drawing import qr_svg, typed_address
from tournament.exports.pdf.paper import print_template
from tournament.phones.reads import phone_url


def poster(asked: Asked) -> Document:
    """Return the poster."""
    tournament, title = asked.tournament, str(POSTER.title)
    url = phone_url(tournament)
    address, _slash, code = typed_address(url).rpartition("/")
    context = {
        "imprint": imprint(tournament, title),
        "address": f"{address}/",
        "code": code,
    }
    content = print_template("pdf/kept/poster.html", context, {"code": qr_svg(url).encode()})
    return document(tournament, title, PDF, content)


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
