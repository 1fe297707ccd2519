"""A round typed line by line: its errors, what needs confirmation, and the result."""

import re

import pytest
from django.forms import Field
from django.http import HttpResponse
from django.test import Client

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_round, round_number
from tests.factories.seated import make_seated_tournament, seats
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import label, refusal, text
from tournament.labels.draws import PLAN_FINDINGS
from tournament.models import Bye, Draw
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.protests import lodge_protest
from tournament.rounds.writes import close_round

pytestmark = pytest.mark.django_db

BY_HAND = "/t/herbst/rounds/{}/by-hand/"
NINE = "1 2 3 4 / 5 6 7 8 9"


@pytest.fixture
def client() -> Client:
    return signed_in()


def typed(tables: str) -> str:
    return tables.replace(" / ", "\n")


def preview(client: Client, tables: str, number: int = 1) -> HttpResponse:
    return client.post(BY_HAND.format(number), {"tables": typed(tables)})


def confirm(client: Client, tables: str, number: int = 1, **more: str) -> HttpResponse:
    fingerprint = preview(client, tables, number).context["preview"]["fingerprint"]
    content = {
        "tables": typed(tables),
        "fingerprint": fingerprint,
        "reason": "Aufruf im Saal",
        **more,
    }
    return client.post(BY_HAND.format(number), content, follow=True)


def errors(page: HttpResponse) -> list[str]:
    return list(page.context["form"].errors["tables"])


def finding(code: str, **words: object) -> str:
    return label(PLAN_FINDINGS, code, **words)


def empty(table: int) -> str:
    return text("Table %(table)s: the line is empty.", table=table)


def no_number(table: int, word: str) -> str:
    return text("Table %(table)s: “%(word)s” is no start number.", table=table, word=word)


MISSING = str(Field.default_error_messages["required"])


@pytest.mark.alone
def test_next_round_is_set_from_nothing(client):
    tournament = make_tournament()
    make_entries(tournament, 9)
    page = client.get(BY_HAND.format(1))
    assert "9 Teilnehmer: 1 Vierertisch und 1 Fünfertisch." in text_of(page)
    assert page.context["form"]["tables"].value() == "\n"
    shown = preview(client, NINE)
    assert shown.status_code == 200
    assert f"{text('Get a seat')} (9)" in text_of(shown)
    folded, open_ = "<details >", "<details open>"
    assert [shown.content.decode().count(list) for list in (folded, open_)] == [1, 0]
    assert "Vorher" not in text_of(shown)
    assert not tournament.rounds.exists()
    answer = confirm(client, NINE)
    assert messages_of(answer) == [text("Saved.")]
    assert seats(tournament) == NINE
    assert (Draw.objects.get().method, Draw.objects.get().reason) == ("manual", "Aufruf im Saal")


def test_drawn_round_is_prefilled_and_corrected(client):
    tournament = make_seated_tournament(NINE, "1 5 9 6 / 2 3 4 7 8")
    page = client.get(BY_HAND.format(2))
    assert page.context["form"]["tables"].value() == "1 5 9 6\n2 3 4 7 8"
    page = preview(client, "1 5 9 6 / 2 3 8 7 4", 2)
    assert (
        f"4 {tournament.entries.get(number=4).person.list_name}: Tisch 2, Position 3 → Position 5"
        in text_of(page)
    )
    confirm(client, "1 5 9 6 / 2 3 8 7 4", 2)
    assert [seats(tournament, number) for number in (1, 2)] == [NINE, "1 5 9 6 / 2 3 8 7 4"]


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ("", [MISSING]),
        (" / ", [empty(1)]),
        ("1 2 3 4 /  / 5 6 7 8", [empty(2)]),
        (
            "1 2 x 4 / 5 6 7 <b> 9",
            [
                no_number(1, "x"),
                no_number(2, "<b>"),
            ],
        ),
        ("1 2 3 -4", [no_number(1, "-4")]),
        ("1 2 3 ٤", [no_number(1, "٤")]),
        (
            "1 2 3 99999999999",
            [no_number(1, "99999999999")],
        ),
        (
            "1 2 3 50",
            [
                finding(
                    "unknown",
                    tables=1,
                    person=50,
                )
            ],
        ),
        (
            "1 2 3 4 / 5 6 7",
            [
                finding(
                    "table_size",
                    table=2,
                    people=3,
                    usual="4, 5",
                )
            ],
        ),
        (
            "1 2 3 4 5 6",
            [
                finding(
                    "table_size",
                    table=1,
                    people=6,
                    usual="4, 5",
                )
            ],
        ),
        (
            "1 2 3 4 / 5 6 7 3",
            [
                finding(
                    "twice",
                    person="3 Conrad, Christa",
                    tables="1 und 2",
                )
            ],
        ),
    ],
)
def test_errors_are_named_by_table_and_typed_text_stays(client, tables, said):
    tournament = make_seated_tournament(NINE)
    page = preview(client, tables)
    assert (page.status_code, errors(page)) == (422, said)
    assert page.context["form"]["tables"].value() == typed(tables)
    assert "<b>" not in page.content.decode()
    assert 'name="fingerprint"' not in page.content.decode()
    assert seats(tournament) == NINE


