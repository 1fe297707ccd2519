"""The pages of the till and of the prizes, and their papers."""

import re
from io import BytesIO
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories.journal import note
from tests.factories.money import make_money
from tests.factories.pages import column_of, messages_of, text_of
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import enter_round, make_drawn_tournament
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.models import (
    CashCount,
    Entry,
    FeeRule,
    JournalEntry,
    Payment,
    Person,
    Pool,
    Prize,
    PrizeAward,
    Role,
    Tournament,
)
from tournament.money.rules import Fee
from tournament.money.writes import set_fees, take_back_payment, take_payment
from tournament.permissions import COMMAND_LINE
from tournament.prizes.writes import assign_prizes

pytestmark = pytest.mark.django_db

PAGES = ("print", "money")
HOSTILE = '<script>alert("x")</script> {{ 7|add:7 }} %(name)s'


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 4)
    return tournament


@pytest.fixture
def direction(client: Client, tournament: Tournament) -> Client:
    client.force_login(make_user(Role.DIRECTION, tournament))
    return client


COUNTED = "Cash counted: %(counted)s, expected %(expected)s, difference %(difference)s."


def lines(prefix: str, *rows: dict[str, object]) -> dict[str, object]:
    """Return what a browser sends for the lines of a form."""
    fields = {
        f"{prefix}-{n}-{key}": value for n, row in enumerate(rows) for key, value in row.items()
    }
    return {f"{prefix}-TOTAL_FORMS": len(rows), f"{prefix}-INITIAL_FORMS": 0, **fields}


def page(client: Client, name: str, *args: object, **query: object) -> str:
    return client.get(reverse(name, args=["herbst", *args]), query).content.decode()


def send(client: Client, name: str, *args: object, **fields: object) -> int:
    return client.post(reverse(name, args=["herbst", *args]), fields).status_code


def links_to_till(html: str) -> list[str]:
    """Return the class of each link to the till."""
    till = reverse("money", args=["herbst"])
    return re.findall(rf'<a (?:class="([^"]*)" )?href="{till}"', html)


def test_club_without_amounts_sees_one_quiet_link(tournament, direction):
    bar, players = page(direction, "players").split("<main")
    assert (len(links_to_till(bar)), links_to_till(players)) == (1, [""])
    assert "Geld" not in page(direction, "print")
    assert reverse("money-settings", args=["herbst"]) in page(direction, "money")


