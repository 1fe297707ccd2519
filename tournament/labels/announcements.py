"""What is read aloud to the hall, in words."""

from datetime import datetime

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.core.announcements import Announcement, Call
from tournament.labels.rounds import time_of_day

TO_BE_WRITTEN = "________"
"""Stands on paper for a time that nobody knows yet."""
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
    """The words. has_solos: everybody owes compulsory solos by the rules that are played.

    has_limit: whether there is a time limit; without one nothing is said of time.
    """
    time = time_of_day(ends_at) if ends_at else TO_BE_WRITTEN
    until = f" {gettext('Its time is up at %(time)s.')}" if has_limit else ""
    interrupted = (
        gettext("Round %(round)s is interrupted, the clock stands still.")
        if has_limit
        else gettext("Round %(round)s is interrupted.")
    )
    over = (
        gettext("Finish the game that has begun, no new normal games; owed solos are still played.")
        if has_solos
        else gettext("Finish the game that has begun, no new games.")
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
