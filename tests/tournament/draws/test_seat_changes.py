"""Seats that change after the draw: repair, swap, substitute, by hand."""

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.journal import acts
from tests.factories.rounds import (
    enter_totals,
    make_drawn_tournament,
    plan_of,
    round_number,
)
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tournament.draw.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.models import Bye, Draw, Entry, GameTable, Role, SealedStep
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.calls import log_call, withdraw_call
from tournament.rounds.writes import close_round, start_clock
from tournament.seating.reads.seat_changes import (
    first_not_begun,
    published_not_begun,
    repair_preview,
    substitution_preview,
    swap_preview,
)
from tournament.seating.writes.draws import draw_rounds, publish_next_round, redraw_rounds
from tournament.seating.writes.lots import Lots
from tournament.seating.writes.seat_changes import (
    repair_seats,
    seat_by_hand,
    substitute_player,
    swap_seats,
)

pytestmark = pytest.mark.django_db


def seats_of(tournament, round_number_=1):
    """Return start numbers by table, in seat order."""
    tables: dict[int, list[int]] = {}
    for number, table, _position, start in plan_of(tournament):
        if number == round_number_:
            tables.setdefault(table, []).append(start)
    return [tables[table] for table in sorted(tables)]


def codes_of(tournament, number=1):
    tables = GameTable.objects.filter(round__tournament=tournament, round__number=number)
    return dict(tables.values_list("number", "code"))


def withdraw(tournament, *numbers):
    tournament.entries.filter(number__in=numbers).update(status="withdrawn")


# --- Repair ---


def test_no_show_of_a_full_field_breaks_up_one_table() -> None:
    tournament = make_drawn_tournament(20)
    before = {number: seats_of(tournament, number) for number in (1, 2, 3)}
    withdraw(tournament, 7)
    change = repair_seats(COMMAND_LINE, tournament, "Nicht erschienen")

    for number in (1, 2, 3):
        after = seats_of(tournament, number)
        assert sorted(map(len, after)) == [4, 5, 5, 5]
        assert {start for table in after for start in table} == set(range(1, 21)) - {7}
        pairs = zip(before[number], after, strict=False)
        assert sum(len(set(old) & set(new)) for old, new in pairs) >= 19 - 4
    assert change.first == 1
    assert GameTable.objects.filter(round__tournament=tournament).count() == 12


def test_latecomer_takes_the_seat_of_a_no_show_and_nobody_moves() -> None:
    tournament = make_drawn_tournament(16)
    before = seats_of(tournament)
    withdraw(tournament, 7)
    make_entries(tournament, 1)
    change = repair_seats(COMMAND_LINE, tournament, "Nachzügler")

    assert change.change.walks == 0
    assert seats_of(tournament) == [[17 if n == 7 else n for n in table] for table in before]


def test_tables_where_nobody_moves_keep_their_printed_sheets() -> None:
    tournament = make_drawn_tournament(16)
    before, codes = seats_of(tournament), codes_of(tournament)
    withdraw(tournament, 7)
    make_entries(tournament, 1)
    repair_seats(COMMAND_LINE, tournament, "Nachzügler")

    changed = {number for number, table in enumerate(before, start=1) if 7 in table}
    after = codes_of(tournament)
    assert {number for number in codes if after[number] != codes[number]} == changed


def test_running_round_stays_as_it_is() -> None:
    tournament = make_drawn_tournament(16)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    before = seats_of(tournament)
    make_entries(tournament, 1)
    change = repair_seats(COMMAND_LINE, tournament, "Nachzügler")

    assert change.first == 2
    assert seats_of(tournament) == before
    assert sorted(map(len, seats_of(tournament, 2))) == [4, 4, 4, 5]


def test_repair_knows_whom_people_have_met() -> None:
    tournament = make_drawn_tournament(24, rounds_planned=3)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    make_entries(tournament, 1)
    preview = repair_preview(tournament)

    assert preview is not None
    assert [entry.number for entry in preview.joining] == [25]
    assert preview.change.change.after.repeat_pairs == 0


def test_nothing_to_repair() -> None:
    tournament = make_drawn_tournament(16)
    assert repair_preview(tournament) is None
    with pytest.raises(Refused, match="nothing_to_repair"):
        repair_seats(COMMAND_LINE, tournament, "Nachzügler")


def test_too_few_left_cannot_be_repaired_and_nothing_changes() -> None:
    tournament = make_drawn_tournament(8)
    before = plan_of(tournament)
    withdraw(tournament, 7)
    with pytest.raises(CannotSeat):
        repair_seats(COMMAND_LINE, tournament, "Nicht erschienen")
    assert plan_of(tournament) == before


def test_outdated_preview_is_not_carried_out() -> None:
    tournament = make_drawn_tournament(16)
    withdraw(tournament, 7)
    preview = repair_preview(tournament)
    make_entries(tournament, 1)
    assert preview is not None
    with pytest.raises(Refused, match="seats_changed_meanwhile"):
        repair_seats(
            COMMAND_LINE, tournament, "Nicht erschienen", fingerprint=preview.change.fingerprint
        )


