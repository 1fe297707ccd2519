"""Seats drawn one by one at the registration desk, from opening it to the published round."""

import json
import re
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tests.factories.journal import acts
from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.factories.words import text
from tournament.check_in.reads import open_desk, seat_drawn
from tournament.check_in.writes import check_in_all, check_in_player
from tournament.draw.desk import desk_seats
from tournament.draw.proof import FORMAT
from tournament.draw.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.journal.writes import LONGEST_REASON
from tournament.models import Entry, Role, SealedStep, Tournament
from tournament.people.writes.players import remove_player
from tournament.permissions import COMMAND_LINE, Actor
from tournament.phones.writes import let_phones_in
from tournament.seating.reads.draws import drawn_rounds
from tournament.seating.writes.desk import give_up_desk, open_desk_draw
from tournament.seating.writes.draws import draw_rounds, publish_next_round
from tournament.seating.writes.lots import Lots, close_list, publish_commitment
from tournament.seating.writes.seat_changes import seat_by_hand

pytestmark = pytest.mark.django_db


def ready(players: int = 13) -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, players, clubs=3)
    return tournament


def come(tournament: Tournament, *numbers: int) -> list[Entry]:
    entries = [tournament.entries.get(number=number) for number in numbers]
    for entry in entries:
        check_in_player(COMMAND_LINE, entry, True)
    return entries


def opened(tournament: Tournament, expected: int = 12) -> None:
    """Open the desk with the whole ceremony."""
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1, expected)
    open_desk_draw(COMMAND_LINE, tournament, expected, Lots(number=4711))


def replayed(tournament: Tournament, tmp_path) -> str:
    """Return the verdict of the script to somebody who has noted everything on the wall."""
    steps = [row.step for row in tournament.sealed_steps.order_by("number")]
    closed = [step for step in steps if step["kind"] == "list"]
    file = tmp_path / "proof.json"
    file.write_text(json.dumps({"format": FORMAT, "steps": steps}))
    script = settings.BASE_DIR / "scripts" / "replay_draw.py"
    noted = [step[key] for step in closed for key in ("commitment", "seal")]
    run = subprocess.run(
        [sys.executable, script, "--lang", "en", file, *noted],
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout.splitlines()[-1]


def test_the_kth_person_gets_the_kth_place_and_sits_there(tmp_path) -> None:
    tournament = ready(12)
    opened(tournament)
    come(tournament, 7, 3, 12, 1, 2, 4, 5, 6, 8, 9, 10, 11)
    tournament.refresh_from_db()
    desk = open_desk(tournament)
    assert desk is not None
    told = {str(entry.number): seat_drawn(entry, desk) for entry in tournament.entries.all()}
    places = [seat.place for seat in desk_seats(desk.seed, 12)]
    assert [told[number].place for number in ("7", "3", "12")] == places[:3]

    draw_rounds(COMMAND_LINE, tournament)
    publish_next_round(COMMAND_LINE, tournament)
    (round,) = drawn_rounds(tournament)
    sits = {who: (t, s) for t, table in enumerate(round, 1) for s, who in enumerate(table, 1)}
    assert sits == {who: tuple(seat.place) for who, seat in told.items()}
    assert replayed(tournament, tmp_path) == "Everything fits."


def test_fewer_and_late_ones_are_seated_and_later_rounds_drawn_as_ever(tmp_path) -> None:
    tournament = ready(14)
    opened(tournament, 12)
    *_others, last, late = come(tournament, *range(1, 14))
    assert (last.arrival, late.arrival) == (12, None)
    for number in (2, 5):
        check_in_player(COMMAND_LINE, tournament.entries.get(number=number), False)
    come(tournament, 5)
    draw_rounds(COMMAND_LINE, tournament)
    (round,) = drawn_rounds(tournament)
    there = {str(number) for number in range(1, 14)} - {"2"}
    assert {who for table in round for who in table} == there
    publish_next_round(COMMAND_LINE, tournament)
    publish_commitment(COMMAND_LINE, tournament, 2)
    close_list(COMMAND_LINE, tournament, 2)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=12))
    assert len(drawn_rounds(tournament)) == tournament.rounds_planned
    kinds = [row.step["kind"] for row in tournament.sealed_steps.order_by("number")]
    assert kinds == ["list", "draw", "change", "list", "draw"]
    assert replayed(tournament, tmp_path) == "Everything fits."


