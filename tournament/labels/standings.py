"""Sentences about standings and courses, computed from the figures alone."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournament.labels.points import signed
from tournament.labels.rounds import places_in_words
from tournament.standings.rules.curves import Figures


def standings_title(*, rounds: int, final: bool) -> str:
    """Return the title of standings."""
    if not rounds:
        return gettext("Standings")
    if final:
        return gettext("Final standings")
    after = gettext("after round %(number)s") % {"number": rounds}
    return f"{gettext('Standings')} {after}"


def correction_note(at: datetime, closed_at: datetime, place: str) -> str:
    """Return the footnote of a correction: "corrected 18:04, table 5".

    Its time includes the date unless that is the day on which the round was closed.
    """
    words = {"time": hall_time(at, closed_at), "place": place}
    return gettext("corrected %(time)s, %(place)s") % words


def objections_note(until: datetime, now: datetime) -> str:
    """Say until when objections are, or were, heard: "objections until 18:30"."""
    words = {"time": hall_time(until, now)}
    if now < until:
        return gettext("objections until %(time)s") % words
    return gettext("objections were heard until %(time)s") % words


def hall_time(moment: datetime, now: datetime) -> str:
    """Format a local time to the minute; with its date unless that is today."""
    local = timezone.localtime(moment)
    is_today = local.date() == timezone.localtime(now).date()
    return date_format(local, "H:i" if is_today else "SHORT_DATETIME_FORMAT")


def override_sentence(account: str, reason: str, matters: Iterable[str]) -> str:
    """Say who declared standings final despite open matters; no account: the command line."""
    return gettext(
        "Declared final by “%(account)s” though this was open: %(matters)s. Reason: %(reason)s"
    ) % {
        "account": account or gettext("Program"),
        "matters": "; ".join(matters),
        "reason": reason,
    }


def open_matters(
    places: Sequence[Sequence[object]], objections: str, unplayed: int, contradictions: int
) -> Iterator[str]:
    """Yield the matters open when standings are declared final; empty or 0 ones are left out.

    `places` are the unverified tables ("1-4", "2-4"), `objections` is the end of the objection
    period; `contradictions` counts places where the stored data differs from the journal.
    """
    if places:
        yield gettext("not verified: %(places)s") % {"places": places_in_words(places)}
    if objections:
        yield gettext("objections until %(time)s") % {"time": objections}
    if unplayed:
        yield unplayed_note(unplayed)
    if contradictions:
        yield contradictions_note(contradictions)


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


def changed_sentence(frozen_at: datetime, declared: str, found: str, now: datetime) -> str:
    """Say below the list that it changed after being declared final, with both checksums."""
    return gettext(
        "These are not the standings that were declared final (%(time)s): those had the checksum "
        "%(declared)s, these have %(found)s. A name was mended, or a result was changed past the "
        "program."
    ) % {"time": hall_time(frozen_at, now), "declared": declared, "found": found}


def proof_sentence(checksum: str, slug: str, entries: int, seal: str) -> str:
    """Say how to verify a final list later, printed below it; checksum and seal as printed."""
    words = {"checksum": checksum, "slug": slug, "entries": entries, "seal": seal}
    return (
        gettext("Checksum of this list: %(checksum)s. Journal: %(entries)s entries, seal %(seal)s.")
        % words
    )


def removed_sentence(removed_at: datetime, declared: str, now: datetime) -> str:
    """Say that names were removed from a final list; with the declared checksum as printed."""
    return gettext(
        "Names taken out at the wish of people in the list (last %(time)s); everything else is as "
        "it was declared final, then with the checksum %(declared)s."
    ) % {"time": hall_time(removed_at, now), "declared": declared}


def control_sentence(control_sum: int | None, deductions: int) -> str:
    """Return the control figure: all points sum to 0, apart from deductions (rules.md 5.5).

    Empty if it means nothing.
    """
    if control_sum is None:
        return ""
    figures = {"sum": signed(control_sum), "deductions": signed(deductions)}
    if deductions:
        return gettext("Control sum %(sum)s, deductions %(deductions)s.") % figures
    return gettext("Control sum %(sum)s.") % figures


def course_words(figures: Figures) -> str:
    """Return the totals after the rounds played: "after round 1 +84, after round 2 +114"."""
    words = gettext("after round %(number)s")
    return ", ".join(
        f"{words % {'number': number}} {signed(figure)}"
        for number, figure in enumerate(figures)
        if number and figure is not None
    )


def moved_words(places: int) -> str:
    """Return how many places somebody rose or, below 0, fell: "3 places up"."""
    sentence = ngettext("%(count)s place up", "%(count)s places up", places)
    if places < 0:
        sentence = ngettext("%(count)s place down", "%(count)s places down", -places)
    return sentence % {"count": abs(places)}


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
