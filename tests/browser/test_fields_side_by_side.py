"""Fields side by side: what is typed stands at one height, and no choice is cut short."""

import pytest
from playwright.sync_api import Page

from tests.factories.browsing import overflow, signed_in
from tests.factories.tournaments import make_owner

pytestmark = pytest.mark.django_db(transaction=True)

HEIGHTS = """
rows => rows.flatMap(row => {
  const lines = new Map();
  for (const field of row.querySelectorAll(".field")) {
    const typed = field.querySelector("input:not([type=checkbox]), select");
    if (!typed) continue;
    const line = field.getBoundingClientRect().top;
    lines.set(line, [...(lines.get(line) ?? []), typed.getBoundingClientRect().top]);
  }
  return [...lines.values()];
})
"""
CUT_SHORT = """
selects => selects.filter(select => {
  const whole = select.cloneNode(true);
  whole.style.cssText = "position: absolute; max-width: none";
  document.body.append(whole);
  const isCut = whole.offsetWidth > select.offsetWidth;
  whole.remove();
  return isCut;
}).length
"""
"""A choice that is as wide as it would be by itself shows its longest words whole."""


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("address", ["/leagues/new/", "/series/new/"])
def test_folded_fields_stand_at_one_height_and_are_read_whole(
    page: Page, transactional_db, address: str, language: str
) -> None:
    signed_in(page, make_owner(), language=language)
    page.goto(address)
    page.locator("main details").evaluate_all("all => all.forEach(each => each.open = true)")
    rows = page.locator(".field-row").evaluate_all(HEIGHTS)
    assert max(map(len, rows)) > 2
    assert [line for line in rows if max(line) - min(line) > 1] == []
    assert page.locator(".field-row select").evaluate_all(CUT_SHORT) == 0
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0
