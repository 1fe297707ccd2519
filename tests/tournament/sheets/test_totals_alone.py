"""Sheets that come as totals alone, and what the direction may accept on them."""

import pytest
from django.core.exceptions import PermissionDenied

from tests.factories.rounds import enter_totals
from tests.factories.sheets import make_round, rows_content, totals_content
from tests.factories.submissions import journal, nothing_written, refused_codes, submit
from tests.factories.tournaments import make_tournament
from tournament.errors import Refused
from tournament.models import (
    GameTable,
    SheetKind,
)
from tournament.permissions import Actor
from tournament.sheets.reads.sheets import checked_sheet

pytestmark = pytest.mark.django_db


def test_totals_are_stored_as_typed(table: GameTable, typist: Actor) -> None:
    version = submit(typist, table, totals_content([12, -4, -20, 12], games_played=22)).version
    assert version.kind == SheetKind.TOTALS
    assert version.totals == [12, -4, -20, 12]
    assert version.content == {
        "totals": [12, -4, -20, 12],
        "games": 24,
        "games_played": 22,
        "compulsory_solos": [1, 2, 3, 4],
        "penalties": [],
    }


def test_sum_is_never_accepted(table: GameTable, direction: Actor) -> None:
    accepted = [{"code": "nonzero_sum", "seat": None}]
    content = totals_content([12, -4, -20, 14])
    found = refused_codes(direction, table, content, accepted=accepted, reason="Ist halt so")
    assert found == [("nonzero_sum", None)]


def test_impossible_totals_are_never_accepted(table: GameTable, direction: Actor) -> None:
    content = totals_content([10**30, -(10**30), 0, 0])
    assert refused_codes(direction, table, content, reason="x") == [
        ("total_out_of_range", 1),
        ("total_out_of_range", 2),
    ]


def test_maximum_of_totals_grows_by_what_a_penalty_takes(table: GameTable) -> None:
    def limits(*penalties: dict) -> set[int]:
        content = totals_content([9999, -9999, 0, 0], penalties=penalties)
        found = checked_sheet(table, SheetKind.TOTALS, content).errors
        return {each.params["limit"] for each in found if each.code == "total_out_of_range"}

    (most,) = limits()
    points = {"offender": 1, "points": [-3, 1, 1, 1], "initials": "KS"}
    assert limits({"row": 1, "rule": "9.3.2", **points}) == {most + 3}


def test_rare_totals_are_doubted(table: GameTable, typist: Actor) -> None:
    submission = submit(typist, table, totals_content([122, -122, 0, 0]))
    assert [(found.code, found.seat) for found in submission.warnings] == [
        ("total_unlikely", 1),
        ("total_unlikely", 2),
    ]


def test_implausible_totals_for_this_event_are_doubted(
    table: GameTable, typist: Actor, django_assert_num_queries
) -> None:
    """Not a fixed 120: where usual totals are up to 24, nobody reaches 90."""
    tournament = table.round.tournament
    others = make_round(tournament, 2, sizes=(4,) * 8)
    for other in others.tables.all():
        enter_totals(other, (22, -22, 24, -24))
    found = submit(typist, table, totals_content([90, -30, -30, -30])).warnings
    assert [(each.code, each.seat, each.params["limit"]) for each in found] == [
        ("total_unlikely", 1, 84)
    ]
    usual = totals_content([62, -20, -20, -22])
    with django_assert_num_queries(1):
        checked_sheet(table, SheetKind.TOTALS, usual)


def test_totals_usual_in_this_event_are_not_doubted(table: GameTable, typist: Actor) -> None:
    for other in make_round(table.round.tournament, 2, sizes=(4,) * 8).tables.all():
        enter_totals(other, (40, -40, 50, -50))
    assert submit(typist, table, totals_content([150, -50, -50, -50])).warnings == ()


def test_other_tournaments_tell_nothing_of_the_spread(table: GameTable, typist: Actor) -> None:
    elsewhere = make_tournament(slug="anderswo")
    for other in make_round(elsewhere, sizes=(4,) * 8).tables.all():
        enter_totals(other, (12, -12, 14, -14))
    assert submit(typist, table, totals_content([90, -30, -30, -30])).warnings == ()


