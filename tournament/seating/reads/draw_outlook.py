"""Figures for the page of the draw: what a draw would give, and the quality of a plan.

Nothing here reveals future seats: sample draws use a fixed public seed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
from tournament.seating.mapping import entrants_of, history_of, naming_people
from tournament.seating.reads.draws import PlayersToDraw
from tournament.seating.reads.plan_rounds import (
    entries_of,
    ranking_before,
    rounds_from,
    seats_before,
)

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
    return tuple(
        _what_if(number, larger, is_now=number == players)
        for number in range(max(1, players - NEIGHBOURS), players + NEIGHBOURS + 1)
    )


def plan_quality(tournament: Tournament) -> PlanQuality | None:
    """Return the quality of all rounds drawn so far; None without any. Four queries."""
    rounds = rounds_from(tournament, 1)
    if not rounds:
        return None
    byes = Bye.objects.filter(round__tournament=tournament)
    times = Counter(map(str, byes.values_list("entry__number", flat=True)))
    entries = Entry.objects.filter(tournament=tournament).select_related("club")
    return quality_of(entries, rounds, times, rankings_of(tournament))


def rankings_of(tournament: Tournament) -> dict[str, Rankings]:
    """Return the standings by which rounds were drawn, by method and round, as sealed; one query.

    Rounds with seats changed afterwards are still measured by them, redrawn ones are not.
    """
    found: dict[str, Rankings] = {method: {} for method in BY_STANDINGS}
    draws = tournament.sealed_steps.filter(step__kind="draw").order_by("number")
    facts = draws.values_list("step__first_round", "step__settings__method", "step__ranking")
    for first, method, ranking in facts:
        for rankings in found.values():
            for number in [number for number in rankings if number >= first]:
                del rankings[number]
        if ranking and method in found:
            found[method][first] = ranking
    return found


def quality_of(
    entries: Iterable[Entry],
    rounds: Sequence[SeatedRound],
    byes: Mapping[str, int],
    rankings: Mapping[str, Rankings],
) -> PlanQuality:
    """Return the quality of rounds; `byes` by person, `rankings` as from rankings_of."""
    by_standings = (
        drawn_by_standings(rounds, rankings.get(method, {}), is_snake=method == "snake")
        for method in BY_STANDINGS
    )
    people = {person for table in chain.from_iterable(rounds) for person in table}
    entrants = [one for one in entrants_of(entries) if one.id in people]
    return PlanQuality(
        rounds=len(rounds),
        certificate=certificate(entrants, rounds),
        byes=_byes(people, byes),
        has_clubs=_has_mates(entrant.club for entrant in entrants),
        has_teams=_has_mates(entrant.team for entrant in entrants),
        has_fives=any(len(table) == FIVE_TABLE for table in chain.from_iterable(rounds)),
        at_sixes=_most_at_sixes(rounds, len(people)),
        by_standings=tuple(filter(None, by_standings)),
    )


def _most_at_sixes(rounds: Sequence[SeatedRound], people: int) -> Figure | None:
    """Return the most times one player sits at a six; None without sixes or other tables."""
    tables = [table for table in chain.from_iterable(rounds) if len(table) == SIX_TABLE]
    times = Counter(person for table in tables for person in table)
    if not tables or people == SIX_TABLE:
        return None
    return Figure(max(times.values()), -(-times.total() // people))


def sample_draws(
    tournament: Tournament, to_draw: PlayersToDraw, first: int, methods: Sequence[str]
) -> tuple[Sample, ...]:
    """Draw the rounds from `first` on as a sample by each method; may take seconds.

    Methods by standings draw round `first` only. Players sit out if the number fits no tables.
    Raises CannotSeat for fewer than four, and CannotDraw for contradictory wishes.
    """
    before = Bye.objects.filter(round__tournament=tournament, round__number__lt=first)
    so_far = _SoFar(
        entries=tuple(entries_of(tournament).values()),
        history=history_of(seats_before(tournament, first)),
        byes=Counter(map(str, before.values_list("entry__number", flat=True))),
        ranking=_ranking(tournament, first, to_draw),
    )
    return tuple(
        Sample(method, _sampled(tournament, to_draw, so_far, method)) for method in methods
    )


@dataclass(frozen=True, slots=True)
class _SoFar:
    """The common input of the samples; `ranking` is None before there are standings."""

    entries: tuple[Entry, ...]
    history: tuple[SeatedRound, ...]
    byes: Counter[str]
    ranking: tuple[str, ...] | None


def _ranking(tournament: Tournament, first: int, to_draw: PlayersToDraw) -> tuple[str, ...] | None:
    if first == 1:
        return None
    try:
        return ranking_before(tournament, first, to_draw)
    except Refused:
        return None


def _sampled(
    tournament: Tournament, to_draw: PlayersToDraw, so_far: _SoFar, method: str
) -> PlanQuality | None:
    by_standings = method in BY_STANDINGS
    if by_standings and so_far.ranking is None:
        return None
    with naming_people(to_draw.drawn):
        plan = draw(
            DrawRequest(
                entrants=entrants_of(to_draw.drawn, queue=tournament.neighbours_apart),
                rounds=1 if by_standings else tournament.rounds_planned - len(so_far.history),
                seed=SAMPLE_SEED,
                method=method,
                history=so_far.history,
                ranking=so_far.ranking or () if by_standings else (),
                sit_out=to_draw.sit_out,
                larger_tables=tournament.has_larger_tables,
            )
        )
    present = {str(entry.number) for entry in to_draw.drawn}
    resting = Counter(person for tables in plan.rounds for person in present.difference(*tables))
    rounds = (*so_far.history, *plan.rounds)
    return quality_of(so_far.entries, rounds, so_far.byes + resting, {})


def _what_if(players: int, larger: bool, *, is_now: bool) -> WhatIf:
    try:
        return WhatIf(players, is_now, what_if(players, larger), None)
    except CannotSeat as error:
        return WhatIf(players, is_now, None, error)


def _byes(people: set[str], byes: Mapping[str, int]) -> Figure:
    everybody = len(people | byes.keys())
    return Figure(max(byes.values(), default=0), -(-sum(byes.values()) // max(1, everybody)))


def _has_mates(groups: Iterable[str | None]) -> bool:
    """Whether any two share a group."""
    return any(count > 1 for count in Counter(filter(None, groups)).values())
