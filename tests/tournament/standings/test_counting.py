"""What a tournament ranks: table points, rounds not played, tables of five scaled."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.translation import gettext

from tests.factories.rounds import enter_totals
from tests.factories.rulings import rule
from tests.factories.sheets import make_round, rows_content, totals_content
from tests.factories.tournaments import make_entries, make_tournament
from tests.tournament.standings.test_tie_breaks import enter
from tournament.lists.standings import ranking_list
from tournament.models import Adjustment, Bye, Entry, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.standings.reads.rankings import group_ranking
from tournament.standings.reads.standings import (
    round_result,
    shown_standings,
    standings_after,
    text_of_standings,
)
from tournament.standings.rules.checksum import text_checksum
from tournament.tournaments.writes.tournaments import edit_tournament
from tournament.trust.reads.recount import tournament_recount

pytestmark = [pytest.mark.django_db, pytest.mark.database]

Lines = dict[int, tuple[tuple[int | None, ...], tuple[int | None, ...], int]]


def played(tournament: Tournament, number: int, *tables: list[int]) -> Round:
    """Make a round of everybody entered, in the order of their numbers, with these totals."""
    round = make_round(tournament, number, sizes=[len(each) for each in tables])
    for table, totals in zip(round.tables.order_by("number"), tables, strict=True):
        enter_totals(table, totals)
    return round


def lines(tournament: Tournament, after: int | None = None) -> Lines:
    """Return everybody's rounds, the points played in them, and the total, by start number."""
    report = standings_after(tournament, after)
    return {row.number: (row.rounds, row.played, row.total) for row in report.rows}


def set_options(tournament: Tournament, **options: Any) -> None:
    edit_tournament(COMMAND_LINE, tournament, options)


def test_table_points_are_ranked_and_the_points_played_are_kept() -> None:
    tournament = make_tournament(table_points=True, rounds_planned=2)
    played(tournament, 1, [30, 10, -5, -35], [8, 8, 0, -8, -8])
    played(tournament, 2, [-3, 1, 1, 1], [20, 10, 0, -10, -20])
    assert lines(tournament) == {
        1: ((3, -3), (30, -3), 0),
        2: ((1, 1), (10, 1), 2),
        3: ((-1, 1), (-5, 1), 0),
        4: ((-3, 1), (-35, 1), -2),
        5: ((3, 4), (8, 20), 7),
        6: ((3, 2), (8, 10), 5),
        7: ((0, 0), (0, 0), 0),
        8: ((-3, -2), (-8, -10), -5),
        9: ((-3, -4), (-8, -20), -7),
    }
    report = standings_after(tournament)
    assert [row.number for row in report.rows][:3] == [5, 6, 2]
    assert report.control_sum == 0
    assert tournament_recount(tournament).agrees


def test_result_of_a_round_ranks_table_points_and_names_the_points_played() -> None:
    tournament = make_tournament(table_points=True, rounds_planned=2)
    played(tournament, 1, [30, 10, -5, -35], [4, 0, 0, -4])
    result = round_result(tournament.rounds.get(number=1))
    found = [(each.rank, each.seat.number, each.points, each.played) for each in result.rows]
    assert found == [
        (1, 1, 3, 30),
        (1, 5, 3, 4),
        (3, 2, 1, 10),
        (4, 6, 0, 0),
        (4, 7, 0, 0),
        (6, 3, -1, -5),
        (7, 4, -3, -35),
        (7, 8, -3, -4),
    ]
    assert result.control_sum == 0


def test_penalties_count_in_the_order_and_deductions_from_the_total() -> None:
    tournament = make_tournament(table_points=True, rounds_planned=1)
    round = make_round(tournament, 1, sizes=(4,))
    content = {
        **totals_content([5, 5, -5, -5]),
        "totals": [2, 6, -4, -4],
        "penalties": [{"rule": "9.3.2", "offender": 1, "points": [-3, 1, 1, 1]}],
    }
    enter(round.tables.get(), content, content["totals"])
    Adjustment.objects.create(
        entry=tournament.entries.get(number=2), points=-2, reason="x", round=round
    )
    assert {number: line[2] for number, line in lines(tournament).items()} == {
        1: 1,
        2: 1,
        3: -2,
        4: -2,
    }
    assert tournament_recount(tournament).agrees


