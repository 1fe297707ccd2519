"""Sentences about the tables a number of players makes."""

from collections import Counter

from django.utils.translation import gettext, ngettext

from tournament.core.table_sizes import CannotSeat, TableSizes, table_sizes


def table_sizes_sentence(sizes: TableSizes) -> str:
    """What the tables are: "16 tables of four and 2 tables of five"."""
    counts = Counter(sizes.sizes)
    first, *others = [_tables(counts[people], people) for people in sorted(counts)]
    if not others:
        return first
    return gettext("%(first)s and %(last)s") % {"first": first, "last": others[0]}


def _tables(count: int, people: int) -> str:
    texts = {
        4: ngettext("%(count)s table of four", "%(count)s tables of four", count),
        5: ngettext("%(count)s table of five", "%(count)s tables of five", count),
        6: ngettext("%(count)s table of six", "%(count)s tables of six", count),
        7: ngettext("%(count)s table of seven", "%(count)s tables of seven", count),
    }
    return texts[people] % {"count": count}


def tables_of(people: int) -> str:
    """What the tables of so many people are called: "Tables of five"."""
    texts = {
        4: gettext("Tables of four"),
        5: gettext("Tables of five"),
        6: gettext("Tables of six"),
        7: gettext("Tables of seven"),
    }
    return texts[people]


def cannot_seat_sentence(error: CannotSeat) -> str:
    """Why so many players make no tables, and which numbers next to theirs do."""
    if error.nearest_lower is None:
        sentence = ngettext(
            "%(players)s player cannot be seated: a table needs at least four. "
            "It works from %(higher)s on.",
            "%(players)s players cannot be seated: a table needs at least four. "
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


def tables_for(players: int, larger: bool) -> str:
    """What so many players make: their tables, or why they make none.

    `larger`: whether tables of six and seven are played.
    """
    try:
        return table_sizes_sentence(table_sizes(players, larger))
    except CannotSeat as error:
        return cannot_seat_sentence(error)
