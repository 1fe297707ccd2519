"""Text built as strings instead of templates escapes every name."""

import pytest

from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tournament.models import Person

pytestmark = pytest.mark.django_db

HOSTILE, ESCAPED = """<script>"x"&'y'</script>""", "&lt;script&gt;&quot;x&quot;&amp;&#x27;y&#x27;"
PAGES = [
    *("players/", "standings/", "rounds/1/", "rounds/1/seats/", "rounds/1/seats/?by=name"),
    *("rounds/1/result/", "rounds/1/totals/", "rounds/1/tables/1/"),
]


@pytest.mark.parametrize("has_results", [False, True])
def test_names_are_text_on_every_page(has_results: bool) -> None:
    tournament = make_drawn_tournament(4)
    Person.objects.update(last_name=HOSTILE)
    if has_results:
        enter_round(round_number(tournament, 1))
    client = signed_in()
    pages = {page: client.get(f"/t/herbst/{page}").content.decode() for page in PAGES}
    assert [page for page, shown in pages.items() if HOSTILE in shown or "<script>" in shown] == []
    assert [page for page, shown in pages.items() if shown.count(ESCAPED) < 4] == []
