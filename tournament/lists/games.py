"""Source data of a workbook: every row of every list, penalties, deductions, table results."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from django.utils.translation import gettext

from tournament.labels.findings import row_kind
from tournament.labels.referee import PENALTY_RULES
from tournament.lists.columns import DAY_0, Column, Kind, List
from tournament.lists.standings import points_column
from tournament.models import Adjustment, Payment, SheetKind
from tournament.shared.rules.places import SeatRow
from tournament.sheets.reads.table_totals import ListedTable


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
    def is_won(self) -> bool:
        """Whether this person won: has more points than the others."""
        return self.position in self.table.game(self.row).winners

    @property
    def is_own_solo(self) -> bool:
        """Whether it was the compulsory solo of this person."""
        return self.table.game(self.row).compulsory_soloist == self.position


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
    """The result of one person at one table; `added`: the sum of the list, None for an average."""

    added: int | None

    @property
    def points(self) -> int:
        """The points that count now."""
        return self.table.totals[self.position - 1]

    def games_won(self, *, own_solos: bool = False) -> int:
        """Return how many games were won here, or how many own compulsory solos."""
        games = [each for each in self.table.games.listed if self.position in each.winners]
        return sum(each.compulsory_soloist == self.position or not own_solos for each in games)


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
    words = cache(row_kind)  # looked up for every row it took an eighth of the workbook's time
    needed = asked | ({"added"} if has_zero_sum else set())
    needed |= {"won"} if "solo_won" in asked else set()
    added, won, solo_won = (
        lambda line: line.sum_of_game if line.is_last else None,
        lambda line: int(line.is_won),
        lambda line: int(line.is_own_solo and line.is_won),
    )
    figures = (
        Column("added", gettext("Sum of the game"), added, Kind.NUMBER),
        Column("won", gettext("Won"), won, Kind.NUMBER),
        Column("solo_won", gettext("Own solo won"), solo_won, Kind.NUMBER),
    )
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
        *(column for column in figures if column.key in needed),
    )
    return List(columns, lines)


def table_results_list(
    tables: Iterable[ListedTable], asked: Set[str], totals: Mapping[int, int]
) -> List:
    """Return everybody's results by table, with figures `asked` for; `totals` are by entry."""
    lines = []
    for table in tables:
        added: list[int | None] = list(table.fixed)
        if table.rows:
            rows = (line["points"] for line in (*table.rows, *table.penalties))
            added = [sum(filter(None, column)) for column in zip(*rows, strict=True)]
        lines += [TableLine(table, position, sum_) for position, sum_ in enumerate(added, start=1)]

    def total(line: TableLine) -> int:
        return totals.get(line.player.entry_id, 0)

    def of_opponents(line: TableLine) -> int:
        return sum(totals.get(each.entry_id, 0) for each in line.table.players) - total(line)

    own_solos = partial(TableLine.games_won, own_solos=True)
    games_won = (
        Column("won", gettext("Games won"), TableLine.games_won, Kind.NUMBER),
        Column("solo_won", gettext("Own solos won"), own_solos, Kind.NUMBER),
    )
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
        *(column for column in games_won if column.key in asked),
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
