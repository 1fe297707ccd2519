"""Categories by the year of birth: "Senioren until 1966", as a club names them."""

import re
from collections.abc import Iterable, Sequence

from tournament.shared.rules.names import tidy

AgeCategory = Sequence[str | int | None]
"""Name, first and last year of birth, of which one may be missing: stored as JSON."""
MOST_CATEGORIES, LONGEST_NAME = 8, 40
YEAR = "(?:19|20)[0-9]{2}"
_BORN = re.compile(
    rf"(?:[0-9]{{1,2}}\. ?[0-9]{{1,2}}\. ?)?({YEAR})|({YEAR})-[0-9]{{2}}-[0-9]{{2}}(?:[ T][0:]+)?"
)
_FROM, _UNTIL = "(?:ab|seit|from|since)", "(?:bis|until|till|to|[-–—])"
_YEARS = [
    re.compile(form, re.IGNORECASE)
    for form in (
        f"(?P<name>.+?):? (?:{_FROM} )?(?P<first>{YEAR}) ?{_UNTIL} ?(?P<last>{YEAR})",
        f"(?P<name>.+?):? {_FROM} (?P<first>{YEAR})",
        f"(?P<name>.+?):? {_UNTIL} ?(?P<last>{YEAR})",
    )
]


class NoAges(ValueError):
    """A line that names no years, or none that anybody can have; `line` is as typed."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


def year_of_birth(text: str, this_year: int) -> str:
    """Return the year of a year or a date, of which nothing else is kept; "" of an empty text.

    Raises `ValueError`: two digits may be either century, and nobody is born after this year.
    """
    if not (text := text.strip()):
        return ""
    found = _BORN.fullmatch(text)
    year = (found[1] or found[2]) if found else ""
    if not year or int(year) > this_year:
        raise ValueError(text)
    return year


def ages_in(text: str) -> list[list[str | int | None]]:
    """Return the categories of a text, one a line. Raises `NoAges`."""
    ages: list[list[str | int | None]] = []
    for line in filter(None, map(tidy, text.splitlines())):
        found = next(filter(None, (form.fullmatch(line) for form in _YEARS)), None)
        if found is None:
            raise NoAges(line)
        parts = found.groupdict()
        first, last = (int(parts[key]) if parts.get(key) else None for key in ("first", "last"))
        name = parts["name"].strip()
        is_empty = first is not None and last is not None and first > last
        if is_empty or "," in name or len(name) > LONGEST_NAME:
            raise NoAges(line)
        ages.append([name, first, last])
    return ages


def by_age(
    tags: Iterable[str], year: str, categories: Iterable[AgeCategory], dropped: Iterable[str] = ()
) -> list[str]:
    """Return the categories of somebody born in a year: the typed ones, and those by age.

    Of the categories by age the year decides, whatever was typed; without a year what was typed
    stays. dropped: names that were categories by age until now.
    """
    tags, categories = list(tags), list(categories)
    if not re.fullmatch(YEAR, year):
        return tags
    decided = {str(name).casefold() for name, _first, _last in categories}
    decided |= {name.casefold() for name in dropped}
    born = int(year)
    own = [
        str(name)
        for name, first, last in categories
        if int(first or born) <= born <= int(last or born)
    ]
    return [*(tag for tag in tags if tag.casefold() not in decided), *own]
