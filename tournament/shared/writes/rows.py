"""Single rows written by SQL that is composed once, for what every saved sheet writes.

Django composes it anew for each row, which took as long as all else a save writes and reads.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.models import Field, Model

from tournament.shared.reads.prepared import execute

Row = TypeVar("Row", bound=Model)


def insert(row: Row) -> Row:
    """Insert a new row as its `save` does, and set its id; in a transaction."""
    if not connection.features.can_return_columns_from_insert:  # SQLite before 3.35
        row.save(force_insert=True)
        return row
    fields, sql = _insertion(type(row))
    ((row.pk,),), _changed = _run(sql, _values(row, fields, is_new=True))
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row


def update(row: Model, *names: str) -> None:
    """Update these fields of a row as its `save` does; in a transaction."""
    fields, sql = _change(type(row), names)
    _none, changed = _run(sql, [*_values(row, fields, is_new=False), row.pk])
    if changed != 1:
        raise DatabaseError("The row to be updated is gone.")


def delete(model: type[Model], pks: Collection[int]) -> None:
    """Delete these rows, to which no other refers."""
    for pk in pks:
        _run(_deletion(model), [pk])


def _run(sql: str, parameters: Sequence[Any]) -> tuple[list[Any], int]:
    return execute(connections[DEFAULT_DB_ALIAS], sql, parameters)


def _values(row: Model, fields: Sequence[Field], *, is_new: bool) -> list[Any]:
    return [field.get_db_prep_save(field.pre_save(row, is_new), connection) for field in fields]


@cache
def _insertion(model: type[Model]) -> tuple[list[Field], str]:
    fields = [each for each in model._meta.local_concrete_fields if not each.primary_key]
    columns, marks = ", ".join(map(_column, fields)), ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {_table(model)} ({columns}) VALUES ({marks})"  # noqa: S608
    return fields, f"{sql} RETURNING {_table(model)}.{_column(model._meta.pk)}"


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[list[Field], str]:
    fields = [each for each in model._meta.local_concrete_fields if each.name in names]
    changes = ", ".join(f"{_column(each)} = %s" for each in fields)
    return fields, f"UPDATE {_table(model)} SET {changes} {_with_id(model)}"  # noqa: S608


@cache
def _deletion(model: type[Model]) -> str:
    return f"DELETE FROM {_table(model)} {_with_id(model)}"  # noqa: S608


def _with_id(model: type[Model]) -> str:
    return f"WHERE {_table(model)}.{_column(model._meta.pk)} = %s"


def _table(model: type[Model]) -> str:
    return str(connection.ops.quote_name(model._meta.db_table))


def _column(field: Any) -> str:
    return str(connection.ops.quote_name(field.column))
