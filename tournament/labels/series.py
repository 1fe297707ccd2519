"""Words about series of evenings: how they are added up, and what is wrong in a list of results."""

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.labels.counting import counting_sentences
from tournament.labels.filling import Sentence, begun_and_gone, fill, placed
from tournament.labels.people import LIST_COLUMNS, PLAYER_FINDINGS
from tournament.labels.points import signed
from tournament.people.rules.registration import file_line
from tournament.series.rules import BEST_EVENING, LAST_EVENING, LineProblem, SeriesRules
from tournament.standings.rules.counting import Counting

MOST_NAMED = 10

SERIES_TIE_BREAK_NAMES: dict[str, Promise] = {
    BEST_EVENING: _("better best evening"),
    LAST_EVENING: _("better last evening"),
}

SERIES_REFUSALS: dict[str, str | Promise] = {
    "competition_there_already": _(
        "“%(name)s” is there already. Please give this one a name of its own, such as with the "
        "year."
    ),
    "evening_in_series": _("“%(name)s” is an evening of this series already."),
    "evening_same_results": _(
        "“%(name)s” has the same people with the same points. If both were played, please tick "
        "that."
    ),
    "evening_there_already": _("“%(name)s” is an evening of this series already."),
    "evening_unknown_person": _("Line %(line)s: choose one of the people offered, or a new one."),
    "no_result_columns": _("Please choose the columns that hold the names and the totals."),
    "no_result_list": _(
        "No standings were found in the file. Expected is a heading with “Name” and “Total” or "
        "“Points”, perhaps with rank, club, R1, R2 …"
    ),
    "one_person_twice": _(
        "Line %(line)s: %(name)s stands in the list twice. Say for one of the lines that it is "
        "somebody else."
    ),
    "pattern_is_rehearsal": _(
        "The people of a rehearsal are invented: no evening is made from it. Begin with a "
        "tournament that was played."
    ),
    "result_lines_wrong": _("Nothing is taken from the list. %(problems)s"),
    "series_rules_differ": _(
        "“%(name)s” was played by other rules than the evenings of this series, so its points "
        "cannot be added: %(differences)s."
    ),
    "name_needed": _("The name is missing."),
}

PROBLEMS: dict[str, Promise] = {
    "adjustment": _("Line %(line)s: the deduction %(wrong)s would be a gift; right is 0 or less."),
    "double": _("Line %(line)s: “%(wrong)s” stands in line %(right)s already."),
    "figure": _("Line %(line)s, column “%(column)s”: “%(wrong)s” is no whole number."),
    "formula": _(
        "Line %(line)s, column “%(column)s”: the formula %(wrong)s has no result. Open the file in "
        "Excel or LibreOffice once and save it there."
    ),
    "formulas": _(
        "From line %(line)s, column “%(column)s”: %(right)s formulas have no result. Open the file "
        "in Excel or LibreOffice once and save it there."
    ),
    "half": _(
        "Line %(line)s, column “%(column)s”: “%(wrong)s” has a fraction; points are whole numbers. "
        "Multiply all points, or take another column."
    ),
    "initials": _(
        "Line %(line)s: “%(wrong)s” are initials. Write the whole name into the file, else nobody "
        "is recognised."
    ),
    "name": _("Line %(line)s: the name is missing."),
    "other_figure": _(
        "The ranks follow the column “%(wrong)s”, not “%(column)s”. Say that it holds the totals, "
        "or leave the ranks unread."
    ),
    "perhaps_two": _(
        "Line %(line)s: “%(wrong)s” are perhaps several people, who need a line each. Write the "
        "name of a single one with the first names first."
    ),
    "rank": _("Line %(line)s: rank %(wrong)s does not follow from the totals; right is %(right)s."),
    "rounds": _(
        "Line %(line)s, column “%(column)s”: “%(wrong)s” is no number of rounds from 1 to "
        "%(right)s."
    ),
    "running_totals": _(
        "The columns %(wrong)s hold running totals, not the points of each round. Leave them "
        "unread, or write the points of each round."
    ),
    "several_evenings": _(
        "This is a table of %(right)s evenings (%(wrong)s), its total is no evening. Bring in each "
        "evening by itself: say that its column holds the totals; or say that the columns are "
        "rounds of one evening."
    ),
    "sum": _("Line %(line)s: the total is %(wrong)s, rounds and deduction come to %(right)s."),
    "sum_row": _("Line %(line)s: “%(wrong)s” looks like a row of sums. Please take it out."),
    "total": _("Line %(line)s: the total is missing."),
}
NOTES: dict[str, Promise] = {
    "absent": _("Line %(line)s: %(wrong)s has no points and was not there."),
    "alone": _("Line %(line)s: “%(wrong)s” stands alone in the first column and is not read."),
    "rank_shared": _("Line %(line)s: %(wrong)s has no rank, but the points of rank %(right)s."),
    "unranked": _("Line %(line)s: %(wrong)s has no rank and stays out of the ranking."),
}
TOTALS_ALONE = _("The list has totals alone: for averages the evening counts as one round.")

