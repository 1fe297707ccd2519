"""Formulas of a workbook: its source sheets, then totals, averages and ranks in lists.

Columns that a press on + unfolds hold what decides between equal totals (greater is better), and
the figures the program has computed.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import partial
from typing import Any

from django.utils.translation import gettext

from scoring.model import FIVE_TABLE
from tournament.exports.base import plain_imprint
from tournament.exports.excel.book import Book
from tournament.exports.excel.page import (
    FIRST_ROW,
    NOT_EMPTY,
    Formula,
    Page,
    Place,
    clean,
    count_where,
    sums_where,
)
from tournament.lists.columns import Column, Kind, List, Marked, Value
from tournament.lists.games import (
    GAME_FIGURES,
    GameFigure,
    GameLine,
    TableLine,
    deductions_list,
    games_list,
    penalties_list,
    table_results_list,
)
from tournament.lists.standings import MemberLine
from tournament.models import Adjustment, Tournament
from tournament.sheets.reads.table_totals import ListedTable, known_averages
from tournament.sheets.rules.results import TournamentResults
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.counting import Counting
from tournament.standings.rules.tie_breaks import CRITERIA, Key
from tournament.standings.rules.tie_breaks.criterion import fields_of

Blocks = Mapping[tuple[int, int], tuple[int, int]]
"""The first and last row of a table in a sheet, by round and table number."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where formulas find their data; None if there is none of the kind."""

    tables: Place
    games: Place | None = None
    penalties: Place | None = None
    deductions: Place | None = None

    @property
    def counted(self) -> str:
        """The column of the table results that is ranked."""
        return "counted" if "counted" in self.tables.letters else "points"


@dataclass(frozen=True)
class Raw:
    """The contents of the source sheets, and where they are."""

    sources: Sources
    lists: Mapping[str, List]
    averages: Mapping[int, int]
    games_at: Blocks
    tables_at: Blocks
    counting: Counting


def lay_out(
    book: Book,
    tables: tuple[ListedTable, ...],
    deductions: Sequence[Adjustment],
    report: StandingsReport,
) -> Raw:
    """Lay out these sheets: contents and places."""
    asked = {name for code in report.chain for name in fields_of(CRITERIA[code].formula)}
    has_zero_sum = report.control_sum is not None
    totals = {row.entry_id: row.total for row in report.rows}
    lists = {
        "games": games_list(tables, asked, has_zero_sum=has_zero_sum),
        "penalties": penalties_list(tables),
        "deductions": deductions_list(deductions, report.rounds),
        "tables": table_results_list(tables, asked, totals, report.counting),
    }
    titles = {"games": gettext("Games"), "penalties": gettext("Penalties")}
    titles |= {"deductions": gettext("Deductions"), "tables": gettext("Table results")}
    kept = {
        key: add_rows_as_written(listed, WRITTEN.get(key))
        for key, listed in lists.items()
        if listed.rows or key == "tables"
    }
    places = {key: book.place(titles[key], listed) for key, listed in kept.items()}
    return Raw(
        Sources(**places),
        kept,
        known_averages(tables),
        _blocks(line.table for line in lists["games"].rows),
        _blocks(line.table for line in lists["tables"].rows),
        report.counting,
    )


def pages(
    tournament: Tournament, raw: Raw, totals: Place, now: datetime
) -> Iterator[tuple[Place, Page]]:
    """Yield them; `totals` is the place of the standings, with everybody's total."""
    formulas: Mapping[str, Mapping[str, Formula]] = {
        "games": _game_formulas(raw.sources),
        "tables": _table_formulas(raw, totals),
    }
    for key, listed in raw.lists.items():
        place = getattr(raw.sources, key)
        head = plain_imprint(tournament, place.sheet, now=now)
        needed = HIDDEN[key] | GAME_FIGURES.keys()
        hidden = needed & {column.key for column in listed.columns}
        own = {**formulas.get(key, {}), **row_as_it_stands(place, listed, WRITTEN.get(key))}
        yield place, Page(head, listed, own, hidden | AS_WRITTEN)


AS_WRITTEN = frozenset({"row_now", "row_written"})
WRITTEN = {
    "games": (
        *("round", "table", "row", "position", "number"),
        *("dealer", "kind", "soloist", "points"),
    ),
    "tables": ("round", "table", "position", "number", "source"),
}
"""The columns of these lists that no formula fills; of the others all."""


def add_rows_as_written(listed: List, keys: Collection[str] | None = None) -> List:
    """Return the list with two hidden columns: these columns as one text, now and as written."""
    columns = [each for each in listed.columns if keys is None or each.key in keys]

    def joined(row: Any) -> str:
        values = (column.value(row) for column in columns)
        # A formula joins cells to a text without the marks of footnotes.
        shown = (each.points if isinstance(each, Marked) else each for each in values)
        return "|".join("" if each is None else clean(str(each)) for each in shown)

    now = Column("row_now", gettext("Row as it stands"), joined)
    written = replace(now, key="row_written", heading=gettext("Row in the program"))
    return replace(listed, columns=(*listed.columns, now, written))


