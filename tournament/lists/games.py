"""Source data of a workbook: every row of every list, penalties, deductions, table results."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.findings import row_kind
from tournament.labels.referee import PENALTY_RULES
from tournament.lists.columns import DAY_0, Column, Kind, List
from tournament.lists.standings import points_column
from tournament.models import Adjustment, Payment, SheetKind
from tournament.shared.rules.places import SeatRow
from tournament.sheets.reads.table_totals import ListedTable
from tournament.sheets.rules.results import Game
from tournament.standings.rules.counting import Counting, rank_by
from tournament.standings.rules.tie_breaks.criterion import fields_of

HasIt = Callable[[Game, int], bool]


@dataclass(frozen=True, slots=True)
class GameFigure:
    """What a tie-break may count: whether a seat has it in a game; of a table, in how many.

    - of_game, of_table: the headings of its columns.
    - has: whether it is so.
    - formula: the same from the cells of a workbook, as 0 or 1: {own} are the seat's points, {game}
      those of all at the table, and the key of a figure declared before is that figure.
    - where: the seats the formula is about; the others have it in no case.
    """

    of_game: Promise
    of_table: Promise
    has: HasIt
    formula: str
    where: HasIt = lambda game, seat: True


def _has_won(game: Game, seat: int) -> bool:
    return seat in game.winners


def _is_own_solo(game: Game, seat: int) -> bool:
    return game.compulsory_soloist == seat


GAME_FIGURES: dict[str, GameFigure] = {
    "won": GameFigure(
        _("Won"),
        _("Games won"),
        _has_won,
        'IF(AND({own}<>"",{own}=MAX({game}),MAX({game})>MIN({game})),1,0)',
    ),
    "solo_won": GameFigure(
        _("Own solo won"),
        _("Own solos won"),
        lambda game, seat: _is_own_solo(game, seat) and _has_won(game, seat),
        "{won}",
        where=_is_own_solo,
    ),
}
"""By the key with which the formula of a tie-break asks for it; the workbook loops over these."""


class GameLine(NamedTuple):
    """One game for one person; `row` and `position` are counted from 1."""

    table: ListedTable
    row: int
    position: int
    written: Mapping[str, Any]
    points: int | None
    penalty: int
    running: int

    @property
    def player(self) -> SeatRow:
        """The person at this position."""
        return self.table.players[self.position - 1]

    @property
    def is_last(self) -> bool:
        """Whether it is the last line of the game."""
        return self.position == len(self.table.players)

    @property
    def sum_of_game(self) -> int:
        """The sum of everybody's points."""
        return sum(filter(None, self.written["points"]))

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game(self.row)


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A line about one person at one table."""

    table: ListedTable
    position: int

    @property
    def player(self) -> SeatRow:
        """The person at this position."""
        return self.table.players[self.position - 1]


@dataclass(frozen=True, slots=True)
class TableLine(PersonLine):
    """The result of one person at one table, and what is ranked of it.

    `added`: the sum of the list, None for an average.
    """

    added: int | None
    ranked: int

    @property
    def points(self) -> int:
        """The points that count now."""
        return self.table.totals[self.position - 1]

    def count(self, has: HasIt) -> int:
        """Return in how many games it was so for this person here."""
        return sum(has(game, self.position) for game in self.table.games.listed)


@dataclass(frozen=True, slots=True)
class PenaltyLine(PersonLine):
    """The effect of one penalty on one person."""

    written: Mapping[str, Any]

    @property
    def points(self) -> int:
        """Positive if points were credited."""
        return int(self.written["points"][self.position - 1])


def games_list(tables: Iterable[ListedTable], asked: Set[str], *, has_zero_sum: bool) -> List:
    """Return every game once for each person, with the figures `asked` for by tie-breaks."""
    lines = []
    for table in tables:
        running = [0] * len(table.players)
        for row, written in enumerate(table.rows, start=1):
            for position, points in enumerate(written["points"], start=1):
                penalty = table.penalty_in(row, position) if table.penalties else 0
                total = running[position - 1] = running[position - 1] + (points or 0) + penalty
                lines.append(GameLine(table, row, position, written, points, penalty, total))
    needed = set(asked)  # and what their formulas build on
    for key, figure in reversed(GAME_FIGURES.items()):
        needed |= fields_of(figure.formula) if key in needed else set()
    words = cache(row_kind)  # looked up for every row it took an eighth of the workbook's time

    def added(line: GameLine) -> int | None:
        return line.sum_of_game if line.is_last else None

    def had(has: HasIt, line: GameLine) -> int:
        return int(has(line.game, line.position))

    columns = (
        *_round_and_table_columns(),
        Column("row", gettext("Game"), lambda line: line.row, Kind.NUMBER),
        *_who(),
        Column("dealer", gettext("Dealer"), lambda line: line.written["dealer"], Kind.NUMBER),
        Column("kind", gettext("Kind of game"), lambda line: words(line.written["kind"])),
        Column("soloist", gettext("Soloist"), lambda line: line.written["soloist"], Kind.NUMBER),
        points_column("points", gettext("Points"), lambda line: line.points),
        points_column("penalty", gettext("Penalties"), lambda line: line.penalty or None),
        points_column("running", gettext("Running total"), lambda line: line.running, "main"),
        *(
            [Column("added", gettext("Sum of the game"), added, Kind.NUMBER)]
            if has_zero_sum
            else ()
        ),
        *(
            Column(key, str(each.of_game), partial(had, each.has), Kind.NUMBER)
            for key, each in GAME_FIGURES.items()
            if key in needed
        ),
    )
    return List(columns, lines)


def table_results_list(
    tables: Iterable[ListedTable], asked: Set[str], totals: Mapping[int, int], counting: Counting
) -> List:
    """Return everybody's results by table, with figures `asked` for; `totals` are by entry."""
    lines = []
    for table in tables:
        added: list[int | None] = list(table.fixed)
        if table.rows:
            rows = (line["points"] for line in (*table.rows, *table.penalties))
            added = [sum(filter(None, column)) for column in zip(*rows, strict=True)]
        ranked = rank_by(counting, table.totals, table.games)
        both = enumerate(zip(added, ranked, strict=True), start=1)
        lines += [TableLine(table, position, *figures) for position, figures in both]

    def total(line: TableLine) -> int:
        return totals.get(line.player.entry_id, 0)

    def of_opponents(line: TableLine) -> int:
        return sum(totals.get(each.entry_id, 0) for each in line.table.players) - total(line)

    def counted(has: HasIt, line: TableLine) -> int:
        return line.count(has)

    opponents = (
        points_column("total", gettext("Total"), total),
        points_column("opponents", gettext("Totals of the opponents"), of_opponents),
        Column("met", gettext("Opponents"), lambda line: len(line.table.players) - 1, Kind.NUMBER),
    )
    columns = (
        *_round_and_table_columns(),
        *_who(),
        Column("source", gettext("Entered as"), lambda line: source_words(line.table.kind)),
        Column("games", gettext("Games"), lambda x: x.table.games_of(x.position), Kind.NUMBER),
        points_column("added", gettext("From the list"), lambda line: line.added),
        points_column("points", gettext("Points"), lambda line: line.points, "main"),
        points_column("stored", gettext("In the program"), lambda line: line.points),
        *(
            [points_column("counted", gettext("Ranked points"), lambda line: line.ranked)]
            if counting.reckons
            else ()
        ),
        *(
            Column(key, str(each.of_table), partial(counted, each.has), Kind.NUMBER)
            for key, each in GAME_FIGURES.items()
            if key in asked
        ),
        *(opponents if "opponents" in asked else ()),
    )
    return List(columns, lines)


