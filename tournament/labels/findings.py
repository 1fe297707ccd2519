"""What a check found on a score sheet, as sentences: the place, what is wrong, what is right.

"Spiel 12: Summe +2 statt 0. Position 3 müsste −4 haben." The codes are those of
`scoring.findings` and the program's own of `selectors.sheet_checks`; their parameters are
described there. Positions are named, people are not: the sheet in front of one shows positions.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.labels.games import game_refusal
from tournament.labels.malformed import malformed_sentence
from tournament.labels.penalty_rules import PENALTY_AMOUNTS
from tournament.labels.points import signed
from tournament.labels.row_kinds import row_kind
from tournament.labels.rule_sets import RULE_NAMES
from tournament.labels.wrong_figures import where_the_slip_may_be


class SheetFinding(Protocol):
    """A finding of the rules or of the program."""

    @property
    def code(self) -> str:
        """What is wrong."""

    @property
    def row(self) -> int | None:
        """The game, None for the whole list."""

    @property
    def seat(self) -> int | None:
        """The position, None where no single one is meant."""

    @property
    def params(self) -> Mapping[str, Any]:
        """The figures that belong into the sentence."""


# Sentences that only need their figures put in. %(seat)s is the position of the finding.
SIMPLE: dict[str, str | Promise] = {
    "awarded_penalty_missing": gettext_lazy(
        "The penalty under %(rule)s against position %(seat)s, imposed by the "
        "referee, is missing on the sheet."
    ),
    "dealt_out_of_turn": gettext_lazy(
        "Position %(dealer)s dealt, though it was the turn of position %(right_dealer)s. "
        "The game stands (TSR 9.6.3)."
    ),
    "both_sides_won": gettext_lazy(
        "%(points)s does not fit: only one side wins, the other has at most %(limit)s points."
    ),
    "five_table_dealer_scored": gettext_lazy(
        "Position %(seat)s deals and sits out: instead of %(figure)s nothing belongs there."
    ),
    "forced_solo_omitted": gettext_lazy(
        "Instead of a %(kind)s, position %(seat)s had to play the compulsory solo here "
        "(dealer: position %(dealer)s)."
    ),
    "forced_wrong_player": gettext_lazy(
        "The forced solo belongs to position %(right_soloist)s, not to position %(seat)s "
        "(dealer: position %(dealer)s)."
    ),
    "initials_missing": gettext_lazy(
        "Penalty under %(rule)s against position %(seat)s: the initials of the referee are missing."
    ),
    "other_number_of_games": gettext_lazy(
        "The sheet is for %(games)s games, but %(right_games)s are played at this table."
    ),
    "other_rules": gettext_lazy("The sheet is by other rules or options: %(rules)s."),
    "other_table_size": gettext_lazy(
        "The sheet is for %(size)s players, but %(right_size)s sit at this table."
    ),
    "owed_solo": gettext_lazy(
        "Instead of a %(kind)s, position %(seat)s had to play a solo here "
        "(dealer: position %(dealer)s)."
    ),
    "parity": gettext_lazy(
        "The points of %(odd_seats)s are odd, those of %(even_seats)s even. "
        "All must be odd or all even."
    ),
    "penalty_nonzero_sum": gettext_lazy(
        "Penalty under %(rule)s against position %(seat)s: sum %(sum)s instead of 0."
    ),
    "row_number": gettext_lazy("The game bears number %(number)s instead of %(right_number)s."),
    "row_twice": gettext_lazy(
        "The same as the game before, and one game too many: it was written twice."
    ),
    "side_unequal": gettext_lazy(
        "%(points)s does not fit a %(kind)s: it is %(sides)s, all of a side with the same points."
    ),
    "solo_not_tripled": gettext_lazy(
        "%(points)s does not fit a %(kind)s: the soloist has three times the points of the others."
    ),
    "team_game_tripled": gettext_lazy(
        "%(points)s does not fit a %(kind)s: position %(seat)s has three times the points of the "
        "others, as in a solo."
    ),
    "total_out_of_range": gettext_lazy(
        "Total %(figure)s of position %(seat)s: not more than %(limit)s is possible."
    ),
    "ended_early": gettext_lazy(
        "Games that were not played: %(games)s. The clock of this table has %(minutes)s minutes "
        "left, and only its end strikes games. Please compare with the list."
    ),
    "total_unlikely": gettext_lazy(
        "Total %(figure)s of position %(seat)s is rare (more than %(limit)s). "
        "Please compare with the list."
    ),
    "unequal_partners": gettext_lazy(
        "%(points)s does not fit: two positions win and two lose the same number of points."
    ),
    "value_mismatch": gettext_lazy(
        "The details of the game give %(right_points)s instead of %(points)s."
    ),
    "value_out_of_range": gettext_lazy("Game value %(value)s: the highest possible is %(limit)s."),
    "value_unreachable": gettext_lazy("No %(kind)s gives %(points)s."),
    "wrong_dealer": gettext_lazy(
        "Position %(dealer)s is written as dealer, it should be position %(right_dealer)s."
    ),
}

SIGNED = {"figure", "points", "right_figure", "right_points", "sum"}
SEATS = {"odd_seats", "even_seats", "seats"}


def finding_sentence(finding: SheetFinding) -> str:
    """The finding with its place, in the language in force. An unknown code is a bug."""
    text = finding_text(finding)
    if finding.row is None:
        return text
    return _("Game %(number)s: %(text)s") % {"number": finding.row, "text": text}


def finding_text(finding: SheetFinding) -> str:
    """The finding without the game, for a page that shows it beside its row."""
    code, params = str(finding.code), _words(finding)
    if code in SIMPLE:
        return capfirst(str(SIMPLE[code]) % params)
    return capfirst(WRITERS[code](finding, params))


def positions(seats: tuple[int, ...]) -> str:
    """Positions in words: "position 2", "positions 1, 3"."""
    if len(seats) == 1:
        return _("position %(seat)s") % {"seat": seats[0]}
    return _("positions %(seats)s") % {"seats": ", ".join(map(str, seats))}


def figures(points: tuple[object, ...]) -> str:
    """Figures in the order of the positions: "+3 / +1 / −2 / −2"."""
    return " / ".join(_figure(figure) for figure in points)


def _figure(figure: object) -> str:
    """A whole number with its sign; anything else as it was typed."""
    if figure is None or (isinstance(figure, int) and not isinstance(figure, bool)):
        return signed(figure)
    return str(figure)


def _words(finding: SheetFinding) -> dict[str, object]:
    """The parameters as they stand in a sentence."""
    words: dict[str, object] = dict(finding.params)
    for name, value in finding.params.items():
        if name in SEATS:
            words[name] = positions(value)
        elif name in SIGNED:
            words[name] = figures(value) if isinstance(value, tuple) else _figure(value)
        elif name == "sides":
            words[name] = " / ".join(f"{re} : {kontra}" for re, kontra in value)
        elif name == "kind":
            words[name] = row_kind(value)
        elif name in ("rule", "rules") and value in RULE_NAMES:
            words[name] = RULE_NAMES[value]
    return {**words, "seat": finding.seat}


def _malformed(finding: SheetFinding, words: Mapping[str, object]) -> str:
    return malformed_sentence(finding.params)


def _points_missing(finding: SheetFinding, words: Mapping[str, object]) -> str:
    if finding.seat is None:
        return _("Points are missing.")
    return _("The points of position %(seat)s are missing.") % words


def _not_integer(finding: SheetFinding, words: Mapping[str, object]) -> str:
    sentence = _("%(place)s: “%(figure)s” is no whole number.")
    return sentence % {"place": _figure_place(finding), "figure": finding.params["figure"]}


def _negative_points(finding: SheetFinding, words: Mapping[str, object]) -> str:
    sentence = _("%(place)s: %(figure)s, but nobody loses points.")
    return sentence % {**words, "place": _figure_place(finding)}


def _figure_place(finding: SheetFinding) -> str:
    """Which of the figures of a position is meant."""
    places = {
        "cumulative": _("Running total of position %(seat)s"),
        "totals": _("Total of position %(seat)s"),
    }
    place = places.get(str(finding.params.get("field")), _("position %(seat)s"))
    return place % {"seat": finding.seat}


def _extra_game(finding: SheetFinding, words: Mapping[str, object]) -> str:
    if finding.seat is None:
        return _("One game more than the round has, and nobody owed it.")
    return _("One game more than the round has: position %(seat)s owed no solo.") % words


def _nonzero_sum(finding: SheetFinding, words: Mapping[str, object]) -> str:
    sentence = _("Sum %(sum)s instead of 0.") % words
    if "right_seat" not in words:
        return sentence
    correction = _("Position %(right_seat)s should have %(right_figure)s.")
    return f"{sentence} {correction % words}"


def _soloist_missing(finding: SheetFinding, words: Mapping[str, object]) -> str:
    sentence = _("%(kind)s without a soloist.") % words
    return sentence + _right_soloist(words)


def _soloist_mismatch(finding: SheetFinding, words: Mapping[str, object]) -> str:
    sentence = _("Position %(seat)s as the soloist does not fit the points of this %(kind)s.")
    return sentence % words + _right_soloist(words)


def _right_soloist(words: Mapping[str, object]) -> str:
    if "right_soloist" not in words:
        return ""
    return " " + _("By the points it is position %(right_soloist)s.") % words


def _second_compulsory_solo(finding: SheetFinding, words: Mapping[str, object]) -> str:
    if "first_row" not in words:
        return _("Position %(seat)s has more than one compulsory solo.") % words
    sentence = _(
        "Second compulsory solo of position %(seat)s. The first stands in game %(first_row)s."
    )
    return sentence % words


def _missing_compulsory_solo(finding: SheetFinding, words: Mapping[str, object]) -> str:
    if finding.params.get("reason") == "unmarked":
        return (
            _("This must be the compulsory solo of position %(seat)s, not a normal game.") % words
        )
    return _("Position %(seat)s has not played the compulsory solo.") % words


def _voluntary_before_compulsory(finding: SheetFinding, words: Mapping[str, object]) -> str:
    if "compulsory_row" in words:
        sentence = _(
            "Voluntary solo of position %(seat)s before the compulsory solo in game "
            "%(compulsory_row)s. A player’s first solo is the compulsory one."
        )
    else:
        sentence = _(
            "Voluntary solo of position %(seat)s without a compulsory solo. "
            "A player’s first solo is the compulsory one."
        )
    return sentence % words


def _wrong_cumulative(finding: SheetFinding, words: Mapping[str, object]) -> str:
    return _instead(_("Running total of position %(seat)s"), finding, words)


def _wrong_total(finding: SheetFinding, words: Mapping[str, object]) -> str:
    return _instead(_("Total of position %(seat)s"), finding, words)


def _instead(place: str, finding: SheetFinding, words: Mapping[str, object]) -> str:
    if finding.params.get("rows"):
        return where_the_slip_may_be(finding.params).strip()  # it is a game that may be wrong
    figures = {"place": place % words, "new": words["figure"], "old": words["right_figure"]}
    sentence = _("%(place)s: %(new)s instead of %(old)s") % figures
    return f"{sentence}.{where_the_slip_may_be(finding.params)}"


def _forced_flag(finding: SheetFinding, words: Mapping[str, object]) -> str:
    if finding.params["right_forced"]:
        return _("This solo is a forced one and should be marked so.")
    return _("Marked as forced, but this %(kind)s is not a forced solo.") % words


def _game_after_time_limit(finding: SheetFinding, words: Mapping[str, object]) -> str:
    if "forced_row" in words:
        sentence = _(
            "Games were struck and solos forced from game %(forced_row)s on, but game %(limit)s is "
            "said to be the last one begun in time."
        )
    elif finding.row is None:
        sentence = _(
            "Games were struck, but time was not up before game %(limit)s, and the list ends with "
            "game %(rows)s."
        )
    else:
        sentence = _(
            "A %(kind)s after the time was up: after game %(limit)s there are forced solos only."
        )
    return sentence % words


def _value_unlikely(finding: SheetFinding, words: Mapping[str, object]) -> str:
    if "limit" not in words:
        return _("A solo worth 0 is rare: nobody has won it. Please compare with the list.")
    sentence = _(
        "Game value %(value)s is rare (more than %(limit)s). Please compare with the list."
    )
    return sentence % words


def _other_number_of_games(finding: SheetFinding, words: Mapping[str, object]) -> str:
    reason = finding.params.get("reason")
    if reason == "struck_without_time_limit":
        sentence = ngettext(
            "%(struck)s game is struck, but the sheet does not say after which game the time "
            "was up.",
            "%(struck)s games are struck, but the sheet does not say after which game the time "
            "was up.",
            finding.params["struck"],
        )
    elif reason == "row_left_out":
        sentence = _("Before this game one was left out: dealers or figures jump here.")
    elif reason == "fewer_than_solos":
        sentence = ngettext(
            "%(rows)s game is fewer than the %(solos)s compulsory solos.",
            "%(rows)s games are fewer than the %(solos)s compulsory solos.",
            finding.params["rows"],
        )
    elif finding.params["struck"]:
        sentence = _("Games played: %(rows)s, struck: %(struck)s; the round has %(games)s.")
    else:
        sentence = _("Games played: %(rows)s; the round has %(games)s.")
    return sentence % words


def _penalty_amount(finding: SheetFinding, words: Mapping[str, object]) -> str:
    return str(PENALTY_AMOUNTS[str(finding.params["reason"])]) % words


def _detail_impossible(finding: SheetFinding, words: Mapping[str, object]) -> str:
    reason = game_refusal(str(finding.params["error"]))
    return _("The details of the game are impossible: %(reason)s.") % {"reason": reason}


Writer = Callable[[SheetFinding, Mapping[str, object]], str]

WRITERS: dict[str, Writer] = {
    "detail_impossible": _detail_impossible,
    "extra_game": _extra_game,
    "forced_flag": _forced_flag,
    "game_after_time_limit": _game_after_time_limit,
    "malformed": _malformed,
    "missing_compulsory_solo": _missing_compulsory_solo,
    "negative_points": _negative_points,
    "nonzero_sum": _nonzero_sum,
    "not_integer": _not_integer,
    "penalty_amount": _penalty_amount,
    "points_missing": _points_missing,
    "second_compulsory_solo": _second_compulsory_solo,
    "soloist_mismatch": _soloist_mismatch,
    "soloist_missing": _soloist_missing,
    "too_few_games": _other_number_of_games,
    "too_many_games": _other_number_of_games,
    "value_unlikely": _value_unlikely,
    "voluntary_before_compulsory": _voluntary_before_compulsory,
    "wrong_cumulative": _wrong_cumulative,
    "wrong_total": _wrong_total,
}
