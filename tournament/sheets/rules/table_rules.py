"""The setting of a table (players, games, rule set), and the sheets and rulings stored for it.

A version stores the complete public form of a sheet: dealers, running totals and totals are filled
in where nobody wrote them down, so the same list always gives the same content.

A ruling has figures the direction sets for a table that cannot be counted. The DDV has no rule for
it (rules.md 7.4): the direction decides, and publishes the reason.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Any

from scoring.deal import deals, time_is_up
from scoring.json_format import Malformed, sheet_to_json, totals_to_json
from scoring.model import ScoreSheet, TotalsSheet
from scoring.pattern import is_whole
from scoring.penalties import last_row_for
from scoring.rulesets import DDV, Duty, Owed, Penalties, RuleSet, Scoring, rule_set
from scoring.sheet import inspect
from scoring.terms import FOUR_TABLE, dealer_sits_out
from tournament.sheets.rules.results import Game, TableGames

Content = Mapping[str, Any]
"""A sheet in its public form, as a version stores it."""
FIGURES = frozenset((int, type(None)))  # of a game: whole numbers; None for a player who sits out


@dataclass(frozen=True, slots=True)
class TableRules:
    """A table of a round. `games` are those agreed on, without those that solos add."""

    size: int
    games: int
    rules: RuleSet = DDV

    @property
    def seats(self) -> range:
        """The positions, from 1."""
        return range(1, self.size + 1)

    @property
    def planned(self) -> int:
        """The number of games of the round, with those that the solos owed add."""
        return self.games + self.rules.added_games(self.size, (*self.seats,) * self.solos)

    @property
    def lines(self) -> int:
        """The number of games a list can have, with all that solos may add."""
        return self.games + self.rules.games_beyond(self.size)

    @property
    def has_additional(self) -> bool:
        """Whether a solo still owed at the end is played in an additional game."""
        return self.rules.additional_games(self.size) > 0

    @property
    def sits_out(self) -> bool:
        """Whether the dealer has no cards."""
        return dealer_sits_out(self.size)

    @property
    def has_limit(self) -> bool:
        """Whether there is a time limit that can strike games."""
        return self.rules.minutes(self.size) is not None

    @property
    def adds_up(self) -> bool:
        """Whether the points of every game, and so the totals without penalties, add up to 0."""
        return self.rules.scoring is Scoring.PLUS_MINUS

    @property
    def equal_parity(self) -> bool:
        """Whether totals without penalties are all odd or all even (TSR 7.3.3)."""
        return self.adds_up and self.rules.equal_parity and self.size == FOUR_TABLE

    @property
    def duty(self) -> Duty | None:
        """The compulsory solos, None where omitting one has no consequence."""
        duty = self.rules.duty(self.size)
        return None if duty is None or duty.owed is Owed.NONE else duty

    @property
    def solos(self) -> int:
        """The number of solos each must have played at the end of the round."""
        return self.duty.demanded if self.duty else 0

    @property
    def figures_tell_solos(self) -> bool:
        """Whether the names of the soloists suffice; else only the list shows who owes a solo."""
        return self.duty is not None and self.solos == 1 and not self.duty.forced_from

    @property
    def has_free_penalties(self) -> bool:
        """Whether a penalty is any points with a reason, without a paragraph."""
        return self.rules.penalties is not Penalties.CATALOGUE


def stored_content(sheet: ScoreSheet | TotalsSheet) -> dict[str, Any]:
    """Return a sheet in the form a version stores."""
    return totals_to_json(sheet) if isinstance(sheet, TotalsSheet) else sheet_to_json(sheet)


def complete(sheet: ScoreSheet, dealers: Sequence[int]) -> ScoreSheet:
    """Return a list without errors with the dealers of its check, running totals and totals.

    A penalty without a row is put in the last one it can stand in. A row is marked if its dealer is
    not the expected one (out of turn, or the regular one after that) and others do not imply him.
    """
    penalties = []
    for each in sheet.penalties:
        sitting = each.points.index(None) + 1 if None in each.points else None
        row_of_it = each.row or last_row_for(each.rule, _dealt(sheet, dealers).rows, sitting)
        penalties.append(replace(each, row=row_of_it))
    running = [0] * sheet.table_size
    rows = []
    played = zip(sheet.rows, dealers, deals(sheet, dealers), strict=False)
    for number, (row, dealer, deal) in enumerate(played, start=1):
        expected, *others = deal.may_deal(time_is_up(sheet, number))
        is_marked = dealer != expected or (row.out_of_turn and bool(others))
        if dealer in others and _tells_dealers(sheet, _dealt(sheet, dealers)):
            is_marked = row.out_of_turn
        booked = (penalty.points for penalty in penalties if penalty.row == number)
        moved: Iterable[Sequence[Any]] = (row.points, *booked)
        for points in moved:
            # A dealer who sits out has no figure.
            running = [old + (figure or 0) for old, figure in zip(running, points, strict=True)]
        rows.append(replace(row, dealer=dealer, out_of_turn=is_marked, cumulative=tuple(running)))
    return replace(sheet, rows=tuple(rows), penalties=tuple(penalties), totals=tuple(running))


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


def dealt_out_of_turn(content: Content) -> list[Content]:
    """Return the rows of a stored sheet that name their dealer; none for bare totals."""
    return [row for row in content.get("rows", ()) if row.get("out_of_turn")]


def without_running_totals(content: Content) -> dict[str, Any]:
    """Return a stored list that is about to be changed, with its sums cleared for recalculation."""
    rows = [{**row, "cumulative": None} for row in content["rows"]]
    return {**content, "rows": rows, "totals": None}


def games_on_sheet(content: Content) -> int:
    """Return the number of games on a stored sheet, additional ones not counted."""
    if "rows" not in content:
        return int(content["games_played"])
    added = _rules_of(content).added_games(content["table_size"])
    return min(len(content["rows"]), int(content["games"]) + added)


def _rules_of(content: Content) -> RuleSet:
    return rule_set(content.get("rules", DDV.name), content.get("options", {}))


def solos_on_sheet(content: Content) -> list[int]:
    """Return who has played a compulsory solo according to a stored sheet.

    A position appears once per solo played, at most as often as it owes one.
    """
    rules = _rules_of(content)
    size = content["table_size"] if "rows" in content else len(content["totals"])
    most = TableRules(size, rules.games(size), rules).solos
    if "rows" in content:
        fulfilling = solo_kinds(rules)
        seats = [row["soloist"] for row in content["rows"] if row["kind"] in fulfilling]
    else:
        seats = content["compulsory_solos"]
    counted = Counter(seats)
    return [seat for seat in sorted(counted) for _solo in range(min(counted[seat], most))]


def solo_kinds(rules: RuleSet) -> frozenset[str]:
    """Return the kinds of rows in which a player has played a solo he owed."""
    return frozenset(kind.name for kind in rules.kinds if kind.fulfils)


def table_games(content: Content, solos: frozenset[str]) -> TableGames:
    """Return a stored sheet's games, only their number if invalid; `solos`: kinds owed."""
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


