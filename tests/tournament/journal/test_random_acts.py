"""After every act of the program the stored data is what the journal says."""

import inspect
import os
from importlib import import_module
from random import Random

import pytest
from django.db import connection

from tests.factories.acts import Acts
from tests.factories.acts_by_chance import acts, acts_done, draw_lots_from
from tests.factories.effort import THOROUGH, tries
from tests.factories.services import MODULES
from tests.factories.tournaments import make_user
from tournament.journal.reads import journal_facts, stored_facts
from tournament.journal.rules import Difference, differences
from tournament.labels.journal import installation_sentence, journal_sentence
from tournament.models import JournalEntry, Tournament
from tournament.permissions import Actor
from tournament.trust.reads.audit import contradictions

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.database]

SEED = os.environ.get("KREUZDAME_ACTS_SEED", "3")
COUNT = int(os.environ.get("KREUZDAME_ACTS", tries(120, 300)))
"""The minimum number, every kind among them; KREUZDAME_ACTS=5000 for a long run."""
NOT_DRIVEN = {
    "load_example": "plays other services; compared by its own test",
    "generate_tournament": "plays other services; compared by its own test",
    **dict.fromkeys(
        ("start_rehearsal", "let_happen", "ask_at_table", "type_list", "take_over"),
        "plays other services; a whole day is compared by its own test",
    ),
    "check_password": "writes nothing",
    **dict.fromkeys(
        ("count_attempt", "forget_failures"), "counts wrong passwords, no fact of the journal"
    ),
    **dict.fromkeys(("choose_place", "leave_place"), "about files; compared by tests of their own"),
    **dict.fromkeys(("find_link", "tables_to_change"), "writes nothing"),
    **dict.fromkeys(
        ("open_archive", "open_competition"), "opens whole tournaments; compared by its own test"
    ),
    **dict.fromkeys(
        ("create_competition", "edit_competition", "delete_competition"),
        "driven for each kind, as create_series, edit_league ...",
    ),
    **dict.fromkeys(("keep_archive", "throw_away_archive"), "a file that waits, no fact"),
    **dict.fromkeys(
        [
            *("let_second_in", "shut_second_out", "bind_second", "give_way", "go_on_here"),
            "keep_standing",
        ],
        "about another computer, no fact of the journal",
    ),
    **dict.fromkeys(
        ("name_row", "name_contradictions", "_record_removals"), "stand around other writes"
    ),
}


TOGETHER = tries(8, 1)
"""After how many acts everything is compared: what was not noted then stays different."""


FOR_ANYBODY = {"follow_clock", "owner_start_link", "set_password"}
"""Acts without an actor: the clock, the first start, one's own password."""


def different() -> list[Difference]:
    return [
        difference
        for tournament in [None, *Tournament.objects.values_list("pk", flat=True)]
        for difference in differences(stored_facts(tournament), journal_facts(tournament))
    ]


def test_journal_matches_the_database_after_random_acts_and_roles_are_required(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = Random(SEED)
    draw_lots_from(random, monkeypatch)
    # By `make test` every kind on SQLite only: on PostgreSQL only values may come back different.
    is_every_kind = THOROUGH or connection.vendor == "sqlite"
    hall, still_open = Acts(random), {*acts()} if is_every_kind else set[str]()
    stranger, not_refused = Actor(make_user()), still_open - FOR_ANYBODY

    def try_without_a_role(name: str) -> None:
        if name in not_refused and hall.refuses(stranger, name):
            not_refused.discard(name)

    attempts = acts_done(
        hall,
        random,
        lambda: still_open | not_refused,
        40 * COUNT,
        try_without_a_role,
        needed=5,
    )
    compared = list[str]()
    for done, name in enumerate(attempts, 1):
        compared.append(name)
        if done % TOGETHER == 0:
            assert (compared, different()) == (compared, [])
            compared = []
        still_open.discard(name)
        if done >= COUNT and not still_open | not_refused:
            break
    assert (compared, different()) == (compared, [])
    assert (still_open, not_refused) == (set(), set())
    for tournament in Tournament.objects.all():
        assert contradictions(tournament) == ()
    unreadable = journal_sentence("", {}, {}, {})
    for entry in JournalEntry.objects.all():
        if entry.tournament_id is None:
            assert installation_sentence(entry, {})
        else:
            said = journal_sentence(entry.action, entry.data, {}, {})
            assert (entry.action, said == unreadable) == (entry.action, False)


def test_every_service_is_driven() -> None:
    """Otherwise it could forget to record what it writes."""
    found = {
        name
        for module in MODULES
        for name, function in inspect.getmembers(import_module(module), inspect.isfunction)
        if function.__module__ == module and hasattr(function, "__wrapped__")
    }
    assert found - set(acts()) - NOT_DRIVEN.keys() == {"record"}
