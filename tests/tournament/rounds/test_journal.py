"""The journal as sentences."""

import ast
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from unittest import mock

import pytest
from django.db.models import QuerySet

from tests.factories.journal import NOTED, erase_journal
from tests.factories.rounds import make_drawn_tournament
from tests.factories.services import FILES
from tests.factories.tournaments import make_entries, make_owner, make_tournament, make_user
from tests.factories.words import entry as said
from tournament.competitions.mapping import KINDS as COMPETITIONS
from tournament.journal.writes import record
from tournament.labels.journal import ACTIONS, INSTALLATION_ACTIONS, KINDS
from tournament.labels.standings import TIE_BREAK_NAMES
from tournament.models import JournalEntry, Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.trust.reads.journal import JournalAct, JournalFilter, journal_days, journal_entries

pytestmark = pytest.mark.django_db


def told_entries(tournament: Tournament, **wanted) -> QuerySet[JournalEntry]:
    return journal_entries(tournament, JournalFilter(**wanted)).exclude(action=NOTED)


def sentences(tournament) -> list[str]:
    return [
        sentence
        for day in journal_days(tournament, told_entries(tournament))
        for act in day.acts
        for sentence in act.sentences
    ]


def test_names_are_looked_up_when_shown() -> None:
    tournament = make_tournament()
    entry = make_entries(tournament, 1)[0]
    record(COMMAND_LINE, tournament, "points_deducted", entry=entry.pk, points=-3, reason="Foul")
    entry.person.last_name = "Neu <b>"
    entry.person.save()
    (sentence,) = sentences(tournament)
    assert sentence.startswith("Änne Neu <b>: ")


def test_a_removed_player_stays_readable() -> None:
    tournament = make_tournament()
    record(COMMAND_LINE, tournament, "player_checked_in", entry=99, number=7)
    assert sentences(tournament) == ["entfernter Teilnehmer (Nummer 7): da."]


def test_points_of_a_table_are_written_with_signs() -> None:
    tournament = make_tournament()
    record(
        COMMAND_LINE,
        tournament,
        "sheet_entered",
        round=1,
        table=2,
        version=1,
        totals=[5, 1, -1, -5],
    )
    assert sentences(tournament)[0].endswith("(+5 / +1 / −1 / −5).")


NOON = datetime.fromisoformat("2026-09-12T12:00:00+02:00")


def write(tournament: Tournament, seconds: float, actor: Actor, action: str, **data) -> None:
    """Write an entry so many seconds after noon."""
    at_that_time = partial(JournalEntry, at=NOON + timedelta(seconds=seconds))
    with mock.patch("tournament.journal.writes.JournalEntry", at_that_time):
        record(actor, tournament, action, **data)


def acts(tournament: Tournament, **wanted) -> list[tuple[str, ...]]:
    entries = told_entries(tournament, **wanted)
    return [act.sentences for day in journal_days(tournament, entries) for act in day.acts]


def test_simultaneous_acts_of_one_person_are_one_and_the_latest_is_first() -> None:
    tournament = make_tournament()
    ulla = Actor(make_user(Role.DIRECTION, tournament, "ulla"))
    write(tournament, 0, ulla, "round_published", round=1)
    write(tournament, 10, COMMAND_LINE, "clock_started", round=1)
    lost = {"round": 1, "table": 2, "version": 1, "totals": [0] * 4}
    write(tournament, 10.1, ulla, "sheet_discarded", **lost)
    write(tournament, 10.2, ulla, "round_published", round=2)
    write(tournament, 90_000, ulla, "round_closed", round=1)
    days = journal_days(tournament, told_entries(tournament))
    assert [(str(day.day), len(day.acts)) for day in days] == [("2026-09-13", 1), ("2026-09-12", 3)]
    assert days[1].acts == (
        JournalAct(
            NOON + timedelta(seconds=10.1),
            "ulla",
            ("Turnierleitung",),
            (said("sheet_discarded", lost), said("round_published", {"round": 2})),
        ),
        JournalAct(NOON + timedelta(seconds=10), "", (), (said("clock_started", {"round": 1}),)),
        JournalAct(NOON, "ulla", ("Turnierleitung",), (said("round_published", {"round": 1}),)),
    )


def test_owner_counts_as_direction_and_former_helpers_as_nothing() -> None:
    tournament = make_tournament()
    write(tournament, 0, Actor(make_owner()), "round_published", round=1)
    write(tournament, 5, Actor(make_user(username="weg")), "round_closed", round=1)
    (day,) = journal_days(tournament, told_entries(tournament))
    assert [(act.account, act.roles) for act in day.acts] == [
        ("weg", ()),
        ("owner", ("Turnierleitung",)),
    ]


@pytest.fixture
def told() -> Tournament:
    """Round 1 at two tables; acts on tables, rounds, players, by two people."""
    tournament = make_drawn_tournament(8)
    erase_journal(tournament)
    ulla = Actor(make_user(Role.DIRECTION, tournament, "ulla"))
    one, seven = (tournament.entries.get(number=number) for number in (1, 7))
    write(tournament, 0, ulla, "rounds_drawn", draw=1, first=1, last=3, players=8)
    write(tournament, 10, COMMAND_LINE, "clock_started", round=1)
    for seconds, table in ((20, 1), (30, 2)):
        data = {"round": 1, "table": table, "version": 1, "totals": [0, 0, 0, 0]}
        write(tournament, seconds, ulla, "sheet_entered", **data)
    write(tournament, 40, ulla, "points_deducted", entry=one.pk, points=-3, round=1, reason="Lärm")
    write(tournament, 50, COMMAND_LINE, "player_checked_in", entry=seven.pk, number=7)
    write(tournament, 60, ulla, "seats_swapped", round=2, one=1, other=2, reason="Irrtum")
    return tournament


