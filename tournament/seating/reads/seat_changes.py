"""Previews of changes to drawn seats: moves, their cost, mates at one table, lost papers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, zip_longest

from django.db.models import Q

from tournament.draw import CannotDraw, Entrant
from tournament.draw import Round as SeatedRound
from tournament.draw.certificate import Certificate
from tournament.draw.changes import Change, change_of, substitute_person, swapped
from tournament.draw.proof import fingerprint
from tournament.draw.quality import PlanFinding, check_plan
from tournament.draw.repair import repaired
from tournament.draw.table_sizes import cannot_seat
from tournament.draw.team_groups import substituted
from tournament.errors import Refused
from tournament.models import Bye, Entry, GameTable, Round, RoundState, Tournament
from tournament.rounds.reads.rounds import current_round, rounds_of
from tournament.seating.mapping import entrants_of, naming_people
from tournament.seating.reads.draws import (
    DISPUTED,
    drawn_rounds,
    entries_of,
    players_to_draw,
    sample_draws,
)
from tournament.seating.reads.proofs import method_from
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.places import Place


def _played(table: str = "") -> Q:
    """Return what keeps the people of a table there: a result, a penalty, a complaint that holds.

    table: the way to it, empty where tables are looked for.
    """
    of_complaint = {f"{table}calls__isnull": False, f"{table}calls__withdrawn_at": None}
    kept = Q(**{f"{table}current_version__isnull": False}) | Q(
        **{f"{table}penalties__isnull": False}
    )
    return kept | Q(**of_complaint)


_BEGUN = Q(started_at__isnull=False) | Q(closed_at__isnull=False) | _played("tables__")
_LAST_BEGUN = Prepared(
    lambda tournament: (
        Round.objects.filter(_BEGUN, tournament=tournament)
        .order_by("-number")
        .values_list("number")[:1]
    )
)
WISHES = ("wrong_table", "keeps_no_list")
"""Findings that do not prevent a round from being played."""
FOLLOWS_FROM_SIZES = "cannot_seat"
"""Skipped where the number of people fits no tables: the wrong table size is reported by itself."""
UNCLEAR = ("twice", "unknown")
FOLLOWS_FROM_COUNT = "too_many_fives"
"""Skipped while it is unclear who plays: the number of five tables follows from that."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Rounds from `first` on as they are (`before`) and as changed.

    `entries` are all entries of the tournament by their id in the draw.
    """

    first: int
    before: tuple[SeatedRound, ...]
    change: Change
    entries: Mapping[str, Entry]

    @property
    def fingerprint(self) -> str:
        """A fingerprint of the change, to detect changes since it was shown."""
        return fingerprint("seat change", self.first, self.before, self.change.rounds)

    @property
    def touched(self) -> tuple[Place, ...]:
        """The tables with different players, including new and removed ones."""
        return tuple(
            Place(number, table)
            for number, (old, new) in enumerate(
                zip(self.before, self.change.rounds, strict=True), start=self.first
            )
            for table, (was, becomes) in enumerate(zip_longest(old, new), start=1)
            if was != becomes
        )


@dataclass(frozen=True, slots=True)
class Repair:
    """Players who left, players without a seat, and the smallest change that accommodates them."""

    leaving: tuple[Entry, ...]
    joining: tuple[Entry, ...]
    change: SeatChange


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

    missing: present without a seat; `needless` of them could have one. absent: seated but gone.
    """

    errors: tuple[PlanFinding, ...]
    missing: tuple[Entry, ...]
    absent: tuple[Entry, ...]
    needless: int = 0

    @property
    def is_unusual(self) -> bool:
        """Whether a confirmation is needed."""
        return bool(self.missing or self.absent)


def repair_preview(tournament: Tournament) -> Repair | None:
    """Return the smallest change that seats exactly the present players in rounds not begun.

    None where no repair is needed. Refused: `repair_with_byes`. Raises CannotSeat if the number of
    players fits no tables.
    """
    first = first_not_begun(tournament)
    if first is None:
        return None
    if Bye.objects.filter(round__tournament=tournament, round__number__gte=first).exists():
        raise Refused("repair_with_byes", round=first)
    entries = entries_of(tournament)
    present = {str(entry.number) for entry in players_to_draw(tournament).drawn}
    rounds = drawn_rounds(tournament)
    played, planned = rounds[: first - 1], rounds[first - 1 :]
    seated = {person for tables in planned for table in tables for person in table}
    if all(_people(tables) == present for tables in planned):
        return None
    leaving = _sort_by_entry(entries, seated - present)
    joining = _sort_by_entry(entries, present - set[str].intersection(*map(_people, planned)))
    entrants = entrants_of(entries.values())
    published = tournament.rounds.filter(published_at__isnull=False, number__gte=first)
    with naming_people(entries.values()):
        if tournament.drawn_groups:
            changed = substituted(entrants, planned, leaving, joining)
        else:
            changed = repaired(
                entrants,
                played,
                planned,
                leaving=leaving,
                joining=joining,
                larger_tables=tournament.has_larger_tables,
                published=published.count(),
            ).rounds
    # In groups those who leave are needed, too: to tell whose table it was.
    known = entries if tournament.drawn_groups else present.intersection(entries)
    staying = entrants_of(entries[person] for person in entries if person in known)
    change = change_of(staying, played, planned, changed, tournament.drawn_groups)
    return Repair(
        leaving=tuple(entries[person] for person in leaving),
        joining=tuple(entries[person] for person in joining),
        change=SeatChange(first, planned, change, entries),
    )


