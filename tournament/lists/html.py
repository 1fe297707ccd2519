"""Links and rows of lists as HTML.

Plain strings: rendered cell by cell through templates, the same rows took 15 times as long.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext

from tournament.labels.points import signed
from tournament.lists.columns import Column, Kind, List, Marked, Value, figure_of, text_of


@lru_cache(maxsize=256)
def numbered(name: str, *before: str | int) -> Callable[[int], str]:
    """Return a function from number to URL; the number comes after the arguments `before`.

    For many people: reversing each took longer than rendering the rest of its row.
    """
    start, _zero, end = reverse(name, args=[*before, 0]).rpartition("/0/")
    return lambda number: f"{start}/{number}/{end}"


def player_link(slug: str, entry_id: int, name: str) -> SafeString:
    """Return a name linked to the player's page; no query."""
    address = numbered("player", slug)(entry_id)
    return SafeString(f'<a href="{address}">{conditional_escape(name)}</a>')


def person_link(person_id: int, name: str) -> SafeString:
    """Return a name linked to the person's page; no query."""
    return format_html('<a href="{}">{}</a>', numbered("person")(person_id), name)


Write = Callable[[Any], str]  # renders a row, or one of its cells


def page_row(
    listed: List,
    people: str = "",
    *,
    stacks: bool = False,
    acts: Write | None = None,
    attributes: Callable[[Any], Mapping[str, object]] | None = None,
) -> Callable[[Any], SafeString]:
    """Return the function that renders a row on a page.

    people: the address of the page of person 0: then names link to pages, and each row has the id
    of its person. stacks: on a phone a row becomes a block, each cell with its heading, below the
    name; otherwise a phone shows club, team or members below the name, not beside it. acts:
    renders the row's buttons, in a last cell. attributes: of the row.
    """
    entry_of, (before, _zero, after) = listed.entry_of, people.rpartition("/0/")
    minor = (each for each in listed.columns if "minor" in each.classes.split())
    below = next((each for each in minor if each.key in ("club", "team", "members")), None)

    def name(column: Column) -> Write:
        def write(row: Any) -> str:
            shown: str = (
                conditional_escape(column.html(row))
                if column.html
                else escape(str(column.value(row)))
            )
            if people and entry_of:
                shown = f'<a href="{before}/{entry_of(row)}/{after}">{shown}</a>'
            if stacks:
                return f'<th scope="row" class="name">{shown}</th>'
            beside = f' data-below="{escape(str(below.value(row) or ""))}"' if below else ""
            return f'<td class="name"{beside}>{shown}</td>'

        return write

    def cell(column: Column) -> Write:
        classes = f' class="{column.classes}"' if column.classes else ""
        label = f' data-label="{escape(column.heading)}"' if stacks else ""
        start, html, value = f"<td{classes}{label}>", column.html, column.value
        if html:
            return lambda row: f"{start}{conditional_escape(html(row))}</td>"
        known = _cells(start, column.kind, column.missing, get_language())
        return lambda row: known[(shown := value(row)), shown.__class__]

    cells = [name(each) if each.is_name else cell(each) for each in listed.columns]
    if acts:
        cells.append(lambda row: f"<td>{conditional_escape(acts(row))}</td>")

    def show(row: Any) -> SafeString:  # every value is escaped
        marks = f' id="player-{entry_of(row)}"' if people and entry_of else ""
        for key, value in attributes(row).items() if attributes else ():
            marks += f' {key}="{escape(str(value))}"' if value else ""
        return SafeString(f"<tr{marks}>{''.join([write(row) for write in cells])}</tr>\n")

    return show


class _Cells(dict[tuple[Any, ...], str]):
    """The cells of a column by all they show: few differ after an entry."""

    MOST = 1000

    def __init__(self, write: Callable[..., str]) -> None:
        self._write = write

    def __missing__(self, shown: tuple[Any, ...]) -> str:
        if len(self) >= self.MOST:
            self.clear()
        self[shown] = written = self._write(*shown)
        return written


@lru_cache(maxsize=64)
def _cells(start: str, kind: Kind, missing: str, _language: str | None) -> _Cells:
    """Return the cells so far of columns that look like this, by value and type (1 is not 1.0)."""
    column = Column("", "", figure_of, kind, missing=missing)
    return _Cells(lambda value, _type: f"{start}{_text(column, value)}</td>")


def act_button(words: str, about: str, **attributes: object) -> SafeString:
    """Return a row's button, for the form around its list; `about` is added for screen readers."""
    marks = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    return format_html(
        '<button class="button small"{}>{}<span class="visually-hidden">: {}</span></button>',
        *(SafeString(marks), words, about),  # every value is escaped
    )


def _text(column: Column, value: Value) -> str:
    if column.kind is Kind.CURVE:
        return str(value or "")
    if column.kind is Kind.MOVE:
        if not isinstance(value, int) or not value:
            return ""
        # A sign with the number of places risen or, below 0, fallen.
        count, sign, kind = abs(value), "▲", "up"
        words = ngettext("%(count)s place up", "%(count)s places up", count)
        if value < 0:
            sign, kind = "▼", "down"
            words = ngettext("%(count)s place down", "%(count)s places down", count)
        return (
            f'<span class="{kind}" aria-hidden="true">{sign}\N{THIN SPACE}{count}</span>'
            f'<span class="visually-hidden">{escape(words % {"count": count})}</span>'
        )
    if not isinstance(value, Marked):
        return escape(text_of(column, value))
    if value.struck:
        return f"<s>{signed(value.points)}</s>"
    return f'{signed(value.points)}<span class="footmark">{escape(value.mark)}</span>'
