"""Amounts of money in templates."""

from django import template

from tournament.labels.points import euros, short_euros, signed_euros

register = template.Library()
register.filter("euros", euros)
register.filter("signed_euros", signed_euros)
register.filter("short_euros", short_euros)
