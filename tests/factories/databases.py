"""Snapshots of the test database, and how to restore them.

SQLite copies its file page by page, which takes a few milliseconds; PostgreSQL deletes all rows.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import TypeVar

from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.models import Model

from tournament.models.triggers import drop_triggers, install_triggers, triggers
from tournament.shared.reads.kept import forget_all

AT_FIRST, WITH_NEIGHBOUR, ALONE = "at first", "with neighbour", "alone"
"""Empty as migrated; what the other tests begin with; the same, whose rows are deleted."""
SOON = 240
"""Seconds within which a scene may be used again: in it a clock is running."""
Snapshot = str | tuple[str, Callable[[], object]]
"""Its name; or that of another one, and what makes this one of it."""
M = TypeVar("M", bound=Model)
Make = Callable[[], object]
_kept: dict[Snapshot, sqlite3.Connection] = {}
_made_at: dict[str, float] = {}
_stands_on: Snapshot = ""
_makes: dict[object, Make] = {}
_own: Make | None = None


def keep_first_ones(make: Callable[[], object]) -> None:
    """Save the snapshots that tests begin with; `make` adds what stands beside them."""
    keep(AT_FIRST)
    make()
    keep(WITH_NEIGHBOUR)
    with transaction.atomic():  # one row points to another
        empty()
    keep(ALONE)


def keep(name: Snapshot) -> None:
    """Save a snapshot of the database."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _kept[name] = sqlite3.connect(":memory:")
        connection.connection.backup(_kept[name])


@contextmanager
def one_at_a_time(directory: Path) -> Iterator[None]:
    """Let one process in at a time: a lock that every system has."""
    with closing(sqlite3.connect(directory / "lock", timeout=600, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def write_kept(directory: Path) -> None:
    """Write the snapshots for other processes."""
    for name, kept in _kept.items():
        with closing(sqlite3.connect(directory / str(name))) as file:
            kept.backup(file)


def read_kept(directory: Path) -> bool:
    """Begin with the snapshots of another process; return whether there are any."""
    if not (directory / ALONE).exists():
        return False
    for name in (AT_FIRST, WITH_NEIGHBOUR, ALONE):
        _kept[name] = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(directory / name)) as file:
            file.backup(_kept[name])
    connection.close()
    connection.settings_dict["NAME"] = connection.settings_dict["TEST"]["NAME"]
    return True


@contextmanager
def migrated_once(directory: Path) -> Iterator[None]:
    """Let a process make PostgreSQL's database within, as a copy of what the first one made."""
    template = directory / "template"
    if template.exists():
        connection.settings_dict["TEST"]["TEMPLATE"] = template.read_text()
        yield
        return
    yield
    connection.creation.clone_test_db("template", verbosity=0)
    template.write_text(connection.creation.get_test_db_clone_settings("template")["NAME"])


def set_back(name: Snapshot) -> None:
    """Restore the snapshot with this name."""
    global _stands_on
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _kept[name].backup(connection.connection)
        _stands_on = name
        return
    with connection.schema_editor() as editor:
        drop_triggers(apps, editor)
    call_command("flush", verbosity=0, interactive=False)
    with connection.schema_editor() as editor:
        install_triggers(apps, editor)


def begin_with(base: str, make: Callable[[], object] | None) -> None:
    """Restore a snapshot, or what `make` makes beside it, for the transaction of the next test.

    The transactions before have changed nothing. A test that deleted rows within its own
    transaction would read the whole schema anew after each savepoint.
    """
    if connection.vendor != "sqlite":
        return
    snapshot = (base, make) if make else base
    if connection.in_atomic_block:
        assert _stands_on == snapshot, "made_once of this file began with something else"
        return
    if make and snapshot not in _kept:
        set_back(base)
        with transaction.atomic():
            make()
            connection.run_on_commit.clear()  # as in the transaction of a test
        keep(snapshot)
        forget_all()
    if _stands_on != snapshot:
        set_back(snapshot)


def copied(make: Callable[[], M]) -> Callable[[None], M]:
    """Let what a fixture returns be made once in every process: tests begin with a copy of it.

    Below `@pytest.fixture`, where it asks for no other one: it is made before all of them. The
    first one of a test is copied; tests with their own transactions make it.
    """
    made: dict[str, tuple[type[M], object]] = {}

    def make_it() -> None:
        one = make()
        made[_base()] = type(one), one.pk

    def read(db: None) -> M:
        if _own is not make_it:
            return make()
        kind, pk = made[_base()]
        return kind._default_manager.get(pk=pk)

    read.__name__, read.__doc__, read.__module__ = make.__name__, make.__doc__, make.__module__
    _makes[read] = make_it
    return read


def _base() -> str:
    """Return the snapshot beside which something was made."""
    return _stands_on if isinstance(_stands_on, str) else _stands_on[0]


def own_of(fixtures: Iterable[object]) -> Make | None:
    """Return what makes the first of these fixtures that is `copied`; None where it is made."""
    if connection.vendor != "sqlite":
        return None
    return next((_makes[each] for each in fixtures if each in _makes), None)


def say_what_is_copied(make: Make | None) -> None:
    """Say which one the test that begins now begins with."""
    global _own
    _own = make


def make_or_restore(name: str, make: Callable[[], object]) -> None:
    """Make a scene in an empty database, or restore it as a test shortly before made it.

    For tests with a database of their own (`transactional_db`), before anything else is made.
    """
    assert not connection.in_atomic_block
    assert not apps.get_model("tournament", "JournalEntry").objects.exists()
    if monotonic() - _made_at.get(name, -SOON) < SOON and name in _kept:
        set_back(name)
        return
    make()
    keep(name)
    _made_at[name] = monotonic()


def empty_server() -> None:
    """Drop everything in PostgreSQL's database, as when it was created."""
    connections.close_all()
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def install(var: Path) -> Path:
    """Prepare an installation in a directory, copying a migrated one to save seconds."""
    with closing(sqlite3.connect(var / "kreuzdame.sqlite3")) as database:
        _kept[AT_FIRST].backup(database)
    return var


def write_to(var: Path) -> None:
    """Write what is in the test database now into an installation, for separate programs."""
    with closing(sqlite3.connect(var / "kreuzdame.sqlite3")) as database:
        connection.connection.backup(database)


def empty() -> None:
    """Delete every row of the program."""
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    with connection.cursor() as cursor:
        for trigger in triggers(connection.vendor):
            cursor.execute(f"DROP TRIGGER {trigger.name}")
        for model in models:
            cursor.execute(f"DELETE FROM {model._meta.db_table}")
        for trigger in triggers(connection.vendor):
            cursor.execute(trigger.statement)