def test_more_tables_of_five_than_needed_are_refused(client):
    make_seated_tournament("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 16 / 17 18 19 20")
    fives = "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20"
    assert errors(preview(client, fives)) == [
        finding(
            "too_many_fives",
            fives=4,
            enough=0,
        )
    ]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            "50",
            finding("unknown", tables=3, person=50),
        ),
        (
            "1",
            finding(
                "twice",
                person="1 Arnold, Änne",
                tables="1 und 3",
            ),
        ),
    ],
)
def test_number_of_fives_is_not_judged_while_somebody_is_unclear(client, wrong, said):
    make_seated_tournament("1 2 3 4 / 5 6 7 8 / 9 10 11 12 13")
    assert errors(preview(client, f"1 2 3 4 / 5 6 7 8 / 9 10 11 12 {wrong}")) == [said]


def test_players_sitting_out_are_named_and_need_confirmation(client):
    tournament = make_seated_tournament(NINE)
    page = preview(client, "1 2 3 4 / 5 6 7 8")
    nine = tournament.entries.get(number=9)
    words = f"{text('There, but sitting out this round')} 9 {nine.person.list_name}"
    assert words in text_of(page)
    answer = confirm(client, "1 2 3 4 / 5 6 7 8")
    assert answer.context["reason_form"].errors == {"meant": [MISSING]}
    assert seats(tournament) == NINE
    confirm(client, "1 2 3 4 / 5 6 7 8", meant="on")
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8"
    assert [bye.entry.number for bye in Bye.objects.all()] == [9]


def test_fixed_tables_and_missing_list_keepers_need_confirmation(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8")
    tournament.entries.filter(number=1).update(fixed_table=1)
    tournament.entries.filter(number=2).update(keeps_list=False)
    other = "5 6 7 2 / 1 3 4 8"
    words = text_of(preview(client, other))
    assert finding("keeps_no_list", table=1, person="2 Beck, Bernd") in words
    assert (
        finding(
            "wrong_table",
            table=2,
            person="1 Arnold, Änne",
            fixed=1,
        )
        in words
    )
    confirm(client, other)
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8"
    confirm(client, other, meant="on")
    assert seats(tournament) == other


def test_player_who_has_left_is_named(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8")
    tournament.entries.filter(number=6).update(status="withdrawn")
    words = text_of(preview(client, "1 2 3 4 / 5 7 6 8"))
    assert text("Seated, but not there") + " 6 Franke, Frank" in words


def test_other_lines_than_were_shown_are_not_taken(client):
    tournament = make_seated_tournament(NINE)
    seen = preview(client, "2 1 3 4 / 5 6 7 8 9").context["preview"]["fingerprint"]
    other = {"tables": typed("3 1 2 4 / 5 6 7 8 9"), "fingerprint": seen, "reason": "x"}
    assert client.post(BY_HAND.format(1), other).status_code == 422
    assert seats(tournament) == NINE


def test_undrawn_round_is_not_accepted_unseen_either(client):
    tournament = make_tournament()
    make_entries(tournament, 9)
    content = {"tables": typed(NINE), "fingerprint": "unseen", "reason": "x"}
    assert client.post(BY_HAND.format(1), content).status_code == 422
    assert not tournament.rounds.exists()


def test_closed_round_stays(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8")
    first = round_number(tournament, 1)
    enter_round(first)
    close_round(COMMAND_LINE, first)
    content = {"tables": typed("2 1 3 4 / 5 6 7 8"), "fingerprint": "", "reason": "x"}
    answer = client.post(BY_HAND.format(1), content)
    assert answer.status_code == 422
    assert messages_of(answer) == [refusal("round_is_closed", round=1)]
    # What was typed comes back, line by line.
    assert f">\n{content['tables']}</textarea>" in answer.content.decode()
    assert 'name="reason" value="x"' in answer.content.decode()
    for answer in (
        client.get(BY_HAND.format(1), follow=True),
        client.get("/t/herbst/rounds/1/swap/?one=1&other=5", follow=True),
        client.get("/t/herbst/rounds/1/substitute/", follow=True),
    ):
        assert answer.request["PATH_INFO"] == "/t/herbst/rounds/1/seats/"
        assert messages_of(answer) == [refusal("round_is_closed", round=1)]
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8"


@pytest.mark.parametrize("number", [0, 3, 99])
def test_rounds_after_the_next_one_are_not_found(client, number):
    make_seated_tournament("1 2 3 4 / 5 6 7 8")
    assert client.get(BY_HAND.format(number)).status_code == 404


def test_needless_byes_are_counted(client):
    tournament = make_tournament()
    make_entries(tournament, 11)
    page = preview(client, "1 2 3 4")
    assert page.context["check"].needless == 6
    assert re.search(r'class="notice error">\s*6 ', page.content.decode())
    assert 'name="meant"' in page.content.decode()
    confirm(client, "1 2 3 4")
    assert not tournament.rounds.exists()


def test_necessary_bye_is_not_called_needless(client):
    make_entries(make_tournament(), 11)
    page = preview(client, "1 2 3 4 5 / 6 7 8 9 10")
    words = text_of(page)
    assert text("There, but sitting out this round") in words
    assert page.context["check"].needless == 0


def test_complaints_of_a_table_that_goes_are_named(client):
    tournament = make_seated_tournament(NINE)
    words = text(
        "Complaints and protests written down are lost: %(places)s. Print them first.",
        places="Runde 1, Tisch 2",
    )
    for number in (1, 2):
        lodge_protest(COMMAND_LINE, round_number(tournament, 1).tables.get(number=number), 3)
    assert words in text_of(preview(client, "1 2 3 4 5"))
    unchanged = preview(client, "1 2 3 4 / 5 6 7 8 9")
    assert unchanged.context["preview"]["complaints"] == ()
