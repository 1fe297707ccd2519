"""The block of penalties on a score sheet as it is typed: one line per penalty."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.model import FREE
from scoring.penalties import RULES, free_points, pattern
from scoring.rulesets import Penalties
from tournament.core.table_rules import TableRules
from tournament.core.typed import whole_number
from tournament.forms.typed import Fields, Problem, figure, seat_of, text_of

MOST_LINES = 20

BOOKED = "booked"
CONTAINED, ADDED = "in", "add"
"""Whether totals contain a penalty that the referee has booked, or its points are to be added."""

LOSS = "loss"
"""What the offender of a free penalty loses; the points follow from it."""

PARTS = ("rule", "offender", "absagen", "soloist", "row", "initials", "reason", LOSS)


@dataclass(frozen=True, slots=True)
class Game:
    """The game a penalty belongs to, as far as the sheet tells: who dealt, who played alone."""

    dealer: int | None = None
    soloist: int | None = None


FindGame = Callable[[int | None], Game]


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """One line of the block. Points that are left empty follow from the paragraph."""

    number: int
    at: TableRules
    fields: Fields

    def name(self, part: str) -> str:
        """The name of a field of this line; the points are "p1", "p2" ..."""
        return f"x{self.number}-{part}"

    def text(self, part: str) -> str:
        """What is typed in a field of this line."""
        return self.fields.get(self.name(part), "")

    @property
    def texts(self) -> list[str]:
        """What is typed in its fields, in their order."""
        return [self.text(part) for part in (*PARTS, *self._points())]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed; the number of Absagen alone is nothing."""
        parts = ("rule", "offender", "row", "initials", LOSS, "reason", *self._points())
        return not any(self.text(part).strip() for part in parts)

    @property
    def row(self) -> int | None:
        """The number of the game whose running totals first contain it."""
        return whole_number(self.text("row"))

    @property
    def is_undecided(self) -> bool:
        """Whether somebody still has to say if the totals contain the penalty."""
        return self.text(BOOKED) not in (CONTAINED, ADDED) and self.name(BOOKED) in self.fields

    @property
    def first(self) -> str:
        """The name of its first field: the paragraph, or where there is none the offender."""
        return self.name("offender" if self.at.has_free_penalties else "rule")

    @property
    def rule(self) -> str:
        """The paragraph, or that it is a free penalty."""
        return FREE if self.at.has_free_penalties else self.text("rule")

    def problems(self, needs_row: bool) -> Iterator[Problem]:
        """What is missing so that it is a penalty at all."""
        if self.rule not in (*RULES, FREE):
            yield Problem(self.name("rule"), "penalty_rule_missing", self.row)
        if seat_of(self.text("offender"), self.at.size) is None:
            yield Problem(self.name("offender"), "penalty_offender_missing", self.row)
        if needs_row and self.row is None:
            yield Problem(self.name("row"), "penalty_row_missing")

    def typed(self) -> dict[str, Any]:
        """What the line itself says of the penalty, without anything that follows from it."""
        return {
            "rule": self.rule,
            "offender": figure(self.text("offender")),
            "points": [figure(self.text(part)) for part in self._points()],
        }

    def content(self, find_game: FindGame) -> dict[str, Any]:
        """The penalty in the public form of a sheet."""
        points: list[Any] = [figure(self.text(part)) for part in self._points()]
        if all(point is None for point in points):
            points = list(self.points_by_rule(find_game(self.row)) or points)
        return {
            "row": self.row,
            "rule": self.rule,
            "offender": seat_of(self.text("offender"), self.at.size),
            "points": points,
            "initials": self.text("initials").strip(),
            **({"reason": self.text("reason").strip()} if self.rule == FREE else {}),
        }

    def points_by_rule(self, game: Game) -> Sequence[Any] | None:
        """The points the penalty moves in this game, None where it does not fit."""
        size, rules = self.at.size, self.at.rules
        offender, sitting = seat_of(self.text("offender"), size), None
        if offender is None:
            return None
        if self.at.sits_out and rules.penalties is not Penalties.DEDUCTION:
            sitting = game.dealer
            if sitting is None:
                return None
        if self.rule == FREE:
            loss = whole_number(self.text(LOSS)) or 0
            return free_points(offender, loss, size, sitting, rules) if loss > 0 else None
        try:
            return pattern(
                self.rule,
                offender,
                seat_of(self.text("soloist"), size) or game.soloist,
                size,
                sitting,
                whole_number(self.text("absagen")) or 0,
            )
        except ValueError:
            return None

    def _points(self) -> list[str]:
        return [f"p{seat}" for seat in self.at.seats]


def penalty_lines(fields: Fields, at: TableRules) -> list[PenaltyLine]:
    """The lines with something typed."""
    there = {name.partition("-")[0] for name in fields}
    numbers = (number for number in range(1, MOST_LINES + 1) if f"x{number}" in there)
    lines = (PenaltyLine(number, at, fields) for number in numbers)
    return [line for line in lines if not line.is_empty]


def next_line(fields: Fields, at: TableRules) -> PenaltyLine | None:
    """The first line without anything typed behind all others, if the block has room."""
    last = max((line.number for line in penalty_lines(fields, at)), default=0)
    return PenaltyLine(last + 1, at, fields) if last < MOST_LINES else None


def fields_of_penalty(number: int, penalty: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a line that says what a penalty in the public form says."""
    parts = {part: text_of(penalty.get(part)) for part in PARTS}
    parts |= {f"p{seat}": text_of(points) for seat, points in enumerate(penalty["points"], 1)}
    return {f"x{number}-{part}": text for part, text in parts.items()}
