"""`{{ name|letters:"podium" }}`: the class of the letters in which a name fits there."""

from django import template

from tournament.exports.pdf.letters import letters_for

register = template.Library()


@register.filter
def letters(name: str, place: str) -> str:
    """Return the class of the largest letters in which the name fits at this place of a paper."""
    return f"letters-{letters_for(name, place)}"
