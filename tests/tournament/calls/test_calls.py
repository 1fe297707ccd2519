"""The log of complaints: what is entered, asked, shown, taken back."""

import pytest
from django.urls import reverse

from tests.factories.calls import call_address, complain
from tests.factories.pages import cells_of, messages_of, text_of
from tests.factories.sheets import rows_content
from tests.factories.submissions import current, journal, submit
from tests.factories.words import entry, refusal, text
from tournament.errors import Refused
from tournament.labels.referee import decision_words
from tournament.models import Adjustment, Call, Entry, Penalty
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.calls import log_call, withdraw_call
from tournament.referee.writes.penalties import revoke_deduction, revoke_penalty

pytestmark = pytest.mark.alone
MINOR = {"paragraph": "9.3.2", "offender": 3, "initials": "KS"}


@pytest.fixture
def table(round):
    return round.tables.get(number=1)


def log(client, tournament, query: str = ""):
    return client.get(reverse("calls", args=[tournament.slug]) + query)


def name_at(table, position: int) -> str:
    return table.seats.get(position=position).entry.person.name


def cells(page) -> list[list[str]]:
    return [row[:10] for row in cells_of(page)]


def test_call_is_in_the_log_with_everything(referee, tournament, table):
    page = complain(referee, table, **MINOR, caller=1, row=7, note="Karte gezeigt")
    decided = decision_words("9.3.2")
    place = text("Table %(number)s", number=1)
    assert messages_of(page) == [f"{place}: {decided}, +1 / +1 / −3 / +1."]
    ((_time, *shown),) = cells(log(referee, tournament))
    caller, offender = (table.seats.get(position=seat).entry for seat in (1, 3))
    assert shown == [
        "1",
        "1",
        "7",
        f"{caller.person.list_name} ({caller.number})",
        f"{offender.person.list_name} ({offender.number})",
        decided,
        "+1 / +1 / −3 / +1",
        "Karte gezeigt",
        "KS, referee-1",
    ]


def test_violation_seen_by_the_referee_names_no_complainant(referee, tournament, table):
    complain(referee, table, **MINOR)
    ((_time, *shown),) = cells(log(referee, tournament))
    assert shown[3] == "–"


def test_journal_records_both(referee, tournament, table):
    complain(referee, table, **MINOR)
    assert [facts["decision"] for facts in journal("call_logged")] == ["9.3.2"]
    assert [facts["offender"] for facts in journal("penalty_awarded")] == [3]
    told = text_of(referee.get(reverse("journal", args=[tournament.slug])))
    (facts,) = journal("call_logged")
    assert entry("call_logged", facts, {facts["entry"]: name_at(table, 3)}) in told


def test_the_decision_is_shown_first_and_nothing_entered(referee, table):
    page = referee.post(call_address(table), {**MINOR, "action": "preview"})
    assert page.context["call"].points == [1, 1, -3, 1]
    assert (Call.objects.count(), Penalty.objects.count()) == (0, 0)
    page = referee.post(call_address(table), {**MINOR, "action": "log", "previewed": "anders"})
    assert page.context["call"].points == [1, 1, -3, 1]
    assert Call.objects.count() == 0


def test_the_same_penalty_in_one_row_asks(referee, table):
    submit(COMMAND_LINE, table, rows_content())
    complain(referee, table, **MINOR, row=7)
    page = complain(referee, table, **MINOR, row=7)
    assert page.status_code == 422
    assert page.context["form"].errors == {
        "again": [refusal("penalty_twice", row=7, rule="9.3.2", offender=3)]
    }
    assert page.context["form"].data["initials"] == "KS"
    assert Penalty.objects.count() == 1
    complain(referee, table, **MINOR, row=8)
    complain(referee, table, **MINOR, row=7, again="on")
    assert [call.row for call in Call.objects.all()] == [7, 8, 7]
    assert current(table).totals == [23, 23, -29, -17]


