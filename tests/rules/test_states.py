"""Federal states in every way of writing them."""

import pytest

from tournament.shared.rules.states import (
    AUSTRIAN,
    GERMAN,
    is_state,
    state_called,
    state_key,
)


@pytest.mark.parametrize("text", ["NRW", "Nordrhein-Westfalen", "bayern", "Tirol", "Baden-Württ"])
def test_federal_states_are_known_by_name_and_abbreviation(text: str) -> None:
    assert is_state(text) == (text != "Baden-Württ")


@pytest.mark.parametrize(
    "written",
    [
        *(["NI", "Nds.", " niedersachsen", "NIEDERSACHSEN ", "Lower Saxony", "Niedersachsen"],),
        *(["nrw", "N.R.W.", "NW", "Nordrhein Westfalen", "nordrhein-westfalen"],),
        *(["Thüringen", "Thueringen", "TH"], ["bw", "Baden - Wuerttemberg", "Baden-Württemberg"]),
        *(["Atlantis", " atlantis "], ["Österreich", "oesterreich"]),
    ],
)
def test_a_state_is_one_however_it_is_written(written: list[str]) -> None:
    assert len({state_key(each) for each in written}) == 1


def test_no_two_states_are_called_alike() -> None:
    """Each has its name, and an abbreviation of two letters that no other has."""
    assert (len(GERMAN), len(AUSTRIAN)) == (16, 9)
    for name, others in GERMAN.items():
        assert len(others.split()[0]) == 2
        assert {state_called(each) for each in (name, *others.split())} == {name}
    assert len({state_key(each) for each in (*GERMAN, *AUSTRIAN)}) == 25


@pytest.mark.parametrize(
    ("text", "name"), [("hh", "Hamburg"), ("  Atlantis ", "Atlantis"), ("", ""), ("WIEN", "Wien")]
)
def test_what_is_no_state_is_called_as_it_is_written(text: str, name: str) -> None:
    assert state_called(text) == name
    assert (name in GERMAN) == (name == "Hamburg")
