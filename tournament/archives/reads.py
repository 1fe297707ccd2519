"""Queries for archives: contents of an export, and what of an import is known here."""

import json
import zlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.archives.mapping import (
    CONTACT,
    IDS_IN_JSON,
    archived_fields,
    facts_in,
    in_order,
    model_of,
    target,
    translate_ids,
    ways,
)
from tournament.archives.rules.archive import Archive, Rows
from tournament.journal.mapping import plain, sealed_time
from tournament.journal.rules import ChainedEntry, differences, first_break, last_facts
from tournament.models import Club, JournalEntry, OpenedArchive, Person, Tournament, User
from tournament.people.reads.people import KnownPeople, known_people, people_of
from tournament.people.rules.people import Identified, identified
from tournament.people.rules.registration import PlayerRow
from tournament.permissions import Actor
from tournament.shared.rules.fields import known_player
from tournament.shared.rules.names import free_slug, slug_of


@dataclass(frozen=True, slots=True)
class ArchivedPeople:
    """The people of an archive: who they are here, and how many are new."""

    identified: tuple[Identified, ...]

    @property
    def asked(self) -> tuple[Identified, ...]:
        """Those to ask the user about."""
        return tuple(each for each in self.identified if each.asked)

    @property
    def known(self) -> int:
        """The number of people recognised with certainty."""
        return sum(each.person is not None for each in self.identified)


def archived_rows(
    tournament: Tournament, *, contacts: bool, hidden: Collection[int] = ()
) -> dict[str, dict[str, Any]]:
    """Return all rows of a tournament by model; one query each. `hidden`: see `archive_file`."""
    rows: dict[str, dict[str, Any]] = {}
    paths = ways()
    for name in in_order():
        if name == "user":
            continue
        fields = [field.name for field in archived_fields(name, contacts=contacts)]
        of_tournament = Q(**{paths[name]: tournament.pk})
        if name == "club":
            of_tournament |= Q(people__entries__tournament=tournament)
        found: QuerySet = model_of(name)._default_manager.filter(of_tournament)
        listed = found.order_by("pk").distinct().values_list("pk", *fields)
        rows[name] = {"fields": fields, "rows": [[plain(value) for value in row] for row in listed]}
    if contacts and hidden:
        nobody, people = Person(), rows["person"]
        for at, name in enumerate(people["fields"], start=1):
            if name in CONTACT:
                for row in people["rows"]:
                    row[at] = plain(getattr(nobody, name)) if row[0] in hidden else row[at]
    return {"user": _accounts(tournament, rows), **rows}


def unreachable_people(actor: Actor, tournament: Tournament) -> set[int]:
    """Return the people of a tournament whose contact the actor may not read; two queries."""
    people = Person.objects.filter(entries__tournament=tournament)
    reached = people_of(actor, to_reach=True).filter(entries__tournament=tournament)
    return {*people.values_list("pk", flat=True)} - {*reached.values_list("pk", flat=True)}