def test_smallest_deduction_is_one_point(direction, table):
    complain(direction, table, paragraph="9.7.2b", offender=3, points=1, note="Lärm")
    assert [deduction.points for deduction in Adjustment.objects.all()] == [-1]


def test_earlier_offences_are_shown_and_no_others(direction, tournament, round, table):
    complain(direction, table, paragraph="9.7.2a", offender=3, note="Gemurmel")
    complain(direction, table, paragraph="none", offender=2)
    complain(direction, table, paragraph="9.7.2b", offender=1, points=3, note="Handy")
    taken_back = Call.objects.get(paragraph="9.7.2b")
    withdraw_call(COMMAND_LINE, taken_back, "irrtümlich")
    complain(direction, round.tables.get(number=2), paragraph="9.2.3", offender=1)
    page = direction.get(call_address(table))
    offences = {
        seat.position: [words for words, _record in told] for seat, told in page.context["offences"]
    }
    assert offences == {3: [decision_words("9.7.2a")]}
    assert "Gemurmel" in text_of(page)


@pytest.mark.parametrize(
    ("fields", "field", "code", "params"),
    [
        ({"paragraph": "9.3.2"}, "initials", "penalty_initials_needed", {}),
        ({"paragraph": "9.7.2a"}, "note", "reason_needed", {}),
        (
            {"paragraph": "9.7.2b", "note": "Lärm"},
            "points",
            "deduction_out_of_range",
            {"most": 12},
        ),
        (
            {"paragraph": "9.2.3", "row": 25},
            "row",
            "penalty_row_unknown",
            {"table": 1, "last": 24, "row": 25},
        ),
        (
            {"paragraph": "9.3.3a", "initials": "KS"},
            "__all__",
            "penalty_does_not_fit",
            {"rule": "9.3.3a", "offender": 3},
        ),
        ({"paragraph": "9.9"}, "paragraph", "", {}),
        (
            {"paragraph": "9.4.4", "row": 2, "initials": "KS"},
            "soloist",
            "penalty_soloist_needed",
            {"rule": "9.4.4"},
        ),
    ],
)
def test_refusal_is_next_to_its_field_and_keeps_typed_text(
    direction, table, fields, field, code, params
):
    page = complain(direction, table, **{"offender": 3, "caller": 2, **fields})
    assert page.status_code == 422
    ((where, errors),) = page.context["form"].errors.items()
    assert where == field
    assert not code or errors == [refusal(code, **params)]
    assert page.context["form"].data["caller"] == "2"
    assert Call.objects.count() == Penalty.objects.count() == Adjustment.objects.count() == 0


def test_fields_a_decision_does_not_need_are_ignored(referee, table):
    complain(referee, table, **MINOR, absagen=4, credit_soloist="on", row=2)
    assert Penalty.objects.get().points == [1, 1, -3, 1]


@pytest.mark.parametrize("paragraph", ["9.7.2b", "9.7.2c", "9.7.3"])
def test_deduction_and_disqualification_are_the_directions(referee, direction, table, paragraph):
    page = complain(referee, table, paragraph=paragraph, offender=3, note="Lärm", points=3)
    assert list(page.context["form"].errors) == ["paragraph"]
    complain(direction, table, paragraph=paragraph, offender=3, note="Lärm", points=3)
    assert Call.objects.get().paragraph == paragraph


def test_a_withdrawn_call_stays_and_takes_its_penalty_back(referee, tournament, table):
    submit(COMMAND_LINE, table, rows_content())
    complain(referee, table, **MINOR)
    address = reverse("call-withdraw", args=[tournament.slug, Call.objects.get().pk])
    page = referee.post(address, {"reason": " "}, follow=True)
    assert messages_of(page)[-1] == refusal("reason_needed")
    page = referee.post(address, {"reason": "falscher Tisch"}, follow=True)
    call = Call.objects.get()
    assert (call.penalty, call.points, call.withdrawn_reason) == (
        None,
        [1, 1, -3, 1],
        "falscher Tisch",
    )
    assert current(table).totals == [20, 20, -20, -20]
    assert "falscher Tisch" in cells(page)[0][6]
    page = referee.post(address, {"reason": "noch einmal"}, follow=True)
    assert messages_of(page)[-1] == refusal("call_gone")


