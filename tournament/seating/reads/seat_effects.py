"""Side effects of a change of seats: mates at one table, wishes, lost papers."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tournament.draw import Entrant
from tournament.draw import Round as SeatedRound
from tournament.draw.checking import PlanFinding, check_plan
from tournament.draw.table_sizes import cannot_seat
from tournament.models import Entry, GameTable, Tournament
from tournament.seating.mapping import entrants_of
from tournament.seating.reads.draws import DISPUTED
from tournament.seating.reads.seat_changes import SeatChange
from tournament.shared.rules.places import Place

WISHES = ("wrong_table", "keeps_no_list")
"""Findings that do not prevent a round from being played."""
FOLLOWS_FROM_SIZES = "cannot_seat"
"""Skipped where the number of people fits no tables: the wrong table size is reported by itself."""

UNCLEAR = ("twice", "unknown")
FOLLOWS_FROM_COUNT = "too_many_fives"
"""Skipped while it is unclear who plays: the number of five tables follows from that."""


@dataclass(frozen=True, slots=True)
class Mates:
    """Two of one club or team who would sit at one table; the table counts from 1."""

    round: int
    table: int
    one: Entry
    other: Entry


@dataclass(frozen=True, slots=True)
class HandCheck:
    """Errors in a round set by hand, and facts that need a confirmation.

    `missing` are present without a seat; `absent` seated but not present. `needless`: how many of
    the missing could have a seat.
    """

    errors: tuple[PlanFinding, ...]
    missing: tuple[Entry, ...]
    absent: tuple[Entry, ...]
    needless: int = 0

    @property
    def is_unusual(self) -> bool:
        """Whether a confirmation is needed."""
        return bool(self.missing or self.absent)


def new_mates(change: SeatChange) -> tuple[Mates, ...]:
    """Return pairs of one club or team who would newly meet, round by round."""
    entrants = {one.id: one for one in entrants_of(change.entries.values())}
    found = []
    rounds = zip(change.before, change.change.rounds, strict=True)
    for number, (old, new) in enumerate(rounds, start=change.first):
        together = {(one, other) for _, one, other in _mates(entrants, old)}
        found += [
            Mates(number, table, change.entries[one], change.entries[other])
            for table, one, other in _mates(entrants, new)
            if (one, other) not in together
        ]
    return tuple(found)


def wishes_ignored(change: SeatChange) -> tuple[PlanFinding, ...]:
    """Return wishes newly violated: fixed tables, and list keepers at the last position.

    The findings have the round numbers of the tournament.
    """
    entrants = entrants_of(change.entries.values())
    found = []
    rounds = zip(change.before, change.change.rounds, strict=True)
    for number, (old, new) in enumerate(rounds, start=change.first):
        before = set(_wishes(entrants, old))
        found += [
            PlanFinding(finding.code, number, finding.params)
            for finding in _wishes(entrants, new)
            if finding not in before
        ]
    return tuple(found)


def check_by_hand(
    change: SeatChange, tables: SeatedRound, present: tuple[Entry, ...], larger: bool
) -> HandCheck:
    """Check the tables of a round set by hand; `present` are the players to draw.

    `larger`: whether tables of six and seven are played.
    """
    seated = {person for table in tables for person in table}
    entries = [entry for entry in change.entries.values() if str(entry.number) in seated]
    there = {entry.pk for entry in present}
    findings = check_plan(entrants_of(entries), [tables], larger)
    is_unclear = any(finding.code in UNCLEAR for finding in findings)
    follows = (FOLLOWS_FROM_SIZES, FOLLOWS_FROM_COUNT) if is_unclear else (FOLLOWS_FROM_SIZES,)
    errors = [f for f in findings if f.code not in (*WISHES, *follows)]
    missing = tuple(entry for entry in present if str(entry.number) not in seated)
    why_not = cannot_seat(len(present), larger)
    return HandCheck(
        errors=tuple(sorted(errors, key=lambda finding: _first_table(finding, tables))),
        missing=missing,
        absent=tuple(entry for entry in entries if entry.pk not in there),
        needless=max(0, len(missing) - (why_not.sit_out if why_not else 0)),
    )


def tables_begun(tournament: Tournament, change: SeatChange) -> tuple[Place, ...]:
    """Return the changed tables whose sheet somebody has begun to type; one query."""
    begun = GameTable.objects.filter(round__tournament=tournament, drafts__isnull=False)
    places = set(begun.values_list("round__number", "number"))
    return tuple(place for place in change.touched if (place.round, place.table) in places)


def complaints_lost(tournament: Tournament, change: SeatChange) -> tuple[Place, ...]:
    """Return the tables removed by a change that have complaints or protests; one query."""
    disputed = GameTable.objects.filter(DISPUTED, round__tournament=tournament)
    stay = {number: len(new) for number, new in enumerate(change.change.rounds, change.first)}
    places = disputed.order_by("round__number", "number").distinct()
    return tuple(
        Place(round, table)
        for round, table in places.values_list("round__number", "number")
        if table > stay.get(round, table)
    )


def _mates(entrants: dict[str, Entrant], tables: SeatedRound) -> Iterator[tuple[int, str, str]]:
    for number, table in enumerate(tables, start=1):
        for one, other in combinations(sorted(table), 2):
            if _are_mates(entrants[one], entrants[other]):
                yield number, one, other


def _are_mates(one: Entrant, other: Entrant) -> bool:
    same_club = one.club is not None and one.club == other.club
    return same_club or (one.team is not None and one.team == other.team)


def _first_table(finding: PlanFinding, tables: SeatedRound) -> int:
    """Return the table of a finding, or one past the last if it concerns the round."""
    params = dict(finding.params)
    if "table" in params:
        return int(params["table"])
    sitting = (number for number, table in enumerate(tables) if params.get("person") in table)
    return next(sitting, len(tables)) + 1


def _wishes(entrants: tuple[Entrant, ...], tables: SeatedRound) -> list[PlanFinding]:
    return [finding for finding in check_plan(entrants, [tables]) if finding.code in WISHES]
