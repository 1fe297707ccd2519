"""The pages of penalties and deductions."""

import pytest
from django.urls import reverse

from tests.factories.desk import address_of, real_sheets, typed_rows
from tests.factories.pages import cells_of, column_of, messages_of, text_of
from tests.factories.sheets import make_round, totals_content
from tests.factories.submissions import current, journal, nothing_written
from tests.factories.words import refusal, text
from tournament.labels.referee import decision_words
from tournament.labels.sheets import penalty_words
from tournament.models import Adjustment, Penalty
from tournament.permissions import COMMAND_LINE
from tournament.sheets.reads.sheets import penalty_content
from tournament.sheets.writes.sheets import submit_sheet

pytestmark = pytest.mark.alone

AWARD = {
    "paragraph": "9.4.3",
    "offender": "2",
    "absagen": "1",
    "initials": "KS",
    "note": "Karte gezeigt",
}


def new_address(table) -> str:
    slug = table.round.tournament.slug
    return reverse("call-new", args=[slug]) + f"?round=1&table={table.number}"


def award(client, table, fields=AWARD):
    """View the points, then book them."""
    address = new_address(table)
    preview = client.post(address, {**fields, "action": "preview"})
    booking = {**fields, "action": "log", "previewed": preview.context["previewed"]}
    return client.post(address, booking, follow=True)


def test_preview_shows_points_and_books_nothing(referee, table):
    page = referee.post(new_address(table), {**AWARD, "action": "preview"})
    assert [points for _seat, points in page.context["preview"]] == [5, -15, 5, 5]
    assert not Penalty.objects.exists()
    assert journal("penalty_awarded") == []


def test_answer_while_typing_is_the_preview_and_writes_nothing(referee, table):
    address = f"{new_address(table)}&part=answer"
    with nothing_written():
        page = referee.post(address, AWARD)
        refused = referee.post(address, {**AWARD, "initials": ""})
        unasked = referee.post(address, {"offender": "2"})
    assert [points for _seat, points in page.context["preview"]] == [5, -15, 5, 5]
    preview = referee.post(new_address(table), {**AWARD, "action": "preview"})
    assert page.context["previewed"] == preview.context["previewed"]
    assert refused.context["refused"] == refusal("penalty_initials_needed")
    assert "call" not in unasked.context
    referee.post(
        new_address(table), {**AWARD, "action": "log", "previewed": page.context["previewed"]}
    )
    assert Penalty.objects.get().points == [5, -15, 5, 5]


def test_preview_on_an_entered_sheet_leaves_its_version(referee, typist, table):
    typist.post(address_of(table), {"kind": "rows", **typed_rows(real_sheets()[0])})
    referee.post(new_address(table), {**AWARD, "action": "preview"})
    assert current(table).number == 1


def test_award_books_what_was_shown(referee, table):
    page = award(referee, table)
    (penalty,) = Penalty.objects.all()
    assert (penalty.points, penalty.note, penalty.initials) == (
        [5, -15, 5, 5],
        "Karte gezeigt",
        "KS",
    )
    assert messages_of(page) == [
        f"{text('Table %(number)s', number=1)}: {decision_words('9.4.3')}, +5 / −15 / +5 / +5."
    ]


def test_existing_result_is_asked_about(referee, table):
    """With totals before anything is typed, with a list once it has the same penalty."""
    submit_sheet(COMMAND_LINE, table, "totals", totals_content([12, -4, -20, 12]), based_on=None)
    assert "contained" in referee.get(new_address(table)).context["form"].fields
    page = referee.post(new_address(table), {**AWARD, "action": "preview"})
    assert page.context["form"].errors == {
        "contained": [refusal("penalty_contained_unsaid", table=1)]
    }
    award(referee, table, {**AWARD, "contained": "in"})
    assert current(table).totals == [12, -4, -20, 12]
    award(referee, table, {**AWARD, "contained": "add", "again": "on"})
    assert current(table).totals == [17, -19, -15, 17]


def test_answer_changed_after_the_preview_is_shown_again(referee, table):
    submit_sheet(COMMAND_LINE, table, "totals", totals_content([12, -4, -20, 12]), based_on=None)
    address, fields = new_address(table), {**AWARD, "contained": "in"}
    preview = referee.post(address, {**fields, "action": "preview"})
    booking = {**fields, "contained": "add", "action": "log"}
    page = referee.post(address, {**booking, "previewed": preview.context["previewed"]})
    assert page.context["preview"]
    assert not Penalty.objects.exists()


@pytest.mark.parametrize("change", [{"absagen": "2"}, {"offender": "3"}, {"paragraph": "9.3.2"}])
def test_award_that_differs_from_the_preview_is_shown_first(referee, table, change):
    address = new_address(table)
    preview = referee.post(address, {**AWARD, "action": "preview"})
    booking = {**AWARD, **change, "action": "log", "previewed": preview.context["previewed"]}
    page = referee.post(address, booking)
    assert page.context["preview"]
    assert not Penalty.objects.exists()


def test_award_without_a_preview_is_shown_first(referee, table):
    page = referee.post(new_address(table), {**AWARD, "action": "log"})
    assert page.context["preview"]
    assert not Penalty.objects.exists()


def test_award_that_does_not_fit_names_why_and_keeps_the_form(referee, table):
    fields = {**AWARD, "paragraph": "9.3.3b1", "note": "gegen niemanden"}
    page = referee.post(new_address(table), {**fields, "action": "preview"})
    assert page.status_code == 422
    assert "Position 2" in str(page.context["form"].non_field_errors())
    assert page.context["form"].data["note"] == "gegen niemanden"


