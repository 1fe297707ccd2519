"""The repeated parts of the lanes, `{% lane_rows %}` of a list, `{% lane_tables %}` of a round.

Plain strings: by a template 250 tables took most of the page's time.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.lists.html import numbered
from tournament.models import Round, Seat, Tournament
from tournament.rounds.reads.rounds import SheetState, TableState
from tournament.sheets.rules.table_rules import TableRules

register = template.Library()

Line = Mapping[str, object]


@register.simple_tag
def lane_rows(rows: Iterable[Line], seats: Sequence[Seat], example: str) -> SafeString:
    """Return per game a line to type, its points for each seat, and the notes on it."""
    positions, game = [seat.position for seat in seats], escape(gettext("Game"))
    written = (_row(row, positions, game, example) for row in rows)
    return mark_safe("".join(written))  # noqa: S308 - each text is escaped


def _row(row: Line, positions: Iterable[int], game: str, example: str) -> str:
    no, dealer, line, paper = (
        escape(str(row[key])) for key in ("number", "dealer", "line", "paper")
    )
    shown = f' placeholder="{escape(example)}"' if no == "1" else ""
    said = f'aria-describedby="says-{no}" data-row="{no}"'
    runs = "".join(f'<td class="number lane-run" id="run-{no}-{seat}"></td>' for seat in positions)
    return (
        f'<tr id="game-{no}" class="lane-row"><th scope="row" class="number" id="g{no}">'
        f'<span class="visually-hidden">{game}</span> {no}</th>'
        f'<td class="number lane-dealer" id="dealer-{no}">{dealer}</td>'
        f'<td><input class="lane-line" id="l{no}" name="l{no}" value="{line}"{shown}'
        ' maxlength="120" spellcheck="false" autocapitalize="off" enterkeyhint="next"'
        f' aria-labelledby="g{no} h-l" {said} data-col="l"></td>{runs}'
        f'<td><input class="lane-stand" id="s{no}" name="s{no}" value="{paper}"'
        ' maxlength="80" spellcheck="false" enterkeyhint="next"'
        f' aria-labelledby="g{no} h-s" {said} data-col="s"></td>'
        f'<td class="findings" id="says-{no}"><span class="lane-means" id="means-{no}"></span>'
        f'<ul class="says" id="notes-{no}"></ul></td></tr>\n'
    )


@register.simple_tag
def lane_tables(
    tournament: Tournament, round: Round, places: Iterable[tuple[TableState, TableRules]]
) -> SafeString:
    """Return every table of a round: the link to its sheet, and data for the totals lane."""
    sheet = numbered("sheet", tournament.slug, round.number)
    word = escape(gettext("Table"))
    written = []
    for table, played in places:
        flags = {
            " data-adds-up": played.adds_up,
            " data-equal-parity": played.equal_parity,
            " data-in": table.state is SheetState.ENTERED,
        }
        people = "".join(f"<li>{escape(player.name)}</li>" for player in table.players)
        written.append(
            f'<li data-id="{table.pk}" data-table="{table.number}" data-code="{escape(table.code)}"'
            f' data-size="{table.size}" data-games="{played.games}"'
            f"{''.join(flag for flag, is_set in flags.items() if is_set)}>"
            f'<a href="{sheet(table.number)}?kind=totals">'
            f'<span class="visually-hidden">{word}</span>'
            f" {table.number}</a><ol hidden>{people}</ol></li>\n"
        )
    return mark_safe("".join(written))  # noqa: S308 - each text is escaped
