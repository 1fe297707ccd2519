"""While typing: the live check, and drafts that never count."""

import json

import pytest
from django.utils.timezone import localtime

from scoring.notation import LineCode
from tests.factories.desk import (
    address_of,
    filled_in,
    form_fields,
    real_sheets,
    typed_rows,
    typed_totals,
)
from tests.factories.pages import figures_in, signed_in, text_of
from tests.factories.sheets import make_table, rows_content
from tests.factories.submissions import current
from tests.factories.tournaments import make_tournament
from tests.factories.words import finding, text
from tournament.labels.lines import SENTENCES, swapped_totals
from tournament.models import Role, SheetDraft, SheetVersion

TYPED = typed_rows(real_sheets()[0])


def send(client, table, name, fields, kind="rows", based_on=""):
    body = {"kind": kind, "based_on": based_on, "fields": fields}
    return client.post(address_of(table, name), json.dumps(body), content_type="application/json")


def check(client, table, fields, kind="rows"):
    return send(client, table, "sheet-check", fields, kind).json()


def notes_in(answer):
    """Return all notes of an answer, row by row, then those about the whole."""
    return [*(note for row in answer.get("rows", ()) for note in row["notes"]), *answer["sheet"]]


def test_check_of_a_valid_sheet_has_one_doubt(typist, table):
    answer = check(typist, table, TYPED)
    assert notes_in(answer) == [
        {
            "row": 19,
            "anchor": "l19",
            "severity": "warning",
            "text": finding("value_unlikely", placed=False, value=12, limit=10),
            "full": finding("value_unlikely", row=19, value=12, limit=10),
        }
    ]
    sheet = real_sheets()[0]
    assert [row["dealer"] for row in answer["rows"]] == [row["dealer"] for row in sheet["rows"]]
    assert [total["text"] for total in answer["totals"]] == ["−1", "−29", "+29", "+1"]
    assert answer["penalties"] == {}


def test_check_of_the_first_rows_reports_errors_but_not_future_rows(typist, table):
    answer = check(typist, table, {"l1": "13 5", "l2": "-4 +12 -4 -4"})
    (note,) = notes_in(answer)
    assert (note["row"], note["anchor"], note["severity"]) == (2, "l2", "error")
    assert note["text"].startswith(str(SENTENCES[LineCode.LETTER_MISSING]).partition("%")[0])


def test_check_of_an_empty_sheet_says_nothing(typist, table):
    assert notes_in(check(typist, table, {})) == []
    fields = {"games_played": "24", "solo1": "on"}
    assert notes_in(check(typist, table, fields, "totals")) == []


def test_check_says_the_same_as_saving(typist, table):
    fields = {**TYPED, "l5": "+7 -3 +3 -3", "l8": "2", "l24": "0"}
    notes = notes_in(check(typist, table, fields))
    live = [note["full"] for note in notes if note["severity"] == "error"]
    page = typist.post(address_of(table), {"kind": "rows", **fields})
    assert live == [note.text for note in page.context["summary"]]
    assert len(live) > 2


def test_check_at_a_table_of_five_says_who_deals(db):
    table = make_table(make_tournament(), size=5)
    client = signed_in(table.round.tournament, Role.TYPIST)

    def dealers(fields):
        return [row["dealer"] for row in check(client, table, fields)["rows"]]

    assert dealers(typed_rows(rows_content(5))) == [1, 2, 3, 4, 5] * 6
    assert dealers({"l1": "2 3 p"})[:3] == [1, 1, 2]


def test_dealer_among_the_winners_at_a_table_of_five_is_named(db):
    table = make_table(make_tournament(), size=5)
    client = signed_in(table.round.tournament, Role.TYPIST)
    (note,) = notes_in(check(client, table, {"l1": "12 3"}))
    assert (note["anchor"], note["text"]) == (
        "l1",
        str(SENTENCES[LineCode.SEAT_SITS_OUT]) % {"seat": 1},
    )


def test_totals_of_two_positions_swapped_on_paper_are_recognised(typist, table):
    one, two, *others = real_sheets()[0]["totals"]
    assert (one, two) == (-1, -29)
    totals = {f"t{seat}": str(total) for seat, total in enumerate((two, one, *others), 1)}
    swapped = notes_in(check(typist, table, {**TYPED, **totals}))[-1]["text"]
    assert swapped == swapped_totals({1: -1, 2: -29})
    wrong = {**totals, "t1": "-30"}
    assert notes_in(check(typist, table, {**TYPED, **wrong}))[-1]["text"] == finding(
        "wrong_total", seat=1, figure=-30, right_figure=-1, seats=(1, 2), right_figures=(-1, -29)
    )


def test_totals_with_all_signs_turned_are_recognised(typist, table):
    totals = {f"t{seat}": str(-total) for seat, total in enumerate(real_sheets()[0]["totals"], 1)}
    told = notes_in(check(typist, table, {**TYPED, **totals}))[-1]["text"]
    assert figures_in(told)[:3] == ["1", "+1", "−1"]
    assert told.endswith(f" {text('All signs look reversed.')}")


