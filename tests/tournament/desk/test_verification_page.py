"""The page of the verification: table after table, blind or by a second person."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_totals
from tests.factories.sheets import make_round, rows_content, totals_content
from tests.factories.submissions import current, journal, submit
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.models import Role, Round, Verification, VerificationRule
from tournament.permissions import COMMAND_LINE, Actor

TOTALS = (6, 2, -2, -6)
SWAPPED = (6, 2, -6, -2)


def make_waiting(rule: VerificationRule, tables: int = 3) -> Round:
    """Create a round whose sheets are all in and wait."""
    round = make_round(make_tournament(verification=rule), sizes=(4,) * tables)
    for table in round.tables.all():
        enter_totals(table, TOTALS)
    return round


@pytest.fixture
def blind(db) -> Round:
    return make_waiting(VerificationRule.BLIND)


@pytest.fixture
def typist(blind: Round) -> Client:
    return signed_in(blind.tournament, Role.TYPIST)


def address(round: Round) -> str:
    return reverse("verification", args=[round.tournament.slug, round.number])


def stopped(round: Round, table: int) -> str:
    return reverse("verification-decision", args=[round.tournament.slug, round.number, table])


def typed(table: int, *totals: object, version: int = 1) -> dict[str, object]:
    fields = {f"t{seat}": total for seat, total in enumerate(totals, 1)}
    return {"table": table, "version": version, **fields}


def confirmed(table: int) -> str:
    return text("Table %(table)s is confirmed.", table=table)


def differ_in(places: int) -> str:
    many = "The two differ in %(counter)s places."
    return text("The two differ in one place.", many, places, counter=places)


def test_blind_page_shows_no_total(typist: Client, blind: Round):
    page = typist.get(address(blind))
    assert page.context["now"].number == 1
    assert (page.context["progress"].confirmed, page.context["progress"].tables) == (0, 3)
    shown = text_of(page)
    assert [figure for figure in ("+6", "+2", "−2", "−6") if figure in shown] == []
    assert 'value="6"' not in page.content.decode()


def test_same_totals_lead_to_the_next_table(typist: Client, blind: Round):
    page = typist.post(address(blind), typed(2, *TOTALS), follow=True)
    assert page.context["now"].number == 3
    assert confirmed(2) in text_of(page)
    assert page.context["progress"].confirmed == 1
    assert [each.number for each in page.context["progress"].waiting] == [1, 3]
    page = typist.get(reverse("round", args=[blind.tournament.slug, blind.number]))
    lines = page.context["missing"] + page.context["finished"]
    assert {table.number: str(on.state) for table, on in lines} == {
        1: "unverified",
        2: "confirmed",
        3: "unverified",
    }
    assert text_of(page).count(text("confirmed", context="table")) == 1


@pytest.mark.parametrize(
    ("again", "places", "suspicion", "seats"),
    [
        (SWAPPED, 2, "Positions %(one)s and %(other)s look exchanged.", {"one": 3, "other": 4}),
        ((-6, -2, 2, 6), 4, "All signs look reversed.", {}),
    ],
)
def test_stopped_page_describes_the_difference(
    typist: Client,
    blind: Round,
    again: tuple[int, ...],
    places: int,
    suspicion: str,
    seats: dict[str, int],
):
    page = typist.post(address(blind), typed(1, *again), follow=True)
    assert f"{differ_in(places)} {text(suspicion, **seats)}" in text_of(page)


def test_after_the_last_table_comes_the_first_that_waits(typist: Client, blind: Round):
    page = typist.post(address(blind), typed(3, *TOTALS), follow=True)
    assert page.context["now"].number == 1


@pytest.mark.alone
def test_other_totals_stop_and_show_both(typist: Client, blind: Round):
    answer = typist.post(address(blind), typed(1, *SWAPPED))
    assert answer["Location"] == stopped(blind, 1)
    page = typist.get(stopped(blind, 1))
    lines = page.context["lines"][-4:]
    assert [(line.before, line.after, line.differs) for line in lines] == [
        ("+6", "+6", False),
        ("+2", "+2", False),
        ("−2", "−6", True),
        ("−6", "−2", True),
    ]
    assert differ_in(2) in text_of(page)
    assert not Verification.objects.filter(agrees=True).exists()
    assert journal("verification_differed")[0]["typed"] == [6, 2, -6, -2]
    (waiting, *_) = typist.get(address(blind)).context["progress"].waiting
    assert (waiting.number, waiting.differences) == (1, 1)


@pytest.mark.alone
def test_typing_what_was_seen_stays_stopped(typist: Client, blind: Round):
    typist.post(address(blind), typed(1, *SWAPPED))
    assert typist.post(address(blind), typed(1, *TOTALS))["Location"] == stopped(blind, 1)
    assert typist.get(f"{address(blind)}?table=1")["Location"] == stopped(blind, 1)
    assert typist.get(address(blind)).context["now"].number == 2
    assert not Verification.objects.filter(agrees=True).exists()


def test_first_entry_is_upheld_with_a_reason(typist: Client, blind: Round):
    typist.post(address(blind), typed(1, *SWAPPED))
    stands = {"action": "stands", "version": "1"}
    page = typist.post(stopped(blind, 1), {**stands, "reason": " "})
    assert page.status_code == 422
    assert page.context["refused"] == refusal("reason_needed")
    page = typist.post(stopped(blind, 1), {**stands, "reason": "Zeile verrutscht"}, follow=True)
    assert confirmed(1) in text_of(page)
    assert journal("verification_decided")[0]["reason"] == "Zeile verrutscht"
    versions = reverse("sheet-versions", args=[blind.tournament.slug, 1, 1])
    assert "Zeile verrutscht" in text_of(typist.get(versions))
    assert ": 1 +6 2 +2 3 −6 4 −2" in text_of(typist.get(versions))


def test_second_typing_replaces_the_sheet_with_a_reason_and_waits_again(
    typist: Client, blind: Round
):
    typist.post(address(blind), typed(1, *SWAPPED))
    corrects = {"action": "corrects", "version": "1", "reason": ""}
    page = typist.post(stopped(blind, 1), corrects)
    assert page.status_code == 422
    page = typist.post(stopped(blind, 1), {**corrects, "reason": "Zahlendreher"}, follow=True)
    corrected = "Table %(table)s is corrected. It waits for a verification again."
    assert text(corrected, table=1) in text_of(page)
    version = current(blind.tables.get(number=1))
    assert (version.number, version.totals, version.reason) == (2, [*SWAPPED], "Zahlendreher")
    assert page.context["now"].number == 1


@pytest.mark.parametrize(
    ("entered", "again", "may_correct"),
    [
        (totals_content(TOTALS), totals_content(SWAPPED), True),
        (rows_content(), totals_content(TOTALS), False),
        (rows_content(), rows_content(winners=(1, 3)), True),
    ],
)
def test_totals_never_replace_a_list(
    db, entered: dict[str, object], again: dict[str, object], may_correct: bool
):
    round = make_round(make_tournament(verification=VerificationRule.PERSON), sizes=(4,))
    for name, content in (("helga", entered), ("otto", again)):
        submit(Actor(make_user(Role.TYPIST, round.tournament, name)), round.tables.get(), content)
    page = signed_in(round.tournament, Role.TYPIST).get(stopped(round, 1))
    assert page.context["may_correct"] == may_correct
    contradiction = refusal(
        "totals_contradict_rows",
        table=1,
        counted="+20 / +20 / −20 / −20",
        given="+6 / +2 / −2 / −6",
        suspicion="",
    )
    assert page.context["contradiction"] == ("" if may_correct else contradiction)


@pytest.mark.parametrize("field", ["table", "version"])
@pytest.mark.alone
def test_nothing_is_compared_without_table_or_version(typist: Client, blind: Round, field: str):
    answer = typist.post(address(blind), {**typed(1, *TOTALS), field: "x"})
    assert answer["Location"] == address(blind)
    assert not Verification.objects.exists()


def test_stopped_page_without_a_difference_leads_to_the_verification(typist: Client, blind: Round):
    assert typist.get(stopped(blind, 1))["Location"] == address(blind)


@pytest.mark.alone
def test_user_who_entered_the_sheet_cannot_confirm_it_alone(db):
    round = make_round(make_tournament(verification=VerificationRule.PERSON), sizes=(4,))
    table = round.tables.get()
    helga = make_user(Role.TYPIST, round.tournament, "helga")
    submit(Actor(helga), table, totals_content(TOTALS))
    other = Actor(make_user(Role.TYPIST, round.tournament, "otto"))
    submit(other, table, totals_content(SWAPPED))
    own = Client()
    own.force_login(helga)
    page = own.get(stopped(round, 1))
    assert not page.context["may_let_stand"]
    answer = own.post(stopped(round, 1), {"action": "stands", "version": "1", "reason": "doch"})
    assert answer.status_code == 422
    assert not Verification.objects.filter(agrees=True).exists()


@pytest.mark.parametrize("last", ["", "1o"])
def test_missing_total_is_asked_for_and_typed_ones_stay(typist: Client, blind: Round, last: str):
    page = typist.post(address(blind), typed(1, 6, 2, -2, last))
    assert page.status_code == 422
    assert [line["total"].text for line in page.context["total_lines"]] == ["6", "2", "-2", last]
    needed = "The totals of all positions are needed, as whole numbers."
    assert page.context["refused"] == text(needed)
    assert journal("verification_differed") == []


def test_version_replaced_meanwhile_keeps_what_was_typed(typist: Client, blind: Round):
    enter_totals(blind.tables.get(number=1), (8, 2, -4, -6))
    page = typist.post(address(blind), typed(1, *TOTALS))
    assert page.status_code == 422
    assert [line["total"].text for line in page.context["total_lines"]] == ["6", "2", "-2", "-6"]
    assert page.context["now"].version == 2
    assert page.context["refused"] == refusal("other_version_counts", table=1, version=2)


def test_all_confirmed_leads_back_to_the_round(typist: Client, blind: Round):
    for table in (1, 2):
        typist.post(address(blind), typed(table, *TOTALS))
    page = typist.post(address(blind), typed(3, *TOTALS), follow=True)
    assert page.context["now"] is None
    assert (page.context["progress"].confirmed, page.context["progress"].waiting) == (3, ())
    assert reverse("round", args=[blind.tournament.slug, 1]) in page.content.decode()


def test_second_person_sees_the_sheet_and_confirms(db):
    round = make_round(make_tournament(verification=VerificationRule.PERSON), sizes=(4, 4))
    first, second = round.tables.order_by("number")
    helga = make_user(Role.TYPIST, round.tournament, "helga")
    submit(Actor(helga), first, rows_content())
    own = Client()
    own.force_login(helga)
    page = own.get(address(round))
    assert page.context["now"] is None
    assert [each.is_own for each in page.context["progress"].waiting] == [True]
    assert own.post(address(round), typed(1)).status_code == 422

    other = signed_in(round.tournament, Role.TYPIST)
    page = other.get(address(round))
    assert page.context["now"].number == 1
    assert page.context["shown"][text("Total")] == "+20 / +20 / −20 / −20"
    assert len(page.context["shown"]) == 25
    page = other.post(address(round), {**typed(1), "paper": "1"}, follow=True)
    assert confirmed(1) in text_of(page)
    assert (page.context["progress"].confirmed, page.context["progress"].tables) == (1, 2)
    assert second.current_version is None


@pytest.fixture
def by_person(db) -> Round:
    return make_waiting(VerificationRule.PERSON)


@pytest.mark.parametrize("paper", ["", "9", "ZZ", "1 "])
@pytest.mark.alone
def test_enter_alone_confirms_nothing(by_person: Round, paper: str):
    """The table is identified by typing from the paper: pressing Enter twice says nothing of it."""
    page = signed_in(by_person.tournament, Role.TYPIST).post(
        address(by_person), {**typed(2), "paper": paper}, follow=True
    )
    assert not Verification.objects.filter(agrees=True).exists()
    assert page.context["now"].number == (1 if paper == "1 " else 2)


def test_letters_of_the_sheet_confirm_as_well(by_person: Round):
    code = by_person.tables.get(number=2).code
    fields = {**typed(2), "paper": code.lower()}
    page = signed_in(by_person.tournament, Role.TYPIST).post(
        address(by_person), fields, follow=True
    )
    assert confirmed(2) in text_of(page)


@pytest.mark.alone
def test_number_of_another_table_shows_that_one(by_person: Round):
    code = by_person.tables.get(number=3).code
    typist = signed_in(by_person.tournament, Role.TYPIST)
    for paper in ("3", code):
        page = typist.post(address(by_person), {**typed(1), "paper": paper}, follow=True)
        assert page.context["now"].number == 3
        shown = "This is table %(table)s: does it agree, type its number once more."
        assert text(shown, table=3) in text_of(page)
    assert not Verification.objects.filter(agrees=True).exists()


def test_without_a_verification_the_page_leads_to_the_round(db):
    round = make_waiting(VerificationRule.NONE)
    page = signed_in(round.tournament, Role.TYPIST).get(address(round))
    assert page["Location"] == reverse("round", args=[round.tournament.slug, 1])


def test_rule_is_set_on_the_settings_page(db):
    tournament = make_tournament()
    direction = signed_in(tournament, Role.DIRECTION)
    settings = reverse("settings", args=[tournament.slug])
    form = direction.get(settings).context["form"]
    fields = {name: form[name].value() or "" for name in form.fields}
    fields["neighbours_apart"] = ""
    answer = direction.post(settings, {**fields, "verification": "blind"})
    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert tournament.verification == VerificationRule.BLIND


def test_blind_page_accepts_odd_and_even_where_the_direction_has(blind: Round, typist: Client):
    accepted = {"accepted": [{"code": "parity", "seat": None}], "reason": "Liste verloren"}
    table = blind.tables.get(number=1)
    submit(COMMAND_LINE, table, totals_content((7, 2, -3, -6)), based_on=1, **accepted)
    shown = [typist.get(f"{address(blind)}?table={number}") for number in (1, 2)]
    assert [page.context["mixed_allowed"] for page in shown] == [True, False]


@pytest.mark.parametrize("tables", [2, 6])
def test_queries_do_not_grow_with_tables(tables: int, django_assert_num_queries, db):
    round = make_waiting(VerificationRule.BLIND, tables)
    typist = signed_in(round.tournament, Role.TYPIST)
    typist.get(address(round))
    with django_assert_num_queries(10):
        typist.get(address(round))
