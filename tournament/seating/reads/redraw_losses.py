"""Results lost by a redraw, by name, with a fingerprint of what the user has confirmed."""

from dataclasses import asdict, dataclass

from django.db.models import Q

from tournament.draw.proof.commitment import fingerprint
from tournament.errors import Refused
from tournament.models import GameTable, Penalty, Seat, Tournament
from tournament.seating.reads.draws import PlayersToDraw, RedrawOutlook
from tournament.shared.rules.places import Place


@dataclass(frozen=True, slots=True)
class DyingSheet:
    """A result that would be lost: its table, and the players with their points.

    None for the average of a ruling.
    """

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


def losses_of_redraw(tournament: Tournament, first: int) -> RedrawLosses:
    """Return sheets and penalties of the rounds from `first` on; three queries."""
    names = _names(tournament, first)
    tables = GameTable.objects.filter(
        round__tournament=tournament, round__number__gte=first, current_version__isnull=False
    )
    # Only the totals are read: the content of a version is large.
    sheets = tables.order_by("round__number", "number").values_list(
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
    """Return a fingerprint of a redraw, to detect changes since it was shown.

    It consists of the id of the draw to be discarded, and a fingerprint of the losses and the
    players. No query.
    """
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


def _names(tournament: Tournament, first: int) -> dict[tuple[int, int], dict[int, str]]:
    """Return the names at each table with something to lose, by position."""
    tables = GameTable.objects.filter(
        Q(current_version__isnull=False) | Q(penalties__isnull=False),
        round__tournament=tournament,
        round__number__gte=first,
    )
    seats = Seat.objects.filter(table__in=tables).select_related("entry__person", "table__round")
    names: dict[tuple[int, int], dict[int, str]] = {}
    for seat in seats.order_by("table__round__number", "table__number", "position"):
        at_table = names.setdefault((seat.table.round.number, seat.table.number), {})
        at_table[seat.position] = seat.entry.person.list_name
    return names
