"""Taking a sheet back: the table has no result, its history and the journal stay."""

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.utils import timezone

from tests.factories.rounds import make_drawn_tournament, plan_of, round_number
from tests.factories.sheets import make_round, rows_content, totals_content
from tests.factories.submissions import current, journal, nothing_written, submit
from tests.factories.tournaments import make_tournament, make_user
from tournament.errors import Refused
from tournament.models import GameTable, Role
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.rounds.writes import close_round
from tournament.seating.reads.draws import redraw_outlook
from tournament.seating.writes.draws import redraw_rounds
from tournament.seating.writes.lots import Lots
from tournament.sheets.reads.sheets import missing_tables
from tournament.sheets.writes.sheets import SheetConflict, take_sheet_back
from tournament.standings.reads.standings import standings_after
from tournament.tournaments.reads import next_step
from tournament.tournaments.writes.tournaments import edit_tournament
from tournament.trust.reads.recount import tournament_recount

pytestmark = pytest.mark.django_db

TOTALS = totals_content([6, 2, -2, -6])
REASON = "Gehört zu Tisch 2"


def take_back(actor: Actor, table: GameTable, version: int = 1, reason: str = REASON) -> None:
    take_sheet_back(actor, table, reason, version=version)


def test_table_is_without_a_result_everywhere() -> None:
    tournament = make_tournament("zwei")
    round = make_round(tournament, sizes=(4, 4))
    for table in round.tables.all():
        submit(COMMAND_LINE, table, TOTALS)
    table = round.tables.get(number=1)
    take_back(COMMAND_LINE, table)
    assert missing_tables(round) == (1,)
    report = standings_after(tournament)
    assert (report.tables_in, report.tables_all) == (1, 2)
    assert [row.rounds for row in report.rows if row.number <= 4] == [(None,)] * 4
    assert next_step(tournament, timezone.now()).missing == (1,)
    with pytest.raises(Refused, match="sheets_missing"):
        close_round(COMMAND_LINE, round)


def test_version_and_journal_keep_it(table: GameTable, typist: Actor) -> None:
    version = submit(typist, table, TOTALS).version
    take_back(typist, table)
    assert table.versions.get() == version
    assert journal("sheet_taken_back") == [
        {
            "round": 1,
            "table": 1,
            "version": 1,
            "totals": [6, 2, -2, -6],
            "sheet": version.pk,
            "reason": REASON,
        }
    ]


def test_next_sheet_is_the_next_version_and_needs_no_reason(
    table: GameTable, typist: Actor
) -> None:
    submit(typist, table, TOTALS)
    submit(typist, table, rows_content(), based_on=1, reason="Liste")
    take_back(typist, table, version=2)
    # Even the very same sheet counts as a new one.
    submit(typist, table, rows_content())
    assert (current(table).number, current(table).based_on, current(table).reason) == (3, 2, "")
    assert [entry["version"] for entry in journal("sheet_entered")] == [1, 3]


def test_correction_of_a_sheet_taken_back_is_reported(table: GameTable, typist: Actor) -> None:
    submit(typist, table, TOTALS)
    take_back(typist, table)
    with nothing_written(), pytest.raises(Refused, match="sheet_taken_back"):
        submit(typist, table, rows_content(), based_on=1, reason="Zahlendreher")


def test_later_sheet_conflicts_with_one_typed_before(
    table: GameTable, typist: Actor, direction: Actor
) -> None:
    submit(typist, table, TOTALS)
    take_back(typist, table)
    submit(direction, table, totals_content([4, 4, -4, -4]))
    with nothing_written(), pytest.raises(SheetConflict):
        submit(typist, table, rows_content(), based_on=None)
    with nothing_written(), pytest.raises(SheetConflict):
        submit(typist, table, rows_content(), based_on=1, reason="Zahlendreher")


