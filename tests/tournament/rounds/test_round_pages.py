"""The page of a round, its seats, extra time, closing and reopening."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.http import HttpResponse
from django.utils import timezone

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import (
    enter_round,
    enter_totals,
    make_drawn_tournament,
    plan_of,
    round_number,
)
from tests.factories.tournaments import make_entries, make_owner
from tests.factories.words import entry, refusal, text
from tournament.labels.rounds import SENTENCES, due_sentence
from tournament.models import Role, RoundState, SheetDraft, SheetKind, Stage, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, extend_time, start_clock
from tournament.sheets.writes.progress import receive_sheet
from tournament.stage.rules import Picture

pytestmark = pytest.mark.django_db

ROUND = "/t/herbst/rounds/1/"
ROUND_1 = {"round": 1}


@pytest.fixture
def tournament() -> Tournament:
    """Sixteen players at four tables, round 1 published."""
    return make_drawn_tournament()


def start(tournament: Tournament, minutes_ago: int) -> None:
    moment = timezone.now() - timedelta(minutes=minutes_ago)
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=moment)


def buttons_of(page: HttpResponse) -> list[str]:
    """Return what can be sent from the content of the page."""
    main = page.content.decode().split("<main", 1)[1]
    return re.findall(r'<form method="post"[^>]*action="([^"]*)"', main)


def main_button(page: HttpResponse) -> str:
    """Return where the main button leads, or where it is sent."""
    link = r'<a class="button primary"\s+href="([^"]*)"'
    sent = r'<form method="post" action="([^"]*)">(?:(?!</form>).)*?<button class="button primary"'
    (found,) = re.findall(f"{link}|{sent}", page.content.decode(), re.DOTALL)
    return "".join(found)


def tables_of(page: HttpResponse) -> list[str]:
    """Return the text on each table."""
    parts = re.split(r'<li [^>]*id="table-\d+">', page.content.decode())[1:]
    words = [re.sub(r"<[^>]*>", " ", part.split("</ul>")[0]) for part in parts]
    return [" ".join(part.split()) for part in words]


def chips_of(page: HttpResponse) -> list[str]:
    """Return the text on each table that is only a number."""
    chips = re.findall(r'<a class="chip .*?</a>', page.content.decode())
    return [" ".join(re.sub(r"<[^>]*>", " ", chip).split()) for chip in chips]


def test_published_round_can_be_started(tournament: Tournament) -> None:
    page = signed_in().get(ROUND)
    assert buttons_of(page) == ["/t/herbst/beamer/announce/", "/t/herbst/rounds/1/clock/start/"]
    assert "Auslosung ab Runde 1 verwerfen" in text_of(page)


def test_referee_starts_but_does_not_redraw(tournament: Tournament) -> None:
    page = signed_in(tournament, Role.REFEREE).get(ROUND)
    assert buttons_of(page) == ["/t/herbst/rounds/1/clock/start/"]
    assert "verwerfen" not in text_of(page)


def test_typist_only_looks(tournament: Tournament) -> None:
    page = signed_in(tournament, Role.TYPIST).get(ROUND)
    assert buttons_of(page) == []
    assert "extra-time" not in page.content.decode()


def test_tables_show_their_state_in_words(tournament: Tournament) -> None:
    round = round_number(tournament, 1)
    enter_totals(round.tables.get(number=1), [5, 1, -1, -5])
    SheetDraft.objects.create(
        table=round.tables.get(number=2), user=make_owner("ulla"), kind=SheetKind.ROWS
    )
    extend_time(COMMAND_LINE, round.tables.get(number=3), 7, "Reklamation", "KS")
    page = signed_in(tournament, Role.TYPIST).get(ROUND)
    codes = list(round.tables.order_by("number").values_list("code", flat=True))
    assert [re.sub(r"[^ ]+, \S+", "N", table) for table in tables_of(page)] == [
        f"Tisch 2 ◔ liegt vor N N N N wird eingetippt von ulla Listencode {codes[1]}",
        f"Tisch 3 ○ ausgelost N N N N 7 Minuten Nachspielzeit (KS) Listencode {codes[2]}",
        f"Tisch 4 ○ ausgelost N N N N Listencode {codes[3]}",
    ]
    assert chips_of(page) == ["1 ●"]


def test_with_every_sheet_in_the_points_stand_at_the_tables(tournament: Tournament) -> None:
    round = round_number(tournament, 1)
    for table in round.tables.all():
        enter_totals(table, [5, 1, -1, -5])
    page = signed_in().get(ROUND)
    codes = round.tables.order_by("number").values_list("code", flat=True)
    assert [re.sub(r"[^ ]+, \S+", "N", table) for table in tables_of(page)] == [
        f"Tisch {at} ● eingegeben N +5 N +1 N −1 N −5 Listencode {code}"
        for at, code in enumerate(codes, 1)
    ]
    assert chips_of(page) == []


def test_entered_table_with_more_to_say_keeps_its_row(tournament: Tournament) -> None:
    round = round_number(tournament, 1)
    for number in (1, 2):
        enter_totals(round.tables.get(number=number), [5, 1, -1, -5])
    round.tables.filter(number=2).update(awaits_direction=True)
    page = signed_in().get(ROUND)
    assert [table.split()[1] for table in tables_of(page)] == ["3", "4", "2"]
    assert chips_of(page) == ["1 ●"]


def test_what_is_rare_stands_behind_the_menu_of_a_row(tournament: Tournament) -> None:
    enter_totals(round_number(tournament, 1).tables.get(number=1), [5, 1, -1, -5])
    for role, links in (
        (Role.TYPIST, []),
        (Role.REFEREE, ["extra-time/"]),
        (Role.DIRECTION, ["extra-time/", "ruling/"]),
    ):
        page = signed_in(tournament, role).get(ROUND).content.decode()
        row = page.split('id="table-2"')[1].split('id="table-3"')[0]
        menu = "".join(re.findall(r"<details.*?</details>", row, re.DOTALL))
        assert re.findall(r'href="[^"]*/tables/2/([^"]+)"', menu) == links, role
        assert ("extra-time" in row.replace(menu, "")) is False, role


def test_announcement_is_written_on_the_screens_by_one_press(tournament: Tournament) -> None:
    client = signed_in(tournament, Role.DIRECTION)
    page = client.get(ROUND).content.decode()
    form = re.findall(r'<form[^>]*action="/t/herbst/beamer/announce/".*?</form>', page, re.DOTALL)
    sent = {
        name: unescape(value)
        for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[0])
    }
    answer = client.post("/t/herbst/beamer/announce/", {**sent, "show": ""}, follow=True)
    assert answer.request["PATH_INFO"] == ROUND
    assert messages_of(answer) == [text("The screens show the announcement.")]
    stage = Stage.objects.get(tournament=tournament)
    assert (stage.message, stage.picture) == (sent["message"], Picture.WELCOME)
    assert f">{sent['message']}</p>" in unescape(page)
    looks = signed_in(tournament, Role.REFEREE).get(ROUND).content.decode()
    assert ("announce/" in looks, sent["message"] in unescape(looks)) == (False, True)


def test_extra_time_shows_the_initials_of_both_referees(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=3)
    extend_time(COMMAND_LINE, table, 2, "Licht aus", "XX")
    extend_time(COMMAND_LINE, table, 5, "Licht aus", "JJ")
    client = signed_in(tournament, Role.REFEREE)
    (told,) = [each for each in tables_of(client.get(ROUND)) if "Nachspielzeit" in each]
    assert re.findall(r"\d+ Minuten Nachspielzeit \(.*?\)", told) == [
        "5 Minuten Nachspielzeit (XX, JJ)"
    ]
    page = client.get(f"{ROUND}tables/3/extra-time/")
    assert ": Licht aus (XX, JJ)." in text_of(page)


def test_missing_sheets_come_first_with_due_ones_on_top(tournament: Tournament) -> None:
    start(tournament, minutes_ago=101)
    round = round_number(tournament, 1)
    enter_totals(round.tables.get(number=1), [4, 0, 0, -4])
    receive_sheet(COMMAND_LINE, round.tables.get(number=2))
    extend_time(COMMAND_LINE, round.tables.get(number=3), 20, "Arzt", "KS")
    page = signed_in().get(ROUND)
    states = [re.match(r"Tisch \d \S+ [^\d]*? (?=\S+,)", table) for table in tables_of(page)]
    assert [state[0].strip() for state in states] == [
        "Tisch 4 ! Liste fällig",
        "Tisch 2 ◔ liegt vor",
        "Tisch 3 ▷ spielt",
    ]
    assert chips_of(page) == ["1 ●"]


def test_undoing_acts_are_in_separate_cards(
    tournament: Tournament,
) -> None:
    start(tournament, minutes_ago=5)
    apart = signed_in().get(ROUND).content.decode().split('class="apart')[1].split("</section>")[0]
    cards = re.findall(
        r'<div class="card">\s*<h2>(.*?)</h2>(.*?)(?=<div class="card">|$)', apart, re.DOTALL
    )
    assert [card.count("button danger") for _heading, card in cards] == [1, 1, 1]


def test_five_tables_are_marked() -> None:
    make_drawn_tournament(9, rounds_planned=1)
    tables = tables_of(signed_in().get(ROUND))
    assert ["Fünfertisch" in table for table in tables] == [False, True]


def test_end_before_the_time_is_up_asks_for_a_tick(tournament: Tournament) -> None:
    start(tournament, minutes_ago=60)
    client = signed_in()
    assert 'name="early"' in client.get(ROUND).content.decode()
    refused = client.post(f"{ROUND}clock/end/", follow=True)
    assert messages_of(refused) == [refusal("time_not_up", round=1)]
    client.post(f"{ROUND}clock/end/", {"early": "1"})
    assert round_number(tournament, 1).state == RoundState.ENDED


def test_end_after_the_time_is_up_needs_no_tick(tournament: Tournament) -> None:
    start(tournament, minutes_ago=101)
    client = signed_in()
    assert 'name="early"' not in client.get(ROUND).content.decode()
    client.post(f"{ROUND}clock/end/")
    assert round_number(tournament, 1).state == RoundState.ENDED


def test_start_end_and_taking_back(tournament: Tournament) -> None:
    client = signed_in()
    states = []
    back = ("reset", {"reason": "verdrückt"})
    for press, data in (("start", {}), ("end", {"early": "1"}), back, back):
        client.post(f"{ROUND}clock/{press}/", data)
        states.append(round_number(tournament, 1).state)
    assert states == [
        RoundState.RUNNING,
        RoundState.ENDED,
        RoundState.RUNNING,
        RoundState.PUBLISHED,
    ]


def test_round_is_closed_and_opened_again(tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    client = signed_in()
    assert messages_of(client.post(f"{ROUND}close/", follow=True)) == [
        entry("round_closed", ROUND_1)
    ]
    refused = client.post(f"{ROUND}reopen/", {"reason": " "}, follow=True)
    assert messages_of(refused) == [refusal("reason_needed")]
    opened = client.post(f"{ROUND}reopen/", {"reason": "Tisch 2"}, follow=True)
    assert messages_of(opened) == [entry("round_reopened", ROUND_1)]


def test_closing_too_early_names_the_tables(tournament: Tournament) -> None:
    answer = signed_in().post(f"{ROUND}close/", follow=True)
    assert messages_of(answer) == [refusal("sheets_missing", round=1, tables="1, 2, 3, 4")]


def test_closed_round_leads_to_the_next(tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    assert main_button(signed_in().get(ROUND)) == "/t/herbst/draw/publish/"


def test_ended_round_leads_to_typing_the_missing_sheets(tournament: Tournament) -> None:
    start(tournament, minutes_ago=101)
    end_clock(COMMAND_LINE, round_number(tournament, 1))
    enter_totals(round_number(tournament, 1).tables.get(number=1), [4, 0, 0, -4])
    page = signed_in().get(ROUND)
    ended = str(SENTENCES["enter_sheets"]) % ROUND_1
    assert f"{ended} {due_sentence([2, 3, 4], [])}" in text_of(page)
    assert main_button(page) == "/t/herbst/rounds/1/totals/"


def test_shortened_list_of_due_tables_ends_with_one_mark() -> None:
    assert due_sentence([*range(1, 40)], []).endswith("\N{NO-BREAK SPACE}…")
    assert due_sentence([1, 2], []).endswith(".")


def test_player_arrived_since_the_draw_is_named(tournament: Tournament) -> None:
    make_entries(tournament, 1)
    come = text("There, but without a seat")
    assert f"{come} 17 Horn, Änne" in text_of(signed_in().get(ROUND))


def test_unpublished_round_is_for_the_direction_alone(tournament: Tournament) -> None:
    for page in ("", "seats/", "clock/", "result/"):
        address = f"/t/herbst/rounds/2/{page}"
        assert signed_in(tournament, Role.DIRECTION).get(address).status_code == 200
        assert signed_in(tournament, Role.REFEREE).get(address).status_code == 404


def test_seat_list_by_table_and_by_name(tournament: Tournament) -> None:
    client = signed_in(tournament, Role.TYPIST)
    by_table = client.get(f"{ROUND}seats/").context["seats"]
    drawn = [seat[1:] for seat in plan_of(tournament) if seat[0] == 1]
    assert [(seat.table, seat.seat, seat.number) for seat in by_table] == drawn
    by_name = client.get(f"{ROUND}seats/?by=name")
    names = re.findall(r'<td class="name"[^>]*><a[^>]*>([^<]*)</a></td>', by_name.content.decode())
    assert names[:3] == ["Arnold, Änne", "Arnold, Bernd", "Beck, Bernd"]
    assert len(names) == 16


def test_extra_time_is_recorded_from_its_page(tournament: Tournament) -> None:
    address = f"{ROUND}tables/3/extra-time/"
    referee = signed_in(tournament, Role.REFEREE)
    typed = {"minutes": "7", "reason": "Schiedsgericht", "initials": "KS"}
    answer = referee.post(address, typed, follow=True)
    assert len(messages_of(answer)) == 1
    assert ": Schiedsgericht (KS)." in text_of(referee.get(address))
    table = round_number(tournament, 1).tables.get(number=3)
    assert (table.extra_minutes, table.extra_reason) == (7, "Schiedsgericht")


def test_extra_time_without_initials_keeps_what_was_typed(tournament: Tournament) -> None:
    referee = signed_in(tournament, Role.REFEREE)
    answer = referee.post(f"{ROUND}tables/3/extra-time/", {"minutes": "7", "reason": "<b>Grund"})
    assert answer.status_code == 422
    assert 'value="&lt;b&gt;Grund"' in answer.content.decode()
    assert round_number(tournament, 1).tables.get(number=3).extra_minutes == 0


@pytest.mark.parametrize("players", [4, 16])
def test_round_pages_need_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(players, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    client = signed_in()
    with django_assert_num_queries(16):  # one of them asks who has a note
        client.get(ROUND)
    with django_assert_num_queries(8):  # one of them asks who has a note
        client.get(f"{ROUND}seats/")
