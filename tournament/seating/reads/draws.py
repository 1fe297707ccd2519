"""Queries around a draw: entrants, drawn rounds, changes since, and what a redraw loses."""

from dataclasses import asdict, dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import Q, QuerySet

from tournament.draw import Round as SeatedRound
from tournament.draw.proof import fingerprint
from tournament.draw.table_sizes import CannotSeat, TableSizes, table_sizes
from tournament.errors import Refused
from tournament.models import (
    Bye,
    Entry,
    GameTable,
    Penalty,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournament.rounds.reads.rounds import current_round, missing_places, next_unpublished
from tournament.shared.rules.places import Place
from tournament.standings.reads.standings import standings_after

PLAYING = (Entry.Status.ACTIVE, Entry.Status.UNRANKED)
DISPUTED = Q(calls__isnull=False) | Q(protests__isnull=False)
"""Tables with a recorded complaint or protest, with or without points."""


@dataclass(frozen=True, slots=True)
class PlayersToDraw:
    """The players of a draw made now: those checked in, once anybody is; else all.

    `sizes` is None where `cannot_seat` gives the reason.
    """

    drawn: tuple[Entry, ...]
    left_out: tuple[Entry, ...]
    anybody_checked_in: bool
    sizes: TableSizes | None
    cannot_seat: CannotSeat | None

    @property
    def sit_out(self) -> int:
        """The number of players who have to sit out."""
        return self.cannot_seat.sit_out if self.cannot_seat else 0


@dataclass(frozen=True, slots=True)
class Changes:
    """Players who have left or come since the seats of a round were drawn."""

    gone: tuple[Entry, ...]
    unseated: tuple[Entry, ...]

    def __bool__(self) -> bool:
        return bool(self.gone or self.unseated)


@dataclass(frozen=True, slots=True)
class RedrawOutlook:
    """The consequences of a redraw from round `first` on.

    Its clock (`is_started`), results and penalties would be lost and need an explicit confirmation.
    Drafts, extra times, sheets taken back, complaints and protests would be lost as well.
    """

    first: Round
    last_number: int
    is_published: bool
    is_started: bool
    results: tuple[Place, ...]
    penalties: tuple[Place, ...]
    drafts: tuple[Place, ...]
    extra_times: tuple[Place, ...]
    taken_back: tuple[Place, ...]
    complaints: tuple[Place, ...]

    @property
    def is_harmless(self) -> bool:
        """Whether nothing that counts would be lost."""
        return not (self.is_started or self.results or self.penalties)


@dataclass(frozen=True, slots=True)
class DyingSheet:
    """A result that would be lost: players with points, None for the average of a ruling."""

    place: Place
    lines: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True, slots=True)
class DyingPenalty:
    """A penalty that would be lost: table, rule, offender."""

    place: Place
    rule: str
    offender: str


@dataclass(frozen=True, slots=True)
class RedrawLosses:
    """Counting sheets and penalties that would be lost."""

    sheets: tuple[DyingSheet, ...]
    penalties: tuple[DyingPenalty, ...]


def players_to_draw(tournament: Tournament) -> PlayersToDraw:
    """Return the players of a draw made now, by start number; one query."""
    entries = Entry.objects.filter(tournament=tournament, status__in=PLAYING)
    playing = entries.select_related("person", "club").order_by("number")
    present = tuple(entry for entry in playing if entry.checked_in)
    drawn = present or tuple(playing)
    left_out = tuple(entry for entry in playing if present and not entry.checked_in)
    try:
        sizes = table_sizes(len(drawn), tournament.has_larger_tables)
        return PlayersToDraw(drawn, left_out, bool(present), sizes, None)
    except CannotSeat as error:
        return PlayersToDraw(drawn, left_out, bool(present), None, error)


def drawn_rounds(tournament: Tournament, before: int | None = None) -> tuple[SeatedRound, ...]:
    """Return the drawn rounds as the draw has them, all or those before this one; one query."""
    seats = Seat.objects.filter(round__tournament=tournament)
    if before is not None:
        seats = seats.filter(round__number__lt=before)
    in_order = seats.order_by("round__number", "table__number", "position")
    numbers = in_order.values_list("round__number", "table__number", "entry__number")
    return tuple(
        tuple(
            tuple(str(number) for _round, _table, number in table)
            for _number, table in groupby(of_round, key=itemgetter(1))
        )
        for _number, of_round in groupby(numbers, key=itemgetter(0))
    )


def entries_of(tournament: Tournament) -> dict[str, Entry]:
    """Return all entries by their id in the draw, in the order of the start numbers; one query."""
    entries = Entry.objects.filter(tournament=tournament).select_related("person", "club")
    return {str(entry.number): entry for entry in entries.order_by("number")}


