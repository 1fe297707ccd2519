"""Drawing rounds again."""

import pytest
from django.utils import timezone

from tests.factories.journal import acts
from tests.factories.rounds import (
    enter_round,
    enter_totals,
    make_drawn_tournament,
    plan_of,
    round_number,
)
from tests.factories.tournaments import make_entries, make_owner
from tournament.errors import Refused
from tournament.models import (
    Adjustment,
    Draw,
    GameTable,
    Penalty,
    RoundState,
    SheetDraft,
    SheetKind,
)
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, start_clock
from tournament.seating.writes.draws import redraw_rounds
from tournament.seating.writes.lots import Lots

pytestmark = pytest.mark.django_db


def redraw(tournament, reason="Nachzügler", seed="again"):
    return redraw_rounds(COMMAND_LINE, tournament, reason, Lots(seed=seed))


def test_redraw_replaces_the_current_and_all_later_rounds() -> None:
    tournament = make_drawn_tournament(published=2)
    before = plan_of(tournament)
    redrawn = redraw(tournament)
    after = plan_of(tournament)
    assert [round.number for round in redrawn.rounds] == [2, 3]
    assert [seat for seat in after if seat[0] == 1] == [seat for seat in before if seat[0] == 1]
    assert [seat for seat in after if seat[0] == 2] != [seat for seat in before if seat[0] == 2]
    # Round 1 counted as history: nobody meets anybody from round 1 again.
    assert redrawn.draw.quality["repeat_pairs"] == 0


def test_redraw_keeps_what_is_published() -> None:
    tournament = make_drawn_tournament(published=2)
    redraw(tournament)
    states = [round.state for round in tournament.rounds.order_by("number")]
    assert states == [RoundState.PUBLISHED, RoundState.PUBLISHED, RoundState.DRAWN]


def test_redraw_seats_latecomers_and_leaves_out_leavers() -> None:
    tournament = make_drawn_tournament()
    tournament.entries.filter(number=3).update(status="withdrawn")
    make_entries(tournament, 1)
    redraw(tournament)
    numbers = {number for round, _, _, number in plan_of(tournament) if round == 1}
    assert numbers == {*range(1, 18)} - {3}


def test_redraw_stores_a_second_draw_with_its_reason() -> None:
    tournament = make_drawn_tournament()
    redraw(tournament, reason="  Ein Spieler fehlt ", seed="zwei")
    draw = Draw.objects.get(number=2)
    assert (draw.seed, draw.reason) == ("zwei", "Ein Spieler fehlt")
    assert acts().last().data == {
        "draw": 2,
        "seed": "zwei",
        "first": 1,
        "last": 3,
        "players": 16,
        "reason": "Ein Spieler fehlt",
        "drafts_lost": 0,
    }


def test_sheets_of_the_old_draw_never_carry_a_new_code_of_their_table() -> None:
    tournament = make_drawn_tournament(players=72)
    tables = GameTable.objects.filter(round__tournament=tournament)
    old = set(tables.values_list("number", "code"))
    redraw(tournament)
    assert not old & set(tables.values_list("number", "code"))


def test_redraw_after_a_closed_round_takes_the_unpublished_ones() -> None:
    tournament = make_drawn_tournament()
    first = round_number(tournament, 1)
    enter_round(first)
    close_round(COMMAND_LINE, first)
    assert [round.number for round in redraw(tournament).rounds] == [2, 3]
    assert round_number(tournament, 2).state == RoundState.DRAWN
    assert GameTable.objects.filter(round=first, current_version__isnull=False).count() == 4


def test_redraw_names_the_tables_with_results() -> None:
    tournament = make_drawn_tournament()
    for number in (1, 3):
        enter_totals(round_number(tournament, 1).tables.get(number=number), [4, 0, 0, -4])
    before = plan_of(tournament)
    with pytest.raises(Refused) as refusal:
        redraw(tournament)
    assert refusal.value.code == "redraw_has_results"
    assert refusal.value.params == {"round": 1, "places": ((1, 1), (1, 3))}
    assert plan_of(tournament) == before


