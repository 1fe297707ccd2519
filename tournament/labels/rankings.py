"""Words about rankings: of groups, tie-breaks, the lot."""

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.points import average_words, signed
from tournament.standings.rules.rankings import GROUPS, GroupRules
from tournament.standings.rules.standings import Decision
from tournament.standings.rules.tie_breaks import CRITERIA, Criterion, Key, Shown, known_codes

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


def group_sentences(rules: GroupRules, chain: Sequence[str], without: int) -> list[str]:
    """Return the notes below a ranking of groups: who counts, what decides, who is in none."""
    who = gettext("Whoever is not ranked, has withdrawn or is disqualified counts for nobody.")
    sentences = [f"{rules_sentence(rules)} {who}", tie_break_sentence(list(chain))]
    if without:
        left_out = ngettext(
            "%(count)s player belongs to none.", "%(count)s players belong to none.", without
        )
        sentences.append(left_out % {"count": without})
    return sentences


def rankings_words(rankings: Mapping[str, Sequence[Any]]) -> str:
    """Return the chosen rankings, as part of a sentence of the journal."""
    told = [
        f"{name} ({rules_sentence(GroupRules(*rankings[kind])).removesuffix('.')})"
        # PostgreSQL stores JSON keys in its own order.
        for kind, name in GROUP_RANKINGS.items()
        if kind in rankings
    ]
    return ", ".join(told) or "–"


def too_few_note(ranked: int, best: int | None) -> str:
    """Say why a group has no rank."""
    return gettext("only %(ranked)s of %(best)s") % {"ranked": ranked, "best": best or 1}


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
    return f"{name} {' : '.join(_figure(criterion, each) for each in (own, other))}"


def _figure(criterion: Criterion, key: Key) -> str:
    if isinstance(key, Fraction):
        return average_words(key)
    if not isinstance(key, int):
        return str(key)
    if key == criterion.nothing:
        return "–"
    if criterion.shown is Shown.DIGITS:
        return f"{key:064x}"[:LOT_FIGURES]
    return str(key) if criterion.shown is Shown.COUNT else signed(key)


def lot_sentence(seed: str, *, is_public: bool) -> str:
    """Say where the lot comes from; its seed only if everybody may know it."""
    if not seed:
        return gettext("The lot is not drawn yet: the seats of round 1 were not drawn.")
    if not is_public:
        return gettext(
            "The lot was drawn with the seats of round 1. Its seed is told once all rounds are "
            "published."
        )
    return gettext(
        'The lot: the greater SHA-256 of ["Kreuzdame lot 1",%(seed)s,start number] stands first.'
    ) % {"seed": json.dumps(seed)}


def numbers_words(numbers: Iterable[int]) -> str:
    """Join start numbers for a sentence."""
    return ", ".join(map(str, numbers))
