"""Queries for the file of a competition: what is in it, and what of one is known here."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Field, Model, QuerySet

from tournament.archives.mapping import IDS_IN_JSON, archived_fields, model_of, target
from tournament.archives.reads import ArchivedPeople, people_in, tournament_by_origin
from tournament.archives.rules.archive import SPELLING, CompetitionFile, Rows
from tournament.competitions.mapping import models_of
from tournament.journal.mapping import plain
from tournament.models import Club, Entry, Person, Tournament
from tournament.shared.rules.fields import Of, fields_of

Numbers = dict[str, dict[int, int]]  # id here to number in the file, by model
Table = dict[str, Any]


def competition_rows(
    one: Model, *, contacts: bool
) -> tuple[dict[str, Table], tuple[Tournament, ...]]:
    """Return its own rows by model, and its tournaments.

    Rows are numbered in their natural order, tournaments in that of first mention; people and clubs
    have the ids that they have in the archives of the tournaments. A query for each model.
    """
    numbers: Numbers = {"tournament": {}}
    people: set[int] = set()
    own = {}
    for name, path in models_of(str(one._meta.model_name)).items():
        model, fields = model_of(name), archived_fields(name, contacts=contacts)
        rows = model._default_manager.filter(**{path: one.pk})
        columns = [field.attname for field in fields]
        listed = rows.order_by(*(model._meta.ordering or ()), "pk").values_list("pk", *columns)
        numbers[name] = {pk: number for number, (pk, *_values) in enumerate(listed, start=1)}
        own[name] = {
            "fields": [field.name for field in fields],
            "rows": [
                [number, *_numbered(fields, values, numbers)]
                for number, (_pk, *values) in enumerate(listed, start=1)
            ],
        }
        people |= {pk for _pk, *values in listed for pk in _people_in(fields, values)}
    here = Tournament.objects.in_bulk(numbers["tournament"])
    tournaments = tuple(here[pk] for pk in numbers["tournament"])
    return {**_people(people, tournaments, contacts=contacts), **own}, tournaments


def _numbered(fields: Iterable[Field], values: Iterable[Any], numbers: Numbers) -> Iterator[Any]:
    for field, value in zip(fields, values, strict=True):
        known = numbers.get(target(field))
        if known is None or value is None:
            yield plain(value)
            continue
        if target(field) == "tournament":
            known.setdefault(value, len(known) + 1)
        yield known[value]


def _people_in(fields: Iterable[Field], values: Iterable[Any]) -> Iterator[int]:
    """Yield the ids of people in a row."""
    for field, value in zip(fields, values, strict=True):
        if target(field) == "person" and value is not None:
            yield value
        elif IDS_IN_JSON.get((str(field.model._meta.model_name), field.name)) == "person":
            yield from value


def _people(
    mentioned: set[int], tournaments: Iterable[Tournament], *, contacts: bool
) -> dict[str, Table]:
    """Return the people with their clubs, and which of them are another spelling of whom."""
    entered = Entry.objects.filter(tournament__in=tournaments).order_by("pk")
    everybody = mentioned | {*entered.values_list("person", flat=True)}
    merged = Person.objects.filter(pk__in=everybody, same_as__isnull=False).order_by("pk")
    spellings = list(merged.values_list("pk", "same_as"))
    people = Person.objects.filter(pk__in=everybody | {same_as for _pk, same_as in spellings})
    clubs = Club.objects.filter(people__in=people).distinct()
    return {
        "club": _table("club", clubs, contacts=contacts),
        "person": _table("person", people, contacts=contacts),
        SPELLING: {"fields": ["same_as"], "rows": [list(pair) for pair in spellings]},
    }


def _table(name: str, rows: QuerySet, *, contacts: bool) -> Table:
    fields = [field.name for field in archived_fields(name, contacts=contacts)]
    listed = rows.order_by("pk").values_list("pk", *fields)
    return {"fields": fields, "rows": [[plain(value) for value in row] for row in listed]}


def counting_people(file: CompetitionFile) -> dict[str, Rows]:
    """Return the rows of a file with those people alone who count: no other spellings of them."""
    spellings, people = file.rows[SPELLING].by_id(), file.rows["person"]
    counting = tuple(row for row in people.rows if row[0] not in spellings)
    return {**file.rows, "person": Rows(people.fields, counting)}


def file_people(file: CompetitionFile) -> ArchivedPeople:
    """Identify those people of a file who count, as for an archive; two queries."""
    tables = [archive.rows["tournament"].by_id().values() for archive in file.tournaments.values()]
    invented = any(
        row.get("is_example") or row.get("is_rehearsal") for rows in tables for row in rows
    )
    return people_in(counting_people(file), invented=invented)


def certain_people(file: CompetitionFile) -> dict[int, int]:
    """Return by original id the persons here who are entered in tournaments that are here already.

    By start number, and only under the same name.
    """
    found: dict[int, int] = {}
    names = [field.column for field in fields_of(Of.NAME)]
    spellings, people = file.rows[SPELLING].by_id(), file.rows["person"].by_id()
    for archive in file.tournaments.values():
        known = tournament_by_origin(str(archive.about["tournament"]["origin"]))
        if known is None:
            continue
        entered = {row["number"]: row["person"] for row in archive.rows["entry"].by_id().values()}
        for entry in known.entries.select_related("person").order_by("number"):
            pk, person = entered.get(entry.number, 0), entry.person
            if pk in people and all(getattr(person, each) == people[pk][each] for each in names):
                counts = spellings[pk]["same_as"] if pk in spellings else pk
                found.setdefault(counts, person.same_as_id or person.pk)
    return found
