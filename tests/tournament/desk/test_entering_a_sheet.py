"""Entering a sheet by a plain form: what is saved, what is refused, and nothing is lost."""

import json

import pytest
from django.test import Client

from tests.factories.desk import (
    address_of,
    filled_in,
    form_fields,
    real_sheets,
    typed_rows,
    typed_totals,
)
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_totals
from tests.factories.sheets import make_round, make_table, rows_content
from tests.factories.submissions import current, journal
from tests.factories.tournaments import make_tournament
from tests.factories.words import finding, refusal
from tournament.errors import Refused
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import outcome_sentence
from tournament.models import GameTable, Role, SheetDraft, SheetVersion
from tournament.views.desk.sheets import closed_sentence

pytestmark = pytest.mark.alone

SHEET = real_sheets()[0]
TYPED = typed_rows(SHEET)
WRONG = TYPED["l19"].replace("+12 ", "+11 ", 1)


def post(client: Client, table: GameTable, fields: dict, **more):
    return client.post(address_of(table), {"kind": "rows", "action": "save", **fields}, **more)


def summary_of(page) -> list[tuple[str, str]]:
    """Return anchor and sentence of everything in the summary at the top."""
    return [(note.anchor, note.text) for note in page.context["summary"]]


def test_sheet_typed_is_the_result_of_the_table(typist, table):
    page = post(typist, table, TYPED, follow=True)
    version = current(table)
    assert version.totals == SHEET["totals"]
    assert [row["points"] for row in version.content["rows"]] == [
        row["points"] for row in SHEET["rows"]
    ]
    assert version.user.memberships.get().role == Role.TYPIST
    assert messages_of(page)[0] == outcome_sentence("accepted", 1, SHEET["totals"])


def test_sheet_typed_as_winners_and_values_is_the_same_result(typist, table):
    post(typist, table, typed_rows(SHEET, notes=True))
    assert current(table).totals == SHEET["totals"]


def test_sheet_of_five_typed_as_winners_and_values_is_accepted(db):
    table = make_table(make_tournament(), size=5)
    sheet = rows_content(5)
    client = signed_in(table.round.tournament, Role.TYPIST)
    page = post(client, table, typed_rows(sheet, notes=True), follow=True)
    assert page.status_code == 200
    assert [row["points"] for row in current(table).content["rows"]] == [
        row["points"] for row in sheet["rows"]
    ]


def test_wrong_figure_names_the_row_saves_nothing_and_keeps_every_field(typist, table):
    fields = {**TYPED, "l19": WRONG}
    page = post(typist, table, fields)
    assert page.status_code == 422
    assert not SheetVersion.objects.exists()
    assert journal("sheet_entered") == []
    assert summary_of(page) == [("l19", "Spiel 19: Summe −1 statt 0. Position 3 müsste +12 haben.")]
    assert filled_in(form_fields(page)) == filled_in({"kind": "rows", **fields})


def test_fields_of_the_wrong_type_stay_as_typed(typist, table):
    wrong = {
        "l2": "x",
        "l9": "1o",
        "s20": "1?",
        "time_limit": "vier",
        "struck": "-3",
        "t1": "<b>27</b>",
        "x1-rule": "9.3.2",
        "x1-initials": '"KS"',
        "x1-row": "sieben",
    }
    page = post(typist, table, {**TYPED, **wrong})
    assert page.status_code == 422
    assert filled_in(form_fields(page)) == filled_in({"kind": "rows", **TYPED, **wrong})
    assert [anchor for anchor, _text in summary_of(page)] == [
        "l2",
        "l9",
        "s20",
        "struck",
        "time_limit",
        "x1-offender",
        "x1-row",
    ]
    assert not SheetVersion.objects.exists()


def test_totals_with_another_minus_sign_are_understood(typist, table):
    post(typist, table, typed_totals("12", "−4", "–20", "+12"))
    assert current(table).totals == [12, -4, -20, 12]


def test_fields_with_errors_lead_to_their_findings(typist, table):
    page = post(typist, table, {**TYPED, "l19": WRONG}).content.decode()
    (field,) = [line for line in page.splitlines() if 'id="l19"' in line]
    assert 'aria-describedby="says-19"' in field
    assert '<a href="#l19">' in page
    assert 'role="alert"' in page


