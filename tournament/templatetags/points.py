"""Points with sign, and tables of rounds: `{{ total|points }}`, `{{ missing|places }}`."""

from django import template

from tournament.labels.points import signed
from tournament.labels.rounds import places_in_words

register = template.Library()
register.filter("points", signed)
register.filter("places", places_in_words)
