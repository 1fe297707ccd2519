"""Words of the rules laboratory."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.standings.rules.laboratory import Solos

SOLOS: dict[Solos, str | Promise] = {
    Solos.AS_PLAYED: _("as played"),
    Solos.DOUBLE: _("count double"),
    Solos.ONCE: _("count once, not double"),
}
