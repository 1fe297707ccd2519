"""A score sheet typed by its totals alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.forms.penalty_lines import Game, PenaltyLine, fields_of_penalty, penalty_lines
from tournament.forms.typed import TICKED, Fields, Problem, figure, text_of, whole_number
from tournament.models import SheetKind


@dataclass(frozen=True)
class TotalsForm:
    """The totals of one table, as typed. Positions are counted from 1."""

    table_size: int
    games: int
    fields: Fields

    @classmethod
    def blank(cls, table_size: int, games: int) -> "TotalsForm":
        """What is usual: all games played, everybody's compulsory solo among them."""
        solos = {f"solo{seat}": TICKED for seat in range(1, table_size + 1)}
        return cls(table_size, games, {"games_played": str(games), **solos})

    @classmethod
    def of_content(cls, content: Mapping[str, Any], table_size: int, games: int) -> "TotalsForm":
        """The fields that say what stored totals say."""
        fields = {"games_played": text_of(content["games_played"])}
        fields |= {f"t{seat}": text_of(total) for seat, total in enumerate(content["totals"], 1)}
        fields |= {f"solo{seat}": TICKED for seat in content["compulsory_solos"]}
        for number, penalty in enumerate(content.get("penalties") or (), 1):
            fields |= fields_of_penalty(number, penalty)
        return cls(table_size, games, fields)

    @property
    def is_blank(self) -> bool:
        """Whether no total is typed yet."""
        return not any(self.fields.get(f"t{seat}", "").strip() for seat in self.seats)

    @property
    def kind(self) -> SheetKind:
        """Which kind of sheet this is."""
        return SheetKind.TOTALS

    @property
    def seats(self) -> range:
        """The positions of the table."""
        return range(1, self.table_size + 1)

    def problems(self) -> list[Problem]:
        """Fields that do not hold what belongs there; the totals are left to the rules."""
        return [*self._games_problems(), *self._penalty_problems()]

    def unreadable(self) -> list[Problem]:
        """The problems that keep the sheet from being looked at as a whole."""
        return [problem for problem in self.problems() if not problem.is_doubt]

    def content(self) -> dict[str, Any]:
        """The totals in their public form. A field with a problem counts as usual or empty."""
        played = self._games_played()
        return {
            "totals": [figure(self.fields.get(f"t{seat}", "")) for seat in self.seats],
            "games_played": self.games if played is None else played,
            "compulsory_solos": [seat for seat in self.seats if self.fields.get(f"solo{seat}")],
            "penalties": [line.content(_no_game) for line in self.penalties if not _lacks(line)],
        }

    @property
    def penalties(self) -> list[PenaltyLine]:
        """The lines of the block of penalties with anything typed."""
        return penalty_lines(self.fields, self.table_size)

    def points_by_rule(self, line: PenaltyLine) -> list[int | None] | None:
        """What a penalty moves by its paragraph, shown where no points are typed."""
        points = line.points_by_rule(_no_game(None))
        return None if points is None else list(points)

    def _games_problems(self) -> Iterator[Problem]:
        if self._games_played() is None:
            params = {"least": self.table_size, "most": self.games}
            yield Problem("games_played", "games_played_missing", params=params)

    def _games_played(self) -> int | None:
        number = whole_number(self.fields.get("games_played", ""))
        return None if number is None or number < 0 else number

    def _penalty_problems(self) -> Iterator[Problem]:
        for line in self.penalties:
            yield from line.problems(needs_row=False)


def _no_game(_row: int | None) -> Game:
    """Bare totals tell nothing about the game of a penalty."""
    return Game()


def _lacks(line: PenaltyLine) -> bool:
    return any(True for _problem in line.problems(needs_row=False))