def test_table_that_was_ruled_is_ordered_by_the_figures_of_the_direction() -> None:
    """An average in it is that of the points played."""
    tournament = make_tournament(table_points=True, rounds_planned=2)
    played(tournament, 1, [30, 10, -5, -35])
    round = make_round(tournament, 2, sizes=(4,))
    rule(round.tables.get(), ["average", "average", 0, -7])
    assert {number: line[:2] for number, line in lines(tournament).items()} == {
        1: ((3, 3), (30, 30)),
        2: ((1, 1), (10, 10)),
        3: ((-1, -1), (-5, 0)),
        4: ((-3, -3), (-35, -7)),
    }
    assert tournament_recount(tournament).agrees


def test_round_not_played_counts_once_it_has_a_result() -> None:
    """For whoever had no seat in it; not for who sat it out by lot, nor for unranked people."""
    tournament = make_tournament(missed_round=-30, rounds_planned=3)
    first = played(tournament, 1, [3, 1, -1, -3])
    late, by_lot, substitute, _other = make_entries(tournament, 4)
    Bye.objects.create(round=first, entry=by_lot)
    Entry.objects.filter(pk=substitute.pk).update(status=Entry.Status.UNRANKED)
    played(tournament, 2, [3, 1, -1, -3], [0, 0, 0, 0])
    assert lines(tournament, 1).keys() == {1, 2, 3, 4, by_lot.number}
    found = lines(tournament)
    assert found[1] == ((3, 3), (3, 3), 6)
    assert found[late.number] == ((-30, 0), (None, 0), -30)
    assert found[by_lot.number] == ((None, 0), (None, 0), 0)
    assert found[substitute.number] == ((None, 0), (None, 0), 0)
    third = make_round(tournament, 3, sizes=(4,))
    assert lines(tournament)[late.number] == ((-30, 0, None), (None, 0, None), -30)
    enter_totals(third.tables.get(), [3, 1, -1, -3])
    assert lines(tournament)[late.number] == ((-30, 0, -30), (None, 0, None), -60)
    row = next(each for each in standings_after(tournament).rows if each.number == late.number)
    assert row.missed == (1, 3)
    assert tournament_recount(tournament).agrees


def test_tables_of_five_are_scaled_by_the_games_everybody_has_played() -> None:
    """Two play all thirty games, one 24 of them: what was agreed on, and what it stays with."""
    tournament = make_tournament(scale_fives=True, rounds_planned=1)
    round = make_round(tournament, 1, sizes=(4, 5))
    four, five = round.tables.order_by("number")
    enter_totals(four, [3, 1, -1, -3])
    content = rows_content(5)
    content["rows"] = [
        {**row, "kind": "normal", "points": [6, 4, None if at < 6 else -3, -6, None]}
        for at, row in enumerate(content["rows"])
    ]
    enter(five, content, [180, 120, -72, -180, 0])
    assert {number: line[:2] for number, line in lines(tournament).items()} == {
        1: ((3,), (3,)),
        2: ((1,), (1,)),
        3: ((-1,), (-1,)),
        4: ((-3,), (-3,)),
        5: ((144,), (180,)),
        6: ((96,), (120,)),
        7: ((-72,), (-72,)),
        8: ((-144,), (-180,)),
        9: ((0,), (0,)),
    }
    found = tournament_recount(tournament).differences
    assert {str(each.code) for each in found} <= {"sum_not_zero", "running_total"}


def test_recount_notices_table_points_that_are_wrong(monkeypatch) -> None:
    tournament = make_tournament(table_points=True, rounds_planned=1)
    played(tournament, 1, [30, 10, -5, -35])
    monkeypatch.setattr(
        "tournament.standings.reads.counting.rank_by", lambda how, points, games: (3, 1, -1, -2)
    )
    found = tournament_recount(tournament).differences
    assert {(str(each.code), each.claimed, each.counted) for each in found} == {
        ("round_result", -2, -3),
        ("total", -2, -3),
    }


def test_checksum_without_options_is_what_it_was_and_follows_what_is_ranked() -> None:
    tournament = make_tournament(rounds_planned=1)
    played(tournament, 1, [30, 10, -5, -35])

    def checksum() -> str:
        return text_checksum(text_of_standings(shown_standings(tournament)))

    before = checksum()
    set_options(tournament, table_points=True)
    assert checksum() != before
    set_options(tournament, table_points=False, scale_fives=True, missed_round=-30)
    assert checksum() == before  # nobody has missed a round, nobody sat at a table of five
    set_options(tournament, scale_fives=False, missed_round=None)
    assert checksum() == before


