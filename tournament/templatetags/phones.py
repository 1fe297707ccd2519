"""Links to players' phones: `{% phones_qr tournament %}`, also for the hall's screens."""

from collections.abc import Collection, Iterable
from html import escape
from itertools import groupby

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournament.exports.pdf.drawing import qr_svg, typed_address
from tournament.labels.people import affiliation_name
from tournament.labels.points import signed
from tournament.lists.columns import Column, List, text_of
from tournament.lists.html import numbered
from tournament.lists.standings import PhoneLine
from tournament.models import Tournament
from tournament.phones.reads import phone_url
from tournament.seating.reads.plans import places_in_hall
from tournament.seating.rules import arranged
from tournament.stage.reads import hall_announcement

register = template.Library()
register.filter(typed_address)

WIDE, HIGH = 76, 60
"""A table of the strip with the way beside it, in units of the drawing."""
ASIDE, AHEAD = 3, 1
"""Columns and rows shown on each side of one's own table, and half a column beyond."""


@register.inclusion_tag("components/qr.html")
def phones_qr(tournament: Tournament) -> dict[str, str]:
    """Return the QR code that opens the tournament on a phone; empty while phones are shut out."""
    return {"url": phone_url(tournament)}


@register.inclusion_tag("phones/table.html")
def phone_table(listed: List, *keys: str, by: str = "", below: str = "") -> dict[str, object]:
    """Return a list as a narrow table of these columns, those left out that are empty.

    `by`: the key of the column in whose order the rows are, which becomes a line above them.
    `below`: the keys of those that stand small below the name, with blanks between.
    """
    shown = listed.only(*keys)
    heads = [each for each in listed.columns if each.key == by]

    def head(row: object) -> str:
        return " ".join(f"{each.heading} {text_of(each, each.value(row))}" for each in heads)

    def texts(row: object) -> list[tuple[Column, str]]:
        return [(each, text_of(each, each.value(row))) for each in shown.columns]

    notes = [each for each in listed.columns if each.key in below.split()]

    def note(row: object) -> str:
        return " · ".join(text_of(each, each.value(row)) for each in notes)

    bodies = [
        (head_of, [(texts(row), note(row)) for row in rows])
        for head_of, rows in groupby(shown.rows, head)
    ]
    return {"columns": shown.columns, "bodies": bodies}


@register.inclusion_tag("phones/said.html")
def phone_said(tournament: Tournament) -> dict[str, object]:
    """Return the announcement to the hall; no query if the tournament came with its stage."""
    said = hall_announcement(tournament)
    return {"message": said[0], "until": said[1]} if said else {}


@register.inclusion_tag("phones/hall_strip.html")
def hall_strip(tournament: Tournament, tables: Collection[int], number: int) -> dict[str, object]:
    """Return the tables around this one where they stand; none where it stands alone."""
    spots = arranged(tables, places_in_hall(tournament))
    if number not in spots or len(spots) == 1:
        return {}
    columns = _around(spots[number].column, ASIDE, {spot.column for spot in spots.values()})
    rows = _around(spots[number].row, AHEAD, {spot.row for spot in spots.values()})
    beyond = range(columns.start - 1, columns.stop + 1)
    drawn = {spot.column for spot in spots.values() if spot.column in beyond}
    half = {side: 0.5 * (side in drawn) for side in (beyond.start, beyond.stop - 1)}
    return {
        "number": number,
        "spots": [
            (
                table if spot.column in columns else "",  # half a table shows no half number
                spot.column * WIDE,
                (spot.row - rows.start) * HIGH,
            )
            for table, spot in spots.items()
            if spot.column in beyond and spot.row in rows
        ],
        "left": (columns.start - half[beyond.start]) * WIDE - 5,
        "width": (len(columns) + sum(half.values())) * WIDE,
        "height": len(rows) * HIGH,
    }


def _around(place: int, aside: int, taken: Collection[int]) -> range:
    """Return the columns or rows around a place; where the hall ends, more on the other side."""
    first = max(min(place - aside, max(taken) - 2 * aside), min(taken))
    return range(first, min(first + 2 * aside, max(taken)) + 1)


@register.simple_tag
def qr(text: str) -> SafeString:
    """Return a QR code as inline SVG."""
    return mark_safe(qr_svg(text))  # noqa: S308 - a drawing of squares, without the text


@register.simple_tag
def phone_lines(tournament: Tournament, lines: Iterable[PhoneLine]) -> SafeString:
    """Return a line per row: rank, name, last round and total, the rest on a tap; no query.

    As strings: by a template a thousand took a quarter of a second after every save.
    """
    last, total, deduction = capfirst(gettext("last round")), gettext("Total"), gettext("Deduction")
    number, all_rounds = gettext("No."), gettext("All rounds")
    affiliation = affiliation_name(shows_teams=tournament.shows_teams)
    player = numbered("phone-player", tournament.phone_code)
    heading = gettext("R%(number)s")

    def written(line: PhoneLine) -> str:
        row = line.row
        facts = [(escape(heading % {"number": each}), points) for each, points in line.earlier]
        if row.adjustment:
            facts.append((deduction, signed(row.adjustment)))
        facts.append((number, str(row.number)))
        if row.affiliation:
            facts.append((affiliation, escape(row.affiliation)))
        listed = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
        note = f" <small>{escape(row.note)}</small>" if row.note else ""
        return (
            f'<details class="phone-line" id="n{row.number}"><summary>'
            f'<span class="rank">{line.rank}</span>'
            f'<span class="name">{escape(row.public_list_name)}{note}</span>'
            f'<span class="figure"><span class="visually-hidden">{last} </span>'
            f"{escape(line.last)}</span>"
            f'<strong class="figure"><span class="visually-hidden">{total} </span>'
            f"{line.total}</strong></summary>"
            f'<dl class="phone-rounds">{listed}</dl>'
            f'<p><a href="{player(row.number)}">{all_rounds}</a></p></details>\n'
        )

    return mark_safe("".join(map(written, lines)))  # noqa: S308 - every text is escaped
