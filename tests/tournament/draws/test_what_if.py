"""The effect of a few players more or fewer, on the page of the draw."""

import re

import pytest
from django.http import HttpResponse

from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_entries, make_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

DRAW = "/t/herbst/draw/"


def test_what_if_shows_the_numbers_around_this_one() -> None:
    make_entries(make_tournament(), 63)
    page = signed_in().get(DRAW)
    lines = page.context["what_ifs"]
    assert [(line.players, line.is_now) for line in lines] == [
        *((61, False), (62, False), (63, True), (64, False), (65, False))
    ]
    assert "61 14 1 62 13 2 63 12 3 64 16 0 65 15 1" in text_of(page)


def what_if_table(page: HttpResponse) -> list[list[str]]:
    """Return the cells of the table of neighbouring numbers, with its head."""
    table = page.content.decode().split("what-if")[1].split("</table>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in table.split("<tr")[1:]]
    return [[" ".join(cell.split()) for cell in row] for row in rows]


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"),
    [(63, 3, None), (20, 3, ["1", "1", "5", "5", "5"]), (63, 10, ["9 oder mehr"] * 5)],
)
def test_column_of_repeats_is_full_or_absent(
    players: int, rounds: int, repeats: list[str] | None
) -> None:
    """It is shown where any of the numbers has too few rounds without a repeat."""
    make_entries(make_tournament(rounds_planned=rounds), players)
    head, *rows = what_if_table(signed_in().get(DRAW))
    assert (head[-1] == "Runden ohne Wiederholung") == (repeats is not None)
    assert {len(row) for row in rows} == {len(head)}
    assert all(cell for row in rows for cell in row)
    if repeats is not None:
        assert [row[-1] for row in rows] == repeats
