"""What there is to win, in sentences."""

import pytest

from tests.factories.words import text
from tournament.labels.points import short_euros
from tournament.lists.money import prize_sentences
from tournament.models import Pool
from tournament.prizes.rules import Ladder, Prize, PrizeKind

PLACE = Ladder(PrizeKind.PLACE)
LADIES = Ladder(PrizeKind.CATEGORY, "Damen")


def first_to_last(first: int, last: int) -> str:
    return text("Places %(first)s to %(last)s", first=first, last=last)


def place(number: int) -> str:
    return text("Place %(place)s", place=number)


def places(*amounts: int, ladder: Ladder = PLACE) -> list[Prize]:
    return [Prize(ladder, n, n, amount * 100) for n, amount in enumerate(amounts, 1)]


def each(amount: int) -> str:
    return text("%(prize)s each", prize=short_euros(amount * 100))


def told(*amounts: int) -> str:
    return ", ".join(short_euros(amount * 100) for amount in amounts)


@pytest.mark.parametrize(
    ("prizes", "expected"),
    [
        (places(100, 60, 40), [f"{first_to_last(1, 3)}: {told(100, 60, 40)}"]),
        (places(100), [f"{place(1)}: {told(100)}"]),
        (places(20, 20), [f"{first_to_last(1, 2)}: {each(20)}"]),
        (places(100, 20, 20, 10), [f"{first_to_last(1, 4)}: {told(100, 20, 20, 10)}"]),
        (
            [*places(100, 60), Prize(PLACE, 3, 6, 2_000), Prize(PLACE, 7, 7, 500)],
            [
                f"{first_to_last(1, 2)}: {told(100, 60)}",
                f"{first_to_last(3, 6)}: {each(20)}",
                f"{place(7)}: {told(5)}",
            ],
        ),
        # A place between without a prize, and several lines for one place.
        (
            [
                Prize(PLACE, 3, 3, 500),
                Prize(PLACE, 1, 1, 9_000),
                Prize(PLACE, 1, 1, 1_000, "Pokal"),
            ],
            [f"{place(1)}: {told(100)} + Pokal", f"{place(3)}: {told(5)}"],
        ),
        (places(30, ladder=LADIES), [f"Damen: {told(30)}"]),
        (places(30, 20, ladder=LADIES), [f"Damen, {first_to_last(1, 2)}: {told(30, 20)}"]),
        (
            places(9, ladder=Ladder(PrizeKind.ROUND, round=2)),
            [f"{text('Best in round %(round)s', round=2)}: {told(9)}"],
        ),
        (
            places(50, ladder=Ladder(PrizeKind.PLACE, pool=1)),
            [f"Topf: {text('Ranks')}: {told(50)}"],
        ),
    ],
)
def test_prizes_are_sentences(prizes, expected):
    assert prize_sentences(prizes, {1: Pool(pk=1, name="Topf")}) == expected
