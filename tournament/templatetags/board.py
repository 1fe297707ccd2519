"""The tables of a round: as tiles of the board, in lines, and as a picture of the hall.

Tiles are plain strings: every open board polls for them every few seconds, and 250 of them took
most of the time when rendered by a template. The picture is SVG: it prints without a script.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from html import escape
from itertools import starmap
from typing import Any

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, pgettext

from scoring.terms import FIVE_TABLE
from tournament.labels.rounds import BOARD_STATES, SHAPES, sheet_words, table_words, time_of_day
from tournament.lists.calls import minutes_words
from tournament.lists.html import numbered
from tournament.lists.people import note_of
from tournament.models import Round, Tournament
from tournament.people.reads.players import noted_at_tables
from tournament.rounds.reads.board import Board, BoardState, BoardTable
from tournament.rounds.reads.rounds import TableState
from tournament.seating.reads.plans import places_in_hall
from tournament.seating.rules import MOST, Arrivals, Spot, arranged
from tournament.templatetags.clock import milliseconds
from tournament.templatetags.players import players_with_points

register = template.Library()

TableOnPage = tuple[TableState, BoardTable]

WIDE, HIGH, GAP = 76, 60, 8
ROOM = 4
"""Free columns and rows beyond the last ones, to move tables to."""
MOST_ON_PHONES = 7
"""Columns that fit on a phone's screen."""
CURVE_WIDE, CURVE_HIGH = 600, 72
ROUNDS_KEPT, TABLES_KEPT = 16, 300
"""Whose tiles and numbers are kept written, in a language: few differ after an entry."""


@register.simple_tag
def board_tiles(
    tournament: Tournament, round: Round, tiles: Iterable[tuple[BoardTable, str]]
) -> SafeString:
    """Return a tile for each table without a sheet, linked to it, with its button; one query.

    The button's name says what can be noted about the paper: "here", "gone" or "" for none.
    Players with a note are told to those who run the tournament, who alone see tiles.
    """
    noted = {
        number: format_html_join(  # after the name for those who listen
            " ",
            '<span class="tile-note"><span class="visually-hidden">{}:</span> {}</span>',
            ((entry.person.list_name, note_of(entry)) for entry in entries),
        )
        for number, entries in noted_at_tables(round).items()
    }
    write = _tile_writer(tournament.slug, round.number, get_language())
    return mark_safe(  # noqa: S308 - words of ours and figures
        "".join([write(on, act, noted.get(on.number, "")) for on, act in tiles])
    )


@lru_cache(maxsize=ROUNDS_KEPT)
def _tile_writer(
    slug: str, round_number: int, _language: str | None
) -> Callable[[BoardTable, str, str], str]:
    """Return what writes a tile; tiles are kept, since an entry changes few of them."""
    sheet = numbered("sheet", slug, round_number)
    table = gettext("Table")
    acts = {"here": capfirst(pgettext("table", "at the desk")), "gone": gettext("Not here")}
    states = {state: str(BOARD_STATES[state]) for state in BoardState}

    @lru_cache(maxsize=TABLES_KEPT)
    def written(on: BoardTable, act: str, notes: str) -> str:
        number, state = on.number, on.state
        is_running = on.state is BoardState.RUNNING
        begun = on.received_at or (is_running and on.started_at)
        times = [gettext("since %(time)s") % {"time": f"{localtime(begun):%H:%M}"}] if begun else []
        if is_running and on.extra_minutes and not on.received_at:
            times.append(gettext("+%(minutes)s min") % {"minutes": on.extra_minutes})
        more = escape(" ".join(times))
        if on.due_since:
            more = due_for(on)
        beside = f'<span class="tile-notes">{notes}</span>' if more and notes else ""
        button = (
            f'<button class="button small" form="board-papers" name="{act}" value="{number}">'
            f'{acts[act]}<span class="visually-hidden">, {table} {number}</span></button>'
            if act
            else ""
        )
        return (
            f'<li data-table="{number}"><a class="tile {state}" href="{sheet(number)}">'
            f'<span class="visually-hidden">{table}</span> <strong>{number}</strong> '
            f"{beside}"
            f'<span class="tile-state"><span aria-hidden="true">{SHAPES[state]}</span> '
            f'{states[state]}</span> <span class="tile-more">{more or notes}</span></a>'
            f"{button}</li>\n"
        )

    return written