def ranking_before(tournament: Tournament, first: int, to_draw: PlayersToDraw) -> tuple[str, ...]:
    """Return the players to draw, best first, by the standings before round `first`.

    Players without a rank come last, by start number. Refused: `standings_incomplete` while score
    sheets of those rounds are missing.
    """
    if missing := missing_places(tournament, first - 1):
        raise Refused("standings_incomplete", round=first, places=missing)
    rows = standings_after(tournament, first - 1).rows
    placed = {row.number: place for place, row in enumerate(rows)}
    numbers = sorted(
        (entry.number for entry in to_draw.drawn),
        key=lambda number: (placed.get(number, len(placed)), number),
    )
    return tuple(map(str, numbers))


def changes_since_draw(round: Round, to_draw: PlayersToDraw) -> Changes:
    """Compare the seats of a round with the players to draw; two queries.

    Players with a bye count as placed.
    """
    seats = Seat.objects.filter(round=round).select_related("entry__person")
    seated = {seat.entry_id: seat.entry for seat in seats.order_by("entry__number")}
    placed = {*seated, *Bye.objects.filter(round=round).values_list("entry_id", flat=True)}
    expected = {entry.pk: entry for entry in to_draw.drawn}
    return Changes(
        gone=tuple(entry for pk, entry in seated.items() if pk not in expected),
        unseated=tuple(entry for pk, entry in expected.items() if pk not in placed),
    )


def redraw_outlook(tournament: Tournament) -> RedrawOutlook | None:
    """Return the extent of a redraw: the current round unless closed, and all later ones.

    Before anything is published that is everything. None where nothing is drawn, or the last round
    is closed.
    """
    first = current_round(tournament)
    if first is None or first.state == RoundState.CLOSED:
        first = next_unpublished(tournament)
    if first is None:
        return None
    tables = GameTable.objects.filter(
        round__tournament=tournament, round__number__gte=first.number
    ).order_by("round__number", "number")
    return RedrawOutlook(
        first=first,
        last_number=tournament.rounds_planned,
        is_published=first.published_at is not None,
        is_started=first.started_at is not None,
        results=_places(tables.filter(current_version__isnull=False)),
        penalties=_places(tables.filter(penalties__isnull=False)),
        drafts=_places(tables.filter(drafts__isnull=False)),
        extra_times=_places(tables.filter(extra_minutes__gt=0)),
        taken_back=_places(tables.filter(current_version__isnull=True, versions__isnull=False)),
        complaints=_places(tables.filter(DISPUTED)),
    )


def _places(tables: QuerySet[GameTable]) -> tuple[Place, ...]:
    found = tables.distinct().values_list("round__number", "number")
    return tuple(Place(round_number, number) for round_number, number in found)


def losses_of_redraw(tournament: Tournament, first: int) -> RedrawLosses:
    """Return sheets and penalties of the rounds from `first` on; three queries."""
    tables = GameTable.objects.filter(round__tournament=tournament, round__number__gte=first)
    counting = tables.filter(current_version__isnull=False)
    concerned = tables.filter(Q(current_version__isnull=False) | Q(penalties__isnull=False))
    seats = Seat.objects.filter(table__in=concerned).select_related("entry__person", "table__round")
    names: dict[tuple[int, int], dict[int, str]] = {}  # at each table, by position
    for seat in seats.order_by("table__round__number", "table__number", "position"):
        at_table = names.setdefault((seat.table.round.number, seat.table.number), {})
        at_table[seat.position] = seat.entry.person.list_name
    # Only the totals are read: the content of a version is large.
    sheets = counting.order_by("round__number", "number").values_list(
        "round__number", "number", "current_version__totals"
    )
    penalties = Penalty.objects.filter(
        table__round__tournament=tournament, table__round__number__gte=first
    ).order_by("table__round__number", "table__number", "pk")
    return RedrawLosses(
        sheets=tuple(
            DyingSheet(
                Place(round, table),
                tuple(zip(names[round, table].values(), totals, strict=True)),
            )
            for round, table, totals in sheets
        ),
        penalties=tuple(
            DyingPenalty(Place(round, table), rule, names[round, table].get(offender, ""))
            for round, table, rule, offender in penalties.values_list(
                "table__round__number", "table__number", "rule", "offender"
            )
        ),
    )


def fingerprint_of_redraw(
    outlook: RedrawOutlook, losses: RedrawLosses, to_draw: PlayersToDraw
) -> str:
    """Return the id of the draw to be discarded, and a fingerprint of losses and players."""
    shown = fingerprint(
        "redraw",
        outlook.is_published,
        outlook.is_started,
        asdict(losses),
        [list(map(str, found)) for found in (outlook.drafts, outlook.extra_times)],
        [list(map(str, found)) for found in (outlook.taken_back, outlook.complaints)],
        [entry.pk for entry in to_draw.drawn],
    )
    return f"{outlook.first.draw_id}-{shown}"


def redraw_unseen(seen: str, now: str, outlook: RedrawOutlook) -> Refused | None:
    """Return a refusal if the redraw seen is not the current one, by their fingerprints."""
    if seen == now:
        return None
    if seen.partition("-")[0] != now.partition("-")[0]:
        return Refused("redrawn_meanwhile", round=outlook.first.number)
    return Refused("redraw_changed_meanwhile")
