"""What all tests share: a database as in real use, quick password hashes, German screens."""

from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connections
from django.utils import translation
from hypothesis import HealthCheck, settings

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
def journal_is_compared() -> None:
    """For tests whose tournaments only services have made: freezing compares with the journal."""


@pytest.fixture(autouse=True)
def _results_made_without_services_may_become_final(request, monkeypatch) -> None:
    """Factories write results of which no journal tells; elsewhere that would be a forgery."""
    if "journal_is_compared" not in request.fixturenames:
        monkeypatch.setattr("tournament.services.freezing.journal_findings", lambda _: ())


@pytest.fixture
def project() -> Path:
    """The directory of the project."""
    return Path(__file__).resolve().parents[1]
