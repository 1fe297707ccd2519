"""A table of a round, and a seat at it."""

from typing import NamedTuple


class Place(NamedTuple):
    """A round and a table, both by number; as text "3-14"."""

    round: int
    table: int

    def __str__(self) -> str:
        return f"{self.round}-{self.table}"


class SeatRow(NamedTuple):
    """One player's seat in one round. `club` is the code, else the name, else empty.

    `affiliation` is what lists name beside the player, the club or the team. The public names are
    for public lists. Table and seat are 0 for a bye.
    """

    table: int
    seat: int
    number: int
    name: str
    list_name: str
    public_name: str
    public_list_name: str
    club: str
    affiliation: str
    entry_id: int
