"""What copies of any database share: files, the keys beside them, the known versions."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from tournament.errors import Refused
from tournament.labels.faults import system_reason


@contextmanager
def write_whole(target: Path) -> Iterator[Path]:
    """Yield a temporary file that is renamed to the target once it is complete and synced."""
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # contains names and telephone numbers
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@cache
def known_migrations() -> frozenset[str]:
    """Return the migrations this version knows, and those they replace."""
    migrations = MigrationLoader(None).disk_migrations
    ours = {key: each for key, each in migrations.items() if key[0] == "tournament"}
    replaced = {name for each in ours.values() for _, name in each.replaces}
    return frozenset({name for _, name in ours} | replaced)


def check_file(path: Path) -> None:
    """Refused: `copy_absent`, `copy_unreadable`, `copy_empty`."""
    try:
        with path.open("rb") as file:
            begins = file.read(1)
    except FileNotFoundError as error:
        raise Refused("copy_absent", path=path) from error
    except OSError as error:
        raise Refused("copy_unreadable", path=path, reason=system_reason(error)) from error
    if not begins:
        raise Refused("copy_empty", path=path)


NAMES = ("secret_key", "signing_key")
BEFORE = ".before"


def lay_keys_beside(folder: Path) -> None:
    """Copy the installation's key files into a folder of copies; OSError on failure."""
    for name in NAMES:
        key = _own() / name
        if key.is_file() and not _is_same(key, folder / name):
            with write_whole(folder / name) as part:
                part.write_bytes(key.read_bytes())


def take_keys_from(folder: Path) -> list[str]:
    """Install the keys from a folder of copies, effective from the next start.

    Returns the names of the replaced keys; the old ones are kept as `NAME.before`.
    """
    taken = []
    for name in NAMES:
        key = _own() / name
        if (folder / name).is_file() and not _is_same(folder / name, key):
            if key.exists():
                key.replace(key.with_name(name + BEFORE))
            with write_whole(key) as part:
                part.write_bytes((folder / name).read_bytes())
            taken.append(name)
    return taken


def _own() -> Path:
    return Path(settings.BACKUP_DIRECTORY).parent


def _is_same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()
