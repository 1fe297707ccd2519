"""What is kept of a person: results and all data, and the name in typed reasons and notes."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Q

from tournament import models
from tournament.accounts.reads import tournaments_of
from tournament.people.reads.people import day_of, entries_of, lines_of
from tournament.permissions import Actor, seen_by
from tournament.shared.rules.fields import KEPT, Field, Of, fields_of
from tournament.shared.rules.names import spellings
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.standings import standings_of
from tournament.standings.reads.stored_results import stored_results

_OF_ENTRY = tuple(field.column for field in fields_of(Of.ENTRY, Of.DAY, Of.NOTE) if field.is_typed)
_AT_TABLE = "table__round__tournament"
_TIMES = ("extra_reason", "extra_initials", "start_reason")
_TYPED = (
    ("calls", models.Call, _AT_TABLE, ("note", "initials", "withdrawn_reason")),
    ("calls", models.Protest, _AT_TABLE, ("note", "others", "heard", "reason")),
    ("penalties", models.Penalty, _AT_TABLE, ("note", "initials")),
    ("deductions", models.Adjustment, "entry__tournament", ("reason",)),
    ("deductions", models.PointsDeduction, "team__division__days__tournament", ("reason",)),
    ("cups", models.CupLot, "stage__tournament", ("reason",)),
    ("cups", models.CupWithdrawal, "stage__tournament", ("reason",)),
    ("draws", models.Draw, "tournament", ("reason",)),
    ("extra_time", models.GameTable, "round__tournament", _TIMES),
    ("sheets", models.SheetVersion, _AT_TABLE, ("reason",)),
    ("sheets", models.Verification, "version__" + _AT_TABLE, ("reason",)),
    ("sheets", models.SheetVersion, _AT_TABLE, ("content",)),
    ("sheets", models.Verification, "version__" + _AT_TABLE, ("content",)),
    ("teams", models.Entry, "tournament", _OF_ENTRY),
    ("prizes", models.FeeRule, "tournament", ("category",)),
    ("prizes", models.Pool, "tournament", ("name",)),
    ("prizes", models.Prize, "tournament", ("category", "thing")),
    ("prizes", models.PrizeAward, "tournament", ("category", "team", "thing")),
    ("settings", models.Tournament, "pk", ("name", "place", "state")),
)
_IN_JOURNAL = ("reason", "note")


@dataclass(frozen=True, slots=True)
class NamedIn:
    """A text with the name in it. `where`: calls, penalties, deductions, draws ... or journal."""

    tournament: models.Tournament
    where: str
    text: str


Named = Callable[[str], bool]


def name_matcher(names: Collection[str]) -> Named:
    """Return a predicate: a text has one of the names as a word, in one of its spellings."""
    spelt = {each for name in names if name.strip() for each in spellings(name)}
    words = "|".join(re.escape(each) for each in sorted(spelt)) or "(?!)"
    is_named = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])")
    return lambda text: is_named.search(unicodedata.normalize("NFC", text).casefold()) is not None


@dataclass(frozen=True, slots=True)
class Played:
    """A tournament of a person, or an imported evening of a series, which has no club.

    person: with the name entered. rank: None if unranked. rounds: points of the rounds played,
    empty without any; of_rounds: how many they are of, where a list has one total of several.
    """

    occasion: models.Tournament | models.SeriesEvening
    person: models.Person
    club: models.Club | None
    rank: int | None
    total: int | None
    rounds: tuple[int, ...]
    of_rounds: int | None = None

    @property
    def day(self) -> date | None:
        """The date, if known."""
        return day_of(self.occasion)

    @property
    def average(self) -> float | None:
        """Points per round played; None without rounds."""
        many = self.of_rounds or len(self.rounds)
        return sum(self.rounds) / many if many else None


def history(actor: Actor, person: models.Person) -> list[Played]:
    """Return a person's results that the actor may see, latest first; eight queries."""
    played = [result for _entry, result in _played_entries(actor, person)]
    lines = lines_of([person.pk]).filter(
        evening__series__in=seen_by(actor, models.Series.objects.all())
    )
    for line in lines.order_by("pk"):
        rounds = tuple(points for points in line.rounds if points is not None)
        result = Played(line.evening, line.person, None, line.rank, line.total, rounds)
        played.append(replace(result, of_rounds=line.of_rounds))
    return sorted(played, key=lambda each: each.day or date.min, reverse=True)


