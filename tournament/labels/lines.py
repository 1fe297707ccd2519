"""The desk's words on a line and a game: what it means, what is wrong, what would fix it.

Codes and parameters are those of `scoring.notation`. The sentence leaves out the place: the desk
shows it in the line itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.doctor import Reason
from scoring.english import game_refusal, line_text
from scoring.game import Impossible, Line, Party, Value
from scoring.model import Penalty
from scoring.notation import LineCode, LineProblem, NotedGame
from scoring.notation.values import Table, letters_by
from scoring.outlook import Outlook
from scoring.pattern import Shape, pattern_of
from scoring.rulesets import DDV, GameValue, RuleSet, Scoring
from scoring.rulesets.altgeld_value import AltgeldLine, AltgeldValue
from scoring.terms import figures
from tournament.labels.findings import dealt_by, row_kind, translate
from tournament.labels.points import signed
from tournament.sheets.rules.table_rules import TableRules

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
"""The same for rules where only winners score, at tables of up to seven."""

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


def _meaning(letter: str, rules: RuleSet) -> str:
    letters = letters_by(rules)
    if letter in letters:
        return row_kind(letters[letter])
    return str(FORCED) if letter == "v" else ""


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
    """Say that two totals are at each other's position; takes the right figures by position."""
    (one, first), (other, second) = figures_by_seat.items()
    return gettext(
        "The totals of positions %(one)s and %(other)s are swapped: position %(one)s has "
        "%(first)s, position %(other)s %(second)s."
    ) % {"one": one, "other": other, "first": figures((first,)), "second": figures((second,))}


def problem_text(code: str, params: Mapping[str, object], rules: RuleSet = DDV) -> str:
    """Return the sentence without its place, or that of the notation. An unknown code is a bug."""
    problem, twice = params.get("problem"), params.get("twice")
    if isinstance(problem, LineProblem):
        told = problem.params
        options = []  # letters with what they mean, paragraphs as they are
        for option in cast(Sequence[str], told.get("options", ())):
            meaning = _meaning(option, rules)
            options.append(f"{option} ({meaning})" if meaning else option)
        words: dict[str, object] = {
            **told,
            "expected": EXPECTED.get(str(told.get("expected"))),
            "kind": _meaning(str(told.get("letter")), rules),
            "options": ", ".join(options),
        }
        if isinstance(total := told.get("sum"), int):
            words["sum"] = signed(total)
        by_winners = rules.scoring is Scoring.WINNERS_ONLY
        sentences = {**SENTENCES, **WINNERS_SENTENCES} if by_winners else SENTENCES
        return str(sentences[problem.code]) % words
    sentence = str(PROBLEMS[code]) % params
    if isinstance(twice, int):
        same = gettext("Lines %(before)s and %(number)s are the same: is one of them there twice?")
        sentence = f"{sentence} {same % {'before': twice - 1, 'number': twice}}"
    return sentence


REASONS: Mapping[Reason, str | Promise] = {
    Reason.DIGITS_TRANSPOSED: _("Digits transposed"),
    Reason.SIGN_FORGOTTEN: _("Sign forgotten"),
    Reason.NEIGHBOUR_COLUMN: _("In the neighbour’s column"),
    Reason.PLAYERS_EXCHANGED: _("Two players exchanged"),
    Reason.SOLO_NOT_TRIPLED: _("Solo not tripled"),
    Reason.FIGURE_MISREAD: _("Figure misread"),
    Reason.FIGURE_MISSING: _("Figure missing"),
    Reason.ONE_SIDE_WRITTEN: _("One side alone was written"),
    Reason.RUNNING_TOTALS_TELL: _("The running totals say it otherwise"),
    Reason.DETAIL_TELLS: _("The game as described says it otherwise"),
    Reason.WRONG_CARRY: _("Added up wrongly"),
    Reason.RUNNING_TOTAL_MISREAD: _("Running total misread"),
    Reason.COMPULSORY_NOT_MARKED: _("Compulsory solo not marked"),
    Reason.WRONG_KIND: _("Another kind of game"),
    Reason.WRONG_SOLOIST: _("Another soloist"),
    Reason.FORCED_MARK: _("Mark of the forced solo"),
    Reason.WRONG_DEALER: _("Another dealer"),
    Reason.ROW_LEFT_OUT: _("A game was left out"),
    Reason.ROW_TWICE: _("A game was written twice"),
    Reason.DOUBLING_ROUND: _("Doubling round"),
}
ABSAGE_WORDS = (_("no 90"), _("no 60"), _("no 30"), pgettext_lazy("call", "no trick"))
MOST_PLACES = 3


