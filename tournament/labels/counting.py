"""What a tournament ranks, in words."""

from django.utils.translation import gettext

from tournament.standings.rules.counting import Counting


def counting_words(counting: Counting) -> str:
    """Return what the points shown are, in a few words; empty where they are those played."""
    if counting.table_points:
        return gettext("Table points")
    if counting.scale:
        words = {"games": counting.scale.four}
        return gettext("tables of five converted to %(games)s games") % words
    return ""


def curve_words(counting: Counting) -> str:
    """Return what a drawing of somebody's course shows."""
    if counting.table_points:
        return gettext("Table points after each round")
    return gettext("Total after each round")


def counting_sentences(counting: Counting) -> list[str]:
    """Say how what was played becomes what is ranked; nothing where it is the same."""
    if counting.table_points:
        return [
            gettext(
                "Table points are ranked: +3, +1, −1, −3 at a table of four, +4, +2, 0, −2, −4 at "
                "one of five; equal ones share them."
            )
        ]
    if counting.scale:
        words = {"games": counting.scale.four}
        return [
            gettext("Points of tables of five are converted to %(games)s games a round.") % words
        ]
    return []
