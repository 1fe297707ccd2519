"""What a tournament ranks, in words."""

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.models.cup import brings_points
from tournament.standings.rules.counting import Counting

NOT_COUNTED: dict[str, Promise] = {
    "damaged": _("does not count: a result cannot be read"),
    "few_rounds": _("does not count: too few rounds"),
    "in_points": _("does not count: in points, most in table points"),
    "in_table_points": _("does not count: in table points, most in points"),
    "no_state": _("does not count: without a federal state"),
    "other_rules": _("does not count: played by other rules"),
}
"""Why an evening, a match day or a tournament of a ranking is not added to the others."""


def counting_words(counting: Counting) -> str:
    """Return what the points shown are, in a few words; empty where they are those played."""
    if counting.table_points:
        return gettext("Table points")
    if counting.scale:
        words = {"games": counting.scale.four}
        return gettext("tables of five converted to %(games)s games") % words
    return ""


def carried_words(tournament: Tournament) -> str:
    """Say of a stage of a cup that its standings are without what counts of earlier stages."""
    return gettext("without the points carried over") if brings_points(tournament) else ""


def standings_words(tournament: Tournament) -> str:
    """Return what the standings rank, in a few words; empty where it is all points played."""
    words = counting_words(tournament.counting), carried_words(tournament)
    return " · ".join(filter(None, words))


def standings_sentences(tournament: Tournament) -> list[str]:
    """Say how what was played becomes what the standings rank; nothing where it is the same."""
    words = carried_words(tournament)
    return [*counting_sentences(tournament.counting), *([f"{capfirst(words)}."] if words else [])]


def marked_words(words: str, counting: Counting) -> str:
    """Return words about what is ranked, with what it is where that is table points."""
    return f"{words} ({counting_words(counting)})" if counting.table_points else words


def curve_words(counting: Counting) -> str:
    """Return what a drawing of somebody's course shows."""
    if counting.table_points:
        return gettext("Table points after each round")
    return gettext("Total after each round")


def counting_sentences(counting: Counting) -> list[str]:
    """Say how what was played becomes what is ranked; nothing where it is the same."""
    if counting.table_points:
        return [
            gettext(
                "Table points are ranked: +3, +1, −1, −3 at a table of four, +4, +2, 0, −2, −4 at "
                "one of five; equal ones share them."
            )
        ]
    if counting.scale:
        words = {"games": counting.scale.four}
        return [
            gettext("Points of tables of five are converted to %(games)s games a round.") % words
        ]
    return []


def countings_sentences(parts: Iterable[tuple[str, Mapping[str, Counting]]]) -> list[str]:
    """Say it of lists that are added up: once where it is the same for all, else by their names.

    Each sentence once: "1. Liga, 1. Spieltag, 3. Spieltag; 2. Liga: …"; a part whose lists are all
    alike is named alone.
    """
    said = [
        (part, {name: tuple(counting_sentences(each)) for name, each in lists.items()})
        for part, lists in parts
    ]
    every = {each for _part, lists in said for each in lists.values()}
    if len(every) <= 1:
        return [sentence for each in every for sentence in each]
    named: dict[str, list[str]] = {}
    for part, lists in said:
        for each in dict.fromkeys(lists.values()):
            those = [name for name, sentences in lists.items() if sentences == each]
            words = ", ".join([part, *those]) if len(those) < len(lists) else part
            for sentence in each:
                named.setdefault(sentence, []).append(words)
    return [f"{'; '.join(words)}: {sentence}" for sentence, words in named.items()]


def recounted_sentence(where: str, column: object, counted: str, claimed: str) -> str:
    """Say which figure is another one when it is counted again, and what is shown."""
    sentence = gettext("%(where)s: %(column)s %(counted)s, shown is %(claimed)s.")
    return sentence % {"where": where, "column": column, "counted": counted, "claimed": claimed}
