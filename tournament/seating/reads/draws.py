"""Queries around a draw: entrants, drawn rounds, changes since, losses by a redraw, quality.

Nothing here reveals future seats: sample draws use a fixed public seed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

from scoring.terms import SIX_TABLE
from tournament.draw import BY_STANDINGS, DrawRequest, draw
from tournament.draw import Round as SeatedRound
from tournament.draw.certificate import Figure, PlanQuality, certificate, drawn_by_standings
from tournament.draw.designs.lookup import Outlook, what_if
from tournament.draw.proof import fingerprint
from tournament.draw.table_sizes import FIVE_TABLE, CannotSeat, TableSizes, cannot_seat, table_sizes
from tournament.draw.team_groups import sizes_of_groups
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
from tournament.rounds.reads.clock import EXTENDED, STARTED_LATER
from tournament.rounds.reads.rounds import current_round, missing_places, next_unpublished
from tournament.seating.mapping import entrants_of, naming_people
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.places import Place
from tournament.standings.reads.standings import standings_after

PLAYING = (Entry.Status.ACTIVE, Entry.Status.UNRANKED)
_PLAYING = Prepared(
    lambda tournament: (
        Entry.objects.filter(tournament=tournament, status__in=PLAYING)
        .select_related("person", "club")
        .order_by("number")
    )
)
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
    So would drafts, extra times, later starts, sheets taken back, complaints and protests.
    """

    first: Round
    last_number: int
    is_published: bool
    is_started: bool
    results: tuple[Place, ...]
    penalties: tuple[Place, ...]
    drafts: tuple[Place, ...]
    extra_times: tuple[Place, ...]
    later_starts: tuple[Place, ...]
    taken_back: tuple[Place, ...]
    complaints: tuple[Place, ...]

    @property
    def is_harmless(self) -> bool:
        """Whether nothing that counts would be lost."""
        return not (self.is_started or self.results or self.penalties)


def players_to_draw(tournament: Tournament) -> PlayersToDraw:
    """Return the players of a draw made now, by start number; one query."""
    playing = tuple(_PLAYING(tournament.pk))
    present = tuple(entry for entry in playing if entry.checked_in)
    drawn = present or playing
    left_out = tuple(entry for entry in playing if present and not entry.checked_in)
    larger = tournament.has_larger_tables
    if groups := tournament.drawn_groups:
        return PlayersToDraw(drawn, left_out, bool(present), sizes_of_groups(groups), None)
    why_not = cannot_seat(len(drawn), larger)
    sizes = None if why_not else table_sizes(len(drawn), larger)
    return PlayersToDraw(drawn, left_out, bool(present), sizes, why_not)


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


def first_to_redraw(tournament: Tournament) -> Round | None:
    """Return the current round unless it is closed, else the first unpublished one.

    Before anything is published that is the first. None where nothing is drawn, or the last round
    is closed.
    """
    current = current_round(tournament)
    is_open = current is not None and current.state != RoundState.CLOSED
    return current if is_open else next_unpublished(tournament)


def redraw_outlook(tournament: Tournament) -> RedrawOutlook | None:
    """Return the extent of a redraw: `first_to_redraw` and all later rounds; None without one."""
    first = first_to_redraw(tournament)
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
        extra_times=_places(tables.filter(EXTENDED)),
        later_starts=_places(tables.filter(STARTED_LATER)),
        taken_back=_places(tables.filter(current_version__isnull=True, versions__isnull=False)),
        complaints=_places(tables.filter(DISPUTED)),
    )


def _places(tables: QuerySet[GameTable]) -> tuple[Place, ...]:
    found = tables.distinct().values_list("round__number", "number")
    return tuple(Place(round_number, number) for round_number, number in found)


def losses_of_redraw(tournament: Tournament, first: int) -> dict[str, list[tuple[Any, ...]]]:
    """Return what counts in the rounds from `first` on; three queries.

    "sheets": place, players with points (None for the average of a ruling). "penalties": place,
    paragraph or reason, offender.
    """
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
    ).select_related("table__round")
    return {
        "sheets": [
            (Place(round, table), tuple(zip(names[round, table].values(), totals, strict=True)))
            for round, table, totals in sheets
        ],
        "penalties": [
            (place, each.reason, names[place].get(each.offender, ""))
            for each in penalties.order_by("table__round__number", "table__number", "pk")
            for place in [Place(each.table.round.number, each.table.number)]
        ],
    }


