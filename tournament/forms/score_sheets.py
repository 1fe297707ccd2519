"""A score sheet as typed: line by line or as bare totals, with the block of penalties.

The list is as on paper, one game per line (`scoring.notation`): the fields of game n are `l{n}`,
its line, and `s{n}`, the running totals beside it. Penalties of no line are in the block.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Self

from scoring.deal import normal_games
from scoring.habits import FEWEST_ROWS
from scoring.json_format import sheet_from_json
from scoring.model import FREE, Penalty, ScoreSheet, TotalsSheet
from scoring.notation import PENALTY_MARK, ReadLine, line_of, read_list
from scoring.notation.figures import are_running_totals
from scoring.penalties import RULES, free_points, pattern
from scoring.rulesets import Penalties
from tournament.models import SheetKind
from tournament.shared.rules.typed import (
    TICKED,
    Fields,
    Problem,
    figure,
    seat_of,
    text_of,
    whole_number,
)
from tournament.sheets.reads.sheets import add_penalties, penalty_content
from tournament.sheets.rules.doubts import identity
from tournament.sheets.rules.table_rules import TableRules

MOST_LINES = 20

BOOKED = "booked"
CONTAINED, ADDED = "in", "add"
"""Whether totals contain a penalty booked by the referee, or its points are to be added."""

LOSS = "loss"
"""What the offender of a free penalty loses; the points follow from it."""

PARTS = ("rule", "offender", "absagen", "soloist", "row", "initials", "reason", LOSS)


@dataclass(frozen=True, slots=True)
class Game:
    """The game a penalty belongs to, as far as the sheet tells: dealer and soloist."""

    dealer: int | None = None
    soloist: int | None = None


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """One line of the block. Empty points follow from the paragraph."""

    number: int
    at: TableRules
    fields: Fields

    def name(self, part: str) -> str:
        """Return the name of a field of this line; the points are "p1", "p2" ..."""
        return f"x{self.number}-{part}"

    def text(self, part: str) -> str:
        """Return the text of a field of this line."""
        return self.fields.get(self.name(part), "")

    @property
    def texts(self) -> list[str]:
        """The texts of its fields, in order."""
        return [self.text(part) for part in (*PARTS, *self._points())]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed; a number of absagen alone does not count."""
        parts = ("rule", "offender", "row", "initials", LOSS, "reason", *self._points())
        return not any(self.text(part).strip() for part in parts)

    @property
    def row(self) -> int | None:
        """The number of the game whose running totals first contain it."""
        return whole_number(self.text("row"))

    @property
    def is_undecided(self) -> bool:
        """Whether it still has to be answered if the totals contain the penalty."""
        return self.text(BOOKED) not in (CONTAINED, ADDED) and self.name(BOOKED) in self.fields

    @property
    def first(self) -> str:
        """The name of its first field: the paragraph, or without paragraphs the offender."""
        return self.name("offender" if self.at.has_free_penalties else "rule")

    @property
    def rule(self) -> str:
        """The paragraph, or the code of a free penalty."""
        return FREE if self.at.has_free_penalties else self.text("rule")

    def problems(self, needs_row: bool) -> Iterator[Problem]:
        """Yield what is missing for it to be a penalty."""
        if self.rule not in (*RULES, FREE):
            yield Problem(self.name("rule"), "penalty_rule_missing", self.row)
        if seat_of(self.text("offender"), self.at.size) is None:
            yield Problem(self.name("offender"), "penalty_offender_missing", self.row)
        if needs_row and self.row is None:
            yield Problem(self.name("row"), "penalty_row_missing")

    def typed(self) -> dict[str, Any]:
        """Return what the line itself says of the penalty, without anything derived."""
        return {
            "rule": self.rule,
            "offender": figure(self.text("offender")),
            "points": [figure(self.text(part)) for part in self._points()],
        }

    def content(self, game: Game) -> dict[str, Any]:
        """Return the penalty, which belongs to this game, in the public form of a sheet."""
        points: list[Any] = [figure(self.text(part)) for part in self._points()]
        if all(point is None for point in points):
            points = list(self.points_by_rule(game) or points)
        return {
            "row": self.row,
            "rule": self.rule,
            "offender": seat_of(self.text("offender"), self.at.size),
            "points": points,
            "initials": self.text("initials").strip(),
            **({"reason": self.text("reason").strip()} if self.rule == FREE else {}),
        }

    def points_by_rule(self, game: Game) -> Sequence[Any] | None:
        """Return the points the penalty moves in this game, None if it does not fit."""
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


