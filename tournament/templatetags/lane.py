"""The lanes: `{% lane_rows %}` of a list, `{% lane_tables %}` of a round; aids beside a list.

Rows are plain strings: by a template 250 tables took most of the page's time. An aid is rendered
once for all tables of a kind.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from scoring.game import Party
from scoring.notation import DEALT_BY, FORCED, PENALTY_MARK
from scoring.notation.values import Table
from tournament.forms.referee import levels_by
from tournament.labels.findings import row_kind
from tournament.labels.lines import PARTIES, SPECIAL_WORDS, lane_words, line_help
from tournament.lists.lane import LaneRow
from tournament.models import Seat
from tournament.sheets.rules.table_rules import TableRules

register = template.Library()

Line = Mapping[str, object]


@register.simple_tag
def lane_rows(rows: Iterable[Line], seats: Sequence[Seat], example: str) -> SafeString:
    """Return per game a line to type, its points for each seat, and the notes on it."""
    positions, game = [seat.position for seat in seats], escape(gettext("Game"))
    written = (_row(row, positions, game, example) for row in rows)
    return mark_safe("".join(written))  # noqa: S308 - each text is escaped


def _row(row: Line, positions: Iterable[int], game: str, example: str) -> str:
    no, dealer, line, paper = (
        escape(str(row[key])) for key in ("number", "dealer", "line", "paper")
    )
    shown = f' placeholder="{escape(example)}"' if no == "1" else ""
    said = f'aria-describedby="says-{no}" data-row="{no}"'
    runs = "".join(f'<td class="number lane-run" id="run-{no}-{seat}"></td>' for seat in positions)
    return (
        f'<tr id="game-{no}" class="lane-row"><th scope="row" class="number" id="g{no}">'
        f'<span class="visually-hidden">{game}</span> {no}</th>'
        f'<td class="number lane-dealer" id="dealer-{no}">{dealer}</td>'
        f'<td><input class="lane-line" id="l{no}" name="l{no}" value="{line}"{shown}'
        ' maxlength="120" spellcheck="false" autocapitalize="off" enterkeyhint="next"'
        f' aria-labelledby="g{no} h-l" {said} data-col="l"></td>{runs}'
        f'<td><input class="lane-stand" id="s{no}" name="s{no}" value="{paper}"'
        ' maxlength="80" spellcheck="false" enterkeyhint="next"'
        f' aria-labelledby="g{no} h-s" {said} data-col="s"></td>'
        f'<td class="findings" id="says-{no}"><span class="lane-means" id="means-{no}"></span>'
        f'<ul class="says" id="notes-{no}"></ul></td></tr>\n'
    )


@register.simple_tag
def lane_tables(rows: Iterable[LaneRow], missing: Collection[int]) -> SafeString:
    """Return these rows, with whether the sheet of each table is in."""
    there = {*missing}
    written = (
        f"{before}{'' if number in there else ' data-in'}{after}" for number, before, after in rows
    )
    return mark_safe("".join(written))  # noqa: S308 - each text is escaped


@register.simple_tag
def value_calculator(at: TableRules) -> SafeString:
    """Return the dialog that computes the value of a game at such a table."""
    return _written("desk/value.html", _values, at, get_language())


@register.simple_tag
def line_keypad(at: TableRules) -> SafeString:
    """Return the signs of a line that a phone's numeric keypad lacks."""
    return _written("desk/line_keypad.html", _signs, at, get_language())


@register.simple_tag(name="line_help")
def help_with_lines(at: TableRules) -> SafeString:
    """Return how a line is written, with examples."""
    return _written("desk/line_help.html", _examples, at, get_language())


@register.simple_tag(name="lane_words")
def words_of_the_lane() -> SafeString:
    """Return the list lane's own texts, as JSON for an attribute."""
    return SafeString(escape(json.dumps(lane_words(), ensure_ascii=False)))


@lru_cache(maxsize=96)
def _written(
    name: str,
    context: Callable[[TableRules], dict[str, object]],
    at: TableRules,
    _language: str | None,
) -> SafeString:
    return render_to_string(name, context(at))


def _examples(at: TableRules) -> dict[str, object]:
    return {"examples": line_help(at)}


def _signs(at: TableRules) -> dict[str, object]:
    table = Table.in_row(at.size, at.size, at.rules)
    letters = {letter: str(row_kind(kind)) for letter, kind in table.letters.items()}
    if table.winners_only:
        letters["/"] = gettext("Points of the others")
    if table.forcible:
        letters[FORCED] = gettext("Forced compulsory solo")
    letters |= {DEALT_BY: gettext("Dealt out of turn"), PENALTY_MARK: gettext("Penalty")}
    return {"signs": letters.items()}


def _values(at: TableRules) -> dict[str, object]:
    """Return the options, and the questions about each kind of game."""
    rules = at.rules
    asked_of = {kind.name: rules.questions(kind.name, at.size) for kind in rules.kinds}
    sides = [side for kind in rules.kinds for side in rules.sides(kind.name, at.size)]
    return {
        "kinds": [(name, row_kind(name), " ".join(asks)) for name, asks in asked_of.items()],
        "asks": {name for asks in asked_of.values() for name in asks},
        "card_points": rules.card_points(at.size),
        "most_re": max(re for re, _kontra in sides),
        "parties": [(party.value, PARTIES[party]) for party in Party],
        "levels": levels_by(rules),
        "specials": [(name, SPECIAL_WORDS[name]) for name in rules.special_points],
    }