@register.simple_tag
def table_chips(tournament: Tournament, round: Round, tables: Iterable[BoardTable]) -> SafeString:
    """Return tables with a sheet as numbers, linked to it; only exceptions in words; no query."""
    write = _chip_writer(tournament.slug, round.number, get_language())
    return mark_safe("".join(map(write, tables)))  # noqa: S308 - each word is escaped


@lru_cache(maxsize=ROUNDS_KEPT)
def _chip_writer(
    slug: str, round_number: int, _language: str | None
) -> Callable[[BoardTable], str]:
    """Return what writes the number of a table with a sheet; they are kept."""
    sheet = numbered("sheet", slug, round_number)

    @lru_cache(maxsize=TABLES_KEPT)
    def written(on: BoardTable) -> str:
        says = table_words(on.number, on.state, None, awaits_direction=on.awaits_direction)
        more, look = "", on.state
        if on.awaits_direction:
            more, look = gettext("dealt out of turn: to be confirmed"), BoardState.DUE
        elif on.is_ruled:
            more = gettext("set by the direction")
            says = f"{says}, {more}"
        shape = f'<span aria-hidden="true">{SHAPES[on.state]}</span>'
        return (
            f'<li data-table="{on.number}"><a class="chip {look}" href="{sheet(on.number)}" '
            f'title="{escape(says)}" aria-label="{escape(says)}"><strong>{on.number}</strong> '
            f"{shape} {escape(more)}</a></li>\n"
        )

    return written


@register.simple_tag(takes_context=True)
def table_rows(context: Mapping[str, Any], tables: Iterable[TableOnPage]) -> SafeString:
    """Return tables of a round, each in one line: its sheet, state, people, since when, acts."""
    tournament, round, noted = context["tournament"], context["round"], context["noted"]
    sheet = numbered("sheet", tournament.slug, round.number)
    name, five = gettext("Table %(number)s"), escape(gettext("table of five"))
    last = _code_or_acts(context)

    def written(table: TableState, on: BoardTable) -> str:
        number = table.number
        state = sheet_state(table, on) if round.published_at else ""
        size = f'<span class="badge">{five}</span>' if table.size == FIVE_TABLE else ""
        return (
            f'<li class="table-row" id="table-{number}">'
            f'<a href="{sheet(number)}" class="table-name">{escape(name % {"number": number})}</a>'
            f"<span>{state}\n{size}</span>"
            f'<span class="table-people">{players_with_points(tournament, table.lines, noted)}'
            f'</span><span class="table-since hint">{"".join(_since(table, on))}</span>'
            f"{last(table, on)}</li>\n"
        )

    return mark_safe("".join(starmap(written, tables)))  # noqa: S308 - each word is escaped


def _since(table: TableState, on: BoardTable) -> Iterator[str]:
    """Yield since when a table is as it is, who types it, and what time it has of its own."""
    words = []
    if on.due_since:
        yield f"<span>{due_for(on)}</span>"
    if on.received_at:
        words.append(gettext("since %(time)s") % {"time": time_of_day(on.received_at)})
    if table.drafted_by:
        words.append(gettext("being typed by %(who)s") % {"who": ", ".join(table.drafted_by)})
    if on.started_at:
        words.append(gettext("began at %(at)s.") % {"at": time_of_day(on.started_at)})
    if minutes := table.extra_minutes:
        words.append(f"{minutes_words(minutes)} ({table.extra_initials})")
    yield from (f"<span>{escape(each)}</span>" for each in words)


