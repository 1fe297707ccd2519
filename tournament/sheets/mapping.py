"""Between what the database holds of a score sheet and the plain values of the rules.

The content of a version is the public form of a sheet, complete: dealers, running totals and
totals are filled in where nobody wrote them down, so that the same list is the same content,
however much of it was typed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from scoring.deal import deals, time_is_up
from scoring.json_format import sheet_from_json, sheet_to_json, totals_to_json
from scoring.model import FREE, ScoreSheet, TotalsSheet
from scoring.model import Penalty as BookedPenalty
from scoring.penalties import last_row_for
from scoring.rulesets import RuleSet
from scoring.sheet import check, inspect
from scoring.terms import dealer_sits_out
from tournament.models import GameTable, Penalty, SheetKind, SheetVersion
from tournament.sheets.rules.results import Game, TableGames

FIGURES = frozenset((int, type(None)))  # of a game: whole numbers, and nothing for who sits out


def sheet_content(table: GameTable, kind: SheetKind, content: Mapping[str, Any]) -> dict[str, Any]:
    """The content with the tournament's number of games and the table's size where it has none.

    Bare totals do not name the size: there are as many as players.
    """
    known: dict[str, Any] = {"games": table.round.tournament.games(table.size)}
    if kind == SheetKind.ROWS:
        known["table_size"] = table.size
    given = {key: value for key, value in content.items() if value is not None or key not in known}
    return {**known, **given}


def stored_content(sheet: ScoreSheet | TotalsSheet) -> dict[str, Any]:
    """A sheet as a version keeps it."""
    return totals_to_json(sheet) if isinstance(sheet, TotalsSheet) else sheet_to_json(sheet)


def complete(sheet: ScoreSheet, dealers: Sequence[int]) -> ScoreSheet:
    """The list with dealer and running totals in every row, and its totals.

    Only for a list without errors: there the dealers are those of its check, and whatever
    running totals it has are those that are filled in. A penalty without a row belongs to the
    last one in which it can stand.
    """
    sheet = _add_dealers(sheet, dealers)
    penalties = []
    for each in sheet.penalties:
        sitting = each.points.index(None) + 1 if None in each.points else None
        row_of_it = each.row or last_row_for(each.rule, sheet.rows, sitting)
        penalties.append(replace(each, row=row_of_it))
    running = [0] * sheet.table_size
    rows = []
    for number, row in enumerate(sheet.rows, start=1):
        booked = [penalty.points for penalty in penalties if penalty.row == number]
        columns = zip(running, row.points, *booked, strict=True)
        # Whoever deals and sits out has no figure.
        running = [sum(figure or 0 for figure in column) for column in columns]
        rows.append(replace(row, cumulative=tuple(running)))
    return replace(sheet, rows=tuple(rows), penalties=tuple(penalties), totals=tuple(running))


def _add_dealers(sheet: ScoreSheet, dealers: Sequence[int]) -> ScoreSheet:
    """The list with everybody who dealt, marked where a row names another than expected.

    That is: out of turn, or after such a game, whoever's turn it had been. What the other rows
    tell without that needs no mark.
    """
    filled = _dealt(sheet, dealers)
    rows = list(filled.rows)
    for number, (row, deal) in enumerate(zip(filled.rows, deals(filled), strict=False), start=1):
        expected, *others = deal.may_deal(time_is_up(sheet, number))
        named = row.dealer != expected or (row.out_of_turn and bool(others))
        if row.dealer in others and _tells_dealers(sheet, filled):
            named = row.out_of_turn
        if row.out_of_turn != named:
            rows[number - 1] = replace(row, out_of_turn=named)
    return replace(sheet, rows=tuple(rows))


def _dealt(sheet: ScoreSheet, dealers: Iterable[int | None]) -> ScoreSheet:
    pairs = zip(sheet.rows, dealers, strict=True)
    return replace(sheet, rows=tuple(replace(row, dealer=dealer) for row, dealer in pairs))


def _tells_dealers(sheet: ScoreSheet, filled: ScoreSheet) -> bool:
    """Whether marks and forced solos alone tell who dealt, and still do beside all the dealers.

    At a table of five the figures tell it as well.
    """
    marked = _dealt(sheet, (row.dealer if row.out_of_turn else None for row in sheet.rows))
    course = inspect(filled).course
    same = inspect(marked).course.dealers == course.dealers
    return same and course.departure is None and not dealer_sits_out(sheet.table_size)


def dealt_out_of_turn(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The rows of a stored sheet that name their dealer; none of bare totals."""
    return [row for row in content.get("rows", ()) if row.get("out_of_turn")]


