"""Importing a list on the screen: the file, the preview, the decision."""

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories.imported import found_in_row
from tests.factories.journal import acts
from tests.factories.pages import messages_of
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.imports.tables import MAX_MEGABYTES, MEGABYTE
from tournament.labels.people import unused_column
from tournament.models import Entry, PlayerImport, Role, Tournament

FIXTURES = Path(__file__).parents[2] / "fixtures" / "players"

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def direction(tournament) -> Client:
    client = Client()
    client.force_login(make_user(Role.DIRECTION, tournament))
    return client


def upload(client: Client, tournament: Tournament, data: bytes, name: str = "liste.csv"):
    file = SimpleUploadedFile(name, data)
    return client.post(reverse("players-import", args=[tournament.slug]), {"file": file})


def preview_of(tournament: Tournament) -> str:
    return reverse(
        "players-import-preview", args=[tournament.slug, PlayerImport.objects.get(entered=[]).pk]
    )


def told(answer) -> dict[str, list[tuple[int, list[str]]]]:
    """Return the preview by verdict: the lines and their sentences."""
    return {
        verdict.value: [(row.line, sentences) for row, sentences in lines]
        for verdict, _words, lines in answer.context["groups"]
    }


@pytest.mark.alone
def test_messy_list_is_previewed_by_row_before_anything_is_entered(tournament, direction):
    data = (FIXTURES / "preregistration-messy.xlsx").read_bytes()
    answer = upload(direction, tournament, data, "Voranmeldungen.xlsx")

    assert answer.url == preview_of(tournament)
    page = direction.get(answer.url)
    assert list(told(page)) == ["doubtful", "refused", "ok"]
    assert told(page)["doubtful"] == [
        (50, [found_in_row("double", line=6)]),
        (52, [found_in_row("markup")]),
        (53, [found_in_row("one_word")]),
        (54, [found_in_row("sum_row")]),
    ]
    assert [line for line, _sentences in told(page)["refused"]] == [51]
    assert len(told(page)["ok"]) == 41
    assert told(page)["ok"][0] == (4, [found_in_row("capitals", name="Günter Pohl")])
    text = page.content.decode()
    assert "<b>Max" not in text
    assert re.findall(r'name="accept"\s+value="(\d+)"', text) == ["50", "52", "53", "54"]
    assert (Entry.objects.count(), acts().count()) == (0, 0)


def test_decision_enters_clear_and_ticked_rows(tournament, direction):
    upload(direction, tournament, (FIXTURES / "preregistration-messy.xlsx").read_bytes())
    answer = direction.post(
        preview_of(tournament), {"accept": ["53", "51", "x", "99999"]}, follow=True
    )

    assert [str(message) for message in answer.context["messages"]] == [
        "42 eingetragen, 0 bekannt, 4 nicht übernommen.",
        text(
            "Of %(told)s player the list says something about the fee: the page “Till” books it.",
            "Of %(told)s players the list says something about the fee: the page “Till” books it.",
            26,
            told=26,
        ),
    ]
    assert Entry.objects.filter(person__last_name="Nur-Ein-Name").count() == 1
    assert PlayerImport.objects.get().table == {}
    entry = acts().get()
    assert (entry.action, entry.data) == (
        "players_imported",
        {"added": 42, "known": 0, "left_out": 4},
    )


@pytest.mark.alone
def test_list_of_doubts_alone_waits_until_one_is_ticked(tournament, direction):
    upload(direction, tournament, b"Name\nCher\nPrince\n")
    preview = preview_of(tournament)
    answer = direction.post(preview, follow=True)

    assert answer.redirect_chain == []
    assert messages_of(answer) == [refusal("nothing_entered")]
    assert [line for line, _sentences in told(answer)["doubtful"]] == [2, 3]
    assert (Entry.objects.count(), acts().count()) == (0, 0)

    answer = direction.post(preview, {"accept": ["2"]}, follow=True)
    assert answer.redirect_chain == [(reverse("players", args=[tournament.slug]), 302)]
    assert [entry.person.last_name for entry in Entry.objects.all()] == ["Cher"]
    assert direction.get(preview).status_code == 404


