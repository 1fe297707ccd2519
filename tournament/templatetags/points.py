"""Figures in words: `{{ total|points }}`, `{{ fee|euros }}`, `{{ missing|places }}`."""

from django import template

from tournament.labels.draws import table_sizes_sentence, tables_of
from tournament.labels.points import (
    average_words,
    euros,
    match_points_words,
    short_euros,
    signed,
    signed_euros,
)
from tournament.labels.rounds import places_in_words

register = template.Library()
register.filter("points", signed)
register.filter("match_points", match_points_words)
register.filter("average", average_words)
register.filter("euros", euros)
register.filter("signed_euros", signed_euros)
register.filter("short_euros", short_euros)
register.filter("places", places_in_words)
register.filter("tables_of", tables_of)
register.filter("table_sizes", table_sizes_sentence)
