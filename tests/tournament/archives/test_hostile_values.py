"""Signed and well-formed nonsense is refused with a message, never by an internal error."""

import json
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.db.models import JSONField
from django.test import Client

from tests.factories.addresses import Scene, parameters
from tests.factories.allowed import PAGES
from tests.factories.effort import tries
from tests.factories.pages import signed_in
from tests.factories.reading import read_here
from tests.factories.words import text
from tests.tournament.archives.test_hostile_archives import (
    VERSION_1,
    WRONG,
    parts_of,
    signed,
)
from tournament.archives.mapping import archived_fields, ways
from tournament.archives.rules import archive as form
from tournament.archives.rules.archive import FORMS
from tournament.competitions.mapping import KINDS, models_of
from tournament.models import Tournament, WaitingArchive
from tournament.views.answers import REFUSED

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drawn_papers")]
SEED = 28
VALUES = (
    *WRONG,
    *("9999-99-99", "2026-02-30", "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00"),
    *({"rows": 7}, {"kind": "draw"}, {"1": [2, 3]}, [1, 2, 3, 4], "\u202e\U0001f600", "٣"),
)
PARTS = parts_of(VERSION_1.read_bytes())
READ_ONLY = sorted(
    name
    for name, page in PAGES.items()
    if page.opened == 200 and "slug" in parameters(name) and name != "admin/login/"
)


class Case(NamedTuple):
    """A replaced value: in which part, by which names; None removes it."""

    part: str
    way: tuple[object, ...]
    value: object


@pytest.fixture(autouse=True)
def _read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process for each would take ten times as long."""
    read_here(monkeypatch)


def places(random: Random) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Return each field of each record, of a model the field in one of its rows."""
    about, data, journal = (json.loads(PARTS[name]) for name in NAMES)
    for name in sorted(about.keys() - {"format", "version", "signer", "parts"}):
        yield form.CONTENTS, (name,)
        yield from ((form.CONTENTS, (name, each)) for each in NESTED & {name} and about[name])
    for model, table in data.items():
        for at in range(len(table["fields"]) if table["rows"] else 0):
            yield form.DATA, (model, "rows", random.randrange(len(table["rows"])), at + 1)
    for at, entry in enumerate(journal):
        yield from ((form.JOURNAL, (at, name)) for name in entry)
        yield from ((form.JOURNAL, (at, "data", name)) for name in entry["data"])


NAMES = (form.CONTENTS, form.DATA, form.JOURNAL)
NESTED = {"tournament", "counts"}


def archive_with(case: Case) -> bytes:
    whole = {name: json.loads(PARTS[name]) for name in NAMES}
    *way, last = case.way
    place = whole[case.part]
    for each in way:
        place = place[each]
    place[last] = case.value
    parts = {name: form.as_json(whole[name]) for name in (form.DATA, form.JOURNAL)}
    about = {
        name: whole[form.CONTENTS][name]
        for name in whole[form.CONTENTS].keys() - {"signer", "parts"}
    }
    return signed({**PARTS, **parts}, **about)


def faults(client: Client, archive: bytes) -> list[str]:
    """Return where something other than a message came: file, preview, opening, a page."""
    answer = client.post("/archive/", {"file": SimpleUploadedFile("herbst.zip", archive)})
    if answer.status_code == REFUSED:
        return []
    found = [("taken", answer.status_code)]
    found.append(("shown", client.get("/archive/open/").status_code))
    with transaction.atomic():
        found.append(("thrown away", thrown_away(client)))
        transaction.set_rollback(True)
    answer = client.post("/archive/open/", {"slug": "nonsense"})
    if answer.status_code == 302:
        scene = scene_of(Tournament.objects.get(slug="nonsense"))
        found += [(name, client.get(address).status_code) for name, address in scene]
    else:
        found.append(("opened", answer.status_code))
    return [f"{where}: {status}" for where, status in found if status >= 500]


def scene_of(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Return every page of a tournament that has what its address names."""
    round = tournament.rounds.first()
    if round and (table := round.tables.first()):
        scene = Scene(tournament, round, table)
        for name in READ_ONLY:
            try:
                yield name, scene.address(name)
            except (IndexError, LookupError):
                continue


def thrown_away(client: Client) -> int:
    status = client.post("/archive/open/", {"discard": "1"}).status_code
    assert not WaitingArchive.objects.exists()
    return status


def test_each_value_of_each_field_is_answered_in_words():
    random, client = Random(SEED), signed_in()
    client.raise_request_exception = False
    cases = [Case(*place, value) for place in places(random) for value in VALUES]
    wrong = []
    for case in random.sample(cases, tries(8, 4000)):
        with transaction.atomic():
            if found := faults(client, archive_with(case)):
                wrong.append((case, found))
            transaction.set_rollback(True)
    assert wrong == []


@pytest.mark.parametrize(
    ("part", "way", "value"),
    [
        (form.CONTENTS, ("tournament", "date"), "9999-99-99"),
        (form.CONTENTS, ("written_at",), "2026-99-99T00:00:00+00:00"),
        (form.CONTENTS, ("tournament", "slug"), ""),
        (form.CONTENTS, ("counts", "entry"), True),
        (form.DATA, ("sealedstep", "rows", 0, 3), 7),
        (form.DATA, ("draw", "rows", 0, 9), {"a": 1}),
        (form.DATA, ("person", "fields"), ["nickname"]),
        (form.DATA, ("round", "rows", 0, 4), "9999-12-31T23:59:59+00:00"),
        (form.DATA, ("round", "rows", 0, 6), [["gestern", None]]),
        (form.DATA, ("tournament", "rows", 0, 18), {"1": [1]}),
        (form.DATA, ("gametable", "rows", 0, 3), "5"),
        (form.DATA, ("call", "rows", 0, 6), ["<script>"]),
        (form.JOURNAL, (0, "at"), "0001-01-01T00:00:00+00:00"),
        (form.JOURNAL, (0, "facts"), {"entry:1": 2.5}),
        (form.JOURNAL, (0, "data"), {"seconds": 10**30}),
    ],
)
def test_well_formed_nonsense_is_refused_next_to_the_file(part, way, value):
    client = signed_in()
    archive = archive_with(Case(part, way, value))
    answer = client.post("/archive/", {"file": SimpleUploadedFile("herbst.zip", archive)})
    assert (answer.status_code, WaitingArchive.objects.count()) == (REFUSED, 0)


def test_waiting_archive_that_is_unreadable_can_be_discarded():
    """Taken by an earlier program that accepted it."""
    client = signed_in()
    content = archive_with(Case(form.CONTENTS, ("tournament", "date"), "9999-99-99"))
    WaitingArchive.objects.create(
        user_id=client.session["_auth_user_id"], file_name="<b>herbst</b>.zip", content=content
    )
    answer = client.get("/archive/open/", follow=True)
    assert answer.redirect_chain == [("/archive/", 302)]
    page = answer.content.decode()
    assert text("%(name)s waits to be opened.", name="&lt;b&gt;herbst&lt;/b&gt;.zip") in page
    assert 'name="discard"' in page
    assert thrown_away(client) == 302
    assert 'name="discard"' not in client.get("/archive/").content.decode()


def test_every_field_of_json_has_its_form():
    own = {name for kind in KINDS for name in models_of(kind)}
    fields = {
        (name, field.name)
        for name in {*ways(), *own}
        for field in archived_fields(name, contacts=True)
        if isinstance(field, JSONField)
    }
    assert fields == FORMS.keys()
