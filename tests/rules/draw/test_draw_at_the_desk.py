"""Numbers drawn one by one at the registration desk: the lot, and its proof by the replay."""

from collections import Counter
from random import Random

import pytest

from tests.factories.altered import resealed
from tests.factories.draws import field
from tests.factories.proofs import Document, at_the_desk
from tests.factories.replay import fault, on_the_wall
from tournament.draw.desk import desk_seats, fill_round, seat_arrivals
from tournament.draw.proof import Step, is_proven
from tournament.draw.quality import check_plan
from tournament.draw.table_sizes import CannotSeat, table_sizes

GOLDEN = [
    (4, "1-4"),
    (3, "1-3"),
    (1, "1-1"),
    (5, "2-1"),
    (8, "2-4"),
    (6, "2-2"),
    (9, "2-5"),
    (2, "1-2"),
    (7, "2-3"),
]
histories_of_desks = pytest.mark.parametrize(
    ("expected", "come"), [(12, 12), (12, 9), (12, 14), (13, 13)]
)


def test_the_lot_of_a_seed_is_this_one():
    drawn = desk_seats("4711", 9)
    assert [(seat.number, str(seat.place)) for seat in drawn] == GOLDEN


@pytest.mark.parametrize("people", [4, 5, 8, 23, 40, 61])
def test_every_place_is_drawn_once(people: int):
    sizes = table_sizes(people).sizes
    drawn = desk_seats("seed", people)
    assert sorted(seat.number for seat in drawn) == list(range(1, people + 1))
    assert Counter(seat.place.table for seat in drawn) == dict(enumerate(sizes, 1))
    assert len({seat.place for seat in drawn}) == people


def test_every_seed_gives_every_place_to_the_first_comer():
    first = Counter(desk_seats(str(seed), 8)[0].number for seed in range(800))
    assert sorted(first) == list(range(1, 9))
    assert min(first.values()) > 60


def test_numbers_for_no_tables_are_refused():
    with pytest.raises(CannotSeat):
        desk_seats("seed", 7)
    assert len(desk_seats("seed", 7, larger_tables=True)) == 7


@pytest.mark.parametrize("seed", range(30))
def test_who_is_there_is_seated_and_nobody_else(seed: int):
    random = Random(seed)
    expected = random.choice([8, 12, 13, 16, 21, 24, 30])
    come = random.randint(expected // 2, expected + 6)
    entrants = field(max(come, 12), [3])
    arrived = random.sample([one.id for one in entrants], min(len(entrants), expected))
    there = [one for one in entrants if random.random() < 0.9]
    if len(there) in (6, 7, 11):
        there = list(entrants)
    tables = seat_arrivals(str(seed), expected, arrived)
    seated = fill_round(there, tables)
    assert sorted(p for table in seated for p in table) == sorted(one.id for one in there)
    assert [f for f in check_plan(there, [seated]) if f.code != "keeps_no_list"] == []


def test_a_full_desk_stays_as_it_was_drawn():
    entrants = field(12)
    tables = seat_arrivals("seed", 12, [one.id for one in entrants])
    assert fill_round(entrants, tables) == tables


@histories_of_desks
def test_the_replay_proves_it(expected: int, come: int, check):
    document = at_the_desk(expected, come, gone=0)
    listed, drawn = document["steps"][:2]
    assert is_proven(drawn, listed)
    assert check(document, *on_the_wall(document)) == 0


def _forged(change) -> tuple[Document, Step, Step]:
    document = at_the_desk()
    change(document["steps"])
    document = resealed(document)
    return document, *document["steps"][:2]


def test_another_order_is_found(check, capsys):
    def exchange(steps):
        people = steps[1]["players"]
        people[3], people[4] = people[4], people[3]

    document, _listed, _drawn = _forged(exchange)
    assert check(document, *on_the_wall(document)) == 1
    assert [line.partition(",")[0] for line in fault(capsys)][:2] == ["SEAT OR NAME: round 1"] * 2


@pytest.mark.parametrize("changed", [{"expected": 13}, {"players": [{"id": "1"}]}])
def test_another_list_than_the_sealed_one_is_found(changed, check, capsys):
    document, listed, drawn = _forged(lambda steps: steps[0].update(changed))
    assert not is_proven(drawn, listed)
    assert check(document, *on_the_wall(document)) == 1
    assert fault(capsys)[0] == "LIST: not the one closed immediately before."