def redrawn_if_better(tournament: Tournament, repair: Repair) -> Certificate | None:
    """Return the quality of a sample draw of the same rounds, where fewer pairs meet again by it.

    None also where the repair makes nobody meet again, and where nothing can be drawn now.
    """
    change = repair.change.change
    if not change.repeats:
        return None
    first, rounds = repair.change.first, len(repair.change.before)
    method, to_draw = method_from(tournament, first), players_to_draw(tournament)
    with suppress(CannotDraw):
        samples = sample_draws(tournament, to_draw, first, [method], last=first + rounds - 1)
        sample = samples[method]
        if sample and sample.certificate.repeated_pairs.value < change.after.repeat_pairs:
            return sample.certificate
    return None


def swap_preview(tournament: Tournament, number: int, one: str, other: str) -> SeatChange:
    """Preview an exchange of two players' seats in one round; both by start number.

    Refused: `round_is_closed`, `not_seated`, `swap_with_oneself`.
    """
    entries, played, planned = _seats_from(tournament, number)
    if one == other:
        raise Refused("swap_with_oneself")
    for person in (one, other):
        if person not in _people(planned[0]):
            raise Refused("not_seated", number=person, round=number)
    groups = tournament.drawn_groups
    change = swapped(entrants_of(entries.values()), played, planned, number, one, other, groups)
    return SeatChange(number, planned, change, entries)


def substitution_preview(
    tournament: Tournament, number: int, leaving: str, coming: str
) -> SeatChange:
    """Preview a substitution in all seats from a round on; both by start number.

    Refused: `round_is_closed`, `not_seated`, `seated_already`, `unknown_number`.
    """
    entries, played, planned = _seats_from(tournament, number)
    if coming not in entries:
        raise Refused("unknown_number", number=coming)
    if not any(leaving in _people(tables) for tables in planned):
        raise Refused("not_seated", number=leaving, round=number)
    if any(coming in _people(tables) for tables in planned):
        raise Refused("seated_already", number=coming, round=number)
    changed = substitute_person(planned, leaving, coming)
    entrants, groups = entrants_of(entries.values()), tournament.drawn_groups
    change = change_of(entrants, played, planned, changed, groups)
    return SeatChange(number, planned, change, entries)


def by_hand_preview(tournament: Tournament, number: int, tables: SeatedRound) -> SeatChange:
    """Preview a round set by hand, drawn already or the next one.

    Refused: `round_is_closed`, `round_not_next`.
    """
    planned: tuple[SeatedRound, ...] = ((),)
    if number > tournament.rounds.count():
        played = drawn_rounds(tournament)
        if number != len(played) + 1 or number > tournament.rounds_planned:
            raise Refused("round_not_next", round=number)
        entries = entries_of(tournament)
    else:
        entries, played, planned = _seats_from(tournament, number)
    entrants, groups = entrants_of(entries.values()), tournament.drawn_groups
    change = change_of(entrants, played, planned, (tables, *planned[1:]), groups)
    return SeatChange(number, planned, change, entries)


def tables_in_the_way(tournament: Tournament, places: Sequence[Place]) -> tuple[Place, ...]:
    """Return those tables with a result, a penalty or a complaint that holds; one query."""
    tables = GameTable.objects.filter(_played(), round__tournament=tournament)
    taken = set(tables.values_list("round__number", "number"))
    return tuple(place for place in places if (place.round, place.table) in taken)


def first_not_begun(tournament: Tournament) -> int | None:
    """Return the first round not started and without what keeps people at their tables."""
    last_begun = _LAST_BEGUN.one(tournament.pk) or (0,)
    numbers = (each.number for each in rounds_of(tournament))
    return next((number for number in numbers if number > last_begun[0]), None)


def published_not_begun(tournament: Tournament) -> int | None:
    """Return the latest published round if it has not begun; at most two queries."""
    latest = current_round(tournament)
    if latest is None or Round.objects.filter(_BEGUN, pk=latest.pk).exists():
        return None
    return latest.number


def _seats_from(
    tournament: Tournament, number: int
) -> tuple[dict[str, Entry], tuple[SeatedRound, ...], tuple[SeatedRound, ...]]:
    """Return all entries, the rounds before `number`, and those from it on."""
    round = Round.objects.get(tournament=tournament, number=number)
    if round.state == RoundState.CLOSED:
        raise Refused("round_is_closed", round=number)
    rounds = drawn_rounds(tournament)
    return entries_of(tournament), rounds[: number - 1], rounds[number - 1 :]


def _people(tables: SeatedRound) -> set[str]:
    return {person for table in tables for person in table}


def _sort_by_entry(entries: Mapping[str, Entry], people: set[str]) -> list[str]:
    return [person for person in entries if person in people]


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
    """Return wishes newly violated (fixed table, keeps no list), by the tournament's round."""
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
    """Check a round set by hand; `present` are the players to draw, `larger`: sixes are played."""
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
            mine, theirs = entrants[one], entrants[other]
            is_club = mine.club is not None and mine.club == theirs.club
            if is_club or (mine.team is not None and mine.team == theirs.team):
                yield number, one, other


def _first_table(finding: PlanFinding, tables: SeatedRound) -> int:
    """Return the table of a finding, or one past the last if it concerns the round."""
    params = dict(finding.params)
    if "table" in params:
        return int(params["table"])
    sitting = (number for number, table in enumerate(tables) if params.get("person") in table)
    return next(sitting, len(tables)) + 1


def _wishes(entrants: tuple[Entrant, ...], tables: SeatedRound) -> list[PlanFinding]:
    return [finding for finding in check_plan(entrants, [tables]) if finding.code in WISHES]
