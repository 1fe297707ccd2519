"""Tampering behind the program's back is named, by `recount` and before freezing."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories.effort import some_on_postgresql
from tests.factories.forging import FORGERIES, KEEPS_TRIGGERS_AWAY, forge, played_tournament
from tests.factories.pages import text_of
from tests.factories.words import text
from tournament.models import Tournament, User
from tournament.trust.reads.audit import contradictions

CHECK = "/t/herbst/journal/?check=1"
OTHERWISE_ON_POSTGRESQL = {
    KEEPS_TRIGGERS_AWAY,
    *("when a clock was started", "an account made an owner", "the points of a penalty"),
    *("an entry of the journal changed", "a player put in"),
}
"""Triggers; and times, truth and JSON, which each database writes in its own way."""


@pytest.fixture(scope="module")
def _played(made_once: None) -> None:
    """Made once for all these tests."""
    played_tournament()


@pytest.fixture
def tournament(_played: None, db: None) -> Tournament:
    return Tournament.objects.get(slug="herbst")


@pytest.fixture
def client(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="helga"))
    return client


@pytest.mark.database
def test_changes_by_the_program_cause_no_finding(tournament: Tournament, client: Client) -> None:
    assert contradictions(tournament) == ()
    call_command("recount", "herbst")
    assert text("Every figure agrees.") in text_of(client.get(CHECK))


@pytest.mark.parametrize("name", some_on_postgresql(FORGERIES, always=OTHERWISE_ON_POSTGRESQL))
def test_every_way_is_named(
    tournament: Tournament, client: Client, name: str, capsys: pytest.CaptureFixture
) -> None:
    forge(name)
    beginning = FORGERIES[name][1]
    with pytest.raises(SystemExit, match="1"):
        call_command("recount", "herbst")
    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if line.startswith(beginning)] != [], told
    assert beginning.strip() in text_of(client.get(CHECK))


def test_the_documentation_lists_these_ways(project: Path) -> None:
    text = (project / "docs" / "checksum.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \d+ \| (.+?) \|", text, re.MULTILINE) == list(FORGERIES)
    assert len(FORGERIES) >= 26


@pytest.mark.database
def test_journal_opens_with_an_entry_that_was_emptied(
    tournament: Tournament, client: Client
) -> None:
    forge("an entry of the journal changed")
    told = text_of(client.get("/t/herbst/journal/"))
    unreadable = "This entry can no longer be read: it was changed behind the program's back."
    assert told.count(text(unreadable)) == 1
