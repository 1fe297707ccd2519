"""Two people type the same sheet: the second is told, sees both, loses nothing."""

import pytest

from tests.factories.desk import (
    address_of,
    filled_in,
    form_fields,
    real_sheets,
    typed_rows,
    typed_totals,
)
from tests.factories.pages import signed_in, text_of
from tests.factories.submissions import current
from tournament.models import Role, SheetDraft

SHEET = real_sheets()[0]
TYPED = typed_rows(SHEET)
# Game 2 is +1 −1 −1 +1 on paper; the second typist reads twos.
MINE = {**TYPED, "l2": "+2 -2 -2 +2"}


def conflict(first, second, table, fields):
    """Return the second save of a sheet both opened while it was empty."""
    first.post(address_of(table), {"kind": "rows", **TYPED})
    return second.post(address_of(table), {"kind": "rows", **fields})


def test_second_save_shows_both_and_where_they_differ(typist, direction, table):
    page = conflict(direction, typist, table, MINE)
    assert page.status_code == 409
    differing = [line for line in page.context["lines"] if line.differs]
    assert [(line.place, line.before, line.after) for line in differing] == [
        ("Spiel 2", "Normalspiel: +1 / −1 / −1 / +1", "Normalspiel: +2 / −2 / −2 / +2"),
        ("Ergebnis von Position 1", "−1", "0"),
        ("Ergebnis von Position 2", "−29", "−30"),
        ("Ergebnis von Position 3", "+29", "+28"),
        ("Ergebnis von Position 4", "+1", "+2"),
    ]
    assert len(page.context["lines"]) == 28
    assert text_of(page).count("≠ verschieden") == 5
    assert "Die beiden unterscheiden sich an 5 Stellen." in text_of(page)
    assert current(table).number == 1


def test_totals_that_differ_at_two_positions_differ_in_two_places(typist, direction, table):
    direction.post(address_of(table), typed_totals(6, 2, -2, -6))
    page = typist.post(address_of(table), typed_totals(6, 2, -6, -2))
    differing = [line for line in page.context["lines"] if line.differs]
    assert [(line.place, line.before, line.after) for line in differing] == [
        ("Ergebnis von Position 3", "−2", "−6"),
        ("Ergebnis von Position 4", "−6", "−2"),
    ]
    assert (
        "Die beiden unterscheiden sich an 2 Stellen. Die Positionen 3 und 4 sehen vertauscht aus."
        in text_of(page)
    )


def test_second_save_leaves_what_was_typed_as_a_draft(typist, direction, table):
    conflict(direction, typist, table, MINE)
    page = typist.get(address_of(table))
    assert filled_in(form_fields(page)) == filled_in({"kind": "rows", **MINE})
    assert "Inzwischen hat jemand diese Liste gespeichert." in text_of(page)


def test_conflict_with_oneself_is_named_as_such(typist, direction, table):
    """Two windows of one account, both opened while the sheet was missing."""
    assert "in einem anderen Fenster" in text_of(conflict(typist, typist, table, MINE))


def test_conflict_names_who_else_has_saved(typist, direction, table):
    page = text_of(conflict(direction, typist, table, MINE))
    assert "während Sie tippten" in page
    assert "in einem anderen Fenster" not in page


@pytest.mark.alone
def test_mine_becomes_a_correction_with_a_reason(typist, direction, table):
    page = conflict(direction, typist, table, MINE)
    again = {name: text for name, text in page.context["fields"].items() if name != "reason"}
    choice = {**again, "kind": "rows", "based_on": "1", "reason": "Auf der Spielliste steht 2."}
    choice["draft"] = str(page.context["revision"])
    for name, text in choice.items():
        if name not in ("reason", "kind"):
            assert f'name="{name}" value="{text}"' in page.content.decode()
    typist.post(address_of(table), choice)
    assert current(table).number == 2
    assert current(table).reason == "Auf der Spielliste steht 2."
    assert current(table).content["rows"][1]["points"] == [2, -2, -2, 2]
    assert not SheetDraft.objects.exists()


@pytest.mark.alone
def test_theirs_stays_and_mine_is_discarded(typist, direction, table):
    page = conflict(direction, typist, table, MINE)
    typist.post(address_of(table), {"action": "discard", "draft": page.context["revision"]})
    assert not SheetDraft.objects.exists()
    assert current(table).number == 1
    assert form_fields(typist.get(address_of(table)))["based_on"] == "1"


def test_same_sheet_typed_twice_is_no_conflict(typist, direction, table):
    assert conflict(direction, typist, table, TYPED).status_code == 302
    assert current(table).number == 1


def test_list_and_totals_are_compared_by_their_totals(typist, direction, table):
    direction.post(address_of(table), typed_totals(12, -4, -20, 12))
    page = typist.post(address_of(table), {"kind": "rows", **TYPED})
    assert page.status_code == 409
    assert [(line.place, line.before, line.after) for line in page.context["lines"]] == [
        ("Ergebnis von Position 1", "+12", "−1"),
        ("Ergebnis von Position 2", "−4", "−29"),
        ("Ergebnis von Position 3", "−20", "+29"),
        ("Ergebnis von Position 4", "+12", "+1"),
    ]


def test_third_save_meets_the_conflict_again(typist, direction, table):
    third = signed_in(table.round.tournament, Role.TYPIST)
    conflict(direction, typist, table, MINE)
    typist.post(
        address_of(table), {"kind": "rows", **MINE, "based_on": "1", "reason": "Spiel 2 ist 2"}
    )
    page = third.post(address_of(table), {"kind": "rows", **TYPED, "based_on": "1"})
    assert page.status_code == 409
    assert page.context["current"].number == 2


def test_sheet_resent_after_a_correction_says_so_and_changes_nothing(typist, direction, table):
    """The answer was lost; meanwhile the direction has corrected the sheet."""
    mark = {"submission": "00000000-0000-4000-8000-000000000001"}
    fields = {"kind": "rows", **TYPED, **mark}
    typist.post(address_of(table), fields)
    direction.post(
        address_of(table), {"kind": "rows", **MINE, "based_on": "1", "reason": "verlesen"}
    )
    page = typist.post(address_of(table), fields, follow=True)
    assert "Seitdem wurde sie geändert" in text_of(page)
    assert current(table).number == 2


def test_sheet_with_a_mark_that_is_none_is_saved(typist, table):
    answer = typist.post(address_of(table), {"kind": "rows", **TYPED, "submission": "x"})
    assert answer.status_code == 302
    assert current(table).submission is None


def test_both_sheets_side_by_side_are_saved_once(typist, direction, table):
    """ "Mine is right", pressed twice on the page of the conflict."""
    page = conflict(direction, typist, table, MINE)
    fields = {
        **page.context["fields"],
        "kind": "rows",
        "based_on": "1",
        "submission": str(page.context["submission"]),
        "reason": "am Papier nachgesehen",
    }
    for _press in range(2):
        assert typist.post(address_of(table), fields).status_code == 302
    assert [version.number for version in table.versions.all()] == [1, 2]