def test_award_asks_for_the_table_first(referee, table):
    slug = table.round.tournament.slug
    page = referee.get(reverse("call-new", args=[slug]))
    assert list(page.context["form"].fields) == ["round", "table"]
    page = referee.get(reverse("call-new", args=[slug]) + "?round=1&table=9")
    assert page.status_code == 422
    assert page.context["form"].errors["table"] == [refusal("unknown_table", round=1, table=9)]


def test_award_on_an_entered_sheet_makes_a_new_version(referee, typist, table):
    sheet = real_sheets()[0]
    typist.post(address_of(table), {"kind": "rows", **typed_rows(sheet)})
    award(referee, table)
    assert current(table).number == 2
    assert current(table).totals == [
        total + figure for total, figure in zip(sheet["totals"], [5, -15, 5, 5], strict=True)
    ]


def test_revoke_needs_a_reason(referee, table):
    award(referee, table)
    (penalty,) = Penalty.objects.all()
    address = reverse("penalty-revoke", args=[table.round.tournament.slug, penalty.pk])
    page = referee.post(address, {"reason": " "}, follow=True)
    assert messages_of(page)[-1] == refusal("reason_needed")
    assert Penalty.objects.count() == 1
    referee.post(address, {"reason": "falscher Tisch"})
    assert Penalty.objects.count() == 0
    assert journal("penalty_revoked")[0]["reason"] == "falscher Tisch"


def test_list_names_the_offender_and_hides_revoking_from_typists(referee, typist, table):
    award(referee, table)
    address = reverse("penalties", args=[table.round.tournament.slug])
    offender = table.seats.get(position=2).entry.person.name
    page = referee.get(address)
    assert column_of(page, "Verstoß durch") == [f"2 · {offender}"]
    assert column_of(page, "Ab Spiel") == ["—"]
    assert [column.name for column in typist.get(address).context["table"].columns] == [
        "round",
        "table",
        "row",
        "offender",
        "rule",
        "points",
        "initials",
        "note",
        "source",
    ]


def test_list_takes_the_same_queries_for_more_penalties(referee, table, django_assert_num_queries):
    address = reverse("penalties", args=[table.round.tournament.slug])
    award(referee, table)
    referee.get(address)
    with django_assert_num_queries(7):
        referee.get(address)
    for offender in ("1", "3", "4"):
        award(referee, table, {**AWARD, "offender": offender})
    referee.get(address)
    with django_assert_num_queries(7):
        assert len(referee.get(address).context["table"].rows) == 4


def test_hostile_note_is_text(referee, table):
    award(referee, table, {**AWARD, "note": "<script>alert(1)</script>"})
    page = referee.get(reverse("penalties", args=[table.round.tournament.slug]))
    assert "<script>alert" not in page.content.decode()
    assert "<script>alert(1)</script>" in text_of(page)


def test_deduction_is_listed_with_its_reason(direction, typist, table):
    entry = table.seats.get(position=1).entry
    slug = table.round.tournament.slug
    fields = {"entry": entry.number, "points": "6", "round": table.round.pk, "reason": "Absprache"}
    page = direction.post(reverse("deduction-new", args=[slug]), fields, follow=True)
    assert messages_of(page) == [f"{entry.person.name}: −6."]
    (row,) = cells_of(typist.get(reverse("deductions", args=[slug])))
    number, _name, *cells = row[:5]
    assert [number, *cells] == [str(entry.number), "−6", "1", "Absprache"]


def test_deduction_without_a_round_says_from_which_it_counts(direction, table):
    slug = table.round.tournament.slug
    fields = {
        "entry": table.seats.get(position=1).entry.number,
        "points": "6",
        "reason": "Absprache",
    }
    address = reverse("deduction-new", args=[slug])
    chosen = direction.get(address).context["form"]["round"].field.choices
    assert next(iter(chosen))[0] == ""
    page = direction.post(address, fields, follow=True)
    assert column_of(page, "Zählt ab Runde") == ["1"]


@pytest.mark.parametrize("points", ["0", "13", "-3", "drei", ""])
def test_deduction_outside_its_range_is_refused_and_kept(direction, table, points):
    entry = table.seats.get(position=1).entry
    slug = table.round.tournament.slug
    fields = {"entry": entry.number, "points": points, "reason": "Absprache"}
    page = direction.post(reverse("deduction-new", args=[slug]), fields)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["points"]
    assert page.context["form"].data["reason"] == "Absprache"
    assert not Adjustment.objects.exists()


def test_deduction_is_taken_back_with_a_reason(direction, table):
    entry = table.seats.get(position=1).entry
    slug = table.round.tournament.slug
    fields = {"entry": entry.number, "points": "6", "reason": "Absprache"}
    direction.post(reverse("deduction-new", args=[slug]), fields)
    (adjustment,) = Adjustment.objects.all()
    address = reverse("deduction-revoke", args=[slug, adjustment.pk])
    direction.post(address, {"reason": ""})
    assert Adjustment.objects.count() == 1
    direction.post(address, {"reason": "Einspruch"})
    assert Adjustment.objects.count() == 0


def test_award_at_a_table_of_five_asks_who_sat_out(referee, table):
    make_round(table.round.tournament, number=2, sizes=(5,))
    slug = table.round.tournament.slug
    address = reverse("call-new", args=[slug]) + "?round=2&table=1"
    assert "sitting" in referee.get(address).context["form"].fields
    page = referee.post(address, {**AWARD, "action": "preview", "sitting": "4"})
    assert [points for _seat, points in page.context["preview"]] == [5, -15, 5, None, 5]


def test_awarded_penalty_is_shown_where_the_sheet_is_missing(referee, table):
    award(referee, table)
    page = referee.get(address_of(table))
    (words,) = page.context["awarded"]
    assert words == penalty_words(penalty_content(Penalty.objects.get()))
    assert words.endswith(": +5 / −15 / +5 / +5")
    assert words in text_of(page)
