"""Points and tables in words: `{{ total|points }}`, `{{ missing|places }}`, `{{ 5|tables_of }}`."""

from django import template

from tournament.labels.draws import table_sizes_sentence, tables_of
from tournament.labels.points import average_words, signed
from tournament.labels.rounds import places_in_words

register = template.Library()
register.filter("points", signed)
register.filter("average", average_words)
register.filter("places", places_in_words)
register.filter("tables_of", tables_of)
register.filter("table_sizes", table_sizes_sentence)
