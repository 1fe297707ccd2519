"""The letters in which a name fits on papers one keeps."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tournament.exports.pdf.letters import PLACES, letters_for

STYLES = Path(settings.BASE_DIR) / "templates/pdf/paper.css"
LONG = "Annabella-Christiane Freifrau Müller-Lüdenscheidt zu Hülshoff"


def test_every_size_is_a_class() -> None:
    written = re.findall(r"\.letters-(\d+) { font-size: (\d+)pt; }", STYLES.read_text("utf-8"))
    assert all(name == points for name, points in written)
    assert {int(points) for _name, points in written} == {
        points for place in PLACES.values() for points in place.sizes
    }


@pytest.mark.parametrize("place", PLACES)
def test_short_names_have_the_largest_letters_and_endless_ones_the_smallest(place: str) -> None:
    assert letters_for("Eva Li", place) == PLACES[place].sizes[0]
    assert letters_for("", place) == PLACES[place].sizes[0]
    assert letters_for(f"{'Ł' * 300} {'W' * 300}", place) == PLACES[place].sizes[-1]


@pytest.mark.parametrize("place", ["winner", "podium", "certificate"])
def test_long_names_are_smaller_and_keep_their_words_whole(place: str) -> None:
    assert PLACES[place].sizes[-1] < letters_for(LONG, place) < PLACES[place].sizes[0]
