"""Protests: lodged, decided by a majority of the jury, final; and the time they took."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories.calls import call_address, complain
from tests.factories.pages import messages_of, text_of
from tests.factories.submissions import journal, nothing_written
from tests.factories.words import refusal, text
from tournament.models import Call, GameTable, Penalty, Protest, Round
from tournament.referee.reads import undecided_protests
from tournament.shared.rules.places import Place
from tournament.trust.reads.freezing import freeze_outlook

pytestmark = pytest.mark.alone
DECISION = {
    "votes_for": 0,
    "votes_against": 3,
    "others": "Karla Kreuz",
    "reason": "Regel 9.3.2 ist richtig angewandt",
    "minutes": 0,
}


@pytest.fixture
def table(round) -> GameTable:
    return round.tables.get(number=1)


@pytest.fixture
def call(referee, table) -> Call:
    complain(referee, table, paragraph="9.3.2", offender=3, initials="KS", caller=1)
    return Call.objects.get()


@pytest.fixture
def protest(referee, call) -> Protest:
    lodge(referee, call)
    return Protest.objects.get()


def lodge(client, call: Call):
    slug = call.table.round.tournament.slug
    address = reverse("protest-new", args=[slug]) + f"?call={call.pk}"
    return client.post(address, {"protester": 3, "note": "war schon gelegt"}, follow=True)


def page_of(protest: Protest) -> str:
    return reverse("protest", args=[protest.table.round.tournament.slug, protest.pk])


def jury(round, *positions: int) -> list[int]:
    """Return people of table 2."""
    seats = round.tables.get(number=2).seats.filter(position__in=positions)
    return list(seats.order_by("position").values_list("entry", flat=True))


def numbers(round, *positions: int) -> list[str]:
    """Return the same by start number, as they are typed."""
    entries = round.tournament.entries.in_bulk(jury(round, *positions))
    return [str(entries[pk].number) for pk in jury(round, *positions)]


def minutes(round) -> list[int]:
    return list(round.tables.order_by("number").values_list("extra_minutes", flat=True))


def test_a_protest_rejected_leaves_the_decision_and_is_final(referee, round, call, protest):
    page = referee.post(page_of(protest), {**DECISION, "jury": numbers(round, 1, 2)}, follow=True)
    assert messages_of(page) == [text("Saved.")]
    rejected = "Protest rejected, %(against)s to %(votes)s votes"
    assert page.context["result"] == text(rejected, against=3, votes=0)
    protest.refresh_from_db()
    assert (protest.changed, protest.jury, protest.others) == (
        False,
        jury(round, 1, 2),
        "Karla Kreuz",
    )
    assert Penalty.objects.count() == 1
    slug = round.tournament.slug
    withdrawn = referee.post(
        reverse("call-withdraw", args=[slug, call.pk]), {"reason": "doch nicht"}, follow=True
    )
    assert messages_of(withdrawn)[-1] == refusal("protest_is_final")
    assert page.context["form"] is None
    assert referee.post(page_of(protest), {**DECISION, "votes_for": 3}).status_code == 422
    protest.refresh_from_db()
    assert (protest.changed, Penalty.objects.count()) == (False, 1)
    again = lodge(referee, call).context["form"].non_field_errors()
    assert again == [refusal("protest_is_there")]


def test_only_the_juror_who_is_nobody_is_marked(referee, round, protest):
    named = [*numbers(round, 1), "Niemand", *numbers(round, 2)]
    page = referee.post(page_of(protest), {**DECISION, "jury": named})
    assert page.status_code == 422
    marked = re.findall(r"<input[^>]*aria-invalid[^>]*>", page.content.decode())
    assert [re.findall(r'value="([^"]*)"', each) for each in marked] == [["Niemand"]]


def test_upheld_protest_reverses_the_decision_and_offers_another(referee, round, call, protest):
    told = {**DECISION, "votes_for": 2, "votes_against": 1, "jury": numbers(round, 1, 2)}
    page = referee.post(page_of(protest), told, follow=True)
    call.refresh_from_db()
    assert (call.penalty, call.withdrawn_reason) == (None, DECISION["reason"])
    assert Penalty.objects.count() == 0
    assert call_address(call.table) in page.content.decode().replace("&amp;", "&")
    assert [entry["votes"] for entry in journal("protest_upheld")] == ["2:1"]


def test_a_protest_upheld_names_the_lists_that_are_void(direction, round, call, protest):
    Round.objects.filter(pk=round.pk).update(closed_at=timezone.now())
    told = {**DECISION, "votes_for": 2, "votes_against": 1, "jury": numbers(round, 1, 2)}
    saved, void = messages_of(direction.post(page_of(protest), told, follow=True))
    assert saved == text("Saved.")
    assert re.findall(r'href="([^"]+)"', void) == [
        "/t/herbst/print/1/result/",
        "/t/herbst/print/standings/?after=1",
    ]


def test_answer_while_typing_says_what_the_votes_decide(referee, round, call, protest):
    address = f"{page_of(protest)}?part=answer"
    told = {**DECISION, "votes_for": 2, "votes_against": 1, "jury": numbers(round, 1, 2)}
    with nothing_written():
        upheld = referee.post(address, {**told, "reason": "", "minutes": 5, "initials": "KS"})
        tied = referee.post(address, {**told, "votes_against": 2})
        unclear = referee.post(address, {**told, "jury": ["zzz"]})
        begun = referee.post(address, {"votes_for": 2})
    words = text("Protest upheld, %(votes)s to %(against)s votes", votes=2, against=1)
    assert upheld.context["foreseen"] == words
    assert upheld.context["takes_back"] == call
    assert len(upheld.context["waiting"]) == 2
    assert tied.context["refused"] == refusal("protest_votes", votes=4, members=3)
    nobody = text("Nobody has this number or name.")
    assert unclear.content.decode().count(nobody) == 1
    assert "notice" not in begun.content.decode()
    protest.refresh_from_db()
    assert protest.decided_at is None


def test_the_jury_is_found_by_number_or_name(referee, round, protest):
    one, two = round.tournament.entries.in_bulk(jury(round, 1, 2)).values()
    one.person.first_name, one.person.last_name = "Łukasz", "Đorđe<script>"
    one.person.save()
    typed = ["", "luk", f"{two.number} {two.person.name}", str(one.number)]
    referee.post(page_of(protest), {**DECISION, "jury": typed})
    protest.refresh_from_db()
    assert protest.jury == [one.pk, two.pk]


def test_unclear_members_of_the_jury_are_named_and_kept(referee, round, protest):
    typed = ["99", *numbers(round, 1), "zzz<b>"]
    page = referee.post(page_of(protest), {**DECISION, "jury": typed})
    form = page.context["form"]
    nobody = text("Nobody has this number or name.")
    assert form.errors == {"jury": [f"99: {nobody}", f"zzz<b>: {nobody}"]}
    assert form["jury"].value() == typed
    shown = re.findall(r'name="jury" value="([^"]*)"', page.content.decode())
    assert shown == ["99", *numbers(round, 1), "zzz&lt;b&gt;"]


def test_the_jury_of_the_last_protest_is_offered(referee, round, call, protest):
    members = numbers(round, 1, 2)
    assert referee.get(page_of(protest)).context["form"].initial == {"jury": [], "others": ""}
    referee.post(page_of(protest), {**DECISION, "jury": members})
    # The next one is by a member of that jury, who is no judge of it.
    seat = round.tables.get(number=2).seats.get(entry__number=members[0])
    address = reverse("protest-new", args=["herbst"])
    place = f"?round={round.number}&table=2"
    page = referee.post(
        address + place, {"protester": seat.position, "note": "zu früh"}, follow=True
    )
    juror = round.tournament.entries.get(number=members[1])
    assert page.context["form"]["jury"].value() == [f"{juror.number} {juror.person.name}"]
    assert page.context["form"]["others"].value() == "Karla Kreuz"
    # Changed, as in any form.
    last = Protest.objects.get(decided_at=None)
    referee.post(page_of(last), {**DECISION, "votes_against": 1, "others": "Ida Igel"})
    last.refresh_from_db()
    assert (last.jury, last.others) == ([], "Ida Igel")


def test_withdrawn_or_absent_player_is_not_offered_for_the_jury(referee, round, protest):
    gone, without_seat = jury(round, 1, 2)
    round.tournament.entries.filter(pk=gone).update(status="withdrawn")
    round.seats.filter(entry=without_seat).delete()
    people = [round.tournament.entries.get(pk=pk) for pk in (gone, without_seat)]
    told = {**DECISION, "jury": [each.number for each in people]}
    not_there = "%(name)s is not there or does not play any more."

    def refused() -> list[str]:
        page = referee.post(page_of(protest), told)
        assert page.status_code == 422
        return page.context["form"].errors["jury"]

    assert refused() == [text(not_there, name=each.person.name) for each in people]
    round.tournament.entries.filter(pk=without_seat).update(checked_in=True)
    assert refused() == [text(not_there, name=people[0].person.name)]


def test_nobody_decides_on_the_jury_about_themselves(referee, round, call, table):
    slug = round.tournament.slug
    address = reverse("protest-new", args=[slug]) + f"?call={call.pk}"
    referee.post(address, {"protester": 2})
    protest = Protest.objects.get()
    parties = [table.seats.get(position=position).entry for position in (2, 3)]
    for party in parties:
        told = {**DECISION, "jury": [str(party.number), *numbers(round, 1)], "heard": "alle"}
        page = referee.post(page_of(protest), told)
        assert page.status_code == 422
        assert page.context["form"].errors == {
            "jury": [refusal("jury_concerned", names=party.person.name)]
        }
        shown = re.findall(r'name="jury" value="(\d+)"', page.content.decode())
        assert shown == told["jury"]
        assert page.context["form"]["heard"].value() == "alle"
        protest.refresh_from_db()
        assert protest.decided_at is None


def test_minutes_go_to_the_table_and_to_the_tables_of_the_jury(referee, round, protest):
    told = {**DECISION, "jury": numbers(round, 1, 2), "minutes": 7, "initials": "KS"}
    page = referee.post(page_of(protest), told, follow=True)
    assert minutes(round) == [7, 7]
    assert {table.extra_reason for table in round.tables.all()} == {DECISION["reason"]}
    assert [each.number for each in page.context["waiting"]] == [1, 2]


def test_minutes_are_added_to_those_there_are(referee, round, protest):
    round.tables.filter(number=1).update(extra_minutes=5, extra_reason="Licht aus")
    told = {**DECISION, "votes_against": 1, "minutes": 7, "initials": "KS"}
    referee.post(page_of(protest), told)
    assert minutes(round) == [12, 0]
    assert round.tables.get(number=1).extra_reason == f"Licht aus; {DECISION['reason']}"


@pytest.mark.parametrize(
    ("change", "field", "code", "params"),
    [
        ({"others": ""}, "jury", "jury_missing", {}),
        ({"votes_against": 4}, "votes_for", "protest_votes", {"votes": 4, "members": 3}),
        ({"votes_for": 1, "votes_against": 1}, "votes_for", "protest_tied", {"votes": 1}),
        ({"minutes": 5}, "initials", "extra_time_undocumented", {"table": 1}),
        ({"reason": ""}, "reason", "required", {}),
    ],
)
def test_a_refused_decision_changes_nothing_and_keeps_the_form(
    referee, round, protest, change, field, code, params
):
    members = [] if "others" in change else numbers(round, 1, 2)
    page = referee.post(page_of(protest), {**DECISION, "jury": members, **change})
    assert page.status_code == 422
    ((where, errors),) = page.context["form"].errors.items()
    assert where == field
    if code == "required":
        assert page.context["form"].has_error(field, code)
    else:
        assert errors == [refusal(code, **params)]
    protest.refresh_from_db()
    assert (protest.decided_at, protest.changed, minutes(round)) == (None, None, [0, 0])
    assert Penalty.objects.count() == 1


def test_players_are_not_typed_as_others_on_the_jury(referee, round, protest, table):
    elsewhere = round.tables.get(number=2).seats.get(position=1).entry.person
    own = protest.protester.person.name
    for name, told_why in (
        (
            f"{elsewhere.last_name.upper()} {elsewhere.first_name}",
            refusal("jury_plays", names=elsewhere.name),
        ),
        (own, refusal("jury_concerned", names=own)),
    ):
        told = {**DECISION, "others": f"Karla Kreuz, {name}"}
        page = referee.post(page_of(protest), told)
        (errors,) = page.context["form"].errors.values()
        assert (page.status_code, errors) == (422, [told_why])
    twice = {**DECISION, "others": "Karla Kreuz, karla  kreuz, Karla Kreuz", "votes_against": 3}
    assert referee.post(page_of(protest), twice).status_code == 422


def test_equal_votes_are_decided_by_the_direction_alone(referee, direction, round, protest):
    told = {
        **DECISION,
        "others": "Karla Kreuz, Pia Pik",
        "votes_for": 1,
        "votes_against": 1,
        "by_direction": "changed",
    }
    assert "by_direction" not in referee.get(page_of(protest)).context["form"].fields
    assert referee.post(page_of(protest), told).status_code == 422
    direction.post(page_of(protest), told)
    protest.refresh_from_db()
    assert protest.changed is True


def test_players_of_the_table_on_the_jury_are_named(referee, round, protest, table):
    own = table.seats.get(position=2).entry
    page = referee.post(
        page_of(protest), {**DECISION, "jury": [str(own.number), *numbers(round, 1)]}
    )
    page = referee.get(page_of(protest))
    assert page.context["partial"] == [own.person.name]
    assert text("Players of the table itself sat on the jury:") in text_of(page)


def test_a_deduction_is_contested_before_the_direction(referee, direction, table):
    complain(direction, table, paragraph="9.7.2b", offender=1, points=3, note="Handy")
    lodge(referee, Call.objects.get())
    found = Protest.objects.get()
    told = {**DECISION, "votes_for": 1, "votes_against": 0}
    assert referee.get(page_of(found)).context["form"] is None
    assert referee.post(page_of(found), told).status_code == 422
    direction.post(page_of(found), told)
    assert table.round.tournament.entries.filter(adjustments__isnull=False).count() == 0


def test_a_protest_without_a_decision_written_down(referee, table):
    slug = table.round.tournament.slug
    page = referee.get(reverse("protest-new", args=[slug]))
    assert list(page.context["form"].fields) == ["round", "table"]
    address = reverse("protest-new", args=[slug])
    unknown = referee.get(f"{address}?round=1&table=9")
    assert refusal("unknown_table", round=1, table=9) in text_of(unknown)
    page = referee.post(f"{address}?round=1&table=1", {"protester": 2}, follow=True)
    protest = Protest.objects.get()
    assert (page.context["protest"], protest.decided_at) == (protest, None)


def test_a_withdrawn_decision_is_not_contested(referee, round, call):
    slug = round.tournament.slug
    referee.post(reverse("call-withdraw", args=[slug, call.pk]), {"reason": "Irrtum"})
    assert lodge(referee, call).status_code == 422
    assert Protest.objects.count() == 0


def test_the_log_has_the_protest_with_its_jury(referee, round, protest):
    referee.post(page_of(protest), {**DECISION, "jury": numbers(round, 1), "votes_against": 2})
    page = referee.get(reverse("calls", args=[round.tournament.slug]))
    first = round.tables.get(number=2).seats.get(position=1).entry.person.name
    jury_and_reason = (
        f"{text('Jury')}: {first}, Karla Kreuz · {text('Reason')}: {DECISION['reason']}"
    )
    assert f"war schon gelegt · {jury_and_reason}" in text_of(page)


def test_votes_say_what_the_result_is(referee, direction, round, protest):
    told = {**DECISION, "others": "Karla Kreuz, Pia Pik", "jury": [], "by_direction": "changed"}
    page = direction.post(page_of(protest), {**told, "votes_for": 0, "votes_against": 2})
    assert page.status_code == 422
    assert refusal("protest_votes_contradict", votes="0:2") in text_of(page)
    protest.refresh_from_db()
    assert protest.decided_at is None


def test_undecided_protest_is_named_before_the_end(direction, round, protest):
    tournament = round.tournament
    assert undecided_protests(tournament) == [Place(round.number, protest.table.number)]
    finish = text_of(direction.get(reverse("tournament-finish", args=[tournament.slug])))
    assert text("Protests that are not decided") in finish
    assert freeze_outlook(tournament, timezone.now()).needs_reason
    direction.post(page_of(protest), {**DECISION, "jury": numbers(round, 1, 2)})
    assert undecided_protests(tournament) == []
