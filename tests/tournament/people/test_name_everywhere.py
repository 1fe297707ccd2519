"""Deletion finds a name wherever it can be typed: through every form of the program."""

import re
import zlib
from dataclasses import dataclass, field
from io import BytesIO
from urllib.parse import parse_qs, urlencode, urlsplit
from zipfile import ZipFile, is_zipfile

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from tests.factories.addresses import patterns
from tests.factories.pages import signed_in
from tests.factories.planting import Form, Values, forms_of, with_file
from tests.factories.reading import read_here
from tests.factories.rounds import known_lots
from tests.factories.small_scene import make_scene
from tests.factories.tournaments import make_tournament
from tournament.backup.sqlite import database_file
from tournament.exports.archive import archive_file
from tournament.models import Person, Tournament
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE
from tournament.privacy.reads import texts_naming
from tournament.privacy.writes import delete_person
from tournament.shared.rules.fields import PlayerData
from tournament.stage.writes import announce

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.long]

LAST, NAME = "Arnold", "Änne Arnold"  # of number 1
Column = tuple[str, str]
ACTS_ON_THE_MACHINE = frozenset(
    {"backup-now", "backup-place", "backup-restore", "hall-network-switch"}
    | {"standby", "standby-code", "standby-follow", "standby-take-over", "standby-go-on"}
    | {"standby-door", "standby-epoch"}
)
LOSES_IT = {
    ("tournament_entry", "desk_note"): "the person",
    ("tournament_person", "last_name"): "the person",
    ("tournament_person", "first_name"): "the person",
    ("tournament_person", "email"): "the person",
    ("tournament_person", "phone"): "the person",
    ("tournament_person", "state"): "the person",
    ("tournament_person", "tags"): "the person",
    ("tournament_playerimport", "file_name"): "a list that waits",
    ("tournament_playerimport", "table"): "a list that waits",
    ("tournament_sheetdraft", "content"): "typed and not saved",
    ("tournament_stage", "message"): "shown for a moment",
    ("tournament_waitingarchive", "content"): "an archive that waits",
    ("tournament_waitingarchive", "file_name"): "an archive that waits",
}
"""Where the name was stored and has been deleted. A new entry here or below means that a form now
stores it: decide which of the two applies."""
NAMED = {
    ("tournament_adjustment", "reason"): "deductions",
    ("tournament_call", "withdrawn_reason"): "calls",
    ("tournament_entry", "fee_told"): "teams",
    ("tournament_entry", "tags"): "teams",
    ("tournament_entry", "team"): "teams",
    ("tournament_feerule", "category"): "prizes",
    ("tournament_gametable", "extra_initials"): "extra_time",
    ("tournament_gametable", "extra_reason"): "extra_time",
    ("tournament_prize", "thing"): "prizes",
    ("tournament_protest", "heard"): "calls",
    ("tournament_protest", "note"): "calls",
    ("tournament_protest", "others"): "calls",
    ("tournament_protest", "reason"): "calls",
    ("tournament_sheetversion", "content"): "sheets",
    ("tournament_sheetversion", "reason"): "sheets",
    ("tournament_tournament", "name"): "settings",
    ("tournament_tournament", "place"): "settings",
    ("tournament_tournament", "state"): "settings",
}
"""Reasons, notes and titles stay (docs/people.md): the page that deletes shows each of them, under
this heading."""
STAYS = {
    ("tournament_journalentry", "data"): "the journal is never changed; the page shows its reasons",
    ("tournament_journalentry", "facts"): "the journal is never changed; it tells what rows held",
    ("tournament_sealedstep", "step"): "sealed; the page says of which tournaments",
    ("tournament_club", "code"): "what a club is called, by whoever is in it",
    ("tournament_club", "name"): "what a club is called, by whoever is in it",
    ("tournament_club", "state"): "where a club is, of whoever is in it",
    ("tournament_division", "name"): "what a division is called",
    ("tournament_league", "name"): "what a league is called",
    ("tournament_league", "season"): "what a league is called",
    ("tournament_leagueteam", "club"): "what a club is called, by whoever is in it",
    ("tournament_leagueteam", "name"): "what a team is called",
    ("tournament_matchday", "place"): "where a match day is",
    ("tournament_cup", "name"): "what a cup is called",
    ("tournament_cup", "slug"): "made from the name, in addresses",
    ("tournament_cupstage", "name"): "what a stage of a cup is called",
    ("tournament_ranking", "name"): "what a ranking is called",
    ("tournament_ranking", "slug"): "made from the name, in addresses",
    ("tournament_series", "name"): "what a series is called",
    ("tournament_series", "season"): "what a series is called",
    ("tournament_series", "slug"): "made from the name, in addresses",
    ("tournament_seriesevening", "name"): "what an evening is called",
    ("tournament_seriesevening", "state"): "where an evening was played",
    ("tournament_tournament", "slug"): "made from the name, in addresses",
    ("tournament_user", "first_name"): "an account is no person who plays",
    ("tournament_user", "last_name"): "an account is no person who plays",
    ("tournament_user", "username"): "an account is no person who plays",
}
DEPTH = 1
REFUSED = 422