def archived_journal(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the sealed journal of a tournament; one query."""
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("pk")
    names = ("at", "user", "action", "data", "facts", "seal")
    return [
        dict(zip(("at", "account", *names[2:]), (sealed_time(at), *others), strict=True))
        for at, *others in entries.values_list(*names)
    ]


def origin_of(tournament: Tournament) -> str:
    """Return the identity of a tournament across installations: its first seal; two queries."""
    if opened := OpenedArchive.objects.filter(tournament=tournament).first():
        return opened.origin
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("pk")
    return entries.values_list("seal", flat=True).first() or ""


def original_journal(tournament: Tournament) -> bytes:
    """Return the verbatim journal of the original installation; empty if not imported."""
    opened = OpenedArchive.objects.filter(tournament=tournament).first()
    return zlib.decompress(opened.journal) if opened else b""


def tournament_by_origin(origin: str) -> Tournament | None:
    """Return the tournament of this origin, if it is here; at most two queries."""
    opened = OpenedArchive.objects.filter(origin=origin).select_related("tournament").first()
    if opened or not origin:
        return opened.tournament if opened else None
    own = JournalEntry.objects.filter(seal=origin, tournament__isnull=False)
    entry = own.select_related("tournament").first()
    found = entry.tournament if entry else None
    return found if found and origin_of(found) == origin else None


def archived_people(archive: Archive) -> ArchivedPeople:
    """Identify the people of an archive, as for a list of players; two queries."""
    (row,) = archive.rows["tournament"].by_id().values()
    invented = row.get("is_example") or row.get("is_rehearsal")
    return people_in(archive.rows, invented=bool(invented))


def people_in(rows: Mapping[str, Rows], *, invented: bool) -> ArchivedPeople:
    """Identify the people among the rows of a file; those who are invented are nobody here."""
    known = KnownPeople({}, {}) if invented else known_people()
    clubs = rows["club"].by_id()
    players = [
        PlayerRow(pk, "", known_player(values, clubs.get(values["club"], {})))
        for pk, values in rows["person"].by_id().items()
        if not values["deleted_at"]
    ]
    return ArchivedPeople(tuple(identified(players, known.match)))


def slug_here(slug: str) -> str:
    """Return the short name, another one if a tournament here has it; one query."""
    taken = set(Tournament.objects.values_list("slug", flat=True))
    # With a number also where the new one would differ in capitals alone.
    return free_slug(slug, taken | {slug_of(slug)}) if slug in taken else slug


def clubs_in_another_state(rows: Mapping[str, Rows]) -> list[str]:
    """Return the clubs of a file known here with another federal state; one query."""
    states = {(club.code, club.name): club.state for club in Club.objects.order_by("pk")}
    return [
        row["code"] or row["name"]
        for row in rows["club"].by_id().values()
        if states.get((row["code"], row["name"]), row["state"]) != row["state"]
    ]


def archive_contradictions(archive: Archive) -> int:
    """Count the contradictions of an archive's journal to its rows, or within itself."""
    told = last_facts(entry["facts"] for entry in archive.journal)
    found = sum(1 for _ in differences(facts_in(archive.rows), told))
    return found + (chain_broken_at(archive.journal) is not None)


def chain_broken_at(journal: Iterable[Mapping[str, Any]]) -> int | None:
    """Return the position (from 1) of the first changed entry of an archive's journal."""
    names = ("at", "account", "action", "data", "facts")
    entries = ((ChainedEntry(*(each[name] for name in names)), each["seal"]) for each in journal)
    return first_break(entries)


def opened_journal_agrees(tournament: Tournament) -> bool:
    """Whether the journal begins with the intact one of the archive, if any; two queries."""
    opened = OpenedArchive.objects.filter(tournament=tournament).first()
    if opened is None:
        return True
    there = json.loads(original_journal(tournament))
    ids = {name: {int(pk): ours for pk, ours in of.items()} for name, of in opened.ids.items()}
    here = JournalEntry.objects.filter(tournament=tournament).order_by("pk")[: len(there)]
    told = [(sealed_time(each.at), each.user_id, each.action, each.data) for each in here]
    expected = []
    for each in there:
        account, data = ids["user"].get(each["account"]), translate_ids(each["data"], ids)
        expected.append((each["at"], account, each["action"], data))
    return told == expected and chain_broken_at(there) is None


def _accounts(tournament: Tournament, rows: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the accounts named by any row or journal entry, never with a password."""
    named = set[int]()
    for name, table in rows.items():
        fields = {field.name: field for field in archived_fields(name, contacts=False)}
        for at, field in enumerate(table["fields"], start=1):
            if field in fields and target(fields[field]) == "user":
                named |= {row[at] for row in table["rows"]}
            elif IDS_IN_JSON.get((name, field)) == "user":
                named |= {pk for row in table["rows"] for pk in row[at]}
    entries = JournalEntry.objects.filter(tournament=tournament)
    named |= set(entries.values_list("user", flat=True))
    named |= set(entries.values_list("data__account", flat=True))
    names = [field.name for field in archived_fields("user", contacts=False)]
    found = User.objects.filter(pk__in=named - {None}).order_by("pk").values_list("pk", *names)
    return {"fields": names, "rows": [[*row] for row in found]}
