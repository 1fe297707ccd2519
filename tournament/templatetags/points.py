"""Points with sign in templates: `{{ total|points }}`."""

from django import template

from tournament.labels.points import signed

register = template.Library()
register.filter("points", signed)
