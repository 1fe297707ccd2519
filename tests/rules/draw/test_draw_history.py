"""Drawing the remaining rounds when some have been played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.draws import field, quality_of, verdict, verified_quality
from tests.factories.effort import tries
from tournament.draw import DrawRequest, Entrant, Plan, draw


def continued(entrants: tuple[Entrant, ...], played: Plan, rounds: int, seed: str = "new") -> Plan:
    return draw(DrawRequest(entrants, rounds, seed, history=played.rounds))


@given(
    players=st.sampled_from([16, 22, 30, 48, 72, 73, 100]),
    played=st.integers(1, 3),
    more=st.integers(1, 2),
)
@settings(deadline=None, max_examples=tries(4, 15))
def test_redraw_is_measured_together_with_the_rounds_played(
    players: int, played: int, more: int
) -> None:
    entrants = field(players, [7, 5, 3])
    first = draw(DrawRequest(entrants, played, "old"))
    then = continued(entrants, first, more)
    assert len(then.rounds) == more
    assert then.quality == verified_quality(entrants, (*first.rounds, *then.rounds))
    assert then.quality.seat_imbalance <= 2


def test_redraw_of_the_last_rounds_repeats_no_pair_or_five_table() -> None:
    for players in (72, 75, 144):
        entrants = field(players, [9, 8, 5, 5])
        first = draw(DrawRequest(entrants, 2, "old"))
        quality = continued(entrants, first, 3).quality
        assert (quality.repeat_pairs, quality.same_club_pairs) == (0, 0)
        assert quality.five_table_repeats == 0


def test_redraw_one_round_at_a_time_keeps_seats_within_two() -> None:
    entrants = field(72)
    rounds = draw(DrawRequest(entrants, 1, "0")).rounds
    for number in range(1, 6):
        rounds += draw(DrawRequest(entrants, 1, str(number), history=rounds)).rounds
    figures = verdict(entrants, rounds)
    assert figures["repeat_pairs"] == 0
    assert figures["seat_imbalance_max"] <= 2
    assert figures["players_with_imbalance_over_1"] <= 72 // 5


def test_redraw_after_departures_and_arrivals_seats_those_present() -> None:
    everybody = field(77, [8, 6, 4])
    left, stayed, late = everybody[:3], everybody[3:72], everybody[72:]
    first = draw(DrawRequest(left + stayed, 2, "old"))
    then = continued(stayed + late, first, 2)
    stays = {entrant.id: {"to": 2} for entrant in left}
    stays |= {entrant.id: {"from": 3} for entrant in late}
    figures = verdict(everybody, (*first.rounds, *then.rounds), stays)
    assert (figures["repeat_pairs"], figures["same_club_pairs"]) == (0, 0)
    assert figures["five_table_excess"] == 0
    assert then.quality == quality_of(figures)


def test_redraw_puts_latecomers_at_the_five_table_first() -> None:
    entrants = field(25)
    first = draw(DrawRequest(entrants[:20], 2, "old"))
    second = continued(entrants, first, 1)
    third = draw(DrawRequest(entrants, 1, "x", history=(*first.rounds, *second.rounds)))
    assert not set(second.rounds[0][-1]) & set(third.rounds[0][-1])


def test_redraw_with_another_seed_is_another_draw() -> None:
    entrants = field(72)
    first = draw(DrawRequest(entrants, 1, "old"))
    assert continued(entrants, first, 2, "a") == continued(entrants, first, 2, "a")
    assert continued(entrants, first, 2, "a").rounds != continued(entrants, first, 2, "b").rounds
