"""Where in the file of a competition something is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

from tournament.archives.rules.archive import part_of_tournament
from tournament.errors import Refused


@contextmanager
def in_part(number: int) -> Iterator[None]:
    """Name the archive in which something is refused: "archive_part_refused"."""
    try:
        yield
    except Refused as error:
        refused = (error.code, error.params)
        part = part_of_tournament(number)
        raise Refused("archive_part_refused", part=part, refused=refused) from error
