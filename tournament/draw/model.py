"""What goes into a draw and what comes out."""

from dataclasses import dataclass

Table = tuple[str, ...]
"""The ids of the people at one table, in the order of the seats."""
Round = tuple[Table, ...]
"""The tables of one round, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody to be seated.

    club, team: any text that club mates, or the people of one team, share; None for neither.
    table: the number (from 1) of the table where the person sits in every round, for a wheelchair.
    no_list: the person does not keep the list, so never gets the last seat of a table.
    queue: the place in the queue at registration; those who stood next to each other are kept
        apart in round 1.
    """

    id: str
    club: str | None = None
    team: str | None = None
    table: int | None = None
    no_list: bool = False
    queue: int | None = None


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Draw `rounds` rounds for these people.

    `history` holds the rounds already played or fixed. It may name people who have left; those
    who have come later are missing there. `ranking` names everybody, the best first, for the
    methods that need it. So many as `sit_out` have no seat in each round: entrants at no table of
    a round sit it out. `larger_tables`: 6, 7 and 11 people have tables of six and seven. The order
    of the entrants does not matter.
    """

    entrants: tuple[Entrant, ...]
    rounds: int
    seed: str
    method: str = "plan"
    history: tuple[Round, ...] = ()
    ranking: tuple[str, ...] = ()
    sit_out: int = 0
    larger_tables: bool = False


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a plan is, counted over the history and the plan together.

    repeat_pairs: meetings of a pair beyond its first, summed over all pairs.
    repeat_pairs_bound: a number of such repeats that no plan of these sizes can undercut.
    same_club_pairs: pairs of club mates at one table, summed over the rounds.
    seat_imbalance: the largest difference, for one person, between the seat (1 to 4) most often
        and the seat least often held.
    five_table_repeats: times at a five-table beyond the fair share, summed over all people.
    """

    repeat_pairs: int
    repeat_pairs_bound: int
    same_club_pairs: int
    seat_imbalance: int
    five_table_repeats: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds drawn (without the history), and how good they are."""

    rounds: tuple[Round, ...]
    seed: str
    method: str
    quality: Quality


class UnknownMethod(Exception):
    """There is no such way to draw; `known` names those there are."""

    def __init__(self, method: str, known: tuple[str, ...]) -> None:
        super().__init__(method, known)
        self.method = method
        self.known = known


class CannotDraw(Exception):
    """What is asked for contradicts itself; the direction can mend it. `code` says what it is.

    "no_such_table": person, table, tables - the fixed table does not exist.
    "table_overfull": table, seats, people - more fixed people than seats.
    "ranking_incomplete": people - present but not in the ranking.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
