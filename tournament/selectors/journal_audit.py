"""What the tables of the database say otherwise than the journal and the proof of the draws."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tournament.core.fact_audit import (
    ExtraTime,
    FoundFacts,
    FoundName,
    FoundPenalty,
    VersionPlace,
    fact_contradictions,
    penalty_fingerprint,
    told_facts,
    typing_fingerprint,
)
from tournament.core.journal_audit import (
    Contradiction,
    Database,
    FoundLook,
    FoundTable,
    FoundVersion,
    contradictions,
)
from tournament.core.journal_replay import (
    Deduction,
    Frozen,
    PenaltyKey,
    Place,
    penalty_points,
    replay,
)
from tournament.core.seat_audit import seat_contradictions
from tournament.mappers_journal import (
    chained,
    fingerprint_of,
    name_mark,
    plain_settings,
    sealed_time,
)
from tournament.models import (
    Adjustment,
    DifferentLook,
    Entry,
    GameTable,
    JournalEntry,
    Penalty,
    Round,
    SealedStep,
    Seat,
    SecondLook,
    SheetVersion,
    Tournament,
)


def journal_contradictions(tournament: Tournament) -> tuple[Contradiction, ...]:
    """Replay the journal and compare; fifteen queries, however many rounds and players."""
    journal = JournalEntry.objects.filter(tournament=tournament).order_by("pk")
    entries = list(map(chained, journal))
    story, database = replay(entries), _database(tournament)
    steps = SealedStep.objects.filter(tournament=tournament).order_by("number")
    sealed = list(steps.values_list("step", flat=True))
    return (
        *contradictions(story, database),
        *seat_contradictions(story, sealed, _seats(tournament)),
        *fact_contradictions(told_facts(entries), _facts(tournament, database), sealed),
    )


def _facts(tournament: Tournament, database: Database) -> FoundFacts:
    """The facts beside the figures; five queries."""
    differing: dict[VersionPlace, list[str]] = {
        (*place, number): []
        for place, table in database.tables.items()
        for number in table.versions
    }
    looks = DifferentLook.objects.filter(version__table__round__tournament=tournament)
    for look in looks.select_related("version__table__round"):
        table = look.version.table
        place = table.round.number, table.number, look.version.number
        mark = typing_fingerprint(look.user_id, look.totals, look.content)
        differing[place].append(mark)
    closings = Round.objects.filter(tournament=tournament).values_list("number", "first_closed_at")
    entries = Entry.objects.filter(tournament=tournament).select_related("person")
    return FoundFacts(
        differing=differing,
        first_closed={number: sealed_time(at) if at else None for number, at in closings},
        names={
            entry.pk: FoundName(entry.number, name_mark(entry), entry.person.list_name)
            for entry in entries
        },
        penalties=_listed_penalties(tournament),
        extra=_extra_times(tournament),
    )


def _listed_penalties(tournament: Tournament) -> dict[int, FoundPenalty]:
    """Every penalty by id; one query."""
    penalties = Penalty.objects.filter(table__round__tournament=tournament)
    return {
        penalty.pk: FoundPenalty(
            round=penalty.table.round.number,
            table=penalty.table.number,
            rule=penalty.rule,
            offender=penalty.offender,
            fingerprint=penalty_fingerprint(penalty.initials, penalty.note),
            is_row_signed=_is_row_signed(penalty),
        )
        for penalty in penalties.select_related("table__round", "table__current_version")
    }


def _is_row_signed(penalty: Penalty) -> bool:
    current = penalty.table.current_version
    if current is None:
        return True
    listed = penalty.rule, penalty.offender, penalty.points, penalty.row
    try:
        return listed in [
            (booked["rule"], booked["offender"], booked["points"], booked["row"])
            for booked in current.content["penalties"]
        ]
    except (TypeError, KeyError):
        return False


def _extra_times(tournament: Tournament) -> dict[Place, ExtraTime]:
    """Minutes, reason and initials of every table; one query."""
    tables = GameTable.objects.filter(round__tournament=tournament).select_related("round")
    return {
        (table.round.number, table.number): (
            table.extra_minutes,
            table.extra_reason,
            table.extra_initials,
        )
        for table in tables
    }


def _database(tournament: Tournament) -> Database:
    penalties = list(_penalties(tournament))
    by_referee = Counter(key for key, source in penalties if source == Penalty.Source.REFEREE)
    return Database(
        tables=_tables(tournament, [key for key, _source in penalties]),
        rounds=_rounds(tournament),
        by_referee=by_referee,
        deductions=_deductions(tournament),
        statuses=dict(Entry.objects.filter(tournament=tournament).values_list("number", "status")),
        settings=plain_settings(tournament),
        frozen=_frozen(tournament),
        is_finished=tournament.status == Tournament.Status.FINISHED,
    )


def _tables(tournament: Tournament, penalties: Iterable[PenaltyKey]) -> dict[Place, FoundTable]:
    """Every table that has had a result, or on which a penalty stands; three queries."""
    tables: dict[Place, FoundTable] = {}
    versions = SheetVersion.objects.filter(table__round__tournament=tournament)
    for version in versions.select_related("table__round"):
        place = version.table.round.number, version.table.number
        found = tables.setdefault(place, FoundTable())
        found.versions[version.number] = FoundVersion(
            number=version.number,
            at=sealed_time(version.created_at),
            account=version.user_id,
            totals=version.totals,
            reason=version.reason,
            fingerprint=fingerprint_of(version),
        )
        if version.table.current_version_id == version.pk:
            found.current = version.number
            found.on_sheet = _on_sheet(place, version.content)
    looks = SecondLook.objects.filter(version__table__round__tournament=tournament)
    for look in looks.select_related("version__table__round"):
        table = look.version.table
        seen = tables[table.round.number, table.number]
        seen.looks[look.version.number] = FoundLook(look.user_id, look.how, look.reason)
    for key in penalties:
        tables.setdefault((key.round, key.table), FoundTable()).listed[key] += 1
    return tables


def _on_sheet(place: Place, content: Any) -> Counter[PenaltyKey] | None:
    """The penalties of a sheet; None where what is stored is none."""
    try:
        return Counter(
            _key(place, each["rule"], each["offender"], each["points"])
            for each in content["penalties"]
        )
    except (TypeError, KeyError):
        return None


def _penalties(tournament: Tournament) -> Iterable[tuple[PenaltyKey, str]]:
    penalties = Penalty.objects.filter(table__round__tournament=tournament)
    for penalty in penalties.select_related("table__round"):
        place = penalty.table.round.number, penalty.table.number
        yield _key(place, penalty.rule, penalty.offender, penalty.points), penalty.source


def _key(place: Place, rule: str, offender: int, points: Any) -> PenaltyKey:
    return PenaltyKey(*place, rule, offender, penalty_points(points))


def _rounds(tournament: Tournament) -> dict[int, frozenset[str]]:
    rounds = Round.objects.filter(tournament=tournament)
    return {
        round.number: frozenset(
            word
            for word in ("published", "started", "ended", "closed")
            if getattr(round, f"{word}_at")
        )
        for round in rounds
    }


def _deductions(tournament: Tournament) -> dict[int, Deduction]:
    adjustments = Adjustment.objects.filter(entry__tournament=tournament)
    return {
        adjustment.pk: Deduction(
            entry_id=adjustment.entry_id,
            points=adjustment.points,
            round=adjustment.round.number if adjustment.round else None,
            reason=adjustment.reason,
            account=adjustment.user_id,
        )
        for adjustment in adjustments.select_related("round")
    }


def _frozen(tournament: Tournament) -> Frozen | None:
    if tournament.frozen_at is None:
        return None
    return Frozen(tournament.frozen_checksum, sealed_time(tournament.frozen_at))


def _seats(tournament: Tournament) -> dict[Place, tuple[str, ...]]:
    """Who sits where; one query."""
    seats = Seat.objects.filter(round__tournament=tournament)
    rows = seats.order_by("table__round__number", "table__number", "position").values_list(
        "table__round__number", "table__number", "entry__number"
    )
    found: dict[Place, tuple[str, ...]] = {}
    for round, table, number in rows:
        found[round, table] = (*found.get((round, table), ()), str(number))
    return found