def game_sentence(game: NotedGame) -> str:
    """Return what a line means: kind, who wins what, penalties. "Normal game: 1 and 3 win 4"."""
    pattern, kind = pattern_of(game.points), capfirst(row_kind(game.kind))
    winners = [at for at, won in enumerate(game.points, 1) if isinstance(won, int) and won > 0]
    if game.soloist is not None:
        kind = gettext("%(kind)s of %(seat)s") % {"kind": kind, "seat": game.soloist}
    if game.forced:
        kind = f"{kind}, {gettext('forced')}"
    words: dict[str, object] = {"kind": kind, "value": pattern.value}
    if pattern.shape is Shape.ZERO:
        result = gettext("%(kind)s: nobody has points") % words
    elif pattern.shape is Shape.TEAM:
        words["one"], words["other"] = winners
        result = gettext("%(kind)s: %(one)s and %(other)s win %(value)s") % words
    elif pattern.shape is Shape.ALONE and len(winners) == 1:
        words["threefold"] = signed(3 * pattern.value)
        result = gettext("%(kind)s, won: %(value)s, threefold %(threefold)s") % words
    elif pattern.shape is Shape.ALONE:
        words["threefold"] = signed(-3 * pattern.value)
        result = gettext("%(kind)s, lost: %(value)s, threefold %(threefold)s") % words
    else:
        result = f"{kind}: {figures(game.points)}"
    dealt = [] if game.dealer is None else [dealt_by(game.dealer)]
    return "; ".join([result, *dealt, *map(_penalty, game.penalties)])


def _penalty(penalty: Penalty) -> str:
    return gettext("penalty %(rule)s against %(seat)s: %(points)s") % {
        "rule": penalty.reason or penalty.rule,
        "seat": penalty.offender,
        "points": figures(penalty.points),
    }


def coming_sentences(coming: Outlook, at: TableRules) -> list[str]:
    """Return what is dealt next, whether it counts double, and who owes a compulsory solo."""
    sentences, doubling = _dealt_next(coming, at), coming.doubling
    if coming.next_game is None or doubling is None or doubling.event is None:
        return sentences
    double = gettext("Doubling round after game %(event)s: this one counts double as the last.")
    if doubling.left:
        double = gettext(
            "Doubling round after game %(event)s: this one counts double, and %(left)s after it."
        )
    return [*sentences, double % {"event": doubling.event, "left": doubling.left}]


def _dealt_next(coming: Outlook, at: TableRules) -> list[str]:
    """Return what is dealt next; who owes a compulsory solo, and from which game it is forced."""
    next_game = coming.next_game
    if next_game is None:
        return [gettext("All games are there.")]
    is_additional = at.has_additional
    if coming.games_played >= coming.planned_games and not is_additional:
        # One of the games cannot mean what was typed: no game follows.
        owing = ", ".join(map(str, coming.owing))
        sentence = gettext(
            "All %(games)s games are there, and none is the compulsory solo of position %(seats)s."
        )
        return [sentence % {"games": coming.planned_games, "seats": owing}]
    words: dict[str, object] = {
        "game": coming.games_played + 1,
        "dealer": next_game.dealer,
        "soloist": next_game.forced_soloist,
        "seats": ", ".join(map(str, coming.owing)),
        "from": coming.forced_from,
        "solo": owed_solo_word(at),
    }
    if next_game.is_forced and is_additional:
        *others, last = map(str, coming.owing)
        either = gettext("%(seats)s or %(last)s") % {"seats": ", ".join(others), "last": last}
        words["seats"] = either if others else last
        sentence = gettext(
            "Game %(game)s, additional: compulsory solo of %(seats)s; position %(dealer)s deals."
        )
        return [sentence % words]
    if next_game.is_forced:
        sentence = gettext(
            "Game %(game)s: forced %(solo)s of position %(soloist)s, %(dealer)s deals."
        )
        return [sentence % words]
    sentences = [gettext("Game %(game)s: position %(dealer)s deals.")]
    if coming.owing and is_additional:
        sentences.append(
            gettext("%(solo)s still owed by %(seats)s; additional from game %(from)s on.")
        )
    elif coming.owing and coming.forced_from is None:
        sentences.append(gettext("%(solo)s still owed by %(seats)s."))
    elif coming.owing:
        sentences.append(gettext("%(solo)s still owed by %(seats)s; forced from game %(from)s on."))
    return [capfirst(sentence % words) for sentence in sentences]


