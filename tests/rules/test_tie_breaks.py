"""Each criterion by an example counted by hand; all of them against a plain count."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.architecture.texts import PROJECT
from tests.factories.results import MadeUp, made_up_tournaments
from tournament.sheets.rules.results import Game, Result, TableGames, TableResult, TournamentResults
from tournament.standings.rules.standings import standings
from tournament.standings.rules.tie_breaks import CRITERIA, keys_of, known_codes
from tournament.trust.rules.recount_ranks import KEYS

chains = st.lists(st.sampled_from(sorted(CRITERIA)), max_size=5)


def played(
    *tables: tuple[int, dict[int, int], Sequence[Game]], seed: str = ""
) -> TournamentResults:
    """Return a tournament of tables: round, everybody's points, games. Start number = entry."""
    rounds = max(round for round, _points, _games in tables)
    points = {
        (entry_id, round): figure
        for round, seats, _games in tables
        for entry_id, figure in seats.items()
    }
    return TournamentResults(
        people=tuple(
            Result(
                entry_id,
                entry_id,
                tuple(points.get((entry_id, round)) for round in range(1, rounds + 1)),
            )
            for entry_id in sorted({entry_id for entry_id, _round in points})
        ),
        tables=tuple(
            TableResult(number, round, tuple(seats), tuple(seats.values()))
            for number, (round, seats, _games) in enumerate(tables)
        ),
        read_games=lambda: {
            number: TableGames(24, tuple(games))
            for number, (_round, _seats, games) in enumerate(tables)
        },
        read_seed=lambda: seed,
    )


def order(tournament: TournamentResults, *codes: str) -> list[tuple[int | None, int]]:
    """Return (rank, entry) line by line."""
    lines = standings(tournament.people, keys_of(codes), tournament)
    return [(line.rank, line.entry_id) for line in lines]


def keys(tournament: TournamentResults, code: str) -> list[object]:
    """Return the key of everybody, in order of start numbers."""
    return [CRITERIA[code].key(person, tournament) for person in tournament.people]


ROUNDS_ONLY = played(
    (1, {1: 6, 2: 2, 3: 1, 4: 6, 5: 9}, ()), (2, {1: 2, 2: 6, 3: 6, 4: 2}, ()),
    (3, {1: 4, 2: 4, 3: 5, 4: 4, 5: 3}, ())
)  # fmt: skip


def test_last_rounds_decide_backwards() -> None:
    assert order(ROUNDS_ONLY) == [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]
    assert order(ROUNDS_ONLY, "last_rounds") == [(1, 3), (2, 2), (3, 1), (3, 4), (5, 5)]


def test_last_round_alone_asks_no_earlier_one() -> None:
    assert order(ROUNDS_ONLY, "last_round") == [(1, 3), (2, 1), (2, 2), (2, 4), (5, 5)]


def test_best_round_decides_and_an_unplayed_round_is_none() -> None:
    """3 has played nothing and is behind those who have; 1 has not played a round of 0 points."""
    assert order(ROUNDS_ONLY, "best_round") == [(1, 5), (2, 1), (2, 2), (2, 3), (2, 4)]
    played_once = played((1, {1: -8, 2: -7}, ()), (2, {2: -1}, ()))
    nothing = Result(3, 3, (None, None), -8)
    assert order(replace(played_once, people=(*played_once.people, nothing)), "best_round") == [
        (1, 2),
        (2, 1),
        (3, 3),
    ]


def test_criteria_decide_in_the_order_given() -> None:
    tournament = played((1, {1: 9, 2: 8, 3: 8}, ()), (2, {1: 0, 2: 0, 3: 2}, ()),
                        (3, {1: 1, 2: 2, 3: 0}, ()))  # fmt: skip
    assert order(tournament, "best_round", "last_rounds") == [(1, 1), (2, 2), (3, 3)]
    assert order(tournament, "last_rounds", "best_round") == [(1, 2), (2, 1), (3, 3)]


# Totals: 1, 2, 5, 6 have 6 points, 3 and 7 have 4, 8 has -7, 4 has -10, 9 has -15.
NINE_PEOPLE = played(
    (1, {1: 10, 2: 2, 3: -4, 4: -8}, ()),
    (1, {5: 6, 6: 6, 7: 0, 8: -5, 9: -7}, ()),
    (2, {2: 4, 4: -2, 6: 0, 8: -2}, ()),
    (2, {1: -4, 3: 8, 5: 0, 7: 4, 9: -8}, ()),
)


