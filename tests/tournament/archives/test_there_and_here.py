"""A tournament in one file: written there, opened here, the same."""

from io import StringIO

import pytest
from django.core.management import call_command

from tournament.exports.archive import archive_file
from tournament.imports.archives import read_archive
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.selectors.audit import contradictions
from tournament.services.archives import open_archive
from tournament.services.rehearsal import generate_tournament
from tournament.services.tournaments import delete_tournament

pytestmark = pytest.mark.django_db


def output(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def lists(slug: str) -> list[str]:
    return [output("standings", slug, "--format", kind) for kind in ("json", "csv")]


def test_generated() -> None:
    tournament = generate_tournament(COMMAND_LINE, slug="herbst", players=17, rounds=3, seed="1")
    before = lists("herbst")
    content = archive_file(tournament).render()
    delete_tournament(COMMAND_LINE, tournament)
    archive = read_archive(content)
    assert archive.findings == ()
    opened = open_archive(COMMAND_LINE, archive)
    assert opened.same_standings
    assert lists("herbst") == before
    assert contradictions(opened.tournament) == ()
    print(output("recount", "herbst"))
    print(len(content), {k: len(v.rows) for k, v in archive.rows.items()}, len(archive.journal))
