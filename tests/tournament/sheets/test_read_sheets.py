"""Files of score sheets, good and hostile."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.errors import Refused
from tournament.imports import sheets
from tournament.imports.sheets import SheetRecord, UnreadableRecord, read_sheets
from tournament.labels.refusals import refusal_sentence

TOTALS = {"totals": [1, 1, -1, -1], "games_played": 24, "compulsory_solos": [1, 2, 3, 4]}


def file_of(*entries: object) -> bytes:
    return json.dumps({"sheets": entries}).encode()


def test_both_kinds_are_read_in_order() -> None:
    data = file_of(
        {"round": 2, "table": 7, "sheet": {"rows": []}}, {"round": 1, "table": 8, **TOTALS}
    )
    assert read_sheets(data) == (
        SheetRecord(2, 7, "rows", {"rows": []}),
        SheetRecord(1, 8, "totals", TOTALS),
    )


def test_byte_order_mark_is_no_harm() -> None:
    assert read_sheets(b"\xef\xbb\xbf" + file_of()) == ()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "sheets_file_not_json"),
        (b"{", "sheets_file_not_json"),
        (b"\xff\xfe{}", "sheets_file_not_json"),
        (b'{"sheets": [NaN]}', "sheets_file_not_json"),
        (b"[]", "sheets_file_without_sheets"),
        (b'"sheets"', "sheets_file_without_sheets"),
        (b'{"sheets": {}}', "sheets_file_without_sheets"),
        (b'{"sheets": [], "sheets": []}', "sheets_file_key_twice"),
        (b"[" * 100_000, "sheets_file_too_deep"),
        (b'{"sheets": ' + b"[" * 100_000, "sheets_file_too_deep"),
    ],
)
def test_file_that_is_none_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Refused, match=code):
        read_sheets(data)


def test_file_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "LARGEST_FILE", 20)
    with pytest.raises(Refused, match="sheets_file_too_large"):
        read_sheets(file_of({"round": 1, "table": 1, **TOTALS}))


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (None, "sheet_entry_no_object"),
        ([1], "sheet_entry_no_object"),
        ({}, "sheet_entry_without_place"),
        ({"round": "1", "table": 1}, "sheet_entry_without_place"),
        ({"round": True, "table": 1}, "sheet_entry_without_place"),
        ({"round": 0, "table": 1}, "sheet_entry_without_place"),
        ({"round": 1, "table": 10**30}, "sheet_entry_without_place"),
        ({"round": 1, "table": 1.0}, "sheet_entry_without_place"),
        ({"round": 1, "table": 1, "sheet": {}, "totals": []}, "sheet_entry_ambiguous"),
    ],
)
def test_entry_without_its_place_is_refused_alone(entry: object, code: str) -> None:
    good = {"round": 1, "table": 8, **TOTALS}
    unreadable, read = read_sheets(file_of(entry, good))
    assert (unreadable.number, unreadable.code, read) == (
        1,
        code,
        SheetRecord(1, 8, "totals", TOTALS),
    )


def test_entry_without_its_place_belongs_to_the_round_it_names() -> None:
    entries = ({"round": 10**6}, {"round": 2, "table": 5, "sheet": {}, "foo": 1}, {"table": 1})
    assert [record.round for record in read_sheets(file_of(*entries))] == [10**6, 2, None]


def test_meaningless_part_of_the_file_is_named() -> None:
    with pytest.raises(Refused) as refused:
        read_sheets(b'{"date": 1, "date": 2, "sheets": []}')
    assert "„date“" in refusal_sentence(refused.value)


def test_key_twice_refuses_the_entry() -> None:
    data = b'{"sheets": [{"round": 1, "round": 2, "table": 1}]}'
    assert read_sheets(data) == (UnreadableRecord(1, "sheet_entry_no_object"),)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
PLACES = st.fixed_dictionaries(
    {}, optional={"round": anything, "table": anything, "sheet": anything, "totals": anything}
)


@given(st.lists(anything | PLACES, max_size=4))
def test_every_entry_is_answered(entries: list) -> None:
    assert len(read_sheets(file_of(*entries))) == len(entries)