def test_opponents_are_averaged_over_all_shared_tables() -> None:
    """Their sum would put 2 (-11 of six) before 5 (-13 of eight)."""
    assert keys(NINE_PEOPLE, "opponents") == [
        Fraction(6 + 4 - 10 + 4 + 6 + 4 - 15, 7),
        Fraction(6 + 4 - 10 - 10 + 6 - 7, 6),
        Fraction(6 + 6 - 10 + 6 + 6 + 4 - 15, 7),
        Fraction(6 + 6 + 4 + 6 + 6 - 7, 6),
        Fraction(6 + 4 - 7 - 15 + 6 + 4 + 4 - 15, 8),
        Fraction(6 + 4 - 7 - 15 + 6 - 10 - 7, 7),
        Fraction(6 + 6 - 7 - 15 + 6 + 4 + 6 - 15, 8),
        Fraction(6 + 6 + 4 - 15 + 6 - 10 + 6, 7),
        Fraction(6 + 6 + 4 - 7 + 6 + 4 + 6 + 4, 8),
    ]
    ranks = [(1, 1), (2, 5), (3, 2), (4, 6), (5, 3), (6, 7), (7, 8), (8, 4), (9, 9)]
    assert order(NINE_PEOPLE, "opponents") == ranks


def test_opponents_count_with_deductions_and_when_unranked() -> None:
    pair = played((1, {1: 3, 2: 5}, ()))
    fallen = pair.people[1]._replace(adjustment=-4, ranked=False)
    assert keys(replace(pair, people=(pair.people[0], fallen)), "opponents") == [1, 3]


def test_opponents_of_nobody_are_worth_nothing() -> None:
    alone = Result(1, 1, (None,))
    assert CRITERIA["opponents"].key(alone, TournamentResults((alone,))) == 0


def test_compulsory_solos_count_where_they_are_won() -> None:
    games = [
        Game((9, -3, -3, -3), 1),
        Game((-6, 2, 2, 2), 1),
        Game((-1, 3, -1, -1), 2),
        Game((-1, -1, 3, -1), None),
        Game((0, 0, 0, 0), 4),
    ]
    tournament = played((1, {1: 2, 2: 1, 3: 1, 4: -4}, games))
    assert keys(tournament, "compulsory_solos_won") == [1, 1, 0, 0]


def test_compulsory_solos_compare_who_has_more_not_who_has_plus() -> None:
    """Where only winners write points, a lost solo can be worth a point (rule-sets.md 3.4)."""
    games = [Game((1, 13, 13, 13), 1), Game((0, 3, 0, 0), 2), Game((None, 0, 0, 6, 0), 4)]
    tournament = played((1, {1: 1, 2: 16, 3: 13, 4: 19, 5: 0}, games))
    assert keys(tournament, "compulsory_solos_won") == [0, 1, 0, 1, 0]


def test_game_is_won_if_nobody_has_more_and_somebody_less() -> None:
    games = [
        Game((2, 2, -2, -2)),
        Game((0, 0, 0, 0)),
        Game((-3, 1, 1, 1)),
        Game((4, 0, 4, 1)),
        Game((None, 1, -1, 1, -1)),
    ]
    tournament = played((1, {1: 3, 2: 4, 3: 2, 4: 1, 5: -1}, games), (2, {1: 0, 2: 0}, games[:1]))
    assert keys(tournament, "games_won") == [3, 4, 2, 2, 0]


@pytest.mark.parametrize("code", ["compulsory_solos_won", "games_won"])
def test_totals_alone_tell_of_no_game(code: str) -> None:
    assert keys(NINE_PEOPLE, code) == [0] * 9


def test_lot_can_be_recomputed_from_seed_and_number() -> None:
    """printf '["Kreuzdame lot 1","4711",1]' | sha256sum, and so on."""
    drawn = played((1, {1: 0, 2: 0, 3: 0, 4: 0}, ()), seed="4711")
    digests = [f"{key:064x}"[:8] for key in keys(drawn, "lot")]
    assert digests == ["9f9eb47d", "c7032d62", "d52283d3", "a29e0988"]
    assert order(drawn, "lot") == [(1, 3), (2, 2), (3, 4), (4, 1)]


def test_lot_decides_nothing_where_nothing_was_drawn() -> None:
    by_hand = played((1, {1: 0, 2: 0}, ()))
    assert order(by_hand, "lot") == [(1, 1), (1, 2)]


def test_games_and_seed_are_read_only_if_a_criterion_asks() -> None:
    def read() -> Any:
        raise AssertionError("read")

    unread = replace(NINE_PEOPLE, read_games=read, read_seed=read)
    for code in ("last_rounds", "last_round", "best_round", "opponents"):
        order(unread, code)
    for code in ("compulsory_solos_won", "games_won", "lot"):
        with pytest.raises(AssertionError, match="read"):
            order(unread, code)


def test_every_criterion_has_labels() -> None:
    """`tests/architecture/test_catalogues.py` finds each of these, and requires its German."""
    assert all(word for each in CRITERIA.values() for word in (each.name, each.short))


def test_second_path_counts_every_criterion() -> None:
    assert KEYS.keys() == CRITERIA.keys()


