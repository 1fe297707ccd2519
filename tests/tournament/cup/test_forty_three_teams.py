"""A cup of 43 teams in three stages, played through, against a plain count of its own."""

from collections import Counter, defaultdict
from itertools import combinations
from random import Random

import pytest

from tests.factories.cups import make_cup, play, row_of_stage, stage_of
from tournament.cup.reads import StageState, cup_people_rows, cup_report
from tournament.cup.rules import Fate
from tournament.cup.writes import Plan, begin_next_stage, draw_cup_lot
from tournament.models import Cup, Seat, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.trust.reads.audit import installation_findings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

STAGES = [("Vorrunde", 2), ("Zwischenrunde", 1), ("Finale", 0)]


def points_of(tournament: Tournament) -> dict[str, dict[str, list[int]]]:
    """Return everybody's points by team and name, from seats and sheets alone."""
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    sheets = {each.table_id: each for each in SheetVersion.objects.filter(current_of__isnull=False)}
    seats = Seat.objects.filter(round__tournament=tournament).order_by("round__number", "pk")
    for seat in seats.select_related("entry__person"):
        points = sheets[seat.table_id].totals[seat.position - 1]
        found[seat.entry.team][seat.entry.person.name].append(points)
    return found


def plain_cut(
    tournament: Tournament, go_on: int, lots: list[list[str]]
) -> tuple[set[str], list[set[str]]]:
    """Return who goes on of each group, and who is tied; `lots`: drawn orders."""
    totals = {
        team: sum(sum(each) for each in players.values())
        for team, players in points_of(tournament).items()
    }
    going: set[str] = set()
    tied: list[set[str]] = []
    for group in tournament.team_groups:
        order = sorted(group, key=lambda team: -totals[team])
        border = totals[order[go_on - 1]]
        above = {team for team in group if totals[team] > border}
        equal = {team for team in group if totals[team] == border}
        left = go_on - len(above)
        going |= above
        if len(equal) == left:
            going |= equal
        elif drawn := [lot for lot in lots if set(lot) == equal]:
            going |= set(drawn[0][:left])
        else:
            tied.append(equal)
    return going, tied


def most_meetings(tournament: Tournament) -> set[tuple[int, int]]:
    """Return size and how often two rivals met who met most, of each group."""
    tables: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for table, entry, team in Seat.objects.filter(round__tournament=tournament).values_list(
        "table", "entry", "entry__team"
    ):
        tables[table].append((entry, team))
    found = set()
    for group in tournament.team_groups:
        met: Counter[tuple[int, int]] = Counter()
        for seated in tables.values():
            rivals = sorted(each for each in seated if each[1] in group)
            pairs = combinations(rivals, 2)
            met.update((one, other) for (one, mine), (other, its) in pairs if mine != its)
        found.add((len(group), max(met.values())))
    return found


def settle(cup: Cup, number: int) -> list[list[str]]:
    """Draw a lot for every tie; return the orders as drawn, by the published formula."""
    orders = []
    while (found := stage_of(cup, number)).state is StageState.TIED:
        tie = found.cut.ties[0]
        seed = f"{number} {len(orders)}"
        draw_cup_lot(COMMAND_LINE, row_of_stage(cup, number), tie.keys, seed, "Würfel")
        orders.append(
            [
                line.contestant.key
                for line in stage_of(cup, number).cut.lines
                if line.by_lot and line.contestant.key in tie.keys
            ]
        )
    return orders


@pytest.mark.long
@pytest.mark.parametrize("seed", [3])
def test_three_stages_are_as_counted_plainly(seed: int) -> None:
    random = Random(seed)
    cup = make_cup(43, rounds=4)
    people: dict[str, list[int]] = defaultdict(list)
    sizes, ties = [], 0
    there = set()
    for number, (name, go_on) in enumerate(STAGES, start=1):
        if number > 1:
            plan = Plan(f"Pokal: {name}", 4, seed=f"{number}")
            settings = {"name": name, "go_on": go_on, "per": "group"}
            begin_next_stage(COMMAND_LINE, cup, settings, plan)
        tournament = row_of_stage(cup, number).tournament
        teams = {team for group in tournament.team_groups for team in group}
        assert number == 1 or teams == there
        sizes.append((len(teams), Counter(map(len, tournament.team_groups))))
        play(tournament, random)
        for size, most in most_meetings(tournament):
            assert most == 1 if size == 4 else most <= 2
        for players in points_of(tournament).values():
            for who, points in players.items():
                people[who] += points
        if not go_on:
            break
        _going, tied = plain_cut(tournament, go_on, [])
        found = stage_of(cup, number)
        assert sorted(map(sorted, (tie.keys for tie in found.cut.ties))) == sorted(
            map(sorted, tied)
        )
        ties += len(tied)
        there, still = plain_cut(tournament, go_on, settle(cup, number))
        assert still == []
        assert {each.key for each in stage_of(cup, number).cut.those(Fate.GOES_ON)} == there
    assert sizes == [
        (43, Counter({4: 10, 3: 1})),
        (22, Counter({4: 4, 3: 2})),
        (6, Counter({3: 2})),
    ]
    assert ties > 0
    report = cup_report(cup)
    rows = cup_people_rows(report)
    assert {row.person.name: row.standing.total for row in rows} == {
        who: sum(points) for who, points in people.items()
    }
    assert {row.person.name: row.standing.rank for row in rows} == {
        who: 1 + sum(sum(other) > sum(points) for other in people.values())
        for who, points in people.items()
    }
    assert installation_findings() == ()
