"""What was played in a row, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

ROW_KINDS: dict[str, str | Promise] = {
    "black_sow": pgettext_lazy("game", "black sow"),
    "compulsory_solo": pgettext_lazy("game", "compulsory solo"),
    "jack_solo": pgettext_lazy("game", "jack solo"),
    "lumper": pgettext_lazy("game", "Lumper"),
    "no_trump_solo": pgettext_lazy("game", "solo without trumps"),
    "normal": pgettext_lazy("game", "normal game"),
    "poverty": pgettext_lazy("game", "poverty"),
    "queen_solo": pgettext_lazy("game", "queen solo"),
    "silent_solo": pgettext_lazy("game", "silent solo"),
    "silent_wedding": pgettext_lazy("game", "silent wedding"),
    "suit_solo": pgettext_lazy("game", "suit solo"),
    "trump_solo": pgettext_lazy("game", "trump solo"),
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