@pytest.mark.parametrize(
    ("version", "reason", "code"),
    [(1, " ", "reason_needed"), (2, REASON, "other_version_counts")],
)
def test_refused(table: GameTable, typist: Actor, version: int, reason: str, code: str) -> None:
    submit(typist, table, TOTALS)
    with nothing_written(), pytest.raises(Refused, match=code):
        take_back(typist, table, version, reason)


def test_refused_without_a_sheet(table: GameTable, typist: Actor) -> None:
    with nothing_written(), pytest.raises(Refused, match="no_sheet_to_take_back"):
        take_back(typist, table)


def test_closed_round_is_opened_first(table: GameTable, typist: Actor, direction: Actor) -> None:
    submit(typist, table, TOTALS)
    table.round.closed_at = timezone.now()
    table.round.save()
    with nothing_written(), pytest.raises(Refused, match="round_is_closed"):
        take_back(direction, table)
    with nothing_written(), pytest.raises(PermissionDenied):
        take_back(typist, table)


def test_referee_may_not(table: GameTable, typist: Actor) -> None:
    submit(typist, table, TOTALS)
    referee = Actor(make_user(Role.REFEREE, table.round.tournament))
    with nothing_written(), pytest.raises(PermissionDenied):
        take_back(referee, table)


def test_penalties_of_the_sheet_go_and_those_of_the_referee_stay(
    table: GameTable, typist: Actor
) -> None:
    booked = {
        "rule": "9.3.2",
        "offender": 2,
        "points": [1, -3, 1, 1],
        "row": 3,
        "initials": "KS",
    }
    submit(typist, table, totals_content([6, 2, -2, -6], penalties=[booked]))
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=1, initials="SR", contained=False)
    take_back(typist, table, version=2)
    assert [(one.offender, one.source) for one in table.penalties.all()] == [(1, "referee")]


def test_recount_takes_it_for_missing(table: GameTable, typist: Actor) -> None:
    submit(typist, table, TOTALS)
    take_back(typist, table)
    recount = tournament_recount(table.round.tournament)
    assert (recount.agrees, recount.sheets) == (True, 0)


def test_recount_still_finds_a_result_that_vanished(table: GameTable, typist: Actor) -> None:
    submit(typist, table, TOTALS)
    GameTable.objects.update(current_version=None)
    assert not tournament_recount(table.round.tournament).agrees


def test_round_without_a_sheet_can_be_redrawn() -> None:
    tournament = make_drawn_tournament(8)
    table = round_number(tournament, 1).tables.get(number=2)
    submit(COMMAND_LINE, table, TOTALS)
    with pytest.raises(Refused, match="redraw_has_results"):
        redraw_rounds(COMMAND_LINE, tournament, "Nachzügler")
    take_back(COMMAND_LINE, table)
    outlook = redraw_outlook(tournament)
    assert outlook is not None
    assert (outlook.is_harmless, [str(place) for place in outlook.taken_back]) == (True, ["1-2"])
    before = plan_of(tournament)
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler", Lots(seed="anders"))
    assert plan_of(tournament) != before


def test_number_of_games_can_be_changed_once_no_sheet_counts(
    table: GameTable, typist: Actor
) -> None:
    submit(typist, table, TOTALS)
    tournament = table.round.tournament
    with pytest.raises(Refused, match="games_already_played"):
        edit_tournament(COMMAND_LINE, tournament, {"games_four": 20})
    take_back(typist, table)
    edit_tournament(COMMAND_LINE, tournament, {"games_four": 20})


def test_command_enters_it_again(
    table: GameTable, typist: Actor, tmp_path, capsys: pytest.CaptureFixture
) -> None:
    submit(typist, table, TOTALS)
    take_back(typist, table)
    path = tmp_path / "listen.json"
    path.write_text(
        '{"sheets": [{"round": 1, "table": 1, "totals": [6, 2, -2, -6], "games_played": 24, '
        '"compulsory_solos": [1, 2, 3, 4]}]}'
    )
    call_command("import_sheets", "herbst", str(path))
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 ")
    assert current(table).number == 2
