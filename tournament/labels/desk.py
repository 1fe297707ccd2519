"""What is wrong with a field of the desk before any rule can look at it, as sentences."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.english import figures
from scoring.notation import LineProblem
from scoring.rulesets import DDV, RuleSet
from tournament.labels.notation import line_sentence

PROBLEMS: dict[str, str | Promise] = {
    "games_played_missing": _("Games played: a number from %(least)s to %(most)s is missing."),
    "line_too_many": _("One line too many: the list has only %(games)s games."),
    "penalty_offender_missing": _("Penalty: the position of the offender is missing."),
    "penalty_row_missing": _("Penalty: the number of its game is missing."),
    "penalty_rule_missing": _("Penalty: the paragraph is missing."),
    "penalty_undecided": _(
        "Penalty of the referee: please say whether these totals contain it already."
    ),
    **dict.fromkeys(
        ("struck_out_of_range", "time_limit_out_of_range"),
        _("“%(text)s” is no number from 0 to %(most)s."),
    ),
}


def swapped_totals(figures_by_seat: Mapping[int, object]) -> str:
    """Two totals stand at each other's position; the right figures by position."""
    (one, first), (other, second) = figures_by_seat.items()
    return gettext(
        "The totals of positions %(one)s and %(other)s are swapped: position %(one)s has "
        "%(first)s, position %(other)s %(second)s."
    ) % {"one": one, "other": other, "first": figures((first,)), "second": figures((second,))}


def problem_text(code: str, params: Mapping[str, object], rules: RuleSet = DDV) -> str:
    """The sentence without its place; of a line that cannot be read, that of the notation."""
    problem, twice = params.get("problem"), params.get("twice")
    if isinstance(problem, LineProblem):
        return line_sentence(problem, rules)
    sentence = str(PROBLEMS[code]) % params
    return f"{sentence} {_line_twice(twice)}" if isinstance(twice, int) else sentence


def _line_twice(number: int) -> str:
    return gettext("Lines %(before)s and %(number)s are the same: is one of them there twice?") % {
        "before": number - 1,
        "number": number,
    }


def with_place(row: int | None, text: str) -> str:
    """The sentence with its game, as findings are written."""
    if row is None:
        return text
    return gettext("Game %(number)s: %(text)s") % {"number": row, "text": text}
