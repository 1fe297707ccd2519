"""Seat lists, states of the tables, progress of the rounds."""

import pytest

from tests.factories.rounds import (
    enter_round,
    enter_totals,
    make_drawn_tournament,
    plan_of,
    round_number,
)
from tests.factories.tournaments import make_club, make_owner
from tournament.models import SheetDraft, SheetKind
from tournament.rounds.reads.rounds import (
    RoundProgress,
    SheetState,
    by_name,
    current_round,
    round_progress,
    seat_list,
    table_states,
)
from tournament.sheets.reads.sheets import missing_tables

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_current_round_is_the_latest_published() -> None:
    tournament = make_drawn_tournament(published=0)
    assert current_round(tournament) is None
    tournament = make_drawn_tournament(slug="zwei", published=2)
    assert current_round(tournament) == round_number(tournament, 2)


def test_seat_list_is_by_table_and_position() -> None:
    tournament = make_drawn_tournament()
    rows = seat_list(round_number(tournament, 2))
    drawn = [seat[1:] for seat in plan_of(tournament) if seat[0] == 2]
    assert [(row.table, row.seat, row.number) for row in rows] == drawn


def test_seat_row_carries_names_and_club() -> None:
    tournament = make_drawn_tournament()
    entry = tournament.entries.get(number=5)
    entry.club = make_club("", "Herz Neun")
    entry.person.first_name, entry.person.last_name = "Jörg", "<b>Äpfel"
    entry.save()
    entry.person.save()
    row = next(row for row in seat_list(round_number(tournament, 1)) if row.number == 5)
    assert (row.name, row.list_name, row.club) == ("Jörg <b>Äpfel", "<b>Äpfel, Jörg", "Herz Neun")
    assert row.entry_id == entry.pk


def test_seat_list_by_name_sorts_umlauts_with_their_vowels() -> None:
    tournament = make_drawn_tournament(players=4)
    for number, name in enumerate(["Özdemir", "Pohl", "oberle", "Groß"], start=1):
        person = tournament.entries.get(number=number).person
        person.last_name = name
        person.save()
    rows = by_name(seat_list(round_number(tournament, 1)))
    assert [row.list_name.split(",")[0] for row in rows] == ["Groß", "oberle", "Özdemir", "Pohl"]


def test_table_states_tell_missing_draft_and_entered() -> None:
    tournament = make_drawn_tournament()
    round = round_number(tournament, 1)
    enter_totals(round.tables.get(number=1), [5, 1, -1, -5])
    for number in (1, 2):
        table = round.tables.get(number=number)
        SheetDraft.objects.create(table=table, user=make_owner(f"t{number}"), kind=SheetKind.ROWS)
    states = table_states(round)
    assert [(state.number, state.state, state.totals) for state in states] == [
        (1, SheetState.ENTERED, (5, 1, -1, -5)),
        (2, SheetState.DRAFT, None),
        (3, SheetState.MISSING, None),
        (4, SheetState.MISSING, None),
    ]
    assert [state.drafted_by for state in states] == [("t1",), ("t2",), (), ()]
    assert [len(state.players) for state in states] == [4, 4, 4, 4]
    assert missing_tables(round) == (2, 3, 4)


def test_progress_counts_sheets_of_every_drawn_round() -> None:
    tournament = make_drawn_tournament()
    enter_round(round_number(tournament, 1))
    enter_totals(round_number(tournament, 2).tables.get(number=1), [5, 1, -1, -5])
    progress = round_progress(tournament)
    assert progress == (RoundProgress(1, 4, 4), RoundProgress(2, 1, 4), RoundProgress(3, 0, 4))
    assert [round.missing for round in progress] == [0, 3, 4]


@pytest.mark.parametrize("players", [4, 16])
def test_round_reads_need_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(players, rounds_planned=1)
    round = round_number(tournament, 1)
    enter_round(round)
    with django_assert_num_queries(1):
        seat_list(round)
    with django_assert_num_queries(3):
        table_states(round)
