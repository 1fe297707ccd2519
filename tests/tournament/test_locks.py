"""Every act locks what it depends on before it writes: of two at once the second sees the first.

On SQLite a transaction locks the whole database, so a forgotten lock would go unnoticed there. The
same rows are locked on both databases; that PostgreSQL keeps others from them is tested in
test_two_people_one_sheet.py and its neighbours.
"""

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from random import Random

import pytest
from django.db import connection, transaction
from django.db.models import Model, QuerySet

from tests.factories.acts import Acts
from tests.factories.acts_by_chance import acts_done, draw_lots_from
from tests.factories.services import MODULES
from tournament.shared.reads.prepared import Prepared

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

OF_TOURNAMENT = """
    add_player assign_prizes check_in_player close_list count_cash deduct_points draw_next_round
    draw_rounds edit_club edit_person edit_player edit_tournament enter_player_list
    finish_tournament freeze_standings hand_out_prize import_players publish_commitment
    publish_next_round redraw_rounds remove_player repair_seats resume_tournament revoke_deduction
    set_fee set_fees set_player_status set_prizes substitute_player take_back_payment take_payment
    unassign_prizes undo_at_desk unfreeze_standings
"""
OF_ROUND = """
    close_round end_clock extend_time finish_round pause_clock reopen_round resume_clock start_clock
    start_table
"""
OF_TABLE = """
    award_penalty confirm_dealt_out_of_turn confirm_version decide_protest let_stand lodge_protest
    log_call receive_sheet report_games restore_version return_sheet seat_by_hand submit_sheet
    swap_seats take_sheet_back verify_blindly withdraw_call
"""
LOCKED = {
    **{name: {"Tournament"} for name in OF_TOURNAMENT.split()},
    **{name: {"Tournament", "Round"} for name in OF_ROUND.split()},
    **{name: {"Tournament", "GameTable"} for name in OF_TABLE.split()},
    "follow_clock": {"ClockReference"},
    "save_draft": {"GameTable"},
    "switch_account": {"User"},
    "delete_tournament": {"Tournament", "JournalHead"},
}
EVENINGS, ATTEMPTS = 20, 300
"""Often begun anew: late in an evening many acts are refused for good."""
WRITES = ("INSERT", "UPDATE", "DELETE")


class Watch:
    """What each service has locked before its first write."""

    def __init__(self) -> None:
        self.locked: dict[str, set[str]] = defaultdict(set)
        self.unlocked_journals: set[str] = set()
        self._service, self._has_written, self._now = "", False, set[str]()

    @property
    def is_watching(self) -> bool:
        return bool(self._service)

    def lacking(self) -> dict[str, set[str]]:
        """Return what each service should lock, and has never locked yet."""
        found = {name: models - self.locked[name] for name, models in LOCKED.items()}
        return {name: models for name, models in found.items() if models}

    def lock(self, model: str) -> None:
        self._now.add(model)
        if not self._has_written:
            self.locked[self._service].add(model)

    def statement(self, execute: Callable, sql: str, *more: object) -> object:
        if sql.lstrip().startswith(WRITES):
            self._has_written = True
            if "tournament_journalentry" in sql and "JournalHead" not in self._now:
                self.unlocked_journals.add(self._service)
        return execute(sql, *more)

    @contextmanager
    def watching(self, service: str) -> Iterator[None]:
        self._service, self._has_written, self._now = service, False, set()
        try:
            with connection.execute_wrapper(self.statement):
                yield
        finally:
            self._service = ""


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watch every service that is called from outside the services."""
    watch, ask, fill = Watch(), QuerySet.select_for_update, Prepared.__call__

    def locked(rows: QuerySet, **options: object) -> QuerySet:
        watch.lock(rows.model.__name__)
        return ask(rows, **options)

    def filled(prepared: Prepared, *given: int | str, **known: Model) -> list:
        prepared.query(*given)  # locks what it locks, though its SQL was written long ago
        return fill(prepared, *given, **known)

    monkeypatch.setattr(QuerySet, "select_for_update", locked)
    monkeypatch.setattr(Prepared, "__call__", filled)
    for found in MODULES:
        module = import_module(found)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and hasattr(function, "__wrapped__"):
                monkeypatch.setattr(module, name, watched(watch, name, function))
    return watch


def watched(watch: Watch, name: str, service: Callable) -> Callable:
    @wraps(service)
    def call(*given: object, **named: object) -> object:
        if watch.is_watching:  # called by another service
            return service(*given, **named)
        with watch.watching(name):
            return service(*given, **named)

    return call


def test_every_act_locks_before_it_writes(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random("locks 4")
    draw_lots_from(random, monkeypatch)
    evenings = 0
    while watch.lacking() and evenings < EVENINGS:
        with transaction.atomic():
            for _name in acts_done(Acts(random), random, watch.lacking, ATTEMPTS):
                if not watch.lacking():
                    break
            transaction.set_rollback(True)
        evenings += 1
    assert watch.lacking() == {}
    assert watch.unlocked_journals == set()
