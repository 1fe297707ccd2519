"""Every entry of a journal is sealed together with all before it."""

from dataclasses import replace

import pytest

from tournament.journal.rules import ChainedEntry, entry_seal, first_break

ENTRIES = [
    ChainedEntry("2026-11-07T09:00:00.000000+00:00", 1, "rounds_drawn", {"first": 1, "last": 3}),
    ChainedEntry("2026-11-07T09:01:00.000000+00:00", None, "round_published", {"round": 1}),
    ChainedEntry("2026-11-07T18:04:00.000000+00:00", 2, "sheet_corrected", {"reason": "Dreher ä"}),
]


def sealed(entries):
    seal, lines = "", []
    for entry in entries:
        seal = entry_seal(seal, entry)
        lines.append((entry, seal))
    return lines


def test_a_whole_chain_has_no_break():
    assert first_break(sealed(ENTRIES)) is None
    assert first_break([]) is None


def test_seal_is_what_anybody_computes():
    """printf '["Kreuzdame journal 1","","x",null,"a",{}]' | sha256sum"""
    assert entry_seal("", ChainedEntry("x", None, "a", {})) == (
        "39b63047a9f8ab10d19167bcf5c1ce12aded9da9f77bfabbff1c0c865306ef39"
    )


@pytest.mark.parametrize(
    "change",
    [{"at": "2026-11-07T09:01:01.000000+00:00"}, {"account": 2}, {"action": "x"}, {"data": {}}],
)
def test_changed_entry_breaks_the_chain_at_its_place(change):
    lines = sealed(ENTRIES)
    lines[1] = (replace(lines[1][0], **change), lines[1][1])
    assert first_break(lines) == 2


@pytest.mark.parametrize("place", [0, 1])
def test_removed_entry_breaks_the_chain_after_it(place):
    lines = sealed(ENTRIES)
    del lines[place]
    assert first_break(lines) == place + 1


def test_an_entry_put_in_breaks_the_chain():
    lines = sealed(ENTRIES)
    lines.insert(1, (ENTRIES[0], lines[0][1]))
    assert first_break(lines) == 2