def kept() -> set[Column]:
    """Return every column of every table that holds the name, however packed."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                found |= {
                    (table, name)
                    for name, value in zip(names, row, strict=True)
                    if LAST.lower() in readable(value, name).lower()
                }
    return found


def readable(value: object, column: str) -> str:
    """Return a value as text: unpacked, and a session decoded."""
    if column == "session_data":
        return str(SessionStore().decode(str(value)))
    if isinstance(value, (bytes, memoryview)):
        return bytes_as_text(bytes(value))
    return str(value)


def bytes_as_text(value: bytes) -> str:
    if is_zipfile(BytesIO(value)):
        with ZipFile(BytesIO(value)) as file:
            return " ".join(bytes_as_text(file.read(name)) for name in file.namelist())
    try:
        return zlib.decompress(value).decode(errors="replace")
    except zlib.error:
        return value.decode(errors="replace")


@dataclass
class Planter:
    """Types the name into every form, and deletes it each time it was stored somewhere new."""

    client: Client
    files: list[tuple[str, bytes]]
    at_first: set[Column]
    opened: set[tuple[str, frozenset[str]]] = field(default_factory=set)
    sent: set[tuple[str, frozenset[str]]] = field(default_factory=set)
    planted: set[Column] = field(default_factory=set)
    left: dict[Column, str] = field(default_factory=dict)
    not_shown: set[Column] = field(default_factory=set)
    is_stored: bool = False  # somewhere now, by the forms sent so far

    def open(self, address: str, depth: int = 0) -> None:
        """Open a page of a kind not seen before, and send its forms."""
        parts = urlsplit(address)
        key = named(address), frozenset(parse_qs(parts.query))
        is_none = parts.netloc or key[0] in {"", "sign-out", *ACTS_ON_THE_MACHINE}
        if is_none or depth > DEPTH or key in self.opened:
            return
        self.opened.add(key)
        page = self._browser().get(address, follow=True)
        last = page.redirect_chain[-1][0] if page.redirect_chain else address
        self.look(last, page, depth)

    def look(self, address: str, page: HttpResponse, depth: int) -> None:
        """Send every form of a page not sent before, each time from the same state."""
        if page.streaming:
            page.getvalue()  # to the end, where the file is closed
        if page.streaming or "text/html" not in page.get("Content-Type", ""):
            return
        forms, links = forms_of(page.content.decode(), address)
        for form in forms:
            if form.method == "get":
                query = urlencode(form.sent(lambda _field: None, ticked=False), doseq=True)
                self.open(f"{form.action.partition('?')[0]}?{query}", depth + 1)
            for target in [form.action, *form.script] if form.method == "post" else form.script:
                if self._is_new(form, target):
                    self._send(form, target, depth)
        for link in links:
            self.open(link, depth + 1)

    def _is_new(self, form: Form, target: str) -> bool:
        names = frozenset(re.sub(r"\d+", "", each.name) for each in form.fields)
        key = named(target), names
        takes = form.takes_file or any(each.is_typed for each in form.fields)
        if not takes or key[0] in ACTS_ON_THE_MACHINE or key in self.sent:
            return False
        self.sent.add(key)
        return True

    def _send(self, form: Form, target: str, depth: int) -> None:
        is_kept = False
        for ways in form.whole(NAME):
            is_kept |= any(self._try(form, target, sent, depth) for sent in ways)
        for sent in () if is_kept else form.one_by_one(NAME):
            self._try(form, target, sent, depth)

    def _try(self, form: Form, target: str, sent: Values, depth: int) -> bool:
        """Return whether the name is stored somewhere now; everything is as it was then."""
        is_kept = False
        for file in self.files if form.takes_file else [None]:
            values = with_file(sent, form.takes_file, file) if file else sent
            was_stored = self.is_stored
            with transaction.atomic():
                changes = connection.connection.total_changes
                answer = self._browser().post(target, values, follow=True)
                if connection.connection.total_changes != changes:
                    self.is_stored = self._delete(target)
                is_kept |= self.is_stored
                last = answer.redirect_chain[-1][0] if answer.redirect_chain else target
                if is_kept or answer.status_code == REFUSED:
                    self.look(last, answer, depth + DEPTH)
                transaction.set_rollback(True)
            self.is_stored = was_stored
        return is_kept

    def _browser(self) -> Client:
        """Return a browser in which the owner has signed in, whatever was pressed before."""
        browser = Client(raise_request_exception=False)
        browser.handler = self.client.handler  # which has read all middleware
        browser.cookies.load({name: one.value for name, one in self.client.cookies.items()})
        return browser

    def _delete(self, target: str) -> bool:
        now = kept() - self.at_first
        if new := now - self.planted:
            self.planted |= new
            shown = {each.where for each in texts_naming({LAST}, [*Tournament.objects.all()])}
            self.not_shown |= {each for each in new & NAMED.keys() if NAMED[each] not in shown}
            with transaction.atomic():
                for person in Person.objects.filter(last_name=LAST, same_as=None):
                    delete_person.__wrapped__(COMMAND_LINE, person)
                self.left |= dict.fromkeys(kept() - self.left.keys(), target)
                transaction.set_rollback(True)
        return bool(now)


def named(address: str) -> str:
    """Return the name of the page at an address; empty for none."""
    try:
        return resolve(urlsplit(address).path).url_name or ""
    except Resolver404:
        return ""


@pytest.mark.usefixtures("blank_papers")
def test_deletion_finds_the_name_wherever_it_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    read_here(monkeypatch)
    with known_lots():  # number 1 is no party of the complaint, and so may be named as a juror
        scene = make_scene("herbst")
    scene.tournament.entries.update(fee_told="?")  # so that a form has it
    files = [
        ("Arnold.csv", "Nachname;Vorname\nArnold;Änne\n".encode()),
        ("Arnold.zip", archive_file(scene.tournament, contacts=True).content),
        ("Arnold.csv", "Rang;Name;Runde 1;Summe\n1;Arnold, Änne;10;10\n".encode()),
    ]
    planter = Planter(signed_in(), files, kept())
    for name in sorted(patterns()):
        planter.open("/admin/login/" if name == "admin/login/" else scene.address(name))
    assert planter.planted | planter.at_first == {*LOSES_IT, *NAMED, *STAYS}
    assert planter.left.keys() == {*NAMED, *STAYS}, planter.left
    assert planter.not_shown == set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite alone")
def test_deleted_name_is_in_no_file_except_older_copies(settings, tmp_path) -> None:
    settings.BACKUP_DIRECTORY = tmp_path / "backups"
    tournament = make_tournament()
    person = add_player(COMMAND_LINE, tournament, PlayerData("Quaxenfeld", "Zorro")).person
    announce(COMMAND_LINE, tournament, "Zorro Quaxenfeld bitte zur Turnierleitung", None)
    delete_person(COMMAND_LINE, person)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete")
        assert cursor.fetchone() == (1,)
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Quaxenfeld" not in database_file().read_bytes()
    assert [b"Quaxenfeld" in each.read_bytes() for each in (tmp_path / "backups").iterdir()] == [
        True
    ]
