"""A list not understood at once: columns chosen, rows corrected, all of it undone."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from tests.factories.imported import found_in_row
from tests.factories.journal import acts
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.reading import read_here
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import refusal, text
from tournament.check_in.writes import check_in_player
from tournament.labels.journal import installation_sentence
from tournament.labels.people import (
    LIST_COLUMNS,
    remembered_words,
    unused_column,
    unused_names,
)
from tournament.models import (
    Entry,
    JournalEntry,
    KnownHeading,
    Person,
    PlayerImport,
    Role,
    Tournament,
)
from tournament.money.writes import take_payment
from tournament.people.reads.players import known_headings
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import draw_next_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    read_here(monkeypatch)


LIST = "Wer;Woher;Tel\nBeck, Otto;DU ZHN;0815\nCher;;\n"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.DIRECTION)


def upload(client: Client, data: str, tournament: str = "herbst") -> str:
    """Return the page where the list can be reviewed."""
    file = SimpleUploadedFile("liste.csv", data.encode())
    return client.post(reverse("players-import", args=[tournament]), {"file": file}).url


def understood(client: Client, page: str) -> dict[str, list[str]]:
    groups = client.get(page).context["groups"]
    return {
        verdict.value: [f"{row.player.last_name}, {row.player.first_name}" for row, _said in rows]
        for verdict, _words, rows in groups
    }


def entries() -> QuerySet[Entry]:
    return Entry.objects.filter(tournament__slug="herbst")


def names() -> list[str]:
    return [entry.person.name for entry in entries().order_by("number")]


def test_columns_nobody_knows_are_chosen_by_hand(direction: Client) -> None:
    page = upload(direction, LIST)
    asked = direction.get(page)
    assert asked.context["columns"][0] == (0, "Wer", ["Beck, Otto", "Cher"], "")
    assert asked.context["columns"][2] == (2, "Tel", ["0815"], "phone")  # known, and stays
    assert understood(direction, page) == {}
    typed = {"columns": "", "heading": "on", "column-0": "name", "column-1": "club", "column-2": ""}
    assert direction.post(page, typed).url == page
    assert understood(direction, page) == {"doubtful": ["Cher, "], "ok": ["Beck, Otto"]}
    assert direction.get(page).context["unused"] == [unused_column(3, "Tel", 1)]


def test_only_columns_with_content_are_offered(direction: Client) -> None:
    page = upload(direction, "Wer;;Woher;;;;\nBeck, Otto;;DU ZHN;;;;\n")
    assert [place for place, *_others in direction.get(page).context["columns"]] == [0, 2]
    direction.post(page, {"columns": "", "heading": "on", "column-0": "name", "column-2": "club"})
    assert understood(direction, page) == {"ok": ["Beck, Otto"]}


def test_list_without_any_heading_keeps_its_first_row(direction: Client) -> None:
    page = upload(direction, "1;Otto;Beck\n2;Uwe;Horn\n")
    assert not direction.get(page).context["has_heading"]
    direction.post(page, {"columns": "", "column-1": "first_name", "column-2": "last_name"})
    assert understood(direction, page) == {"ok": ["Beck, Otto", "Horn, Uwe"]}
    assert not KnownHeading.objects.exists()


@pytest.mark.parametrize(
    "data",
    [
        "Teilnehmende;Heimat\nBeck, Otto;Nord\nHorn, Uwe;Süd\n",
        "Wer;Nummernschild\nOtto Beck;1\nUwe Horn;2\n",
        "Leute;Verein\nOtto Beck;Nord\nUwe Horn;Süd\n",
    ],
)
def test_unknown_words_over_the_names_count_as_a_heading(direction: Client, data: str) -> None:
    page = upload(direction, data)
    asked = direction.get(page)
    assert 'name="heading" checked' in asked.content.decode()
    direction.post(page, {"columns": "", "heading": "on", "column-0": "name"})
    assert understood(direction, page) == {"ok": ["Beck, Otto", "Horn, Uwe"]}
    assert f"Überschrift: {data.splitlines()[0].replace(';', ' · ')}" in text_of(
        direction.get(page)
    )


def test_rows_of_one_cell_above_the_heading_are_titles(direction: Client) -> None:
    heading = "Lfd.;Mitspieler:in;Heimat;bezahlt?"
    page = upload(direction, f"Vereinsturnier;;;\n;;;\n{heading}\n1;Beck, Otto;Nord;ja\n")
    asked = direction.get(page)
    offered = text("This row is the heading: %(row)s", row=heading.replace(";", " · "))
    assert offered in text_of(asked)
    chosen = {"column-1": "name", "column-2": "club"}
    direction.post(page, {"columns": "", "heading": "on", **chosen})
    assert understood(direction, page) == {"ok": ["Beck, Otto"]}
    assert f"{text('Above the heading, not used:')} Vereinsturnier" in text_of(direction.get(page))
    assert known_headings() == {}
    direction.post(page)
    assert known_headings() == {"mitspielerin": "name", "heimat": "club"}


def test_first_row_that_may_be_heading_or_player_is_doubtful(direction: Client) -> None:
    page = upload(direction, "Sippe;Taufe\nBeck;Otto\n")
    direction.post(page, {"columns": "", "column-0": "last_name", "column-1": "first_name"})
    assert understood(direction, page) == {"doubtful": ["Sippe, Taufe"], "ok": ["Beck, Otto"]}
    assert found_in_row("perhaps_heading") in text_of(direction.get(page))


def test_heading_that_was_ticked_becomes_a_row_again(direction: Client) -> None:
    page = upload(direction, "Madonna;Nord\nBeck, Otto;Nord\nHorn, Uwe;Nord\n")
    direction.post(page, {"columns": "", "heading": "on", "column-0": "name"})
    assert understood(direction, page) == {"ok": ["Beck, Otto", "Horn, Uwe"]}
    direction.post(page, {"columns": "", "column-0": "name"})
    assert understood(direction, page) == {
        "doubtful": ["Madonna, "],
        "ok": ["Beck, Otto", "Horn, Uwe"],
    }


def test_second_list_is_reported(direction: Client) -> None:
    page = upload(direction, "Name;Verein;;Name\nOtto Beck;Nord;;Ida Groß;;x\nUwe Horn;;;Eva Au\n")
    shown = direction.get(page)
    warning, unused = unused_names(4, "Name", 2), [(4, "Name", 2), (6, "", 1)]
    assert shown.context["unused_names"] == [warning]
    assert shown.context["unused"] == [unused_column(*each) for each in unused]
    assert warning in text_of(shown)


def test_meaning_of_a_heading_is_remembered_for_the_next_list(direction: Client) -> None:
    page = upload(direction, LIST)
    direction.post(page, {"columns": "", "heading": "1", "column-0": "name", "column-1": "club"})
    assert known_headings() == {}  # the list may yet be thrown away
    direction.post(page)
    assert known_headings() == {"wer": "name", "woher": "club"}
    again = upload(direction, "W-E-R;WOHER\nHorn, Uwe;DU ZHN\n")
    assert understood(direction, again) == {"ok": ["Horn, Uwe"]}
    told = remembered_words({"W-E-R": "name", "WOHER": "club"}, LIST_COLUMNS)
    assert direction.get(again).context["remembered"] == told


def test_remembered_heading_is_shown_and_forgotten(direction: Client) -> None:
    page = upload(direction, LIST)
    direction.post(page, {"columns": "", "heading": "1", "column-0": "name", "column-1": "club"})
    direction.post(page)
    known = direction.get(reverse("headings")).context["table"].rows
    heading = KnownHeading.objects.get(title="wer")
    assert (len(known), heading.user) == (2, PlayerImport.objects.get().user)
    assert heading.told_at
    direction.post(reverse("heading-forget", args=[heading.pk]))
    assert known_headings() == {"woher": "club"}
    entries = JournalEntry.objects.filter(tournament=None).order_by("pk")
    assert list(entries.values_list("action", "data"))[-2:] == [
        ("headings_learned", {"columns": ["name", "club"]}),
        ("heading_forgotten", {"columns": ["name"]}),
    ]
    assert [installation_sentence(each, {}) for each in entries]


@pytest.mark.parametrize(
    ("data", "column"),
    [
        ("Name;Heimat\nBeck, Otto;Nord\n", "last_name"),
        ("Name (Verein);Heimat\nBeck, Otto;Nord\n", "last_name"),
        ("17.03.;Heimat\nBeck, Otto;Nord\n", "name"),
        ("1;Heimat\nBeck, Otto;Nord\n", "name"),
    ],
)
def test_built_in_words_and_numbers_are_not_remembered(
    direction: Client, data: str, column: str
) -> None:
    page = upload(direction, data)
    direction.post(page, {"columns": "", "heading": "on", "column-0": column, "column-1": "club"})
    direction.post(page, {"accept": ["2"]})
    assert entries().count() == 1
    assert known_headings() == {"heimat": "club"}


def test_endless_heading_is_read_and_not_remembered(direction: Client) -> None:
    page = upload(direction, f"{'Wie heißt du? ' * 40};Heimat\nBeck, Otto;Nord\n")
    direction.post(page, {"columns": "", "heading": "on", "column-0": "name", "column-1": "club"})
    direction.post(page)
    assert (entries().count(), known_headings()) == (1, {"heimat": "club"})


def test_meaning_that_was_remembered_before_does_not_beat_a_built_in_word(
    direction: Client, tmp_path: Path
) -> None:
    for title, column in {"name": "last_name", "verein": "", "punkte": "round"}.items():
        KnownHeading.objects.create(title=title, column=column)
    data = "Nr;Name;Verein\n1;Hans von der Heide;Nord\n2;Maria Lindner;Süd\n"
    page = upload(direction, data)
    assert understood(direction, page) == {"ok": ["von der Heide, Hans", "Lindner, Maria"]}
    assert direction.get(page).context["remembered"] == ""


def test_command_uses_what_was_remembered_and_says_so(
    tournament: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    KnownHeading.objects.create(title="wer", column="name")
    (tmp_path / "liste.csv").write_text("Wer;Verein\nBeck, Otto;Nord\nHorn, Uwe;Süd\n")
    call_command("import_players", "herbst", str(tmp_path / "liste.csv"))
    assert names() == ["Otto Beck", "Uwe Horn"]
    assert capsys.readouterr().err.splitlines() == [remembered_words({"Wer": "name"}, LIST_COLUMNS)]


def test_known_headings_can_be_read_otherwise(direction: Client) -> None:
    page = upload(direction, "Name;Verein\nBeck, Otto;Nord\n")
    assert [holds for *_others, holds in direction.get(page).context["columns"]] == ["name", "club"]
    chosen = {"columns": "", "heading": "on", "column-0": "name", "column-1": "team"}
    direction.post(page, chosen)
    (row, _said) = direction.get(page).context["groups"][0][2][0]
    assert (row.player.team, row.player.club_name) == ("Nord", "")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"column-1": "club"}, "no_name_column"),
        ({"column-0": "name", "column-1": "name"}, "column_twice"),
        ({"column-0": "<script>"}, "no_name_column"),
    ],
)
def test_columns_without_sense_are_refused(
    direction: Client, typed: dict[str, str], code: str
) -> None:
    page = upload(direction, LIST)
    answer = direction.post(page, {"columns": "", "heading": "on", **typed})
    assert messages_of(answer) == [refusal(code, one=1, other=2)]
    held = [holds for *_others, holds in answer.context["columns"]]
    assert held == [typed.get("column-0", ""), typed.get("column-1", ""), "phone"]
    assert 'name="heading" checked' in answer.content.decode()
    assert understood(direction, page) == {}


def test_row_is_corrected_in_place_and_ticks_stay(direction: Client) -> None:
    page = upload(direction, "Name;Verein\n=1+1;Nord\nCher;\nPrince;\n")
    shown = direction.post(page, {"mend": "2", "accept": ["3"]})
    assert shown.context["fields"] == [("name", "Name", "=1+1"), ("club", "Verein", "Nord")]
    assert 'value="3" checked' in " ".join(shown.content.decode().split())
    mended = direction.post(
        page, {"mended": "2", "cell-name": " Beck,  Otto ", "cell-club": "Süd", "accept": ["3"]}
    )
    assert 'value="3" checked' in " ".join(mended.content.decode().split())
    assert understood(direction, page) == {"doubtful": ["Cher, ", "Prince, "], "ok": ["Beck, Otto"]}
    direction.post(page, {"accept": ["3"]})
    assert names() == ["Otto Beck", "Cher"]
    assert entries().get(number=1).club.name == "Süd"


def test_mended_text_is_judged_like_the_file(direction: Client) -> None:
    page = upload(direction, "Name\n=1+1\n")
    answer = direction.post(page, {"mended": "2", "cell-name": "<b>Otto Beck"})
    assert found_in_row("markup") in text_of(answer)
    assert "<b>Otto" not in answer.content.decode()
    before = understood(direction, page)
    direction.post(page, {"mended": "99", "cell-name": "Wer", "cell-club": "Süd"})
    assert understood(direction, page) == before == {"doubtful": ["Beck, <b>Otto"]}


def test_two_with_a_comma_in_one_cell_are_asked_about(direction: Client) -> None:
    page = upload(direction, "Name\nUte Ohm, Tom Beck\nMüller Lü, Anna Maria\nAu, Ida\n")
    groups = direction.get(page).context["groups"]
    rows = sorted((row for _, _, lines in groups for row, _ in lines), key=lambda row: row.line)
    doubtful = rows[:2]
    assert [[each.code for each in row.findings] for row in doubtful] == [["perhaps_two"]] * 2
    assert not any(row.is_several or row.is_ticked_with_all for row in doubtful)
    direction.post(page, {"people": "2"})
    direction.post(page, {"accept": "3"})
    entered = {each.person.last_name for each in Entry.objects.filter(tournament__slug="herbst")}
    assert entered == {"Au", "Beck", "Müller Lü", "Ohm"}


def test_double_names_in_two_columns_are_no_question(direction: Client) -> None:
    direction.post(upload(direction, "Nachname;Vorname\nMüller Lü;Anna Maria\n"))
    person = Entry.objects.get(tournament__slug="herbst").person
    assert (person.last_name, person.first_name) == ("Müller Lü", "Anna Maria")


def test_typed_correction_is_kept_whichever_button_is_pressed(direction: Client) -> None:
    page = upload(direction, "Name;Verein\nBeck, Otto;Nord\nCher;\nPrince;\n")
    fields = {"mending": "3", "cell-name": "Horn, Uwe", "cell-club": ""}
    shown = direction.post(page, fields)
    corrected = text("The row you were changing is corrected as typed. Please look again.")
    assert corrected in text_of(shown)
    assert not entries().exists()
    assert understood(direction, page) == {
        "doubtful": ["Prince, "],
        "ok": ["Beck, Otto", "Horn, Uwe"],
    }
    other = direction.post(page, {"mending": "3", "cell-name": "Au, Eva", "mend": "4"})
    assert other.context["mending"] == 4
    direction.post(page, {"mending": "4", "cell-name": "Prince", "cell-club": ""})
    assert names() == ["Otto Beck", "Eva Au"]


def offers_undo(client: Client) -> bool:
    """Return whether the players' page and the one for lists offer undo, both or neither."""
    players = client.get(reverse("players", args=["herbst"])).content.decode()
    lists = client.get(reverse("players-import", args=["herbst"])).content.decode()
    offered = {"#undo" in players, 'id="undo"' in lists}
    assert len(offered) == 1
    return offered.pop()


