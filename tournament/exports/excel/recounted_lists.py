"""Formulas of totals, averages and ranks, in lists of results and rankings.

Columns that a press on + unfolds hold what decides between equal totals (greater is better), and
the figures the program has computed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from django.utils.translation import gettext

from tournament.exports.excel.recounted_tables import Sources
from tournament.exports.excel.sheets import Place, count_where, sums_where
from tournament.lists.columns import Column, Kind, List, Value
from tournament.sheets.rules.results import TournamentResults
from tournament.standings.rules.tie_breaks import CRITERIA, Key

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


def points_and_deductions(sources: Sources, place: Place, rounds: int) -> Formulas:
    """Return formulas of a person's points in each round, and of the deductions."""
    points = {f"r{each}": points_of_round(sources, place, each) for each in range(1, rounds + 1)}
    return {**points, "adjustment": deductions(sources, place, rounds)}


def points_of_round(sources: Sources, place: Place, number: int) -> str:
    """Return the formula of a person's points in a round."""
    tables = sources.tables
    own = tables.column("number"), place.cell("number")
    return f"={sums_where(tables.column('points'), own, (tables.column('round'), number))}"


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
    """Return formulas of total, rank and what decides between equal totals.

    A rank is 1 plus the number of people who are better: by the total, or by a criterion where all
    previous ones agree.
    """
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
