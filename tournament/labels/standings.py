"""Sentences about standings and courses, computed from the figures alone."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournament.labels.points import signed


def standings_title(*, rounds: int, final: bool) -> str:
    """Return the title of standings."""
    if not rounds:
        return gettext("Standings")
    if final:
        return gettext("Final standings")
    after = gettext("after round %(number)s") % {"number": rounds}
    return f"{gettext('Standings')} {after}"


def hall_time(moment: datetime, now: datetime) -> str:
    """Format a local time to the minute; with its date unless that is today."""
    local = timezone.localtime(moment)
    is_today = local.date() == timezone.localtime(now).date()
    return date_format(local, "H:i" if is_today else "SHORT_DATETIME_FORMAT")


def unplayed_note(count: int) -> str:
    """Say how many of the planned rounds were not played."""
    return ngettext(
        "%(count)s planned round not played", "%(count)s planned rounds not played", count
    ) % {"count": count}


def contradictions_note(count: int) -> str:
    """Say that the stored data contradicts the journal."""
    return ngettext(
        "in %(count)s place something else is stored than the journal says",
        "in %(count)s places something else is stored than the journal says",
        count,
    ) % {"count": count}


def removed_sentence(removed_at: datetime, declared: str, now: datetime) -> str:
    """Say that names were removed from a final list; with the declared checksum as printed."""
    return gettext(
        "Names taken out at the wish of people in the list (last %(time)s); everything else is as "
        "it was declared final, then with the checksum %(declared)s."
    ) % {"time": hall_time(removed_at, now), "declared": declared}


def control_sentence(control_sum: int | None, deductions: int) -> str:
    """Return the control figure, deductions apart (rules.md 5.5); empty if it means nothing."""
    if control_sum is None:
        return ""
    figures = {"sum": signed(control_sum), "deductions": signed(deductions)}
    if deductions:
        return gettext("Control sum %(sum)s, deductions %(deductions)s.") % figures
    return gettext("Control sum %(sum)s.") % figures


def leaders_sentence(leaders: Sequence[tuple[str, int]]) -> str:
    """Say who leads and since which round; empty without a leader."""
    if not leaders:
        return ""
    if len(leaders) == 1:
        ((name, round),) = leaders
        return gettext("%(name)s leads, since round %(round)s.") % {"name": name, "round": round}
    words = gettext("%(name)s (since round %(round)s)")
    told = [words % {"name": name, "round": round} for name, round in leaders]
    return gettext("In the lead together: %(people)s.") % {"people": ", ".join(told)}


def way_words(rank: int, points: int, *, is_lead: bool) -> str:
    """Return the distance to a rank: "12 points to rank 4"; for the first, the lead."""
    words = {"points": points, "rank": rank}
    sentence = ngettext(
        "%(points)s point to rank %(rank)s", "%(points)s points to rank %(rank)s", points
    )
    if not points:
        sentence = gettext("level on points with rank %(rank)s")
    elif is_lead:
        sentence = ngettext(
            "%(points)s point ahead of rank %(rank)s",
            "%(points)s points ahead of rank %(rank)s",
            points,
        )
    return sentence % words
