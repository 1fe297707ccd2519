"""A tournament in one file: written there, opened here, and it is the same."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command

from tests.factories.forging import played_tournament
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tournament.archives import writes as services
from tournament.archives.mapping import LEFT_OUT, ways
from tournament.archives.reads import (
    archive_contradictions,
    archived_people,
    chain_broken_at,
    opened_journal_agrees,
    origin_of,
)
from tournament.archives.rules import archive as form
from tournament.archives.rules.archive import Archive
from tournament.archives.writes import open_archive
from tournament.errors import Refused
from tournament.exports.archive import archive_file
from tournament.imports.archives import read_archive
from tournament.journal.reads import journal_facts, stored_facts
from tournament.journal.rules import differences
from tournament.models import (
    Club,
    Entry,
    JournalEntry,
    Membership,
    OpenedArchive,
    Person,
    SheetVersion,
    Tournament,
    User,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rehearsal.writes import generate_tournament
from tournament.shared.writes import signing
from tournament.tournaments.writes.tournaments import delete_tournament, resume_tournament
from tournament.trust.reads.audit import contradictions
from tournament.trust.writes import freeze_standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("blank_papers")]
PLAYED = pytest.mark.stands_on(make=played_tournament)


def output(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def lists(slug: str) -> list[str]:
    return [output("standings", slug, "--format", kind) for kind in ("json", "csv")]


def moved(tournament: Tournament, *, contacts: bool = False) -> Archive:
    """Return its archive; the tournament is deleted here, as on another laptop."""
    content = archive_file(tournament, contacts=contacts).content
    delete_tournament(COMMAND_LINE, tournament)
    return read_archive(content)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make archives come from another installation."""
    monkeypatch.setattr(services, "public_key", lambda: "0" * 64)


def test_every_model_is_in_an_archive_or_left_out_for_a_reason() -> None:
    """A new model with facts is included automatically; any other belongs in one of two tables."""
    models = apps.get_app_config("tournament").get_models()
    known = {*ways(), *LEFT_OUT}
    assert {str(model._meta.model_name) for model in models} == known
    assert not ways().keys() & LEFT_OUT.keys()


def test_lists_are_identical_and_the_recount_agrees() -> None:
    made = generate_tournament(COMMAND_LINE, slug="herbst", players=9, rounds=2, seed="1")
    before = lists("herbst")
    archive = moved(made)
    assert (archive.findings, archive_contradictions(archive)) == ((), 0)
    opened = open_archive(COMMAND_LINE, archive)
    assert opened.same_standings
    assert lists("herbst") == before
    assert text("Every figure agrees.") in output("recount", "herbst").splitlines()


@PLAYED
def test_played_tournament_is_complete_and_reported(elsewhere: None) -> None:
    made = Tournament.objects.get(slug="herbst")
    freeze_standings(
        Actor(User.objects.get(username="helga")), made, seen=None, reason="Runde 2 entfällt"
    )
    made.refresh_from_db()
    before = (lists("herbst"), made.frozen_checksum)
    told = [(each.at, str(each.user), each.action) for each in made.journal.order_by("pk")]
    kinds = {row.partition(":")[0] for row in stored_facts(made.pk)}
    old = SheetVersion.objects.filter(table__round__tournament=made).order_by("pk")
    times = list(old.values_list("created_at", flat=True))
    archive = moved(made)
    opened = open_archive(COMMAND_LINE, archive).tournament
    assert (lists("herbst"), opened.frozen_checksum) == before
    assert {row.partition(":")[0] for row in stored_facts(opened.pk)} == kinds - {"membership"}
    assert list(differences(stored_facts(opened.pk), journal_facts(opened.pk))) == []
    assert contradictions(opened) == ()
    new = SheetVersion.objects.filter(table__round__tournament=opened).order_by("pk")
    assert list(new.values_list("created_at", flat=True)) == times
    journal = [(each.at, str(each.user), each.action) for each in opened.journal.order_by("pk")]
    assert [(at, who.removesuffix("@herbst"), what) for at, who, what in journal] == [
        *told,
        (opened.journal.latest("pk").at, "None", "archive_opened"),
    ]
    typists = {pk for each in new for pk in each.typists}
    assert {str(User.objects.get(pk=pk)) for pk in typists} == {"helga@herbst"}
    resume_tournament(COMMAND_LINE, opened, "Es geht weiter")
    assert contradictions(opened) == ()


