"""Conventions that no linter checks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
MOST_LINES = 600


def files(*patterns: str) -> Iterator[Path]:
    """Return our files of these kinds in the packages of the project."""
    for package in ("scoring", "tournament", "templates", "tests", "tools"):
        for pattern in patterns:
            yield from sorted((PROJECT / package).rglob(pattern))


def findings(paths: Iterator[Path], pattern: str) -> list[str]:
    """Return the places where a pattern occurs."""
    expression = re.compile(pattern, re.IGNORECASE)
    return [
        f"{path.relative_to(PROJECT)}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if expression.search(line)
    ]


def test_no_file_is_too_long():
    too_long = {
        str(path.relative_to(PROJECT)): lines
        for path in files("*.py", "*.html", "*.js", "*.css")
        if "migrations" not in path.parts
        and (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert too_long == {}


def test_no_file_is_named_for_nothing():
    vague = {"utils.py", "helpers.py", "misc.py", "common.py", "signals.py"}
    assert [path for path in files("*.py") if path.name in vague] == []


def test_tests_are_no_packages():
    """An `__init__.py` in tests/scoring would shadow the package scoring."""
    assert list((PROJECT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("script", r"<script(?![^>]*\bsrc=)"),
        ("style", r"<style|\sstyle="),
        ("handler", r"<[^>]*\son[a-z]+="),
        ("javascript address", r"javascript:"),
    ],
)
def test_templates_hold_nothing_inline(what, pattern):
    """The content security policy would refuse it. Paper is no page: it has no scripts at all."""
    pages = (path for path in files("*.html") if "pdf" not in path.parts)
    assert findings(pages, pattern) == []


LISTS = {
    "components/table.html",  # the list itself
    "direction/plan.html",  # rounds in groups, published and not
    "direction/round_seats.html",  # people at their tables
    "direction/teams.html",  # members of each, with buttons
    "installation/home.html",  # the first thing one sees
    "money/prizes_lines.html",  # read aloud, each with its switch
    "money/promised.html",  # ticked row by row, and sent
}
NO_LISTS = {
    "components/columns.html",  # a choice for each column of a file
    "desk/compare.html",  # two typings of one sheet, row beside row
    "desk/deduction_answer.html",  # before and after, of one player
    "desk/rows.html",  # the sheet that is typed
    "desk/sheet_read.html",  # the workbook has every game
    "desk/totals_table.html",
    "direction/draw_compare.html",  # its columns are what is compared
    "direction/draw_preview.html",  # what the plan has
    "direction/plan_papers.html",  # links to papers
    "direction/players_import_rows.html",  # answered row by row
    "direction/print.html",  # links to papers
    "direction/proof_papers.html",  # links to papers
    "direction/rehearsal_day.html",  # a sheet of paper
    "direction/round_tables.html",  # polled: the page around it offers the file
    "direction/seats_preview.html",  # before and after, of what is sent with a form
    "direction/team_groups.html",  # numbers that are typed
    "direction/what_if_table.html",  # sentences across its columns
    "money/lines.html",  # lines that are typed
    "money/taken.html",  # a sum; what was taken is a list beside it
    "phones/seats_now.html",  # without an account there are no files
    "phones/table.html",
    "series/preview.html",  # answered row by row
}


def test_lists_on_pages_use_the_one_class_and_offer_their_file():
    """Lists by hand, and tables and cards that are no list, are named here with the reason."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for path in files("*.html"):
        text = path.read_text()
        drawn = '<table|class="(?:cards|game-tables|table-rows)"'
        if "pdf" not in path.parts and re.search(drawn, text):
            offers = '"components/files.html"' in text
            found[offers].add(path.relative_to(PROJECT / "templates").as_posix())
    assert found == {True: LISTS, False: NO_LISTS}


def test_no_page_loads_anything_from_elsewhere():
    """The hall has no internet. Namespaces of SVG are names, not addresses."""
    ours = (
        path
        for path in files("*.html", "*.js", "*.css", "*.svg")
        if not {"tests", "tools"} & {*path.parts}
    )
    pattern = r"""(?:https?:)?//(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]{2,}(?=[/"'\s)])"""
    assert findings(ours, pattern) == []


def test_forms_that_post_carry_their_token():
    lacking = [
        str(path.relative_to(PROJECT))
        for path in files("*.html")
        for form in re.findall(r"<form[^>]*post.*?</form>", path.read_text(), re.DOTALL | re.I)
        if "{% csrf_token %}" not in form
    ]
    assert lacking == []