SERIES_ACTIONS: dict[str, Sentence] = {
    **placed(
        _("Series “%(series)s”"),
        {
            **begun_and_gone("series"),
            "evening_added": _("tournament “%(slug)s” is an evening of it."),
            "evening_edited": _("what is known of “%(name)s” changed."),
            "evening_imported": ngettext_lazy(
                "results of “%(name)s” brought in, %(lines)s line.",
                "results of “%(name)s” brought in, %(lines)s lines.",
                "lines",
            ),
            "evening_removed": _("evening “%(name)s” taken out."),
            "series_edited": _("name or rules changed."),
        },
    ),
}


def problem_sentence(problem: LineProblem) -> str:
    """Return what is wrong in a line of results, or the note on it."""
    figures = {"line": file_line(problem.line), "wrong": problem.wrong, "right": problem.right}
    if sentence := (PROBLEMS | NOTES).get(problem.code):
        return fill(sentence, figures | {"column": problem.column})
    # About the name, as in a list of players.
    told = fill(PLAYER_FINDINGS[problem.code], {"column": problem.column, "text": problem.wrong})
    return gettext("Line %(line)s: %(sentence)s") % {"line": figures["line"], "sentence": told}


# What a column of a list of results may hold, in the order of the select.
RESULT_COLUMNS: dict[str, str | Promise] = {
    "rank": _("Rank"),
    "name": _("Name"),
    "last_name": _("Last name"),
    "first_name": _("First name"),
    "club": _("Club"),
    "state": _("Federal state"),
    "round": _("Points of a round"),
    "adjustment": _("Deduction"),
    "total": _("Total"),
    "rounds": _("Number of rounds"),
    "games": _("Games"),
}


HEADING_COLUMNS = RESULT_COLUMNS | LIST_COLUMNS
"""What a heading that was remembered may mean, in lists of either kind."""


def series_title(after: int) -> str:
    """Return the title of a series' standings."""
    if not after:
        return gettext("Standings")
    words = ngettext(
        "Standings after %(evenings)s evening", "Standings after %(evenings)s evenings", after
    )
    return words % {"evenings": after}


def series_sentences(rules: SeriesRules, counting: Counting) -> list[str]:
    """Say how evenings are added up: dropped, missed, bonus, tie-breaks; and what they rank."""
    sentences = []
    if rules.best is not None:
        words = ngettext(
            "The best evening counts.", "The best %(count)s evenings count.", rules.best
        )
        sentences.append(words % {"count": rules.best})
    elif rules.dropped:
        words = ngettext(
            "The worst evening is dropped (struck out).",
            "The worst %(count)s evenings are dropped (struck out).",
            rules.dropped,
        )
        sentences.append(words % {"count": rules.dropped})
    else:
        sentences.append(gettext("Every evening counts."))
    words = gettext("A missed evening is worth %(points)s.")
    sentences.append(words % {"points": signed(rules.missed_points)})
    if not rules.missed_dropped and rules.best is not None:
        sentences.append(gettext("Every missed evening is one of those that count."))
    elif not rules.missed_dropped and rules.dropped:
        sentences.append(gettext("It is never dropped."))
    if rules.place_bonus:
        points = " / ".join(map(signed, rules.place_bonus))
        words = gettext("Bonus by place: %(points)s; it goes with an evening that is dropped.")
        sentences.append(words % {"points": points})
    if rules.attendance_bonus:
        words = gettext("For every evening played %(points)s.")
        sentences.append(words % {"points": signed(rules.attendance_bonus)})
    names = ", ".join(str(SERIES_TIE_BREAK_NAMES[code]) for code in rules.tie_breaks)
    words = gettext("Equal totals: %(criteria)s decides.") % {"criteria": names}
    words = words if names else gettext("Equal totals share a rank.")
    return [*sentences, words, *counting_sentences(counting)]
