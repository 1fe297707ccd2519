"""Series, leagues, cups and rankings as lists."""

from collections.abc import Callable, Iterable
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.lists.columns import Column, Kind, List, number_column
from tournament.lists.standings import idle_columns

Words = str | Promise


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
