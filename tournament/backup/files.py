"""The files of copies, of whatever database."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournament.errors import Refused
from tournament.labels.faults import system_reason


@contextmanager
def finished(target: Path) -> Iterator[Path]:
    """A file beside the target that gets its name when it is whole and on the disk."""
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # names and telephone numbers are nobody else's business
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def check_file(path: Path) -> None:
    """Whether there is something in a file.

    Refused: `copy_absent`, `copy_unreadable`, `copy_empty`.
    """
    try:
        with path.open("rb") as file:
            begins = file.read(1)
    except FileNotFoundError as error:
        raise Refused("copy_absent", path=path) from error
    except OSError as error:
        raise Refused("copy_unreadable", path=path, reason=system_reason(error)) from error
    if not begins:
        raise Refused("copy_empty", path=path)