def fields_of_penalty(number: int, penalty: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields of a line for a penalty in the public form."""
    parts = {part: text_of(penalty.get(part)) for part in PARTS}
    parts |= {f"p{seat}": text_of(points) for seat, points in enumerate(penalty["points"], 1)}
    return {f"x{number}-{part}": text for part, text in parts.items()}


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

    def content(self) -> ScoreSheet | TotalsSheet:
        """Return the sheet; invalid fields count as their default or empty."""
        raise NotImplementedError

    @property
    def seats(self) -> range:
        """The positions of the table."""
        return self.at.seats

    @cached_property
    def block(self) -> list[PenaltyLine]:
        """The lines of the penalty block with anything typed."""
        there = {name.partition("-")[0] for name in self.fields}
        numbers = (number for number in range(1, MOST_LINES + 1) if f"x{number}" in there)
        lines = (PenaltyLine(number, self.at, self.fields) for number in numbers)
        return [line for line in lines if not line.is_empty]

    @property
    def next_line(self) -> PenaltyLine | None:
        """The first free line after all others, if the block has room."""
        last = max((line.number for line in self.block), default=0)
        return PenaltyLine(last + 1, self.at, self.fields) if last < MOST_LINES else None

    @property
    def penalties(self) -> list[PenaltyLine]:
        """The penalties that stand in the block alone."""
        return self.block

    @property
    def all_penalties(self) -> list[dict[str, Any]]:
        """Every penalty on the sheet, in the block or elsewhere."""
        return [line.typed() for line in self.penalties]

    def problems(self) -> list[Problem]:
        """Return the invalid fields; the figures are left to the rules."""
        raise NotImplementedError

    def _problems_of_penalties(self) -> list[Problem]:
        return [
            problem
            for line in self.penalties
            for problem in line.problems(needs_row=self.penalties_need_row)
        ]

    @property
    def is_sum_open(self) -> bool:
        """Whether a penalty that nobody is credited with is begun, still without its points."""
        if self.at.rules.penalties.adds_up_to_0:
            return False
        points = (line.content(self._game(line.row))["points"] for line in self.penalties)
        return any(all(each is None for each in those) for those in points)

    def points_by_rule(self, line: PenaltyLine) -> Sequence[Any] | None:
        """Return the points of a penalty by its paragraph, shown where none are typed."""
        return line.points_by_rule(self._game(line.row))

    def _content_of(self, lines: Iterable[PenaltyLine]) -> list[dict[str, Any]]:
        """Return the penalties of these lines, those with problems left out."""
        return [
            line.content(self._game(line.row))
            for line in lines
            if not any(True for _problem in line.problems(needs_row=self.penalties_need_row))
        ]

    def _read(self, lines: Iterable[PenaltyLine]) -> tuple[Penalty, ...]:
        contents = self._content_of(lines)
        return tuple(Penalty(**{**each, "points": tuple(each["points"])}) for each in contents)

    def _game(self, row: int | None) -> Game:
        """Return the game a penalty belongs to; bare totals say nothing about it."""
        return Game()


def solo_fields(at: TableRules, lacking: Mapping[int, int]) -> dict[str, str]:
    """Return the fields saying how many required solos each position has played.

    `lacking`: how many are not played; a single solo is ticked, several are counted.
    """
    played = {seat: at.solos - lacking.get(seat, 0) for seat in at.seats}
    return {
        f"solo{seat}": TICKED if at.solos == 1 else str(count)
        for seat, count in played.items()
        if count > 0
    }


@dataclass(frozen=True)
class TotalsForm(SheetForm):
    """The totals of one table, as typed."""

    kind = SheetKind.TOTALS
    penalties_need_row = False

    @classmethod
    def blank(cls, at: TableRules) -> Self:
        """Return the default: all games played, everybody's compulsory solos among them."""
        return cls(at, {"games_played": str(at.planned), **solo_fields(at, {})})

    @classmethod
    def of_content(cls, content: Mapping[str, Any], at: TableRules) -> Self:
        """Return stored totals as fields."""
        fields = {"games_played": text_of(content["games_played"])}
        fields |= {f"t{seat}": text_of(total) for seat, total in enumerate(content["totals"], 1)}
        played = Counter(content["compulsory_solos"])
        fields |= solo_fields(at, {seat: at.solos - played[seat] for seat in at.seats})
        for number, penalty in enumerate(content.get("penalties") or (), 1):
            fields |= fields_of_penalty(number, penalty)
        return cls(at, fields)

    @property
    def is_blank(self) -> bool:
        """Whether no total is typed yet."""
        return not any(self.fields.get(f"t{seat}", "").strip() for seat in self.seats)

    def content(self) -> TotalsSheet:
        """Return the totals; invalid fields count as default or empty."""
        played = self._games_played()
        typed = [figure(self.fields.get(f"t{seat}", "")) for seat in self.seats]
        return TotalsSheet(
            table_size=self.at.size,
            totals=tuple(add_penalties(typed, self.added)),
            games_played=self.at.planned if played is None else played,
            compulsory_solos=tuple(
                seat for seat in self.seats for _solo in range(self._solos(seat))
            ),
            penalties=self._read(self.penalties),
            games=self.at.games,
            rules=self.at.rules,
        )

    @property
    def added(self) -> list[dict[str, Any]]:
        """The penalties whose points the typed totals lack; the content includes them."""
        return self._content_of(line for line in self.penalties if line.text(BOOKED) == ADDED)

    @property
    def contained(self) -> list[dict[str, Any]]:
        """The penalties confirmed, when asked, to be contained in the typed totals."""
        return self._content_of(line for line in self.penalties if line.text(BOOKED) == CONTAINED)

    def problems(self) -> list[Problem]:
        """Return the invalid fields; the figures are left to the rules."""
        found = [
            Problem(line.name(BOOKED), "penalty_undecided")
            for line in self.penalties
            if line.is_undecided
        ]
        if self._games_played() is None:
            params = {"least": self.at.size, "most": self.at.lines}
            found.append(Problem("games_played", "games_played_missing", params=params))
        return found + self._problems_of_penalties()

    def _solos(self, seat: int) -> int:
        """Return how many required solos a position has played: all if ticked."""
        text = self.fields.get(f"solo{seat}", "").strip()
        played = self.at.solos if text == TICKED else whole_number(text) or 0
        return min(max(played, 0), self.at.solos)

    def _games_played(self) -> int | None:
        number = whole_number(self.fields.get("games_played", ""))
        return None if number is None or number < 0 else number


@dataclass(frozen=True)
class LinesForm(SheetForm):
    """The list of one table, line by line."""

    kind = SheetKind.ROWS

    @classmethod
    def blank(cls, at: TableRules) -> Self:
        """Return an empty list."""
        return cls(at, {})

    @classmethod
    def of_content(cls, content: Mapping[str, Any], at: TableRules) -> Self:
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

    @cached_property
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

    def content(self) -> ScoreSheet:
        """Return the sheet; unreadable lines or fields count as empty.

        It names dealers only for games out of turn: otherwise the dealer follows from the rows and
        proves nothing.
        """
        typed, totals = self.lines_typed, self.totals()
        rows = [line.game.as_row(line.number, cumulative=line.paper) for line in typed]
        if self.are_only_running_totals:
            nothing = (None,) * self.at.size
            rows = [replace(row, points=nothing, cumulative=row.points) for row in rows]
        return ScoreSheet(
            table_size=self.at.size,
            rows=tuple(rows),
            games=self.at.games,
            time_limit_after_row=self.time_limit,
            struck_games=self.struck,
            penalties=(
                *self._read(self.penalties),
                *(penalty for line in typed for penalty in line.penalties),
            ),
            totals=None if totals is None else tuple(totals),
            rules=self.at.rules,
        )

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
        return self._are_running_totals(fewest=1)

    @property
    def are_only_running_totals(self) -> bool:
        """Whether they stand there alone, in most lines and in enough to be no slip."""
        is_paper_blank = not any(map(self.paper_text, self._numbers))
        fewest = max(FEWEST_ROWS, self.rows_typed // 2 + 1)
        return is_paper_blank and self._are_running_totals(fewest)

    def _are_running_totals(self, fewest: int) -> bool:
        lines = map(self.line_text, self._numbers)
        return are_running_totals(lines, self.at.size, self.at.rules, fewest=fewest)

    @cached_property
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
    def all_penalties(self) -> list[dict[str, Any]]:
        """Every penalty on the sheet, in the lines or in the block."""
        return [*self._penalties_of_lines, *super().all_penalties]

    @cached_property
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
        games, size, rules = self.at.games, self.at.size, self.at.rules
        if name == "struck":
            return normal_games(games, size, rules)
        return games + rules.added_games(size)
