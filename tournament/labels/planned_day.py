"""How long a day of rounds is, in words."""

from datetime import timedelta

from django.utils.translation import gettext, ngettext

MINUTES = 60


def hours_words(time: timedelta) -> str:
    """Return hours and minutes: "5 h 30", "6 h", "45 min"."""
    hours, minutes = divmod(round(time.total_seconds()) // MINUTES, MINUTES)
    if not hours:
        return gettext("%(minutes)s min") % {"minutes": minutes}
    if not minutes:
        return gettext("%(hours)s h") % {"hours": hours}
    words = {"hours": hours, "minutes": f"{minutes:02}"}
    return gettext("%(hours)s h %(minutes)s") % words


def rounds_sentence(rounds: int, minutes: int | None, break_minutes: int) -> str:
    """Say what the day is made of: "3 rounds of 100 minutes with breaks of 15 minutes"."""
    words = {"rounds": rounds, "minutes": minutes, "pause": break_minutes}
    if minutes is None:
        sentence = ngettext(
            "%(rounds)s round without a time limit",
            "%(rounds)s rounds without a time limit",
            rounds,
        )
    elif rounds == 1 or not break_minutes:
        sentence = ngettext(
            "%(rounds)s round of %(minutes)s minutes",
            "%(rounds)s rounds of %(minutes)s minutes",
            rounds,
        )
    else:
        sentence = gettext(
            "%(rounds)s rounds of %(minutes)s minutes with breaks of %(pause)s minutes"
        )
    return sentence % words
