"""Monitoring of a club's server: health, metrics, and a log without names."""

import json
import logging
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse

from tests.factories.figures import count_of
from tests.factories.tournaments import make_owner, make_tournament
from tests.factories.words import text
from tournament.config.environment import WrongEnvironment, logs_as_json
from tournament.config.logs import JsonLines
from tournament.management.server import behind_proxy, whole_requests
from tournament.shared.rules.version import VERSION
from tournament.views.middleware import logger

PROJECT = Path(__file__).resolve().parents[2]
FIGURES = "/metrics/"
NEEDS_POSTGRESQL = (
    "A club’s server needs PostgreSQL. DATABASE_URL must name its database, such as "
    "postgres:///NAME?host=/var/run/postgresql."
)


def lines_of(caplog):
    formatter = JsonLines()
    return [json.loads(formatter.format(record)) for record in caplog.records]


@pytest.fixture
def logged(caplog):
    """Return the log, though no other logger sees these entries."""
    loggers = [logger, logging.getLogger("django.request")]
    for one in loggers:
        one.addHandler(caplog.handler)
    caplog.set_level(logging.INFO, logger.name)
    yield caplog
    for one in loggers:
        one.removeHandler(caplog.handler)


@pytest.mark.django_db
def test_health_is_ok_in_one_query(client, django_assert_num_queries):
    client.get("/health/")
    with django_assert_num_queries(2):  # whether there is a list of migrations, and the list
        answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (200, {"state": "ok", "version": VERSION})


@pytest.mark.django_db
def test_health_names_a_migration_that_is_missing(client):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'tournament'")
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["state"]) == (503, "database is not migrated")


@pytest.mark.django_db
def test_health_names_a_database_that_is_newer(client):
    MigrationRecorder(connection).record_applied("tournament", "9999_of_a_later_version")
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["state"]) == (503, "database is newer")


@pytest.mark.parametrize(
    ("token", "header"),
    [
        ("", {}),
        ("", {"HTTP_AUTHORIZATION": "Bearer "}),
        ("geheim", {}),
        ("geheim", {"HTTP_AUTHORIZATION": "Bearer geheim2"}),
        ("geheim", {"HTTP_AUTHORIZATION": "Bearer gehäim"}),
    ],
)
@pytest.mark.django_db
def test_metrics_are_hidden_without_the_token(client, settings, token, header):
    settings.METRICS_TOKEN = token
    assert client.get(FIGURES, **header).status_code == 404


@pytest.mark.django_db
def test_figures_count_requests_by_page_method_and_status(client, settings):
    settings.METRICS_TOKEN = "geheim"

    def figures() -> str:
        return client.get(FIGURES, HTTP_AUTHORIZATION="Bearer geheim").content.decode()

    before = figures()
    client.get("/sign-in/")
    client.get("/sign-in/")
    client.post("/sign-in/", {"username": "x", "password": "y"})
    client.get("/gibt-es-nicht/")
    client.generic("BREW", "/sign-in/")
    after = figures()

    def more(**labels: str) -> float:
        return count_of(after, **labels) - count_of(before, **labels)

    assert more(route="sign-in", method="GET", status="200") == 2
    assert more(route="sign-in", method="POST", status="200") == 1
    assert more(route="none", method="GET", status="404") == 1
    assert "BREW" not in after


@pytest.mark.django_db
def test_log_names_the_page_and_neither_address_nor_person(logged):
    client = Client(raise_request_exception=False)
    client.get("/link/eines-das-anmeldet/")
    client.force_login(make_owner(username="Ottilie"))
    client.get(reverse("players", args=[make_tournament(slug="geheimes").slug]))
    lines = lines_of(logged)
    assert [(line["route"], line["status"]) for line in lines] == [
        ("sign-in-link", 410),
        ("players", 200),
    ]
    assert all(line["milliseconds"] > 0 for line in lines)
    text = json.dumps(lines)
    assert [word for word in ("eines-das", "geheimes", "Ottilie") if word in text] == []


def test_log_names_an_error_without_its_text(rf, logged):
    request = rf.get("/link/eines-das-anmeldet/")
    request.resolver_match = None
    try:
        raise ValueError("Müller")
    except ValueError:
        logging.getLogger("django.request").exception(
            "%s: %s", "Internal Server Error", request.path, extra={"request": request}
        )
    (line,) = lines_of(logged)
    assert (line["message"], line["error"], line["route"]) == (
        "Internal Server Error",
        "ValueError",
        "none",
    )
    assert __file__ in line["at"][0]
    assert [word for word in ("eines-das", "Müller") if word in json.dumps(line)] == []


def test_unknown_log_format_is_refused_with_a_message(monkeypatch):
    monkeypatch.setenv("KREUZDAME_LOG", "xml")
    with pytest.raises(WrongEnvironment, match="KREUZDAME_LOG must be"):
        logs_as_json()


@pytest.mark.parametrize(
    ("https", "forwarded", "expected"),
    [
        (True, "192.0.2.7", "192.0.2.7"),
        (True, "6.6.6.6, 192.0.2.7", "192.0.2.7"),  # the first is what somebody made up
        (True, "", "127.0.0.1"),
        (False, "192.0.2.7", "127.0.0.1"),
    ],
)
def test_proxy_names_the_client_where_there_is_one(settings, https, forwarded, expected):
    settings.SESSION_COOKIE_SECURE = https
    asked = []

    def program(environ, start_response):
        asked.append(environ["REMOTE_ADDR"])
        return []

    environ = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}
    behind_proxy(program)(environ, None)
    assert asked == [expected]


@pytest.mark.parametrize("given", ["", "sqlite:////nowhere/x.sqlite3"])
def test_server_without_postgresql_does_not_start_and_says_why(tmp_path, given):
    environment = {
        **os.environ,
        "DATABASE_URL": given,
        "KREUZDAME_VAR": str(tmp_path),
        "KREUZDAME_BIND": f"unix:{tmp_path}/socket",
    }
    ended = subprocess.run(
        [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", text(NEEDS_POSTGRESQL) + "\n")
    assert sorted(path.name for path in tmp_path.iterdir()) in ([], ["secret_key", "signing_key"])


@pytest.mark.parametrize(
    ("length", "expected"), [("", "200 OK"), ("3", "200 OK"), ("4", "400 Bad Request")]
)
def test_truncated_request_does_not_reach_the_program(length, expected):
    """Half a form would be taken for a whole one."""
    read, told = [], []

    def program(environ, start_response):
        read.append(environ["wsgi.input"].read())
        start_response("200 OK", [])
        return []

    environ = {"CONTENT_LENGTH": length, "wsgi.input": BytesIO(b"a=b" if length else b"")}
    whole_requests(program)(environ, lambda status, _headers: told.append(status))
    assert told == [expected]
    assert read == ([b"a=b" if length else b""] if expected == "200 OK" else [])
