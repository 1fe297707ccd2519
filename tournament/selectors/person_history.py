"""What somebody has played over the years, and everything that is kept of a person."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.models import Entry, EveningLine, Person
from tournament.permissions import Actor
from tournament.selectors.accounts import tournaments_of
from tournament.selectors.people import entries_of
from tournament.selectors.standings import standings_after
from tournament.selectors.table_totals import DamagedResult


@dataclass(frozen=True, slots=True)
class PlayedTournament:
    """One tournament of a person: rank (None out of the ranking), total, points of each round.

    `rounds` is empty before anything was played.
    """

    entry: Entry
    rank: int | None
    total: int | None
    rounds: tuple[int, ...]

    @property
    def average(self) -> float | None:
        """Points per round played; None before the first."""
        return sum(self.rounds) / len(self.rounds) if self.rounds else None


def history(actor: Actor, person: Person) -> list[PlayedTournament]:
    """The tournaments of a person that the actor may open, the latest first.

    Two queries, and those of the standings for each tournament.
    """
    seen = tournaments_of(actor).values("pk")
    return [_played(entry) for entry in entries_of([person.pk]).filter(tournament__in=seen)]


def all_data(actor: Actor, person: Person) -> dict[str, Any]:
    """Everything kept of a person, as JSON holds it, to be handed out."""
    names = [person, *person.spellings.order_by("pk")]
    return {
        "names": [{"last_name": one.last_name, "first_name": one.first_name} for one in names],
        "club": str(person.club or ""),
        "state": person.state,
        "categories": person.tags,
        "name_in_public_lists": person.publish_name,
        "email": person.email,
        "phone": person.phone,
        "contact_given_on": person.contact_given_on,
        "tournaments": [_as_json(played) for played in history(actor, person)],
        "evenings": [_evening_as_json(line) for line in _evening_lines(person)],
    }


def _evening_lines(person: Person) -> QuerySet[EveningLine]:
    """The results that were brought into series; one query."""
    lines = EveningLine.objects.filter(Q(person=person) | Q(person__same_as=person))
    return lines.select_related("evening__series").order_by("pk")


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


def _as_json(played: PlayedTournament) -> dict[str, Any]:
    entry = played.entry
    return {
        "tournament": entry.tournament.name,
        "date": entry.tournament.date,
        "start_number": entry.number,
        "club": str(entry.club or ""),
        "categories": entry.tags,
        "team": entry.team,
        "fixed_table": entry.fixed_table,
        "keeps_list": entry.keeps_list,
        "fee_paid": entry.fee_paid,
        "checked_in": entry.checked_in,
        "status": entry.status,
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


def _played(entry: Entry) -> PlayedTournament:
    try:
        report = standings_after(entry.tournament)
    except DamagedResult:
        return PlayedTournament(entry, None, None, ())
    for row in report.rows:
        if row.entry_id == entry.pk and not report.nothing_played:
            rounds = tuple(points for points in row.rounds if points is not None)
            return PlayedTournament(entry, row.rank, row.total, rounds)
    return PlayedTournament(entry, None, None, ())