def owed_solo_word(at: TableRules) -> str:
    """Return the word for what is owed; where solos are owed in periods, any solo counts."""
    is_any = at.duty is not None and at.duty.forced_from is not None
    return gettext("Solo") if is_any else pgettext("game", "compulsory solo")


def proposal_sentence(
    reason: Reason | None,
    fields: Mapping[str, str],
    row: int | None,
    inserted: int | None = None,
    is_at_row: bool = True,
) -> str:
    """Return a correction in words: what happened, what should be where.

    Shown at the line `row` (`is_at_row`), it does not name it. `fields` are those of the lane
    (`l5`, `s5`, `t2`) with their new texts; `inserted` is the game to be inserted.
    """
    if reason is Reason.ROW_TWICE:
        places = [gettext("without game %(number)s") % {"number": row}]
    elif is_at_row and list(fields) == [f"l{row}"] and inserted is None:
        places = list(fields.values())
    else:
        places = []
        for name, text in fields.items():
            sentence = {
                "l": gettext("Game %(number)s: %(text)s"),
                "s": gettext("running totals of game %(number)s: %(text)s"),
                "t": gettext("total of position %(number)s: %(text)s"),
            }[name[0]]
            if name == f"l{inserted}":
                sentence = gettext("new game %(number)s: %(text)s")
            places.append(sentence % {"number": int(name[1:]), "text": text or "–"})
    told = places if len(places) <= MOST_PLACES else places[: MOST_PLACES - 1]
    sentence = "; ".join(told)
    if left := len(places) - len(told):
        more = ngettext("and %(count)s more place", "and %(count)s more places", left)
        sentence = f"{sentence} {more % {'count': left}}"
    return sentence if reason is None else f"{REASONS[reason]} – {sentence}"


def line_help(at: TableRules) -> list[tuple[str, str]]:
    """Return how to write a line at a table: examples with meanings; if one sits out, it is 1."""
    table = Table.in_row(at.size, 1, at.rules)
    team, others = _a_team(table), "".join(map(str, table.others((2,))))
    letter = table.solo_letters[0]
    words = {"kind": capfirst(row_kind(table.letters[letter])), "team": ", ".join(team)}
    letters = ", ".join(row_kind(kind) for kind in table.letters.values())
    if table.winners_only:
        points = {True: "4", False: "1"}
        told = [
            (f"{team} 4/1", gettext("Positions %(team)s have 4, the others 1.")),
            (f"2 6 {letter}", gettext("%(kind)s of 2, won.")),
            (f"{others} 6/1 {letter}", gettext("The same, lost; 2 has an extra point.")),
        ]
    else:
        points = {True: "+4", False: "−4"}
        told = [
            (f"{team} 4", gettext("Positions %(team)s win 4.")),
            (f"2 5 {letter}", gettext("%(kind)s of 2, won.")),
            (f"{others} 5 {letter}", gettext("The same, lost.")),
            (f"0 · 2 0 {letter}", gettext("Nobody has points; a solo worth 0.")),
        ]
    penalty = (f"{team} 4 ! 3 9.3.2 KS", gettext("Penalty against 3: paragraph, initials."))
    if at.has_free_penalties:
        example = f"{team} 4 ! 3 6 {gettext('late')}"
        penalty = (example, gettext("Penalty against 3: points lost, reason."))
    figures = [points[str(seat) in team] for seat in table.others(())]
    told += [
        (" · ".join(table.letters), capfirst(letters)),
        ("13 4 g2", gettext("Dealt out of turn, by position 2.")),
        penalty,
        (
            " ".join([*(["–"] if table.sitting else []), *figures]),
            gettext("Or the points of all positions, as they stand there."),
        ),
    ]
    return [(example, text % words) for example, text in told]


