"""Words about rankings over time: what counts, and what is wrong with archives."""

from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.rankings.rules import Flaw, Kind, RankingRules

KINDS: dict[Kind, Promise] = {
    Kind.AVERAGE: _("Average per round"),
    Kind.STATES: _("Ranking by federal states"),
}

FLAWS: dict[Flaw, Promise] = {
    Flaw.CHANGED: _("%(file)s: changed, or no archive; not counted. %(reason)s"),
    Flaw.DOUBLED: _("%(file)s: the same tournament as %(twin)s; counted once."),
    Flaw.UNSIGNED: _("%(file)s: not signed; not counted."),
}
UNSIGNED_COUNTS = _("%(file)s: not signed; counted, as asked for.")

RANKING_REFUSALS: dict[str, str | Promise] = {
    "people_are_two": _(
        "%(one)s and %(other)s cannot be one person: they have played in one tournament, or "
        "another answer says that they are two."
    ),
}

OUTCOMES: dict[str, Promise] = {
    "not_over": _("%(file)s: not over; not counted."),
    "made_up": _("%(file)s: an example or a rehearsal; not counted."),
    "few_rounds": _("%(file)s: too few rounds; not counted."),
    "other_rules": _("%(file)s: played by other rules than most; not counted."),
    "outside": _("%(file)s: outside the window."),
}


def ranking_title(kind: Kind, on: date) -> str:
    """Return the title of a list as of a day."""
    words = {"kind": KINDS[kind], "day": date_format(on, "SHORT_DATE_FORMAT")}
    return gettext("%(kind)s as of %(day)s") % words


def ranking_sentence(rules: RankingRules) -> str:
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
    return sentence % words