def test_the_main_button_counts_the_players(tournament, direction):
    upload(direction, tournament, (FIXTURES / "players-72.csv").read_bytes())
    page = direction.get(preview_of(tournament)).content.decode()
    (button,) = re.findall(
        r'<button class="button primary" data-players="72">(.*?)</button>', page, re.DOTALL
    )
    assert " ".join(button.split()) == "72 Teilnehmer übernehmen"


def test_preview_shows_who_is_known_by_now(tournament, direction):
    data = b"Name;Zimmer\nOtto Beck;0815\n"
    upload(direction, tournament, data)
    direction.post(preview_of(tournament))
    upload(direction, tournament, data)
    page = direction.get(preview_of(tournament))
    assert told(page) == {"known": [(2, [found_in_row("known", number=1)])]}
    assert page.context["unused"] == [unused_column(2, "Zimmer", 1)]
    assert "button primary" not in page.content.decode()


@pytest.mark.parametrize(
    ("data", "columns"),
    [("Name\nIda Voß\n", []), ("Name;Bundesland\nIda Voß;\nUwe Weiß;Hessen\n", ["state"])],
)
def test_preview_has_columns_for_what_some_row_says(tournament, direction, data, columns):
    upload(direction, tournament, data.encode())
    page = direction.get(preview_of(tournament))
    assert [field.name for field, _words in page.context["told_fields"]] == columns


def test_new_list_replaces_the_one_viewed_before(tournament, direction):
    upload(direction, tournament, b"Name\nOtto Beck\n", "alt.csv")
    upload(direction, tournament, b"Name\nUwe Horn\n", "neu.csv")
    assert [kept.file_name for kept in PlayerImport.objects.all()] == ["neu.csv"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \n \n", "no_heading"),
        (b"Name\n", "no_players"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1old", "old_or_locked_excel"),
        (b"x" * (MAX_MEGABYTES * MEGABYTE + 1), "file_too_large"),
    ],
)
def test_invalid_list_is_refused_at_the_field(tournament, direction, data, code):
    form = upload(direction, tournament, data).context["form"]
    field = form.fields["file"]
    told = field.error_messages.get(code) or refusal(code, line=1, megabytes=MAX_MEGABYTES)
    assert form.errors == {"file": [told]}
    assert not PlayerImport.objects.exists()


def test_ticks_stay_where_the_list_is_refused(tournament, direction):
    upload(direction, tournament, (FIXTURES / "preregistration-messy.xlsx").read_bytes())
    preview = preview_of(tournament)
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    page = direction.post(preview, {"accept": ["50", "53"]})
    assert (page.status_code, messages_of(page)) == (422, [refusal("tournament_finished")])
    assert page.context["accepted"] == {50, 53}
    assert not tournament.entries.exists()


@pytest.mark.alone
def test_lists_of_another_tournament_are_not_found(tournament, direction):
    upload(direction, tournament, b"Name\nOtto Beck\n")
    kept = PlayerImport.objects.get()
    other = make_tournament("other")
    client = Client()
    client.force_login(make_user(Role.DIRECTION, other))
    elsewhere = reverse("players-import-preview", args=[other.slug, kept.pk])
    assert client.post(elsewhere).status_code == 404
    assert client.post(preview_of(tournament)).status_code == 403
    assert not Entry.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_preview_takes_a_constant_number_of_queries(
    tournament, direction, django_assert_num_queries, count
):
    names = "".join(f"Otto Beck{'abc'[n]}\n" for n in range(count))
    upload(direction, tournament, f"Name\n{names}".encode())
    page = preview_of(tournament)
    with django_assert_num_queries(11):
        assert len(told(direction.get(page))["ok"]) == count
