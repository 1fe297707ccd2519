"""A table that cannot be counted: its ruling counts, stays live, is closed over and recounted."""

from fractions import Fraction
from math import floor
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.journal import drop_triggers
from tests.factories.rounds import enter_round, enter_totals, round_number
from tests.factories.rulings import (
    LOST,
    REASON,
    make_lost_list,
    play_the_rest,
    rule,
    rule_table,
    ruling,
    table_of,
)
from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import journal
from tests.factories.tournaments import make_user
from tournament.errors import Refused
from tournament.lists.notes import standings_footnotes
from tournament.models import Penalty, Role, SheetKind, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty, revoke_penalty
from tournament.rounds.reads.board import BoardState, board_of
from tournament.rounds.reads.rounds import table_states
from tournament.rounds.writes import close_round
from tournament.sheets.reads.sheets import missing_tables
from tournament.sheets.reads.verifications import unconfirmed_places
from tournament.sheets.writes.sheets import (
    Outcome,
    SheetConflict,
    SheetRefused,
    restore_version,
    submit_sheet,
    take_sheet_back,
)
from tournament.sheets.writes.verification import verify_blindly
from tournament.standings.reads.standings import round_result, standings_after
from tournament.standings.rules.tie_breaks import CRITERIA
from tournament.tournaments.reads import Step, next_step
from tournament.tournaments.writes.tournaments import finish_tournament
from tournament.trust.reads.audit import audit
from tournament.trust.reads.recount import tournament_recount

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.stands_on(make=make_lost_list),
]


@pytest.fixture
def tournament() -> Tournament:
    return Tournament.objects.get(slug="herbst")


def rounds_at(tournament: Tournament, position: int) -> tuple[int | None, ...]:
    """Return the points of the players at table 1 of round 1."""
    seat = table_of(tournament, 1, 1).seats.get(position=position)
    rows = standings_after(tournament).rows
    return next(row.rounds for row in rows if row.entry_id == seat.entry_id)


def others(tournament: Tournament, position: int) -> int:
    """Return the average of their other rounds, counted here by hand."""
    points = [each for each in rounds_at(tournament, position)[1:] if each is not None]
    return floor(Fraction(sum(points), len(points)) + Fraction(1, 2))


def test_the_average_lives_until_the_last_round(tournament: Tournament) -> None:
    for position in (1, 2):
        assert rounds_at(tournament, position)[0] == rounds_at(tournament, position)[1]
    before = [rounds_at(tournament, position)[0] for position in (1, 2)]
    enter_totals(table_of(tournament, 3, 1), [31, 11, -11, -31])
    enter_totals(table_of(tournament, 3, 2), [29, 9, -9, -29])
    after = [rounds_at(tournament, position)[0] for position in (1, 2)]
    assert after == [others(tournament, position) for position in (1, 2)]
    assert after != before
    assert [rounds_at(tournament, position)[0] for position in (3, 4)] == [0, -7]


@pytest.mark.database
def test_same_figure_is_on_every_list(tournament: Tournament) -> None:
    enter_totals(table_of(tournament, 3, 1), [30, 10, -10, -30])
    figure = rounds_at(tournament, 1)[0]
    seat = table_of(tournament, 1, 1).seats.get(position=1)
    first = next(
        row for row in standings_after(tournament, 1).rows if row.entry_id == seat.entry_id
    )
    assert (first.rounds, first.total) == ((figure,), figure)
    result = round_result(round_number(tournament, 1))
    assert [row.points for row in result.rows if row.seat.entry_id == seat.entry_id] == [figure]
    assert table_states(round_number(tournament, 1))[0].totals[0] == figure


def test_two_averages_of_one_person_do_not_feed_each_other(tournament: Tournament) -> None:
    seat = table_of(tournament, 1, 1).seats.get(position=1)
    again = seat.entry.seats.get(round__number=2)
    figures: list[object] = [0] * again.table.size
    figures[again.position - 1] = "average"
    rule(again.table, figures)
    assert rounds_at(tournament, 1) == (0, 0, None)
    enter_round(round_number(tournament, 3))
    third = rounds_at(tournament, 1)[2]
    assert rounds_at(tournament, 1) == (third, third, third)
    assert tournament_recount(tournament).agrees


