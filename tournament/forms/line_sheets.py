"""A score sheet typed line by line, as on paper: one game per line (`scoring.notation`).

The fields of game n are `l{n}`, its line, and `s{n}`, the running totals beside it on paper.
Penalties not contained in a line are in the block of penalties.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from scoring.deal import normal_games
from scoring.json_format import sheet_from_json
from scoring.model import ScoreSheet
from scoring.notation import PENALTY_MARK, ReadLine, line_of, read_list
from scoring.notation.figures import are_running_totals
from tournament.forms.score_sheets import Game, PenaltyLine, SheetForm, fields_of_penalty
from tournament.models import SheetKind
from tournament.shared.rules.typed import Problem, figure, text_of, whole_number
from tournament.sheets.reads.sheets import penalty_content
from tournament.sheets.rules.doubts import identity
from tournament.sheets.rules.table_rules import TableRules


@dataclass(frozen=True)
class LinesForm(SheetForm):
    """The list of one table, line by line."""

    kind = SheetKind.ROWS

    @classmethod
    def blank(cls, at: TableRules) -> "LinesForm":
        """Return an empty list."""
        return cls(at, {})

    @classmethod
    def of_content(cls, content: Mapping[str, Any], at: TableRules) -> "LinesForm":
        """Return a stored sheet as lines; penalties no line can express stay in the block.

        Its totals stay empty: they follow from the rows, and are typed to be compared with the
        paper.
        """
        sheet = sheet_from_json(content, at.rules)
        fields = {
            "time_limit": text_of(sheet.time_limit_after_row),
            "struck": text_of(sheet.struck_games or None),
        }
        in_lines = set()
        for row in sheet.rows:
            of_row = [each for each in sheet.penalties if each.row == row.no]
            fields[f"l{row.no}"] = line_of(row, of_row, at.rules)
            if PENALTY_MARK in fields[f"l{row.no}"]:
                in_lines.add(row.no)
        left = (each for each in content.get("penalties") or () if each["row"] not in in_lines)
        for number, penalty in enumerate(left, 1):
            fields |= fields_of_penalty(number, penalty)
        return cls(at, fields)

    @property
    def is_blank(self) -> bool:
        """Whether no game is typed yet."""
        return self.rows_typed == 0

    @cached_property
    def rows_typed(self) -> int:
        """The number of the last line with anything typed, 0 for an empty list."""
        typed = (no for no in self._numbers if f"{self.line_text(no)}{self.paper_text(no)}".strip())
        return max(typed, default=0)

    @cached_property
    def lines(self) -> tuple[ReadLine, ...]:
        """Every game of the list as read, typed or not."""
        texts = [(self.line_text(number), self.paper_text(number)) for number in self._numbers]
        return read_list(texts, self.at.size, self.at.games, self.time_limit, self.at.rules)

    @property
    def lines_typed(self) -> tuple[ReadLine, ...]:
        """The games up to the last line with anything typed."""
        return self.lines[: self.rows_typed]

    @property
    def played(self) -> ScoreSheet:
        """The games so far, for the rules of dealing; a game only begun is left out."""
        lines = self.lines_typed
        if lines and lines[-1].problem is not None:
            lines = lines[:-1]
        rows = tuple(line.game.as_row(line.number) for line in lines)
        return ScoreSheet(self.at.size, rows, self.at.games, self.time_limit, rules=self.at.rules)

    @property
    def dealers(self) -> tuple[int, ...]:
        """The dealer of each game of the whole list, which follows from the lines before."""
        return tuple(line.context.coming.dealer for line in self.lines)

    @property
    def time_limit(self) -> int | None:
        """The last game begun in time, None if not stated."""
        return self._count("time_limit")

    @property
    def struck(self) -> int:
        """The number of normal games struck."""
        return self._count("struck") or 0

    def line_text(self, number: int) -> str:
        """Return the text of a line."""
        return self.fields.get(f"l{number}", "")

    def paper_text(self, number: int) -> str:
        """Return the text of the running totals beside a line."""
        return self.fields.get(f"s{number}", "")

    def content(self) -> dict[str, Any]:
        """Return the sheet in its public form; unreadable lines or fields count as empty.

        It names dealers only for games out of turn: otherwise the dealer follows from the rows and
        proves nothing.
        """
        rows: list[dict[str, Any]] = []
        for line in self.lines_typed:
            dealer = line.context.dealt_by
            row = {
                "no": line.number,
                "dealer": dealer,
                "kind": line.kind.value,
                "soloist": line.soloist,
                "forced": line.forced,
                "points": list(line.points),
                "cumulative": None if line.paper is None else list(line.paper),
                "detail": None,
            }
            row |= {} if dealer is None else {"out_of_turn": True}
            rows.append(row | ({"no_side": list(line.no_side)} if line.no_side else {}))
        return {
            "table_size": self.at.size,
            "games": self.at.games,
            "time_limit_after_row": self.time_limit,
            "struck_games": self.struck,
            "rows": rows,
            "penalties": [*self._content_of(self.penalties), *self._penalties_of_lines],
            "totals": self.totals(),
        }

    def totals(self) -> list[Any] | None:
        """Return the totals typed at the foot, one per position; None if there are none."""
        totals = [figure(self.fields.get(f"t{seat}", "")) for seat in self.seats]
        if self.line_too_many:
            totals[0] = None
        return totals if any(total is not None for total in totals) else None

    @property
    def line_too_many(self) -> str:
        """The line typed after a full list, where the first total belongs; "" if it is no line."""
        text = self.fields.get("t1", "").strip()
        first, *more = text.split() or [""]
        return text if self.rows_typed == self.at.lines and more and first[-1].isdigit() else ""

    @property
    def lines_twice(self) -> list[int]:
        """The lines that repeat the one before, including a line too many at the end."""
        texts = [self.line_text(number).split() for number in self._numbers]
        texts.append(self.line_too_many.split())
        pairs = enumerate(pairwise(texts), start=2)
        return [number for number, (before, line) in pairs if line and line == before]

    @property
    def are_running_totals(self) -> bool:
        """Whether running totals were probably typed where the games belong."""
        return are_running_totals(map(self.line_text, self._numbers), self.at.size, self.at.rules)

    @property
    def penalties(self) -> list[PenaltyLine]:
        """The lines of the block of penalties, without those also contained in a game's line."""
        said = Counter(map(identity, self._penalties_of_lines))
        alone = []
        for line in self.block:
            if said[identity(line.typed())] > 0:
                said[identity(line.typed())] -= 1
            else:
                alone.append(line)
        return alone

    @property
    def penalties_said(self) -> list[dict[str, Any]]:
        """Every penalty on the sheet, in the lines or in the block."""
        return [*self._penalties_of_lines, *super().penalties_said]

    @property
    def _penalties_of_lines(self) -> list[dict[str, Any]]:
        return [penalty_content(penalty) for line in self.lines_typed for penalty in line.penalties]

    def problems(self) -> list[Problem]:
        """Return the invalid lines and fields; the figures are left to the rules."""
        found = [
            Problem(f"{problem.column}{line.number}", "line", line.number, {"problem": problem})
            for line in self.lines_typed
            if (problem := line.problem) is not None
        ]
        if self.line_too_many:
            twice = next(iter(self.lines_twice), None)
            params: dict[str, object] = {"games": self.at.lines, "twice": twice}
            found.append(Problem("t1", "line_too_many", params=params))
        for name in ("struck", "time_limit"):
            text = self.fields.get(name, "")
            if text.strip() and self._count(name) is None:
                params = {"text": text, "most": self._most(name)}
                found.append(Problem(name, f"{name}_out_of_range", params=params))
        return found + self._problems_of_penalties()

    def _game(self, row: int | None) -> Game:
        """Return the game a penalty belongs to, as far as the list tells."""
        if row is None or not 1 <= row <= self.rows_typed:
            return Game()
        line = self.lines[row - 1]
        return Game(line.context.coming.dealer, line.soloist)

    @property
    def _numbers(self) -> range:
        """The line numbers, one for each game that the list can have."""
        return range(1, self.at.lines + 1)

    def _count(self, name: str) -> int | None:
        """Return a number of games, if it is in range."""
        number = whole_number(self.fields.get(name, ""))
        return number if number is not None and 0 <= number <= self._most(name) else None

    def _most(self, name: str) -> int:
        """Return the maximum: only normal games are struck; the last game in time may be any."""
        games, rules = self.at.games, self.at.rules
        return normal_games(games, self.at.size, rules) if name == "struck" else games
