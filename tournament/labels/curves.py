"""What a curve says, for whoever does not see it."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from tournament.core.curves import Figures
from tournament.labels.points import signed


def course_words(figures: Figures) -> str:
    """The totals after the rounds that are in: "after round 1 +84, after round 2 +114"."""
    words = gettext("after round %(round)s %(points)s")
    return ", ".join(
        words % {"round": number, "points": signed(figure)}
        for number, figure in enumerate(figures)
        if number and figure is not None
    )


def moved_words(places: int) -> str:
    """By how many places somebody has risen or, below 0, fallen: "3 places up"."""
    sentence = ngettext("%(count)s place up", "%(count)s places up", places)
    if places < 0:
        sentence = ngettext("%(count)s place down", "%(count)s places down", -places)
    return sentence % {"count": abs(places)}


def leaders_sentence(leaders: Sequence[tuple[str, int]]) -> str:
    """Who leads and since which round; empty without anybody."""
    if not leaders:
        return ""
    if len(leaders) == 1:
        ((name, round),) = leaders
        return gettext("%(name)s leads, since round %(round)s.") % {"name": name, "round": round}
    words = gettext("%(name)s (since round %(round)s)")
    told = [words % {"name": name, "round": round} for name, round in leaders]
    return gettext("In the lead together: %(people)s.") % {"people": ", ".join(told)}


def way_words(rank: int, points: int, *, is_lead: bool) -> str:
    """What parts somebody from a rank: "12 points to rank 4"; of the first, the lead."""
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