def _code_or_acts(context: Mapping[str, Any]) -> Callable[[TableState, BoardTable], str]:
    """Return what writes the end of a table's line: its code, behind ⋯ with what is done rarely."""
    place = [context["tournament"].slug, context["round"].number]
    more, code = escape(pgettext("menu", "More")), escape(gettext("Sheet code"))
    name = gettext("Table %(number)s")
    acts = [
        (numbered(page, *place), escape(words), only_missing)
        for may, page, words, only_missing in (
            ("may_extend_time", "extra-time", gettext("Other time"), False),
            ("may_rule", "sheet-ruling", gettext("Table cannot be counted"), True),
        )
        if context[may]
    ]

    def written(table: TableState, on: BoardTable) -> str:
        if not (acts and (on.is_missing or on.has_own_time)):
            return (
                f'<span class="hint"><span class="visually-hidden">{code}</span> '
                f"{escape(table.code)}</span>"
            )
        links = "".join(
            f'<li><a href="{address(table.number)}">{words}</a></li>'
            for address, words, only_missing in acts
            if on.is_missing or not only_missing
        )
        says = escape(name % {"number": table.number})
        return (
            f'<details class="menu table-acts" name="table-acts"><summary aria-label="{more}: '
            f'{says}">⋯</summary><ul><li class="hint">{code} {escape(table.code)}</li>{links}</ul>'
            "</details>"
        )

    return written


def sheet_state(table: TableState, on: BoardTable) -> SafeString:
    """Return the state of a table's sheet as on the board: shape and word, then colour."""
    word = sheet_words(on.state, is_ruled=on.is_ruled)
    shape = f'<span aria-hidden="true">{SHAPES[on.state]}</span>'
    parts = [f'<span class="table-state {on.state}">{shape} {escape(word)}</span>']
    for is_so, look, words in (
        (table.has_exceptions, "waiting", gettext("with exception")),
        (on.awaits_direction, "action", gettext("dealt out of turn: to be confirmed")),
    ):
        if is_so:
            parts.append(f'<span class="badge {look}">{escape(words)}</span>')
    return mark_safe("\n".join(parts))  # noqa: S308 - each word is escaped


@register.simple_tag
def due_for(table: BoardTable) -> SafeString:
    """Return for how many minutes the sheet of a table is due; clock.js counts on."""
    if not table.due_since:
        return SafeString()
    since = milliseconds(table.due_since)
    minutes = f'<span data-minutes-since="{since}">{table.due_minutes}</span>'
    words = escape(gettext("since {minutes} min")).format(minutes=minutes)
    return mark_safe(words)  # noqa: S308 - words of ours and figures


@register.inclusion_tag("components/hall_map.html")
def hall_map(
    tournament: Tournament,
    round: Round,
    board: Board,
    asked_for: Collection[int] | None = None,
) -> dict[str, object]:
    """Return a round's tables where they stand, coloured as on the board; no query.

    asked_for: the relevant tables, default all; others are pale.
    """
    tables = {table.number: table for table in board.tables}
    spots = arranged(tables, places_in_hall(tournament))
    wanted = tables.keys() if asked_for is None else asked_for
    sheet = numbered("sheet", tournament.slug, round.number)
    from_the_front = sorted(spots.items(), key=lambda each: (each[1].row, each[1].column))
    return {
        "round": round,
        "hall": _hall(*_size(spots)),
        "tables": mark_safe(  # noqa: S308 - words of ours and figures
            "".join(
                _table_in_hall(tables[number], spot, sheet(number), is_wanted=number in wanted)
                for number, spot in from_the_front
            )
        ),
        "counts": [
            (state, SHAPES[state], BOARD_STATES[state], board.counts[state])
            for state in board.states
            if board.counts.get(state)
        ],
    }


