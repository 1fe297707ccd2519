"""Sentences about the tables a number of players makes."""

from django.utils.translation import gettext, ngettext

from tournament.core.table_sizes import CannotSeat, TableSizes, table_sizes


def table_sizes_sentence(sizes: TableSizes) -> str:
    """What the tables are: "16 tables of four and 2 tables of five"."""
    fours = ngettext("%(count)s table of four", "%(count)s tables of four", sizes.fours) % {
        "count": sizes.fours
    }
    fives = ngettext("%(count)s table of five", "%(count)s tables of five", sizes.fives) % {
        "count": sizes.fives
    }
    if not sizes.fives:
        return fours
    if not sizes.fours:
        return fives
    return gettext("%(fours)s and %(fives)s") % {"fours": fours, "fives": fives}


def cannot_seat_sentence(error: CannotSeat) -> str:
    """Why so many players make no tables, and which numbers next to theirs do."""
    if error.nearest_lower is None:
        sentence = ngettext(
            "%(players)s player cannot be seated: a table needs four or five. "
            "It works from %(higher)s on.",
            "%(players)s players cannot be seated: a table needs four or five. "
            "It works from %(higher)s on.",
            error.players,
        )
    else:
        sentence = gettext(
            "%(players)s players cannot be seated at tables of four and five. "
            "It works with %(lower)s or %(higher)s."
        )
    return sentence % {
        "players": error.players,
        "lower": error.nearest_lower,
        "higher": error.nearest_higher,
    }


def tables_for(players: int) -> str:
    """What so many players make: their tables, or why they make none."""
    try:
        return table_sizes_sentence(table_sizes(players))
    except CannotSeat as error:
        return cannot_seat_sentence(error)
