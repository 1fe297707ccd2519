"""SQLite that refuses what PostgreSQL refuses: zero bytes, and texts longer than their column."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import DataError, IntegrityError, connection, models

ZERO_BYTES = ("\0", "\\u0000")
"""In a text, and in JSON."""
TOO_LONG = """
CREATE TEMP TRIGGER too_long_{when}_{table} BEFORE {when} ON main.{table} WHEN {is_longer}
BEGIN SELECT RAISE(ABORT, 'value too long'); END
"""


@contextmanager
def as_strict_as_postgresql() -> Iterator[None]:
    """Within a transaction, fail as PostgreSQL does, in the kind of error as well."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        for model in apps.get_app_config("tournament").get_models():
            if is_longer := " OR ".join(_longer_than_columns(model)):
                for when in ("INSERT", "UPDATE"):
                    table = model._meta.db_table
                    cursor.execute(TOO_LONG.format(when=when, table=table, is_longer=is_longer))
    with connection.execute_wrapper(_refuse):
        yield


def _longer_than_columns(model: type[models.Model]) -> Iterator[str]:
    for field in model._meta.concrete_fields:
        if isinstance(field, models.CharField) and field.max_length:
            yield f'length(NEW."{field.column}") > {field.max_length}'


def _refuse(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    rows = params if many else [params or ()]
    for value in (each for row in rows for each in row):
        if isinstance(value, str) and any(zero in value for zero in ZERO_BYTES):
            raise DataError("a text contains a zero byte")
    try:
        return execute(sql, params, many, context)
    except IntegrityError as error:
        if str(error) == "value too long":
            raise DataError(*error.args) from error
        raise
