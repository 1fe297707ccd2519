"""Somebody who keeps the list at each table, and teams kept apart by the standings."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from tests.factories.draws import field, shuffled_clubs, verdict
from tests.factories.effort import tries
from tests.factories.proofs import proof_document
from tournament.draw import DrawRequest, Entrant, Round, draw
from tournament.draw.certificate import Figure, Wish, certificate
from tournament.draw.model import VERSION
from tournament.draw.proof import Commitment, Player, PlayerList, Program, Settings, drawn_step
from tournament.draw.randomness import seeded, shuffled

FIELDS = ((16, 4, 3), (24, 6, 5), (64, 16, 3), (64, 20, 5), (100, 30, 9))
"""People, how many of them keep the list, rounds."""


class CountedRandom(Random):
    """Random numbers, and how many of them there were."""

    numbers = 0

    def random(self) -> float:
        self.numbers += 1
        return super().random()


def with_keepers(entrants: Sequence[Entrant], keepers: int) -> tuple[Entrant, ...]:
    """Return the entrants; so many of them, by lot, keep the list."""
    chosen = shuffled(range(len(entrants)), seeded("keepers"))[:keepers]
    return tuple(replace(one, no_list=number not in chosen) for number, one in enumerate(entrants))


def in_teams(people: int, teams: int) -> tuple[Entrant, ...]:
    """Return entrants, the first of them in so many teams of four."""
    return tuple(
        replace(one, team=f"T{at // 4}" if at // 4 < teams else None)
        for at, one in enumerate(field(people))
    )


def without_keeper(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> int:
    """Count the tables where nobody keeps the list."""
    keep_none = {entrant.id for entrant in entrants if entrant.no_list}
    return sum(keep_none.issuperset(table) for tables in rounds for table in tables)


def by_standings(entrants: Sequence[Entrant], rounds: int, method: str) -> tuple[Round, ...]:
    """Draw round 1 by lot and the others by standings that have nothing to do with each other."""
    history = draw(DrawRequest(tuple(entrants), 1, "round 1")).rounds
    for number in range(2, rounds + 1):
        ids = [entrant.id for entrant in entrants]
        ranking = tuple(sorted(ids, key=lambda one: sha256(f"{number}/{one}".encode()).digest()))
        request = DrawRequest(tuple(entrants), 1, f"{number}", method, history, ranking)
        history += draw(request).rounds
    return history


@pytest.mark.parametrize(("people", "keepers", "rounds"), FIELDS)
def test_every_table_has_somebody_who_keeps_the_list(
    people: int, keepers: int, rounds: int
) -> None:
    for entrants in (field(people), shuffled_clubs(people)):
        listed = with_keepers(entrants, keepers)
        plan = draw(DrawRequest(listed, rounds, "lists")).rounds
        assert without_keeper(listed, plan) == 0
        assert verdict(listed, plan)["repeat_pairs"] == 0
        assert certificate(listed, plan).lists == Wish(0, 0)


@pytest.mark.parametrize("method", ["redraw", "ranked", "snake"])
def test_every_method_gives_each_table_somebody_who_keeps_the_list(method: str) -> None:
    listed = with_keepers(field(24), 6)
    first = draw(DrawRequest(listed, 1, "x")).rounds
    ranking = tuple(entrant.id for entrant in listed)
    second = draw(DrawRequest(listed, 1, "x", method, first, ranking)).rounds
    assert without_keeper(listed, (*first, *second)) == 0
    assert verdict(listed, (*first, *second))["repeat_pairs"] == 0


def test_eleven_people_have_somebody_who_keeps_the_list_at_both_tables() -> None:
    listed = with_keepers(field(11), 2)
    plan = draw(DrawRequest(listed, 4, "x", larger_tables=True)).rounds
    assert without_keeper(listed, plan) == 0


def test_certificate_says_how_many_tables_nobody_can_keep_the_list_at() -> None:
    """Fewer who keep one than tables; or all meet, at best all four of them at one table."""
    few, all_meet = with_keepers(field(64), 12), with_keepers(field(16), 4)
    few_plan = draw(DrawRequest(few, 5, "x")).rounds
    assert certificate(few, few_plan).lists == Wish(20, 20, by_tables=20)
    full = draw(DrawRequest(all_meet, 5, "x")).rounds
    assert certificate(all_meet, full).lists == Wish(3, 3, by_tables=0)
    assert certificate(field(16), full).lists is None
    nobody = with_keepers(field(8), 0)
    assert certificate(nobody, draw(DrawRequest(nobody, 2, "x")).rounds).lists == Wish(4, 4, 4)


@pytest.mark.long
@pytest.mark.no_cover  # a search that takes four times as long when measured
@pytest.mark.parametrize("method", ["ranked", "snake"])
def test_couples_do_not_meet_by_the_standings(method: str) -> None:
    couples = tuple(replace(one, team=f"T{int(one.id) % 12}") for one in field(24))
    rounds = by_standings(couples, tries(3, 4), method)
    assert certificate(couples, rounds).same_team_pairs == Wish(0, 0)
    assert verdict(couples, rounds)["repeat_pairs"] == 0


@pytest.mark.parametrize("seed", ["1", "4"])
@pytest.mark.parametrize(("people", "rounds"), [(17, 3), (18, 3), (19, 3), (18, 4), (19, 4)])
def test_four_teams_at_four_tables_never_meet_themselves(
    people: int, rounds: int, seed: str
) -> None:
    """A design of order four, to which those beyond sixteen are added, reaches every bound."""
    entrants = in_teams(people, 4)
    plan = draw(DrawRequest(entrants, rounds, seed)).rounds

    found = certificate(entrants, plan)
    assert found.same_team_pairs == Wish(0, 0)
    assert found.repeated_pairs.is_best
    assert verdict(entrants, plan)["errors"] == 0


def test_the_fewest_repeats_cost_neither_team_nor_club_mates() -> None:
    clubs = [f"C{number % 3}" if number % 3 else None for number in range(1, 19)]
    entrants = tuple(
        replace(one, club=club) for one, club in zip(in_teams(18, 4), clubs, strict=True)
    )
    found = certificate(entrants, draw(DrawRequest(entrants, 3, "4")).rounds)

    assert found.repeated_pairs == Figure(4, 4)
    assert found.same_team_pairs == Wish(0, 0)
    assert found.same_club_pairs == Wish(12, 12, by_tables=12)


@pytest.mark.parametrize(
    "entrants", [with_keepers(shuffled_clubs(24), 6), in_teams(24, 6)], ids=["lists", "teams"]
)
def test_searches_end_where_more_steps_are_no_use(
    entrants: tuple[Entrant, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Processor time is held against that of before lists and teams counted: at most half more."""
    used = []
    for version in (3, VERSION):
        random = CountedRandom(1)
        monkeypatch.setattr("tournament.draw.plan.seeded", lambda _seed, lots=random: lots)
        draw(DrawRequest(entrants, 5, "x", version=version))
        used.append(random.numbers)
    assert 3 * used[1] < 2 * used[0]