def test_previewed_repair_is_journalled_and_sealed() -> None:
    tournament = make_drawn_tournament(16)
    withdraw(tournament, 7)
    make_entries(tournament, 1)
    preview = repair_preview(tournament)
    assert preview is not None
    repair_seats(COMMAND_LINE, tournament, " Nachzügler ", fingerprint=preview.change.fingerprint)

    step = SealedStep.objects.last().step
    entry = acts().get(action="seats_repaired")
    assert entry.data == {
        "first": 1,
        "last": 3,
        "gone": 1,
        "come": 1,
        "walks": 0,
        "reason": "Nachzügler",
    }
    assert (step["kind"], step["first_round"], step["reason"]) == ("change", 1, "Nachzügler")
    assert [[int(p[0]) for p in table] for table in step["rounds"][0]] == seats_of(tournament)


def test_seats_are_redrawn_where_somebody_sits_out_by_lot() -> None:
    tournament = make_tournament()
    make_entries(tournament, 11)
    draw_rounds(COMMAND_LINE, tournament, Lots(sit_out=1))
    make_entries(tournament, 1)
    with pytest.raises(Refused, match="repair_with_byes"):
        repair_preview(tournament)
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler")
    assert Bye.objects.count() == 0
    assert len(seats_of(tournament)) == 3


# --- Two swap their seats ---


def test_two_swap_their_seats_in_one_round_only() -> None:
    tournament = make_drawn_tournament(16)
    before = {number: seats_of(tournament, number) for number in (1, 2)}
    one, other = before[1][0][0], before[1][1][2]
    swap_seats(COMMAND_LINE, tournament, 1, str(one), str(other), "Sehhilfe")
    exchange = {one: other, other: one}

    assert seats_of(tournament) == [[exchange.get(n, n) for n in table] for table in before[1]]
    assert seats_of(tournament, 2) == before[2]


def test_exchange_names_repeat_meetings() -> None:
    tournament = make_drawn_tournament(16)
    second = seats_of(tournament, 2)
    first = seats_of(tournament, 1)
    mates = first[0]
    stranger = next(n for n in second[0] if n not in mates)
    mate = next(n for table in second[1:] for n in table if n in mates)
    change = swap_preview(tournament, 2, str(stranger), str(mate))

    assert change.change.after.repeat_pairs == len(change.change.repeats)
    with_mate = [
        repeat
        for repeat in change.change.repeats
        if str(mate) in (repeat.one, repeat.other) and repeat.rounds == (1, 2)
    ]
    assert len(with_mate) == len(set(second[0]) & set(mates) - {mate})


@pytest.mark.parametrize(
    ("one", "other", "code"),
    [("1", "1", "swap_with_oneself"), ("1", "99", "not_seated"), ("99", "1", "not_seated")],
)
def test_exchange_needs_two_seated_players(one: str, other: str, code: str) -> None:
    with pytest.raises(Refused, match=code):
        swap_seats(COMMAND_LINE, make_drawn_tournament(16), 1, one, other, "Sehhilfe")


def test_points_never_change_hands() -> None:
    tournament = make_drawn_tournament(16)
    enter_totals(round_number(tournament, 1).tables.get(number=2), [6, 2, -2, -6])
    seats = seats_of(tournament)
    with pytest.raises(Refused) as refusal:
        swap_seats(COMMAND_LINE, tournament, 1, str(seats[0][0]), str(seats[1][0]), "Verwechslung")
    assert (refusal.value.code, refusal.value.params) == (
        "seat_change_has_results",
        {"places": ((1, 2),)},
    )


def test_complaint_taken_back_is_in_nobodys_way() -> None:
    tournament = make_drawn_tournament(16)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    seats = seats_of(tournament)
    one, other = str(seats[0][0]), str(seats[1][0])
    table = round_number(tournament, 1).tables.get(number=2)
    call = log_call(COMMAND_LINE, table, paragraph="9.2.3", offender=1)
    with pytest.raises(Refused, match="seat_change_has_results"):
        swap_seats(COMMAND_LINE, tournament, 1, one, other, "Verwechslung")
    withdraw_call(COMMAND_LINE, call, "Irrtum")
    swap_seats(COMMAND_LINE, tournament, 1, one, other, "Verwechslung")
    assert seats_of(tournament) != seats


def test_complaint_taken_back_does_not_begin_a_round() -> None:
    tournament = make_drawn_tournament(16)
    table = round_number(tournament, 1).tables.get(number=2)
    call = log_call(COMMAND_LINE, table, paragraph="9.2.3", offender=1)
    assert (first_not_begun(tournament), published_not_begun(tournament)) == (2, None)
    withdraw_call(COMMAND_LINE, call, "Irrtum")
    assert (first_not_begun(tournament), published_not_begun(tournament)) == (1, 1)


