"""Which paragraph of the rules stands in which code, and which test holds it, as a page.

    python scripts/rules_index.py

prints docs/rules-index.md. A paragraph is named in the code as "TSR 4.2.3", "rules.md 5.6" or
"rule-sets.md 3.6"; its tests are those that name it as well, or else those of its modules.
"""

import re
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
CODE, TESTS = ("scoring", "tournament"), ("tests",)
SOURCES = {
    "TSR": "Turnier-Spielregeln of the DDV, edition of 21.02.2026",
    "rules.md": "our digest of them",
    "rule-sets.md": "our digest of the other rules",
}
NUMBER = r"\d+(?:\.\d+)*(?:\s?[a-f]\b)?"
CITED = re.compile(
    rf"\b(TSR|rules\.md|rule-sets\.md)\s(?:section\s)?({NUMBER}(?:(?:,|\sand|\sto)\s(?:TSR\s)?{NUMBER})*)"
)
HEAD = """# Index of the rules

Where each paragraph of the rules stands in the code, and the tests that hold it. Written by
`scripts/rules_index.py` from the code itself; a test compares.
"""


def cited(text: str) -> set[tuple[str, str]]:
    """Return the paragraphs that a file names, each with its source."""
    joined = re.sub(r"\n\s*(?:#\s)?", " ", text)
    return {
        (source, number.replace(" ", ""))
        for source, numbers in CITED.findall(joined)
        for number in re.findall(NUMBER, numbers)
    }


@cache
def text_of(path: Path) -> str:
    """Return what a file says."""
    return path.read_text(encoding="utf-8")


@cache
def python_files(rooms: tuple[str, ...]) -> list[Path]:
    """Our files, in the order of their paths."""
    paths = (path for room in rooms for path in sorted((PROJECT / room).rglob("*.py")))
    return [path for path in paths if "migrations" not in path.parts]


def paragraphs(rooms: tuple[str, ...]) -> dict[tuple[str, str], list[str]]:
    """Return the files that name each paragraph."""
    found: dict[tuple[str, str], list[str]] = {}
    for path in python_files(rooms):
        for paragraph in cited(text_of(path)):
            found.setdefault(paragraph, []).append(str(path.relative_to(PROJECT)))
    return found


@cache
def tests_of(module: str) -> list[str]:
    """Return the tests that import a module, or else its package."""
    name = module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    imported = re.compile(rf"(?:from|import) {re.escape(name)}\b")
    found = [
        str(path.relative_to(PROJECT))
        for path in python_files(TESTS)
        if path.name.startswith("test_")
        and name in text_of(path)
        and imported.search(text_of(path))
    ]
    return found if found or "/" not in module else tests_of(module.rpartition("/")[0])


def page() -> str:
    """Return the whole page."""
    by_code, by_test = paragraphs(CODE), paragraphs(TESTS)
    lines = [HEAD]
    for source, words in SOURCES.items():
        lines += [f"## {source}: {words}", "", "| paragraph | code | tests |", "|---|---|---|"]
        in_code = {number: found for (of, number), found in by_code.items() if of == source}
        for number in sorted(in_code, key=_in_order):
            files = in_code[number]
            named = [test for test in by_test.get((source, number), ()) if "/test_" in test]
            tests = named or [test for file in files for test in tests_of(file)]
            lines.append(f"| {number} | {_told(files)} | {_told(tests)} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _in_order(number: str) -> list[tuple[int, str]]:
    parts = re.findall(r"(\d+)([a-f]?)", number)
    return [(int(digits), letter) for digits, letter in parts]


def _told(files: list[str]) -> str:
    """The first four files, and whether there are more."""
    shown = [f"`{file}`" for file in dict.fromkeys(files)]
    more = " and more" if len(shown) > 4 else ""
    return "<br>".join(shown[:4]) + more


if __name__ == "__main__":
    print(page(), end="")
