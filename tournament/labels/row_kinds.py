"""What was played in a row, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

ROW_KINDS: dict[str, str | Promise] = {
    "compulsory_solo": pgettext_lazy("game", "compulsory solo"),
    "normal": pgettext_lazy("game", "normal game"),
    "silent_wedding": pgettext_lazy("game", "silent wedding"),
    "voluntary_solo": pgettext_lazy("game", "voluntary solo"),
    "wedding": pgettext_lazy("game", "wedding"),
    "wedding_unclarified": pgettext_lazy("game", "unclarified wedding"),
}


def row_kind(kind: object) -> str:
    """The kind of a row in words; an unknown one as it was written."""
    return str(ROW_KINDS.get(str(kind), kind))


def dealt_by(seat: object) -> str:
    """Who dealt a game though it was not his turn."""
    return gettext("position %(seat)s dealt") % {"seat": seat}