def test_ruled_table_is_in_and_the_tournament_can_be_finished(tournament: Tournament) -> None:
    first = round_number(tournament, 1)
    assert missing_tables(first) == ()
    state = table_states(first)[0]
    assert (state.state, state.is_ruled) == ("entered", True)
    board = board_of(tournament, first, first.published_at)
    assert [(each.state, each.is_ruled) for each in board.tables] == [
        (BoardState.ENTERED, True),
        (BoardState.ENTERED, False),
    ]
    play_the_rest(tournament)
    assert not round_result(first).final
    tournament.refresh_from_db()
    finish_tournament(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    report = standings_after(tournament)
    assert report.final
    assert report.control_sum == 0
    assert next_step(tournament, first.published_at).step is Step.FINISHED
    assert audit(tournament).agrees
    with pytest.raises(Refused, match="tournament_finished"):
        rule(table_of(tournament, 1, 1), [0, 0, 0, 0])


def test_the_control_sum_leaves_ruled_tables_out(tournament: Tournament) -> None:
    assert standings_after(tournament).control_sum == 0
    assert round_result(round_number(tournament, 1)).control_sum == 0
    assert standings_after(tournament).ruled == {(1, 1): True}
    assert standings_after(tournament, 1).ruled == {(1, 1): True}
    assert round_result(round_number(tournament, 2)).ruled == frozenset()
    enter_totals(table_of(tournament, 2, 1), [6, 2, -2, -5])
    assert standings_after(tournament).control_sum == 1


@pytest.mark.parametrize("code", sorted(CRITERIA))
def test_recount_agrees_by_every_tie_break(tournament: Tournament, code: str) -> None:
    tournament.tie_breaks = [code]
    tournament.save()
    enter_totals(table_of(tournament, 3, 2), [5, 3, -1, -7])
    counted = tournament_recount(tournament)
    assert counted.agrees
    assert (counted.sheets, counted.as_typed, counted.ruled, counted.control_sum) == (5, 4, 1, 0)


@pytest.mark.parametrize(
    ("totals", "content"),
    [
        ([None, None, 0, -6], ruling()),
        ([None, 5, 0, -7], ruling()),
        ([None, None, 0, -7], ruling(["average", 5, 0, -7])),
        ([None, None, 0, -7], ruling(["average", "average", 0, -6])),
        ([None, None, 0, -7], ruling(["average", "mean", 0, -7])),
        ([None, None, 0, -7], ruling(["average", "average", 0])),
        ([None, None, 0, -7], {"ruling": "list_lost"}),
        ([None, None, 0, -7], 5),
        ([None, None, 0, -7], totals_content([6, 2, -2, -6])),
    ],
)
def test_recount_notices_changes(
    tournament: Tournament, totals: list[int | None], content: object
) -> None:
    assert audit(tournament).agrees
    drop_triggers()
    version = SheetVersion.objects.filter(kind=SheetKind.RULING)
    assert version.update(totals=totals, content=content) == 1
    assert not tournament_recount(tournament).agrees
    assert not audit(tournament).agrees


@pytest.mark.database
def test_ruling_made_out_of_a_list_is_noticed(tournament: Tournament) -> None:
    """Turning a list into a ruling cannot be hidden from the journal."""
    drop_triggers()
    table = table_of(tournament, 2, 1)
    SheetVersion.objects.filter(pk=table.current_version_id).update(
        kind=SheetKind.RULING, content=ruling([60, 0, 0, 0]), totals=[60, 0, 0, 0]
    )
    assert not audit(tournament).agrees


@pytest.mark.database
def test_damaged_totals_are_named(tournament: Tournament) -> None:
    drop_triggers()
    SheetVersion.objects.filter(kind=SheetKind.RULING).update(totals=[None, None, "x", -7])
    assert not audit(tournament).agrees


def test_the_ruling_is_a_version_with_its_entry(tournament: Tournament) -> None:
    table = table_of(tournament, 1, 1)
    version = table.current_version
    assert (version.number, version.based_on, version.kind) == (2, 1, "ruling")
    assert (version.totals, version.content) == ([None, None, 0, -7], ruling())
    (data,) = journal("sheet_ruled")
    assert {"ruling": "list_lost", "figures": LOST, "reason": REASON}.items() <= data.items()


@pytest.mark.database
def test_resent_ruling_is_saved_once(tournament: Tournament) -> None:
    table, mark = table_of(tournament, 2, 1), UUID("12345678-1234-5678-1234-567812345678")
    sent = [
        rule_table(
            COMMAND_LINE, table, ruling(), based_on=1, reason=REASON, submission=mark
        ).outcome
        for _ in range(2)
    ]
    assert sent == [Outcome.ACCEPTED, Outcome.REPEATED]
    again = rule_table(COMMAND_LINE, table, ruling(), based_on=None, reason="")
    assert again.outcome is Outcome.UNCHANGED


def test_result_is_replaced_only_when_seen_and_with_a_reason(tournament: Tournament) -> None:
    table = table_of(tournament, 2, 1)
    with pytest.raises(SheetConflict):
        rule_table(COMMAND_LINE, table, ruling(), based_on=None, reason=REASON)
    with pytest.raises(Refused, match="sheet_reason_needed"):
        rule_table(COMMAND_LINE, table, ruling(), based_on=1, reason=" ")


@pytest.mark.parametrize("figure", [696_969, -696_969])
def test_a_figure_no_round_can_bring_is_refused(tournament: Tournament, figure: int) -> None:
    with pytest.raises(SheetRefused) as refused:
        rule(table_of(tournament, 3, 1), [0, figure, 0, 0])
    (finding,) = refused.value.findings
    assert (finding.code, finding.seat) == ("total_out_of_range", 2)


@pytest.mark.database
def test_a_text_no_database_can_hold_is_refused(tournament: Tournament) -> None:
    with pytest.raises(SheetRefused):
        rule(table_of(tournament, 3, 1), reason="\x00")


@pytest.mark.parametrize("kind", ["rows", "totals"])
def test_a_found_list_replaces_the_ruling(tournament: Tournament, kind: str) -> None:
    table = table_of(tournament, 1, 1)
    content = rows_content() if kind == "rows" else totals_content([6, 2, -2, -6])
    with pytest.raises(Refused, match="sheet_reason_needed"):
        submit_sheet(COMMAND_LINE, table, kind, content, based_on=2)
    submit_sheet(COMMAND_LINE, table, kind, content, based_on=2, reason="gefunden")
    assert standings_after(tournament).ruled == {}
    assert tournament_recount(tournament).agrees
    restored = restore_version(COMMAND_LINE, table, 2, "doch nicht", based_on=3)
    assert (restored.kind, restored.totals) == ("ruling", [None, None, 0, -7])
    assert audit(tournament).agrees


def test_ruling_can_be_reversed(tournament: Tournament) -> None:
    table = table_of(tournament, 1, 1)
    take_sheet_back(COMMAND_LINE, table, "falscher Tisch", version=2)
    assert missing_tables(round_number(tournament, 1)) == (1,)
    assert audit(tournament).agrees


def test_only_the_direction_rules_and_replaces_a_ruling(tournament: Tournament) -> None:
    table = table_of(tournament, 1, 1)
    typist = Actor(make_user(Role.TYPIST, tournament))
    referee = Actor(make_user(Role.REFEREE, tournament))
    for actor in (typist, referee):
        with pytest.raises(PermissionDenied):
            rule_table(actor, table, ruling([0, 0, 0, 0]), based_on=2, reason=REASON)
    content = totals_content([6, 2, -2, -6])
    acts = (
        lambda: submit_sheet(typist, table, "totals", content, based_on=2, reason="da"),
        lambda: take_sheet_back(typist, table, "so", version=2),
        lambda: restore_version(typist, table, 1, "so", based_on=2),
    )
    for act in acts:
        with pytest.raises(Refused, match="table_is_ruled"):
            act()
    submit_sheet(COMMAND_LINE, table, "totals", content, based_on=2, reason="da")
    with pytest.raises(PermissionDenied):
        restore_version(typist, table, 2, "so", based_on=3)


def test_a_closed_round_is_the_direction_s(tournament: Tournament) -> None:
    close_round(COMMAND_LINE, round_number(tournament, 1))
    direction = Actor(make_user(Role.DIRECTION, tournament))
    content = ruling([0, 0, 0, 0])
    table = table_of(tournament, 1, 1)
    with pytest.raises(Refused, match="closed_round_reason_needed"):
        rule_table(direction, table, content, based_on=2, reason="")
    rule_table(direction, table, content, based_on=2, reason=REASON)
    assert rounds_at(tournament, 1)[0] == 0


@pytest.mark.parametrize("rule_of_tournament", ["blind", "person"])
def test_a_ruling_needs_no_verification(tournament: Tournament, rule_of_tournament: str) -> None:
    tournament.verification = rule_of_tournament
    tournament.save()
    waiting = unconfirmed_places(tournament)
    assert (1, 1) not in waiting
    assert (1, 2) in waiting
    (progress, _second, _third) = standings_after(tournament).progress
    assert progress.tables_confirmed == 1


def test_a_ruling_is_not_typed_again(tournament: Tournament) -> None:
    tournament.verification = "blind"
    tournament.save()
    typist = Actor(make_user(Role.TYPIST, tournament))
    with pytest.raises(Refused, match="no_sheet_to_confirm"):
        verify_blindly(typist, table_of(tournament, 1, 1), [0, 0, 0, -7], version=2)


@pytest.mark.alone
def test_penalties_stay_with_a_ruling(tournament: Tournament) -> None:
    table = table_of(tournament, 1, 1)
    kept = award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="KS")
    table.refresh_from_db()
    assert table.current_version.number == 2
    rule(table, [0, 0, 0, 0])
    assert list(Penalty.objects.all()) == [kept]
    content = totals_content([6, 2, -2, -6])
    with pytest.raises(SheetRefused):
        submit_sheet(COMMAND_LINE, table, "totals", content, based_on=3, reason="da")
    revoke_penalty(COMMAND_LINE, kept, "Irrtum")
    assert table.versions.count() == 3
    assert audit(tournament).agrees


