"""Shared by all tests: a database as in production, quick password hashes, German screens."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree

import pytest
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.test import TransactionTestCase
from django.test.utils import override_settings
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from tests.factories.databases import (
    ALONE,
    AT_FIRST,
    WITH_NEIGHBOUR,
    begin_with,
    install,
    keep_first_ones,
    migrated_once,
    one_at_a_time,
    own_of,
    read_kept,
    say_what_is_copied,
    set_back,
    write_kept,
)
from tests.factories.effort import THOROUGH, tries
from tests.factories.neighbour import make_neighbour

# A busy machine is no fault, nor is a list without the kind of row a property is about.
settings.register_profile(
    "kreuzdame",
    settings(
        deadline=None,
        max_examples=tries(30, 100),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    ),
)
settings.load_profile("kreuzdame")


# Until all tests are collected hardly anything is garbage: looking took a quarter of the time.
gc.disable()


def pytest_collection_finish() -> None:
    """Freeze the objects made so far: collecting garbage among them took a tenth of the time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite as a file, not in memory: WAL, locks and threads behave as in the hall."""
    database = connections["default"].settings_dict
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Next to the tournament of each test the database has another one, further advanced.

    One process makes it, and the others that run tests meanwhile take that; on PostgreSQL, where
    there is no other tournament, what they take is the empty database.
    """
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with django_db_blocker.unblock(), translation.override("de"), one_at_a_time(shared):
        if connection.vendor != "sqlite":
            with migrated_once(shared):
                request.getfixturevalue("django_db_setup")
        elif not read_kept(shared):
            request.getfixturevalue("django_db_setup")
            keep_first_ones(make_neighbour)
            write_kept(shared)


@receiver(connection_created)
def _rows_without_an_order_come_backwards(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Return unordered rows backwards, so that a missing order is noticed."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA reverse_unordered_selects = ON")


@pytest.fixture(scope="session")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of database copies for all tests."""
    return tmp_path_factory.mktemp("copies") / "backups"


@pytest.fixture(scope="session", autouse=True)
def _quick_settings(copies: Path) -> Iterator[None]:
    """Cheap password hashes, own copies; nothing waits, nor reads all static files first."""
    with override_settings(
        BACKUP_DIRECTORY=copies,
        NEW_LIST_EVERY=0,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        WHITENOISE_AUTOREFRESH=True,
    ):
        yield


@pytest.fixture(autouse=True)
def _nothing_left_from_other_tests(copies: Path) -> Iterator[None]:
    """Clear failed sign-ins, cached pages, copies, the other computer and the language."""
    from tournament.shared.reads.kept import forget_all

    forget_all()  # what was made for all tests of a file
    with translation.override("de"):
        yield
    forget_all()
    rmtree(copies, ignore_errors=True)  # each page's bar tells the age of the last
    if "tournament.standby.standing" in sys.modules:  # tests of pure code never load it
        from tests.factories.second import forget_other_computer

        forget_other_computer()


def begun_with(node: pytest.Item | pytest.Collector) -> tuple[str, Callable[[], object] | None]:
    """Return which snapshot a test, or all tests of a file, begin with, and what is made there."""
    made = node.get_closest_marker("stands_on")
    base = ALONE if node.get_closest_marker("alone") else WITH_NEIGHBOUR
    return base, made and made.kwargs["make"]


def copied_by(item: pytest.Item) -> Callable[[], object] | None:
    """Return what makes the first fixture of a test that is copied."""
    found = item._fixtureinfo.name2fixturedefs
    return own_of(found[name][-1].func for name in item.fixturenames if name in found)


@pytest.fixture
def _django_db_helper(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Run tests with their own transactions, and those that ask for it, on a separate database."""
    marker = request.node.get_closest_marker("django_db")
    asked = {"live_server", "transactional_db"} & {*request.fixturenames}
    base, make = begun_with(request.node)
    if asked or (marker and marker.kwargs.get("transaction")):
        assert not make, "stands_on is for tests within one transaction"
        say_what_is_copied(None)
        request.getfixturevalue("_database_of_its_own")
    else:
        make = make or copied_by(request.node)
        say_what_is_copied(make)
        with django_db_blocker.unblock(), translation.override("de"):
            begin_with(base, make)
    request.getfixturevalue("_django_db_helper")
    if make and connection.vendor != "sqlite":
        make()


@pytest.fixture
def _database_of_its_own(
    django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Begin without the neighbour; undo what the test leaves, the journals as well."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            set_back(AT_FIRST)
    monkeypatch.setattr(
        TransactionTestCase, "_fixture_teardown", lambda _case: set_back(WITH_NEIGHBOUR)
    )


@pytest.fixture(scope="module")
def made_once(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Make something once for all tests of a file; undo each test's changes at its end."""
    with django_db_blocker.unblock(), translation.override("de"):
        begin_with(*begun_with(request.node))
        with transaction.atomic():
            yield
            transaction.set_rollback(True)


@pytest.fixture
def blank_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave papers blank where what stands on them is not the subject."""
    from tests.factories.papers import without_layout  # tests of pure code load no paper

    without_layout(monkeypatch)


@pytest.fixture
def drawn_papers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw papers where values may spoil them; those of HTML, which take longer, by night."""
    from tests.factories.papers import without_html

    if not THOROUGH:
        without_html(monkeypatch)


@pytest.fixture
def var(tmp_path: Path, db: None) -> Path:
    """Return the prepared, empty installation directory for separate programs."""
    (tmp_path / "var").mkdir()
    return install(tmp_path / "var")


@pytest.fixture
def project() -> Path:
    """The directory of the project."""
    return Path(__file__).resolve().parents[1]
