"""A row written by SQL composed once is the one that Django writes, by the same statement."""

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from tests.factories.databases import copied
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.tournaments import make_user
from tournament.models import GameTable, JournalEntry, JournalHead, Role, SheetDraft
from tournament.shared.writes.rows import delete, insert, update

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
@copied
def table() -> GameTable:
    return round_number(make_drawn_tournament(8), 1).tables.get(number=1)


def draft(table: GameTable, **given: Any) -> SheetDraft:
    user = table.round.tournament.memberships.get().user
    return SheetDraft(table=table, user=user, kind="totals", content={"t1": "ß'\"%s"}, **given)


@pytest.fixture(autouse=True)
def typist(table: GameTable) -> None:
    make_user(Role.TYPIST, table.round.tournament, "Ada")


def stored(row: Any) -> dict[str, object]:
    found = type(row).objects.get(pk=row.pk)
    return {each.attname: getattr(found, each.attname) for each in row._meta.concrete_fields}


def statements(write: Any) -> list[str]:
    """Return the SQL without its values."""
    said: list[str] = []
    with connection.execute_wrapper(lambda run, sql, *rest: (said.append(sql), run(sql, *rest))[1]):
        write()
    return said


def test_inserted_row_is_the_one_django_inserts(table) -> None:
    entry = {"tournament": table.round.tournament, "action": "probe", "data": {"a": [None, 1]}}
    for make in (lambda: draft(table), lambda: JournalEntry(**entry)):
        row, other = make(), make()
        assert statements(lambda: insert(row)) == statements(other.save)  # noqa: B023
        assert (row._state.adding, row._state.db) == (False, "default")
        own, its = stored(row), stored(other)
        assert own.keys() == its.keys()
        changing = {"id", "at", "updated_at", "revision"}
        assert {name for name in own if own[name] != its[name]} <= changing
        row.refresh_from_db()
        assert {name: getattr(row, name) for name in own} == own


def test_update_writes_the_named_fields_alone(table) -> None:
    row, beside = insert(draft(table)), insert(draft(table))
    row.content, row.window, row.based_on = {"t1": "7"}, "w", 3
    before = stored(row)["updated_at"]
    assert len(statements(lambda: update(row, "content", "window", "updated_at"))) == 1
    now = stored(row)
    assert (now["content"], now["window"], now["based_on"]) == ({"t1": "7"}, "w", None)
    assert now["updated_at"] > before
    assert stored(beside)["content"] == {"t1": "ß'\"%s"}


def test_update_of_a_row_that_is_gone_is_an_error(table) -> None:
    head = JournalHead.objects.get(tournament=table.round.tournament)
    head.pk += 1000
    with pytest.raises(DatabaseError), transaction.atomic():
        update(head, "entries")


def test_delete_deletes_these_rows_alone(table) -> None:
    first, second, third = (insert(draft(table)) for _ in range(3))
    delete(SheetDraft, [first.pk, third.pk])
    assert [*SheetDraft.objects.filter(table=table)] == [second]


def test_what_the_database_refuses_is_djangos_error(table) -> None:
    second_head = JournalHead(tournament=table.round.tournament)
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(second_head)
    assert insert(draft(table)).pk


def test_a_transaction_that_is_to_be_rolled_back_takes_no_more(table) -> None:
    row = draft(table)
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            insert(row)
    assert not SheetDraft.objects.filter(table=table).exists()
