"""A prepared query finds the same as its original, including joins."""

import inspect
import pkgutil
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from itertools import product
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

import tournament as program
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_user
from tournament.models import (
    Adjustment,
    Commitment,
    Entry,
    GameTable,
    GroupRanking,
    Penalty,
    Role,
    Round,
    Tournament,
    User,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.phones.writes import let_phones_in
from tournament.referee.writes.penalties import award_penalty
from tournament.rounds.writes import start_clock
from tournament.shared.reads.prepared import MOST, Prepared
from tournament.sheets.writes.progress import save_draft

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def prepared_queries() -> dict[str, Prepared]:
    """Return all prepared queries by module and name."""
    found = pkgutil.walk_packages(program.__path__, f"{program.__name__}.")
    modules = [each.name for each in found if ".config" not in each.name]
    return {
        f"{module}.{name}": value
        for module in modules
        for name, value in vars(import_module(module)).items()
        if isinstance(value, Prepared)
    }


ALL = prepared_queries()


@pytest.fixture
def scene() -> dict[str, list[int | str]]:
    """Values of each parameter by its name, of existing rows and of a missing one."""
    tournaments = [
        make_drawn_tournament(8, published=2, rounds_planned=2),
        make_drawn_tournament(8, slug="neben", rounds_planned=2),
    ]
    enter_round(round_number(tournaments[0], 1))
    Round.objects.filter(tournament=tournaments[0], number=1).update(first_closed_at=LONG_AGO)
    corrected = round_number(tournaments[0], 1).tables.get(number=1)
    submit(COMMAND_LINE, corrected, totals_content([6, 2, -2, -6]), based_on=1, reason="Probe")
    let_phones_in(COMMAND_LINE, tournaments[0])
    typist = make_user(Role.TYPIST, tournaments[0], "Ada")
    Client().force_login(typist)
    begun = GameTable.objects.get(round__tournament=tournaments[0], round__number=2, number=1)
    save_draft(Actor(typist), begun, "totals", {"t1": "4"}, None)
    for table in GameTable.objects.filter(round__tournament=tournaments[0]):
        award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=2, initials="SR", contained=False)
    entry = tournaments[0].entries.get(number=1)
    Adjustment.objects.create(entry=entry, points=-3, reason="Lärm")
    Entry.objects.filter(pk=entry.pk).update(desk_note="<b>später")
    start_clock(COMMAND_LINE, round_number(tournaments[0], 1))
    GroupRanking.objects.create(tournament=tournaments[0], kind="club")
    tournaments[0].entries.update(status=Entry.Status.WITHDRAWN)
    Commitment.objects.create(tournament=tournaments[1], number=9, rounds=2, published_at=LONG_AGO)
    keys = {
        "entry": Entry,
        "table": GameTable,
        "round": Round,
        "tournament": Tournament,
        "user": User,
    }
    return {
        **{
            name: [*model.objects.values_list("pk", flat=True), 29_000]
            for name, model in keys.items()
        },
        "session": [*Session.objects.values_list("pk", flat=True), "fehlt"],
        "slug": ["herbst", "neben", "fehlt"],
        "code": [Tournament.objects.get(pk=tournaments[0].pk).phone_code, "fehlt"],
        "round_number": [1, 2, 3],
        "last": [1, 2],
        "number": [1, 2, 3],
    }


def shown(row: Any, seen: tuple[Model, ...] = ()) -> Any:
    """Return the content of a row and of those joined to it."""
    if not isinstance(row, Model):
        return row
    if any(row is each for each in seen):
        return "see above"
    own = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    joined = {name: shown(each, (*seen, row)) for name, each in row._state.fields_cache.items()}
    return type(row), own, joined, row._state.db, row._state.adding


def calls(prepared: Prepared, scene: dict[str, list[int | str]]) -> Iterator[tuple[int | str, ...]]:
    names = [*inspect.signature(prepared.query).parameters]
    # As many tournaments, rounds ... as are asked for; all other parameters are given one by one.
    many = {f"{name}s": name for name in ("tournament", "round", "user", "number")}
    many["entries"] = "entry"
    *_others, last = names
    more = [many[last]] if last in many else []
    names = [name for name in names if name not in many]
    for count in (1, 2) if more else (0,):
        yield from product(*(scene[name] for name in [*names, *more * count]))


def test_prepared_queries_find_what_the_queries_find(scene: dict) -> None:
    for name, prepared in ALL.items():
        found = 0
        for given in calls(prepared, scene):
            with transaction.atomic():
                expected = [shown(row) for row in prepared.query(*given)]
                with CaptureQueriesContext(connection) as asked:
                    assert [shown(row) for row in prepared(*given)] == expected, (name, given)
            assert len(asked) == 1
            found += len(expected)
        assert found > 0, name


def test_program_has_prepared_queries() -> None:
    assert len(ALL) > 10


def test_equal_parameters_stay_apart(scene: dict) -> None:
    """Round 1 and table 1 are two parameters of the SQL, whichever was asked for first."""
    tables = Prepared(
        lambda round, table: GameTable.objects.filter(round__number=round, number=table).order_by(
            "pk"
        )
    )
    for given in ((1, 1), (1, 2), (2, 1)):
        places = {(table.round.number, table.number) for table in tables(*given)}
        assert places == {given}


def test_cached_data_is_not_read_again(scene: dict, django_assert_num_queries: Any) -> None:
    table = Penalty.objects.select_related("table").first().table
    listed = Prepared(lambda table: Penalty.objects.filter(table=table))
    with django_assert_num_queries(1):
        assert [penalty.table is table for penalty in listed(table.pk, table=table)] == [True]


def test_number_that_no_column_holds_finds_nothing(scene: dict) -> None:
    tables = Prepared(lambda table: GameTable.objects.filter(number=table))
    assert [tables(MOST), tables(MOST + 1), tables.one(10**30)] == [[], [], None]
