"""Everything for a round in one file, and what must be printed again after a change."""

import re
from http import HTTPStatus
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.factories.pages import messages_of, signed_in
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tournament.exports import pdf
from tournament.models import Entry, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.services.rounds import start_clock

pytestmark = pytest.mark.django_db
TITLE = re.compile(r"Sitzliste nach (?:Namen|Tischen)|Spielliste Herbst")
AGAIN = re.compile(r'<a href="([^"]+)" target="_blank">([^<]+)</a>')


@pytest.fixture
def tournament() -> Tournament:
    """Nine players at a table of four and one of five; round 1 published, 2 drawn."""
    return make_drawn_tournament(9)


def papers(pages: list[str]) -> list[str]:
    return [TITLE.search(page).group() for page in pages]


def test_papers_come_in_the_order_in_which_they_are_handed_out(tournament: Tournament) -> None:
    pages = page_texts(read_pdf(pdf.round_papers(round_number(tournament, 1))))
    sheets = ["Spielliste Herbst"] * 2
    assert papers(pages) == ["Sitzliste nach Namen", "Sitzliste nach Tischen", *sheets]
    codes = list(
        round_number(tournament, 1).tables.order_by("number").values_list("code", flat=True)
    )
    assert [code in page for code, page in zip(codes, pages[2:], strict=True)] == [True, True]
    assert ["Seite 1 von 1" in page for page in pages] == [True, True, False, False]
    assert ["Liste 1 von 2" in pages[2], "Liste 2 von 2" in pages[3]] == [True, True]


def test_unpublished_papers_are_for_the_direction_and_say_so(tournament: Tournament) -> None:
    address = reverse("print-round", args=["herbst", 2])
    pages = page_texts(PdfReader(BytesIO(signed_in().get(address).content)))
    assert all("Nicht veröffentlicht" in page for page in pages)


def test_one_table_alone(tournament: Tournament) -> None:
    client, round = signed_in(), round_number(tournament, 1)
    address = reverse("print-sheets", args=["herbst", 1])
    (page,) = page_texts(PdfReader(BytesIO(client.get(f"{address}?tables=2").content)))
    assert round.tables.get(number=2).code in page
    together = reverse("print-round", args=["herbst", 1])
    pages = page_texts(PdfReader(BytesIO(client.get(f"{together}?tables=2").content)))
    assert len(pages) == 3
    pages = page_texts(PdfReader(BytesIO(client.get(f"{together}?tables=").content)))
    assert papers(pages) == ["Sitzliste nach Namen", "Sitzliste nach Tischen"]
    for wrong in ("3", "0", "x", "1,", "1;2", "²"):
        assert client.get(f"{address}?tables={wrong}").status_code == HTTPStatus.NOT_FOUND
    assert (
        f"{address}?tables=2"
        in client.get(reverse("sheet", args=["herbst", 1, 2])).content.decode()
    )


def again(messages: list[str]) -> list[tuple[str, str]]:
    return [found for each in messages for found in AGAIN.findall(each)]


def test_exchanged_seats_name_what_is_printed_again(tournament: Tournament) -> None:
    client = signed_in()
    one, other = (
        round_number(tournament, 1).seats.filter(table__number=table).first().entry.number
        for table in (1, 2)
    )
    address = reverse("seats-swap", args=["herbst", 1])
    typed = {"one": one, "other": other}
    page = client.post(address, typed).content.decode()
    fingerprint = re.search(r'name="fingerprint" value="(\w+)"', page).group(1)
    typed |= {"fingerprint": fingerprint, "reason": "verwechselt"}
    assert again(messages_of(client.post(address, typed, follow=True))) == [
        (
            "/t/herbst/print/1/?tables=1,2",
            "Neu drucken: Sitzliste Runde 1, Spiellisten: Tisch 1 und 2.",
        )
    ]


def edit(client, entry: Entry, **changes: str) -> list[tuple[str, str]]:
    address = reverse("player-edit", args=["herbst", entry.pk])
    form = client.get(address).context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    return again(messages_of(client.post(address, typed | changes, follow=True)))


def test_a_name_that_hangs_on_the_wall_is_printed_again(tournament: Tournament) -> None:
    client, entry = signed_in(), tournament.entries.get(number=1)
    table = round_number(tournament, 1).seats.get(entry=entry).table.number
    words = f"Neu drucken: Sitzliste Runde 1, Spiellisten: Tisch {table}."
    assert edit(client, entry, city="Bonn") == []
    assert edit(client, entry, last_name="<b>Arnolt") == [
        (f"/t/herbst/print/1/?tables={table}", words)
    ]
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    assert edit(client, entry, last_name="Arnold") == []


def test_publishing_offers_the_papers_of_the_round(tournament: Tournament) -> None:
    client = signed_in()
    page = client.get(reverse("draw", args=["herbst"])).content.decode()
    assert "publish" in page
    answer = client.post(
        reverse("draw-publish", args=["herbst"]), {"expected": 2, "early": "on"}, follow=True
    )
    assert again(messages_of(answer)) == [
        ("/t/herbst/print/2/", "Alle Papiere der Runde 2 drucken")
    ]