def penalties_list(tables: Iterable[ListedTable]) -> List:
    """Return every penalty on a list, once for each person whose points it moves."""
    lines = [
        PenaltyLine(table, position, written)
        for table in tables
        for written in table.penalties
        for position, points in enumerate(written["points"], start=1)
        if points
    ]

    def offender(line: PenaltyLine) -> int:
        return line.table.players[int(line.written["offender"]) - 1].number

    def why(line: PenaltyLine) -> str:
        """Return the reason as written, or the subject of the paragraph."""
        return str(line.written.get("reason") or PENALTY_RULES.get(line.written["rule"], ""))

    columns = (
        *_round_and_table_columns(),
        Column("row", gettext("Game"), lambda line: line.written.get("row"), Kind.NUMBER),
        *_who(),
        points_column("points", gettext("Penalties"), lambda line: line.points),
        Column("rule", gettext("Paragraph"), lambda line: str(line.written["rule"])),
        Column("offender", gettext("Caused by no."), offender, Kind.NUMBER),
        Column("initials", gettext("Initials"), lambda line: line.written.get("initials", "")),
        Column("reason", gettext("Reason"), why),
    )
    return List(columns, lines)


def deductions_list(deductions: Sequence[Adjustment], last: int) -> List:
    """Return the deductions from totals after the `last` round, with round, entry, person."""
    columns = (
        Column("number", gettext("No."), lambda each: each.entry.number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda each: each.entry.person.public_list_name, Kind.NAME),
        points_column("points", gettext("Deduction"), lambda each: each.points, "main"),
        Column("where", gettext("Given in"), lambda x: x.round and str(x.round), missing="–"),
        Column(
            *("first", gettext("Counts from round")),
            lambda each: min(max(each.first_round, 1), last),
            Kind.NUMBER,
        ),
        Column("reason", gettext("Reason"), lambda each: each.reason),
    )
    return List(columns, deductions)


def payments_list(payments: Sequence[Payment]) -> List:
    """Return payments: by whom, for what, how; counter-payments are negative."""
    columns = (
        Column("on", gettext("Date"), lambda each: (each.on - DAY_0).days, Kind.DATE),
        Column("number", gettext("No."), lambda each: each.entry.number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda each: each.entry.person.public_list_name, Kind.NAME),
        Column("for", gettext("For"), lambda each: str(each.pool or gettext("Entry fee"))),
        Column("how", gettext("How"), lambda each: each.get_how_display()),
        Column("amount", gettext("Amount"), lambda each: each.amount, Kind.AMOUNT),
    )
    return List(columns, payments)


def source_words(kind: SheetKind) -> str:
    """Return how a result was entered."""
    return str(kind.label)


def _round_and_table_columns() -> tuple[Column, Column]:
    return (
        Column("round", gettext("Round"), lambda line: line.table.round, Kind.NUMBER),
        Column("table", gettext("Table"), lambda line: line.table.number, Kind.NUMBER),
    )


def _who() -> tuple[Column, ...]:
    return (
        Column("position", gettext("Position"), lambda line: line.position, Kind.NUMBER),
        Column("number", gettext("No."), lambda line: line.player.number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda line: line.player.public_list_name, Kind.NAME),
    )
