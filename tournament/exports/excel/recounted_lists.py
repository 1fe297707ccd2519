"""Formulas of standings, round results and rankings: totals, averages and places.

Behind the list stand columns that a press on + unfolds: what decides between equal totals, the
greater the better, and what the program has counted itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from django.utils.translation import gettext

from tournament.core.results import TournamentResults
from tournament.core.tie_breaks import TIE_BREAKS, Key
from tournament.exports.excel.recounted_tables import Sources
from tournament.exports.excel.sheets import Formula, Place, count_where, sums_where
from tournament.labels.rankings import DECIDED
from tournament.lists.columns import Column, Kind, List, Value

MILLION = 1_000_000
"""An average that decides is compared in whole millionths: cells hold no fractions."""
Formulas = dict[str, Formula]


@dataclass(frozen=True, slots=True)
class Recounted:
    """A list with the columns behind it, and what is calculated in it once it has a place."""

    listed: List
    hidden: tuple[str, ...]
    formulas: Callable[[Place], Formulas]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A column that decides between equal totals; `formula` of a row as seen from its sheet."""

    column: Column
    formula: Callable[[Place, int], str]


def recounted_standings(
    listed: List, sources: Sources, rounds: int, chain: Sequence[str], known: TournamentResults
) -> Recounted:
    """The standings, of all or of a category, after so many rounds."""
    by = list(_criteria(chain, rounds, sources, known))

    def formulas(place: Place) -> Formulas:
        own = partial(_own, place)
        return {
            **_rounds(rounds, partial(_points_of_round, sources, own)),
            "adjustment": partial(_deductions, sources, rounds, own),
            "games": partial(_games, sources, own),
            **_averages(place, rounds),
            **_places(place, rounds, by),
        }

    return _with_columns(listed, by, formulas)


def recounted_round(listed: List, sources: Sources, number: int) -> Recounted:
    """The result of one round, with totals after it."""

    def formulas(place: Place) -> Formulas:
        own = partial(_own, place)

        def total(row: int, _line: Any) -> str:
            tables = sources.tables
            until = (tables.column("round"), f'"<={number}"')
            points = sums_where(tables.column("points"), (tables.column("number"), own(row)), until)
            deducted = _deductions(sources, number, own, row, None)
            return f"={points}{deducted.replace('=', '+', 1)}"

        def rank(row: int, _line: Any) -> str:
            better = (place.span("result"), _above(place.cell("result", row)))
            return f"=1+{count_where(better)}"

        points = partial(_points_of_round, sources, own, number)
        return {"result": points, "total": total, "rank": rank}

    return _with_columns(listed, [], formulas, has_ranked=False)


def recounted_ranking(
    listed: List, members: Place, rounds: int, chain: Sequence[str], group: Column
) -> Recounted:
    """A ranking of groups, from the sheet that says who counts; `group` is their number there."""
    by = list(_criteria(chain, rounds, None, TournamentResults(())))

    def formulas(place: Place) -> Formulas:
        def of_members(key: str, row: int, _line: Any) -> str:
            same = (members.column("group"), place.cell("group", row))
            return f"={sums_where(members.column(key), same)}"

        return {
            **_rounds(rounds, lambda number, row, line: of_members(f"r{number}", row, line)),
            "adjustment": partial(of_members, "adjustment"),
            **_places(place, rounds, by),
        }

    return _with_columns(listed, by, formulas, [group])


def recounted_members(listed: List, sources: Sources, rounds: int) -> Recounted:
    """Who counts for a group, with the points of the rounds that do."""

    def formulas(place: Place) -> Formulas:
        own = partial(_own, place)

        def total(row: int, _line: Any) -> str:
            return f"={_sum_of_rounds(place, rounds, row)}"

        return {
            **_rounds(rounds, partial(_points_of_round, sources, own)),
            "adjustment": partial(_deductions, sources, rounds, own),
            "total": total,
        }

    return Recounted(listed, (), formulas)


def _own(place: Place, row: int) -> str:
    """The cell with the start number of a row."""
    return place.cell("number", row)


def _above(cell: str) -> str:
    return f'">"&{cell}'


def _rounds(rounds: int, formula: Callable[[int, int, Any], str]) -> Formulas:
    return {f"r{number}": partial(formula, number) for number in range(1, rounds + 1)}


def _points_of_round(
    sources: Sources, own: Callable[[int], str], number: int, row: int, _line: Any
) -> str:
    tables = sources.tables
    same = (tables.column("number"), own(row)), (tables.column("round"), number)
    return f"={sums_where(tables.column('points'), *same)}"


def _deductions(
    sources: Sources, last: int, own: Callable[[int], str], row: int, _line: Any
) -> str:
    """What was deducted up to a round; empty where nobody has a deduction."""
    found = sources.deductions
    if found is None:
        return ""
    until = (found.column("first"), f'"<={last}"')
    return f"={sums_where(found.column('points'), (found.column('number'), own(row)), until)}"


def _games(sources: Sources, own: Callable[[int], str], row: int, _line: Any) -> str:
    tables = sources.tables
    return f"={sums_where(tables.column('games'), (tables.column('number'), own(row)))}"


def _averages(place: Place, rounds: int) -> Formulas:
    """Rounded half up to two places, as the program does it."""

    def of(count: str, row: int) -> str:
        return f"=INT(100*{place.cell('total', row)}/{count}+0.5)/100"

    return {
        "per_round": lambda row, _line: of(f"COUNT({_span_of_rounds(place, rounds, row)})", row),
        "per_game": lambda row, _line: of(place.cell("games", row), row),
    }


