"""Table points, tables of five, rounds not played, rulings and late comers: all at once."""

from random import Random

import pytest

from tests.factories.effort import tries
from tests.factories.rounds import enter_totals
from tests.factories.rulings import rule
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Bye, Tournament
from tournament.standings.reads.standings import standings_after
from tournament.trust.reads.recount import tournament_recount

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

AVERAGE = "average"
Figure = int | str
Told = dict[int, tuple[tuple[int | None, ...], tuple[int | None, ...], int]]


def play(random: Random, tournament: Tournament) -> list[dict[int, list[dict[int, Figure]]]]:
    """Play three rounds; return for each its tables, and under 0 whoever sat out by lot."""
    rounds = []
    for number in range(1, 4):
        if number > 1:
            make_entries(tournament, random.choice((0, 0, 1, 2)))  # they come late
        there = tournament.entries.count()
        fives = random.choice([many for many in (0, 1, 2) if 5 * many <= there])
        sizes = [5] * fives + [4] * ((there - 5 * fives) // 4)
        random.shuffle(sizes)
        round = make_round(tournament, number, sizes=sizes)
        told: dict[int, list[dict[int, Figure]]] = {0: [], 1: []}
        for table in round.tables.order_by("number"):
            seated = [seat.entry.number for seat in table.seats.order_by("position")]
            figures: list[Figure] = [random.randrange(-20, 21) for _ in seated[1:]]
            figures.append(-sum(each for each in figures if isinstance(each, int)))
            if random.random() < 0.3:
                figures = [AVERAGE if random.random() < 0.4 else each for each in figures]
                rule(table, figures)
            else:
                enter_totals(table, [each for each in figures if isinstance(each, int)])
            told[1].append(dict(zip(seated, figures, strict=True)))
        for entry in tournament.entries.order_by("number")[sum(sizes) :]:
            if random.random() < 0.3:
                Bye.objects.create(round=round, entry=entry)
                told[0].append({entry.number: 0})
        rounds.append(told)
    return rounds


def share(points: list[int]) -> list[int]:
    """Return the places of a table as points, one after another; equal ones get the mean."""
    in_order = sorted(points, reverse=True)
    worth = [len(points) - 1 - 2 * at for at in range(len(points))]
    found = []
    for own in points:
        mine = [worth[at] for at, other in enumerate(in_order) if other == own]
        found.append(sum(mine) // len(mine))
    return found


def plain(
    rounds: list[dict[int, list[dict[int, Figure]]]],
    numbers: list[int],
    *,
    by_table: bool,
    lost: int | None,
) -> Told:
    """Count once more, plainly: what is ranked, what was played, and the total, by number."""
    own = {
        number: [each[number] for told in rounds for each in told[1] if number in each]
        for number in numbers
    }

    def figure(number: int, told: Figure) -> int:
        if isinstance(told, int):
            return told
        others = [each for each in own[number] if isinstance(each, int)]
        return (2 * sum(others) + len(others)) // (2 * len(others)) if others else 0

    found: Told = {}
    for number in numbers:
        ranked: list[int | None] = []
        played: list[int | None] = []
        for told in rounds:
            table = next((each for each in told[1] if number in each), None)
            if table is None:
                sat_out = any(number in each for each in told[0])
                ranked.append(None if sat_out else lost)
                played.append(None)
                continue
            points = {who: figure(who, each) for who, each in table.items()}
            played.append(points[number])
            order = dict(zip(points, share([*points.values()]), strict=True))
            ranked.append(order[number] if by_table else points[number])
        found[number] = tuple(ranked), tuple(played), sum(filter(None, ranked))
    return found


@pytest.mark.parametrize("seed", range(tries(6, 60)))
def test_all_of_it_at_once_against_a_plain_count(seed: int) -> None:
    random = Random(f"counting {seed}")
    by_table, lost = random.random() < 0.7, random.choice((None, 0, -30))
    options = {"table_points": by_table, "missed_round": lost, "scale_fives": not by_table}
    tournament = make_tournament(rounds_planned=3, **options)
    make_entries(tournament, random.randrange(8, 15))
    rounds = play(random, tournament)
    report = standings_after(tournament)
    found = {row.number: (row.rounds, row.played, row.total) for row in report.rows}
    assert found == plain(rounds, sorted(found), by_table=by_table, lost=lost)
    assert tournament_recount(tournament).agrees
