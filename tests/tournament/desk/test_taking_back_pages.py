"""Taking a sheet back in the browser, and what the pages say about it afterwards."""

from django.utils import timezone

from tests.factories.desk import address_of, form_fields, real_sheets, typed_rows
from tests.factories.pages import messages_of, text_of
from tests.factories.submissions import current, nothing_written
from tests.factories.words import refusal, text
from tournament.labels.sheets import outcome_sentence
from tournament.models import JournalEntry, SheetDraft
from tournament.views.desk.sheets import closed_sentence

SHEET = real_sheets()[0]
TYPED = {"kind": "rows", **typed_rows(SHEET)}
TAKE_BACK = {"version": "1", "reason": "Gehört zu Tisch 2"}
REASON_TYPED = 'name="reason" value="Gehört zu Tisch 2"'


def enter(client, table) -> None:
    page = client.post(address_of(table), TYPED, follow=True)
    assert messages_of(page)[0] == outcome_sentence("accepted", 1, SHEET["totals"])


def take_back(client, table, **fields):
    address = address_of(table, "sheet-take-back")
    return client.post(address, {**TAKE_BACK, **fields}, follow=True)


def test_page_explains_the_consequence_and_asks_for_a_reason(typist, table):
    enter(typist, table)
    assert address_of(table, "sheet-take-back") in typist.get(address_of(table)).content.decode()
    page = typist.get(address_of(table, "sheet-take-back"))
    consequence = (
        "The table is then without a result: its sheet is missing in the standings, and the round "
        "cannot be closed."
    )
    assert text(consequence) in text_of(page)
    assert 'name="version" value="1"' in page.content.decode()
    with nothing_written():
        again = take_back(typist, table, reason="")
    assert again.status_code == 422
    assert again.context["form"].has_error("reason", "required")


def test_history_names_who_when_and_why(typist, table):
    enter(typist, table)
    page = take_back(typist, table)
    withdrawn = text("The sheet of table %(table)s is withdrawn.", table=1)
    assert messages_of(page) == [withdrawn]
    act = JournalEntry.objects.get(action="sheet_taken_back")
    moment = timezone.localtime(act.at)
    who_when_why = text(
        "Taken back by %(who)s, %(date)s, %(time)s. Reason: %(reason)s",
        who=act.user,
        date=f"{moment:%d.%m.%Y}",
        time=f"{moment:%H:%M:%S}",
        reason=TAKE_BACK["reason"],
    )
    assert who_when_why in text_of(page)
    assert page.context["history"][0]["taken_back"] == act
    assert page.context["version"] is None


def test_unseen_version_is_not_withdrawn(typist, direction, table):
    enter(typist, table)
    changed = {**TYPED, "l2": "+2 -2 -2 +2"}
    direction.post(
        address_of(table), {**changed, "based_on": "1", "reason": "Spiel 2"}, follow=True
    )
    with nothing_written():
        page = take_back(typist, table)
    assert messages_of(page) == [refusal("other_version_counts", table=1, version=2)]
    # The reason stays, beside the version that counts now.
    assert REASON_TYPED in page.content.decode()
    assert 'name="version" value="2"' in page.content.decode()


def test_reason_stays_where_the_sheet_is_gone_or_the_round_closed_meanwhile(
    typist, direction, table
):
    enter(typist, table)
    table.round.closed_at = timezone.now()
    table.round.save()
    with nothing_written():
        page = take_back(typist, table)
    assert page.context["form"].non_field_errors() == [closed_sentence()]
    assert REASON_TYPED in page.content.decode()
    table.round.closed_at = None
    table.round.save()
    take_back(direction, table)
    with nothing_written():
        page = take_back(typist, table)
    assert messages_of(page) == [refusal("no_sheet_to_take_back", round=1, table=1)]
    assert REASON_TYPED in page.content.decode()


def test_table_waits_for_its_sheet_again(typist, table):
    enter(typist, table)
    take_back(typist, table)
    page = typist.get(address_of(table))
    assert form_fields(page)["based_on"] == ""
    assert address_of(table, "sheet-versions") in page.content.decode()
    assert address_of(table, "sheet-take-back") not in page.content.decode()
    enter(typist, table)
    assert current(table).number == 2


def test_correction_typed_meanwhile_is_warned_once_and_then_saved(typist, direction, table):
    enter(direction, table)
    take_back(direction, table)
    correction = {**TYPED, "based_on": "1", "reason": "Zahlendreher"}
    page = typist.post(address_of(table), correction)
    assert page.status_code == 422
    assert page.context["refused"] == refusal("sheet_taken_back", table=1, version=1)
    assert typist.post(address_of(table), form_fields(page)).status_code == 302
    assert current(table).number == 2


def test_draft_of_a_correction_says_that_the_sheet_is_gone(typist, direction, table):
    enter(direction, table)
    user_id = typist.session["_auth_user_id"]
    SheetDraft.objects.create(table=table, user_id=user_id, kind="rows", content={}, based_on=1)
    take_back(direction, table)
    page = typist.get(address_of(table))
    assert text("Meanwhile the saved sheet of this table has been withdrawn.") in text_of(page)
    assert form_fields(page)["based_on"] == ""


def test_closed_round_offers_nothing_to_take_back(typist, direction, table):
    enter(typist, table)
    table.round.closed_at = timezone.now()
    table.round.save()
    assert address_of(table, "sheet-take-back") not in (
        direction.get(address_of(table)).content.decode()
    )
    page = direction.get(address_of(table, "sheet-take-back"))
    assert (page.status_code, page["Location"]) == (302, address_of(table, "sheet-versions"))
    assert messages_of(take_back(direction, table)) == [refusal("round_is_closed", round=1)]
