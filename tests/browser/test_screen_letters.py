"""One size of letters for the names of a page in the hall: the largest at which all are whole."""

import pytest
from playwright.sync_api import Page

from tests.browser.test_screen_formats import SETTLED, make_long_names, play
from tests.factories.browsing import signed_in
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_owner
from tournament.models import Person
from tournament.stage.rules import Picture

pytestmark = pytest.mark.django_db(transaction=True)

# The sizes of all last names, relative to the picture's height; the most lines a name has; and
# whether letters that are a little larger would take another page, or cut a name or break it.
LETTERS = """() => {
    const list = document.querySelector("[data-paged]");
    const names = [...list.querySelectorAll(".name")];
    const sizeOf = (each) => parseFloat(getComputedStyle(each).fontSize);
    const lines = (name) => Math.round(name.clientHeight / (1.1 * sizeOf(list)));
    const pages = () => Math.round(list.scrollWidth / list.clientWidth);
    const sizes = new Set(names.map((name) => sizeOf(name.querySelector("b"))));
    const most = Math.max(...names.map(lines));
    const before = pages();
    const [size] = sizes;
    const isWhole = names.every((name) => name.scrollWidth <= name.clientWidth + 1);
    list.style.setProperty("--row", 0);
    list.style.fontSize = `${size * 1.08}px`;
    const isTight = pages() > before || names.some((name) =>
        lines(name) > most || name.scrollWidth > name.clientWidth + 1);
    const first = names.map((name) => name.querySelector("small")).filter(Boolean);
    const isSmaller = first.every((each) => sizeOf(each) < size);
    return [sizes.size, most, isWhole, isTight, isSmaller, size / innerHeight];
}"""


def letters(page: Page, picture: str, width: int, height: int) -> list:
    """Return what `LETTERS` measures of a picture in one format."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/t/herbst/beamer/pictures/{picture}/")
    page.evaluate(SETTLED, [width, height])
    return page.evaluate(LETTERS)


@pytest.mark.parametrize("picture", [Picture.SEATS, Picture.STANDINGS])
def test_all_names_of_a_picture_have_the_largest_letters_that_fit(page: Page, picture: str) -> None:
    tournament = make_drawn_tournament(44, rounds_planned=2)
    play(tournament, 1)
    signed_in(page, make_owner())
    sizes = []
    for format in ((1920, 1080), (1024, 768)):
        *found, size = letters(page, picture, *format)
        assert found == [1, 1, True, True, True]
        sizes.append(size)
    assert min(sizes) > 0.04


def test_a_name_has_two_lines_rather_than_tiny_letters(page: Page, db) -> None:
    make_long_names(176)
    signed_in(page, make_owner())
    found = []
    for format in ((1920, 1080), (1024, 768)):
        one_size, lines, is_whole, *_, size = letters(page, Picture.SEATS, *format)
        found.append((one_size, lines, is_whole, size * format[1] > 0.03 * min(format)))
    assert found == [(1, 2, True, True)] * 2


def test_one_monstrous_name_shrinks_nobody_else(page: Page, db) -> None:
    tournament = make_drawn_tournament(44)
    signed_in(page, make_owner())
    before = letters(page, Picture.SEATS, 1920, 1080)[-1]
    monster = tournament.entries.get(number=7).person
    Person.objects.filter(pk=monster.pk).update(last_name="W" * 200)
    page.goto("/t/herbst/beamer/pictures/seats/")
    page.evaluate(SETTLED, [1920, 1080])
    size = """parseFloat(getComputedStyle(document.querySelector(
        ".name:not(.is-broken) b")).fontSize) / innerHeight"""
    assert page.evaluate(size) > 0.9 * before