def _table_in_hall(on: BoardTable, spot: Spot, address: str, *, is_wanted: bool) -> str:
    says = escape(
        table_words(on.number, on.state, on.due_since, awaits_direction=on.awaits_direction)
    )
    more = ""
    if on.due_since:
        since = milliseconds(on.due_since)
        more = f'<tspan data-minutes-since="{since}">{on.due_minutes}</tspan> min'
    elif on.received_at:
        more = f"{localtime(on.received_at):%H:%M}"
    elif on.extra_minutes and on.state is BoardState.RUNNING:
        more = f"+{on.extra_minutes} min"
    elif on.awaits_direction:
        more = "§ ?"
    if more:
        more = f'<text class="spot-more" x="9" y="43">{more}</text>'
    return (
        f'<g class="spot {on.state}{"" if is_wanted else " aside"}" data-table="{on.number}" '
        f'transform="translate({spot.column * WIDE} {spot.row * HIGH})">'
        f'<a href="{address}" aria-label="{says}"><title>{says}</title>'
        f'<rect width="{WIDE - GAP}" height="{HIGH - GAP}" rx="7"/>'
        f'<text class="spot-number" x="9" y="25">{on.number}</text>'
        f'<text class="spot-shape" x="59" y="24" text-anchor="end">{SHAPES[on.state]}</text>'
        f"{more}</a></g>\n"
    )


@register.inclusion_tag("components/hall_to_come.html")
def hall_to_come(spots: Mapping[int, Spot]) -> dict[str, object]:
    """Return the tables where they will stand, before anybody has a seat; no query."""
    pieces = [(number, spot.column * WIDE, spot.row * HIGH) for number, spot in spots.items()]
    return {"pieces": pieces, "hall": _hall(*_size(spots))}


@register.inclusion_tag("components/hall_grid.html")
def hall_grid(spots: Mapping[int, Spot]) -> dict[str, object]:
    """Return the tables as pieces on a grid, on which hall.js moves them."""
    columns, rows = (min(MOST, ROOM + most) for most in _size(spots))
    pieces = [(number, spot, spot.column * WIDE, spot.row * HIGH) for number, spot in spots.items()]
    return {
        "pieces": pieces,
        "columns": columns,
        "rows": rows,
        "hall": _hall(columns, rows),
        "wide": WIDE,
        "high": HIGH,
    }


def _size(spots: Mapping[int, Spot]) -> tuple[int, int]:
    """Return how many columns and rows these places take."""
    columns = 1 + max((spot.column for spot in spots.values()), default=0)
    return columns, 1 + max((spot.row for spot in spots.values()), default=0)


def _hall(columns: int, rows: int) -> dict[str, int | bool]:
    """Return the sizes of a picture; a wide one scrolls on a phone, so that it stays legible."""
    return {
        "width": columns * WIDE,
        "height": rows * HIGH,
        "is_wide": columns > MOST_ON_PHONES,
        "table_width": WIDE - GAP,
        "table_height": HIGH - GAP,
    }


@register.inclusion_tag("components/sheets_curve.html")
def sheets_curve(
    arrivals: Arrivals, wide: int = CURVE_WIDE, high: int = CURVE_HIGH
) -> dict[str, object]:
    """Return how the sheets came in, as a small curve from none to all; no query."""
    minute = timedelta(minutes=1)
    ends = max(arrivals.end, arrivals.all_in_at or arrivals.end)
    whole = max((ends - arrivals.start) / minute, 1)

    def spot(moment: datetime, count: int) -> str:
        across = (moment - arrivals.start) / minute * wide / whole
        return f"{across:.0f},{high - count * high // arrivals.expected}"

    moments = [
        min(arrivals.start + (at + 1) * arrivals.step * minute, arrivals.end)
        for at in range(len(arrivals.totals))
    ]
    points = [
        spot(arrivals.start, 0),
        *(spot(*each) for each in zip(moments, arrivals.totals, strict=True)),
    ]
    last = points[-1]
    return {
        "arrivals": arrivals,
        "line": " ".join(points),
        "area": f"0,{high} {' '.join(points)} {last.partition(',')[0]},{high}",
        "outlook": arrivals.all_in_at and f"{last} {spot(arrivals.all_in_at, arrivals.expected)}",
        "box_width": wide + 4,
        "box_height": high + 8,  # the line has a width, too
    }
