"""Queries around a draw: entrants, losses of a redraw, changes since the last draw."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.draw.table_sizes import CannotSeat, TableSizes, table_sizes
from tournament.models import (
    Bye,
    Entry,
    GameTable,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournament.rounds.reads.rounds import current_round, next_unpublished
from tournament.shared.rules.places import Place

PLAYING = (Entry.Status.ACTIVE, Entry.Status.UNRANKED)


@dataclass(frozen=True, slots=True)
class PlayersToDraw:
    """The players of a draw made now.

    Once anybody is checked in, only checked-in players are drawn; `left_out` are the other players.
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


DISPUTED = Q(calls__isnull=False) | Q(protests__isnull=False)
"""Tables with a recorded complaint or protest, with or without points."""


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