def row_as_it_stands(
    place: Place, listed: List, keys: Collection[str] | None = None
) -> Mapping[str, Formula]:
    """Return the formula of the first of them."""
    cells = [
        place.cell(each.key)
        for each in listed.columns
        if each.key not in AS_WRITTEN and (keys is None or each.key in keys)
    ]
    return {"row_now": '=""&' + '&"|"&'.join(cells)}


HIDDEN = defaultdict(
    frozenset[str],
    games=frozenset({"added"}),
    tables=frozenset({"stored", "total", "opponents", "met"}),
)
"""Needed only by ties and the recount, as the figures of games are."""


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

    def counted(figure: GameFigure, before: Collection[str], row: int, line: GameLine) -> str:
        if not figure.where(line.game, line.position):
            return ""
        first = row - line.position + 1
        cells = {
            "own": games.cell("points", row),
            "game": games.span("points", first, first + len(line.table.players) - 1),
            **{key: games.cell(key, row) for key in before},
        }
        return f"={figure.formula.format(**cells)}"

    found: dict[str, Formula] = {"penalty": penalty, "running": running, "added": added}
    for key, figure in GAME_FIGURES.items():
        before = fields_of(figure.formula) & GAME_FIGURES.keys()
        found[key] = partial(counted, figure, before)
    return found


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

    def counted(row: int, line: TableLine) -> str:
        block = raw.tables_at[line.table.round, line.table.number]
        own = tables.cell("points", row)
        if raw.counting.table_points:
            others = tables.span("points", *block)
            return f"={count_where((others, below(own)))}-{count_where((others, above(own)))}"
        scale, games, size = raw.counting.scale, line.table.games, len(line.table.players)
        if scale is None or size != FIVE_TABLE or not games.played:
            return f"={own}"
        if not games.listed:  # everybody sat out as often
            return f"=ROUND({own}*{scale.four * size}/{scale.five * (size - 1)},0)"
        of_table = f"SUM({tables.span('games', *block)})*{scale.four}"
        return f"=ROUND({own}*{of_table}/({scale.five * (size - 1)}*{tables.cell('games', row)}),0)"

    def opponents(row: int, line: TableLine) -> str:
        block = raw.tables_at[line.table.round, line.table.number]
        return f"=SUM({tables.span('total', *block)})-{tables.cell('total', row)}"

    same = totals.column("number"), tables.cell("number")
    return {
        "added": added,
        "games": partial(of_games, "games"),
        "points": points,
        "counted": counted,
        **{key: partial(of_games, key) for key in GAME_FIGURES},
        "total": f"={sums_where(totals.column('total'), same)}",
        "opponents": opponents,
    }


MILLION = 1_000_000
"""An average that decides is compared in whole millionths: cells hold no fractions."""
Formulas = dict[str, str]


@dataclass(frozen=True, slots=True)
class DecidingColumn:
    """A column that decides between equal totals; `formula` is written for its own sheet."""

    column: Column
    formula: Callable[[Place], str]


def above(cell: str) -> str:
    """Return the condition that a figure is greater than that cell."""
    return f'">"&{cell}'


def below(cell: str) -> str:
    """Return the condition that a figure is less than that cell."""
    return f'"<"&{cell}'


def points_and_deductions(sources: Sources, place: Place, rounds: int) -> dict[str, Formula]:
    """Return formulas of what ranks a person in each round, and of the deductions."""

    def unless_missed(number: int, formula: str, _row: int, line: Any) -> str:
        return "" if number in line.missed else formula

    points = {
        f"r{each}": partial(unless_missed, each, points_of_round(sources, place, each))
        for each in range(1, rounds + 1)
    }
    return {**points, "adjustment": deductions(sources, place, rounds)}


def points_of_round(sources: Sources, place: Place, number: int, key: str = "") -> str:
    """Return the formula of what ranks a person in a round; `key`: of another column."""
    tables = sources.tables
    own = tables.column("number"), place.cell("number")
    figures = tables.column(key or sources.counted)
    return f"={sums_where(figures, own, (tables.column('round'), number))}"


def points_played(sources: Sources, place: Place, _row: int, line: MemberLine) -> str:
    """Return the formula of what a member has played in the rounds that count for the group."""
    rounds = [at for at, is_counted in enumerate(line.member.counted, start=1) if is_counted]
    return "".join(
        points_of_round(sources, place, each, "points").replace("=", "+", at > 0)
        for at, each in enumerate(rounds)
    )


def deductions(sources: Sources, place: Place, last: int) -> str:
    """Return the formula of deductions up to a round; "" if there are none at all."""
    found = sources.deductions
    if found is None:
        return ""
    own = found.column("number"), place.cell("number")
    until = found.column("first"), f'"<={last}"'
    return f"={sums_where(found.column('points'), own, until)}"


