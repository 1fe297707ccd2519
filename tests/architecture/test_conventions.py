"""Conventions that no linter knows."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
MOST_LINES = 600


def files(*patterns: str) -> Iterator[Path]:
    """Our files of these kinds: what lies in the packages of the project."""
    for package in ("scoring", "tournament", "templates", "tests", "tools"):
        for pattern in patterns:
            yield from sorted((PROJECT / package).rglob(pattern))


def findings(paths: Iterator[Path], pattern: str) -> list[str]:
    """Places where a pattern occurs."""
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
