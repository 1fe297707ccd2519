"""Words for the hall: announcements, screens, and the day of a rehearsal."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.rounds import time_of_day
from tournament.rehearsal.rules import Happening
from tournament.rounds.rules.clock import Announcement, Call

TO_BE_WRITTEN = "________"  # printed in place of a time that is not known yet
CALLS = {
    Call.SEATS: _("Before the round"),
    Call.START: _("At the start"),
    Call.GOES_ON: _("After an interruption"),
    Call.PAUSE: _("At an interruption"),
    Call.WARNING: _("Before the end"),
    Call.TIME_UP: _("At the end"),
}


def announcement_text(
    announcement: Announcement,
    *,
    round: int,
    ends_at: datetime | None,
    has_solos: bool,
    has_limit: bool = True,
) -> str:
    """Return the text of an announcement; without a time limit time is not mentioned."""
    time = time_of_day(ends_at) if ends_at else TO_BE_WRITTEN
    until = f" {gettext('Its time is up at %(time)s.')}" if has_limit else ""
    interrupted = gettext("Round %(round)s is interrupted.")
    if has_limit:
        interrupted = gettext("Round %(round)s paused: its clock stands still.")
    over = gettext("Finish the game that has begun, no new games.")
    if has_solos:
        over = gettext(
            "Finish the game that has begun, no new normal games; owed solos are still played."
        )
    minutes = announcement.minutes
    texts = {
        Call.SEATS: gettext(
            "Please take your seats. Shuffle, deal and pick up the cards, but ask for no "
            "reservations yet."
        ),
        Call.START: gettext("Round %(round)s begins.") + until,
        Call.GOES_ON: gettext("Round %(round)s goes on.") + until,
        Call.PAUSE: f"{interrupted} {gettext('Please wait until it goes on.')}",
        Call.WARNING: ngettext("%(minutes)s minute left.", "%(minutes)s minutes left.", minutes),
        Call.TIME_UP: over,
    }
    return texts[announcement.call] % {"round": round, "time": time, "minutes": minutes}


STAGE_REFUSALS: dict[str, str | Promise] = {
    "podium_not_ready": _(
        "The podium waits until every score sheet is in: what is called cannot be taken back."
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


HAPPENINGS: Mapping[Happening, str | Promise] = {
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
    Happening.PENALTY: _("Impose a penalty"),
    Happening.PROTEST: _("To the protest"),
    Happening.POWER_CUT: _("To the clock"),
    Happening.DEDUCTION: _("Deduct points"),
    Happening.LOST_LIST: _("Set the points"),
}
