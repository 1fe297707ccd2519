"""Sentences about standings. What they say of a report, they take from its figures alone."""

from django.utils.translation import gettext, ngettext

from tournament.labels.points import signed


def standings_title(*, rounds: int, final: bool) -> str:
    """What a list of standings is called."""
    if not rounds:
        return gettext("Standings")
    if final:
        return gettext("Final standings")
    return gettext("Standings after round %(round)s") % {"round": rounds}


def provisional_note(tables_in: int, tables_all: int) -> str:
    """How much of a provisional list is in: "provisional: 14 of 18 tables"."""
    return ngettext(
        "provisional: %(tables_in)s of %(tables_all)s table",
        "provisional: %(tables_in)s of %(tables_all)s tables",
        tables_all,
    ) % {"tables_in": tables_in, "tables_all": tables_all}


def control_sentence(control_sum: int, deductions: int) -> str:
    """The control figure: all points together are 0, apart from deductions (rules.md 5.5)."""
    figures = {"sum": signed(control_sum), "deductions": signed(deductions)}
    if deductions:
        return gettext("Control sum %(sum)s, deductions %(deductions)s.") % figures
    return gettext("Control sum %(sum)s.") % figures
