"""Input and output of a draw."""

from dataclasses import dataclass

Table = tuple[str, ...]
"""The ids of the people at one table, in the order of the seats."""
Round = tuple[Table, ...]
"""The tables of one round, in the order of their numbers."""
VERSION = 5
"""Since 2 tables have somebody who keeps the list, and by the standings teams are kept apart; since
3 plans of all rounds try designs made for teams; since 4 searches for lists and teams end sooner;
since 5 those for lists end at their bounds, and plans with a list at each table are known.
"""
DESIGNS_FOR_TEAMS, SOONER, LISTS_KNOWN = 3, 4, 5


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person to be seated.

    club, team: any text shared by club mates, or the people of one team; None for neither. table:
    the number (from 1) of the person's table in every round, for a wheelchair. no_list: the person
    does not keep the list, so never gets the last seat of a table. queue: the place in the queue at
    registration; neighbours there are kept apart in round 1.
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

    `history` holds the rounds already played or fixed. It may name people who have left; late
    arrivals are missing there. `ranking` names everybody, best first, for the methods that need it.
    `sit_out` people have no seat in each round: entrants at no table of a round sit it out.
    `larger_tables`: 6, 7 and 11 people have tables of six and seven. `version` 1 draws as before
    27.11.2026, 2 as on that day, 3 as on the morning of the next, 4 as until noon of it, so that
    proofs of then can be checked. The order of the entrants does not matter.
    `groups` of teams (`Entrant.team`), for the method of that name.
    """

    entrants: tuple[Entrant, ...]
    rounds: int
    seed: str
    method: str = "plan"
    history: tuple[Round, ...] = ()
    ranking: tuple[str, ...] = ()
    sit_out: int = 0
    larger_tables: bool = False
    version: int = VERSION
    groups: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of a plan, counted over the history and the plan together.

    repeat_pairs: meetings of a pair beyond its first, summed over all pairs. repeat_pairs_bound: a
    lower bound of such repeats for these sizes. same_club_pairs: pairs of club mates at one table,
    summed over the rounds. seat_imbalance: the largest difference, for one person, between the
    counts of the seats (1 to 4) held most and least often. five_table_repeats: times at a
    five-table beyond the fair share, summed over all people.
    """

    repeat_pairs: int
    repeat_pairs_bound: int
    same_club_pairs: int
    seat_imbalance: int
    five_table_repeats: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds drawn (without the history), and their quality."""

    rounds: tuple[Round, ...]
    seed: str
    method: str
    quality: Quality


class UnknownMethod(Exception):
    """There is no such method; `known` names the existing ones."""

    def __init__(self, method: str, known: tuple[str, ...]) -> None:
        super().__init__(method, known)
        self.method = method
        self.known = known


class CannotDraw(Exception):
    """A contradictory request, which the direction can correct; `code` is the reason.

    - "no_such_table": person, table, tables - the fixed table does not exist.
    - "table_overfull": table, seats, people - more fixed people than seats.
    - "ranking_incomplete": people - present but not in the ranking.
    - "no_team_groups": the method needs groups of teams, and there are none.
    - "team_group_size": group (from 1), teams - neither three nor four nor five of them.
    - "not_in_team_groups": person - whose team is in no group.
    - "team_not_of_four": team, people - four of each team play.
    - "table_taken": person, table - the groups do not leave this fixed table free in every round.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params
