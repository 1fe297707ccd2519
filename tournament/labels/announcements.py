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
    announcement: Announcement, *, round: int, ends_at: datetime | None, has_solos: bool
) -> str:
    """The words. has_solos: everybody owes compulsory solos by the rules that are played."""
    time = time_of_day(ends_at) if ends_at else TO_BE_WRITTEN
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
        Call.START: gettext("Round %(round)s begins. Its time is up at %(time)s."),
        Call.GOES_ON: gettext("Round %(round)s goes on. Its time is up at %(time)s."),
        Call.PAUSE: gettext(
            "Round %(round)s is interrupted, the clock stands still. Please wait until it goes on."
        ),
        Call.WARNING: ngettext("%(minutes)s minute left.", "%(minutes)s minutes left.", minutes),
        Call.TIME_UP: over,
    }
    return texts[announcement.call] % {"round": round, "time": time, "minutes": minutes}
