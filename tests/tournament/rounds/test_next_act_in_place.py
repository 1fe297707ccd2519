"""The next act is done where it is offered, and only where it is the right one."""

import pytest
from django.test import Client

from tests.factories import moments
from tests.factories.journal import note
from tests.factories.pages import messages_of, signed_in
from tests.factories.rounds import enter_round, enter_totals, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.visitor import Visitor
from tests.factories.words import refusal, text
from tournament.check_in.writes import check_in_player
from tournament.labels.rounds import act_words
from tournament.models import JournalEntry, RoundState, Tournament, VerificationRule
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.protests import lodge_protest
from tournament.rounds.writes import close_round, end_clock, reopen_round, resume_clock, start_clock
from tournament.seating.writes.draws import publish_next_round
from tournament.seating.writes.lots import publish_commitment
from tournament.sheets.writes.sheets import take_sheet_back

pytestmark = pytest.mark.django_db

T, ROUND_1, ROUND_2 = "/t/herbst/", "/t/herbst/rounds/1/", "/t/herbst/rounds/2/"
PAGES = [T, ROUND_1]


def acts_on(client: Client, page: str = T) -> list[str]:
    return [act.words for act in client.get(page).context["step"].acts]


def words(*names: str, **figures: object) -> list[str]:
    return [act_words(name, figures) for name in names]


@pytest.mark.parametrize("page", PAGES)
def test_day_goes_on_where_one_stands(page: str) -> None:
    tournament = moments.round_closed()
    judge = Visitor(signed_in())
    judge.open(page)
    for act, state in (("publish", RoundState.PUBLISHED), ("start", RoundState.RUNNING)):
        judge.press(*words(act, number=2))
        assert (judge.address, round_number(tournament, 2).state) == (page, state)


def test_unpublished_round_is_published_on_its_own_page() -> None:
    tournament = moments.round_closed()
    judge = Visitor(signed_in())
    judge.open(ROUND_2)
    judge.press(*words("publish", number=2))
    assert judge.address == ROUND_2
    assert round_number(tournament, 2).published_at is not None


def test_unpublished_round_waits_while_another_is_played() -> None:
    moments.running()
    assert signed_in().get(ROUND_2).context["step"] is None


@pytest.mark.parametrize("page", PAGES)
def test_refusal_is_told_there(page: str) -> None:
    tournament = moments.round_closed()
    judge = Visitor(signed_in())
    judge.open(page)
    publish_next_round(COMMAND_LINE, tournament)
    answer = judge.press(*words("publish", number=2))
    assert judge.address == page
    assert messages_of(answer) == [refusal("round_already_published", round=2)]


def test_stale_button_publishes_nothing_once_an_earlier_round_is_open_again() -> None:
    tournament = moments.round_closed()
    judge = Visitor(signed_in())
    judge.open(T)
    reopen_round(COMMAND_LINE, round_number(tournament, 1), "Liste falsch")
    told = messages_of(judge.press(*words("publish", number=2)))
    assert told == [refusal("earlier_round_open_again", round=2, earlier=1)]
    assert round_number(tournament, 2).published_at is None


def test_stale_button_draws_nothing_once_an_earlier_round_is_open_again() -> None:
    tournament = moments.next_not_drawn()
    client = signed_in()
    act = client.get(T).context["step"].acts[0]
    reopen_round(COMMAND_LINE, round_number(tournament, 1), "Liste falsch")
    told = messages_of(client.post(act.url, act.sent))
    assert told == [refusal("earlier_round_open_again", round=2, earlier=1)]
    assert tournament.rounds.count() == 1


def test_stale_button_draws_nobody_but_those_it_named() -> None:
    tournament = moments.registration_open()
    client = signed_in()
    act = client.get(T).context["step"].acts[1]
    everybody = tournament.entries.count()
    for entry in tournament.entries.order_by("number")[:4]:
        check_in_player(COMMAND_LINE, entry, present=True)
    told = messages_of(client.post(act.url, act.sent))
    assert told == [refusal("other_players_to_draw", seen=everybody, players=4)]
    assert tournament.rounds.count() == 0


def test_stale_button_ends_no_round_whose_sheet_was_taken_back() -> None:
    tournament = moments.all_in_while_running()
    judge = Visitor(signed_in())
    judge.open(T)
    table = round_number(tournament, 1).tables.get(number=3)
    take_sheet_back(COMMAND_LINE, table, "falscher Tisch", version=1)
    told = messages_of(judge.press(*words("end_all_in")))
    assert told == [refusal("sheet_missing_again", round=1, tables="3")]
    assert round_number(tournament, 1).state == RoundState.RUNNING


