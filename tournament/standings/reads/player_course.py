"""Queries of one player's tournament: seats, table mates, points, remaining rounds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.models import Entry, GameTable, Round, RoundState, Seat, SheetKind
from tournament.referee.reads.calls import Record, offences_of
from tournament.sheets.rules.table_rules import solos_told
from tournament.standings.reads.courses import Courses
from tournament.standings.reads.standings import StandingRow, StandingsReport
from tournament.standings.rules.curves import Figures, running_totals

TO_BE_PLAYED = (RoundState.DRAWN, RoundState.PUBLISHED, RoundState.RUNNING)


@dataclass(frozen=True, slots=True)
class Mate:
    """A table mate in a round: position, name, and points, None without a result."""

    entry_id: int
    position: int
    name: str
    points: int | None


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of a player; table and position are None for a bye or without a seat.

    `total` and `rank` are those after it, `solos` how many of the `owed` compulsory solos were
    played; None where not known yet.
    """

    round: Round
    table: int | None
    position: int | None
    sits_out: bool
    mates: tuple[Mate, ...]
    points: int | None
    total: int | None
    rank: int | None
    solos: int | None
    owed: int


@dataclass(frozen=True, slots=True)
class NextPlace:
    """The distance to the rank above in points.

    For the leader (`is_lead`) it is the lead over the rank below. 0 points where a tie-break has
    decided.
    """

    rank: int
    points: int
    is_lead: bool


@dataclass(frozen=True)
class PlayerCourse:
    """Everything a tournament knows of a player; `row` is None if he is not listed yet."""

    row: StandingRow | None
    rounds: tuple[PlayerRound, ...]
    figures: Figures
    next_place: NextPlace | None
    ranked: int
    shares: int
    offences: tuple[Record, ...]

    @cached_property
    def next_round(self) -> PlayerRound | None:
        """The first round that is not over."""
        waiting = (each for each in self.rounds if each.round.state in TO_BE_PLAYED)
        return next(waiting, None)

    @cached_property
    def solos(self) -> tuple[int, int]:
        """Compulsory solos played and owed, over the rounds where it is known."""
        known = [each for each in self.rounds if each.solos is not None]
        return sum(each.solos or 0 for each in known), sum(each.owed for each in known)


def player_course(
    entry: Entry, rounds: Sequence[Round], report: StandingsReport, found: Courses
) -> PlayerCourse:
    """Return a player's course over these rounds; seven queries beside those of the standings."""
    row = next((each for each in report.rows if each.entry_id == entry.pk), None)
    figures = running_totals(row.rounds, found.deductions.get(entry.pk)) if row else (0,)
    points = {each.entry_id: each.rounds for each in report.rows}
    seats = _seats(entry, rounds)
    played = _solos(entry)
    out = set(entry.byes.filter(round__in=rounds).values_list("round", flat=True))
    lines = []
    for round in rounds:
        of_table = seats.get(round.pk, [])
        own = next((seat for seat in of_table if seat.entry_id == entry.pk), None)
        lines.append(
            PlayerRound(
                round=round,
                table=own.table.number if own else None,
                position=own.position if own else None,
                sits_out=round.pk in out,
                mates=tuple(
                    Mate(
                        seat.entry_id,
                        seat.position,
                        seat.entry.person.list_name,
                        _at(points.get(seat.entry_id, ()), round.number - 1),
                    )
                    for seat in of_table
                    if seat.entry_id != entry.pk
                ),
                points=_at(row.rounds, round.number - 1) if row else None,
                total=_at(figures, round.number),
                rank=found.ranks(round.number).get(entry.pk),
                solos=played.get(round.pk),
                owed=entry.tournament.at_table(own.table.size).solos if own else 0,
            )
        )
    ranked = [each for each in report.rows if each.rank is not None]
    return PlayerCourse(
        row=row,
        rounds=tuple(lines),
        figures=figures,
        next_place=None if report.nothing_played else next_place(row, ranked),
        ranked=len(ranked),
        shares=sum(each.rank == row.rank for each in ranked) - 1 if row and row.rank else 0,
        offences=tuple(offences_of(entry.tournament, {entry.pk}).get(entry.pk, ())),
    )


def _at(figures: Sequence[int | None], place: int) -> int | None:
    return figures[place] if place < len(figures) else None


def next_place(row: StandingRow | None, ranked: Sequence[StandingRow]) -> NextPlace | None:
    """Return the distance to the rank above; for the leader, the lead over the next rank."""
    if row is None or row.rank is None:
        return None
    above = [each for each in ranked if each.rank is not None and each.rank < row.rank]
    below = [each for each in ranked if each.rank is not None and each.rank > row.rank]
    if above and above[-1].rank is not None:
        return NextPlace(above[-1].rank, above[-1].total - row.total, is_lead=False)
    if below and below[0].rank is not None:
        return NextPlace(below[0].rank, row.total - below[0].total, is_lead=True)
    return None


def _seats(entry: Entry, rounds: Collection[Round]) -> Mapping[int, list[Seat]]:
    """Return all seats at the player's tables, by round; one query."""
    mine = GameTable.objects.filter(seats__entry=entry, round__in=rounds)
    seats = Seat.objects.filter(table__in=mine).select_related("table", "entry__person")
    found: dict[int, list[Seat]] = {}
    for seat in seats.order_by("round__number", "position"):
        found.setdefault(seat.round_id, []).append(seat)
    return found


def _solos(entry: Entry) -> dict[int, int]:
    """Return the player's compulsory solos on the lists, by round; one query."""
    typed = (SheetKind.ROWS, SheetKind.TOTALS)
    mine = Seat.objects.filter(entry=entry, table__current_version__kind__in=typed)
    contents = mine.values_list("round", "position", "table__current_version__content")
    return {round: solos_told(content).count(seat) for round, seat, content in contents}
