"""Facts of rows: the journal's last state, and where the database differs."""

import pytest

from tournament.journal.rules import Difference, differences, hashed, last_facts

SEAT, MOVED = {"table": 1, "entry": 7}, {"table": 2, "entry": 7}


def test_last_fact_of_a_row_counts_and_a_deleted_row_has_none() -> None:
    entries = [{"seat:1": SEAT, "seat:2": SEAT}, {}, {"seat:1": MOVED, "seat:2": None}]
    assert last_facts(entries) == {"seat:1": MOVED}


def test_a_row_deleted_and_written_again_is_there() -> None:
    assert last_facts([{"seat:1": SEAT}, {"seat:1": None}, {"seat:1": MOVED}]) == {"seat:1": MOVED}


@pytest.mark.parametrize("forged", [[], None, "x", {"seat:1": 7}, {"seat:1": []}])
def test_a_forged_entry_does_not_stop_the_reading(forged: object) -> None:
    facts = last_facts([{"seat:2": SEAT}, forged])  # type: ignore[list-item]
    assert facts == {"seat:2": SEAT}


def test_differences_are_named_by_row_and_field() -> None:
    stored = {"seat:1": MOVED, "seat:2": SEAT, "seat:3": SEAT}
    told = {"seat:1": SEAT, "seat:2": SEAT, "seat:4": MOVED}
    assert list(differences(stored, told)) == [
        Difference("seat:1", "table", 2, 1),
        Difference("seat:3", None, SEAT, None),
        Difference("seat:4", None, None, MOVED),
    ]


def test_field_known_to_one_side_only_is_not_compared() -> None:
    """It was added to the program, or removed, since the entry was written."""
    assert list(differences({"seat:1": SEAT | {"new": 1}}, {"seat:1": SEAT | {"old": 2}})) == []


def test_hash_differs_for_every_value_and_salt() -> None:
    hashes = {hashed(salt, value) for salt in ("", "a") for value in (None, "", "Änne", [1], {})}
    assert len(hashes) == 10
    assert hashed("a", {"x": 1, "y": 2}) == hashed("a", {"y": 2, "x": 1})
