"""What the machine tells the program: environment variables, and the secret key in `var/`."""

import os
import secrets
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def var_directory() -> Path:
    """Where the program keeps what it creates: `KREUZDAME_VAR`, else `var/` in the project."""
    directory = Path(os.environ.get("KREUZDAME_VAR") or PROJECT / "var")
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory


def database_url() -> str:
    """The database: `DATABASE_URL`, else the SQLite file in the var directory."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{var_directory() / 'kreuzdame.sqlite3'}"


def hosts() -> list[str]:
    """More names or addresses of this machine: `KREUZDAME_HOSTS`, commas between."""
    names = os.environ.get("KREUZDAME_HOSTS", "").split(",")
    return [name.strip() for name in names if name.strip()]


def behind_https() -> bool:
    """Whether a proxy in front speaks HTTPS (`KREUZDAME_HTTPS=1`): cookies only travel there."""
    return os.environ.get("KREUZDAME_HTTPS") == "1"


def secret_key() -> str:
    """The key from `KREUZDAME_SECRET_KEY` or `var/secret_key`, created readable by its owner only.

    Two processes may start at once: the file is created exclusively, the second one reads it.
    """
    given = os.environ.get("KREUZDAME_SECRET_KEY")
    if given:
        return given
    path = var_directory() / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        key = secrets.token_urlsafe(64)
        file.write(key)
    return key