def total(place: Place, rounds: int) -> str:
    """Return the formula of the total after that many rounds."""
    return f"=SUM({span_of_rounds(place, rounds)})+{place.cell('adjustment')}"


def span_of_rounds(place: Place, rounds: int) -> str:
    """Return the cells with the points of the rounds."""
    return f"{place.cell('r1')}:{place.cell(f'r{rounds}')}"


def places(place: Place, rounds: int, by: Sequence[DecidingColumn]) -> Formulas:
    """Return formulas of total, rank (1 plus the number who are better) and what decides ties."""
    keys = ["total", *(each.column.key for each in by)]
    ranked = (place.span("ranked"), 1)
    better = [
        count_where(
            ranked,
            *((place.span(same), place.cell(same)) for same in keys[:at]),
            (place.span(key), above(place.cell(key))),
        )
        for at, key in enumerate(keys)
    ]
    decides = {each.column.key: each.formula(place) for each in by}
    return {"total": total(place, rounds), "rank": f"=1+{'+'.join(better)}", **decides}


def add_columns(
    listed: List, more: Iterable[Column] = (), *, has_ranked: bool = True
) -> tuple[List, tuple[str, ...]]:
    """Return the list with the hidden columns behind it, and their keys."""
    shown = {column.key: column for column in listed.columns}
    ranked = Column("ranked", gettext("Ranked"), lambda row: int(row.rank is not None), Kind.NUMBER)
    in_program = gettext("Total in the program")
    behind = (
        *more,
        *([ranked] if has_ranked else ()),
        replace(shown["rank"], key="stored_rank", heading=gettext("Rank in the program")),
        replace(shown["total"], key="stored_total", heading=in_program, classes=""),
    )
    hidden = tuple(each.key for each in behind)
    return replace(listed, columns=(*listed.columns, *behind)), hidden


def deciding_columns(
    chain: Sequence[str],
    rounds: int,
    tables: Place | None = None,
    known: TournamentResults = TournamentResults(()),  # noqa: B008  # immutable
) -> Iterator[DecidingColumn]:
    """Yield the hidden columns that decide, in order; groups have neither `tables` nor `known`."""
    people = {each.entry_id: each for each in known.people}

    def key(code: str, row: Any) -> Key:
        return CRITERIA[code].key(people[row.entry_id] if people else row, known)

    def of_round(code: str, back: int, row: Any) -> Value:
        whole = key(code, row)
        return whole[back] if isinstance(whole, tuple) else None

    def place_by(code: str, places: Mapping[Key, int], row: Any) -> int:
        return places[key(code, row)]

    for code in chain:
        criterion = CRITERIA[code]
        name, formula = gettext(criterion.short), criterion.formula
        if "{round}" in formula:
            for back, number in enumerate(range(rounds, 0, -1)):
                name = gettext("R%(number)s") % {"number": number}
                column = _tie_break_column(f"{code}_{number}", name, partial(of_round, code, back))
                yield DecidingColumn(column, partial(_formula, formula, tables, rounds, number))
        elif formula:
            column = _tie_break_column(code, name, partial(_whole, partial(key, code)))
            yield DecidingColumn(column, partial(_formula, formula, tables, rounds, rounds))
        else:
            keys = sorted({criterion.key(each, known) for each in known.people})
            ranks = {each: place for place, each in enumerate(keys)}
            column = _tie_break_column(code, name, partial(place_by, code, ranks))
            yield DecidingColumn(column, lambda _place: "")


def _tie_break_column(code: str, name: str, value: Callable[[Any], Value]) -> Column:
    heading = f"{gettext('Equal totals')}: {name}"
    return Column(f"by_{code}", heading, value, Kind.NUMBER)


class _Cells(dict[str, object]):
    """Values for a formula: cells of its row, or sums of a column of the table results."""

    def __init__(self, place: Place, tables: Place | None, **cells: object) -> None:
        super().__init__(cells)
        self.place, self.tables = place, tables

    def __missing__(self, key: str) -> str:
        assert self.tables is not None, key  # groups are only compared by rounds
        own = self.tables.column("number"), self.place.cell("number")
        return sums_where(self.tables.column(key), own)


def _formula(text: str, tables: Place | None, rounds: int, number: int, place: Place) -> str:
    cells = _Cells(
        place,
        tables,
        rounds=span_of_rounds(place, rounds),
        last=place.cell(f"r{rounds}"),
        round=place.cell(f"r{number}"),
        scale=MILLION,
    )
    return f"={text.format_map(cells)}"


def _whole(read: Callable[[Any], Key], row: Any) -> int:
    """Return a key as a cell holds it; a fraction in millionths, half away from zero like ROUND."""
    key = read(row)
    if isinstance(key, int):
        return key
    if not isinstance(key, Fraction):
        raise TypeError(key)
    size = abs(key) * MILLION
    rounded = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    return rounded if key >= 0 else -rounded