def test_redraw_is_refused_while_a_later_round_has_results() -> None:
    tournament = make_drawn_tournament()
    enter_totals(round_number(tournament, 3).tables.get(number=2), [4, 0, 0, -4])
    with pytest.raises(Refused) as refusal:
        redraw(tournament)
    assert refusal.value.params == {"round": 1, "places": ((3, 2),)}


def test_redraw_is_refused_while_tables_have_penalties() -> None:
    tournament = make_drawn_tournament()
    table = round_number(tournament, 1).tables.get(number=2)
    Penalty.objects.create(table=table, rule="9.3.2", offender=1, points=[-3, 1, 1, 1])
    with pytest.raises(Refused) as refusal:
        redraw(tournament)
    assert refusal.value.code == "redraw_has_penalties"
    assert refusal.value.params == {"places": ((1, 2),)}


def test_redraw_is_refused_once_the_clock_has_been_started() -> None:
    tournament = make_drawn_tournament()
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=timezone.now())
    with pytest.raises(Refused, match="redraw_started"):
        redraw(tournament)


def test_redraw_needs_a_reason() -> None:
    tournament = make_drawn_tournament()
    with pytest.raises(Refused, match="redraw_reason_needed"):
        redraw(tournament, reason="  ")


def test_nothing_drawn_cannot_be_drawn_again() -> None:
    tournament = make_drawn_tournament(published=0)
    with pytest.raises(Refused, match="nothing_to_redraw"):
        redraw(tournament)


@pytest.mark.alone
def test_redraw_names_the_drafts_that_are_lost() -> None:
    tournament = make_drawn_tournament()
    table = round_number(tournament, 1).tables.get(number=2)
    SheetDraft.objects.create(table=table, user=make_owner(), kind=SheetKind.ROWS)
    assert [str(place) for place in redraw(tournament).outlook.drafts] == ["1-2"]
    assert SheetDraft.objects.count() == 0


def test_redraw_keeps_the_round_of_a_deduction() -> None:
    tournament = make_drawn_tournament()
    deduction = Adjustment.objects.create(
        entry=tournament.entries.get(number=1),
        round=round_number(tournament, 1),
        points=-3,
        reason="Unsportlich",
    )
    redraw(tournament)
    deduction.refresh_from_db()
    assert deduction.round == round_number(tournament, 1)


# --- With sheets ---


@pytest.mark.alone
def test_sheets_are_dropped_only_when_the_round_number_is_typed() -> None:
    tournament = make_drawn_tournament()
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round)
    enter_round(round)
    before = plan_of(tournament)
    for typed, code in ((None, "redraw_has_results"), (2, "redraw_number_wrong")):
        with pytest.raises(Refused, match=code):
            redraw_rounds(COMMAND_LINE, tournament, "Falsche Liste", confirmed=typed)
    assert plan_of(tournament) == before

    redraw_rounds(COMMAND_LINE, tournament, "Falsche Liste", Lots(seed="neu"), confirmed=1)
    round.refresh_from_db()
    assert plan_of(tournament) != before
    assert (round.state, round.started_at) == (RoundState.PUBLISHED, None)
    assert GameTable.objects.filter(current_version__isnull=False).count() == 0


def test_every_dropped_sheet_is_named_in_the_journal() -> None:
    tournament = make_drawn_tournament(8)
    enter_round(round_number(tournament, 1))
    redraw_rounds(COMMAND_LINE, tournament, "Falsche Liste", confirmed=1)
    lost = acts().filter(action="sheet_discarded").order_by("pk")
    assert [entry.data for entry in lost] == [
        {"round": 1, "table": table, "version": 1, "totals": [6, 2, -2, -6]} for table in (1, 2)
    ]


def test_plan_is_redrawn_round_by_round_once_the_method_changes() -> None:
    tournament = make_drawn_tournament(16)
    tournament.draw_method = "redraw"
    tournament.save()
    redrawn = redraw(tournament)
    assert [round.number for round in redrawn.rounds] == [1]
    assert [round.number for round in tournament.rounds.all()] == [1]