def test_totals_on_paper_are_compared_with_the_rows(typist, table):
    totals = {f"t{seat}": str(total) for seat, total in enumerate(SHEET["totals"], 1)}
    page = post(typist, table, {**TYPED, **totals, "t2": str(SHEET["totals"][1] + 2)})
    assert page.status_code == 422
    assert [anchor for anchor, _text in summary_of(page)] == ["t2"]


def test_doubt_is_reported_without_refusal(typist, table):
    page = post(typist, table, TYPED, follow=True)
    assert messages_of(page)[1:] == [finding("value_unlikely", row=19, value=12, limit=10)]


def test_after_saving_the_next_missing_table_is_offered(db):
    tournament = make_tournament()
    round = make_round(tournament, sizes=(4, 4, 4, 4))
    tables = list(round.tables.order_by("number"))
    enter_totals(tables[2], [0, 0, 0, 0])
    client = signed_in(tournament, Role.TYPIST)
    page = post(client, tables[1], TYPED, follow=True)
    assert page.context["next_table"] == 4
    assert f'href="{address_of(tables[3])}"' in page.content.decode()
    page = post(client, tables[3], TYPED, follow=True)
    assert page.context["next_table"] == 1
    page = post(client, tables[0], TYPED, follow=True)
    assert page.context["next_table"] is None
    assert not page.context["missing"]


def test_correction_without_a_reason_is_refused_and_kept(typist, table):
    post(typist, table, TYPED)
    changed = {**TYPED, "l2": "+3 -3 -3 +3"}
    page = post(typist, table, {**changed, "based_on": "1"})
    assert page.status_code == 422
    assert page.context["refused"] == refusal("sheet_reason_needed", table=1, round=1)
    assert filled_in(form_fields(page)) == filled_in({"kind": "rows", "based_on": "1", **changed})
    post(typist, table, {**changed, "based_on": "1", "reason": "Spiel 2 verschrieben"})
    assert (current(table).number, current(table).reason) == (2, "Spiel 2 verschrieben")


def test_same_sheet_again_changes_nothing(typist, table):
    post(typist, table, TYPED, follow=True)
    page = post(typist, table, {**TYPED, "based_on": "1"}, follow=True)
    assert messages_of(page)[0] == outcome_sentence("unchanged", 1, SHEET["totals"])
    assert current(table).number == 1


def test_saved_sheet_opens_as_it_was_typed(typist, table):
    post(typist, table, TYPED)
    fields = form_fields(typist.get(address_of(table)))
    typed = {name: text for name, text in filled_in(fields).items() if name in TYPED}
    assert typed == filled_in(typed_rows(SHEET, notes=True))
    assert fields["based_on"] == "1"


def test_totals_that_agree_confirm_the_list(typist, table):
    post(typist, table, TYPED)
    fields = typed_totals(*SHEET["totals"])
    page = post(typist, table, {**fields, "based_on": "1"}, follow=True)
    assert messages_of(page)[-1] == outcome_sentence("confirmed", 1, SHEET["totals"])
    assert current(table).kind == "rows"


@pytest.mark.parametrize(
    ("fields", "anchors"),
    [
        (typed_totals(12, -4, -20, 14), ["t1"]),
        (typed_totals(12, -4, "x", 12), ["t3"]),
        ({**typed_totals(12, -4, -20, 12), "solo2": ""}, ["solo2"]),
        ({**typed_totals(12, -4, -20, 12), "games_played": "drei"}, ["games_played"]),
        ({**typed_totals(12, -4, -20, 12), "games_played": "25"}, ["games_played"]),
    ],
)
def test_wrong_totals_are_refused_and_kept(typist, table, fields, anchors):
    page = post(typist, table, fields)
    assert page.status_code == 422
    assert [anchor for anchor, _text in summary_of(page)] == anchors
    assert filled_in(form_fields(page)) == filled_in(fields)
    assert not SheetVersion.objects.exists()


