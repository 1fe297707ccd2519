"""Figures for the page of the draw: what a draw would give, and the quality of a plan.

Nothing here reveals future seats: sample draws use a fixed public seed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from scoring.terms import SIX_TABLE
from tournament.draw import BY_STANDINGS, DrawRequest, draw
from tournament.draw import Round as SeatedRound
from tournament.draw.certificate import Figure, PlanQuality, certificate
from tournament.draw.displacement import drawn_by_standings
from tournament.draw.outlook import Outlook, what_if
from tournament.draw.table_sizes import FIVE_TABLE, CannotSeat
from tournament.errors import Refused
from tournament.models import Bye, Entry, Tournament
from tournament.seating.mapping import entrants_of, naming_people
from tournament.seating.reads.draws import PlayersToDraw, drawn_rounds, entries_of, ranking_before

SAMPLE_SEED = "Kreuzdame sample"
"""Cannot occur in a real draw: seeds are fingerprints of a secret and a number."""
Rankings = dict[int, Sequence[str]]
"""Entrants by rank before a round, by its number; best first."""
NEIGHBOURS = 2
"""The range of player numbers shown, up and down."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The tables for a number of players; exactly one of `outlook` and `cannot_seat` is set."""

    players: int
    is_now: bool
    outlook: Outlook | None
    cannot_seat: CannotSeat | None


@dataclass(frozen=True, slots=True)
class Sample:
    """A draw made to measure a method. `quality` is None where it is not possible yet."""

    method: str
    quality: PlanQuality | None


def what_ifs(players: int, larger: bool) -> tuple[WhatIf, ...]:
    """Return the outlook for this and nearby player counts; `larger`: sixes and sevens allowed."""
    found = []
    for number in range(max(1, players - NEIGHBOURS), players + NEIGHBOURS + 1):
        try:
            found.append(WhatIf(number, number == players, what_if(number, larger), None))
        except CannotSeat as error:
            found.append(WhatIf(number, number == players, None, error))
    return tuple(found)


def plan_quality(tournament: Tournament) -> PlanQuality | None:
    """Return the quality of all rounds drawn so far; None without any. Four queries."""
    rounds = drawn_rounds(tournament)
    if not rounds:
        return None
    # The standings by which rounds were drawn, by method and round, as sealed. Rounds with seats
    # changed afterwards are still measured by them, redrawn ones are not.
    rankings: dict[str, Rankings] = {method: {} for method in BY_STANDINGS}
    draws = tournament.sealed_steps.filter(step__kind="draw").order_by("number")
    for first, method, ranking in draws.values_list(
        "step__first_round", "step__settings__method", "step__ranking"
    ):
        for by_round in rankings.values():
            for number in [number for number in by_round if number >= first]:
                del by_round[number]
        if ranking and method in rankings:
            rankings[method][first] = ranking
    byes = Bye.objects.filter(round__tournament=tournament)
    times = Counter(map(str, byes.values_list("entry__number", flat=True)))
    entries = Entry.objects.filter(tournament=tournament).select_related("club")
    return quality_of(entries, rounds, times, rankings)


def quality_of(
    entries: Iterable[Entry],
    rounds: Sequence[SeatedRound],
    byes: Mapping[str, int],
    rankings: Mapping[str, Rankings],
) -> PlanQuality:
    """Return the quality of rounds; `byes` by person, `rankings` by method."""
    by_standings = (
        drawn_by_standings(rounds, rankings.get(method, {}), is_snake=method == "snake")
        for method in BY_STANDINGS
    )
    tables = list(chain.from_iterable(rounds))
    people = {person for table in tables for person in table}
    entrants = [one for one in entrants_of(entries) if one.id in people]
    at_sixes = None
    sixes = [table for table in tables if len(table) == SIX_TABLE]
    if sixes and len(people) != SIX_TABLE:
        times = Counter(chain.from_iterable(sixes))
        at_sixes = Figure(max(times.values()), -(-times.total() // len(people)))
    fewest_byes = -(-sum(byes.values()) // max(1, len(people | byes.keys())))
    return PlanQuality(
        rounds=len(rounds),
        certificate=certificate(entrants, rounds),
        byes=Figure(max(byes.values(), default=0), fewest_byes),
        has_clubs=_has_mates(entrant.club for entrant in entrants),
        has_teams=_has_mates(entrant.team for entrant in entrants),
        has_fives=any(len(table) == FIVE_TABLE for table in tables),
        at_sixes=at_sixes,
        by_standings=tuple(filter(None, by_standings)),
    )


def sample_draws(
    tournament: Tournament, to_draw: PlayersToDraw, first: int, methods: Sequence[str]
) -> tuple[Sample, ...]:
    """Draw the rounds from `first` on as a sample by each method; may take seconds.

    Methods by standings draw round `first` only, and nothing before there are standings. Players
    sit out if the number fits no tables. Raises CannotSeat for fewer than four, and CannotDraw for
    contradictory wishes.
    """
    before = Bye.objects.filter(round__tournament=tournament, round__number__lt=first)
    byes = Counter(map(str, before.values_list("entry__number", flat=True)))
    entries = entries_of(tournament).values()
    ranking: tuple[str, ...] | None = None
    if first > 1:
        with suppress(Refused):
            ranking = ranking_before(tournament, first, to_draw)
    history = drawn_rounds(tournament, first)
    request = DrawRequest(
        entrants=entrants_of(to_draw.drawn, queue=tournament.neighbours_apart),
        rounds=tournament.rounds_planned - len(history),
        seed=SAMPLE_SEED,
        history=history,
        sit_out=to_draw.sit_out,
        larger_tables=tournament.has_larger_tables,
    )
    present = {str(entry.number) for entry in to_draw.drawn}
    samples = []
    for method in methods:
        asked = replace(request, method=method)
        if method in BY_STANDINGS:
            if ranking is None:
                samples.append(Sample(method, None))
                continue
            asked = replace(asked, rounds=1, ranking=ranking)
        with naming_people(to_draw.drawn):
            plan = draw(asked)
        resting = Counter(one for tables in plan.rounds for one in present.difference(*tables))
        rounds = (*history, *plan.rounds)
        samples.append(Sample(method, quality_of(entries, rounds, byes + resting, {})))
    return tuple(samples)


def _has_mates(groups: Iterable[str | None]) -> bool:
    """Whether any two share a group."""
    return any(count > 1 for count in Counter(filter(None, groups)).values())