def points_of(penalties: Iterable[Content], size: int) -> list[int]:
    """Return the points that penalties move at each position; a position that sat out has none."""
    points = [penalty["points"] for penalty in penalties]
    figures = ([each[place] for each in points] for place in range(size))
    return [sum(figure for figure in each if isinstance(figure, int)) for each in figures]


def typed_figures(content: Content) -> dict[str, Any]:
    """Return a stored sheet without penalties and without sums; a ruling as it is."""
    if "ruling" in content:
        return dict(content)
    if "rows" in content:
        return {**without_running_totals(content), "penalties": []}
    moved = points_of(content["penalties"], len(content["totals"]))
    bare = [total - points for total, points in zip(content["totals"], moved, strict=True)]
    return {**content, "totals": bare, "penalties": []}


AVERAGE = "average"
"""Stands for a figure: the average of the player's other rounds."""
LONGEST_REASON = 500
KEYS = ("ruling", "reason", "figures")


class Why(StrEnum):
    """Why a table cannot be counted."""

    LIST_LOST = "list_lost"
    BROKEN_UP = "broken_up"
    NOT_PLAYED = "not_played"


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why a table cannot be counted, the reason given, and the figure of each position.

    A figure is a whole number, or None for the average, which is recalculated until the standings
    are final.
    """

    why: Why
    reason: str
    figures: tuple[int | None, ...]


def average(points: Sequence[int]) -> int:
    """Return the average, rounded half up: 2.5 is 3 and −2.5 is −2; 0 for no points.

    `points` are one person's other rounds that have a result, without averages.
    """
    count = len(points)
    return (2 * sum(points) + count) // (2 * count) if count else 0


def ruling_from_json(value: Any, size: int) -> Ruling:
    """Parse a ruling about a table of this size strictly. Raises Malformed, naming the path."""
    if not isinstance(value, Mapping):
        raise Malformed("", "wrong_type", "object")
    for key in value:
        if key not in KEYS:
            raise Malformed(str(key), "unknown_key")
    if missing := [key for key in KEYS if key not in value]:
        raise Malformed(missing[0], "missing_key", others=missing[1:])
    if value["ruling"] not in list(Why):
        raise Malformed("ruling", "out_of_range", ", ".join(Why))
    reason, figures = value["reason"], value["figures"]
    if not isinstance(reason, str) or not reason.strip():
        raise Malformed("reason", "wrong_type", "text")
    if len(reason) > LONGEST_REASON:
        raise Malformed("reason", "out_of_range", f"<= {LONGEST_REASON}")
    if not isinstance(figures, list | tuple):
        raise Malformed("figures", "wrong_type", "list")
    if len(figures) != size:
        raise Malformed("figures", "wrong_length", str(size))
    for place, figure in enumerate(figures):
        if figure != AVERAGE and not is_whole(figure):
            raise Malformed(f"figures[{place}]", "wrong_type", "figure_or_average")
    given = tuple(None if figure == AVERAGE else figure for figure in figures)
    return Ruling(Why(value["ruling"]), reason.strip(), given)


def ruling_to_json(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling in the form of versions and import files."""
    figures = [AVERAGE if figure is None else figure for figure in ruling.figures]
    return {"ruling": str(ruling.why), "reason": ruling.reason, "figures": figures}