def command_json(tournament: Tournament) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("standings", tournament.slug, "--format", "json", stdout=out)
    return json.loads(out.getvalue())


def test_json_has_the_points_played_beside_what_is_ranked() -> None:
    tournament = make_tournament(table_points=True, missed_round=-30, rounds_planned=2)
    played(tournament, 1, [30, 10, -5, -35])
    (late,) = make_entries(tournament, 1)
    played(tournament, 2, [-3, 1, 1, 1, 0])
    found = {each["number"]: each for each in command_json(tournament)}
    assert [found[1][key] for key in ("rounds", "total", "points")] == [[3, -4], -1, [30, -3]]
    own = found[late.number]
    assert [own[key] for key in ("rounds", "total", "points")] == [[-30, -2], -32, [None, 0]]
    set_options(tournament, table_points=False, missed_round=None)
    assert all("points" not in each for each in command_json(tournament))


def test_csv_says_what_its_figures_are() -> None:
    tournament = make_tournament(rounds_planned=1)
    make_entries(tournament, 4)
    played(tournament, 1, [30, -10, -12, -8])
    assert "counted_as" not in csv_of_command(tournament)[0]
    set_options(tournament, table_points=True, missed_round=-30)
    heading, *rows = csv_of_command(tournament)
    assert heading[-1] == "counted_as"
    assert {row[-1] for row in rows} == {"table_points, missed_round -30"}
    told = [(row[heading.index("total")], row[heading.index("played")]) for row in rows]
    assert told == [("3", "30"), ("1", "-8"), ("-1", "-10"), ("-3", "-12")]


def test_csv_of_a_ranking_of_groups_says_what_its_figures_are() -> None:
    tournament = make_tournament(rounds_planned=1)
    make_entries(tournament, 3, team="Asse")
    make_entries(tournament, 1, team="=Buben")
    tournament.group_rankings.create(kind="team")
    played(tournament, 1, [30, -10, -12, -8])
    heading, *rows = csv_of_command(tournament, "--ranking", "team")
    assert not {"counted_as", "played"} & {*heading}
    set_options(tournament, table_points=True, missed_round=-30)
    heading, *rows = csv_of_command(tournament, "--ranking", "team")
    told = [[row[heading.index(key)] for key in ("name", "total", "played")] for row in rows]
    assert told == [["'=Buben", "1", "-8"], ["Asse", "-1", "8"]]
    assert [row[-1] for row in (heading, *rows)] == [
        "counted_as",
        *["table_points, missed_round -30"] * 2,
    ]


def csv_of_command(tournament: Tournament, *options: str) -> list[list[str]]:
    out = StringIO()
    call_command("standings", tournament.slug, *options, "--format", "csv", stdout=out)
    return [line.split(";") for line in out.getvalue().lstrip("\ufeff").splitlines()]


def test_groups_show_the_points_played_in_the_rounds_that_count() -> None:
    """The best one of each team in each round: his table points, and what he played for them."""
    tournament = make_tournament(rounds_planned=2)
    entries = make_entries(tournament, 4)
    for at, entry in enumerate(entries):
        entry.team = "AB"[at % 2] + " drei"
        entry.save()
    tournament.group_rankings.create(kind="team", best=1, by_round=True)
    played(tournament, 1, [30, -10, -12, -8])
    played(tournament, 2, [-3, 1, 1, 1])

    def told() -> list[dict[str, Any]]:
        out = StringIO()
        call_command(
            *("standings", tournament.slug, "--ranking", "team", "--format", "json"), stdout=out
        )
        return json.loads(out.getvalue())

    assert all(not {"points", "counted_as"} & each.keys() for each in told())
    set_options(tournament, table_points=True)
    found = {each["name"]: (each["rounds"], each["points"]) for each in told()}
    assert found == {"A drei": ([3, 1], 31), "B drei": ([1, 1], -7)}
    assert {each["counted_as"] for each in told()} == {"table_points"}
    report = group_ranking(tournament, standings_after(tournament), "team")
    assert report is not None
    columns = {each.key: each.heading for each in ranking_list(report).columns}
    assert (columns["total"], "played" in columns) == (gettext("Table points"), True)
    assert sorted(row["played"] for row in ranking_list(report).by_key()) == [-7, 31]
