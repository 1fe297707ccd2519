"""What is wrong with a line of the row notation, as sentences: what, and what would be right.

The codes and their parameters are those of `scoring.notation`. The place is not in the sentence:
the desk shows it in the line itself.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.notation import LineCode, LineProblem
from scoring.notation.values import letters_by
from scoring.rulesets import DDV, RuleSet, Scoring
from tournament.labels.points import signed
from tournament.labels.row_kinds import row_kind

SENTENCES: Mapping[LineCode, str | Promise] = {
    LineCode.EMPTY: _("Nothing stands here yet. Winners and value, for example: 13 4."),
    LineCode.UNEXPECTED: _("“%(text)s” does not belong here. Expected: %(expected)s."),
    LineCode.SEAT_UNKNOWN: _(
        "There is no position %(seat)s at this table, only 1 to %(table_size)s. "
        "A blank stands between winners and value: 13 4."
    ),
    LineCode.OFFENDER_UNKNOWN: _(
        "There is no position %(seat)s at this table, only 1 to %(table_size)s. "
        "The offender stands first, then the paragraph: ! 3 9.3.2."
    ),
    LineCode.SEAT_SITS_OUT: _("Position %(seat)s deals and sits out of this game."),
    LineCode.SEAT_TWICE: _("Position %(seat)s stands there twice."),
    LineCode.TOO_MANY_WINNERS: _(
        "Four positions cannot win. Two winners: a normal game. One or three: a solo, won or lost."
    ),
    LineCode.VALUE_MISSING: _("The value is missing. After the winners: a blank, then the value."),
    LineCode.VALUE_NEGATIVE: _(
        "A value is never negative. The winners are the positions with plus points: %(right)s."
    ),
    LineCode.VALUE_NOT_WHOLE: _(
        "The value is a whole number. Winners stand together without a separator: 13 4."
    ),
    LineCode.VALUE_LEADING_ZERO: _("No zero before the value. Right: %(right)s."),
    LineCode.VALUE_TOO_LARGE: _(
        "The value is too high: no game with so many winners is worth more than %(limit)s."
    ),
    LineCode.ZERO_WITHOUT_SOLOIST: _(
        "In a solo worth 0 only the soloist is named, for example: %(right)s."
    ),
    LineCode.EXTRA_NUMBER: _(
        "Only one number comes after the winners, the value. "
        "Winners stand together without a separator: 13 4."
    ),
    LineCode.LETTER_MISSING: _("The letter of the solo is missing. Possible: %(options)s."),
    LineCode.LETTER_UNKNOWN: _("“%(letter)s” means nothing here. Possible: %(options)s."),
    LineCode.LETTER_TWICE: _("“%(letter)s” stands there twice."),
    LineCode.LETTERS_CONTRADICT: _(
        "“%(first)s” and “%(second)s” contradict each other. "
        "A game has one letter; “v” comes only with that of an announced solo."
    ),
    LineCode.LETTER_NEEDS_PARTNERS: _(
        "“%(letter)s” (%(kind)s) does not fit one or three winners. A wedding is won by two."
    ),
    LineCode.LETTER_NEEDS_SOLOIST: _(
        "“%(letter)s” (%(kind)s) does not fit two winners. A solo names one winner, "
        "or three when it is lost."
    ),
    LineCode.DEALER_MISSING: _(
        "Dealt out of turn: the position of the dealer is missing, as in g2."
    ),
    LineCode.DEALER_UNKNOWN: _(
        "There is no position %(seat)s at this table that could have dealt, only 1 to "
        "%(table_size)s."
    ),
    LineCode.OFFENDER_MISSING: _("Penalty: the position of the offender is missing."),
    LineCode.TOO_MANY_OFFENDERS: _(
        "A penalty has one offender. For another one, a second penalty with “!”."
    ),
    LineCode.PARAGRAPH_MISSING: _("Penalty: the paragraph is missing. Possible: %(options)s."),
    LineCode.PARAGRAPH_OPEN: _("Paragraph %(paragraph)s is not complete. Possible: %(options)s."),
    LineCode.PARAGRAPH_UNKNOWN: _(
        "There are no penalty points under %(paragraph)s. Possible: %(options)s."
    ),
    LineCode.PARAGRAPH_MISFIT: _(
        "Paragraph %(paragraph)s does not fit position %(offender)s in this game. "
        "Possible: %(options)s."
    ),
    LineCode.ABSAGEN_MISSING: _(
        "The number of Absagen of the other party is missing: a0 to a%(limit)s."
    ),
    LineCode.ABSAGEN_OUT_OF_RANGE: _("There are 0 to %(limit)s Absagen: a0 to a%(limit)s."),
    LineCode.ABSAGEN_NOT_COUNTED: _("Under %(paragraph)s Absagen do not count: leave them out."),
    LineCode.INITIALS_TOO_LONG: _("The initials have at most %(limit)s characters."),
    LineCode.FREE_POINTS_MISSING: _(
        "The points of the penalty are missing: the offender, what he loses, and the reason."
    ),
    LineCode.FREE_POINTS_SHARED: _(
        "The %(others)s others share the points: they must divide by %(others)s."
    ),
    LineCode.REASON_MISSING: _("The reason of the penalty is missing."),
    LineCode.POINTS_COUNT: _(
        "The points of all %(positions)s positions belong here, with their signs: +4 −4 +4 −4."
    ),
    LineCode.RUNNING_COUNT: _(
        "The running totals of all %(positions)s positions belong here; %(count)s are there."
    ),
    LineCode.RUNNING_FOLLOWS: _("Follows from game %(row)s: its running totals are not clear yet."),
    LineCode.RUNNING_GAP: _(
        "Without a line all running totals are needed, or the winners and the value."
    ),
    LineCode.RUNNING_SUM: _("The running totals add up to %(sum)s instead of 0."),
}

WINNERS_SENTENCES: Mapping[LineCode, str | Promise] = {
    LineCode.TOO_MANY_WINNERS: _(
        "Not everybody can win. One, or all but one: a solo; anything else: a game with partners."
    ),
    LineCode.LETTER_NEEDS_PARTNERS: _(
        "“%(letter)s” (%(kind)s) is played with partners, not by one against all others."
    ),
    LineCode.LETTER_NEEDS_SOLOIST: _(
        "“%(letter)s” (%(kind)s) is played by one against all others: one wins, or all the others."
    ),
    LineCode.POINTS_COUNT: _("The points of all %(positions)s positions belong here."),
}
"""The same where only winners score, at tables of up to seven."""

EXPECTED: Mapping[str, str | Promise] = {
    "absagen": _("a0 to a4 for the Absagen, the initials, or “!” for the next penalty"),
    "dealer": _("the position that dealt"),
    "free_points": _("the points that the offender loses"),
    "initials": _("the initials of the referee, or “!” for the next penalty"),
    "letters": _("the letter of the game, or “!” for a penalty"),
    "offender": _("the position of the offender"),
    "paragraph": _("the paragraph of the penalty"),
    "value": _("the value"),
    "winners": _("the positions of the winners, or 0"),
}

FORCED = _("forced")


def line_sentence(problem: LineProblem, rules: RuleSet = DDV) -> str:
    """What is wrong with a line, in the language in force. An unknown code is a bug."""
    params = problem.params
    words: dict[str, object] = {
        **params,
        "expected": EXPECTED.get(str(params.get("expected"))),
        "kind": _meaning(str(params.get("letter")), rules),
        "options": ", ".join(_option(option, rules) for option in _options(problem)),
    }
    if isinstance(total := params.get("sum"), int):
        words["sum"] = signed(total)
    by_winners = rules.scoring is Scoring.WINNERS_ONLY
    sentences = {**SENTENCES, **WINNERS_SENTENCES} if by_winners else SENTENCES
    return str(sentences[problem.code]) % words


def _options(problem: LineProblem) -> tuple[str, ...]:
    options = problem.params.get("options")
    return options if isinstance(options, tuple) else ()


def _option(option: str, rules: RuleSet) -> str:
    """A letter with what it means; a paragraph as it is."""
    meaning = _meaning(option, rules)
    return f"{option} ({meaning})" if meaning else option


def _meaning(letter: str, rules: RuleSet) -> str:
    letters = letters_by(rules)
    if letter in letters:
        return row_kind(letters[letter])
    return str(FORCED) if letter == "v" else ""
