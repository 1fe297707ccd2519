"""Rankings over time: windows, averages, states, and who is one person."""

from datetime import date
from fractions import Fraction

import pytest

from tournament.rankings.rules import (
    Contradicted,
    Event,
    Line,
    Score,
    doubled,
    join_people,
    rank_averages,
    rank_states,
    read_answers,
    state_champions,
    window_start,
)


@pytest.mark.parametrize(
    ("on", "months", "first"),
    [
        (date(2026, 11, 28), 24, date(2024, 11, 29)),
        (date(2026, 3, 31), 1, date(2026, 3, 1)),
        (date(2024, 2, 29), 12, date(2023, 3, 1)),
        (date(2026, 1, 15), 1, date(2025, 12, 16)),
        (date(1, 2, 1), 24, date.min),
    ],
)
def test_window_ends_with_its_day(on: date, months: int, first: date) -> None:
    assert window_start(on, months) == first


def test_averages_are_exact_and_equal_ones_share_a_rank() -> None:
    """1/3 and 2/6 are equal, though no float of them need be; three rounds are too few for 4."""
    events = [
        Event("", (Score(1, 3, 1), Score(2, 3, 1), Score(3, 3, 9), Score(4, 2, 99))),
        Event("", (Score(2, 3, 1), Score(3, 3, -9), Score(5, 0, 0))),
    ]
    assert rank_averages(events, 3) == (
        Line(1, 1, 1, 3, 1),
        Line(1, 2, 2, 6, 2),
        Line(3, 3, 2, 6, 0),
    )
    assert rank_averages(events, 3)[1].average == Fraction(1, 3)
    assert [line.person for line in rank_averages(events, 4)] == [2, 3]


def test_states_count_the_best_result_above_0_once() -> None:
    """A state is one in any spelling; out of the ranking, below 0 or without a state is none."""
    events = [
        Event("Hessen", (Score(1, 3, 20, 1), Score(2, 3, 30), Score(3, 3, -1, 2))),
        Event("hessen", (Score(1, 3, 25, 1), Score(2, 3, 5, 2))),
        Event("HE", (Score(1, 3, 24, 1),)),
        Event("Thüringen", (Score(1, 3, 7, 1), Score(3, 3, 0, 2))),
        Event("", (Score(3, 3, 50, 1),)),
    ]
    assert rank_states(events) == (
        Line(1, 1, 4, 12, 32, (("Hessen", 25), ("Thüringen", 7))),
        Line(2, 2, 1, 3, 5, (("hessen", 5),)),
    )


def test_best_of_the_own_state_is_its_champion() -> None:
    scores = (Score(1, 3, 9, 1, "Bremen"), Score(2, 3, 8, 2, "Hessen"), Score(3, 3, 8, 2, "HE"))
    assert state_champions(Event("Hessen", scores)) == [2, 3]
    assert state_champions(Event("Bayern", scores)) == []
    assert state_champions(Event("", (Score(1, 3, 9, 1),))) == []


def test_files_that_share_a_key_are_of_one_tournament() -> None:
    """The second key of 0 is that of 2, whose first one is that of 3."""
    keys = [("a", "b"), ("c",), ("d", "b"), ("d",)]
    assert doubled(keys, lambda at: (at == 2,)) == {0: 2, 3: 2}
    assert doubled(keys, lambda _at: ()) == {2: 0, 3: 0}


def test_certain_pairs_are_joined_and_others_asked_about() -> None:
    joined = join_people([{0}, {1}, {2}], [(0, 1)], [(1, 2)], {})
    assert (joined.person, joined.asked) == ((0, 0, 2), ((1, 2),))
    joined = join_people([{0}, {1}, {2}], [(0, 1)], [(1, 2)], {(0, 2): True})
    assert (joined.person, joined.asked) == ((0, 0, 0), ())
    joined = join_people([{0}, {1}, {2}], [(0, 1)], [(1, 2)], {(0, 2): False})
    assert (joined.person, joined.asked) == ((0, 0, 2), ())


def test_who_has_played_together_is_two_and_nobody_guesses_which() -> None:
    """0 has the name and club of 1 and 2, who have met: which of them it is has to be said."""
    joined = join_people([{0}, {1}, {1}], [(0, 1), (0, 2), (1, 2)], [], {})
    assert (joined.person, joined.asked) == ((0, 1, 2), ((0, 1), (0, 2)))
    joined = join_people([{0}, {1}, {1}], [(0, 1), (0, 2), (1, 2)], [], {(0, 2): True})
    assert (joined.person, joined.asked) == ((0, 1, 0), ())


@pytest.mark.parametrize(
    ("played", "answers", "wrong"),
    [
        ([{0}, {0}], {(0, 1): True}, (0, 1)),
        ([{0}, {1}, {2}], {(0, 1): True, (1, 2): True, (0, 2): False}, (0, 1)),
    ],
)
def test_answers_may_not_contradict(
    played: list[set[int]], answers: dict[tuple[int, int], bool], wrong: tuple[int, int]
) -> None:
    with pytest.raises(Contradicted) as caught:
        join_people(played, [], [], answers)
    assert caught.value.pair == wrong


def test_answers_are_lines() -> None:
    labels = {"maier, uli; du": 0, "meyer, uli": 1, "a = b; c": 2, "d": 3}
    text = "\n".join(
        [
            "# so sagt Helga",
            "",
            "Maier, Uli;  DU = MEYER, Uli",
            "A = B; C != d",
            "d ? Meyer, Uli",
            "Maier, Uli; DU = Niemand",
            "Maier, Uli; DU",
        ]
    )
    answers = read_answers(text, labels)
    assert answers.same == {(0, 1): True, (2, 3): False}
    assert answers.unknown == ((6, "Maier, Uli; DU = Niemand"),)
    assert answers.unreadable == ((7, "Maier, Uli; DU"),)