def _played_entries(actor: Actor, person: models.Person) -> list[tuple[models.Entry, Played]]:
    """Return a person's entries that the actor may see, with their results."""
    entries = entries_of([person.pk]).filter(tournament__in=tournaments_of(actor).values("pk"))
    stored = stored_results([entry.tournament for entry in entries])
    found = []
    for entry in entries:
        result = Played(entry.tournament, entry.person, entry.club, None, None, ())
        with suppress(DamagedResult):
            report = standings_of(stored[entry.tournament_id])
            own = (row for row in report.rows if row.entry_id == entry.pk)
            if not report.nothing_played and (row := next(own, None)):
                rounds = tuple(points for points in row.played if points is not None)
                result = replace(result, rank=row.rank, total=row.total, rounds=rounds)
        found.append((entry, result))
    return found


def all_data(actor: Actor, person: models.Person) -> dict[str, Any]:
    """Return all data kept of a person as JSON values, to be handed out."""
    names = [person, *person.spellings.order_by("pk")]
    return {
        "names": [_values(one, fields_of(Of.NAME)) for one in names],
        "club": str(person.club or ""),
        **_values(person, (*KEPT, *fields_of(Of.CONSENT, Of.CONTACT))),
        "contact_given_on": person.contact_given_on,
        "tournaments": [_entry_as_json(*each) for each in _played_entries(actor, person)],
        "teams": [
            {"league": str(each.team.division.league), "team": each.team.name}
            for each in person.team_players.select_related("team__division__league").order_by("pk")
        ],
        "evenings": [
            {
                "series": str(line.evening.series),
                "evening": line.evening.name,
                "date": line.evening.held_on,
                "state": line.state,
                "rank": line.rank,
                "rounds": line.rounds,
                "of_rounds": line.of_rounds,
                "adjustment": line.adjustment,
                "total": line.total,
            }
            for line in lines_of([person.pk]).order_by("pk")
        ],
    }


def _values(row: models.Person | models.Entry, fields: Iterable[Field]) -> dict[str, Any]:
    return {field.data_key: getattr(row, field.column) for field in fields}


def _entry_as_json(entry: models.Entry, played: Played) -> dict[str, Any]:
    return {
        "tournament": entry.tournament.name,
        "date": entry.tournament.date,
        "club": str(entry.club or ""),
        **_values(entry, fields_of(Of.ENTRY, Of.DAY, Of.NOTE)),
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


def texts_naming(
    names: Collection[str], tournaments: Collection[models.Tournament]
) -> list[NamedIn]:
    """Return texts typed in these tournaments with one of the names as a word; 20 queries."""
    if not tournaments:
        return []
    known = {each.pk: each for each in tournaments}
    texts: list[tuple[int, str, str]] = []
    for where, model, path, fields in _TYPED:
        is_typed = Q()
        for field in fields:
            is_typed |= ~Q(**{field: ""})
        rows = model._default_manager.filter(is_typed, **{f"{path}__in": known})
        found = rows.order_by("pk", path).values_list("pk", path, *fields)
        # What belongs to a season is told once, with the first of its tournaments.
        once = {row: (pk, values) for row, pk, *values in reversed(found)}
        for pk, values in reversed(once.values()):
            texts += ((pk, where, _words(value)) for value in values if value)
    journal = models.JournalEntry.objects.filter(
        tournament__in=known, data__has_any_keys=[*_IN_JOURNAL]
    )
    for pk, data in journal.order_by("pk").values_list("tournament", "data"):
        texts += ((pk, "journal", str(data[key])) for key in _IN_JOURNAL if data.get(key))
    is_named = name_matcher(names)
    named = (NamedIn(known[pk], where, text) for pk, where, text in texts if is_named(text))
    return sorted(dict.fromkeys(named), key=lambda each: (each.tournament.pk, each.where))


def _words(value: object) -> str:
    """Return a text, or all texts within JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return ", ".join(filter(None, map(_words, value)))
    return value if isinstance(value, str) else ""
