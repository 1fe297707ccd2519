"""Two people type the same sheet: the second is told, sees both, loses nothing."""

import pytest
from django.utils.timezone import localtime

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
from tests.factories.words import text
from tournament.labels.sheets import suspicion_words
from tournament.models import Role, SheetDraft

SHEET = real_sheets()[0]
TYPED = typed_rows(SHEET)
# Game 2 is +1 −1 −1 +1 on paper; the second typist reads twos.
MINE = {**TYPED, "l2": "+2 -2 -2 +2"}


def conflict(first, second, table, fields):
    """Return the second save of a sheet both opened while it was empty."""
    first.post(address_of(table), {"kind": "rows", **TYPED})
    return second.post(address_of(table), {"kind": "rows", **fields})


def total_of(seat: int) -> str:
    return text("Total of position %(seat)s", seat=seat)


def saved_at(table) -> str:
    return f"{localtime(current(table).created_at):%H:%M}"


def test_second_save_shows_both_and_where_they_differ(typist, direction, table):
    page = conflict(direction, typist, table, MINE)
    assert page.status_code == 409
    differing = [line for line in page.context["lines"] if line.differs]
    assert page.context["lines"].index(differing[0]) == 1
    game_two = [cell.rpartition(": ")[2] for cell in (differing[0].before, differing[0].after)]
    assert game_two == ["+1 / −1 / −1 / +1", "+2 / −2 / −2 / +2"]
    assert [(line.place, line.before, line.after) for line in differing[1:]] == [
        (total_of(1), "−1", "0"),
        (total_of(2), "−29", "−30"),
        (total_of(3), "+29", "+28"),
        (total_of(4), "+1", "+2"),
    ]
    assert len(page.context["lines"]) == 28
    assert page.context["differences"] == 5
    assert text_of(page).count("≠ ") == 5
    assert current(table).number == 1


def test_totals_that_differ_at_two_positions_differ_in_two_places(typist, direction, table):
    direction.post(address_of(table), typed_totals(6, 2, -2, -6))
    page = typist.post(address_of(table), typed_totals(6, 2, -6, -2))
    differing = [line for line in page.context["lines"] if line.differs]
    assert [(line.place, line.before, line.after) for line in differing] == [
        (total_of(3), "−2", "−6"),
        (total_of(4), "−6", "−2"),
    ]
    told = text(
        "The two differ in one place.", "The two differ in %(counter)s places.", 2, counter=2
    )
    suspicion = suspicion_words([6, 2, -2, -6], [6, 2, -6, -2])
    assert suspicion
    assert f"{told}{suspicion}" in text_of(page)


def test_second_save_leaves_what_was_typed_as_a_draft(typist, direction, table):
    conflict(direction, typist, table, MINE)
    page = typist.get(address_of(table))
    assert filled_in(form_fields(page)) == filled_in({"kind": "rows", **MINE})
    assert page.context["draft_is_outdated"]


def test_conflict_with_oneself_is_named_as_such(typist, direction, table):
    """Two windows of one account, both opened while the sheet was missing."""
    page = conflict(typist, typist, table, MINE)
    oneself = "You have saved this sheet yourself at %(time)s, in another window."
    assert text(oneself, time=saved_at(table)) in text_of(page)


def test_conflict_names_who_else_has_saved(typist, direction, table):
    page = conflict(direction, typist, table, MINE)
    other = "%(who)s has saved this sheet at %(time)s, while you were typing."
    told = text(other, who=current(table).user, time=saved_at(table))
    assert told in text_of(page)


@pytest.mark.alone
def test_mine_becomes_a_correction_with_a_reason(typist, direction, table):
    page = conflict(direction, typist, table, MINE)
    again = {name: text for name, text in page.context["fields"].items() if name != "reason"}
    choice = {**again, "kind": "rows", "based_on": "1", "reason": "Papier sagt 2."}
    choice["draft"] = str(page.context["revision"])
    for name, typed in choice.items():
        if name not in ("reason", "kind"):
            assert f'name="{name}" value="{typed}"' in page.content.decode()
    typist.post(address_of(table), choice)
    assert current(table).number == 2
    assert current(table).reason == "Papier sagt 2."
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
        (total_of(1), "+12", "−1"),
        (total_of(2), "−4", "−29"),
        (total_of(3), "−20", "+29"),
        (total_of(4), "+12", "+1"),
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
    assert text("Since then it has been changed: see below.") in text_of(page)
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
