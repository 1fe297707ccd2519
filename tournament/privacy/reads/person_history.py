"""A person's results across tournaments, and all data kept of a person."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from tournament.accounts.reads.accounts import tournaments_of
from tournament.models import (
    Club,
    Entry,
    EveningLine,
    Person,
    SeriesEvening,
    Tournament,
)
from tournament.people.reads.people import day_of, entries_of, lines_of
from tournament.permissions import Actor
from tournament.series.reads.series import series_of
from tournament.shared.rules.fields import KEPT, Field, Of, fields_of
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.standings import standings_of
from tournament.standings.reads.stored_results import StoredResults, stored_results


@dataclass(frozen=True, slots=True)
class Played:
    """A tournament of a person, or an imported evening of a series, which has no club.

    person: with the name entered. rank: None if unranked. rounds: points of the rounds played,
    empty without any.
    """

    occasion: Tournament | SeriesEvening
    person: Person
    club: Club | None
    rank: int | None
    total: int | None
    rounds: tuple[int, ...]

    @property
    def day(self) -> date | None:
        """The date, if known."""
        return day_of(self.occasion)

    @property
    def average(self) -> float | None:
        """Points per round played; None without rounds."""
        return sum(self.rounds) / len(self.rounds) if self.rounds else None


def history(actor: Actor, person: Person) -> list[Played]:
    """Return a person's results that the actor may see, latest first.

    Eight queries.
    """
    entries = _entries(actor, person)
    stored = _stored(entries)
    lines = _evening_lines(person).filter(evening__series__in=series_of(actor))
    played = [_played(entry, stored[entry.tournament_id]) for entry in entries]
    played += map(_evening, lines)
    return sorted(played, key=lambda each: each.day or date.min, reverse=True)


def _stored(entries: Iterable[Entry]) -> dict[int, StoredResults]:
    return stored_results([entry.tournament for entry in entries])


def _entries(actor: Actor, person: Person) -> QuerySet[Entry]:
    return entries_of([person.pk]).filter(tournament__in=tournaments_of(actor).values("pk"))


def all_data(actor: Actor, person: Person) -> dict[str, Any]:
    """Return all data kept of a person as JSON values, to be handed out."""
    entries = _entries(actor, person)
    stored = _stored(entries)
    names = [person, *person.spellings.order_by("pk")]
    return {
        "names": [_values(one, fields_of(Of.NAME)) for one in names],
        "club": str(person.club or ""),
        **_values(person, (*KEPT, *fields_of(Of.CONSENT, Of.CONTACT))),
        "contact_given_on": person.contact_given_on,
        "tournaments": [_entry_for_export(entry, stored[entry.tournament_id]) for entry in entries],
        "evenings": [_evening_as_json(line) for line in _evening_lines(person)],
    }


def _values(row: Person | Entry, fields: Iterable[Field]) -> dict[str, Any]:
    return {field.data_key: getattr(row, field.column) for field in fields}


def _evening_lines(person: Person) -> QuerySet[EveningLine]:
    """Return the imported results of series; one query."""
    return lines_of([person.pk]).order_by("pk")


def _evening_as_json(line: EveningLine) -> dict[str, Any]:
    return {
        "series": str(line.evening.series),
        "evening": line.evening.name,
        "date": line.evening.held_on,
        "rank": line.rank,
        "rounds": line.rounds,
        "adjustment": line.adjustment,
        "total": line.total,
    }


def _entry_for_export(entry: Entry, stored: StoredResults) -> dict[str, Any]:
    played = _played(entry, stored)
    return {
        "tournament": entry.tournament.name,
        "date": entry.tournament.date,
        "club": str(entry.club or ""),
        **_values(entry, fields_of(Of.ENTRY, Of.DAY)),
        "rank": played.rank,
        "rounds": played.rounds,
        "total": played.total,
        "payments": [
            {
                "date": payment.on,
                "cents": payment.amount,
                "for": str(payment.pool or ""),
                "how": payment.how,
            }
            for payment in entry.payments.select_related("pool")
        ],
        "complaints": [
            {
                "date": call.created_at.date(),
                "paragraph": call.paragraph,
                "points": call.points,
                "what": call.note,
                "taken_back": call.withdrawn_reason,
            }
            for call in entry.calls.all()
        ],
        "protests": [
            {"date": protest.created_at.date(), "what": protest.note, "upheld": protest.changed}
            for protest in entry.protests.all()
        ],
        "prizes": [
            {"place": award.place, "cents": award.amount, "thing": award.thing}
            for award in entry.prize_awards.all()
        ],
    }


def _played(entry: Entry, stored: StoredResults) -> Played:
    rank, total, rounds = _result(entry, stored)
    return Played(entry.tournament, entry.person, entry.club, rank, total, rounds)


def _evening(line: EveningLine) -> Played:
    rounds = tuple(points for points in line.rounds if points is not None)
    return Played(line.evening, line.person, None, line.rank, line.total, rounds)


def _result(entry: Entry, stored: StoredResults) -> tuple[int | None, int | None, tuple[int, ...]]:
    """Return rank, total, and the points of each round."""
    try:
        report = standings_of(stored)
    except DamagedResult:
        return None, None, ()
    for row in report.rows:
        if row.entry_id == entry.pk and not report.nothing_played:
            rounds = tuple(points for points in row.rounds if points is not None)
            return row.rank, row.total, rounds
    return None, None, ()