def line_example(at: TableRules) -> str:
    """Return an example of a normal game in the first line."""
    table = Table.in_row(at.size, 1, at.rules)
    return f"{_a_team(table)} 4/1" if table.winners_only else f"{_a_team(table)} 4"


def _a_team(table: Table) -> str:
    """Return half of the players as a team."""
    return "".join(map(str, table.others(())[::2]))


def lane_words() -> dict[str, str]:
    """Return the texts of the page's script by key."""
    counted, forms = {}, (("_one", 1), ("", 2))  # in both forms; the script fills in the figure
    for ending, count in forms:
        words = ngettext("%(count)s line filled in.", "%(count)s lines filled in.", count)
        counted[f"pasted{ending}"] = words
    for ending, count in forms:
        words = ngettext("%(count)s line did not fit.", "%(count)s lines did not fit.", count)
        counted[f"did_not_fit{ending}"] = words
    return {
        **counted,
        "are_running": gettext(
            "These are probably running totals: paste them into the column “On the score sheet”."
        ),
        "undone": gettext("Undone."),
        "redone": gettext("Done again."),
        "nothing_to_undo": gettext("Nothing to undo."),
        "inserted": gettext("A line is inserted before game %(row)s."),
        "deleted": gettext("Line %(row)s is deleted."),
        "no_room": gettext("The last line is not empty: there is no room for one more."),
        "taken": gettext("Taken over: %(text)s"),
    }


PARTIES: dict[Party, str] = {Party.RE: "Re", Party.KONTRA: "Kontra"}

SPECIAL_WORDS: dict[str, str | Promise] = {
    "doppelkopf": _("Doppelköpfe"),
    "fox": _("foxes caught"),
    "karlchen": _("Karlchen in the last trick"),
    "karlchen_lost": _("Karlchen lost"),
    "heart_ten": _("tens of hearts caught"),
    "heart_trick": _("trick of hearts alone"),
    "fox_last": _("foxes in the last trick"),
    "fox_first": _("foxes in the first trick"),
    "karlchen_caught": _("Karlchen caught"),
    "fox_end": _("last trick won with a fox"),
    "charlie": _("Charlie in the last trick"),
    "full_trick": _("full tricks"),
}
"""Special points by their names in the public format."""

LEVEL_WORDS: tuple[str | Promise, ...] = (_("nothing"), "", *ABSAGE_WORDS)
"""What a party can have announced; the announcement itself is named after the party."""


def value_words(value: GameValue) -> tuple[str, str]:
    """Return who wins what, and the value in one sentence."""
    points = figures(value.points)
    if isinstance(value, AltgeldValue):
        head = f"{gettext('Points of the positions')}: {points}"
        return head, f"Re {value.re}, Kontra {value.kontra}"
    assert isinstance(value, Value)
    head = gettext("Nobody wins: %(points)s")
    if value.winner is not None:
        head = gettext("%(party)s wins: %(points)s")
    party = PARTIES[value.winner] if value.winner else ""
    total = gettext("Value from the view of Re: %(value)s") % {"value": signed(value.value_re)}
    return head % {"party": party, "points": points}, total


def breakdown(value: GameValue) -> Iterator[tuple[Line | AltgeldLine, str, str]]:
    """Yield each line with its sentence and points; where sides score separately, with the side."""
    if isinstance(value, AltgeldValue):
        for line in value.breakdown:
            yield line, line_text(line, translate), f"{PARTIES[line.party]} {signed(line.points)}"
    else:
        assert isinstance(value, Value)
        for told in value.breakdown:
            yield told, line_text(told, translate), signed(told.re)


def value_note(value: GameValue) -> str:
    """Return the question whether a party without card points has taken a trick, or ""."""
    if not isinstance(value, Value) or value.schwarz_untold is None:
        return ""
    note = gettext("%(party)s has no card points: if it took no trick either, please tick that.")
    return note % {"party": PARTIES[value.schwarz_untold]}


def impossible_game(impossible: Impossible, rules: RuleSet) -> str:
    """Return why a game cannot have been played as it was described."""
    reason = game_refusal(impossible.code, rules, translate)
    return gettext("This game cannot have been played: %(reason)s.") % {"reason": reason}
