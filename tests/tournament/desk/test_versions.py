"""Every version of a sheet: who, why, and what changed."""

from tests.factories.desk import address_of, real_sheets, typed_rows, typed_totals
from tests.factories.pages import figures_in, text_of
from tests.factories.submissions import journal
from tests.factories.words import entry, text
from tournament.labels.sheets import penalty_words
from tournament.models import SheetKind
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty, revoke_penalty

SHEET = real_sheets()[0]
TYPED = typed_rows(SHEET)
CHANGED = {**TYPED, "l2": "+2 -2 -2 +2"}


def save(client, table, fields, **more):
    answer = client.post(address_of(table), {"kind": "rows", **fields, **more})
    assert answer.status_code == 302


def history(client, table) -> list[dict]:
    return client.get(address_of(table, "sheet-versions")).context["history"]


def test_versions_name_person_reason_and_changes(typist, direction, referee, table):
    save(typist, table, TYPED)
    save(direction, table, CHANGED, based_on="1", reason="Spiel 2 war 2 wert")
    second, first = history(referee, table)
    assert (first["version"].number, first["differences"]) == (1, [])
    assert second["version"].reason == "Spiel 2 war 2 wert"
    assert [figures_in(each) for each in second["differences"]] == [
        ["1", "0", "−1"],
        ["2", "−30", "−29"],
        ["3", "+28", "+29"],
        ["4", "+2", "+1"],
        ["2", "+2", "−2", "−2", "+2", "+1", "−1", "−1", "+1"],
    ]
    page = text_of(referee.get(address_of(table, "sheet-versions")))
    assert str(second["version"].user) in page
    assert " ".join(second["differences"]) in page


def test_rows_over_totals_say_that_the_kind_changed(typist, table):
    save(typist, table, typed_totals(*SHEET["totals"]))
    save(typist, table, TYPED, based_on="1")
    second, _first = history(typist, table)
    after, before = (str(SheetKind(kind).label) for kind in ("rows", "totals"))
    kinds = text("Entered as: %(after)s, before: %(before)s.", after=after, before=before)
    assert second["kind_changed"] == kinds
    assert second["differences"] == []


def test_version_shows_everything_it_holds(typist, table):
    line = {"x1-rule": "9.3.2", "x1-offender": "2", "x1-row": "4", "x1-initials": "KS"}
    save(typist, table, {**TYPED, **line})
    (only,) = history(typist, table)
    lines = [figures_in(line) for line in only["lines"].values()]
    assert lines[0] == ["1", "+15", "−5", "−5", "−5"]
    assert lines[23] == ["1", "+6", "−2", "−2", "−2"]
    (penalty,) = only["version"].content["penalties"]
    assert only["lines"][f"{text('Penalty')} 1"] == penalty_words(penalty)
    assert len(lines) == 26


def test_table_without_a_sheet_says_so(typist, table):
    page = typist.get(address_of(table, "sheet-versions"))
    assert text("The score sheet of this table is not in yet.") in text_of(page)


def test_queries_do_not_grow_with_versions(typist, table, django_assert_num_queries):
    save(typist, table, TYPED)
    address = address_of(table, "sheet-versions")
    typist.get(address)
    with django_assert_num_queries(11):
        typist.get(address)
    save(typist, table, CHANGED, based_on="1", reason="eins")
    save(typist, table, TYPED, based_on="2", reason="zwei")
    with django_assert_num_queries(11):
        typist.get(address)


def test_version_of_a_penalty_is_in_the_language_of_the_reader(referee, typist, table):
    save(typist, table, TYPED)
    penalty = award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="KS")
    revoke_penalty(COMMAND_LINE, penalty, "Irrtum")
    back, booked, first = history(referee, table)
    assert [each["version"].reason for each in (back, booked, first)] == ["", "", ""]
    for shown, act in ((booked, "penalty_awarded"), (back, "penalty_revoked")):
        (facts,) = journal(act)
        assert shown["penalty"] == entry(act, facts)
    assert first["penalty"] == ""