DRAWN = "Auslosung 1: Runden 1 bis 3 für 8 Teilnehmer ausgelost."
CLOCK = "Runde 1 gestartet."
TABLE_1 = "Runde 1, Tisch 1: Liste erfasst (0 / 0 / 0 / 0)."
TABLE_2 = "Runde 1, Tisch 2: Liste erfasst (0 / 0 / 0 / 0)."
LATE = "Änne Arnold: Punktabzug −3. Begründung: Lärm"
HERE = "Günter Groß (Nummer 7): da."
SWAP = "Runde 2: Die Nummern 1 und 2 tauschen die Plätze. Begründung: Irrtum"


def found(tournament: Tournament, **wanted) -> list[str]:
    return [sentence for (sentence,) in acts(tournament, **wanted)]


def test_journal_is_filtered_by_round_table_person_and_kind(told: Tournament) -> None:
    ulla = told.memberships.get().user_id
    everything = [SWAP, HERE, LATE, TABLE_2, TABLE_1, CLOCK, DRAWN]
    assert found(told) == everything
    assert found(told, round=1) == [LATE, TABLE_2, TABLE_1, CLOCK, DRAWN]
    assert found(told, round=3) == [DRAWN]
    assert found(told, round=1, table=2) == [TABLE_2]
    assert found(told, account=ulla) == [SWAP, LATE, TABLE_2, TABLE_1, DRAWN]
    assert found(told, account=0) == [HERE, CLOCK]
    assert found(told, kind="draws") == [SWAP, DRAWN]
    assert found(told, kind="players", account=ulla) == []


def test_player_is_found_by_number_or_name_with_table_events(
    told: Tournament,
) -> None:
    seat = told.entries.get(number=1).seats.get(round__number=1)
    table = {1: TABLE_1, 2: TABLE_2}[seat.table.number]
    assert found(told, player="1") == [SWAP, LATE, table]
    assert found(told, player=" arnold  änne ") == [SWAP, LATE, table]
    assert found(told, player="Günter") == [
        HERE,
        *(
            {1: TABLE_1, 2: TABLE_2}[seat.table.number]
            for seat in told.entries.get(number=7).seats.filter(round__number=1)
        ),
    ]
    assert found(told, player="niemand") == found(told, player="9" * 40) == []


def test_every_action_belongs_to_exactly_one_kind() -> None:
    for action in ACTIONS:
        kinds = [
            kind
            for kind, (_label, words) in KINDS.items()
            if action.startswith(tuple(f"{word}_" for word in words))
        ]
        assert len(kinds) == 1, action


def test_settings_are_described_as_on_the_settings_page() -> None:
    tournament = make_tournament()
    changes = {
        "draw_method": ["plan", "redraw"],
        "neighbours_apart": [False, True],
        "objections_until": [None, "2026-09-12T16:30:00+00:00"],
        "verification": ["none", "blind"],
        "tie_breaks": [[], ["best_round"]],
    }
    record(COMMAND_LINE, tournament, "tournament_edited", changes=changes)
    (sentence,) = sentences(tournament)
    assert "Einsprüche bis von – auf 12.09.2026 18:30" in sentence
    assert "von nein auf ja" in sentence
    assert sentence.count(" von ") == 5
    assert str(TIE_BREAK_NAMES["best_round"]) in sentence
    assert ".." not in sentence


@pytest.mark.parametrize("count", [1, 3])
def test_journal_needs_a_constant_number_of_queries(count: int, django_assert_num_queries) -> None:
    tournament = make_tournament()
    for entry in make_entries(tournament, count):
        record(COMMAND_LINE, tournament, "player_checked_in", entry=entry.pk, number=1)
    owner = make_owner()
    record(Actor(owner), tournament, "role_given", account=owner.pk, role="referee")
    with django_assert_num_queries(4):
        journal_days(tournament, told_entries(tournament))
    with django_assert_num_queries(4):
        journal_days(tournament, journal_entries(tournament, JournalFilter(player="1")))


def recorded_actions() -> set[str]:
    """Return the actions that services name when they write the journal."""
    return {
        constant.value
        for path in FILES
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("record", "_record")
        for argument in call.args
        for constant in ast.walk(argument)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def test_every_recorded_action_has_a_sentence(project: Path) -> None:
    recorded = recorded_actions()
    assert "round_published" in recorded
    of_kinds = {each for each in recorded if each.startswith("_")}
    assert of_kinds == {"_created", "_deleted", "_opened"}
    recorded = recorded - of_kinds | {f"{kind}{act}" for kind in COMPETITIONS for act in of_kinds}
    assert recorded - ACTIONS.keys() - INSTALLATION_ACTIONS.keys() == set()
    opened = {each for each in INSTALLATION_ACTIONS if each.endswith("_opened")}
    assert opened == {f"{kind}_opened" for kind in (*COMPETITIONS, "archive")}
