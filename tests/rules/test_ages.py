"""Categories by the year of birth: how they are typed, and who belongs to them."""

import re

import pytest

from tournament.people.rules.ages import LONGEST_NAME, NoAges, ages_in, by_age, year_of_birth

HOSTILE = "<script>Ł"
CATEGORIES = [["Senioren", None, 1966], ["Junioren", 2005, None], [HOSTILE, 1960, 1970]]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Senioren bis 1966", ["Senioren", None, 1966]),
        ("  Senioren:  until 1966 ", ["Senioren", None, 1966]),
        ("Senioren –1966", ["Senioren", None, 1966]),
        ("Junioren ab 2005", ["Junioren", 2005, None]),
        ("U 25 from 2001", ["U 25", 2001, None]),
        ("Mittelalter 1967–2004", ["Mittelalter", 1967, 2004]),
        ("Mittelalter: ab 1967 bis 2004", ["Mittelalter", 1967, 2004]),
        (f"{HOSTILE} bis 1966", [HOSTILE, None, 1966]),
        (f"{'ß' * LONGEST_NAME} bis 1966", ["ß" * LONGEST_NAME, None, 1966]),
    ],
)
def test_a_line_names_a_category_and_its_years(line, found) -> None:
    assert ages_in(f"\n{line}\n\n") == [found]


@pytest.mark.parametrize(
    "line",
    [
        *("Senioren", "1966", "bis 1966", "Senioren bis 66", "Senioren bis 3966", "Senioren 1966"),
        *("Senioren ab 2005 bis 1966", "Alte, Junge bis 1966", f"{'x' * 41} bis 1966"),
    ],
)
def test_a_line_without_name_or_years_is_told(line) -> None:
    with pytest.raises(NoAges) as wrong:
        ages_in(f"Junioren ab 2005\n{line}")
    assert wrong.value.line == line


@pytest.mark.parametrize(
    ("year", "tags", "found"),
    [
        ("1966", [], ["Senioren", HOSTILE]),
        ("1967", [], [HOSTILE]),
        ("2005", ["Damen"], ["Damen", "Junioren"]),
        ("2004", ["junioren", "Damen"], ["Damen"]),
        ("", ["Senioren", "Damen"], ["Senioren", "Damen"]),
        ("x", ["Senioren"], ["Senioren"]),
    ],
)
def test_the_year_decides_of_categories_by_age_alone(year, tags, found) -> None:
    once = by_age(tags, year, CATEGORIES)
    assert once == found
    assert by_age(once, year, CATEGORIES) == found


def test_a_category_that_is_none_any_more_goes() -> None:
    assert by_age(["Alte", "Damen"], "1950", CATEGORIES[:1], ["Alte"]) == ["Damen", "Senioren"]
    assert by_age(["Alte", "Damen"], "", CATEGORIES[:1], ["Alte"]) == ["Alte", "Damen"]


@pytest.mark.parametrize(
    ("typed", "year"),
    [
        *(("", ""), (" ", ""), ("1985", "1985"), (" 2026 ", "2026"), ("1.1.1985", "1985")),
        *(("01. 12. 1985", "1985"), ("1985-01-31", "1985"), ("1985-01-31 00:00:00", "1985")),
    ],
)
def test_of_a_date_the_year_counts(typed, year) -> None:
    assert year_of_birth(typed, 2026) == year


@pytest.mark.parametrize(
    "typed", ["85", "1800", "2027", "2030", "1985a", "1.1.85", "-1985", "１９８５", "1985\n1986"]
)
def test_what_is_no_year_is_refused(typed) -> None:
    with pytest.raises(ValueError, match=re.escape(typed.strip())):
        year_of_birth(typed, 2026)
