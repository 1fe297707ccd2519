"""No-shows, late entries, withdrawals: who moves in words, and the seats after."""

import re

import pytest
from django.test import Client

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import known_lots, make_drawn_tournament, round_number
from tests.factories.seated import (
    REPAIR,
    ROUND,
    SIXTEEN,
    SUBSTITUTE,
    SWAP,
    TWO_ROUNDS,
    fingerprint_on,
    make_seated_tournament,
    named,
    seats,
    withdraw,
)
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import no_tables_for, refusal, text
from tournament.draw.table_sizes import CannotSeat
from tournament.labels.draws import print_again_sentence, way_out_sentence
from tournament.models import Club, Role
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock
from tournament.seating.reads.seat_changes import redrawn_if_better
from tournament.seating.writes.draws import draw_next_round, redraw_rounds
from tournament.seating.writes.lots import Lots

pytestmark = pytest.mark.django_db


WAY_OUT_OF_ELEVEN = way_out_sentence(CannotSeat(11, 10, 12))


@pytest.fixture
def client() -> Client:
    return signed_in()


def test_repair_describes_who_moves_and_does_it(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    withdraw(tournament, 3)
    page = client.get(REPAIR)
    words = text_of(page)
    three, five, nine = (named(tournament, number) for number in (3, 5, 9))
    assert text("Seated, but not there") + f" {three}" in words
    told = page.context["preview"]
    papers = print_again_sentence(1, [1, 2])
    assert told["rounds"] == [
        {
            "number": 1,
            "walking": [f"{five}: Tisch 2, Position 1 → Tisch 1, Position 3"],
            "changing_chairs": [f"{nine}: Tisch 2, Position 5 → Position 1"],
            "coming": [],
            "going": [f"{three}: Tisch 1, Position 3"],
            "papers": [papers],
        }
    ]
    assert (told["walks"], told["repeats"], told["mates"], told["wishes"]) == (1, [], [], [])
    moves = ("walking", "changing_chairs", "going", "papers")
    assert all(told["rounds"][0][kind][0] in words for kind in moves)
    assert text("No two players meet again because of it.") in words
    assert f"{text('Tables of five')} 1 0 " in words
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8 9"
    answer = client.post(
        REPAIR, {"fingerprint": fingerprint_on(page), "reason": "Grippe"}, follow=True
    )
    assert answer.request["PATH_INFO"] == f"{ROUND}seats/"
    told, again, all_rounds = messages_of(answer)
    assert (told, again) == (
        text("Saved."),
        f'<a href="/t/herbst/print/1/all/?tables=1,2" target="_blank">{papers}</a>',
    )
    assert "/t/herbst/print/slips/?numbers=5,9" in all_rounds
    assert seats(tournament) == "1 2 5 4 / 9 6 7 8"


def test_repair_says_which_sheet_is_taken_away(client):
    tournament = make_seated_tournament(*SIXTEEN)
    withdraw(tournament, 16)
    assert text(
        "Table %(table)s is not needed any more: take its score sheet away.", table=4
    ) in text_of(client.get(REPAIR))


def test_repair_names_the_pairs_that_meet_again(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9", "1 5 9 6 / 2 3 4 7 8")
    withdraw(tournament, 6)
    page = client.get(REPAIR)
    repeats = page.context["preview"]["repeats"]
    assert repeats
    title = text("These meet again because of it:")
    assert " ".join([title, *repeats]) in text_of(page)
    for sentence in repeats:
        assert sentence.endswith(": Runden 1 und 2")


def test_repair_needs_a_reason_and_keeps_the_seats_without(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    withdraw(tournament, 3)
    answer = client.post(REPAIR, {"fingerprint": fingerprint_on(client.get(REPAIR)), "reason": ""})
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["reason"])
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8 9"


def test_repair_for_other_people_than_shown_is_shown_first(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    withdraw(tournament, 3)
    seen = fingerprint_on(client.get(REPAIR))
    withdraw(tournament, 4)
    make_entries(tournament, 1)
    answer = client.post(REPAIR, {"fingerprint": seen, "reason": "Grippe"})
    assert messages_of(answer) == [refusal("seats_changed_meanwhile")]
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8 9"
    client.post(REPAIR, {"fingerprint": fingerprint_on(answer), "reason": "Grippe"})
    assert "3" not in seats(tournament).split()


def test_late_entry_takes_the_seat_of_a_no_show_in_every_round(client):
    tournament = make_seated_tournament(*SIXTEEN)
    withdraw(tournament, 6)
    make_entries(tournament, 1)
    new = named(tournament, 17)
    box = client.get(ROUND)
    gone, come = text("Seated, but not there"), text("There, but without a seat")
    assert f"{gone} {named(tournament, 6)} {come} {new}" in text_of(box)
    assert [f'href="{ROUND}{way}/"' in box.content.decode() for way in ("repair", "redraw")] == [
        True,
        True,
    ]
    page = client.get(REPAIR)
    told = page.context["preview"]
    assert told["walks"] == 0
    moves = [f"{new}: Tisch 2, Position 2"]
    assert [(each["number"], each["coming"]) for each in told["rounds"]] == [(1, moves), (2, moves)]
    client.post(REPAIR, {"fingerprint": fingerprint_on(page), "reason": "Nachzügler"})
    assert [seats(tournament, number) for number in (1, 2)] == [
        "1 2 3 4 / 5 17 7 8 / 9 10 11 12 / 13 14 15 16",
        "1 5 9 13 / 2 17 10 14 / 3 7 11 15 / 4 8 12 16",
    ]
    assert gone not in text_of(client.get(ROUND))


def test_repair_names_who_sits_at_tables_of_five_too_often(client):
    """20 players, 5 rounds: everybody meets everybody, so nobody can replace them."""
    tournament = make_drawn_tournament(20, rounds_planned=5)
    make_entries(tournament, 1)
    late = named(tournament, 21)
    page = client.get(REPAIR)
    told = page.context["preview"]["at_fives"]
    assert f": {late}, 5-" in told
    assert re.findall(r"\d+", told.partition(late)[2]) == ["5", "2"]
    assert told in text_of(page)


def test_repair_that_is_fair_names_nobody(client):
    make_entries(make_seated_tournament("1 2 3 4 / 5 6 7 8"), 1)
    page = client.get(REPAIR)
    assert page.context["preview"]["at_fives"] == ""


def test_undone_check_in_leads_to_the_repair(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    tournament.entries.update(checked_in=True)
    entry = tournament.entries.get(number=9)
    client.post(f"/t/herbst/players/{entry.pk}/check-in/", {"on": "0"})
    assert f'href="{REPAIR}"' in client.get(ROUND).content.decode()
    players = "/t/herbst/players/"
    assert f'href="{REPAIR}"' in client.get(players).content.decode()
    typist = signed_in(tournament, Role.TYPIST)
    assert REPAIR not in typist.get(players).content.decode()
    client.post(REPAIR, {"fingerprint": fingerprint_on(client.get(REPAIR)), "reason": "Nicht da"})
    assert seats(tournament) == "1 2 3 4 / 5 6 7 8"
    assert REPAIR not in client.get(players).content.decode()


def test_repair_begins_with_the_first_round_that_has_not_begun(client):
    tournament = make_seated_tournament(*SIXTEEN)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    withdraw(tournament, 6)
    make_entries(tournament, 1)
    assert client.get(REPAIR).url == "/t/herbst/rounds/2/repair/"
    assert 'href="/t/herbst/rounds/2/repair/"' in client.get("/t/herbst/draw/").content.decode()
    second = client.get("/t/herbst/rounds/2/").content.decode()
    assert 'href="/t/herbst/rounds/2/repair/"' in second
    page = client.get("/t/herbst/rounds/2/repair/")
    # Round 2 is not published, and round 1 is running: nothing to print, nothing to redraw.
    assert page.context["preview"]["rounds"][0]["papers"] == []
    assert "/redraw/" not in page.content.decode()
    client.post(
        "/t/herbst/rounds/2/repair/", {"fingerprint": fingerprint_on(page), "reason": "Nachzügler"}
    )
    assert seats(tournament, 1) == SIXTEEN[0]
    assert seats(tournament, 2) == "1 5 9 13 / 2 17 10 14 / 3 7 11 15 / 4 8 12 16"


def test_eleven_are_explained_and_lead_to_the_redraw(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 / 9 10 11 12")
    withdraw(tournament, 3)
    page = client.get(REPAIR)
    assert f"{no_tables_for(11)} {WAY_OUT_OF_ELEVEN}" in text_of(page)
    assert 'name="fingerprint"' not in page.content.decode()
    assert f'href="{ROUND}redraw/"' in page.content.decode()


def test_a_round_with_byes_leads_to_the_redraw(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 / 9 10 11 12")
    withdraw(tournament, 3)
    redraw_rounds(COMMAND_LINE, tournament, "Elf", Lots(sit_out=1))
    make_entries(tournament, 1)
    page = client.get(REPAIR)
    assert page.context["cannot"] == refusal("repair_with_byes", round=1)
    assert page.context["cannot"] in text_of(page)
    assert f'href="{ROUND}redraw/"' in page.content.decode()
    assert 'name="fingerprint"' not in page.content.decode()


def test_repair_has_nothing_to_do_and_says_so(client):
    make_seated_tournament(*TWO_ROUNDS)
    assert refusal("nothing_to_repair") in text_of(client.get(REPAIR))
    assert client.post(REPAIR, {"reason": "x", "fingerprint": ""}).status_code == 422


def test_names_are_shown_as_text(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    person = tournament.entries.get(number=5).person
    person.last_name, person.first_name = "<script>alert(1)</script>" + "L" * 175, "=1+1"
    person.save()
    withdraw(tournament, 3)
    for page in (client.get(REPAIR), client.get(f"{SWAP}?one=1&other=5")):
        assert f"5 {person.list_name}: Tisch 2, Position 1 → Tisch 1" in text_of(page)
        assert "<script>alert" not in page.content.decode()


def test_draw_by_the_program_is_repaired_in_every_round(client):
    tournament = make_tournament()
    make_entries(tournament, 20)
    draw_next_round(COMMAND_LINE, tournament, "lot")
    before = [seats(tournament, number) for number in (1, 2, 3)]
    withdraw(tournament, 7)
    page = client.get(REPAIR)
    # 19 make one table of four and three of five: one fills the gap, three join a table each.
    assert page.context["preview"]["walks"] <= 12
    assert [seats(tournament, number) for number in (1, 2, 3)] == before
    client.post(REPAIR, {"fingerprint": fingerprint_on(page), "reason": "Nicht da"})
    for number in (1, 2, 3):
        tables = [table.split() for table in seats(tournament, number).split(" / ")]
        assert sorted(map(len, tables)) == [4, 5, 5, 5]
        assert sorted(int(person) for table in tables for person in table) == [
            person for person in range(1, 21) if person != 7
        ]


def test_repair_says_where_drawing_again_is_better(client):
    """20 players, three rounds; four go after the first, so everybody moves or meets again."""
    tournament = make_drawn_tournament(20, rounds_planned=3)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    withdraw(tournament, 1, 2, 3, 4)
    page = client.get("/t/herbst/rounds/2/repair/")
    repaired = page.context["repair"].change.change.after.repeat_pairs
    assert repaired > 0
    said = text(
        "Drawing again is better here: %(redrawn)s repeat meetings in a sample, %(repaired)s by "
        "the change below.",
        redrawn=0,
        repaired=repaired,
    )
    later = text(
        "Once the round before is closed, the rounds from here on can be drawn again as well."
    )
    assert f"{said} {later}" in text_of(page)


def test_a_new_draw_says_how_many_club_mates_it_spares(client):
    tournament = make_tournament(rounds_planned=3)
    make_entries(tournament, 20, clubs=5)
    with known_lots():
        draw_next_round(COMMAND_LINE, tournament)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    withdraw(tournament, 1, 2, 3, 4)
    page = client.get("/t/herbst/rounds/2/repair/")
    repair = page.context["repair"]
    redrawn = redrawn_if_better(tournament, repair)
    mates = redrawn.same_club_pairs.value, repair.change.change.after.same_club_pairs
    assert mates[0] < mates[1]
    said = text(
        "Pairs of club mates: %(redrawn)s instead of %(repaired)s.",
        redrawn=mates[0],
        repaired=mates[1],
    )
    assert page.context["better_redrawn"].endswith(f" {said}")


def test_repair_that_moves_nobody_to_another_table_says_so(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8")
    make_entries(tournament, 1)
    page = client.get(REPAIR)
    assert page.context["preview"]["walks"] == 0
    assert text("Nobody changes tables") in text_of(page)


def test_repair_by_which_nobody_meets_again_proposes_no_other_draw(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    withdraw(tournament, 3)
    assert client.get(REPAIR).context["better_redrawn"] == ""


def test_late_entry_meets_no_mate_in_a_round_that_nobody_knows_yet(client):
    tournament = make_seated_tournament(*SIXTEEN)
    club = Club.objects.create(name="Kreuz", code="KRE")
    withdraw(tournament, 6)
    make_entries(tournament, 1)
    tournament.entries.filter(number__in=(5, 14, 17)).update(club=club)
    page = client.get(REPAIR)
    client.post(REPAIR, {"fingerprint": fingerprint_on(page), "reason": "Nachzügler"})
    assert seats(tournament, 1) == "1 2 3 4 / 5 17 7 8 / 9 10 11 12 / 13 14 15 16"
    tables = [set(table.split()) for table in seats(tournament, 2).split(" / ")]
    (late,) = (table for table in tables if "17" in table)
    assert not late & {"5", "14"}
    assert page.context["repair"].change.change.after.repeat_pairs == 0
    assert page.context["preview"]["walks"] == 1


# --- Participation ---


def test_withdrawal_explains_its_effect_and_leads_to_the_repair(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9", "1 5 9 6 / 2 3 4 7 8")
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    entry = tournament.entries.get(number=2)
    address = f"/t/herbst/players/{entry.pk}/status/"
    page = client.get(address)
    told = [
        (page.context[key]["players"], page.context[key]["tables"]) for key in ("now", "without")
    ]
    assert told == [(9, "1 Vierertisch und 1 Fünfertisch"), (8, "2 Vierertische")]
    assert all(tables in text_of(page) for _players, tables in told)
    assert f'href="{SUBSTITUTE}?leaving=2"' in page.content.decode()
    answer = client.post(address, {"status": "withdrawn", "reason": "krank"})
    assert answer.url == "/t/herbst/rounds/2/repair/"


def test_withdrawal_that_leaves_eleven_names_the_way_out(client):
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 / 9 10 11 12")
    entry = tournament.entries.get(number=2)
    words = text_of(client.get(f"/t/herbst/players/{entry.pk}/status/"))
    assert f"{no_tables_for(11)} {WAY_OUT_OF_ELEVEN}" in words
