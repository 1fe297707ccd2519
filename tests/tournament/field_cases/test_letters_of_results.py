"""Choosing the letters of a list of results, and what was typed in its preview."""

import random

import pytest
from django.test import Client

from tests.factories.results_sent import again, problems_of, send
from tests.factories.words import text
from tournament.errors import Refused
from tournament.imports.standings import read_result_table, read_results
from tournament.models import EveningLine, Series

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def test_unsure_letters_of_names_are_not_taken(series: Series, owner: Client) -> None:
    data = "Name;Punkte\nIda Voß;5\nUwe Horn;3\n".encode("cp850")
    assert problems_of(data) == [(2, "letters_unclear")]
    assert [line.name for line in read_results(read_result_table(data, letters="dos")).lines] == [
        *("Ida Voß", "Uwe Horn"),
    ]
    page = send(owner, series, data)
    assert (page.context["rows"], dict(page.context["letters_choice"])["dos"]) == (
        *([], "Ida Voß;5"),
    )
    chosen = again(owner, series, page, letters="dos")
    assert [row["line"].name for row in chosen.context["rows"]] == ["Ida Voß", "Uwe Horn"]


def test_no_evening_is_entered_when_the_letters_cannot_be_read_anew(
    series: Series, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = send(owner, series, "Name;Verein;Punkte\nIda Beck;Voß;5\n".encode("cp850"))

    def is_busy(*_file: object) -> None:
        raise Refused("reading_another_file")

    monkeypatch.setattr("tournament.views.uploads.read_apart", is_busy)
    page = again(owner, series, page, letters="dos", name="Abend")
    assert dict(page.context["letters_choice"])["dos"] == "Ida Beck;Voß;5"
    assert not EveningLine.objects.exists()


def test_letters_can_be_chosen_after_edits_which_stay(series: Series, owner: Client) -> None:
    lines = ["Wer;Punkte", "Ida Voß;5", "Ina und Jan Groß;4", "Uwe Weiß;3", "Eva Horn;x1"]
    page = send(owner, series, "\n".join(lines).encode("cp850"))
    columns = {"columns": "", "heading": "on", "column-0": "name", "column-1": "total"}
    for edit in (columns, {"mended": "", "cell-5-1": "1"}, {"people": "3"}, {"drop": "4"}):
        page = again(owner, series, page, **edit)
        assert "dos" in dict(page.context["letters_choice"])
    page = again(owner, series, page, letters="dos")
    assert [(row["line"].name, row["line"].total) for row in page.context["rows"]] == [
        ("Ida Voß", 5),
        ("Groß, Ina", 4),
        ("Groß, Jan", 4),
        ("Eva Horn", 1),
    ]
    assert page.context["dropped"] == ("Uwe Weiß · 3",)


@pytest.mark.parametrize(
    ("cells", "name"),
    [("Ina und Jan Groß;4", b' name="mended"'), ("Ina Groß;4", b"")],
)
def test_enter_in_a_cell_corrects_and_leaves_nothing_out(
    series: Series, owner: Client, cells: str, name: bytes
) -> None:
    page = send(owner, series, f"Name;Punkte\nIda Voß;5\n{cells}\n".encode())
    form = page.content.split(b'<form method="post">')[-1]
    first = form.partition(b"<button ")[2].partition(b">")[0]
    assert first.startswith(b'class="visually-hidden"' + name + b" ")


def test_letters_of_a_large_list_can_be_chosen(series: Series, owner: Client) -> None:
    draw = random.Random(4)
    rows = [
        f"Ida{at} Vo;{' '.join(str(draw.getrandbits(40)) for _word in range(180))};{4000 - at}\n"
        for at in range(498)
    ]
    data = ("Name;Anmerkung;Punkte\nIda Voß;;5000\n" + "".join(rows)).encode("cp850")
    assert len(data) > 1_000_000
    page = send(owner, series, data)
    page = again(owner, series, page, drop="3")
    assert len(page.context["letters_choice"]) == 3
    page = again(owner, series, page, letters="dos")
    assert page.context["rows"][0]["line"].name == "Ida Voß"


@pytest.mark.parametrize("most", [0, 100_000])
def test_list_too_large_for_a_choice_says_so(
    series: Series, owner: Client, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("tournament.views.series.series.MOST_SENT", most)
    page = send(owner, series, "Name;Punkte\nIda Voß;5\nUwe Horn;3\n".encode("cp850"))
    told = text("The list is too large to choose here how its letters are read.")
    for each in (page, again(owner, series, page, drop="3")):
        assert (len(each.context["letters_choice"]), told in each.content.decode()) == (
            (3, False) if most else (0, True)
        )
