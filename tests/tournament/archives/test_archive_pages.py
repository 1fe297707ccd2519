"""Writing and opening archives in the browser and by command."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from tests.factories.forging import played_tournament
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.tournaments import make_owner
from tests.factories.words import label, refusal, text
from tournament.archives.rules import archive as form
from tournament.archives.writes import keep_archive
from tournament.imports.archives import read_archive
from tournament.labels.backup import WHATS
from tournament.labels.people import field_words
from tournament.models import Club, Person, Tournament, User, WaitingArchive
from tournament.permissions import COMMAND_LINE, Actor
from tournament.shared.rules.fields import Of, fields_of
from tournament.shared.writes.signing import public_key
from tournament.standings.rules.checksum import short_checksum
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("blank_papers")]

VERSION_1 = Path(__file__).parents[3] / "fixtures" / "archives" / "version-1.zip"


def upload(client: Client, content: bytes) -> HttpResponse:
    """Send an archive; return the preview."""
    answer = client.post("/archive/", {"file": SimpleUploadedFile("herbst.zip", content)})
    assert (answer.status_code, answer.headers.get("Location")) == (302, "/archive/open/")
    return client.get("/archive/open/")


def run(command: str, *arguments: str) -> tuple[object, str, str]:
    """Return exit code, standard output and standard error of a command."""
    out, wrong = StringIO(), StringIO()
    code: object = 0
    try:
        call_command(command, *arguments, stdout=out, stderr=wrong)
    except SystemExit as end:
        code = end.code
    return code, out.getvalue(), wrong.getvalue()


def test_direction_writes_an_archive_and_an_owner_opens_it() -> None:
    made = played_tournament()
    client = Client()
    client.force_login(User.objects.get(username="helga"))
    page = text_of(client.get("/t/herbst/archive/"))
    assert short_checksum(public_key()) in page
    confidential = fields_of(Of.CONTACT, Of.NOTE)
    assert [each for each in confidential if str(field_words(each)) not in page] == []
    answer = client.post("/t/herbst/archive/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="herbst-archive.zip"'
    assert read_archive(answer.content).about["contacts"] is False
    with_contacts = client.post("/t/herbst/archive/", {"contacts": "on"})
    assert read_archive(with_contacts.content).about["contacts"] is True
    told = upload(client, answer.content)
    assert (told.context["here"], told.context["is_own"]) == (made, True)
    assert 'notice error"' in told.content.decode()
    delete_tournament(COMMAND_LINE, made)
    told = client.get("/archive/open/")
    assert [each for each in confidential if str(field_words(each)) not in text_of(told)] == []
    assert (told.context["people"], told.context["recognised"]) == (11, 0)
    assert client.post("/archive/open/", {"slug": "herbst"}).headers["Location"] == "/t/herbst/"
    assert Tournament.objects.get(slug="herbst").entries.count() == 11
    assert not WaitingArchive.objects.exists()


def test_preview_describes_the_archive_and_asks_for_matching_people() -> None:
    club = Club.objects.create(code="DU", name="Duisburg", state="Bayern")
    Person.objects.create(last_name="Spieler 1", first_name="Uli", club=club)
    known = Person.objects.create(last_name="Spieler 3", first_name="Ulrich", club=club)
    Tournament.objects.create(slug="herbst", name="Ein anderes")
    client, content = signed_in(), VERSION_1.read_bytes()
    told = upload(client, content)
    assert (told.context["is_own"], told.context["known_signer"]) == (False, None)
    assert (told.context["people"], told.context["recognised"]) == (11, 1)
    assert list(told.context["clubs_in_another_state"]) == ["DU"]
    assert "Spieler 3, Uli (DU)" in text_of(told)
    assert "Ulrich Spieler 3, DU" in text_of(told)
    page = told.content.decode()
    assert 'value="herbst-2"' in page
    (name,) = {part.split('"')[0] for part in page.split('name="person-')[1:]}
    refused = client.post("/archive/open/", {"slug": "herbst", f"person-{name}": str(known.pk)})
    assert refused.status_code == 422
    assert refusal("tournament_exists", slug="herbst") in text_of(refused)
    # What was answered stays.
    assert f'value="{known.pk}" checked>' in refused.content.decode()
    answers = {"slug": "herbst-2", f"person-{name}": str(known.pk)}
    answer = client.post("/archive/open/", answers, follow=True)
    opened = Tournament.objects.get(slug="herbst-2")
    assert messages_of(answer) == [text("“%(name)s” is here now.", name=opened.name)]
    entry = opened.entries.get(person__last_name="Spieler 3")
    assert entry.person.same_as == known
    keep_archive(Actor(User.objects.get(pk=client.session["_auth_user_id"])), "a.zip", content)
    told = client.get("/archive/open/")
    assert told.context["known_signer"].tournament.slug == "herbst-2"
    assert "„Herbst“" in text_of(told)


def test_page_is_in_the_language_of_its_reader() -> None:
    client = signed_in()
    for language in ("de", "en"):
        told = text_of(client.get("/archive/", headers={"accept-language": language}))
        with translation.override(language):
            assert text("Read archive") in told


def test_changed_parts_are_named_and_nothing_is_kept() -> None:
    client, content = signed_in(), VERSION_1.read_bytes()
    parts = {name: part or b"" for name, part in form.unpack(content).items()}
    answer = client.post("/archive/", {"file": SimpleUploadedFile("a.zip", content[:5000])})
    assert answer.status_code == 422
    assert refusal("archive_no_zip") in text_of(answer)
    changed = form.pack({**parts, form.DATA: b"{}"})
    answer = client.post("/archive/", {"file": SimpleUploadedFile("a.zip", changed)})
    assert refusal("archive_changed", part="data.json") in text_of(answer)
    assert not WaitingArchive.objects.exists()
    told = upload(client, form.pack({**parts, "papers/standings.pdf": b""}))
    assert label(WHATS, "changed", part="papers/standings.pdf") in text_of(told)


def test_file_is_discarded_and_each_owner_has_a_separate_one() -> None:
    client, owners = Client(), [make_owner("erste"), make_owner("zweite")]
    client.force_login(owners[0])
    for owner in owners:
        keep_archive(Actor(owner), "herbst.zip", VERSION_1.read_bytes())
    answer = client.post("/archive/open/", {"discard": "1"})
    assert answer.headers["Location"] == "/archive/"
    assert [str(kept.user) for kept in WaitingArchive.objects.all()] == ["zweite"]
    assert client.get("/archive/open/").status_code == 302


def test_both_ways_by_command(tmp_path: Path) -> None:
    made, file = played_tournament(), tmp_path / "herbst.zip"
    signer = short_checksum(public_key())
    said = text("Written: %(path)s. Signed by installation %(signer)s.", path=file, signer=signer)
    assert run("archive", "herbst", str(file)) == (0, said + "\n", "")
    written = file.read_bytes()
    exists = text("“%(path)s” exists already. Please give another name.", path=file)
    assert run("archive", "herbst", str(file)) == (1, "", exists + "\n")
    assert file.read_bytes() == written
    code, out, wrong = run("open_archive", str(file))
    assert (code, out) == (1, "")
    assert wrong == refusal("archive_opened_already", name="Herbst", slug="herbst") + "\n"
    delete_tournament(COMMAND_LINE, made)
    said = f"Turnier „anders“ geöffnet. Unterschrieben von Installation {signer}.\n"
    assert run("open_archive", str(file), "--slug", "anders") == (0, said, "")
    assert run("recount", "anders")[0] == 0
    assert run("archive", "winter", str(file))[0] == 2
    assert run("open_archive", str(tmp_path / "nichts.zip"))[0] == 2
