"""What all tests share: a database as in real use, quick password hashes, German screens."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection, connections
from django.utils import translation
from hypothesis import HealthCheck, settings

from tournament.models.triggers import drop_triggers, install_triggers

# A machine under load is no mistake, nor is a list without the kind of row a property is about.
settings.register_profile(
    "kreuzdame",
    settings(
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    ),
)
settings.load_profile("kreuzdame")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite as a file, not in memory: WAL, locks and threads behave as in the hall."""
    database = connections["default"].settings_dict
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True)
def _quick_settings(settings) -> None:
    """Cheap password hashes; and no client reads the whole static directory when it is made."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def _nothing_left_from_other_tests():
    """No failed sign-in and no language travels from one test to the next."""
    cache.clear()
    with translation.override("de"):
        yield


@pytest.fixture
def _triggers_are_back(django_db_setup: None, django_db_blocker) -> Iterator[None]:
    yield
    with django_db_blocker.unblock(), connection.schema_editor() as editor:
        install_triggers(apps, editor)


@pytest.fixture
def _django_db_helper(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test with transactions of its own deletes every row at its end, the journals as well."""
    marker = request.node.get_closest_marker("django_db")
    is_emptied = "live_server" in request.fixturenames or (
        marker is not None and marker.kwargs.get("transaction")
    )
    if is_emptied:
        request.getfixturevalue("_triggers_are_back")
    request.getfixturevalue("_django_db_helper")
    yield
    if is_emptied:
        with connection.schema_editor() as editor:
            drop_triggers(apps, editor)


@pytest.fixture
def project() -> Path:
    """The directory of the project."""
    return Path(__file__).resolve().parents[1]
