"""The bar of a tournament's pages: each page lies in one of the five places."""

import pytest

from tests.factories.addresses import parameters, patterns
from tests.factories.tournaments import make_tournament
from tournament.templatetags.bar import _tabs

WITH_A_BAR = sorted(name for name in patterns() if "slug" in parameters(name))


@pytest.mark.parametrize("name", WITH_A_BAR)
def test_every_page_lies_in_one_place(db, name: str):
    marked = [place.key for place in _tabs(make_tournament(), None, name) if place.here]
    assert len(marked) == 1


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("totals-lane", "r"),
        ("seats-swap", "r"),
        ("seats-by-hand", "r"),
        ("plan", "r"),
        ("verification-decision", "r"),
        ("sheet", "r"),
        ("print-plan", "d"),
        ("round-result", "e"),
    ],
)
def test_page_lies_where_one_looks_for_it(db, name: str, key: str):
    (marked,) = [place for place in _tabs(make_tournament(), None, name) if place.here]
    assert marked.key == key
