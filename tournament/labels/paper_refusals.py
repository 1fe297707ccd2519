"""Sentences for what stands in the way of printing."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PAPER_REFUSALS: dict[str, str | Promise] = {
    "certificates_nobody": _("Nobody with this start number has a place: there is no certificate."),
    "certificates_too_early": _("Certificates come when the standings are final."),
    "picture_too_large": _(
        "The picture has more than %(millions)d million points: please save it smaller."
    ),
    "picture_unreadable": _("This is no picture that can be printed: please choose PNG or JPEG."),
    "printing_busy": _("Other papers are being made at this moment. Please try again in a moment."),
    "pango_missing": _(
        "PDFs cannot be made: Pango is missing. Debian: apt-get install libpango-1.0-0 "
        "libpangoft2-1.0-0 libharfbuzz-subset0; macOS: brew install pango; Windows: see "
        "README.md."
    ),
}
