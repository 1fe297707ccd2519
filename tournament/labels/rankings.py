"""Words about rankings: of groups, tie-breaks, the lot."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.points import average_words, signed
from tournament.standings.rules.rankings import GROUPS, GroupRules
from tournament.standings.rules.standings import Decision
from tournament.standings.rules.tie_breaks import CRITERIA, Shown, known_codes

TIE_BREAK_NAMES: dict[str, str | Promise] = {
    code: gettext_lazy(each.name) for code, each in CRITERIA.items()
}


def tie_break_sentence(stored: object) -> str:
    """Say what decides between equal totals, in order; without criteria they share a rank.

    `stored` is the chain as in the database; entries that are no criteria are named.
    """
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
"""Names of the rankings of groups."""
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
            figures.append(str(key) if criterion.shown is Shown.COUNT else signed(key))
    return f"{name} {' : '.join(figures)}"


def numbers_words(numbers: Iterable[int]) -> str:
    """Join start numbers for a sentence."""
    return ", ".join(map(str, numbers))