def test_a_number_is_kept_for_good() -> None:
    tournament = ready()
    opened(tournament)
    first, _second = come(tournament, 4, 5)
    check_in_player(COMMAND_LINE, first, False)
    (third,) = come(tournament, 6)
    (again,) = come(tournament, 4)
    assert (again.arrival, third.arrival) == (1, 3)
    with pytest.raises(Refused, match="player_seated"):
        remove_player(COMMAND_LINE, again)


def test_all_at_once_draw_by_start_number() -> None:
    tournament = ready(12)
    opened(tournament)
    come(tournament, 9)
    check_in_all(COMMAND_LINE, tournament, (), 11)
    order = tournament.entries.order_by("arrival").values_list("number", flat=True)
    assert list(order) == [9, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]
    last = acts().last()
    assert last.action == "drawn_at_desk"


def test_without_a_desk_nobody_draws_a_number() -> None:
    tournament = ready()
    (entry,) = come(tournament, 1)
    assert entry.arrival is None
    assert list(acts().values_list("action", flat=True)) == ["player_checked_in"]


def test_what_opening_refuses() -> None:
    tournament = ready()
    with pytest.raises(CannotSeat):
        open_desk_draw(COMMAND_LINE, tournament, 7)
    publish_commitment(COMMAND_LINE, tournament, 1)
    with pytest.raises(Refused, match="desk_people_not_sealed"):
        open_desk_draw(COMMAND_LINE, tournament, 12, Lots(number=1))
    close_list(COMMAND_LINE, tournament, 1, 12)
    with pytest.raises(Refused, match="desk_people_changed"):
        open_desk_draw(COMMAND_LINE, tournament, 13, Lots(number=1))
    with pytest.raises(Refused, match="number_invalid"):
        open_desk_draw(COMMAND_LINE, tournament, 12, Lots(number=-1))
    with pytest.raises(Refused, match="too_many_tables"):
        open_desk_draw(COMMAND_LINE, tournament, 1300)
    (entry,) = come(tournament, 1)
    with pytest.raises(Refused, match="desk_after_check_in"):
        open_desk_draw(COMMAND_LINE, tournament, 12)
    check_in_player(COMMAND_LINE, entry, False)
    open_desk_draw(COMMAND_LINE, tournament, 12, Lots(number=1))
    with pytest.raises(Refused, match="desk_is_open"):
        open_desk_draw(COMMAND_LINE, tournament, 12)
    with pytest.raises(Refused, match="desk_is_open"):
        seat_by_hand(COMMAND_LINE, tournament, 1, (("1", "2", "3", "4"),), "x")
    with pytest.raises(Refused, match="desk_nobody_there"):
        draw_rounds(COMMAND_LINE, tournament)
    typist = make_user(Role.TYPIST, tournament)
    with pytest.raises(PermissionDenied):
        give_up_desk(Actor(typist), tournament, "x")


@pytest.mark.parametrize(
    ("method", "code"), [("manual", "draw_is_by_hand"), ("groups", "desk_with_groups")]
)
def test_ways_of_drawing_that_have_no_desk(method: str, code: str) -> None:
    tournament = ready(12)
    Tournament.objects.filter(pk=tournament.pk).update(draw_method=method)
    with pytest.raises(Refused, match=code):
        open_desk_draw(COMMAND_LINE, tournament, 12)
    page = text_of(signed_in().get(reverse("draw", args=[tournament.slug])))
    assert text("Seats one by one at the registration desk") not in page


