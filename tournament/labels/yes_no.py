"""Whether something is so, in a word."""

from django.utils.translation import gettext


def yes_no(answer: object) -> str:
    """Yes or no."""
    return gettext("yes") if answer else gettext("no")