def without_running_totals(content: Mapping[str, Any]) -> dict[str, Any]:
    """A stored list to which something is going to be changed: its sums are to be made anew."""
    rows = [{**row, "cumulative": None} for row in content["rows"]]
    return {**content, "rows": rows, "totals": None}


def penalty_content(penalty: Penalty | BookedPenalty) -> dict[str, Any]:
    """A penalty as it stands on a sheet; where there are no paragraphs its reason is told."""
    reason = penalty.note if isinstance(penalty, Penalty) else penalty.reason
    return {
        "row": penalty.row,
        "rule": penalty.rule,
        "offender": penalty.offender,
        "points": list(penalty.points),
        "initials": penalty.initials,
        **({"reason": reason} if penalty.rule == FREE else {}),
    }


def solo_kinds(rules: RuleSet) -> frozenset[str]:
    """The kinds of rows in which somebody has played a solo that he owed."""
    return frozenset(kind.name for kind in rules.kinds if kind.fulfils)


def table_games(content: Mapping[str, Any], solos: frozenset[str]) -> TableGames:
    """The games on a stored sheet; of totals, and of what is no list, only their number.

    `solos` are the kinds of rows in which somebody has played a solo that he owed.
    """
    try:
        if "rows" in content:
            rows = content["rows"]
            points = [tuple(row["points"]) for row in rows]
            if not FIGURES.issuperset(map(type, chain.from_iterable(points))):
                return TableGames(0)
            soloists = [row["soloist"] if row["kind"] in solos else None for row in rows]
            return TableGames(len(rows), tuple(map(Game, points, soloists)))
        return TableGames(content["games_played"])
    except (TypeError, KeyError, AttributeError, ValueError):
        return TableGames(0)  # changed by hand, or not played: the recount names what is no sheet


def same_penalty(penalty: Penalty, booked: BookedPenalty) -> bool:
    """Whether the sheet's penalty is this one; in which row it is booked the sheet tells."""
    return (penalty.rule, penalty.offender, tuple(penalty.points)) == (
        booked.rule,
        booked.offender,
        booked.points,
    )


def points_of(penalties: Iterable[Mapping[str, Any]], size: int) -> list[int]:
    """What penalties move at each position; who sat out has no figure in one."""
    points = [penalty["points"] for penalty in penalties]
    figures = ([each[place] for each in points] for place in range(size))
    return [sum(figure for figure in each if isinstance(figure, int)) for each in figures]


def typed_figures(content: Mapping[str, Any]) -> dict[str, Any]:
    """A stored sheet without its penalties, and without what only sums up; a ruling as it is."""
    if "ruling" in content:
        return dict(content)
    if "rows" in content:
        return {**without_running_totals(content), "penalties": []}
    moved = points_of(content["penalties"], len(content["totals"]))
    bare = [total - points for total, points in zip(content["totals"], moved, strict=True)]
    return {**content, "totals": bare, "penalties": []}


def typing_beside(
    totals: list[int | None],
    content: dict[str, Any] | None,
    before: SheetVersion,
    after: SheetVersion,
) -> tuple[list[int | None], dict[str, Any] | None]:
    """What was typed again for a version, beside a later one that has other penalties alone.

    What had the points of the penalty in it from the start stays as it is.
    """
    if totals == after.totals:
        return totals, content
    old, new = before.content["penalties"], after.content["penalties"]
    change = [now - then for now, then in zip(after.totals, before.totals, strict=True)]
    totals = [
        None if total is None else total + gain for total, gain in zip(totals, change, strict=True)
    ]
    if content is not None and content["penalties"] in (old, []):
        content = {**content, "penalties": new}
    if content is not None and "rows" in content:
        sheet = sheet_from_json(without_running_totals(content))
        content = stored_content(complete(sheet, check(sheet).dealers))
    elif content is not None:
        content = {**content, "totals": totals}
    return totals, content