@PLAYED
def test_opening_gives_nobody_a_right_or_a_password(elsewhere: None) -> None:
    archive = moved(Tournament.objects.get(slug="herbst"))
    owner = User.objects.create_superuser("neu", password="Kreuzdame 12")
    opened = open_archive(Actor(owner), archive).tournament
    names = User.objects.filter(username__endswith="@herbst")
    assert {each.username for each in names} == {"helga@herbst", "ulla@herbst", "tom@herbst"}
    assert not any(each.is_active or each.has_usable_password() for each in names)
    assert not any(each.is_superuser for each in names)
    assert [each.user for each in Membership.objects.filter(tournament=opened)] == [owner]


@PLAYED
def test_accounts_of_this_installation_are_themselves_again() -> None:
    archive = moved(Tournament.objects.get(slug="herbst"))
    before = User.objects.count()
    opened = open_archive(COMMAND_LINE, archive).tournament
    assert User.objects.count() == before
    assert {str(each.user) for each in opened.journal.all()} == {"helga", "ulla", "None"}


@PLAYED
def test_foreign_journal_is_kept_verbatim_and_verifies(elsewhere: None) -> None:
    made = Tournament.objects.get(slug="herbst")
    seals = list(made.journal.order_by("pk").values_list("seal", flat=True))
    archive = moved(made)
    opened = open_archive(COMMAND_LINE, archive).tournament
    assert [each["seal"] for each in archive.journal] == seals
    assert chain_broken_at(archive.journal) is None
    assert opened.journal.latest("pk").data["last_seal"] == seals[-1]
    assert opened_journal_agrees(opened)
    OpenedArchive.objects.update(ids={"entry": {}, "sheetversion": {}, "user": {}})
    assert contradictions(opened) == (
        text("The journal is no longer the one that came with the archive."),
    )


@PLAYED
def test_tournament_is_opened_once() -> None:
    made = Tournament.objects.get(slug="herbst")
    archive = read_archive(archive_file(made).content)
    with pytest.raises(Refused, match="archive_opened_already"):
        open_archive(COMMAND_LINE, archive, "anders")
    delete_tournament(COMMAND_LINE, made)
    opened = open_archive(COMMAND_LINE, archive).tournament
    with pytest.raises(Refused, match="archive_opened_already"):
        open_archive(COMMAND_LINE, archive, "anders")
    again = read_archive(archive_file(opened).content)
    with pytest.raises(Refused, match="archive_opened_already"):
        open_archive(COMMAND_LINE, again, "anders")
    assert moved(opened).about["tournament"]["origin"] == archive.about["tournament"]["origin"]
    assert open_archive(COMMAND_LINE, again, "anders").tournament.slug == "anders"


@PLAYED
def test_tournament_made_here_is_not_taken_for_an_opened_one(elsewhere: None) -> None:
    open_archive(COMMAND_LINE, moved(Tournament.objects.get(slug="herbst")), "anders")
    made = make_tournament("hier")
    entries = JournalEntry.objects.filter(tournament=made).order_by("pk")
    assert origin_of(made) == entries[0].seal


@PLAYED
def test_short_name_of_another_tournament_is_refused() -> None:
    archive = moved(Tournament.objects.get(slug="herbst"))
    Tournament.objects.create(slug="herbst", name="Ein anderes")
    with pytest.raises(Refused, match="tournament_exists"):
        open_archive(COMMAND_LINE, archive)
    assert open_archive(COMMAND_LINE, archive, "herbst-2").tournament.slug == "herbst-2"


