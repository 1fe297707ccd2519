"""A score sheet as typed: the common base of lists and totals, the penalty block, bare totals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scoring.model import FREE
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
from tournament.sheets.reads.sheets import with_penalties
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

    def content(self) -> dict[str, Any]:
        """Return the sheet in its public form; invalid fields count as their default or empty."""
        raise NotImplementedError

    @property
    def seats(self) -> range:
        """The positions of the table."""
        return self.at.seats

    @property
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
    def penalties_said(self) -> list[dict[str, Any]]:
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

    def _game(self, row: int | None) -> Game:
        """Return the game a penalty belongs to; bare totals say nothing about it."""
        return Game()


NOBODY: Mapping[int, int] = {}


def solo_fields(at: TableRules, lacking: Mapping[int, int] = NOBODY) -> dict[str, str]:
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
    def blank(cls, at: TableRules) -> "TotalsForm":
        """Return the default: all games played, everybody's compulsory solos among them."""
        return cls(at, {"games_played": str(at.games), **solo_fields(at)})

    @classmethod
    def of_content(cls, content: Mapping[str, Any], at: TableRules) -> "TotalsForm":
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

    def content(self) -> dict[str, Any]:
        """Return the totals in their public form; invalid fields count as default or empty."""
        played = self._games_played()
        typed = [figure(self.fields.get(f"t{seat}", "")) for seat in self.seats]
        return {
            "totals": with_penalties(typed, self.added),
            "games_played": self.at.games if played is None else played,
            "compulsory_solos": [seat for seat in self.seats for _solo in range(self._solos(seat))],
            "penalties": self._content_of(self.penalties),
        }

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