def test_given_up_everything_is_drawn_as_ever(tmp_path) -> None:
    tournament = ready(12)
    opened(tournament)
    come(tournament, 1, 2, 3, 4)
    with pytest.raises(Refused, match="reason_needed"):
        give_up_desk(COMMAND_LINE, tournament, " ")
    give_up_desk(COMMAND_LINE, tournament, "Bus is late")
    assert not tournament.entries.exclude(arrival=None).exists()
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=7))
    assert replayed(tournament, tmp_path) == "Everything fits."
    with pytest.raises(Refused, match="desk_not_open"):
        give_up_desk(COMMAND_LINE, tournament, "x")
    told = acts().get(action="drawn_desk_given_up").data
    assert told == {"expected": 12, "reason": "Bus is late"}


def test_the_proof_says_why_the_list_of_a_given_up_desk_was_not_used(tmp_path) -> None:
    tournament = ready(12)
    opened(tournament)
    come(tournament, 1, 2)
    give_up_desk(COMMAND_LINE, tournament, "Bus is late")
    last = SealedStep.objects.filter(tournament=tournament).order_by("number").last()
    assert last.step["kind"] == "change"
    assert last.step["reason"].endswith(": Bus is late")
    assert last.step["rounds"] == last.step["players"] == []
    page = text_of(signed_in().get(reverse("draw-proof", args=[tournament.slug])))
    assert last.step["reason"] in page


def test_pages_from_opening_to_the_phone() -> None:
    tournament = ready(12)
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    client = signed_in()
    page = reverse("draw-desk", args=[tournament.slug])
    refused = client.post(page, {"people": "7", "number": ""})
    assert (refused.status_code, 'value="7"' in refused.content.decode()) == (422, True)
    assert client.post(page, {"people": "12", "number": ""}).url == reverse(
        "draw", args=[tournament.slug]
    )
    entry = tournament.entries.get(number=5)
    desk = reverse("players-desk", args=[tournament.slug])
    answer = client.post(desk, {"mark": "0" * 31 + "1", "typed": "5"})
    tournament.refresh_from_db()
    drawn = seat_drawn(Entry.objects.get(pk=entry.pk), open_desk(tournament))
    assert drawn is not None
    words = {"table": drawn.place.table, "seat": drawn.place.seat, "number": drawn.number}
    said = text("Table %(table)s, position %(seat)s (number %(number)s)", **words)
    assert said in answer.json()["item"]
    phone = client.get(reverse("phone-player", args=[tournament.phone_code, 5]))
    place = re.search(r'<p class="phone-place">(.*?)</p>', phone.content.decode(), re.DOTALL)
    assert re.findall(r"<strong>(\d+)</strong>", place[1]) == [str(n) for n in drawn.place]
    check_in_all(COMMAND_LINE, tournament, (), 11)
    draw = reverse("draw", args=[tournament.slug])
    assert text("Make round 1 of the numbers") in text_of(client.get(draw))
    client.post(draw, {"expected": "1"})
    assert tournament.rounds.count() == 1
    assert text("That is possible before round 1 is drawn.") in text_of(client.get(page))


def test_a_reason_that_is_refused_is_not_lost() -> None:
    tournament = ready(12)
    open_desk_draw(COMMAND_LINE, tournament, 12)
    client = signed_in()
    give_up = reverse("draw-desk-give-up", args=[tournament.slug])
    typed = "Bus " * LONGEST_REASON
    answer = client.post(give_up, {"reason": typed})
    assert (answer.status_code, typed in answer.content.decode()) == (422, True)
    assert '<details class="with-proof" open>' in answer.content.decode()
    assert open_desk(Tournament.objects.get(pk=tournament.pk)) is not None
    answer = client.post(give_up, {"reason": "Bus is late"})
    assert answer.url == reverse("draw", args=[tournament.slug])
    assert open_desk(Tournament.objects.get(pk=tournament.pk)) is None