@PLAYED
def test_people_are_matched_with_known_ones(elsewhere: None) -> None:
    archive = moved(Tournament.objects.get(slug="herbst"))
    club = Club.objects.create(code="DU", name="Duisburg")
    same = Person.objects.create(last_name="Spieler 1", first_name="Uli", club=club)
    hidden = Person.objects.create(
        last_name="Spieler 2", first_name="Uli", club=club, publish_name=False, email="u@example.de"
    )
    spelled = Person.objects.create(last_name="Spieler 3", first_name="Ulrich", club=club)
    before = Person.objects.count()
    people = archived_people(archive)
    assert (people.known, len(people.asked)) == (2, 1)
    (asked,) = people.asked
    answers = {asked.row.line: spelled.pk}
    opened = open_archive(COMMAND_LINE, archive, people=answers).tournament
    entries = {entry.person.last_name: entry.person for entry in opened.entries.all()}
    assert entries["Spieler 1"] == same
    assert (entries["Spieler 2"].same_as, entries["Spieler 2"].public_name) == (None, "U. S. 2.")
    assert entries["Spieler 3"].same_as == spelled
    # The two known people are not created again; the third has a row for the other spelling.
    assert (entries["Spieler 2"], Person.objects.count() - before) == (hidden, 9)
    assert contradictions(opened) == ()


@pytest.mark.parametrize("contacts", [False, True])
@PLAYED
def test_contacts_come_along_where_they_are_wanted(contacts: bool, elsewhere: None) -> None:
    made = Tournament.objects.get(slug="herbst")
    Person.objects.filter(last_name="Spieler 1").update(email="uli@example.de", phone="0203 1")
    archive = moved(made, contacts=contacts)
    assert archive.about["contacts"] is contacts
    open_archive(COMMAND_LINE, archive)
    reached = Person.objects.exclude(email="").values_list("email", "phone")
    assert list(reached) == ([("uli@example.de", "0203 1")] if contacts else [])


@PLAYED
def test_backslashes_in_names_are_text() -> None:
    """In JSON two backslashes and u0000 are text; one is the character no database stores."""
    made = Tournament.objects.get(slug="herbst")
    name = "\\u0000 \\\\ud800 <script>"
    Tournament.objects.filter(pk=made.pk).update(name=name)
    made.refresh_from_db()
    assert open_archive(COMMAND_LINE, moved(made)).tournament.name == name


@PLAYED
def test_codes_that_let_in_stay() -> None:
    made = Tournament.objects.get(slug="herbst")
    Tournament.objects.filter(pk=made.pk).update(phones_let_in=True, phone_code="j88h52zmf")
    opened = open_archive(COMMAND_LINE, moved(made)).tournament
    assert (opened.phones_let_in, opened.phone_code) == (False, None)


@PLAYED
def test_rows_that_do_not_fit_leave_nothing(elsewhere: None) -> None:
    archive = moved(Tournament.objects.get(slug="herbst"))
    before = (Tournament.objects.count(), Person.objects.count(), JournalEntry.objects.count())
    seats = archive.rows["seat"]
    twice = form.Rows(seats.fields, (*seats.rows, (99999, seats.rows[0][1])))
    rows = {**archive.rows, "seat": twice}
    bad = Archive(archive.about, archive.signer, rows, archive.journal, archive.journal_text)
    with pytest.raises(Refused) as caught:
        open_archive(COMMAND_LINE, bad)
    assert (caught.value.code, caught.value.params) == (
        "archive_contradicts",
        {"row": "seat:99999"},
    )
    now = (Tournament.objects.count(), Person.objects.count(), JournalEntry.objects.count())
    assert now == before
    assert not Entry.objects.filter(tournament__slug="herbst").exists()


@PLAYED
def test_row_changed_past_the_journal_is_counted() -> None:
    made = Tournament.objects.get(slug="herbst")
    Entry.objects.filter(tournament=made, number=1).update(fee_paid=True)
    archive = moved(made)
    assert archive_contradictions(archive) == 1
    opened = open_archive(COMMAND_LINE, archive).tournament
    assert opened.journal.latest("pk").data["contradictions"] == 1


def test_signature_is_that_of_the_key_of_this_installation() -> None:
    signed = signing.signature_of(b"Kreuzdame")
    assert signing.is_signed(b"Kreuzdame", signed, signing.public_key())
    assert not signing.is_signed(b"Herzdame", signed, signing.public_key())
    assert not signing.is_signed(b"Kreuzdame", signed, "0" * 64)
    assert not signing.is_signed(b"Kreuzdame", "xyz", signing.public_key())
