"""Queries for the file of a competition: what is in it."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Field, Model, QuerySet

from tournament.archives.mapping import IDS_IN_JSON, archived_fields, model_of, target
from tournament.competitions.mapping import models_of
from tournament.journal.mapping import plain
from tournament.models import Club, Entry, Person, Tournament

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
        "spelling": {"fields": ["same_as"], "rows": [list(pair) for pair in spellings]},
    }


def _table(name: str, rows: QuerySet, *, contacts: bool) -> Table:
    fields = [field.name for field in archived_fields(name, contacts=contacts)]
    listed = rows.order_by("pk").values_list("pk", *fields)
    return {"fields": fields, "rows": [[plain(value) for value in row] for row in listed]}
