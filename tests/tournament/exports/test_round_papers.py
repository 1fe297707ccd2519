"""Everything for a round in one file, and what must be printed again after a change."""

import re
from http import HTTPStatus
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.seated import REPAIR, fingerprint_on
from tests.factories.tournaments import make_entries
from tests.factories.words import text
from tournament.models import Entry, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock

pytestmark = pytest.mark.django_db
TITLE = re.compile(r"Sitzliste nach (?:Namen|Tischen)|Spielliste Herbst|Runde 1: Durchsagen")
AGAIN = re.compile(r'<a href="([^"]+)" target="_blank">([^<]+)</a>')
PRINT_AGAIN = "Print again: seat list of round %(number)s, score sheets: table %(tables)s."


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Nine players at a table of four and one of five; round 1 published, 2 drawn."""
    return make_drawn_tournament(9)


def papers(pages: list[str]) -> list[str]:
    return [TITLE.search(page).group() for page in pages]


def test_papers_come_in_the_order_they_are_handed_out(tournament: Tournament) -> None:
    pages = page_texts(read_pdf(made("all", round_number(tournament, 1))))
    sheets = ["Spielliste Herbst"] * 2
    lists = ["Sitzliste nach Namen", "Sitzliste nach Tischen"]
    assert papers(pages) == [*lists, *sheets, "Runde 1: Durchsagen"]
    codes = list(
        round_number(tournament, 1).tables.order_by("number").values_list("code", flat=True)
    )
    assert [code in page for code, page in zip(codes, pages[2:4], strict=True)] == [True, True]
    assert ["Seite 1 von 1" in page for page in pages] == [True, True, False, False, True]
    assert ["Liste 1 von 2" in pages[2], "Liste 2 von 2" in pages[3]] == [True, True]


def test_unpublished_seats_are_for_the_direction_and_say_so(tournament: Tournament) -> None:
    address = reverse("paper-of-round", args=["herbst", 2, "all"])
    pages = page_texts(PdfReader(BytesIO(signed_in().get(address).content)))
    assert ["Nicht veröffentlicht" in page for page in pages] == [True] * 4 + [False]


def test_one_table_alone(tournament: Tournament) -> None:
    client, round = signed_in(), round_number(tournament, 1)
    address = reverse("paper-of-round", args=["herbst", 1, "sheets"])
    (page,) = page_texts(PdfReader(BytesIO(client.get(f"{address}?tables=2").content)))
    assert round.tables.get(number=2).code in page
    together = reverse("paper-of-round", args=["herbst", 1, "all"])
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


def test_exchanged_seats_name_the_papers_to_reprint(tournament: Tournament) -> None:
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
            "/t/herbst/print/1/all/?tables=1,2",
            text(PRINT_AGAIN, number=1, tables="1 und 2"),
        ),
        *all_rounds(f"{min(one, other)},{max(one, other)}"),
    ]


def all_rounds(slips: str = "", tags: str = "") -> list[tuple[str, str]]:
    """Return papers of all rounds as offered: the slips and the tags of these people."""
    people = f"?numbers={slips}" if slips else ""
    return [
        *([(f"/t/herbst/print/tags/?numbers={tags}", "Namensschilder")] if tags else []),
        (f"/t/herbst/print/slips/{people}", "Sitzzettel"),
        ("/t/herbst/print/plan/?by=name", "Plan aller Runden nach Namen"),
        ("/t/herbst/print/plan/?by=table", "Plan aller Runden nach Tischen"),
    ]


def edit(client, entry: Entry, **changes: str) -> list[tuple[str, str]]:
    address = reverse("player-edit", args=["herbst", entry.pk])
    form = client.get(address).context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    return again(messages_of(client.post(address, typed | changes, follow=True)))


def test_name_on_the_wall_is_printed_again(tournament: Tournament) -> None:
    client, entry = signed_in(), tournament.entries.get(number=1)
    table = round_number(tournament, 1).seats.get(entry=entry).table.number
    words = text(PRINT_AGAIN, number=1, tables=table)
    assert edit(client, entry, city="Bonn") == []
    assert edit(client, entry, last_name="<b>Arnolt") == [
        (f"/t/herbst/print/1/all/?tables={table}", words),
        *all_rounds("1", "1"),
    ]
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    assert edit(client, entry, last_name="Arnold") == all_rounds("1", "1")
    tournament.rounds.exclude(number=1).delete()
    assert edit(client, entry, last_name="Arnolt") == []


def test_latecomer_needs_a_name_tag_too(tournament: Tournament) -> None:
    make_entries(tournament, 1)
    client, address = signed_in(), REPAIR
    typed = {"fingerprint": fingerprint_on(client.get(address)), "reason": "kommt später"}
    found = again(messages_of(client.post(address, typed, follow=True)))
    assert found[-4] == all_rounds(tags="10")[0]
    (page,) = page_texts(PdfReader(BytesIO(client.get(found[-4][0]).content)))
    late = tournament.entries.get(number=10).person.name
    assert [page.count("Herbstturnier"), page.count(late)] == [1, 1]
    slips = page_texts(PdfReader(BytesIO(client.get(found[-3][0]).content)))
    assert "Nr. 10 " in " ".join(slips)
    for wrong in ("x", "1,", "²"):
        assert client.get(f"{found[-4][0]},{wrong}").status_code == HTTPStatus.NOT_FOUND


def test_publishing_offers_the_papers_of_the_round(tournament: Tournament) -> None:
    client = signed_in()
    page = client.get(reverse("draw", args=["herbst"])).content.decode()
    assert "publish" in page
    answer = client.post(
        reverse("draw-publish", args=["herbst"]), {"expected": 2, "early": "on"}, follow=True
    )
    assert again(messages_of(answer)) == [
        ("/t/herbst/print/2/all/", text("Print all papers of round %(round)s", round=2))
    ]