@pytest.mark.alone
def test_a_penalty_of_the_lost_list_goes_with_it(tournament: Tournament) -> None:
    table = table_of(tournament, 3, 1)
    penalty = {"row": 7, "rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1], "initials": "KS"}
    content = {**rows_content(), "penalties": [penalty]}
    submit_sheet(COMMAND_LINE, table, "rows", content, based_on=None)
    assert Penalty.objects.count() == 1
    rule(table)
    assert Penalty.objects.count() == 0
    restore_version(COMMAND_LINE, table, 1, "gefunden", based_on=2)
    assert Penalty.objects.count() == 1
    assert audit(tournament).agrees


def test_ruling_where_only_winners_score_has_no_control_sum() -> None:
    tournament = make_lost_list(rules="altgeld", slug="altgeld")
    report = standings_after(tournament)
    assert (report.control_sum, report.ruled) == (None, {(1, 1): True})
    assert rounds_at(tournament, 1)[0] == others(tournament, 1)
    assert tournament_recount(tournament).agrees
    lines = standings_footnotes(tournament, report).lines
    assert not any("Kontrollsumme" in line for line in lines)


def test_a_table_of_five_has_five_figures() -> None:
    tournament = make_lost_list(9, slug="neun")
    five = next(each for each in round_number(tournament, 2).tables.all() if each.size == 5)
    with pytest.raises(SheetRefused):
        rule(five, [0, 0, 0, 0])
    rule(five, [0, "average", 3, "average", -1])
    assert tournament_recount(tournament).agrees
    assert standings_after(tournament).control_sum == 0


@pytest.mark.database
def test_reading_costs_nothing_without_a_ruling(
    tournament: Tournament, django_assert_num_queries
) -> None:
    with django_assert_num_queries(7):
        standings_after(tournament)
    submit_sheet(
        COMMAND_LINE,
        table_of(tournament, 1, 1),
        "totals",
        totals_content([6, 2, -2, -6]),
        based_on=2,
        reason="gefunden",
    )
    with django_assert_num_queries(5):
        standings_after(tournament)
