"""A score sheet typed game by game: fields in, the public form of a sheet out, and back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.deal import next_game, next_seat
from scoring.model import FIVE_TABLE, Row, RowKind, ScoreSheet
from tournament.forms.penalty_lines import Game, PenaltyLine, fields_of_penalty, penalty_lines
from tournament.forms.shorthand import Flaw, flaw_of, note_of, points_of
from tournament.forms.typed import Fields, Problem, figure, seat_of, text_of, whole_number
from tournament.models import SheetKind


@dataclass(frozen=True)
class RowsForm:
    """The list of one table, as typed. Positions and games are counted from 1."""

    table_size: int
    games: int
    fields: Fields

    @classmethod
    def of_content(cls, content: Mapping[str, Any], table_size: int, games: int) -> "RowsForm":
        """The fields that say what a stored sheet says.

        Its totals stay empty: they are what the paper is compared with, and follow from the rows.
        """
        fields: dict[str, str] = {
            "time_limit": text_of(content.get("time_limit_after_row")),
            "struck": text_of(content.get("struck_games") or None),
        }
        for number, row in enumerate(content["rows"], 1):
            winners, value = note_of(row["points"])
            fields |= {
                f"r{number}-kind": row["kind"],
                f"r{number}-soloist": text_of(row.get("soloist")),
                f"r{number}-forced": text_of(row.get("forced")),
                f"r{number}-winners": winners,
                f"r{number}-value": value,
            }
            fields |= {f"r{number}-p{s}": text_of(p) for s, p in enumerate(row["points"], 1)}
        for number, penalty in enumerate(content.get("penalties") or (), 1):
            fields |= fields_of_penalty(number, penalty)
        return cls(table_size, games, fields)

    def row_text(self, number: int, part: str) -> str:
        """What is typed in a field of a row; the points are "p1", "p2" ..."""
        return self.fields.get(f"r{number}-{part}", "")

    @property
    def is_blank(self) -> bool:
        """Whether no game is typed yet."""
        return self.rows_typed == 0

    @property
    def kind(self) -> SheetKind:
        """Which kind of sheet this is."""
        return SheetKind.ROWS

    @property
    def seats(self) -> range:
        """The positions of the table."""
        return range(1, self.table_size + 1)

    @cached_property
    def rows_typed(self) -> int:
        """The number of the last row with anything typed, 0 for an empty list."""
        return max((no for no in range(1, self.games + 1) if not self._is_empty(no)), default=0)

    @cached_property
    def dealers(self) -> tuple[int, ...]:
        """Who deals each game of the whole list; it follows from the rows before (rules.md 2.9)."""
        dealers: list[int] = []
        rows: list[Row] = []
        limit = self._count("time_limit")
        for number in range(1, self.games + 1):
            coming = next_game(ScoreSheet(self.table_size, tuple(rows), self.games, limit))
            after_all = next_seat(dealers[-1], self.table_size) if dealers else 1
            dealers.append(coming.dealer if coming else after_all)
            rows.append(
                Row(
                    number,
                    self.row_kind(number) or RowKind.NORMAL,
                    (),
                    soloist=self.soloist(number),
                )
            )
        return tuple(dealers)

    def row_kind(self, number: int) -> RowKind | None:
        """What was played in a row; nothing chosen is a normal game, None is no kind at all."""
        text = self.row_text(number, "kind") or RowKind.NORMAL
        return RowKind(text) if text in set(RowKind) else None

    def soloist(self, number: int) -> int | None:
        """Who played alone in a row, if a position is typed."""
        return seat_of(self.row_text(number, "soloist"), self.table_size)

    def sitting(self, number: int) -> int | None:
        """Who deals and sits out in a row of a five-table."""
        return self.dealers[number - 1] if self.table_size == FIVE_TABLE else None

    def points(self, number: int) -> list[Any]:
        """The points of a row: those typed, else those that winners and value mean."""
        typed = [figure(self.row_text(number, f"p{seat}")) for seat in self.seats]
        if any(point is not None for point in typed):
            return typed
        return list(self.points_of_note(number) or typed)

    def points_of_note(self, number: int) -> tuple[int | None, ...] | None:
        """What winners and value of a row mean, if anything."""
        return points_of(*self._note(number), self.table_size, self.sitting(number))

    def flaw_of_note(self, number: int) -> Flaw | None:
        """Why winners and value of a row mean nothing."""
        return flaw_of(*self._note(number), self.table_size, self.sitting(number))

    def problems(self) -> list[Problem]:
        """Fields that do not hold what belongs there; the points are left to the rules."""
        return [*self._row_problems(), *self._time_problems(), *self._penalty_problems()]

    def unreadable(self) -> list[Problem]:
        """The problems that keep the sheet from being looked at as a whole."""
        return [problem for problem in self.problems() if not problem.is_doubt]

    def content(self) -> dict[str, Any]:
        """The sheet in its public form. A field with a problem counts as empty."""
        return {
            "table_size": self.table_size,
            "games": self.games,
            "time_limit_after_row": self._count("time_limit"),
            "struck_games": self._count("struck") or 0,
            "rows": [self._row(number) for number in range(1, self.rows_typed + 1)],
            "penalties": [
                line.content(self._game) for line in self.penalties if not self._lacks(line)
            ],
            "totals": self.totals(),
        }

    def totals(self) -> list[Any] | None:
        """The totals typed at the foot, one per position; None where none is."""
        totals = [figure(self.fields.get(f"t{seat}", "")) for seat in self.seats]
        return totals if any(total is not None for total in totals) else None

    @property
    def penalties(self) -> list[PenaltyLine]:
        """The lines of the block of penalties with anything typed."""
        return penalty_lines(self.fields, self.table_size)

    def points_by_rule(self, line: PenaltyLine) -> list[int | None] | None:
        """What a penalty moves by its paragraph, shown where no points are typed."""
        points = line.points_by_rule(self._game(whole_number(line.text("row"))))
        return None if points is None else list(points)

    def _row(self, number: int) -> dict[str, Any]:
        return {
            "no": number,
            "dealer": self.dealers[number - 1],
            "kind": (self.row_kind(number) or RowKind.NORMAL).value,
            "soloist": self.soloist(number),
            "forced": bool(self.row_text(number, "forced")),
            "points": self.points(number),
            "cumulative": None,
            "detail": None,
        }

    def _game(self, row: int | None) -> Game:
        if row is None or not 1 <= row <= self.rows_typed:
            return Game()
        return Game(self.dealers[row - 1], self.soloist(row))

    def _is_empty(self, number: int) -> bool:
        parts = ("soloist", "forced", "winners", "value", *(f"p{seat}" for seat in self.seats))
        is_normal = self.row_kind(number) is RowKind.NORMAL
        return is_normal and not any(self.row_text(number, part).strip() for part in parts)

    def _row_problems(self) -> Iterator[Problem]:
        for number in range(1, self.rows_typed + 1):
            if self.row_kind(number) is None:
                yield Problem(f"r{number}-kind", "kind_unknown", number)
            if self.row_text(number, "soloist").strip() and self.soloist(number) is None:
                yield Problem(f"r{number}-soloist", "position_unknown", number)
            yield from self._note_problems(number)

    def _note(self, number: int) -> tuple[str, str]:
        return self.row_text(number, "winners"), self.row_text(number, "value")

    def _note_problems(self, number: int) -> Iterator[Problem]:
        if not any(text.strip() for text in self._note(number)):
            return
        meant = self.points_of_note(number)
        if all(not self.row_text(number, f"p{seat}").strip() for seat in self.seats):
            if flaw := self.flaw_of_note(number):
                yield Problem(f"r{number}-{flaw.part}", flaw.code, number, flaw.params)
        elif meant is not None and list(meant) != self.points(number):
            name = f"r{number}-winners"
            yield Problem(name, "note_differs", number, {"points": meant}, is_doubt=True)

    def _time_problems(self) -> Iterator[Problem]:
        for name in ("struck", "time_limit"):
            text = self.fields.get(name, "")
            if text.strip() and self._count(name) is None:
                params = {"text": text, "most": self._most(name)}
                yield Problem(name, f"{name}_out_of_range", params=params)

    def _count(self, name: str) -> int | None:
        """A number of games, if it is one that can be."""
        number = whole_number(self.fields.get(name, ""))
        return number if number is not None and 0 <= number <= self._most(name) else None

    def _most(self, name: str) -> int:
        """Only normal games are struck; the last game in time may be any."""
        return self.games - self.table_size if name == "struck" else self.games

    def _penalty_problems(self) -> Iterator[Problem]:
        for line in self.penalties:
            yield from line.problems(needs_row=True)

    def _lacks(self, line: PenaltyLine) -> bool:
        return any(True for _problem in line.problems(needs_row=True))
