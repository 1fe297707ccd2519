"""Words about rankings over time: what counts, and what is wrong with archives."""

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.counting import counting_sentences
from tournament.labels.filling import Sentence, begun_and_gone, placed
from tournament.rankings.rules import Flaw, Kind, RankingRules
from tournament.standings.rules.counting import Counting

KINDS: dict[Kind, Promise] = {
    Kind.AVERAGE: _("Average per round"),
    Kind.STATES: _("Ranking by federal states"),
}

FLAWS: dict[Flaw, Promise] = {
    Flaw.CHANGED: _("%(file)s: changed, or no archive; not counted. %(reason)s"),
    Flaw.DOUBLED: _("%(file)s: the same tournament as %(twin)s; counted once."),
    Flaw.MISSING: _("%(file)s: cannot be read; not counted. %(reason)s"),
    Flaw.UNSIGNED: _("%(file)s: not signed; not counted."),
}
UNSIGNED_COUNTS = _("%(file)s: not signed; counted, as asked for.")

RANKING_ACTIONS: dict[str, Sentence] = {
    **placed(
        _("Ranking “%(ranking)s”"),
        {
            **begun_and_gone("ranking", is_file=False),
            "ranking_asks_again": _("people %(person)s and %(other)s are asked about again."),
            "ranking_edited": _("name or what counts changed."),
            "ranking_left_out": _("“%(name)s” does not count."),
            "ranking_published": _("list of %(day)s published."),
            "ranking_taken_in": _("“%(name)s” counts."),
            "ranking_told_apart": _("people %(person)s and %(other)s are two."),
            "ranking_withdrawn": _("list of %(day)s withdrawn."),
        },
    ),
}

RANKING_REFUSALS: dict[str, str | Promise] = {
    "ranking_empty": _("Nobody is on the list as of this day, so there is nothing to publish."),
    "ranking_has_lists": _(
        "Published lists say what is ranked, the months and the rounds needed: these stay while "
        "there are any. Another ranking may count otherwise."
    ),
    "ranking_published": _("A list of this day is published already. Withdraw it first."),
    "people_are_two": _(
        "%(one)s and %(other)s cannot be one person: they have played in one tournament, or "
        "another answer says that they are two."
    ),
}

OUTCOMES: dict[str, Promise] = {
    "brought_in": _("%(file)s: results that were brought in are in no archive; not counted."),
    "empty": _("%(file)s: no tournament in it yet."),
    "not_over": _("%(file)s: not over; not counted."),
    "made_up": _("%(file)s: an example or a rehearsal; not counted."),
    "outside": _("%(file)s: outside the window."),
}


def ranking_title(name: str | Promise, on: date) -> str:
    """Return the title of a list as of a day, by the name of the ranking or of its kind."""
    words = {"name": name, "day": date_format(on, "SHORT_DATE_FORMAT")}
    return gettext("%(name)s as of %(day)s") % words


def ranking_sentence(rules: RankingRules, counting: Counting) -> str:
    """Say what is ranked."""
    months = ngettext("%(count)s month", "%(count)s months", rules.window)
    words = {"months": months % {"count": rules.window}, "minimum": rules.minimum}
    if rules.kind is Kind.STATES:
        sentence = gettext(
            "Window: %(months)s. The best result above 0 in each federal state, added up."
        )
    else:
        sentence = ngettext(
            "Window: %(months)s. Points per round of everybody with at least %(minimum)s round.",
            "Window: %(months)s. Points per round of everybody with at least %(minimum)s rounds.",
            rules.minimum,
        )
    return " ".join([sentence % words, *counting_sentences(counting)])


def stateless_sentence(people: int) -> str:
    """Say of how many people results lack the federal state in which they count; "" of none."""
    sentence = ngettext(
        "Not counted for want of a federal state: results of %(count)s person.",
        "Not counted for want of a federal state: results of %(count)s people.",
        people,
    )
    return sentence % {"count": people} if people else ""


def gone_sentence(before: date, names: Sequence[str]) -> str:
    """Say which list the movements are told from, and who is no longer on it."""
    day = date_format(before, "SHORT_DATE_FORMAT")
    sentence = gettext("“Before”: places since the list of %(day)s.") % {"day": day}
    if not names:
        return sentence
    return f"{sentence} {gettext('No longer on it')}: {'; '.join(names)}."
