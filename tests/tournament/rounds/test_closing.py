"""A round with open decisions is closed only by a person who has seen them."""

import re

import pytest
from django.http import HttpResponse

from tests.factories.databases import copied
from tests.factories.desk import real_sheets, typed_rows, typed_totals
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import journal, submit
from tests.factories.tournaments import make_owner, make_user
from tests.factories.words import entry, refusal, text
from tournament.errors import Refused
from tournament.models import (
    Role,
    RoundState,
    SheetDraft,
    SheetKind,
    Tournament,
    Verification,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import close_round, start_clock
from tournament.sheets.writes.verification import let_stand, verify_blindly

pytestmark = pytest.mark.django_db

ROUND = "/t/herbst/rounds/1/"
CLOSE = f"{ROUND}close/"
TOTALS = [6, 2, -2, -6]
OPEN = (
    "entered by %(entered_by)s, typed differently the second time by %(typed_by)s; not decided yet"
)


def at_table(number: int, words: str) -> str:
    return f"{text('Table %(number)s', number=number)}: {words}"


def typed_twice(table: int = 2, by: str = "Bernd") -> str:
    return at_table(table, text(OPEN, entered_by="Anna", typed_by=by))


def drafted(table: int = 1) -> str:
    return at_table(table, text("unsaved correction by %(who)s", who=f"helga-{table}"))


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two tables, all in; everything is typed a second time."""
    tournament = make_drawn_tournament(8, verification=VerificationRule.BLIND)
    anna = Actor(make_user(Role.TYPIST, tournament, "Anna"))
    for table in round_number(tournament, 1).tables.all():
        submit(anna, table, totals_content(TOTALS))
    return tournament


def look_differently(tournament: Tournament, number: int = 2, name: str = "Bernd") -> None:
    """Type the totals of a table a second time, with differences."""
    table = round_number(tournament, 1).tables.get(number=number)
    verify_blindly(Actor(make_user(Role.TYPIST, tournament, name)), table, [4, 2, 0, -6], version=1)


def draft(tournament: Tournament, number: int, fields: dict[str, str], kind: SheetKind) -> None:
    SheetDraft.objects.create(
        table=round_number(tournament, 1).tables.get(number=number),
        user=make_owner(f"helga-{number}"),
        kind=kind,
        content=fields,
    )


def known(page: HttpResponse) -> dict[str, list[str]]:
    """Return what a browser would send with the button of the page that asks."""
    return {"known": re.findall(r'name="known" value="([^"]*)"', page.content.decode())}


def is_closed(tournament: Tournament) -> bool:
    return round_number(tournament, 1).state == RoundState.CLOSED


def test_round_with_contradicted_results_is_closed_only_by_naming_them(
    tournament: Tournament,
) -> None:
    look_differently(tournament)
    round = round_number(tournament, 1)
    with pytest.raises(Refused) as refused:
        close_round(COMMAND_LINE, round)
    assert (refused.value.code, refused.value.params) == (
        "results_contradicted",
        {"round": 1, "tables": "2"},
    )
    close_round(COMMAND_LINE, round, contradicted=[2])
    assert journal("round_closed_contradicted") == [{"round": 1, "tables": "2"}]
    told = entry("round_closed_contradicted", {"round": 1, "tables": "2"})
    assert told in text_of(signed_in(tournament, Role.DIRECTION).get("/t/herbst/journal/"))


def test_decided_or_unrequested_verifications_keep_no_round_open(tournament: Tournament) -> None:
    look_differently(tournament)
    look_differently(tournament, 1, "Carl")
    table = round_number(tournament, 1).tables.get(number=2)
    let_stand(COMMAND_LINE, table, "Nachgerechnet", version=1)
    Tournament.objects.update(verification=VerificationRule.NONE)
    tournament.refresh_from_db()
    close_round(COMMAND_LINE, round_number(tournament, 1))
    assert journal("round_closed_contradicted") == []


def test_one_page_asks_for_both_and_closes_only_then(tournament: Tournament) -> None:
    look_differently(tournament)
    draft(tournament, 1, typed_totals(8, 2, -2, -8), SheetKind.TOTALS)
    client = signed_in()
    asked = client.post(CLOSE, follow=True)
    assert asked.redirect_chain == [(CLOSE, 302)]
    assert not is_closed(tournament)
    words = text_of(asked)
    assert typed_twice() in words
    assert drafted() in words
    assert f'href="{ROUND}tables/1/"' in asked.content.decode()
    assert f'href="{ROUND}tables/2/verification/"' in asked.content.decode()
    closed = client.post(CLOSE, known(asked), follow=True)
    assert messages_of(closed) == [entry("round_closed", {"round": 1})]
    assert is_closed(tournament)


def test_tables_without_second_verification_are_asked_about_once(
    tournament: Tournament,
) -> None:
    client = signed_in()
    first = round_number(tournament, 1).tables.get(number=1)
    Verification.objects.create(version=first.current_version, how="blind")
    asked = client.post(CLOSE, follow=True)
    assert not is_closed(tournament)
    assert re.findall(r'value="(unverified-\d+)"', asked.content.decode()) == ["unverified-2"]
    assert "Tisch 2: ungeprüft" in text_of(asked)
    assert "zweite Prüfung fehlt" not in text_of(client.get(ROUND))
    closed = client.post(CLOSE, known(asked), follow=True)
    assert messages_of(closed) == [entry("round_closed", {"round": 1})]
    assert is_closed(tournament)


@pytest.mark.parametrize("rule", list(VerificationRule))
def test_second_verification_is_asked_for_only_where_wanted(
    tournament: Tournament, rule: VerificationRule
) -> None:
    Tournament.objects.update(verification=rule)
    signed_in().post(CLOSE, follow=True)
    assert is_closed(tournament) is (rule == VerificationRule.NONE)


def test_changes_since_the_question_are_asked_about_again(tournament: Tournament) -> None:
    look_differently(tournament)
    client = signed_in()
    asked = client.get(CLOSE)
    look_differently(tournament, 1, "Carl")
    again = client.post(CLOSE, known(asked), follow=True)
    assert not is_closed(tournament)
    assert typed_twice(1, "Carl") in text_of(again)


def test_page_of_the_round_says_it_before(tournament: Tournament) -> None:
    look_differently(tournament)
    page = signed_in().get(ROUND)
    assert typed_twice() in text_of(page)
    assert f'href="{ROUND}tables/2/verification/"' in page.content.decode()


def test_unconfirmed_game_out_of_turn_is_asked_about(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    table.awaits_direction = True
    table.save()
    browser = signed_in(tournament, Role.DIRECTION)
    browser.post(CLOSE)
    assert not is_closed(tournament)
    page = browser.get(CLOSE)
    unconfirmed = "a game dealt out of turn that the direction has not confirmed"
    assert at_table(2, text(unconfirmed)) in text_of(page)
    browser.post(CLOSE, known(page))
    assert is_closed(tournament)


def test_identical_draft_is_not_asked_about(tournament: Tournament) -> None:
    draft(tournament, 1, typed_totals(*TOTALS), SheetKind.TOTALS)
    Tournament.objects.update(verification=VerificationRule.NONE)
    client = signed_in()
    assert drafted() not in text_of(client.get(ROUND))
    assert messages_of(client.post(CLOSE, follow=True)) == [entry("round_closed", {"round": 1})]


def test_draft_of_all_games_is_compared_by_its_totals() -> None:
    tournament = make_drawn_tournament(8)
    sheet = real_sheets()[0]
    for table in round_number(tournament, 1).tables.all():
        enter_totals(table, sheet["totals"])
    draft(tournament, 1, typed_rows(sheet), SheetKind.ROWS)
    draft(tournament, 2, {**typed_rows(sheet), "l2": "+2 -2 -2 +2"}, SheetKind.ROWS)
    words = text_of(signed_in().get(ROUND))
    assert drafted() not in words
    assert drafted(2) in words


def test_nothing_is_asked_where_closing_is_impossible_or_all_agree() -> None:
    tournament = make_drawn_tournament(8)
    draft(tournament, 1, typed_totals(8, 2, -2, -8), SheetKind.TOTALS)
    client = signed_in()
    assert drafted() not in text_of(client.get(ROUND))
    missing = refusal("sheets_missing", round=1, tables="1, 2")
    assert messages_of(client.post(CLOSE, follow=True))[0] == missing
    assert client.get(CLOSE)["Location"] == ROUND
    enter_round(round_number(tournament, 1))
    SheetDraft.objects.all().delete()
    assert client.get(CLOSE)["Location"] == ROUND


def test_running_round_is_asked_about_before_it_is_ended_and_closed(tournament: Tournament) -> None:
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    look_differently(tournament)
    client = signed_in()
    assert typed_twice() in text_of(client.get(ROUND))
    asked = client.post(CLOSE, {"end": "1"}, follow=True)
    assert asked.redirect_chain == [(f"{CLOSE}?end=1", 302)]
    assert round_number(tournament, 1).state == RoundState.RUNNING
    known = re.findall(r'name="known" value="([^"]+)"', asked.content.decode())
    client.post(CLOSE, {"end": "1", "known": known})
    assert round_number(tournament, 1).state == RoundState.CLOSED
