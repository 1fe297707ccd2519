"""Who sits together where tables are few for the rounds, or have five seats: one round, moved on.

The people stand on rings of `modulus` places each, those left over beside them. From one round to
the next everybody on a ring moves on by one place, so one starter round makes as many rounds as a
ring has places. Two people meet again only if another pair of the same rings is the same distance
apart at some table. So nobody meets twice if all distances in the starter round are different.

People on one ring take turns at the five-tables by themselves.

The starter rounds were found by scripts/find_starter_rounds.py; a test checks each of them.
"""

from dataclasses import dataclass

POINTS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""One character for each person: ring by ring, then those who stay where they are."""


@dataclass(frozen=True, slots=True)
class Starter:
    """One round that, moved on, gives `modulus` rounds; four-tables first, five-tables last."""

    modulus: int
    tables: str

    def developed(self) -> list[list[list[int]]]:
        """All its rounds, each a list of tables of people 0, 1, 2 ..."""
        seats = points(self.tables)
        people = sum(map(len, seats))
        on_rings = people - people % self.modulus
        return [
            [[self._moved(person, shift, on_rings) for person in table] for table in seats]
            for shift in range(self.modulus)
        ]

    def _moved(self, person: int, shift: int, on_rings: int) -> int:
        if person >= on_rings:
            return person
        ring, place = divmod(person, self.modulus)
        return ring * self.modulus + (place + shift) % self.modulus


def points(tables: str) -> list[list[int]]:
    """The tables of one round, written as one word for each."""
    return [[POINTS.index(character) for character in table] for table in tables.split()]
