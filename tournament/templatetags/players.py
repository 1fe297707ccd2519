"""Players in templates."""

from django import template

from tournament.labels.seat_wishes import seat_wishes

register = template.Library()
register.filter("seat_wishes", seat_wishes)
