"""The window for objections, declaring the standings final, and undoing that."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.text import capfirst

from tests.factories.databases import copied
from tests.factories.journal import acts, note_everything
from tests.factories.rounds import (
    enter_round,
    enter_totals,
    make_drawn_tournament,
    make_played_tournament,
    round_number,
)
from tests.factories.sheets import totals_content
from tests.factories.submissions import journal
from tests.factories.tournaments import make_user
from tests.factories.words import text
from tournament.archives.rules.archive import is_journal
from tournament.check_in import writes as check_in
from tournament.errors import Refused
from tournament.labels.journal import journal_sentence
from tournament.labels.rounds import places_in_words
from tournament.lists.notes import final_notes
from tournament.models import (
    Adjustment,
    Entry,
    GameTable,
    Penalty,
    Role,
    Tournament,
    Verification,
)
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes import players
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes import penalties
from tournament.referee.writes.protests import lodge_protest
from tournament.rounds import writes as rounds
from tournament.seating.writes import draws
from tournament.sheets.writes import sheets
from tournament.standings.reads.standings import standings_after
from tournament.tournaments.writes import tournaments
from tournament.trust.reads.freezing import freeze_outlook, override_of
from tournament.trust.writes import freeze_standings, unfreeze_standings

pytestmark = pytest.mark.django_db

NOW = datetime.fromisoformat("2026-09-12T18:30:00+02:00")


@pytest.fixture
@copied
def tournament() -> Tournament:
    """One round of two tables, played and closed, with a penalty and a deduction."""
    return make_played_tournament()


def freeze(tournament: Tournament, reason: str = "", actor: Actor = COMMAND_LINE) -> Tournament:
    seen = freeze_outlook(tournament, NOW).checksum
    return freeze_standings(actor, tournament, seen=seen, reason=reason, now=NOW)


def refusal(act: Callable[[], object]) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code, refused.value.params


def test_frozen_standings_keep_their_time_and_checksum(tournament: Tournament) -> None:
    checksum = freeze_outlook(tournament, NOW).checksum
    freeze(tournament)
    tournament.refresh_from_db()
    assert (tournament.frozen_at, tournament.frozen_checksum) == (NOW, checksum)
    assert journal("standings_frozen") == [
        {
            "rounds_played": 1,
            "checksum": checksum,
            "unconfirmed": [],
            "protests": [],
            "objections_open": False,
            "rounds_unplayed": 0,
            "contradictions": 0,
            "reason": "",
        }
    ]


def test_window_for_objections_makes_standings_provisional_until_frozen(
    tournament: Tournament,
) -> None:
    assert standings_after(tournament).final
    tournaments.edit_tournament(COMMAND_LINE, tournament, {"objections_until": NOW})
    assert not standings_after(tournament).final
    frozen = freeze(tournament)
    assert standings_after(frozen).final
    assert standings_after(frozen).frozen_at == NOW


def test_open_window_is_overridden_with_a_reason_alone(tournament: Tournament) -> None:
    until = NOW + timedelta(seconds=1)
    tournaments.edit_tournament(COMMAND_LINE, tournament, {"objections_until": until})
    assert refusal(lambda: freeze(tournament, "  ")) == ("reason_needed", {})
    freeze(tournament, "Alle sind einverstanden")
    entry = journal("standings_frozen")[0]
    assert (entry["objections_open"], entry["reason"]) == (True, "Alle sind einverstanden")


def test_window_that_is_over_needs_no_reason(tournament: Tournament) -> None:
    tournaments.edit_tournament(COMMAND_LINE, tournament, {"objections_until": NOW})
    freeze(tournament)
    assert journal("standings_frozen")[0]["objections_open"] is False


@pytest.mark.parametrize("rule", ["blind", "person"])
def test_unconfirmed_tables_are_overridden_with_a_reason_alone(
    rule: str, tournament: Tournament
) -> None:
    Tournament.objects.update(verification=rule)
    tournament.refresh_from_db()
    first = round_number(tournament, 1).tables.get(number=1).current_version
    Verification.objects.create(version=first, how=rule, by_second_person=rule == "person")
    note_everything(tournament)
    assert freeze_outlook(tournament, NOW).unconfirmed == ((1, 2),)
    assert refusal(lambda: freeze(tournament)) == ("reason_needed", {})
    freeze(tournament, "Schreiber krank")
    assert journal("standings_frozen")[0]["unconfirmed"] == [[1, 2]]


def test_undecided_protests_are_told_with_the_reason_that_overrides_them(
    tournament: Tournament,
) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    lodge_protest(COMMAND_LINE, table, 2)
    assert refusal(lambda: freeze(tournament)) == ("reason_needed", {})
    frozen = freeze(tournament, "Die Jury entscheidet morgen")
    override = override_of(frozen)
    assert override is not None
    assert (override.protests, override.reason) == (((1, 2),), "Die Jury entscheidet morgen")
    told = text("protest not decided: %(places)s", places=places_in_words([(1, 2)]))
    assert told in final_notes(frozen, standings_after(frozen))[0]
    entry = acts().filter(action="standings_frozen").get()
    assert capfirst(told) in journal_sentence(entry.action, entry.data, {}, {})


def test_an_archive_may_name_undecided_protests_or_be_of_before() -> None:
    of_before = {
        "reason": "",
        "unconfirmed": [],
        "objections_open": False,
        "rounds_unplayed": 0,
    }

    def is_read(**more: object) -> bool:
        entry = {"action": "standings_frozen", "seal": "0" * 64, "at": NOW.isoformat()}
        told = {"facts": {}, "account": None, "data": {**of_before, **more}}
        return is_journal([{**entry, **told}])

    assert is_read()
    assert is_read(protests=[[1, 2]], contradictions=2)
    assert not is_read(protests=[3])
    assert not is_read(protests="x")
    assert not is_read(contradictions="x")


def test_unplayed_rounds_are_overridden_only_with_a_reason(
    tournament: Tournament,
) -> None:
    tournaments.edit_tournament(COMMAND_LINE, tournament, {"rounds_planned": 3})
    assert refusal(lambda: freeze(tournament)) == ("reason_needed", {})
    assert standings_after(freeze(tournament, "Stromausfall")).final


def test_open_round_is_refused_for_any_reason(tournament: Tournament) -> None:
    rounds.reopen_round(COMMAND_LINE, round_number(tournament, 1), "Protest")
    assert refusal(lambda: freeze(tournament, "egal")) == ("rounds_open", {"rounds": "1"})


def test_missing_sheet_is_refused_for_any_reason(tournament: Tournament) -> None:
    round_number(tournament, 1).tables.filter(number=2).update(current_version=None)
    assert refusal(lambda: freeze(tournament, "egal")) == (
        "freeze_sheets_missing",
        {"places": ((1, 2),)},
    )


def test_nothing_played_is_refused() -> None:
    assert refusal(lambda: freeze(make_drawn_tournament(8), "egal")) == ("nothing_played", {})


def test_standings_changed_since_they_were_viewed_are_refused(
    tournament: Tournament,
) -> None:
    seen = freeze_outlook(tournament, NOW).checksum
    enter_totals(round_number(tournament, 1).tables.get(number=2), [8, 4, -4, -8])
    assert refusal(lambda: freeze_standings(COMMAND_LINE, tournament, seen=seen)) == (
        "standings_changed",
        {},
    )


@pytest.mark.parametrize("role", [Role.TYPIST, Role.REFEREE])
def test_only_the_direction_freezes_and_unfreezes(role: Role, tournament: Tournament) -> None:
    actor = Actor(make_user(role, tournament))
    with pytest.raises(PermissionDenied):
        freeze(tournament, actor=actor)
    freeze(tournament)
    with pytest.raises(PermissionDenied):
        unfreeze_standings(actor, tournament, "Irrtum")


def sheet(tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=2)
    content = totals_content([8, 4, -4, -8])
    sheets.submit_sheet(COMMAND_LINE, table, "totals", content, based_on=1, reason="Zahlendreher")


def table_2(tournament: Tournament) -> GameTable:
    return round_number(tournament, 1).tables.get(number=2)


def second_player(tournament: Tournament) -> Entry:
    return tournament.entries.get(number=2)


ANNA = players.PlayerData(last_name="Anna")
CHANGES: dict[str, Callable[[Tournament], object]] = {
    "sheet": sheet,
    "take back": lambda t: sheets.take_sheet_back(COMMAND_LINE, table_2(t), "Irrtum", version=1),
    "penalty": lambda t: penalties.award_penalty(
        COMMAND_LINE, table_2(t), rule="9.3.2", offender=1, initials="KS", contained=False
    ),
    "penalty revoked": lambda t: penalties.revoke_penalty(
        COMMAND_LINE, Penalty.objects.get(), "Irrtum"
    ),
    "deduction": lambda t: penalties.deduct_points(COMMAND_LINE, second_player(t), 3, "Lärm"),
    "deduction revoked": lambda t: penalties.revoke_deduction(
        COMMAND_LINE, Adjustment.objects.get(), "Irrtum"
    ),
    "name": lambda t: players.edit_player(COMMAND_LINE, second_player(t), ANNA, 2),
    "players imported": lambda t: players.import_players(
        COMMAND_LINE, t, [PlayerRow(1, "Anna", ANNA)]
    ),
    "status": lambda t: players.set_player_status(
        COMMAND_LINE, second_player(t), Entry.Status.WITHDRAWN, "krank"
    ),
    "tie-breaks": lambda t: tournaments.edit_tournament(
        COMMAND_LINE, t, {"tie_breaks": ["best_round"]}
    ),
    "reopened": lambda t: rounds.reopen_round(COMMAND_LINE, round_number(t, 1), "Protest"),
    "draw": lambda t: draws.draw_next_round(COMMAND_LINE, t),
    "redraw": lambda t: draws.redraw_rounds(COMMAND_LINE, t, "Nachzügler"),
    "frozen again": lambda t: freeze_standings(COMMAND_LINE, t, seen="", now=timezone.now()),
}


@pytest.mark.parametrize("act", CHANGES.values(), ids=CHANGES.keys())
@pytest.mark.alone
def test_changes_to_the_standings_are_refused_while_frozen(
    act: Callable[[Tournament], object], tournament: Tournament
) -> None:
    freeze(tournament)
    tournament.refresh_from_db()
    before, entries = standings_after(tournament), acts().count()
    assert refusal(lambda: act(tournament)) == ("tournament_finished", {})
    assert (standings_after(tournament), acts().count()) == (before, entries)


def test_check_in_and_fee_are_free_while_frozen(
    tournament: Tournament,
) -> None:
    freeze(tournament)
    player = second_player(tournament)
    check_in.check_in_player(COMMAND_LINE, player, True)
    check_in.set_fee(COMMAND_LINE, player, True)
    player.refresh_from_db()
    assert (player.checked_in, player.fee_paid) == (True, True)


def test_unfreezing_needs_a_reason_and_journals_the_checksum(
    tournament: Tournament,
) -> None:
    checksum = freeze(tournament).frozen_checksum
    assert refusal(lambda: unfreeze_standings(COMMAND_LINE, tournament, " ")) == (
        "reason_needed",
        {},
    )
    unfreeze_standings(COMMAND_LINE, tournament, "Einspruch Tisch 2")
    assert journal("standings_unfrozen") == [{"checksum": checksum, "reason": "Einspruch Tisch 2"}]
    sheet(tournament)
    assert journal("sheet_corrected")[0]["totals"] == [8, 4, -4, -8]


def test_standings_after_an_earlier_round_are_not_the_frozen_ones() -> None:
    tournament = make_drawn_tournament(8, rounds_planned=2, published=2)
    for number in (1, 2):
        enter_round(round_number(tournament, number))
        rounds.close_round(COMMAND_LINE, round_number(tournament, number))
    frozen = freeze(tournament)
    assert [standings_after(frozen, number).frozen_at for number in (1, 2)] == [None, NOW]


def test_outlook_needs_a_constant_number_of_queries(
    tournament: Tournament, django_assert_num_queries
) -> None:
    tournament.verification = "blind"
    with django_assert_num_queries(10):
        freeze_outlook(tournament, NOW)