def test_direction_accepts_an_exception_with_a_reason(direction, table):
    fields = typed_totals(3, 4, 5, -12)
    page = post(direction, table, fields)
    assert [offer["value"] for offer in page.context["acceptable"]] == ["parity:"]
    page = post(direction, table, {**fields, "accept": "parity:"})
    assert page.context["refused"] == refusal_sentence(Refused("reason_needed"))
    page = post(direction, table, {**fields, "accept": "parity:", "reason": "Liste verloren"})
    assert page.status_code == 302
    assert current(table).accepted == [{"code": "parity", "seat": None}]
    assert current(table).reason == "Liste verloren"


def test_accepted_exceptions_are_in_one_notice_on_the_table_page(direction, table):
    lacking = {name: text for name, text in typed_totals(3, 4, 5, -12).items() if name != "solo2"}
    accepted = {"accept": ["parity:", "missing_compulsory_solo:2"], "reason": "Liste verloren"}
    post(direction, table, {**lacking, **accepted})
    words = "gerade und ungerade, Pflichtsolo von Position 2 fehlt. Begründung: Liste verloren"
    for name in ("sheet",):
        page = text_of(direction.get(address_of(table, name)))
        assert page.count("Von der Turnierleitung anerkannt:") == 1, name
        assert words in page, name


def test_sum_is_never_offered_as_an_exception(direction, table):
    page = post(direction, table, {**typed_totals(3, 4, 5, -11), "accept": "nonzero_sum:"})
    assert page.status_code == 422
    assert page.context["acceptable"] == []
    assert not SheetVersion.objects.exists()


def test_typist_is_offered_no_exception_and_cannot_claim_one(typist, table):
    fields = {**typed_totals(3, 4, 5, -12), "accept": "parity:", "reason": "darf ich das"}
    page = post(typist, table, fields)
    assert page.status_code == 422
    assert page.context["acceptable"] == []
    assert not SheetVersion.objects.exists()


def test_awarded_penalty_is_on_the_form_and_sent_with_the_sheet(typist, referee, table):
    new = f"/t/{table.round.tournament.slug}/calls/new/?round=1&table=1"
    award = {"paragraph": "9.3.2", "offender": "3", "absagen": "0", "initials": "KS"}
    previewed = referee.post(new, award).context["previewed"]
    referee.post(new, {**award, "action": "log", "previewed": previewed})
    fields = form_fields(typist.get(address_of(table)))
    assert (fields["x1-rule"], fields["x1-offender"], fields["x1-p3"]) == ("9.3.2", "3", "−3")
    # The typist only adds the game; without it nothing is saved and the field is named.
    page = post(typist, table, {**fields, **TYPED})
    assert [anchor for anchor, _text in summary_of(page)] == ["x1-row"]
    post(typist, table, {**fields, **TYPED, "x1-row": "7"})
    (penalty,) = current(table).content["penalties"]
    assert penalty == {
        "row": 7,
        "rule": "9.3.2",
        "offender": 3,
        "points": [1, 1, -3, 1],
        "initials": "KS",
    }


def test_penalty_awarded_while_typing_appears_on_the_refused_form(typist, referee, table):
    new = f"/t/{table.round.tournament.slug}/calls/new/?round=1&table=1"
    award = {"paragraph": "9.3.2", "offender": "3", "absagen": "0", "initials": "KS"}
    previewed = referee.post(new, award).context["previewed"]
    referee.post(new, {**award, "action": "log", "previewed": previewed})
    page = post(typist, table, {**TYPED, "l1": "1"})
    assert page.status_code == 422
    assert form_fields(page)["x1-rule"] == "9.3.2"


def test_penalty_from_the_paper_is_listed(typist, table):
    line = {"x1-rule": "9.3.2", "x1-offender": "2", "x1-row": "4", "x1-initials": "KS"}
    post(typist, table, {**TYPED, **line})
    (penalty,) = table.penalties.all()
    assert (penalty.source, penalty.points, penalty.row) == ("sheet", [1, -3, 1, 1], 4)
    assert current(table).totals == [
        total + figure for total, figure in zip(SHEET["totals"], [1, -3, 1, 1], strict=True)
    ]


