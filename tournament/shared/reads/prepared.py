"""Frequent queries whose SQL Django compiles once.

Compiling took a quarter of the time of a save, several times as long as the database's answer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler

T = TypeVar("T")
Given = int | str
MOST = 2**63 - 1
"""Larger than any column: SQLite refuses larger parameters."""
FIRST_NUMBER = 30_001
"""Placeholder for a parameter while the SQL is compiled; fits the smallest integer column."""


def execute(
    connection: BaseDatabaseWrapper, sql: str, parameters: Sequence[Any]
) -> tuple[list[Any], int]:
    """Execute SQL; return all rows it answers with, and how many it has changed.

    SQLite is asked without Django's cursor, which took several times as long as the answer; but
    where somebody listens to what is asked.
    """
    if (
        connection.vendor != "sqlite"
        or connection.execute_wrappers
        or connection.force_debug_cursor
    ):
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            return cursor.fetchall() if cursor.description else [], cursor.rowcount
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        answer = connection.connection.execute(_as_sqlite_writes(sql), parameters)
        return answer.fetchall(), answer.rowcount


@cache
def _as_sqlite_writes(sql: str) -> str:
    """Return SQL with the placeholders of SQLite, as Django's cursor writes it each time."""
    return FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")


class Prepared(Generic[T]):
    """A query whose SQL does not depend on its parameters; calling it returns the rows.

    query: makes the query from integers and strings, each only compared with a column. It yields
    instances with all their columns, or tuples (`values_list`).
    """

    def __init__(self, query: Callable[..., QuerySet[Any, T]]) -> None:
        self.query = query
        self._written: dict[int, _Written[T]] = {}  # by the number of parameters

    def __call__(self, *given: Given, **known: Model) -> list[T]:
        """Return the rows for these parameters; `known` are related objects to set on each row."""
        if any(isinstance(each, int) and each > MOST for each in given):
            return []
        written = self._written.get(len(given)) or _Written(self.query, given)
        self._written[len(given)] = written
        found = list(written.rows(connections[DEFAULT_DB_ALIAS], given))
        for each, (name, related) in product(found, known.items()):
            setattr(each, name, related)
        return found

    def one(self, *given: Given, **known: Model) -> T | None:
        """Return the first row for these parameters, None without one."""
        found = self(*given, **known)
        return found[0] if found else None


class _Written(Generic[T]):
    """The compiled SQL of a query for the database of this process, and its row conversion."""

    def __init__(self, query: Callable[..., QuerySet[Any, T]], given: Sequence[Given]) -> None:
        marks = [
            FIRST_NUMBER + at if isinstance(each, int) else f"parameter {at}"
            for at, each in enumerate(given)
        ]
        queryset = query(*marks)
        self._compiler = compiler = queryset.query.get_compiler(queryset.db)
        self._sql, parameters = compiler.as_sql()
        # In the order of the SQL: the index among the given parameters, or a constant.
        self._parameters = [
            (marks.index(each), None) if each in marks else (None, each) for each in parameters
        ]
        columns = [column for column, _sql, _alias in compiler.select]
        self._converters = [*compiler.get_converters(columns).items()]
        gives_instances = queryset._iterable_class is ModelIterable
        self._as_asked = _instances(compiler) if gives_instances else tuple

    def rows(self, connection: BaseDatabaseWrapper, given: Sequence[Given]) -> Iterator[T]:
        parameters = [
            always if place is None else given[place] for place, always in self._parameters
        ]
        found, _changed = execute(connection, self._sql, parameters)
        return map(
            self._as_asked, self._converted(found, connection) if self._converters else found
        )

    def _converted(
        self, found: Iterable[Sequence[Any]], connection: BaseDatabaseWrapper
    ) -> Iterator[list[Any]]:
        """Yield the rows with Python's values, as `apply_converters`; NULL is always None."""
        for row in map(list, found):
            for place, (converters, expression) in self._converters:
                value = row[place]
                if value is not None:
                    for convert in converters:
                        value = convert(value, expression, connection)
                    row[place] = value
            yield row


def _instances(compiler: SQLCompiler) -> Callable[[list[Any]], Any]:
    """Return a function that makes an instance of a row, with joined ones (as `ModelIterable`)."""
    info = compiler.klass_info
    first, *_others, last = info["select_fields"]
    model, own = info["model"], slice(first, last + 1)
    names = [column.target.attname for column, _sql, _alias in compiler.select[own]]
    joined = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
    annotated = compiler.annotation_col_map

    def instance_of(row: list[Any]) -> Any:
        instance = model.from_db(DEFAULT_DB_ALIAS, names, row[own])
        for each in joined:
            each.populate(row, instance)
        for name, column in annotated.items():
            setattr(instance, name, row[column])
        return instance

    return instance_of