@pytest.mark.parametrize(
    "more", [{"struck": "1"}, {"struck": "1", "time_limit": "24"}], ids=["without", "behind"]
)
def test_time_limit_that_does_not_fit_is_reported_at_its_field(typist, table, more):
    fields = {name: text for name, text in TYPED.items() if name != "l24"}
    answer = check(typist, table, {**fields, **more})
    assert [note["anchor"] for note in answer["sheet"]] == ["l24", "time_limit"]


def test_check_gives_the_points_of_a_penalty(typist, table):
    line = {"x2-rule": "9.4.3", "x2-offender": "1", "x2-absagen": "2", "x2-row": "1"}
    answer = check(typist, table, {"l1": "13 5", **line})
    assert answer["penalties"] == {"2": ["−18", "+6", "+6", "+6"]}


def test_check_of_totals_leaves_untyped_ones_open(typist, table):
    fields = {name: text for name, text in typed_totals(3, 5, 1, "").items() if text}
    assert [
        (note["anchor"], note["severity"])
        for note in notes_in(check(typist, table, fields, "totals"))
    ] == [("t4", "open")]


@pytest.mark.alone
def test_check_saves_nothing(typist, table):
    check(typist, table, TYPED)
    assert not SheetVersion.objects.exists()
    assert not SheetDraft.objects.exists()


def test_check_takes_a_constant_number_of_queries(typist, table, django_assert_num_queries):
    check(typist, table, {})
    for fields in ({}, TYPED):
        with django_assert_num_queries(7):
            check(typist, table, fields)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{}",
        '{"kind": "skat", "fields": {}}',
        '{"kind": "rows", "fields": []}',
        "[" * 9999,
    ],
)
@pytest.mark.parametrize("name", ["sheet-check", "sheet-draft"])
@pytest.mark.alone
def test_anything_else_is_refused(typist, table, name, body):
    answer = typist.post(address_of(table, name), body, content_type="application/json")
    assert answer.status_code == 400
    assert not SheetDraft.objects.exists()


@pytest.mark.alone
def test_draft_comes_back_as_typed_and_does_not_count(typist, table):
    fields = {"l1": "1o", "s2": "1?", "t1": "x"}
    answer = send(typist, table, "sheet-draft", fields)
    (draft,) = SheetDraft.objects.all()
    saved = f"{localtime(draft.updated_at):%H:%M}"
    assert answer.json()["text"] == text("Draft saved %(time)s", time=saved)
    page = typist.get(address_of(table))
    assert filled_in(form_fields(page)) == filled_in({"kind": "rows", **fields})
    assert page.context["draft"] == draft
    table.refresh_from_db()
    assert table.current_version is None
    assert draft.based_on is None


def test_draft_is_one_person_s_own(typist, direction, table):
    send(typist, table, "sheet-draft", {"l1": "1"})
    assert filled_in(form_fields(direction.get(address_of(table)))) == {"kind": "rows"}


def test_draft_of_totals_opens_as_totals(typist, table):
    send(typist, table, "sheet-draft", {"t1": "5", "games_played": "24"}, kind="totals")
    assert form_fields(typist.get(address_of(table)))["kind"] == "totals"
    page = typist.get(address_of(table) + "?kind=rows")
    assert filled_in(form_fields(page)) == {"kind": "rows"}
    (other,) = page.context["others"]
    assert other["text"].endswith(" 5 / – / – / –")
    assert other["text"] in text_of(page)


def test_discarded_draft_is_gone(typist, table):
    draft = send(typist, table, "sheet-draft", {"l1": "1"}).json()["draft"]
    typist.post(address_of(table), {"action": "discard", "draft": draft})
    assert filled_in(form_fields(typist.get(address_of(table)))) == {"kind": "rows"}


@pytest.mark.alone
def test_saved_sheet_leaves_no_draft(typist, table):
    draft = send(typist, table, "sheet-draft", {"l1": "1"}).json()["draft"]
    typist.post(address_of(table), {"kind": "rows", "draft": draft, **TYPED})
    assert not SheetDraft.objects.exists()


def test_draft_arriving_after_its_sheet_was_saved_is_not_offered(typist, table):
    typist.post(address_of(table), {"kind": "rows", **TYPED})
    send(typist, table, "sheet-draft", TYPED)
    page = typist.get(address_of(table))
    assert form_fields(page)["based_on"] == "1"
    assert page.context.get("draft") is None


def test_refused_sheet_stays_as_a_draft(typist, table):
    fields = {**TYPED, "l2": "x"}
    typist.post(address_of(table), {"kind": "rows", **fields})
    page = typist.get(address_of(table))
    assert filled_in(form_fields(page)) == filled_in({"kind": "rows", **fields})


def test_draft_with_a_version_is_a_correction_of_it(typist, table):
    typist.post(address_of(table), {"kind": "rows", **TYPED})
    send(typist, table, "sheet-draft", {**TYPED, "l2": "14 3"}, based_on="1")
    fields = form_fields(typist.get(address_of(table)))
    assert (fields["l2"], fields["based_on"]) == ("14 3", "1")
    assert current(table).number == 1


def test_referee_has_no_draft(referee, table):
    assert send(referee, table, "sheet-draft", {"l1": "1"}).status_code == 403
    assert send(referee, table, "sheet-check", {"l1": "1"}).status_code == 403
