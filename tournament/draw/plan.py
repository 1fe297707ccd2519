"""The methods "plan", all rounds at once, and "redraw", one after the other; byes.

Byes are needed when the number of people fits no tables.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from random import Random

from tournament.draw.designs.assignment import assigned
from tournament.draw.designs.lookup import design_for
from tournament.draw.designs.teams_apart import designs_for_teams
from tournament.draw.entrants import Entrants, History, Tables, history_of, named, numbered
from tournament.draw.larger_tables import larger_rounds, needs_larger_tables
from tournament.draw.model import DESIGNS_FOR_TEAMS, LISTS_KNOWN, SOONER, DrawRequest, Round
from tournament.draw.quality import (
    fewest_pairs,
    fewest_repeats,
    fewest_without_keeper,
    group_of,
    pairs_met,
    pairs_of_mates,
    tables_without,
)
from tournament.draw.randomness import seeded, shuffled
from tournament.draw.search.attempt import Attempt
from tournament.draw.search.prices import (
    NO_KEEPER,
    RATHER_NOT_AGAIN,
    Worth,
    fewest_mates,
    worth_of,
)
from tournament.draw.seats.seating import SeatCounts, seated
from tournament.draw.seats.strain import seat_after_history

NEVER_AGAIN = 10_000
"""Cost of a repeated five-table that outweighs any repeat meeting. This often leads to a perfect
plan, but with three to five tables it forces pairs to meet again."""
DESIGN_TRIES = 3
ROOMY = 6
"""People per round from which mates can be kept apart, and another try is worthwhile."""
ROOMY_FOR_TEAMS = 5
"""People per round from which a search may improve a design for teams."""
ROOMY_FOR_LISTS = 28
"""People in five rounds from which a search may give each table somebody who keeps the list."""
TEAMS_FIRST = 60
"""Cost of two of a team at a table that outweighs a repeated five-table."""
KEEPERS_FIRST = 120
"""Cost of a table where nobody keeps the list that outweighs a repeat meeting, for all attempts but
the last: they often get by with neither."""
ATTEMPTS = (
    (NEVER_AGAIN, KEEPERS_FIRST),
    (RATHER_NOT_AGAIN, KEEPERS_FIRST),
    (NEVER_AGAIN, KEEPERS_FIRST),
    (RATHER_NOT_AGAIN, NO_KEEPER),
)
"""New attempts leave a dead end sooner than longer ones."""


def plan_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """Determine the groupings, then the tables, then the seats.

    Avoided are, worst first: meeting again, a five-table again before all others had one, meeting
    mates.
    """
    if needs_larger_tables(request):
        return larger_rounds(request)
    entrants = numbered(request)
    history = history_of(request, entrants)
    random = seeded(request.seed)
    plan = None if history else _designed(entrants, request.rounds, random)
    if plan is None:
        plan = _searched(entrants, request.rounds, history, random)
    if not history and entrants.teams and entrants.version >= DESIGNS_FOR_TEAMS:
        plan = _with_teams_apart(plan, entrants, random)
    groups = [_numbered(tables, entrants, random) for tables in plan]
    seats = SeatCounts(len(entrants.ids), history)
    if history:
        return named(entrants, seat_after_history(groups, entrants, history, seats, random))
    return named(entrants, seated(groups, seats, random, entrants.no_list))


def redrawn_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """Draw round by round, each with a draw that knows the earlier ones.

    It is for rounds that are drawn one at a time, so it never looks ahead. Drawn together or one
    after the other with the same seed, the rounds are the same.
    """
    history = request.history
    for _ in range(request.rounds):
        seed = f"{request.seed} round {len(history) + 1}"
        history += plan_rounds(replace(request, rounds=1, seed=seed, history=history))
    return history[len(request.history) :]


def rounds_with_byes(
    request: DrawRequest, drawn: Callable[[DrawRequest], tuple[Round, ...]]
) -> tuple[Round, ...]:
    """Draw the rounds one after the other, each with `drawn` for those without a bye."""
    ids = [entrant.id for entrant in request.entrants]
    history = request.history
    for _ in range(request.rounds):
        resting = sitting_out(ids, history, request.sit_out, request.seed)
        playing = tuple(entrant for entrant in request.entrants if entrant.id not in resting)
        history += drawn(replace(request, entrants=playing, rounds=1, history=history, sit_out=0))
    return history[len(request.history) :]


def sitting_out(
    people: Iterable[str], history: Sequence[Round], count: int, seed: str
) -> tuple[str, ...]:
    """Return `count` people, by lot among those with the fewest byes so far.

    Absence in a round of the history counts as a bye. The order of the people does not matter; the
    result is in the order of the ids.
    """
    present = [{person for table in tables for person in table} for tables in history]
    sat_out = {person: sum(person not in seated for seated in present) for person in sorted(people)}
    by_lot = shuffled(sat_out, seeded(f"{seed} sitting out round {len(history) + 1}"))
    return tuple(sorted(sorted(by_lot, key=lambda person: sat_out[person])[:count]))


def _designed(entrants: Entrants, rounds: int, random: Random) -> list[Tables] | None:
    """Return the best plan that starts from a design of all rounds; None if no design fits.

    If there is room to keep mates apart, another try often succeeds. A design with more rounds may
    be unfair at the five-tables in these, and one with five-tables has no columns, of which one
    could be those who keep the list: then a search competes with it.
    """
    found: list[tuple[Worth, list[Tables]]] = []
    is_best_known = False
    fewest = rounds * fewest_mates(entrants)
    fewest_lists = 0
    if keepers := len(entrants.keepers):
        fewest_lists = fewest_without_keeper(keepers, entrants.sizes.sizes, rounds)
        too_few = rounds * max(0, entrants.sizes.tables - keepers)
        fewest += NO_KEEPER * (fewest_lists - too_few)
    has_room = ROOMY * rounds <= len(entrants.ids)
    for _ in range(DESIGN_TRIES if has_room and not entrants.keepers else 1):
        design = design_for(entrants.sizes, rounds, random, entrants.version, keepers)
        enough = 0
        if design and keepers and entrants.version >= LISTS_KNOWN:
            # The bound of lists holds where nobody meets twice.
            most = max(pairs_met(chain.from_iterable(design.rounds)).values())
            enough = fewest if most == 1 else 0
        plan = assigned(design, entrants, random, enough) if design else None
        if design is None or plan is None or len(plan) < rounds:
            return None
        is_best_known = design.is_best_known
        worth = worth_of(plan, entrants)
        lists = sum(tables_without(entrants.keepers, tables) for tables in plan)
        # Separate mates if it causes no repeat. With lists that never succeeded without room.
        ends_sooner = entrants.keepers and entrants.version >= SOONER
        may_separate = has_room or (not ends_sooner and lists <= fewest_lists)
        if worth[1:] > (0, fewest) and may_separate:
            attempt = Attempt(entrants, (), RATHER_NOT_AGAIN, random)
            attempt.draw(plan, rounds)
            worth, plan = min(
                (worth, plan), (worth_of(attempt.plan, entrants), attempt.plan), key=itemgetter(0)
            )
        found.append((worth, plan))
        if worth <= (0, 0, fewest):
            return plan
    may_do_better = (
        lists > fewest_lists
        and entrants.sizes.fives > 0
        and ROOMY_FOR_LISTS * rounds <= 5 * len(entrants.ids)
    )
    if may_do_better or (not is_best_known and worth[:2] > (0, 0)):
        plan = _searched(entrants, rounds, (), random)
        found.append((worth_of(plan, entrants), plan))
    return min(found, key=itemgetter(0))[1]


def _with_teams_apart(plan: list[Tables], entrants: Entrants, random: Random) -> list[Tables]:
    """Return the plan, or a better one from a design for teams, if it is not at its bounds.

    Between plans that spread their repeats equally, the one with fewer is better. Then come lists
    and teams, before five-tables.
    """

    def worth(plan: list[Tables]) -> tuple[int, int, int, int, Worth]:
        tables = list(chain.from_iterable(plan))
        met = pairs_met(tables)
        lists = tables_without(entrants.keepers, tables)
        found = worth_of(plan, entrants)
        return found[0], met.total() - len(met), lists, pairs_of_mates(team, tables), found

    rounds, sizes = len(plan), entrants.sizes
    team = group_of(entrants.teams)
    fewest = rounds * sum(fewest_pairs(len(mates), sizes.tables) for mates in entrants.teams)
    repeats = fewest_repeats(sizes, rounds)
    reached = worth(plan)
    if reached[3] <= fewest and reached[1] <= repeats:
        return plan
    designs = designs_for_teams(sizes, rounds, random)
    starts = [plan, *filter(None, (assigned(design, entrants, random) for design in designs))]
    if entrants.version >= SOONER:
        # A search improves neither a design that has to repeat pairs nor one without room.
        has_room = not repeats and ROOMY_FOR_TEAMS * rounds <= len(entrants.ids)
        is_open = has_room if len(starts) > 1 else repeats > 0
        starts = [min(starts, key=worth)]
        if not is_open:
            return starts[0]
    plans = list(starts)
    for start in starts:
        attempt = Attempt(entrants, (), RATHER_NOT_AGAIN, random, same_team=TEAMS_FIRST)
        attempt.draw(start, rounds)
        plans.append(attempt.plan)
    return min(plans, key=worth)


def _searched(entrants: Entrants, rounds: int, history: History, random: Random) -> list[Tables]:
    """Return the first perfect attempt, else the best; starts from a partial design if it fits."""
    design = None if history else design_for(entrants.sizes, rounds, random, entrants.version)
    start: list[Tables] = []
    if design and not entrants.sizes.fives:
        start = assigned(design, entrants, random) or []
    plans = []
    for five_table_again, no_keeper in ATTEMPTS:
        attempt = Attempt(entrants, history, five_table_again, random, no_keeper)
        attempt.draw(start, rounds)
        if attempt.is_perfect:
            return attempt.plan
        plans.append(attempt.plan)
    return min(plans, key=lambda plan: worth_of(plan, entrants, history))


def _numbered(tables: Tables, entrants: Entrants, random: Random) -> Tables:
    """Number the tables by lot: four-tables first, five-tables last.

    A table with a person of fixed table gets that number.
    """
    at: dict[int, list[int]] = {}
    for table in tables:
        for person in table:
            if person in entrants.fixed:
                at[entrants.fixed[person]] = table
    others = [table for table in tables if table not in at.values()]
    fours = iter(shuffled((table for table in others if len(table) == 4), random))
    fives = iter(shuffled((table for table in others if len(table) == 5), random))
    return [
        at[number] if number in at else next(fours if size == 4 else fives)
        for number, size in enumerate(entrants.sizes.sizes)
    ]