@pytest.mark.parametrize(
    ("moment", "act", "meanwhile", "code"),
    [
        (moments.published, "start", start_clock, "clock_already_started"),
        (moments.paused, "resume", resume_clock, "clock_not_paused"),
        (moments.time_over, "end", end_clock, "clock_not_running"),
        (moments.all_in, "close", close_round, "round_is_closed"),
    ],
)
def test_stale_button_tells_what_another_has_done(moment, act, meanwhile, code) -> None:
    tournament = moment()
    judge = Visitor(signed_in())
    judge.open(T)
    meanwhile(COMMAND_LINE, round_number(tournament, 1))
    entries = JournalEntry.objects.count()
    told = messages_of(judge.press(*words(act, round=1)))
    assert told == [refusal(code, round=1)]
    assert JournalEntry.objects.count() == entries


@pytest.mark.parametrize("back", ["", "//example.org", "overview/", "12345", "²", "-1"])
def test_nothing_else_is_an_address_to_go_back_to(back: str) -> None:
    moments.published()
    answer = signed_in().post(f"{ROUND_1}clock/start/", {"back": back})
    assert answer["Location"] == ROUND_1


def test_round_closed_from_the_overview_asks_and_leads_back() -> None:
    tournament = moments.all_in(verification=VerificationRule.BLIND)
    client, sent = signed_in(), {"back": "overview"}
    asked = client.post(f"{ROUND_1}close/", sent, follow=True)
    assert asked.redirect_chain[-1][0] == f"{ROUND_1}close/?back=overview"
    assert asked.context["cancel"] == T
    known = [each.key for each in asked.context["undecided"]]
    answer = client.post(f"{ROUND_1}close/", {**sent, "known": known}, follow=True)
    assert answer.redirect_chain[-1][0] == T
    assert round_number(tournament, 1).state == RoundState.CLOSED


def test_seats_are_drawn_by_one_press_when_nobody_is_left_out() -> None:
    tournament = moments.everybody_there()
    client = signed_in()
    assert acts_on(client)[:2] == words("draw_rounds", "prove_draw", number=1, last=3)
    make_entries(tournament, 1)
    assert acts_on(client)[:1] == words("draw")


def test_seats_are_drawn_without_check_in_by_one_press() -> None:
    tournament = moments.registration_open()
    client = signed_in()
    act = client.get(T).context["step"].acts[1]
    assert (act.words, act.sent) == (
        words("draw_all_entered")[0],
        {"expected": "1", "closed": "1", "players": "8"},
    )
    answer = client.post(act.url, act.sent, follow=True)
    assert answer.redirect_chain[-1][0] == f"{T}draw/"
    assert tournament.rounds.count() == tournament.rounds_planned


@pytest.mark.parametrize("fields", [{"draw_method": "manual"}, {}])
def test_draw_by_hand_or_with_a_commitment_keeps_its_own_page(fields: dict[str, str]) -> None:
    tournament = make_tournament(**fields)
    make_entries(tournament, 8, checked_in=True)
    if not fields:
        publish_commitment(COMMAND_LINE, tournament, 1)
    acts = signed_in().get(T).context["step"].acts
    assert [(act.words, act.sent) for act in acts[:1]] == [(*words("draw"), None)]


def test_seats_about_to_be_redrawn_are_not_published() -> None:
    tournament = moments.round_closed()
    publish_commitment(COMMAND_LINE, tournament, 2)
    act = signed_in().get(T).context["step"].acts[0]
    assert (act.words, act.url) == (*words("redraw"), f"{ROUND_2}redraw/")


def test_nothing_is_published_while_sheets_are_missing() -> None:
    tournament = moments.round_closed()
    reopen_round(COMMAND_LINE, round_number(tournament, 1), "Liste falsch")
    assert words("publish", number=2)[0] not in acts_on(signed_in())


def test_last_round_closed_offers_the_end_and_the_list() -> None:
    moments.all_rounds_closed()
    client = signed_in()
    assert acts_on(client) == words("finish", "print_final", "final_standings")
    Tournament.objects.update(objections_until="2027-01-01T00:00Z")
    assert acts_on(client) == words("finish", "print_standings", "standings")


def test_open_protest_is_told_where_the_round_is_closed() -> None:
    tournament = moments.all_in(rounds_planned=1)
    lodge_protest(COMMAND_LINE, round_number(tournament, 1).tables.get(number=2), 3, "Renonce")
    judge = Visitor(signed_in())
    judge.open(T)
    told = messages_of(judge.press(*words("close", round=1)))
    assert judge.address == T
    assert told[1:] == [f"{text('Protests that are not decided')}: Runde 1, Tisch 2."]
    assert acts_on(judge.client)[:2] == words("finish", "print_final")


def test_rehearsal_has_no_next_evening() -> None:
    tournament = moments.finished()
    client = signed_in()
    assert acts_on(client) == words("next_evening", "final_standings")
    Tournament.objects.filter(pk=tournament.pk).update(is_rehearsal=True)
    note(tournament, tournament)
    assert acts_on(client) == words("final_standings")


def test_started_round_with_sheets_is_not_started_twice() -> None:
    tournament = moments.published()
    enter_totals(round_number(tournament, 1).tables.get(number=1), [4, 0, 0, -4])
    client = signed_in()
    assert words("start")[0] in acts_on(client)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True)
    enter_round(round_number(tournament, 1))
    assert acts_on(client) == words("close", "result", round=1)