@pytest.mark.parametrize("clubs", [False, True])
@pytest.mark.parametrize(
    ("people", "keepers", "rounds"),
    [(27, 6, 5), (30, 8, 5), (35, 8, 6), (39, 9, 7), (42, 11, 8), (50, 12, 9)],
)
def test_no_table_lacks_a_list_where_a_plan_is_known(
    people: int, keepers: int, rounds: int, *, clubs: bool
) -> None:
    entrants = with_keepers(shuffled_clubs(people) if clubs else field(people), keepers)
    found = certificate(entrants, draw(DrawRequest(entrants, rounds, "x")).rounds)

    assert found.lists == Wish(0, 0)
    assert found.repeated_pairs == Figure(0, 0)
    assert found.most_five_tables.is_best


@pytest.mark.parametrize(("people", "teams", "rounds"), [(24, 6, 5), (25, 6, 4), (31, 7, 4)])
def test_teams_are_the_tables_of_one_more_round(people: int, teams: int, rounds: int) -> None:
    entrants = in_teams(people, teams)
    found = certificate(entrants, draw(DrawRequest(entrants, rounds, "x")).rounds)

    assert found.same_team_pairs == Wish(0, 0)
    assert found.repeated_pairs == Figure(0, 0)


def test_older_draws_are_repeated_as_they_were(check) -> None:
    """Drawn by the programs of before 27. and 28.11.2026; proofs of then can still be checked."""
    listed = with_keepers(field(16), 4)
    teams = tuple(replace(one, team=f"T{int(one.id) % 8}") for one in listed)
    plan = draw(DrawRequest(listed, 3, "old", version=1)).rounds
    ranking = tuple(entrant.id for entrant in teams)
    request = DrawRequest(teams, 1, "old", "ranked", plan, ranking, version=1)
    five = [draw(DrawRequest(field(people), 5, "old", version=1)).rounds for people in (22, 23)]
    team_plan = draw(DrawRequest(in_teams(18, 4), 3, "old", version=2)).rounds
    third = [
        draw(DrawRequest(entrants, 5, "old", version=3)).rounds
        for entrants in (in_teams(24, 6), with_keepers(shuffled_clubs(24), 6))
    ]
    fourth = draw(DrawRequest(with_keepers(shuffled_clubs(30), 7), 5, "old", version=4)).rounds
    drawn = [(plan, draw(request).rounds), five, team_plan, third, fourth]
    assert [sha256(repr(each).encode()).hexdigest() for each in drawn] == OLD
    assert plan != draw(DrawRequest(listed, 3, "old")).rounds

    sealed = Commitment("a" * 32, Settings("herbst", 3, "plan", draw=1), Program("1", "0" * 64))
    again = draw(DrawRequest(listed, 3, sealed.seed(7), version=1)).rounds
    players = PlayerList([Player(f"Änne Nr. {one.id}", one) for one in listed])
    step = drawn_step(sealed, 7, players, again)
    assert "draw" not in step["settings"]
    assert check(proof_document([step])) == 0


OLD = [
    "5873d0d979f9ba9dff946b9a906fffbd8a6f0b40c0ade427c6f40c4ee2314d27",
    "2d439ce0d1d051135ef37860940bdaced84aa3ac6a265a3045fbec5b882b10f4",
    "c1f1d8f12075a79e2ff8b8f037c5102294a8d46618847c70bdfa4906017238e2",
    "4338bac812370bedb23d05b099e5df6851bd34ff90af95f8b9e3a28c82e7ab14",
    "a61274bd581ef864e4e5a5b5d24fd5568cc0d7fce28c41ff8f90b4baf8fcd11c",
]
