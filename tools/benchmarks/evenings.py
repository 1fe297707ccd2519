"""Ten thousand small evenings in the database of measured tournaments: copies of one."""

from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import Model

from tournament.models import (
    Draw,
    Entry,
    GameTable,
    JournalEntry,
    JournalHead,
    Round,
    Seat,
    SheetVersion,
    Tournament,
)

AT_ONCE = 500
"""Evenings whose rows are written in one batch."""
WITH_VERSIONS = (
    "UPDATE tournament_gametable SET current_version_id = (SELECT id FROM tournament_sheetversion"
    " WHERE table_id = tournament_gametable.id) WHERE current_version_id IS NULL"
)
Keys = dict[tuple[type[Model], int], int]


def copies_of(evening: Tournament, first: int, last: int) -> None:
    """Create copies of an evening with everything in it, as "evening-FIRST" to "evening-LAST".

    Its people come to all of them. Their journals are as long as its own, but their seals are not
    chained: they are ballast, not to be verified.
    """
    mine = {"tournament": evening}
    in_round = {"round__tournament": evening}
    parts: list[tuple[type[Model], Mapping[str, object]]] = [
        (Draw, mine),
        (Entry, mine),
        (Round, mine),
        (GameTable, in_round),
        (Seat, in_round),
        (SheetVersion, {"table__round__tournament": evening}),
        (JournalEntry, mine),
        (JournalHead, mine),
    ]
    rows = [(model, list(model._default_manager.filter(**of))) for model, of in parts]
    for begin in range(first, last + 1, AT_ONCE):
        _write(evening, rows, range(begin, min(begin + AT_ONCE, last + 1)))
    with connection.cursor() as cursor:
        cursor.execute(WITH_VERSIONS)
        cursor.execute("ANALYZE")


def _write(evening: Tournament, rows: list[tuple[type[Model], list[Any]]], numbers: range) -> None:
    made = [_copy(evening, {}, slug=f"evening-{number}") for number in numbers]
    Tournament._default_manager.bulk_create(made)
    keys: list[Keys] = [{(Tournament, evening.pk): tournament.pk} for tournament in made]
    for model, originals in rows:
        written = [(known, row, _copy(row, known)) for known in keys for row in originals]
        model._default_manager.bulk_create(copy for _known, _row, copy in written)
        for known, row, copy in written:
            known[model, row.pk] = copy.pk


def _copy(row: Any, known: Keys, **values: object) -> Any:
    """Return an unsaved copy of the row in its own evening; tables have no version yet."""
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    for field in row._meta.concrete_fields:
        if field.is_relation and field.name != "current_version":
            key = (field.related_model, fields[field.attname])
            fields[field.attname] = known.get(key, fields[field.attname])
    fields.update(values, **{row._meta.pk.attname: None})
    if isinstance(row, GameTable):
        fields["current_version_id"] = None
    return type(row)(**fields)
