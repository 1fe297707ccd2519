"""Table points, tables of five, rounds not played, rulings and late comers: all at once."""

from random import Random
from typing import Any

import pytest

from scoring.json_format import sheet_to_json
from tests.factories.effort import tries
from tests.factories.rounds import enter_totals
from tests.factories.rulings import rule
from tests.factories.score_sheets import played_sheet
from tests.factories.sheets import make_round, totals_content
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Bye, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.sheets.writes.sheets import submit_sheet
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


@pytest.mark.parametrize("seed", range(tries(4, 60)))
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


@pytest.mark.parametrize("seed", range(tries(6, 120)))
def test_full_lists_with_all_that_happens_to_them_against_a_plain_count(seed: int) -> None:
    """Games dealt out of turn and struck, penalties, corrections, deductions, absent people."""
    random = Random(f"full lists {seed}")
    five, lost = random.choice((30, 25)), random.choice((None, -30))
    options = {"table_points": random.random() < 0.2, "missed_round": lost, "games_five": five}
    tournament = make_tournament(rounds_planned=3, scale_fives=True, **options)
    make_entries(tournament, random.randrange(10, 13))
    found: dict[int, list[int | None]] = {}
    for number in range(1, 4):
        make_entries(tournament, random.choice((0, 0, 1)))  # they come late
        round = make_round(tournament, number, sizes=random.choice(((5,), (5, 4), (5, 5))))
        for table in round.tables.order_by("number"):
            for counts in range(1, random.choice((2, 2, 3))):
                content = written(random, table.size, five, in_full=counts > 1)
                kind = "rows" if "rows" in content else "totals"
                why = {"based_on": counts - 1 or None, "reason": "verrechnet"}
                submit_sheet(COMMAND_LINE, table, kind, content, **why)
            figures = converted(content, five)
            if tournament.table_points:
                figures = share(points_in(content))
            for seat, points in zip(table.seats.order_by("position"), figures, strict=True):
                found.setdefault(seat.entry.number, [None] * 3)[number - 1] = points
    seats = tournament.entries.filter(seats__isnull=False).distinct()
    off = {entry.number: random.choice((0, 0, 3)) for entry in seats}
    for entry in seats:
        if off[entry.number]:
            deduct_points(COMMAND_LINE, entry, off[entry.number], "laut")
    rows = standings_after(tournament).rows
    told = {row.number: (list(row.rounds), row.total) for row in rows}
    right = {who: [lost if each is None else each for each in made] for who, made in found.items()}
    assert told == {who: (made, sum(filter(None, made)) - off[who]) for who, made in right.items()}
    assert tournament_recount(tournament).differences == ()


def written(random: Random, size: int, five: int, *, in_full: bool) -> dict[str, Any]:
    """Return a list of a table as it is handed in: with all games, or with totals alone."""
    games = five if size == 5 else 24
    limit = random.choice((None, None, games // 2))
    in_full = in_full or random.random() < 0.7
    penalties = random.choice((0, 1, 2)) if in_full else 0  # totals of a penalty look odd
    content = sheet_to_json(played_sheet(random, size, games, limit, penalties, wrong_deals=0.1))
    if in_full:
        return content
    return totals_content(points_in(content), games_played=len(content["rows"]))


def points_in(content: dict[str, Any]) -> list[int]:
    """Add up a list by hand."""
    if "rows" not in content:
        return content["totals"]
    lines = [line["points"] for line in (*content["rows"], *content["penalties"])]
    return [sum(each or 0 for each in column) for column in zip(*lines, strict=True)]


def converted(content: dict[str, Any], five: int) -> list[int]:
    """Convert a table of five to 24 games, in whole games: half away from zero."""
    points = points_in(content)
    if len(points) != 5:
        return points
    rows = content.get("rows", [])
    games = len(rows) or content["games_played"]
    figures = []
    for seat, own in enumerate(points):
        played = sum(row["points"][seat] is not None for row in rows)
        # Bare totals: everybody sat out a fifth of the games.
        top, bottom = (own * 24 * games, five * played) if rows else (own * 24 * 5, five * 4)
        size = (2 * abs(top) + bottom) // (2 * bottom)
        figures.append(size if top > 0 else -size)
    return figures
