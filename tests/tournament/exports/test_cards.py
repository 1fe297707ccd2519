"""Cards to be cut out: name tags and slips, read back."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from tests.factories.papers import A4, font_names, made, page_sizes, page_texts, read_pdf
from tests.factories.plans import make_planned_tournament
from tests.factories.tournaments import make_entries, make_tournament
from tournament.errors import Refused
from tournament.models import Entry, Person

pytestmark = pytest.mark.django_db
POINTS = 72 / 25.4
LONG = "Annabella Freifrau von Droste-Hülshoff zu Schwarzenberg"


def counted(pages: Iterable[str], words: str) -> list[int]:
    return [page.count(words) for page in pages]


def test_page_has_ten_tags_and_everybody_who_plays_has_one() -> None:
    tournament = make_tournament()
    make_entries(tournament, 13)
    Entry.objects.filter(number=13).update(status=Entry.Status.WITHDRAWN)
    Person.objects.filter(entries__number=2).update(first_name="", last_name=LONG)
    Person.objects.filter(entries__number=3).update(last_name="<b>Özdemir", first_name="=1+1")
    paper = read_pdf(made("tags", tournament))
    pages = page_texts(paper)
    assert counted(pages, "Herbstturnier") == [10, 2]
    assert all(f"Nr. {number}" in " ".join(pages) for number in range(1, 13))
    assert "Nr. 13" not in " ".join(pages)
    assert LONG in pages[0]
    assert "=1+1 <b>Özdemir" in pages[0]
    assert page_sizes(paper) == {A4}
    assert set(font_names(paper).values()) == {True}


@pytest.mark.parametrize("key", ["tags", "slips"])
def test_endless_names_are_smaller_and_not_cut(key: str) -> None:
    tournament = make_planned_tournament((4, 4))
    Person.objects.filter(entries__number=2).update(first_name="Ł" * 200, last_name="Ş" * 200)
    whole = "".join("".join(page_texts(read_pdf(made(key, tournament)))).split())
    assert ("Ł" * 200 in whole, "Ş" * 200 in whole, "…" in whole) == (True, True, False)


def test_tags_lie_where_the_sheet_is_cut() -> None:
    """Cards of 90 × 54 mm in the middle of the page; the name is in the middle of its card."""
    tournament = make_tournament()
    make_entries(tournament, 10)
    names = {entry.person.name for entry in tournament.entries.select_related("person")}
    found: list[tuple[float, float]] = []

    def visit(text: str, _cm, tm, _font, _size) -> None:
        if text.strip() in names:
            found.append((tm[4] / POINTS, 297 - tm[5] / POINTS))

    read_pdf(made("tags", tournament)).pages[0].extract_text(visitor_text=visit)
    lefts, tops = zip(*found, strict=True)
    assert [round(left - 6) for left in lefts] == [15, 105] * 5
    middles = [13.5 + 54 * row + 27 for row in range(5) for _ in range(2)]
    assert [abs(top - middle) < 5 for top, middle in zip(tops, middles, strict=True)] == [True] * 10


def test_slip_has_the_seat_of_every_round() -> None:
    tournament = make_planned_tournament((4, 5), (5, 4), (4,))
    (page,) = page_texts(read_pdf(made("slips", tournament)))
    words = "Tisch, darunter die Position"
    assert f"Engel, Erika Nr. 5 {words} R1 2 1 R2 1 5 R3 –" in page
    assert f"Arnold, Änne Nr. 1 {words} R1 1 1 R2 1 1 R3 1 1" in page
    assert page.count(words) == 9


def test_rounds_of_a_slip_are_evenly_spaced() -> None:
    tournament = make_planned_tournament(*[(4, 4)] * 8)
    found: list[float] = []

    def visit(text: str, _cm, tm, _font, size: float) -> None:
        if text.strip() in {f"R{number}" for number in range(1, 9)} and len(found) < 8:
            found.append(tm[4] / POINTS)

    read_pdf(made("slips", tournament)).pages[0].extract_text(visitor_text=visit)
    apart = [after - before for before, after in pairwise(found)]
    assert max(apart) - min(apart) < 0.2
    assert 15 + 6 < found[0] < found[-1] < 15 + 90 - 6


def test_many_rounds_are_in_rows() -> None:
    tournament = make_planned_tournament(*[(4, 4)] * 20)
    (page,) = page_texts(read_pdf(made("slips", tournament)))
    assert counted([page], "R20 ") == [8]


def test_there_are_no_slips_before_the_draw() -> None:
    with pytest.raises(Refused, match="unknown_round"):
        made("slips", make_tournament())
