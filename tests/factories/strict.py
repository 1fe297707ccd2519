"""SQLite that refuses what PostgreSQL refuses in texts: zero bytes, halves, too many letters."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import DataError, IntegrityError, connection, models

NOT_IN_TEXTS = re.compile(
    r"\x00|\\u0000|\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]", re.IGNORECASE
)
"""A zero byte in a text; in JSON one as well, and half of a surrogate pair."""
TOO_LONG = """
CREATE TEMP TRIGGER {name} BEFORE {when} ON main.{table} WHEN {is_longer}
BEGIN SELECT RAISE(ABORT, 'value too long'); END
"""


@contextmanager
def as_strict_as_postgresql() -> Iterator[None]:
    """Fail as PostgreSQL does, in the kind of error as well.

    Around the transaction of many tests: made within one, the triggers are read again after every
    savepoint.
    """
    if connection.vendor != "sqlite":
        yield
        return
    made = list(_triggers())
    with connection.cursor() as cursor:
        for _name, statement in made:
            cursor.execute(statement)
    with connection.execute_wrapper(_refuse):
        yield
    with connection.cursor() as cursor:
        for name, _statement in made:
            cursor.execute(f"DROP TRIGGER IF EXISTS temp.{name}")


def _triggers() -> Iterator[tuple[str, str]]:
    for model in apps.get_app_config("tournament").get_models():
        if is_longer := " OR ".join(_longer_than_columns(model)):
            table = model._meta.db_table
            for when in ("INSERT", "UPDATE"):
                name = f"too_long_{when}_{table}"
                yield (
                    name,
                    TOO_LONG.format(name=name, when=when, table=table, is_longer=is_longer),
                )


def _longer_than_columns(model: type[models.Model]) -> Iterator[str]:
    for field in model._meta.concrete_fields:
        if isinstance(field, models.CharField) and field.max_length:
            yield f'length(NEW."{field.column}") > {field.max_length}'


def _refuse(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    rows = params if many else [params or ()]
    for value in (each for row in rows for each in row):
        if isinstance(value, str) and NOT_IN_TEXTS.search(value):
            raise DataError("a text that cannot be stored")
    try:
        return execute(sql, params, many, context)
    except IntegrityError as error:
        if str(error) == "value too long":
            raise DataError(*error.args) from error
        raise
