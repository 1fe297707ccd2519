"""Configuration by the machine: environment variables, and the secret key in `var/`.

Errors in it raise `WrongEnvironment`, worded for the person starting the program.
"""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
from django.utils.translation import gettext_noop
from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parents[1]
PROJECT = PACKAGE.parent
# The wheel has templates and fixtures inside the package (pyproject.toml), a checkout beside it.
IS_INSTALLED = (PACKAGE / "templates").is_dir()
FILES = PACKAGE if IS_INSTALLED else PROJECT
SQLITE = "django.db.backends.sqlite3"
MOST_MONTHS = 1200
DEFAULT_LISTEN = "127.0.0.1:8000"
POSTGRESQL = "django.db.backends.postgresql"


class WrongEnvironment(Exception):
    """The program cannot start here. `text` is English, to be translated and then filled."""

    def __init__(self, text: str, **params: object) -> None:
        super().__init__(text % params)
        self.text = text
        self.params = params


def var_directory() -> Path:
    """Return where the program stores its data: `KREUZDAME_VAR`, else `var/` in the checkout.

    An installed program is replaced by its next version, so its data goes where the system keeps a
    user's data. The directory is created when something is stored, not by every command.
    """
    own = user_data_path("Kreuzdame", appauthor=False) if IS_INSTALLED else PROJECT / "var"
    return Path(os.environ.get("KREUZDAME_VAR") or own)


def make_var_directory() -> Path:
    """Return the var directory, created with access for its owner only."""
    directory = var_directory()
    with _usable(directory):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory


def database() -> dj_database_url.DBConfig:
    """Return the database: `DATABASE_URL`, else the SQLite file in the var directory."""
    own = quote(str(var_directory() / "kreuzdame.sqlite3"))  # a name may hold "#" or "%"
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{own}"
    try:
        parsed = dj_database_url.parse(url, conn_health_checks=True)
    except ValueError as error:
        raise _wrong_database_url() from error
    if parsed["ENGINE"] not in (SQLITE, POSTGRESQL) or not parsed["NAME"]:
        raise _wrong_database_url()
    if parsed["ENGINE"] == SQLITE and is_server():
        raise WrongEnvironment(
            gettext_noop(
                "A club’s server needs PostgreSQL. DATABASE_URL must name its database, such as "
                "postgres:///NAME?host=/var/run/postgresql."
            )
        )
    if parsed["ENGINE"] == POSTGRESQL:
        # "?host=/run/postgresql": another way to name a socket; pg_dump asks for all options.
        options = parsed.get("OPTIONS", {})
        parsed["HOST"] = options.pop("host", parsed["HOST"])
        parsed["PORT"] = options.pop("port", parsed["PORT"])
        parsed["USER"] = options.pop("user", parsed["USER"])
        parsed["PASSWORD"] = options.pop("password", parsed["PASSWORD"])
    return parsed


def open_sqlite(*args: Any, **kwargs: Any) -> sqlite3.Connection:
    """Return a connection as `sqlite3.connect` does, creating the var directory first."""
    make_var_directory()
    return sqlite3.Connection(*args, **kwargs)


def listen() -> str:
    """Return address and port to serve at: `KREUZDAME_LISTEN`, else this computer only."""
    return os.environ.get("KREUZDAME_LISTEN") or DEFAULT_LISTEN


def contact_months() -> int:
    """Return for how many months contact data is kept: `KREUZDAME_CONTACT_MONTHS`, else 24."""
    given = os.environ.get("KREUZDAME_CONTACT_MONTHS") or "24"
    if not (given.isdecimal() and 1 <= int(given) <= MOST_MONTHS):
        text = gettext_noop(
            "KREUZDAME_CONTACT_MONTHS must be a number of months from 1 to %(most)s."
        )
        raise WrongEnvironment(text, most=MOST_MONTHS)
    return int(given)


def logs_as_json() -> bool:
    """Return whether each request is logged as a line of JSON: `KREUZDAME_LOG=json`."""
    given = os.environ.get("KREUZDAME_LOG", "")
    if given not in ("", "json"):
        raise WrongEnvironment(gettext_noop("KREUZDAME_LOG must be “json” or be left out."))
    return given == "json"


def is_server() -> bool:
    """Return whether this is a club's server: `KREUZDAME_SERVER=1` (deploy/gunicorn.conf.py)."""
    return os.environ.get("KREUZDAME_SERVER") == "1"


def behind_https() -> bool:
    """Return whether a proxy in front uses HTTPS (`KREUZDAME_HTTPS=1`): restricts cookies to it."""
    return os.environ.get("KREUZDAME_HTTPS") == "1"


def secret_key() -> str:
    """Return the key from `KREUZDAME_SECRET_KEY` or `var/secret_key`, created owner-readable.

    Two processes may start at once: the file is created exclusively, the second one reads it.
    """
    given = os.environ.get("KREUZDAME_SECRET_KEY")
    if given:
        return given
    return _kept("secret_key")


def signing_secret() -> str:
    """Return the secret that signs archives, `var/signing_key`: it identifies us for years."""
    return _kept("signing_key")


def _kept(name: str) -> str:
    directory = make_var_directory()
    path = directory / name
    with _usable(directory):
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_text(encoding="ascii").strip()
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            key = secrets.token_urlsafe(64)
            file.write(key)
        return key


@contextmanager
def _usable(directory: Path) -> Iterator[None]:
    """Context manager that turns errors of the var directory and its files into words."""
    try:
        yield
    except OSError as error:
        text = gettext_noop(
            "“%(path)s” cannot be used. KREUZDAME_VAR must be a directory that may be written to."
        )
        raise WrongEnvironment(text, path=directory) from error


def _wrong_database_url() -> WrongEnvironment:
    """Without the URL itself: it may contain a password."""
    return WrongEnvironment(
        gettext_noop(
            "DATABASE_URL is not understood. Use postgres://USER:PASSWORD@HOST/NAME, "
            "postgres:///NAME?host=/var/run/postgresql or sqlite:////DIRECTORY/FILE."
        )
    )
