"""A table of a round."""

from typing import NamedTuple


class Place(NamedTuple):
    """A round and a table, both by number; as text "3-14"."""

    round: int
    table: int

    def __str__(self) -> str:
        return f"{self.round}-{self.table}"