def fingerprint_of_redraw(outlook: RedrawOutlook, losses: object, to_draw: PlayersToDraw) -> str:
    """Return the id of the draw to be discarded, and a fingerprint of losses and players."""
    shown = fingerprint(
        "redraw",
        outlook.is_published,
        outlook.is_started,
        losses,
        [list(map(str, found)) for found in (outlook.drafts, outlook.extra_times)],
        [list(map(str, found)) for found in (outlook.later_starts, outlook.taken_back)],
        list(map(str, outlook.complaints)),
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


SAMPLE_SEED = "Kreuzdame sample"
"""Cannot occur in a real draw: seeds are fingerprints of a secret and a number."""
Rankings = dict[int, Sequence[str]]
"""Entrants by rank before a round, by its number; best first."""
NEIGHBOURS = 2
"""The range of player numbers shown, up and down."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The tables for a number of players; exactly one of `outlook` and `cannot_seat` is set."""

    players: int
    is_now: bool
    outlook: Outlook | None
    cannot_seat: CannotSeat | None


def what_ifs(players: int, larger: bool) -> tuple[WhatIf, ...]:
    """Return the outlook for this and nearby player counts; `larger`: sixes and sevens allowed."""
    nearby = range(max(1, players - NEIGHBOURS), players + NEIGHBOURS + 1)
    return outlooks(nearby, larger, now=players)


def outlooks(numbers: Iterable[int], larger: bool, now: int = 0) -> tuple[WhatIf, ...]:
    """Return the outlook for these player counts, of which one may be the present one."""
    found = []
    for number in numbers:
        why_not = cannot_seat(number, larger)
        outlook = None if why_not else what_if(number, larger)
        found.append(WhatIf(number, number == now, outlook, why_not))
    return tuple(found)


def plan_quality(tournament: Tournament) -> PlanQuality | None:
    """Return the quality of all rounds drawn so far; None without any. Four queries."""
    rounds = drawn_rounds(tournament)
    if not rounds:
        return None
    # The standings by which rounds were drawn, by method and round, as sealed. Rounds with seats
    # changed afterwards are still measured by them, redrawn ones are not.
    rankings: dict[str, Rankings] = {method: {} for method in BY_STANDINGS}
    draws = tournament.sealed_steps.filter(step__kind="draw").order_by("number")
    for first, method, ranking in draws.values_list(
        "step__first_round", "step__settings__method", "step__ranking"
    ):
        for by_round in rankings.values():
            for number in [number for number in by_round if number >= first]:
                del by_round[number]
        if ranking and method in rankings:
            rankings[method][first] = ranking
    byes = Bye.objects.filter(round__tournament=tournament)
    times = Counter(map(str, byes.values_list("entry__number", flat=True)))
    entries = Entry.objects.filter(tournament=tournament).select_related("club")
    return quality_of(entries, rounds, times, rankings, tournament.team_groups)


def quality_of(
    entries: Iterable[Entry],
    rounds: Sequence[SeatedRound],
    byes: Mapping[str, int],
    rankings: Mapping[str, Rankings],
    groups: Sequence[Sequence[str]],
) -> PlanQuality:
    """Return the quality of rounds; `byes` by person, `rankings` by method, `groups` of teams."""
    by_standings = (
        drawn_by_standings(rounds, rankings.get(method, {}), is_snake=method == "snake")
        for method in BY_STANDINGS
    )
    tables = list(chain.from_iterable(rounds))
    people = {person for table in tables for person in table}
    entrants = [one for one in entrants_of(entries) if one.id in people]
    at_sixes = None
    sixes = [table for table in tables if len(table) == SIX_TABLE]
    if sixes and len(people) != SIX_TABLE:
        times = Counter(chain.from_iterable(sixes))
        at_sixes = Figure(max(times.values()), -(-times.total() // len(people)))
    fewest_byes = -(-sum(byes.values()) // max(1, len(people | byes.keys())))
    return PlanQuality(
        rounds=len(rounds),
        certificate=certificate(entrants, rounds, groups),
        byes=Figure(max(byes.values(), default=0), fewest_byes),
        has_clubs=_has_mates(entrant.club for entrant in entrants),
        has_teams=_has_mates(entrant.team for entrant in entrants),
        has_fives=any(len(table) == FIVE_TABLE for table in tables),
        at_sixes=at_sixes,
        by_standings=tuple(filter(None, by_standings)),
    )


def sample_draws(
    tournament: Tournament,
    to_draw: PlayersToDraw,
    first: int,
    methods: Sequence[str],
    last: int | None = None,
) -> dict[str, PlanQuality | None]:
    """Draw the rounds from `first` to `last` as a sample by each method; may take seconds.

    Returns their quality, None where a method is not possible yet. Methods by standings draw round
    `first` only, and nothing before there are standings. Players sit out if the number fits no
    tables. Raises CannotSeat for fewer than four, and CannotDraw for contradictory wishes.
    """
    before = Bye.objects.filter(round__tournament=tournament, round__number__lt=first)
    byes = Counter(map(str, before.values_list("entry__number", flat=True)))
    entries = entries_of(tournament).values()
    ranking: tuple[str, ...] | None = None
    if first > 1:
        with suppress(Refused):
            ranking = ranking_before(tournament, first, to_draw)
    history = drawn_rounds(tournament, first)
    request = DrawRequest(
        entrants=entrants_of(to_draw.drawn, queue=tournament.neighbours_apart),
        rounds=(last or tournament.rounds_planned) - len(history),
        seed=SAMPLE_SEED,
        history=history,
        sit_out=to_draw.sit_out,
        larger_tables=tournament.has_larger_tables,
        groups=tuple(map(tuple, tournament.team_groups)),
    )
    present = {str(entry.number) for entry in to_draw.drawn}
    samples: dict[str, PlanQuality | None] = {}
    for method in methods:
        asked = replace(request, method=method)
        if method in BY_STANDINGS:
            if ranking is None:
                samples[method] = None
                continue
            asked = replace(asked, rounds=1, ranking=ranking)
        with naming_people(to_draw.drawn):
            plan = draw(asked)
        resting = Counter(one for tables in plan.rounds for one in present.difference(*tables))
        rounds = (*history, *plan.rounds)
        samples[method] = quality_of(entries, rounds, byes + resting, {}, request.groups)
    return samples


def _has_mates(groups: Iterable[str | None]) -> bool:
    return any(count > 1 for count in Counter(filter(None, groups)).values())
