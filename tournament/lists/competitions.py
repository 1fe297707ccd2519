"""Series, leagues, cups and rankings as lists."""

from collections.abc import Callable, Iterable
from typing import Any

from django.urls import reverse
from django.utils.dateparse import parse_date
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.archives.reads import tournament_by_origin
from tournament.archives.rules.archive import CompetitionFile
from tournament.lists.columns import Column, Kind, List, day_column, number_column
from tournament.lists.standings import idle_columns

Words = str | Promise


def archived_tournaments_list(file: CompetitionFile) -> List:
    """Return the tournaments in the file of a competition, and which of them are here already."""
    archives = [each.about for each in file.tournaments.values()]
    rows = [(each, each["tournament"]) for each in archives]

    def state(row: tuple[Any, Any]) -> str:
        is_here = tournament_by_origin(str(row[1]["origin"]))
        return gettext("here already") if is_here else gettext("new")

    columns = (
        Column("name", gettext("Tournament"), lambda row: row[1]["name"], Kind.NAME),
        day_column("day", lambda row: parse_date(row[1]["date"] or "")),
        number_column("players", gettext("Players"), lambda row: row[0]["counts"]["entry"]),
        Column("state", gettext("State"), state),
    )
    return List(columns, rows)


def competitions_list(
    page: str,
    about: tuple[str, Words, Callable[[Any], str]],
    held: tuple[str, Words],
    every: Iterable[Any],
    heading: Words,
) -> List:
    """Return all of a kind, each linked to its `page`, with the number of what it holds (`held`).

    about and held: key and heading of these columns, and what the first one says.
    """
    rows, (key, title, words), (counted, of_counted) = tuple(every), about, held

    def link(each: Any) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse(page, args=[each.slug]), each.name)

    columns = (
        Column("name", str(heading), lambda each: each.name, Kind.NAME, html=link),
        Column(key, str(title), words),
        number_column(counted, str(of_counted), lambda each: each.held),
    )
    return List(columns, rows, idle_columns(columns, rows, key))