def test_sheet_on_the_table_stays_valid_in_a_running_round() -> None:
    tournament = make_drawn_tournament(16)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    codes, seats = codes_of(tournament), seats_of(tournament)
    swap_seats(COMMAND_LINE, tournament, 1, str(seats[0][0]), str(seats[1][0]), "Falsch gesetzt")
    assert codes_of(tournament) == codes


def test_a_closed_round_keeps_its_seats() -> None:
    tournament = make_drawn_tournament(16)
    round = round_number(tournament, 1)
    for table in round.tables.all():
        enter_totals(table, [0, 0, 0, 0])
    close_round(COMMAND_LINE, round)
    with pytest.raises(Refused, match="round_is_closed"):
        swap_seats(COMMAND_LINE, tournament, 1, "1", "2", "zu spät")


def test_a_change_needs_a_reason_and_the_direction() -> None:
    tournament = make_drawn_tournament(16)
    with pytest.raises(Refused, match="reason_needed"):
        swap_seats(COMMAND_LINE, tournament, 1, "1", "2", "  ")
    for role in (Role.REFEREE, Role.TYPIST):
        with pytest.raises(PermissionDenied):
            swap_seats(Actor(make_user(role, tournament)), tournament, 1, "1", "2", "x")


# --- A substitute ---


def test_substitute_takes_all_later_seats_and_plays_unranked() -> None:
    tournament = make_drawn_tournament(16)
    make_entries(tournament, 1)
    before = {number: seats_of(tournament, number) for number in (1, 2, 3)}
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    substitute_player(COMMAND_LINE, tournament, 2, "5", "17", "Erkrankt")

    assert seats_of(tournament, 1) == before[1]
    for number in (2, 3):
        assert seats_of(tournament, number) == [
            [17 if n == 5 else n for n in table] for table in before[number]
        ]
    status = dict(tournament.entries.filter(number__in=[5, 17]).values_list("number", "status"))
    assert status == {5: Entry.Status.WITHDRAWN, 17: Entry.Status.UNRANKED}
    assert repair_preview(tournament) is None


def test_a_substitute_may_be_ranked() -> None:
    tournament = make_drawn_tournament(16)
    make_entries(tournament, 1, status=Entry.Status.UNRANKED)
    substitute_player(COMMAND_LINE, tournament, 1, "5", "17", "Tausch", ranked=True)
    assert tournament.entries.get(number=17).status == Entry.Status.ACTIVE


def test_substitution_happens_as_previewed_or_not_at_all() -> None:
    tournament = make_drawn_tournament(16)
    make_entries(tournament, 1)
    seen = substitution_preview(tournament, 1, "5", "17").fingerprint
    swap_seats(COMMAND_LINE, tournament, 1, "5", "6", "Verwechslung")
    with pytest.raises(Refused, match="seats_changed_meanwhile"):
        substitute_player(COMMAND_LINE, tournament, 1, "5", "17", "Erkrankt", fingerprint=seen)


@pytest.mark.parametrize(
    ("leaving", "coming", "code"),
    [("5", "6", "seated_already"), ("99", "17", "not_seated"), ("5", "99", "unknown_number")],
)
def test_substitute_must_be_free_and_the_other_seated(leaving, coming, code) -> None:
    tournament = make_drawn_tournament(16)
    make_entries(tournament, 1)
    with pytest.raises(Refused, match=code):
        substitute_player(COMMAND_LINE, tournament, 1, leaving, coming, "Erkrankt")


# --- By hand ---

HANDMADE = (("1", "2", "3", "4"), ("5", "6", "7", "8"))


@pytest.mark.alone
def test_the_next_round_is_seated_by_hand() -> None:
    tournament = make_tournament(draw_method="manual", rounds_planned=2)
    make_entries(tournament, 8)
    round = seat_by_hand(COMMAND_LINE, tournament, 1, HANDMADE, "Tischwahl")
    publish_next_round(COMMAND_LINE, tournament)

    assert seats_of(tournament) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert (round.draw.method, round.draw.seed, round.draw.commitment) == ("manual", "", None)
    assert Draw.objects.get().quality["repeat_pairs"] == 0
    with pytest.raises(Refused, match="round_not_next"):
        seat_by_hand(COMMAND_LINE, tournament, 3, HANDMADE, "Tischwahl")


def test_drawn_round_is_changed_by_hand_and_unseated_players_sit_out() -> None:
    tournament = make_drawn_tournament(9, rounds_planned=2)
    seat_by_hand(COMMAND_LINE, tournament, 1, HANDMADE, "Nummer 9 pausiert")

    assert seats_of(tournament) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert [bye.entry.number for bye in Bye.objects.all()] == [9]
    assert [len(table) for table in seats_of(tournament, 2)] == [4, 5]
