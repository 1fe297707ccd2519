"""What the two ways to type a score sheet share: the fields of one table, and its penalties."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from tournament.core.table_rules import TableRules
from tournament.forms.penalty_lines import Game, PenaltyLine, penalty_lines
from tournament.forms.typed import Fields, Problem
from tournament.models import SheetKind


@dataclass(frozen=True)
class SheetForm:
    """The sheet of one table as typed. Positions and games are counted from 1."""

    at: TableRules
    fields: Fields
    kind: ClassVar[SheetKind]
    penalties_need_row: ClassVar[bool] = True

    @property
    def is_blank(self) -> bool:
        """Whether nothing is typed yet."""
        raise NotImplementedError

    def content(self) -> dict[str, Any]:
        """The sheet in its public form. A field with a problem counts as usual or empty."""
        raise NotImplementedError

    @property
    def seats(self) -> range:
        """The positions of the table."""
        return self.at.seats

    @property
    def penalties(self) -> list[PenaltyLine]:
        """The lines of the block of penalties with anything typed."""
        return penalty_lines(self.fields, self.at)

    @property
    def penalties_said(self) -> list[dict[str, Any]]:
        """Every penalty that stands on the sheet, in the block or elsewhere."""
        return [line.typed() for line in self.penalties]

    def problems(self) -> list[Problem]:
        """Fields that do not hold what belongs there; the figures are left to the rules."""
        of_penalties = (
            problem
            for line in self.penalties
            for problem in line.problems(needs_row=self.penalties_need_row)
        )
        return [*self._own_problems(), *of_penalties]

    def points_by_rule(self, line: PenaltyLine) -> list[int | None] | None:
        """What a penalty moves by its paragraph, shown where no points are typed."""
        points = line.points_by_rule(self._game(line.row))
        return None if points is None else list(points)

    def _penalties_of_block(self) -> list[dict[str, Any]]:
        return self._content_of(self.penalties)

    def _content_of(self, lines: Iterable[PenaltyLine]) -> list[dict[str, Any]]:
        """The penalties of these lines, as far as they are any."""
        return [
            line.content(self._game)
            for line in lines
            if not any(True for _problem in line.problems(needs_row=self.penalties_need_row))
        ]

    def _own_problems(self) -> Iterable[Problem]:
        raise NotImplementedError

    def _game(self, row: int | None) -> Game:
        """The game a penalty belongs to; bare totals tell nothing about it."""
        return Game()
