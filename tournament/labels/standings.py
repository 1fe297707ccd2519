"""Words about standings, courses and rankings: titles, tie-breaks, the lot, who counts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.counting import marked_words
from tournament.labels.points import average_words, signed
from tournament.labels.rounds import places_in_words
from tournament.standings.rules.counting import Counting
from tournament.standings.rules.rankings import GROUPS, GroupRules
from tournament.standings.rules.standings import Decision
from tournament.standings.rules.tie_breaks import CRITERIA, Shown, known_codes


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


def overridden_matters(
    unconfirmed: Sequence[Sequence[object]] = (),
    protests: Sequence[Sequence[object]] = (),
    objections: str = "",
    unplayed: int = 0,
    contradictions: int = 0,
) -> list[str]:
    """Return what was open when standings were declared final, where it was."""
    matters = []
    if unconfirmed:
        places = places_in_words(unconfirmed)
        matters.append(gettext("not verified: %(places)s") % {"places": places})
    if protests:
        sentence = ngettext(
            "protest not decided: %(places)s", "protests not decided: %(places)s", len(protests)
        )
        matters.append(sentence % {"places": places_in_words(protests)})
    matters += filter(None, [objections])
    if unplayed:
        matters.append(unplayed_note(unplayed))
    if contradictions:
        matters.append(contradictions_note(contradictions))
    return matters


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


def way_words(rank: int, points: int, counting: Counting, *, is_lead: bool) -> str:
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
    return marked_words(sentence % words, counting)


TIE_BREAK_NAMES: dict[str, str | Promise] = {
    code: gettext_lazy(each.name) for code, each in CRITERIA.items()
}
TIE_BREAK_CHOICES: dict[str, str | Promise] = {
    code: gettext_lazy(each.in_settings or each.name) for code, each in CRITERIA.items()
}


def tie_break_sentence(stored: object) -> str:
    """Say what decides between equal totals, as stored; entries that are no criteria are named."""
    names = gettext(", then ").join(str(TIE_BREAK_NAMES[code]) for code in known_codes(stored))
    if names:
        sentence = gettext("Equal totals: %(criteria)s decides.") % {"criteria": names}
    else:
        sentence = gettext("Equal totals share a rank.")
    return " ".join(filter(None, (sentence, unknown_tie_breaks(stored))))


def unknown_tie_breaks(stored: object) -> str:
    """Warn about a stored chain with unknown criteria; empty if there are none."""
    if stored == list(known_codes(stored)):
        return ""
    sentence = gettext("Setting “%(field)s”: the program does not know what is stored: %(found)s.")
    return sentence % {"field": gettext("tie-breaks"), "found": stored}


GROUP_RANKINGS: dict[str, Promise] = {kind: _(each.ranking) for kind, each in GROUPS.items()}
LOT_FIGURES = 4


def ranking_title(kind: str, rounds: int, *, final: bool) -> str:
    """Return the title of a ranking of groups: "Club ranking after round 2"."""
    if final or not rounds:
        return str(GROUP_RANKINGS[kind])
    after = gettext("after round %(number)s") % {"number": rounds}
    return f"{GROUP_RANKINGS[kind]} {after}"


def rules_sentence(rules: GroupRules) -> str:
    """Say who counts."""
    if rules.best is None:
        return gettext("Every ranked player counts, even if there is only one.")
    if rules.by_round:
        return ngettext(
            "In each round the best one of each counts.",
            "In each round the best %(best)s of each count.",
            rules.best,
        ) % {"best": rules.best}
    return ngettext(
        "The best one of each counts, with all rounds.",
        "The best %(best)s of each count, with all their rounds.",
        rules.best,
    ) % {"best": rules.best}


def groups_words(groups: Sequence[Sequence[str]]) -> str:
    """Return the teams of each group, in order."""
    return " · ".join(", ".join(teams) for teams in groups) or "–"


def rankings_words(rankings: Mapping[str, Sequence[Any]]) -> str:
    """Return the chosen rankings, as part of a sentence of the journal."""
    told = [
        f"{name} ({rules_sentence(GroupRules(*rankings[kind])).removesuffix('.')})"
        # PostgreSQL stores JSON keys in its own order.
        for kind, name in GROUP_RANKINGS.items()
        if kind in rankings
    ]
    return ", ".join(told) or "–"


def decision_words(chain: Sequence[str], decision: Decision | None) -> str:
    """Say what puts somebody before the next with equal total: "last round +14 : +9"."""
    if decision is None:
        return ""
    criterion, own, other = CRITERIA[chain[decision.place]], decision.own, decision.other
    name = gettext(criterion.short)
    if isinstance(own, tuple) and isinstance(other, tuple):
        rounds = len(own)
        pairs = enumerate(zip(own, other, strict=True))
        back, own, other = next((place, *pair) for place, pair in pairs if len({*pair}) > 1)
        if back:
            name = gettext("round %(number)s") % {"number": rounds - back}
    figures = []
    for key in (own, other):
        if isinstance(key, Fraction):
            figures.append(average_words(key))
        elif not isinstance(key, int):
            figures.append(str(key))
        elif key == criterion.nothing:
            figures.append("–")
        elif criterion.shown is Shown.DIGITS:
            figures.append(f"{key:064x}"[:LOT_FIGURES])
        else:
            figures.append(str(abs(key)) if criterion.shown is Shown.COUNT else signed(key))
    return f"{name} {' : '.join(figures)}"
