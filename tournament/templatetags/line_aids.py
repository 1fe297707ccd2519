"""Aids beside a list being typed, each rendered once for all tables of a kind."""

import json
from collections.abc import Callable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.game import Party
from scoring.notation import DEALT_BY, FORCED, PENALTY_MARK
from scoring.notation.values import Table
from tournament.forms.referee import LEVELS, card_points, questions_about
from tournament.labels.findings import row_kind
from tournament.labels.lines import LEVEL_WORDS, PARTIES, SPECIAL_WORDS, lane_words, line_help
from tournament.sheets.rules.table_rules import TableRules

register = template.Library()


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
    return _words(get_language())


@lru_cache(maxsize=96)
def _written(
    name: str,
    context: Callable[[TableRules], dict[str, object]],
    at: TableRules,
    _language: str | None,
) -> SafeString:
    return render_to_string(name, context(at))


@lru_cache(maxsize=8)
def _words(_language: str | None) -> SafeString:
    return escape(json.dumps(lane_words(), ensure_ascii=False))


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
    asked_of = {kind.name: questions_about(kind, at) for kind in rules.kinds}
    sides = [side for kind in rules.kinds for side in rules.sides(kind.name, at.size)]
    return {
        "kinds": [(name, row_kind(name), " ".join(asks)) for name, asks in asked_of.items()],
        "asks": {name for asks in asked_of.values() for name in asks},
        "card_points": card_points(at),
        "most_re": max(re for re, _kontra in sides),
        "parties": [(party.value, PARTIES[party]) for party in Party],
        "levels": list(zip(LEVELS, LEVEL_WORDS, strict=True)),
        "specials": [(name, SPECIAL_WORDS[name]) for name in rules.special_points],
    }