def test_undo_is_offered_until_the_draw(direction: Client, tournament: Tournament) -> None:
    names = "".join(f"Otto Beck{letter}\n" for letter in "abcdefgh")
    answer = direction.post(upload(direction, f"Name\n{names}"), follow=True)
    assert answer.status_code == 200
    assert offers_undo(direction)
    draw_next_round(COMMAND_LINE, tournament)
    assert not offers_undo(direction)


def test_undo_is_not_offered_where_nothing_came_from_a_list(
    direction: Client, tournament: Tournament
) -> None:
    make_entries(tournament, 1)
    assert not offers_undo(direction)


def test_whole_list_is_undone(direction: Client, tournament: Tournament) -> None:
    direction.post(upload(direction, "Name;Verein\nUwe Horn;Nord\n"))
    direction.post(upload(direction, "Name;Verein\nOtto Beck;Süd\nIda Beck;Süd\n"))
    page = direction.get(reverse("players-import", args=["herbst"]))
    assert "liste.csv" in text_of(page)
    assert [len(each.entries) for each in page.context["entered"]] == [2, 1]
    undo = reverse("players-import-undo", args=["herbst", page.context["entered"][0].source.pk])
    assert offers_undo(direction)
    direction.post(undo)
    assert names() == ["Uwe Horn"]
    assert not Person.objects.filter(last_name="Beck").exists()
    last = acts().last()
    assert (last.action, last.data) == ("players_import_undone", {"removed": 2})
    assert direction.post(undo).status_code == 404


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda entry: check_in_player(COMMAND_LINE, entry, present=True), "player_is_here"),
        (lambda entry: take_payment(COMMAND_LINE, entry, 500), "player_has_paid"),
    ],
)
def test_list_with_a_player_already_present_is_not_undone(
    direction: Client, act, code: str
) -> None:
    direction.post(upload(direction, "Name\nUwe Horn\nIda Beck\n"))
    assert offers_undo(direction)
    act(entries().get(number=1))
    assert not offers_undo(direction)
    why_not = text(
        "%(file)s, %(at)s: this import can no longer be undone, as %(name)s (%(number)s) is here, "
        "has paid or was drawn.",
        file="liste.csv",
        at="|",
        name="Uwe Horn",
        number=1,
    ).split("|")[1]
    assert why_not in text_of(direction.get(reverse("players-import", args=["herbst"])))
    kept = PlayerImport.objects.get(tournament__slug="herbst")
    answer = direction.post(reverse("players-import-undo", args=["herbst", kept.pk]), follow=True)
    assert messages_of(answer)[-1] == refusal(code, name="Uwe Horn", number=1)
    assert names() == ["Uwe Horn", "Ida Beck"]
