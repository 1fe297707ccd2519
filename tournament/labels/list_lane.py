"""What the list lane says: what a line means, what is wrong with it, what would mend it."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.doctor import Reason
from scoring.english import figures
from scoring.model import Penalty
from scoring.notation import NotedGame
from scoring.notation.values import Table, letters_by
from scoring.outlook import Outlook
from scoring.pattern import Shape, pattern_of
from scoring.rulesets import RuleSet
from tournament.core.table_rules import TableRules
from tournament.labels.points import signed
from tournament.labels.row_kinds import dealt_by, row_kind

REASONS: Mapping[Reason, str | Promise] = {
    Reason.DIGITS_TRANSPOSED: _("Digits transposed"),
    Reason.SIGN_FORGOTTEN: _("Sign forgotten"),
    Reason.NEIGHBOUR_COLUMN: _("In the neighbour’s column"),
    Reason.PLAYERS_EXCHANGED: _("Two players exchanged"),
    Reason.SOLO_NOT_TRIPLED: _("Solo not tripled"),
    Reason.FIGURE_MISREAD: _("Figure misread"),
    Reason.FIGURE_MISSING: _("Figure missing"),
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
}
ABSAGE_WORDS = (_("no 90"), _("no 60"), _("no 30"), pgettext_lazy("call", "no trick"))
MOST_PLACES = 3


def game_sentence(game: NotedGame) -> str:
    """What a line means: kind, who wins what, penalties. "Normal game: 1 and 3 win 4"."""
    parts = [_result(game), *map(_penalty, game.penalties)]
    if game.dealer is not None:
        parts.insert(1, dealt_by(game.dealer))
    return "; ".join(parts)


def _result(game: NotedGame) -> str:
    pattern, kind = pattern_of(game.points), row_kind(game.kind)
    kind = capfirst(kind)
    if game.soloist is not None:
        kind = gettext("%(kind)s of %(seat)s") % {"kind": kind, "seat": game.soloist}
    if game.forced:
        kind = gettext("%(kind)s, forced") % {"kind": kind}
    words: dict[str, object] = {"kind": kind, "value": pattern.value}
    if pattern.shape is Shape.ZERO:
        return gettext("%(kind)s: nobody has points") % words
    if pattern.shape is Shape.TEAM:
        one, other = _winners(game)
        return gettext("%(kind)s: %(one)s and %(other)s win %(value)s") % {
            **words,
            "one": one,
            "other": other,
        }
    if pattern.shape is Shape.ALONE:
        won = len(_winners(game)) == 1
        sentence = gettext("%(kind)s, won: %(value)s, threefold %(threefold)s")
        if not won:
            sentence = gettext("%(kind)s, lost: %(value)s, threefold %(threefold)s")
        return sentence % {**words, "threefold": signed(3 * pattern.value * (1 if won else -1))}
    return f"{kind}: {figures(game.points)}"


def _winners(game: NotedGame) -> tuple[int, ...]:
    plus = enumerate(game.points, 1)
    return tuple(seat for seat, figure in plus if isinstance(figure, int) and figure > 0)


def _penalty(penalty: Penalty) -> str:
    return gettext("penalty %(rule)s against %(seat)s: %(points)s") % {
        "rule": penalty.reason or penalty.rule,
        "seat": penalty.offender,
        "points": figures(penalty.points),
    }


def coming_sentences(coming: Outlook, at: TableRules) -> list[str]:
    """What is dealt next; then who owes a compulsory solo, and from which game it is forced."""
    next_game = coming.next_game
    if next_game is None:
        return [gettext("All games are there.")]
    is_additional = at.lines > at.games
    if coming.games_played >= coming.planned_games and not is_additional:
        # One of the games means something else than it says: no game follows.
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
        "solo": _owed(at),
    }
    if next_game.is_forced and is_additional:
        words["seats"] = _either(coming.owing)
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


def _either(seats: Sequence[int]) -> str:
    """Any one of these positions: "1, 2 or 3"."""
    *others, last = map(str, seats)
    if not others:
        return last
    return gettext("%(seats)s or %(last)s") % {"seats": ", ".join(others), "last": last}


def forced_sentence(soloist: int | None, at: TableRules, is_additional: bool) -> str:
    """What has to be played in a game of the forced phase; empty before it."""
    if soloist is None:
        return ""
    if is_additional:
        return gettext("Additional game: compulsory solo of whoever owes one")
    return gettext("Forced: %(solo)s of position %(seat)s") % {"solo": _owed(at), "seat": soloist}


def _owed(at: TableRules) -> str:
    """What is owed at a table; where solos are owed in periods, any solo will do."""
    is_any = at.duty is not None and at.duty.forced_from is not None
    return pgettext("owed", "solo") if is_any else pgettext("game", "compulsory solo")


def solo_mark(games: Sequence[int], owed: int) -> str:
    """Whether a position has played what it owed, short enough for the head of a column."""
    if not games:
        return gettext("○ solo open")
    words = {"game": ", ".join(map(str, games))}
    if len(games) < owed:
        return gettext("○ game %(game)s, one open") % words
    return gettext("● game %(game)s") % words


def proposal_sentence(
    reason: Reason | None,
    fields: Mapping[str, str],
    row: int | None,
    inserted: int | None = None,
    is_at_row: bool = True,
) -> str:
    """A correction in words: what happened, what should stand where.

    Shown at the line `row` (`is_at_row`), it does not name it.
    `fields` are those of the lane (`l5`, `s5`, `t2`) with their new texts; `inserted` is the game
    that would be put in.
    """
    if reason is Reason.ROW_TWICE:
        places = [gettext("without game %(number)s") % {"number": row}]
    elif is_at_row and list(fields) == [f"l{row}"] and inserted is None:
        places = list(fields.values())
    else:
        places = [_place(name, text, inserted) for name, text in fields.items()]
    told = places if len(places) <= MOST_PLACES else places[: MOST_PLACES - 1]
    sentence = "; ".join(told)
    if left := len(places) - len(told):
        more = ngettext("and %(count)s more place", "and %(count)s more places", left)
        sentence = f"{sentence} {more % {'count': left}}"
    return sentence if reason is None else f"{REASONS[reason]} – {sentence}"


def _place(name: str, text: str, inserted: int | None) -> str:
    column, number = name[0], int(name[1:])
    sentence = {
        "l": gettext("Game %(number)s: %(text)s"),
        "s": gettext("running totals of game %(number)s: %(text)s"),
        "t": gettext("total of position %(number)s: %(text)s"),
    }[column]
    if column == "l" and number == inserted:
        sentence = gettext("new game %(number)s: %(text)s")
    return sentence % {"number": number, "text": text or "–"}


def line_help(at: TableRules) -> list[tuple[str, str]]:
    """How a line is written at a table: examples, and what each means; where one sits out, 1."""
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
    """What a normal game looks like in the first line."""
    table = Table.in_row(at.size, 1, at.rules)
    return f"{_a_team(table)} 4/1" if table.winners_only else f"{_a_team(table)} 4"


def _a_team(table: Table) -> str:
    """Half of those who play."""
    return "".join(map(str, table.others(())[::2]))


def letter_words(rules: RuleSet) -> str:
    """The letters of a rule set, each with what it means."""
    return " · ".join(f"{letter} {row_kind(kind)}" for letter, kind in letters_by(rules).items())


def lane_words() -> dict[str, str]:
    """What the script of the page says itself, by what it says."""
    return {
        "pasted_one": _line_filled_in(1),
        "pasted": _line_filled_in(2),
        "did_not_fit_one": _line_too_many(1),
        "did_not_fit": _line_too_many(2),
        "are_running": gettext(
            "These are probably running totals: paste them into the column “On the sheet”."
        ),
        "undone": gettext("Undone."),
        "redone": gettext("Done again."),
        "nothing_to_undo": gettext("Nothing to undo."),
        "inserted": gettext("A line is inserted before game %(row)s."),
        "deleted": gettext("Line %(row)s is deleted."),
        "no_room": gettext("The last line is not empty: there is no room for one more."),
        "taken": gettext("Taken over: %(text)s"),
    }


def _line_filled_in(count: int) -> str:
    """The form for this many; the script of the page puts the figure in."""
    return ngettext("%(count)s line filled in.", "%(count)s lines filled in.", count)


def _line_too_many(count: int) -> str:
    """The form for this many, as above."""
    return ngettext("%(count)s line did not fit.", "%(count)s lines did not fit.", count)