def test_penalty_beyond_the_games_of_the_round_is_refused(table: GameTable, typist: Actor) -> None:
    points = {"offender": 1, "points": [-3, 1, 1, 1], "initials": "KS"}
    penalty = {"row": 10**30, "rule": "9.3.2", **points}
    content = totals_content([1, 1, -1, -1], penalties=[penalty])
    assert refused_codes(typist, table, content) == [("penalty_amount", 1)]


ODD = totals_content([13, -4, -20, 11])
PARITY = {"code": "parity", "seat": None}


def test_parity_is_refused_without_acceptance(table: GameTable, direction: Actor) -> None:
    assert refused_codes(direction, table, ODD, reason="Liste verloren") == [("parity", None)]


def test_parity_is_accepted_by_the_direction_with_a_reason(
    table: GameTable, direction: Actor
) -> None:
    version = submit(direction, table, ODD, accepted=[PARITY], reason="Liste verloren").version
    assert (version.accepted, version.reason) == ([PARITY], "Liste verloren")
    assert journal("exceptions_accepted") == [
        {
            "round": 1,
            "table": 1,
            "version": 1,
            "totals": [13, -4, -20, 11],
            "exceptions": [PARITY],
            "reason": "Liste verloren",
        }
    ]


def test_parity_breaking_penalty_excuses_only_its_own_points(
    table: GameTable, typist: Actor
) -> None:
    """TSR 7.3.3: 15 -7 -20 12 without (3, -3, 0, 0) are all even, 13 -4 -21 12 are not."""
    booked = {"rule": "9.3.3b1", "offender": 2, "points": [3, -3, 0, 0], "initials": "KS"}
    penalties = [{"row": None, **booked}]
    wrong = totals_content([13, -4, -21, 12], penalties=penalties)
    assert refused_codes(typist, table, wrong) == [("parity", None)]
    right = totals_content([15, -7, -20, 12], penalties=penalties)
    assert submit(typist, table, right).outcome == "accepted"


def test_exception_without_a_reason_is_refused(table: GameTable, direction: Actor) -> None:
    with nothing_written(), pytest.raises(Refused, match="reason_needed"):
        submit(direction, table, ODD, accepted=[PARITY])


def test_exception_is_not_for_typists(table: GameTable, typist: Actor) -> None:
    with nothing_written(), pytest.raises(PermissionDenied):
        submit(typist, table, ODD, accepted=[PARITY], reason="Liste verloren")


def test_missing_solo_and_games_are_accepted_by_seat(table: GameTable, direction: Actor) -> None:
    content = {**totals_content([2, 2, -2, -2]), "games_played": 3, "compulsory_solos": [1, 2]}
    wanted = [
        {"code": "missing_compulsory_solo", "seat": 3},
        {"code": "too_few_games", "seat": None},
    ]
    assert refused_codes(direction, table, content, accepted=wanted, reason="Abbruch") == [
        ("missing_compulsory_solo", 3),
        ("missing_compulsory_solo", 4),
        ("too_few_games", None),
    ]
    wanted.insert(1, {"code": "missing_compulsory_solo", "seat": 4})
    version = submit(direction, table, content, accepted=wanted, reason="Abbruch").version
    assert version.accepted == wanted


def test_only_broken_rules_are_noted_as_accepted(table: GameTable, direction: Actor) -> None:
    version = submit(
        direction, table, totals_content([2, 2, -2, -2]), accepted=[PARITY], reason="Vorsorglich"
    ).version
    assert version.accepted == []
    assert journal("exceptions_accepted") == []


def test_list_is_never_accepted_with_errors(table: GameTable, direction: Actor) -> None:
    content = rows_content()
    content["rows"][0]["points"] = [2, 1, -1, -2]
    found = refused_codes(direction, table, content, accepted=[PARITY], reason="Stimmt so")
    assert found == [("parity", None)]
