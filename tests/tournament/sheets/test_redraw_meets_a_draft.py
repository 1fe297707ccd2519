"""A round is redrawn at the moment a draft is saved, on a real database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import IntegrityError, connection

from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.tournaments import make_user
from tournament.errors import Refused
from tournament.models import GameTable, Role, SheetDraft
from tournament.permissions import COMMAND_LINE, Actor
from tournament.seating.writes import draws, seating
from tournament.seating.writes.draws import redraw_rounds
from tournament.seating.writes.lots import Lots
from tournament.sheets.writes import progress
from tournament.sheets.writes.progress import save_draft

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

SECONDS_TO_MEET = 1.0
TYPED = {"l1": "13 4"}


@pytest.fixture
def table() -> GameTable:
    return round_number(make_drawn_tournament(8), 1).tables.get(number=1)


@pytest.fixture
def typist(table: GameTable) -> Actor:
    return Actor(make_user(Role.TYPIST, table.round.tournament))


def unheld_table(table: GameTable) -> GameTable:
    """Act like `held_table`, without locking or checking anything."""
    return table


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Return the outcome of each, by name."""

    def one(act: Callable[[], object]) -> str:
        try:
            act()
        except (Refused, IntegrityError) as error:
            return getattr(error, "code", type(error).__name__)
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(2) as people:
        return list(people.map(one, acts))


def save_while_it_is_redrawn(
    save: Callable, typist: Actor, table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Take the tables away, and save the draft before that is committed."""
    taken_away, saved = Event(), Event()

    def discard(*args: object) -> list[str]:
        gone = discard_tables(*args)
        taken_away.set()
        saved.wait(SECONDS_TO_MEET)
        return gone

    def save_it() -> None:
        taken_away.wait(10)
        try:
            save(typist, table, "rows", TYPED, None)
        finally:
            saved.set()

    discard_tables = draws.discard_tables
    monkeypatch.setattr(draws, "discard_tables", discard)
    return at_once(lambda: redraw(table), save_it)


def redraw(table: GameTable) -> None:
    redraw_rounds(COMMAND_LINE, table.round.tournament, "Nachzügler", Lots(seed="again"))


def test_draft_for_a_vanishing_table_is_refused_with_a_message(
    table: GameTable, typist: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = save_while_it_is_redrawn(save_draft, typist, table, monkeypatch)
    assert done == ["done", "table_gone"]
    assert not SheetDraft.objects.exists()


def test_without_locking_the_table_the_draft_is_a_database_error(
    table: GameTable, typist: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the test above."""
    monkeypatch.setattr(progress, "held_table", unheld_table)
    without_transaction = save_draft.__wrapped__  # type: ignore[attr-defined]
    done = save_while_it_is_redrawn(without_transaction, typist, table, monkeypatch)
    assert done == ["done", "IntegrityError"]


def redraw_while_it_is_saved(
    typist: Actor, table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Start writing the draft, and redraw before it is committed."""
    about_to_write, redrawn = Event(), Event()

    def hold(wanted: GameTable) -> GameTable:
        found = held_table(wanted)
        about_to_write.set()
        redrawn.wait(SECONDS_TO_MEET)
        return found

    def redraw_it() -> None:
        about_to_write.wait(10)
        try:
            redraw(table)
        finally:
            redrawn.set()

    held_table = progress.held_table
    monkeypatch.setattr(progress, "held_table", hold)
    return at_once(redraw_it, lambda: save_draft(typist, table, "rows", TYPED, None))


def test_redraw_waits_for_a_draft_that_is_being_saved(
    table: GameTable, typist: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert redraw_while_it_is_saved(typist, table, monkeypatch) == ["done", "done"]
    assert not SheetDraft.objects.exists()


def test_without_locking_the_tables_the_redraw_is_a_database_error(
    table: GameTable, typist: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the test above. SQLite allows no other writer meanwhile."""
    if connection.vendor != "postgresql":
        pytest.skip("only where rows are locked, not the whole database")
    monkeypatch.setattr(seating, "hold_tables", lambda tables: [])
    assert redraw_while_it_is_saved(typist, table, monkeypatch) == ["IntegrityError", "done"]