def test_closed_round_is_for_the_direction_alone(typist, direction, table):
    post(typist, table, TYPED)
    table.round.closed_at = table.round.published_at
    table.round.save()
    page = typist.get(address_of(table))
    assert "sheet-form" not in page.content.decode()
    assert closed_sentence() in text_of(page)
    changed = {**TYPED, "l2": "+3 -3 -3 +3", "based_on": "1"}
    page = post(typist, table, {**changed, "reason": "geht das"})
    assert page.status_code == 403
    assert filled_in(form_fields(page))["l2"] == "+3 -3 -3 +3"
    assert current(table).number == 1
    page = post(direction, table, changed)
    assert page.context["refused"] == refusal("closed_round_reason_needed", round=1)
    post(direction, table, {**changed, "reason": "nachgerechnet"})
    assert current(table).number == 2


def test_referee_reads_and_cannot_save(referee, typist, table):
    assert referee.get(address_of(table)).context["rows"] == []
    assert post(referee, table, TYPED).status_code == 403
    assert not SheetVersion.objects.exists()
    post(typist, table, TYPED)
    page = referee.get(address_of(table))
    assert "sheet-form" not in page.content.decode()
    assert [row["points"] for row in page.context["rows"]] == [
        row["points"] for row in SHEET["rows"]
    ]


def test_hostile_names_are_text(typist, table):
    for seat in table.seats.all():
        seat.entry.person.last_name = "<script>alert(1)</script>=1+1" + "ü" * 160
        seat.entry.person.save()
    page = typist.get(address_of(table)).content.decode()
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;=1+1") >= 4


def test_unknown_table_is_not_found(typist, table):
    assert typist.get(address_of(table).replace("tables/1/", "tables/9/")).status_code == 404
    assert typist.get(address_of(table).replace("rounds/1/", "rounds/9/")).status_code == 404


def test_queries_of_the_form_do_not_grow(typist, table, django_assert_num_queries):
    """Session, account, tournament, journals, table, role, drafts, seats, penalties, and the bar.

    For an empty table also whether a sheet has been taken back.
    """
    with django_assert_num_queries(12):
        typist.get(address_of(table))
    post(typist, table, {**TYPED, "x1-rule": "9.3.2", "x1-offender": "2", "x1-row": "4"})
    typist.get(address_of(table))  # with what the saving says
    with django_assert_num_queries(13):
        typist.get(address_of(table))
    with django_assert_num_queries(7):
        typist.get(address_of(table))


@pytest.mark.parametrize("kind", ["rows", "totals"])
def test_list_is_saved_with_the_same_queries_as_its_totals(
    typist, table, kind, django_assert_num_queries
):
    fields = typed_totals(*SHEET["totals"]) if kind == "totals" else TYPED
    with django_assert_num_queries(18):
        post(typist, table, {**fields, "kind": kind})
    assert current(table).totals == SHEET["totals"]


def test_zero_byte_in_a_field_is_left_out(typist, table):
    post(typist, table, {**TYPED, "l2": "x\x00"})
    (draft,) = SheetDraft.objects.all()
    assert draft.content["l2"] == "x"
    assert "\\u0000" not in json.dumps(draft.content)


def test_implausible_total_is_saved_once_confirmed(typist, table):
    """A surplus digit, and the last total followed it: the sum is still 0."""
    far = typed_totals(122, 2, -2, -122)
    page = typist.post(address_of(table), far)
    assert page.status_code == 422
    assert not SheetVersion.objects.exists()
    assert page.context["doubts"] == [
        finding("total_unlikely", seat=seat, figure=figure, limit=120)
        for seat, figure in ((1, 122), (4, -122))
    ]
    again = form_fields(page)
    # Another figure is another question.
    other = typist.post(address_of(table), {**again, "t1": "132", "t4": "-132"})
    assert len(other.context["doubts"]) == 2
    assert typist.post(address_of(table), again).status_code == 302
    assert current(table).totals == [122, 2, -2, -122]
    # It counts already: nobody is asked about it a second time.
    assert typist.post(address_of(table), far).status_code == 302
