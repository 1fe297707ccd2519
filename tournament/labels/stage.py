"""Words around the screens in the hall: what is refused, and what the journal says of them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

STAGE_REFUSALS: dict[str, str | Promise] = {
    "podium_not_ready": _(
        "The podium waits until every score sheet is in: what is called cannot be taken back."
    ),
    "screen_code_paused": ngettext_lazy(
        "Too many wrong codes. Please wait %(seconds)s second.",
        "Too many wrong codes. Please wait %(seconds)s seconds.",
        "seconds",
    ),
    "screen_code_wrong": _(
        "This code opens nothing here. The one that does stands on the page “Screens” of the "
        "direction."
    ),
    "screen_gone": _("This screen is no longer there. Open it again with the code."),
    "standings_not_released": _(
        "The standings are not released: say first after which round the hall may see them."
    ),
    "turn_out_of_range": _("A picture can be shown for %(least)s to %(most)s seconds at a time."),
    "turns_too_few": _("Tick at least two pictures that are to be shown in turn."),
}

STAGE_ACTIONS: dict[str, str | Promise] = {
    "place_called": _("Place %(place)s called on the screens."),
    "screens_let_in": _("New code for screens in the hall."),
    "screens_shut_out": _("Screens in the hall shut out: the code is no longer good."),
}