def _places(place: Place, rounds: int, by: Iterable[Criterion]) -> Formulas:
    """Total and place, and what decides between equal totals."""
    keys = ["total", *(each.column.key for each in by)]

    def total(row: int, _line: Any) -> str:
        return f"={_sum_of_rounds(place, rounds, row)}"

    def rank(row: int, _line: Any) -> str:
        """1 and everybody who is better: by the total, or by a criterion where all before agree."""
        ranked = (place.span("ranked"), 1)
        better = [
            count_where(
                ranked,
                *((place.span(same), place.cell(same, row)) for same in keys[:at]),
                (place.span(key), _above(place.cell(key, row))),
            )
            for at, key in enumerate(keys)
        ]
        return f"=1+{'+'.join(better)}"

    decides = {each.column.key: partial(_at_row, each.formula, place) for each in by}
    return {"total": total, "rank": rank, **decides}


def _at_row(formula: Callable[[Place, int], str], place: Place, row: int, _line: Any) -> str:
    return formula(place, row)


def _span_of_rounds(place: Place, rounds: int, row: int) -> str:
    return f"{place.cell('r1', row)}:{place.cell(f'r{rounds}', row)}"


def _sum_of_rounds(place: Place, rounds: int, row: int) -> str:
    return f"SUM({_span_of_rounds(place, rounds, row)})+{place.cell('adjustment', row)}"


def _with_columns(
    listed: List,
    by: Sequence[Criterion],
    formulas: Callable[[Place], Formulas],
    more: Iterable[Column] = (),
    *,
    has_ranked: bool = True,
) -> Recounted:
    """The list with the columns behind it."""
    shown = {column.key: column for column in listed.columns}
    rank, total = shown["rank"], shown["total"]
    ranked = Column("ranked", gettext("Ranked"), lambda row: int(row.rank is not None), Kind.NUMBER)
    behind = [
        *more,
        *(each.column for each in by),
        *([ranked] if has_ranked else ()),
        replace(rank, key="stored_rank", heading=gettext("Rank in the program")),
        replace(total, key="stored_total", heading=gettext("Total in the program"), classes=""),
    ]
    columns = (*listed.columns, *behind)
    return Recounted(replace(listed, columns=columns), tuple(each.key for each in behind), formulas)


def _criteria(
    chain: Sequence[str], rounds: int, sources: Sources | None, known: TournamentResults
) -> Iterator[Criterion]:
    """The columns behind the list, in the order in which they decide."""
    people = {each.entry_id: each for each in known.people}

    def key(code: str, row: Any) -> Value:
        return _whole(TIE_BREAKS[code](people[row.entry_id], known))

    for code in chain:
        if code in ("last_rounds", "last_round"):
            back = range(rounds, 0, -1) if code == "last_rounds" else [rounds]
            yield from (_round_criterion(code, number) for number in back)
        elif code == "best_round":
            yield Criterion(_behind(code, _best_round), partial(_best_round_formula, rounds))
        elif code == "lot":
            yield Criterion(_behind(code, partial(_lot, _lots(known))), _no_formula)
        elif sources is not None:
            formula = partial(_FROM_TABLES[code], sources.tables, code)
            yield Criterion(_behind(code, partial(key, code)), formula)


def _behind(code: str, value: Callable[[Any], Value], name: str = "") -> Column:
    heading = gettext("Equal totals: %(criterion)s") % {"criterion": name or DECIDED[code]}
    return Column(f"by_{code}", heading, value, Kind.NUMBER)


def _round_criterion(code: str, number: int) -> Criterion:
    name = gettext("R%(number)s") % {"number": number}
    column = _behind(code, lambda row: row.rounds[number - 1] or 0, name)
    return Criterion(
        replace(column, key=f"by_{code}_{number}"),
        lambda place, row: f"=N({place.cell(f'r{number}', row)})",
    )


def _best_round(row: Any) -> int:
    return max((points or 0 for points in row.rounds), default=0)


def _best_round_formula(rounds: int, place: Place, row: int) -> str:
    """A round without a result counts 0."""
    span = _span_of_rounds(place, rounds, row)
    return f"=IF(COUNT({span})<{rounds},MAX({span},0),MAX({span}))"


def _lot(order: Mapping[int, int], row: Any) -> int:
    return order[row.entry_id]


def _no_formula(_place: Place, _row: int) -> str:
    return ""


def _lots(known: TournamentResults) -> dict[int, int]:
    """The lot as a place counted from the worst: a cell does not hold a figure that long."""
    keys = {each.entry_id: TIE_BREAKS["lot"](each, known) for each in known.people}
    in_order = sorted(set(keys.values()))
    return {entry: in_order.index(key) for entry, key in keys.items()}


def _won_formula(tables: Place, code: str, place: Place, row: int) -> str:
    return f"={sums_where(tables.column(code), (tables.column('number'), _own(place, row)))}"


def _opponents_formula(tables: Place, _code: str, place: Place, row: int) -> str:
    same = (tables.column("number"), _own(place, row))
    totals, met = (sums_where(tables.column(key), same) for key in ("opponents", "met"))
    return f"=IF({met}=0,0,ROUND({MILLION}*{totals}/MAX(1,{met}),0))"


_FROM_TABLES = {
    "games_won": _won_formula,
    "compulsory_solos_won": _won_formula,
    "opponents": _opponents_formula,
}


def _whole(key: Key) -> int:
    """A key as a cell holds it; a fraction in millionths, half away from zero as ROUND does it."""
    if isinstance(key, int):
        return key
    if not isinstance(key, Fraction):
        raise TypeError(key)
    size = abs(key) * MILLION
    rounded = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    return rounded if key >= 0 else -rounded