def test_till_is_a_button_while_amounts_are_open(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    in_menu_on_phones = ["button in-menu-on-phones", ""]
    assert links_to_till(page(direction, "players").split("<main")[1]) == in_menu_on_phones
    tournament.entries.update(fee_paid=True)
    note(tournament)
    assert links_to_till(page(direction, "players").split("<main")[1]) == [""]


def test_fees_are_set_as_typed(tournament, direction):
    fees = lines("fees", {"amount": "15"}, {"amount": "12,50 €", "category": "Damen"}, {})
    pools = lines("pools", {"name": "Topf", "fee": "5.00"}, {"name": "", "fee": ""})
    assert send(direction, "money-settings", **fees, **pools) == 302
    assert list(FeeRule.objects.values_list("amount", "category")) == [(1500, ""), (1250, "Damen")]
    assert list(Pool.objects.values_list("name", "fee")) == [("Topf", 500)]


def test_errors_in_the_fees_come_back_as_typed(tournament, direction):
    fees = lines("fees", {"amount": "fünfzehn", "until": "2026-10-31"})
    pools = lines("pools", {"name": "", "fee": "7"})
    answer = direction.post(reverse("money-settings", args=["herbst"]), {**fees, **pools})
    shown = answer.content.decode()
    assert (answer.status_code, FeeRule.objects.count()) == (422, 0)
    assert 'value="fünfzehn"' in shown
    assert text("Please type an amount such as 12 or 12.50, without a sign.") in shown
    assert refusal("tournament_name_missing") in shown


@pytest.mark.parametrize("typed", [{"category": "Damen"}, {"until": "2026-10-31"}])
def test_a_new_line_needs_its_amount_and_one_that_is_there_goes_without(
    tournament, direction, typed
):
    fees, pools = lines("fees", {"amount": "15"}, {"amount": "", **typed}), lines("pools", {})
    address = reverse("money-settings", args=["herbst"])
    answer = direction.post(address, {**fees, **pools})
    assert (answer.status_code, FeeRule.objects.count()) == (422, 0)
    assert text("The amount is missing.") in text_of(answer)
    set_fees(COMMAND_LINE, tournament, [Fee(1000), Fee(1500, "Junioren")])
    fees = lines("fees", {"amount": "10"}, {"amount": "", "category": "Junioren", **typed})
    fees["fees-INITIAL_FORMS"] = 2
    assert direction.post(address, {**fees, **pools}).status_code == 302
    assert list(FeeRule.objects.values_list("amount", "category")) == [(1000, "")]


def test_refused_fees_come_back_with_the_reason(tournament, direction):
    fees = lines("fees", {"amount": "12", "until": "2026-10-31"})
    answer = direction.post(
        reverse("money-settings", args=["herbst"]), {**fees, **lines("pools", {})}
    )
    assert answer.status_code == 422
    assert refusal("fee_without_end", category="") in text_of(answer)
    assert 'value="2026-10-31"' in answer.content.decode()


def test_till_names_who_owes_what_and_the_sums(tournament, direction):
    make_money(tournament)
    shown = page(direction, "money", show="open")
    for words in ("60,00 €", "30,00 €", "noch offen (2)", "stimmt", "140,00 €"):
        assert words in shown, words


def test_till_shows_paid_and_open_amounts_next_to_each_name(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    take_payment(COMMAND_LINE, tournament.entries.get(number=1), 1500)
    take_payment(COMMAND_LINE, tournament.entries.get(number=2), 500)
    page = direction.get(reverse("money", args=["herbst"]))
    columns = [column_of(page, heading) for heading in ("bezahlt", "offen")]
    shown = [
        ["".join(re.findall(r"\d+,\d\d", cell)) for cell in row]
        for row in zip(*columns, strict=True)
    ]
    assert sorted(shown) == [["", "15,00"], ["", "15,00"], ["15,00", ""], ["5,00", "10,00"]]


@pytest.mark.parametrize("count", [1, 3])
def test_till_takes_the_same_queries_for_every_length(count, django_assert_num_queries, client):
    tournament = make_tournament()
    make_entries(tournament, 4 * count)
    make_money(tournament)
    client.force_login(make_user(Role.TYPIST, tournament))
    with django_assert_num_queries(17):
        page(client, "money")


def test_payment_without_an_amount_is_the_amount_due(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    entry = tournament.entries.get(number=1)
    today = timezone.localdate().isoformat()
    typed = {"purpose": "fee", "amount": "", "how": "card", "on": today}
    assert send(direction, "money-person", entry.pk, **typed) == 302
    assert list(Payment.objects.values_list("amount", "how")) == [(1500, "card")]
    assert send(direction, "money-person", entry.pk, **typed) == 422
    payment = Payment.objects.get()
    assert send(direction, "payment-take-back", payment.pk, reason="Irrtum") == 302
    assert sum(Payment.objects.values_list("amount", flat=True)) == 0


def test_overpayment_is_reported(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1000)])
    entry = tournament.entries.get(number=1)
    address = reverse("money-person", args=["herbst", entry.pk])
    typed = {"purpose": "fee", "how": "cash", "on": timezone.localdate().isoformat()}
    paid = direction.post(address, typed | {"amount": "10"}, follow=True)
    name = entry.person.name
    assert messages_of(paid) == [f"{name} hat 10,00 € bezahlt."]
    assert paid.content.decode().count("zu viel") == 0
    paid = direction.post(address, typed | {"amount": "6"}, follow=True)
    assert messages_of(paid) == [f"{name} hat 6,00 € bezahlt.", f"{name}: 6,00 € zu viel."]
    assert paid.content.decode().count("<dd>6,00 €</dd>") == 1


def test_difference_of_the_till_has_its_sign(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    count = reverse("money-count", args=["herbst"])
    more = direction.post(count, {"opening": "50", "total": "179"}, follow=True)
    sentence = text(COUNTED, counted="179,00 €", expected="50,00 €", difference="+129,00 €")
    assert messages_of(more) == [sentence]
    assert more.content.decode().count(" +129,00 €</span>") == 1
    less = direction.post(count, {"opening": "50", "total": "49"}, follow=True)
    sentence = text(COUNTED, counted="49,00 €", expected="50,00 €", difference="−1,00 €")
    assert messages_of(less) == [sentence]


def test_count_by_notes_and_coins(tournament, direction):
    assert send(direction, "money-count", opening="50", piece_5000="1", piece_200="3") == 302
    assert list(CashCount.objects.values_list("counted", "expected")) == [(5600, 5000)]
    assert send(direction, "money-count", opening="50", total="") == 422


def test_payment_for_everybody_first_shows_for_whom(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    shown = page(direction, "players-all", what="fee", without="1, 3")
    assert UUID(re.search(r'name="submission" value="([^"]*)"', shown)[1]).version == 4
    assert re.findall(r'<select name="(\w+)"', shown) == ["what", "how"]
    whom = ("%(n)s player has not paid, together %(amount)s",)
    whom += ("%(n)s players have not paid, together %(amount)s",)
    assert text(*whom, 2, n=2, amount="30 €") in shown
    typed = {"what": "fee", "without": "1, 3", "how": "cash", "shown": "fee 1, 3"}
    assert send(direction, "players-all", **typed, seen="1") == 422
    assert send(direction, "players-all", **typed, seen="2") == 302
    paid = tournament.entries.filter(fee_paid=True).values_list("number", flat=True)
    assert sorted(paid) == [2, 4]
    assert "nicht: drei" in page(direction, "players-all", what="check_in", without="1 drei")


def test_everybody_except_an_unknown_number_is_refused(tournament, direction):
    typed = {"what": "check_in"}
    shown = page(direction, "players-all", **typed, without="3 98 99")
    assert shown.count(refusal("numbers_unknown", numbers="98, 99")) == 1
    assert shown.count('value="3 98 99"') == 1
    assert (
        send(direction, "players-all", **typed, without="99", shown="check_in 99", seen="4") == 422
    )
    assert tournament.entries.filter(checked_in=True).count() == 0


def test_what_is_typed_after_people_were_shown_is_shown_before_it_is_done(tournament, direction):
    address = reverse("players-all", args=[tournament.slug])
    seen = direction.get(address + "?what=check_in").context
    sent = {"what": "check_in", "without": "", "seen": "4", "shown": seen["shown"]}
    assert [each.number for each in seen["people"]] == [1, 2, 3, 4]
    for changed in ({"what": "nobody_comes"}, {"without": "3"}):
        answer = direction.post(address, sent | changed)
        assert (answer.status_code, messages_of(answer)) == (422, [])
    assert tournament.entries.filter(checked_in=True).count() == 0
    seen = answer.context
    assert [each.number for each in seen["people"]] == [1, 2, 4]
    assert f'form="everybody" name="shown" value="{seen["shown"]}"' in answer.content.decode()
    sent |= {"without": "3", "seen": "3", "shown": seen["shown"]}
    assert direction.post(address, sent).status_code == 302
    there = tournament.entries.filter(checked_in=True).values_list("number", flat=True)
    assert sorted(there) == [1, 2, 4]


def test_desk_names_the_amount_on_its_button(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    entry = tournament.entries.get(number=1)
    assert "15\N{NO-BREAK SPACE}€ bezahlt" in page(direction, "players", last=entry.pk).replace(
        " €", "\N{NO-BREAK SPACE}€"
    )
    assert send(direction, "player-fee", entry.pk, on="1") == 302
    assert Payment.objects.get().amount == 1500


def test_prizes_are_set_assigned_and_handed_out(client):
    tournament = make_drawn_tournament(8, rounds_planned=1)
    client.force_login(make_user(Role.DIRECTION, tournament))
    for entry in tournament.entries.all():
        take_payment(COMMAND_LINE, entry, 1500)
    typed = lines(
        "lines",
        {"kind": "place", "first": "1", "last": "", "amount": "80", "thing": "Pokal"},
        {"kind": "place", "first": "2", "last": "4", "amount": "10,01"},
        {"kind": "place"},
    )
    assert send(client, "prizes-edit", sharing="lot", **typed) == 302
    assert list(Prize.objects.values_list("first", "last", "amount", "thing")) == [
        (1, 1, 8000, "Pokal"),
        (2, 4, 1001, ""),
    ]
    enter_round(tournament.rounds.get())
    tournament.rounds.update(closed_at=timezone.now())
    assert f"({text('by lot')})" in page(client, "prizes")
    assert send(client, "prizes-assign", seed="4711") == 302
    assert "Losschlüssel: 4711" in page(client, "prizes")
    award = PrizeAward.objects.get(amount=8000)
    assert send(client, "prize-hand-out", award.pk, on="1") == 302
    assert page(client, "prizes").count('aria-pressed="true"') == 1
    assert send(client, "prizes-unassign", reason="Einspruch") == 422
    assert PrizeAward.objects.count() == 4


def test_proposal_is_all_that_came_in(tournament, direction):
    for entry in tournament.entries.all():
        take_payment(COMMAND_LINE, entry, 1500)
    shown = page(direction, "prizes-edit", places=3)
    proposed = re.findall(r'name="[^"]*-(first|last|amount)" value="([^"]*)"', shown)
    places = [value for _name, value in proposed if value]
    assert places[:9] == ["1", "1", "30", "2", "2", "20", "3", "3", "10"]


def test_unpaid_fees_lead_to_no_proposal(tournament, direction):
    address = reverse("prizes-edit", args=[tournament.slug])
    offered = []
    for pays in (False, True):
        if pays:
            make_money(tournament)
        offered.append("Vorschlag" in direction.get(address).content.decode())
    assert offered == [False, True]


def test_receipts_are_offered_once_somebody_has_paid(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)], [])
    entry = tournament.entries.get(number=1)

    def offered() -> list[bool]:
        pages = (direction.get(reverse(name, args=[tournament.slug])) for name in PAGES)
        address = f'"{reverse("paper", args=[tournament.slug, "receipts"])}"'
        return [address in page.content.decode() for page in pages]

    assert offered() == [False, False]
    payment = take_payment(COMMAND_LINE, entry, 1500)
    assert offered() == [True, True]
    take_back_payment(COMMAND_LINE, payment, "verzählt")
    assert offered() == [False, False]


def test_only_the_till_says_who_has_paid_where_fees_have_amounts(tournament, direction):
    first = tournament.entries.order_by("number").first()
    fields = [
        direction.get(reverse("player-edit", args=["herbst", first.pk])).context["form"].fields
        for _ in (set_fees(COMMAND_LINE, tournament, fees) for fees in ([], [Fee(1500)]))
    ]
    assert [each["fee_paid"].disabled for each in fields] == [False, True]


def test_hostile_names_stay_text(tournament, direction):
    Person.objects.update(last_name=HOSTILE)
    pool = make_money(tournament)
    Pool.objects.update(name=HOSTILE[:60])
    entry = Entry.objects.filter(tournament=tournament).first()
    for shown in (
        page(direction, "money"),
        page(direction, "money-person", entry.pk),
        page(direction, "prizes"),
        page(direction, "prizes-edit"),
        page(direction, "players-all", what="fee"),
    ):
        assert "<script>alert" not in shown
    assert pool.pk
    assert page_texts(read_pdf(made("receipts", tournament)))


def test_journal_records_every_act(tournament, direction):
    make_money(tournament)
    told = {act.action: act.data for act in JournalEntry.objects.filter(tournament=tournament)}
    payments = JournalEntry.objects.filter(tournament=tournament, action="payment_taken")
    paid = {(act.data["amount"], act.data["pay_by"], act.data["pool"]) for act in payments}
    assert paid == {(500, "cash", "Beste Runde"), (1500, "cash", None)}
    assert told["money_set"] == {"fees": [[1500, "", None]], "pools": [["Beste Runde", 500]]}
    counted = {name: told["cash_counted"][name] for name in ("counted", "expected", "difference")}
    assert counted == {"counted": 14000, "expected": 14000, "difference": 0}
    prizes = {name: told["prizes_set"][name] for name in ("count", "amount", "sharing")}
    assert prizes == {"count": 3, "amount": 4000, "sharing": "split"}


def test_workbook_shows_payments_only_to_those_who_run_the_till(client):
    tournament = make_drawn_tournament(8)
    make_money(tournament)
    sheets = {}
    for role in (Role.DIRECTION, Role.REFEREE):
        client.force_login(make_user(role, tournament))
        content = client.get(reverse("paper", args=[tournament.slug, "workbook"])).content
        sheets[role] = load_workbook(BytesIO(content))
    payments = sheets[Role.DIRECTION]["Zahlungen"]
    days = [row[0] for row in payments.iter_rows(min_row=5, max_row=8)]
    assert {(day.value.date(), day.number_format) for day in days} == {
        (timezone.localdate(), "mm-dd-yy")
    }
    paid = [row[1:] for row in payments.iter_rows(min_row=5, max_row=8, values_only=True)]
    assert paid == [
        (number, name, *what)
        for number, name in ((1, "Arnold, Änne"), (2, "Beck, Bernd"))
        for what in (("Startgeld", "bar", 15), ("Beste Runde", "bar", 5))
    ]
    assert "Zahlungen" not in sheets[Role.REFEREE].sheetnames


def test_papers_read_back(client):
    tournament = make_drawn_tournament(8, rounds_planned=1)
    make_money(tournament)
    enter_round(tournament.rounds.get())
    tournament.rounds.update(closed_at=timezone.now())
    Person.objects.filter(entries=tournament.entries.get(number=1)).update(last_name="Zander")
    (door,) = page_texts(read_pdf(made("door", tournament)))
    assert (door.count("15,00 €"), "Beste Runde 5 €" in door) == (6, True)
    (by_name,) = page_texts(read_pdf(made("door", tournament, by="name")))
    assert [page.index("Zander") < page.index("Beck") for page in (door, by_name)] == [True, False]
    assign_prizes(COMMAND_LINE, tournament, "7")
    (prizes,) = page_texts(read_pdf(made("prizes", tournament)))
    assert prizes.index("Beste Runde") < prizes.index("Plätze")
    assert prizes.count("15,00 €") == 2
    (receipts,) = page_texts(read_pdf(made("receipts", tournament)))
    assert (receipts.count("Quittung"), receipts.count("20,00 €")) == (2, 2)
    (one,) = page_texts(read_pdf(made("receipts", tournament, number=1)))
    assert one.count("Quittung") == 1


def test_one_tap_returns_no_fee_where_fees_have_amounts(tournament, direction):
    entry = tournament.entries.get(number=1)
    assert send(direction, "player-fee", entry.pk, on="1") == 302
    assert send(direction, "player-fee", entry.pk, on="0") == 302
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    send(direction, "player-fee", entry.pk, on="1")
    address = reverse("player-fee", args=["herbst", entry.pk])
    told = messages_of(direction.post(address, {"on": "0"}, follow=True))
    assert told == [refusal("fee_back_in_till")]
    entry.refresh_from_db()
    assert (entry.fee_paid, list(Payment.objects.values_list("amount", flat=True))) == (
        True,
        [1500],
    )


def test_fee_of_a_category_without_members_is_reported(tournament, direction):
    fees = lines("fees", {"amount": "15"}, {"amount": "5", "category": "Dahmen"})
    address = reverse("money-settings", args=["herbst"])
    sent = {**fees, **lines("pools")}
    told = messages_of(direction.post(address, sent, follow=True))
    assert told == [text("Saved."), text("Nobody has this category yet: %(tags)s.", tags="Dahmen")]


def test_refused_till_says_so_at_the_top(tournament, direction):
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    count = direction.post(reverse("money-count", args=["herbst"]), {"opening": "50", "total": ""})
    shown = count.content.decode()
    assert '<a href="#money-count">' in shown
    assert shown.index('class="notice error"') < shown.index('id="money-count"')
