"""Conversion between stored score sheets and the values of the rules.

A version stores the complete public form of a sheet: dealers, running totals and totals are filled
in where nobody wrote them down, so the same list always gives the same content.
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

FIGURES = frozenset((int, type(None)))  # of a game: whole numbers; None for a player who sits out


def sheet_content(table: GameTable, kind: SheetKind, content: Mapping[str, Any]) -> dict[str, Any]:
    """Add the tournament's number of games and the table's size where the content lacks them.

    Bare totals do not name the size: their length gives it.
    """
    known: dict[str, Any] = {"games": table.round.tournament.games(table.size)}
    if kind == SheetKind.ROWS:
        known["table_size"] = table.size
    given = {key: value for key, value in content.items() if value is not None or key not in known}
    return {**known, **given}


def stored_content(sheet: ScoreSheet | TotalsSheet) -> dict[str, Any]:
    """Return a sheet in the form a version stores."""
    return totals_to_json(sheet) if isinstance(sheet, TotalsSheet) else sheet_to_json(sheet)


def complete(sheet: ScoreSheet, dealers: Sequence[int]) -> ScoreSheet:
    """Return the list with dealer and running totals in every row, and its totals.

    Only for a list without errors: its dealers are those of the check, and any running totals it
    has equal those filled in here. A penalty without a row is put in the last one it can stand in.
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
        # A dealer who sits out has no figure.
        running = [sum(figure or 0 for figure in column) for column in columns]
        rows.append(replace(row, cumulative=tuple(running)))
    return replace(sheet, rows=tuple(rows), penalties=tuple(penalties), totals=tuple(running))


def _add_dealers(sheet: ScoreSheet, dealers: Sequence[int]) -> ScoreSheet:
    """Return the list with all dealers, rows marked where the dealer is not the expected one.

    The mark is set for a deal out of turn, and for the regular dealer after such a game. It is not
    needed where the other rows imply the dealer.
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
    """Whether marks and forced solos alone determine the dealers, and agree with the full list.

    Never true at a table of five: there the figures show the dealer.
    """
    marked = _dealt(sheet, (row.dealer if row.out_of_turn else None for row in sheet.rows))
    course = inspect(filled).course
    same = inspect(marked).course.dealers == course.dealers
    return same and course.departure is None and not dealer_sits_out(sheet.table_size)


def dealt_out_of_turn(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the rows of a stored sheet that name their dealer; none for bare totals."""
    return [row for row in content.get("rows", ()) if row.get("out_of_turn")]


def without_running_totals(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored list that is about to be changed, with its sums cleared for recalculation."""
    rows = [{**row, "cumulative": None} for row in content["rows"]]
    return {**content, "rows": rows, "totals": None}


def penalty_content(penalty: Penalty | BookedPenalty) -> dict[str, Any]:
    """Return a penalty in the form of a sheet; with its reason where there are no paragraphs."""
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
    """Return the kinds of rows in which a player has played a solo he owed."""
    return frozenset(kind.name for kind in rules.kinds if kind.fulfils)


def table_games(content: Mapping[str, Any], solos: frozenset[str]) -> TableGames:
    """Return the games on a stored sheet; for totals, and for invalid content, only their number.

    `solos` are the kinds of rows in which a player has played a solo he owed.
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
        return TableGames(0)  # changed by hand, or not played: the recount reports invalid sheets


def same_penalty(penalty: Penalty, booked: BookedPenalty) -> bool:
    """Whether the booked penalty is this one; the row is ignored, only the sheet has it."""
    return (penalty.rule, penalty.offender, tuple(penalty.points)) == (
        booked.rule,
        booked.offender,
        booked.points,
    )


def points_of(penalties: Iterable[Mapping[str, Any]], size: int) -> list[int]:
    """Return the points that penalties move at each position; a position that sat out has none."""
    points = [penalty["points"] for penalty in penalties]
    figures = ([each[place] for each in points] for place in range(size))
    return [sum(figure for figure in each if isinstance(figure, int)) for each in figures]


def typed_figures(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored sheet without penalties and without sums; a ruling as it is."""
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
    """Carry a second typing over to a later version that differs by its penalties alone.

    A typing that contained the points of the penalty from the start stays as it is.
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