def test_criterion_code_appears_only_where_declared_and_counted() -> None:
    """Words that are codes of something else as well (the lot of prizes) are excluded by hand."""
    allowed = {"tie_breaks", "recount_ranks.py", "migrations"}
    elsewhere = {
        (code, str(path.relative_to(PROJECT)))
        for path in (PROJECT / "tournament").rglob("*.py")
        if not allowed & {*path.parts}
        for code in CRITERIA
        if f'"{code}"' in path.read_text(encoding="utf-8")
    }
    assert elsewhere == {
        ("lot", "tournament/labels/journal.py"),
        ("lot", "tournament/models/money.py"),
        ("opponents", "tournament/exports/excel/recounted.py"),
        ("opponents", "tournament/forms/referee.py"),
        ("opponents", "tournament/lists/games.py"),
    }


@pytest.mark.parametrize(
    ("stored", "known"),
    [
        ([], ()),
        (["lot", "opponents", "lot"], ("lot", "opponents", "lot")),
        (["dice", "lot", None, ["lot"], {}], ("lot",)),
        ("lot", ()),
        ({"lot": 1}, ()),
        (7, ()),
        (None, ()),
    ],
)
def test_unknown_codes_are_left_out_of_a_chain(stored: object, known: tuple) -> None:
    assert known_codes(stored) == known


def plain_key(code: str, who: Result, made: MadeUp) -> Any:
    """Return the same criteria again, from the sheets, as one would on paper."""
    mine = [sheet for sheet in made.sheets if who.entry_id in sheet.entry_ids]
    rounds = [points or 0 for points in who.rounds]
    totals = {each.entry_id: each.total for each in made.people}
    rows = [
        (row, row["points"][place], place + 1)
        for sheet in mine
        for place in [sheet.entry_ids.index(who.entry_id)]
        for row in sheet.content.get("rows", [])
    ]
    won = [(row, seat) for row, own, seat in rows if own is not None and is_won(own, row["points"])]
    plain: Mapping[str, Any] = {
        "last_rounds": rounds[::-1],
        "last_round": rounds[-1],
        "best_round": sorted([-99, *filter(lambda each: each is not None, who.rounds)])[-1],
        "points_played": sum(sheet.totals[sheet.entry_ids.index(who.entry_id)] for sheet in mine),
        "compulsory_solos_won": sum(
            (row["kind"], row["soloist"]) == ("compulsory_solo", seat) for row, seat in won
        ),
        "games_won": len(won),
        "opponents": average(
            [totals[other] for sheet in mine for other in set(sheet.entry_ids) - {who.entry_id}]
        ),
        "lot": made.seed and LOTS[made.seed][who.number - 101],
    }
    return plain[code]


# How the lots of the start numbers 101 to 110 begin, by printf and sha256sum.
LOTS = {
    "4711": ["292e", "b605", "59a3", "bcb9", "43ac", "9fec", "3652", "528a", "1946", "d0b4"],
    "Königin": ["afee", "dc9e", "ef70", "3197", "da09", "3942", "db6d", "cbb1", "0832", "63e4"],
}


def is_won(own: int, points: Sequence[int | None]) -> bool:
    """Return whether nobody has more in a game and somebody has less."""
    others = sorted(each for each in points if each is not None)
    return others[0] < own == others[-1]


def average(figures: Sequence[int]) -> Fraction:
    return Fraction(sum(figures), len(figures)) if figures else Fraction(0)


@given(made_up_tournaments(), chains)
def test_rank_is_one_more_than_the_number_of_better_entries(made: MadeUp, chain: list[str]) -> None:
    """1-2-2-4: equal totals and criteria share a rank."""
    merit = {
        who.entry_id: [who.total, *(plain_key(code, who, made) for code in chain)]
        for who in made.people
    }
    ranked = [who.entry_id for who in made.people if who.ranked]
    expected = {
        entry_id: 1 + sum(merit[other] > merit[entry_id] for other in ranked) for entry_id in ranked
    }
    lines = standings(made.people, keys_of(chain), made.known)
    assert {line.entry_id: line.rank for line in lines if line.rank} == expected
    listed = [line.entry_id for line in lines if line.rank]
    assert listed == sorted(listed, key=lambda entry_id: (expected[entry_id], entry_id))


@given(made_up_tournaments(), chains, st.randoms())
def test_standings_do_not_depend_on_the_order_of_anything(
    made: MadeUp, chain: list[str], random: Any
) -> None:
    people, sheets = list(made.people), list(made.sheets)
    random.shuffle(people)
    random.shuffle(sheets)
    mixed = replace(made, people=tuple(people), sheets=tuple(sheets))
    by = keys_of(chain)
    assert standings(people, by, mixed.known) == standings(made.people, by, made.known)


@given(made_up_tournaments(), chains)
def test_category_is_ranked_by_what_everybody_has_played(made: MadeUp, chain: list[str]) -> None:
    by = keys_of(chain)
    everybody = [line.entry_id for line in standings(made.people, by, made.known)]
    category = standings(made.people[::2], by, made.known)
    chosen = {who.entry_id for who in made.people[::2]}
    assert [line.entry_id for line in category] == [each for each in everybody if each in chosen]
