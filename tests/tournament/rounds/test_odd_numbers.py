"""Numbers of rounds and tables in addresses that no round and no table can have."""

import pytest

from tests.factories.pages import signed_in
from tests.factories.rounds import make_drawn_tournament

pytestmark = pytest.mark.django_db

# Python itself reads no more than 4,300 digits.
ODD = ["0", "99", "-1", "9" * 20, "9" * 5000, "1" * 5000, "²", "١", "1.0", "a\0b"]


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:3] + str(len(odd)))
@pytest.mark.parametrize("page", ["standings/", "print/standings/"])
def test_standings_after_an_impossible_round_are_not_found(page: str, odd: str) -> None:
    make_drawn_tournament(8)
    assert signed_in().get(f"/t/herbst/{page}", {"after": odd}).status_code == 404


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:3] + str(len(odd)))
def test_impossible_table_is_reported_on_the_missing_sheet_page(odd: str) -> None:
    make_drawn_tournament(8)
    page = signed_in().get("/t/herbst/rounds/1/board/", {"table": odd})
    assert (page.status_code, "gibt es keinen Tisch" in page.content.decode()) == (200, True)