def test_taking_the_booking_back_strikes_the_call(direction, table):
    complain(direction, table, **MINOR)
    complain(direction, table, paragraph="9.7.2b", offender=1, points=3, note="Handy")
    revoke_penalty(COMMAND_LINE, Penalty.objects.get(), "Irrtum")
    revoke_deduction(COMMAND_LINE, Adjustment.objects.get(), "Versehen")
    assert [call.withdrawn_reason for call in Call.objects.all()] == ["Irrtum", "Versehen"]


def test_reversed_disqualification_restores_the_status(direction, table):
    entry = table.seats.get(position=3).entry
    Entry.objects.filter(pk=entry.pk).update(status="unranked")
    complain(direction, table, paragraph="9.7.2c", offender=3, note="gezinkt")
    withdraw_call(COMMAND_LINE, Call.objects.get(), "falsch verstanden")
    entry.refresh_from_db()
    assert entry.status == "unranked"


def test_the_log_is_narrowed_down(referee, tournament, round, table):
    complain(referee, table, paragraph="9.2.3", offender=3)
    complain(referee, round.tables.get(number=2), paragraph="none", offender=1, caller=2)
    caller = round.tables.get(number=2).seats.get(position=2).entry
    number, name = caller.number, caller.person.name
    shown = {
        query: [row[2] for row in cells(log(referee, tournament, query))]
        for query in (
            *("", "?table=1", "?round=2", f"?person={number}", f"?person={number}+{name}"),
            *("?table=x", "?person=zzz"),
        )
    }
    assert shown == {
        "": ["2", "1"],
        "?table=1": ["1"],
        "?round=2": [],
        f"?person={number}": ["2"],
        f"?person={number}+{name}": ["2"],
        "?table=x": [],
        "?person=zzz": [],
    }


def test_the_log_takes_the_same_queries_for_more(
    referee, tournament, table, django_assert_num_queries
):
    complain(referee, table, paragraph="9.2.3", offender=1, caller=2)
    log(referee, tournament)
    with django_assert_num_queries(10):
        log(referee, tournament)
    for offender in (2, 3):
        complain(referee, table, paragraph="9.3.2", offender=offender, caller=1, initials="KS")
    with django_assert_num_queries(10):
        assert len(cells(log(referee, tournament))) == 3


def test_a_typist_reads_and_does_nothing(typist, referee, tournament, table):
    complain(referee, table, paragraph="9.2.3", offender=1)
    page = log(typist, tournament)
    assert len(cells(page)) == 1
    for act in ("call-new", "call-withdraw", "protest-new"):
        kwargs = [tournament.slug, *([1] if act == "call-withdraw" else [])]
        assert reverse(act, args=kwargs) not in page.content.decode()


def test_nobody_complains_about_themselves(referee, table):
    told = {**MINOR, "caller": 3, "row": 7, "note": "Karte gezeigt"}
    page = complain(referee, table, **told)
    assert page.status_code == 422
    form = page.context["form"]
    assert form.errors == {"caller": [refusal("caller_is_offender", position=3)]}
    assert {name: form[name].value() for name in told} == {
        name: str(value) for name, value in told.items()
    }
    assert Call.objects.count() == 0
    complain(referee, table, **{**told, "caller": ""})
    assert Call.objects.get().caller is None


def test_hostile_words_are_text(referee, tournament, table):
    complain(referee, table, paragraph="9.2.3", offender=1, note="<script>alert(1)</script>")
    for page in (log(referee, tournament), referee.get(call_address(table))):
        assert "<script>alert" not in page.content.decode()
        assert "<script>alert(1)</script>" in text_of(page)


def test_a_position_nobody_sits_at_is_refused(table):
    with pytest.raises(Refused, match="call_without_person"):
        log_call(COMMAND_LINE, table, paragraph="9.2.3", offender=5)
