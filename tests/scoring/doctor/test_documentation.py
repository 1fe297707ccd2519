"""What docs/list-doctor.md says is what the doctor does."""

import doctest
from pathlib import Path

from scoring.doctor import Reason

PAGE = Path(__file__).parents[3] / "docs" / "list-doctor.md"


def test_the_examples_are_right():
    examples = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert (examples.attempted, examples.failed) == (7, 0)


def test_every_reason_is_explained():
    page = PAGE.read_text("utf-8")

    assert [reason for reason in Reason if f"`{reason.value}`" not in page] == []
