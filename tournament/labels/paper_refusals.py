"""Sentences for what stands in the way of printing."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PAPER_REFUSALS: dict[str, str | Promise] = {
    "pango_missing": _(
        "Printing needs the library Pango, which this computer lacks. Debian and Ubuntu: "
        "apt install libpango-1.0-0 libpangoft2-1.0-0; macOS: brew install pango; "
        "Windows: see the README."
    ),
}
