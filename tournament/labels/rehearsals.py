"""What happens on the day of a rehearsal, and what the judge does now, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.rehearsed_day import Event, Happening

TOLD: Mapping[Happening, str | Promise] = {
    Happening.NO_SHOW: _("%(who)s has not come. Everybody else is there and has paid."),
    Happening.PENALTY: _(
        "Table %(table)s calls: %(who)s (position 2) has shown a card by mistake, in a normal game."
    ),
    Happening.PROTEST: _(
        "%(who)s at table %(table)s protests against the penalty: the neighbour's elbow has "
        "knocked the card out of the hand."
    ),
    Happening.POWER_CUT: _(
        "Power cut: it is dark in the hall, and the computer is off. Nothing is lost."
    ),
    Happening.DEDUCTION: _("Shouting again at table %(table)s, despite a warning: %(who)s."),
    Happening.LOST_LIST: _(
        "Table %(table)s has nothing to hand in: the score sheet is lost, and nobody knows the "
        "totals."
    ),
}
TO_DO: Mapping[Happening, str | Promise] = {
    Happening.NO_SHOW: _(
        "Draw without waiting: only those who are checked in get a seat. Whoever comes later "
        "plays from the next round on."
    ),
    Happening.PENALTY: _(
        "Impose a penalty by TSR 9.3.2: the offender loses 3, the others get 1 each. It belongs in "
        "the score sheet, with your initials."
    ),
    Happening.PROTEST: _(
        "Write the protest down (TSR 9.6.7). The jury sits at other tables: it hears both sides, "
        "and you write down the votes, the reason and the minutes it took."
    ),
    Happening.POWER_CUT: _(
        "Pause the clock as soon as you can, and let it go on when the light is back. In earnest "
        "you start the computer again, then the program, and sign in: everything saved is there, "
        "and the sheet half typed as well."
    ),
    Happening.DEDUCTION: _(
        "Take points off the total (TSR 9.7.2 b): a deduction stands in the standings, not in the "
        "score sheet."
    ),
    Happening.LOST_LIST: _(
        "Decide what counts, and say why: set the points of the table. Without that the round "
        "cannot be closed."
    ),
}
WHERE: Mapping[Happening, str | Promise] = {
    Happening.NO_SHOW: _("Draw"),
    Happening.PENALTY: _("Impose penalty"),
    Happening.PROTEST: _("To the protest"),
    Happening.POWER_CUT: _("To the clock"),
    Happening.DEDUCTION: _("Deduct points"),
    Happening.LOST_LIST: _("Set the points"),
}


def told(event: Event, who: str) -> str:
    """What has happened; `who` is the name of whoever it is about."""
    return str(TOLD[event.what]) % {"who": who, "table": event.table}
