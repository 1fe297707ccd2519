"""The value calculator beside a list: `{% value_calculator at %}`; one for all tables of a kind."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from scoring.game import Party
from tournament.core.table_rules import TableRules
from tournament.forms.game_values import LEVELS, asked, card_points
from tournament.labels.game_values import LEVEL_WORDS, SPECIAL_WORDS
from tournament.labels.games import PARTIES
from tournament.labels.row_kinds import row_kind

register = template.Library()


@register.simple_tag
def value_calculator(at: TableRules) -> SafeString:
    """The dialog that finds the value of a game at such a table."""
    return _written(at, get_language())


@lru_cache(maxsize=32)
def _written(at: TableRules, _language: str | None) -> SafeString:
    return render_to_string("desk/value.html", _context(at))


def _context(at: TableRules) -> dict[str, object]:
    """What can be chosen, and what is asked about each kind of game."""
    rules = at.rules
    asked_of = {kind.name: asked(kind, at) for kind in rules.kinds}
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
