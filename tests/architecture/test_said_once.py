"""What an object declares is written there and repeated nowhere else."""

import ast
import re
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from scoring.english import OTHER_REFUSALS, REFUSALS, SENTENCES, Sentence
from scoring.penalties import RULES
from tests.architecture.texts import PROJECT, texts_in_template
from tests.factories.read_python import nodes
from tournament.labels import refusals
from tournament.prizes.rules import ORDERS, PrizeKind
from tournament.stage.rules import Picture
from tournament.standings.rules.rankings import GROUPS, GroupKind


@cache
def strings_of_product() -> dict[Path, frozenset[str]]:
    """Return every string of the product's Python and every text of its templates, by file."""
    found = {}
    for package in ("scoring", "tournament"):
        for path in (PROJECT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                texts = (each.value for each in nodes(path) if isinstance(each, ast.Constant))
                found[path] = frozenset(text for text in texts if isinstance(text, str))
    for path in (PROJECT / "templates").rglob("*.html"):
        found[path] = frozenset(text for _context, text, _plural in texts_in_template(path))
    return found


def files_saying(text: str) -> list[str]:
    """Return the files that contain exactly this string."""
    by_file = strings_of_product().items()
    return sorted(str(path.relative_to(PROJECT)) for path, said in by_file if text in said)


def test_text_of_a_finding_is_in_one_file() -> None:
    said = [*SENTENCES.values(), REFUSALS.values(), OTHER_REFUSALS.values()]
    flat = chain.from_iterable((each,) if isinstance(each, Sentence) else each for each in said)
    texts = {sentence.text for sentence in flat}

    assert {text: files_saying(text) for text in texts} == {
        text: ["scoring/english.py"] for text in texts
    }


MADE_UP = {"tournament/rehearsal/rules.py", "tournament/tournaments/writes/example.py"}
"""Where a penalty is played at random, or by the example."""


@pytest.mark.parametrize("paragraph", sorted(RULES))
def test_penalty_is_in_the_catalogue_and_in_the_rulings(paragraph: str) -> None:
    assert files_saying(RULES[paragraph].words) == ["scoring/penalties.py"]
    assert {*files_saying(paragraph)} - MADE_UP == {
        "scoring/penalties.py",
        "scoring/referee/rulings.py",
    }


@pytest.mark.parametrize(
    "text",
    [
        "provisional: %(tables_in)s of %(tables_all)s table",
        "All tables entered",
        "Provisional, %(objections)s",
        "Changed since it was declared final (%(time)s)",
        "Final · checksum %(checksum)s",
        "final since %(frozen_since)s",
        "ended after %(rounds)s of %(planned)s rounds",
    ],
)
def test_certainty_of_a_list_is_in_one_table(text: str) -> None:
    assert files_saying(text) == ["tournament/lists/notes.py"]


PRIZES, RANKINGS = "tournament/prizes/rules.py", "tournament/standings/rules/rankings.py"


@pytest.mark.parametrize("kind", [kind for kind in PrizeKind if kind is not PrizeKind.PLACE])
def test_prize_kind_is_known_only_where_declared(kind: PrizeKind) -> None:
    """Exception: prizes for places, which are proposed and chosen first."""
    assert files_naming(f"PrizeKind.{kind.name}") == [PRIZES]
    if kind is not PrizeKind.ROUND:  # a best round is told of in a report as well
        assert files_saying(ORDERS[kind].choice) == [PRIZES]


@pytest.mark.parametrize("kind", list(GroupKind))
def test_group_ranking_is_known_only_where_declared(kind: GroupKind) -> None:
    """Exceptions: prizes that follow one, `names_of_groups`, pairs, leagues, groups of teams."""
    others = {
        PRIZES,
        "tournament/league/writes/days.py",
        "tournament/standings/reads/rankings.py",
        "tournament/standings/writes.py",
        "tournament/views/direction/standings.py",
    }

    assert {*files_naming(f"GroupKind.{kind.name}")} - others == {RANKINGS}
    assert files_saying(GROUPS[kind].ranking) == [RANKINGS]


def files_naming(member: str) -> list[str]:
    """Return the Python files that name a member of an enumeration."""
    named = re.compile(rf"\b{re.escape(member)}\b")
    return sorted(
        str(path.relative_to(PROJECT))
        for path in strings_of_product()
        if path.suffix == ".py" and named.search(path.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize("word", ["ja", "nein", "wahr", "falsch"])
def test_spellings_of_yes_and_no_are_in_one_place(word: str) -> None:
    assert files_saying(word) == ["tournament/shared/rules/typed.py"]


@pytest.mark.parametrize("sign", ["[+\\-−–]", "(?:€|eur", "'(?=[=+"])
def test_spellings_of_figures_and_amounts_are_in_one_place(sign: str) -> None:
    """Patterns for minus signs, amounts, and the sign put before what would be a formula."""
    found = {
        str(path.relative_to(PROJECT))
        for path, texts in strings_of_product().items()
        if path.is_relative_to(PROJECT / "tournament") and any(sign in text for text in texts)
    }

    assert found == {"tournament/shared/rules/typed.py"}


def test_a_refusal_has_one_sentence() -> None:
    """The tables are merged into one, where a later entry would hide an earlier one."""
    tables = {name: each for name, each in vars(refusals).items() if name.endswith("_REFUSALS")}
    codes = [code for table in tables.values() for code in table]

    assert sorted(codes) == sorted(set(codes))
    assert len(tables) > 1


FIRST_SHOWN = "tournament/models/stage.py"
"""Where the picture is set that screens begin with."""


@pytest.mark.parametrize("picture", list(Picture))
def test_picture_of_the_hall_is_known_only_where_declared_and_made(picture: Picture) -> None:
    """Exceptions: the first picture, and what some of them release."""
    others = {"tournament/stage/writes.py", "tournament/stage/reads.py"}

    assert {*files_naming(f"Picture.{picture.name}")} - others - {FIRST_SHOWN} == {
        "tournament/stage/rules.py",
        "tournament/views/stage/screens.py",
    }
