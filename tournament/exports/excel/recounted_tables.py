"""The source sheets of all formulas: games, penalties, deductions, tables."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils.translation import gettext

from tournament.exports.base import imprint
from tournament.exports.excel.sheets import (
    FIRST_ROW,
    NOT_EMPTY,
    Book,
    Formula,
    Page,
    Place,
    count_where,
    sums_where,
)
from tournament.lists.columns import List
from tournament.lists.games import (
    GameLine,
    TableLine,
    deductions_list,
    games_list,
    penalties_list,
    table_results_list,
)
from tournament.models import Adjustment, Tournament
from tournament.sheets.reads.table_totals import ListedTable, known_averages
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.tie_breaks import asked_figures

Blocks = Mapping[tuple[int, int], tuple[int, int]]
"""The first and last row of a table in a sheet, by round and table number."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where formulas find their data; None if there is none of the kind."""

    tables: Place
    games: Place | None = None
    penalties: Place | None = None
    deductions: Place | None = None


@dataclass(frozen=True)
class Raw:
    """The contents of the source sheets, and where they are."""

    sources: Sources
    lists: Mapping[str, List]
    averages: Mapping[int, int]
    games_at: Blocks
    tables_at: Blocks


def lay_out(
    book: Book,
    tables: tuple[ListedTable, ...],
    deductions: Sequence[Adjustment],
    report: StandingsReport,
) -> Raw:
    """Lay out these sheets: contents and places."""
    asked, has_zero_sum = asked_figures(report.chain), report.control_sum is not None
    totals = {row.entry_id: row.total for row in report.rows}
    lists = {
        "games": games_list(tables, asked, has_zero_sum=has_zero_sum),
        "penalties": penalties_list(tables),
        "deductions": deductions_list(deductions, report.rounds),
        "tables": table_results_list(tables, asked, totals),
    }
    titles = {"games": gettext("Games"), "penalties": gettext("Penalties")}
    titles |= {"deductions": gettext("Deductions"), "tables": gettext("Table results")}
    kept = {key: listed for key, listed in lists.items() if listed.rows or key == "tables"}
    places = {key: book.place(titles[key], listed) for key, listed in kept.items()}
    return Raw(
        Sources(**places),
        kept,
        known_averages(tables),
        _blocks(line.table for line in lists["games"].rows),
        _blocks(line.table for line in lists["tables"].rows),
    )


def write_raw(book: Book, tournament: Tournament, raw: Raw, totals: Place, now: datetime) -> None:
    """Write them; `totals` is the place of the standings, with everybody's total."""
    places = {key: getattr(raw.sources, key) for key in raw.lists}
    formulas: Mapping[str, Mapping[str, Formula]] = {
        "games": _game_formulas(raw.sources),
        "tables": _table_formulas(raw, totals),
    }
    for key, listed in raw.lists.items():
        head = imprint(tournament, places[key].sheet, now=now)
        hidden = HIDDEN[key] & {column.key for column in listed.columns}
        page = Page(head, listed, formulas.get(key, {}), hidden)
        book.write(places[key], page)


HIDDEN = defaultdict(
    frozenset[str],
    games=frozenset({"added", "won", "solo_won"}),
    tables=frozenset({"stored", "won", "solo_won", "total", "opponents", "met"}),
)
"""Needed only by ties and the recount."""


def _blocks(tables: Iterable[ListedTable]) -> Blocks:
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for row, table in enumerate(tables, start=FIRST_ROW):
        at = table.round, table.number
        found[at] = (found.get(at, (row, row))[0], row)
    return found


def _game_formulas(sources: Sources) -> Mapping[str, Formula]:
    games, penalties = sources.games, sources.penalties
    if games is None:
        return {}

    penalty = ""
    if penalties is not None:
        keys = ("round", "table", "row", "position")
        same = [(penalties.column(key), games.cell(key)) for key in keys]
        penalty = f"={sums_where(penalties.column('points'), *same)}"

    def running(row: int, line: GameLine) -> str:
        """Add to the same person's running total in the game before."""
        own = f"{games.cell('points', row)}+{games.cell('penalty', row)}"
        before = games.cell("running", row - len(line.table.players))
        return f"={own}" if line.row == 1 else f"={before}+{own}"

    def added(row: int, line: GameLine) -> str:
        return f"=SUM({games.span('points', row - line.position + 1, row)})"

    def won(row: int, line: GameLine) -> str:
        first = row - line.position + 1
        own, last = games.cell("points", row), first + len(line.table.players) - 1
        game = games.span("points", first, last)
        return f'=IF(AND({own}<>"",{own}=MAX({game}),MAX({game})>MIN({game})),1,0)'

    def solo_won(row: int, line: GameLine) -> str:
        return f"={games.cell('won', row)}" if line.is_own_solo else ""

    found: dict[str, Formula] = {"penalty": penalty, "running": running, "added": added}
    return found | {"won": won, "solo_won": solo_won}


def _table_formulas(raw: Raw, totals: Place) -> Mapping[str, Formula]:
    tables, games = raw.sources.tables, raw.sources.games

    def of_games(key: str, row: int, line: TableLine) -> str:
        """Return the formula over a player's column in the games of this table."""
        block = raw.games_at.get((line.table.round, line.table.number))
        if games is None or block is None:
            return ""
        at = (games.column("position", *block), tables.cell("position", row))
        if key == "games":
            return f"={count_where(at, (games.column('points', *block), NOT_EMPTY))}"
        return f"={sums_where(games.column(key, *block), at)}"

    def added(row: int, line: TableLine) -> str:
        return of_games("points", row, line) + of_games("penalty", row, line).replace("=", "+", 1)

    def points(row: int, line: TableLine) -> str:
        if line.added is not None:
            return f"={tables.cell('added', row)}"
        if line.points != raw.averages[line.player.number]:
            return ""  # rounds missing from this workbook count towards the average
        # The average of the person's other rounds, rounded half up; 0 without any.
        same = (tables.span("number"), tables.cell("number", row))
        count = count_where(same, (tables.span("added"), NOT_EMPTY))
        added = sums_where(tables.span("added"), same)
        return f"=IF({count}=0,0,INT((2*{added}+{count})/(2*MAX(1,{count}))))"

    def opponents(row: int, line: TableLine) -> str:
        block = raw.tables_at[line.table.round, line.table.number]
        return f"=SUM({tables.span('total', *block)})-{tables.cell('total', row)}"

    same = totals.column("number"), tables.cell("number")
    return {
        "added": added,
        "games": partial(of_games, "games"),
        "points": points,
        "won": partial(of_games, "won"),
        "solo_won": partial(of_games, "solo_won"),
        "total": f"={sums_where(totals.column('total'), same)}",
        "opponents": opponents,
    }
