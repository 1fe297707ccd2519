"""Certificates, read back."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from PIL import Image
from pypdf import PdfReader

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in
from tests.factories.papers import A4, font_names, page_sizes, page_texts, read_pdf
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.words import refusal
from tournament.exports.pdf.certificates import certificates
from tournament.exports.pdf.letters import letters_for
from tournament.imports.pictures import PAPER
from tournament.labels.standings import GROUP_RANKINGS
from tournament.models import Entry, Person, Round, Tournament

pytestmark = pytest.mark.django_db
LONG = "Annabella-Christiane Freifrau Müller-Lüdenscheidt zu Hülshoff"
TEAM = "Die ewig mischenden Herzdamen vom Niederrhein und Umgebung e. V. Nr. 1"
ADDRESS = "/t/herbst/print/certificates/"
FORM = f"{ADDRESS}others/"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two tables in one closed round: two winners with +6, two with +2."""
    tournament = make_drawn_tournament(8, rounds_planned=1, place="Köln")
    enter_round(round_number(tournament, 1))
    Round.objects.update(closed_at=timezone.now())
    return tournament


def pages(content: bytes) -> list[str]:
    return page_texts(PdfReader(BytesIO(content)))


def test_page_for_everybody_in_the_first_places(tournament: Tournament) -> None:
    winner = round_number(tournament, 1).seats.filter(position=1).first().entry
    Person.objects.filter(pk=winner.person_id).update(first_name="<b>", last_name=LONG)
    content = signed_in().get(reverse("paper", args=["herbst", "certificates"])).content
    paper = PdfReader(BytesIO(content))
    shown = pages(content)
    assert [page.count("Platz 1") + page.count("Platz 3") for page in shown] == [1] * 4
    assert sum(f"<b> {LONG}" in page.replace("- ", "-") for page in shown) == 1
    assert all("Herbstturnier" in page and "Köln" in page for page in shown)
    assert sorted(page.count("mit +6 Punkten") for page in shown) == [0, 0, 1, 1]
    assert page_sizes(paper) == {A4}
    assert set(font_names(paper).values()) == {True}


def test_more_places_or_one_player(tournament: Tournament) -> None:
    client = signed_in()
    assert len(pages(client.post(FORM, {"places": 8}).content)) == 8
    last = round_number(tournament, 1).seats.filter(position=4).first().entry
    (page,) = pages(client.get(f"{ADDRESS}?number={last.number}").content)
    assert last.person.name in page
    (same,) = pages(client.post(FORM, {"places": 1, "number": last.number}).content)
    assert same == page
    refused = client.get(f"{ADDRESS}?number=99", follow=True)
    assert messages_of(refused) == [refusal("certificates_nobody")]


def test_none_before_the_standings_are_final(tournament: Tournament) -> None:
    Round.objects.update(closed_at=None)
    client = signed_in()
    refused = client.get(ADDRESS, follow=True)
    assert messages_of(refused) == [refusal("certificates_too_early")]
    errors = client.post(FORM, {"places": 3}).context["form"].errors
    assert errors == {"places": [refusal("certificates_too_early")]}


def test_a_picture_takes_the_place_of_frame_and_sign(tournament: Tournament) -> None:
    client = signed_in()
    file = BytesIO()
    Image.new("RGB", (40, 30), "#e0e8d0").save(file, "PNG")
    picture = SimpleUploadedFile("bild.png", file.getvalue())
    made = client.post(FORM, {"places": 1, "picture": picture}).content
    assert pages(made) == pages(client.get(ADDRESS).content)[:2]
    assert {image.image.size for image in PdfReader(BytesIO(made)).pages[0].images} == {PAPER}
    form = client.post(
        FORM, {"places": 7, "picture": SimpleUploadedFile("bild.png", b"<svg/>")}
    ).context["form"]
    assert form["places"].value() == "7"
    assert form.errors == {"picture": [refusal("picture_unreadable")]}


def test_best_of_a_category_and_members_of_the_best_teams(tournament: Tournament) -> None:
    entries = [seat.entry for seat in round_number(tournament, 1).seats.order_by("position")]
    for at, entry in enumerate(entries):
        Entry.objects.filter(pk=entry.pk).update(
            team="Karo Könige" if at % 2 else "<i>Trümpfe</i>",
            tags=["Damen"] if at >= 6 else [],
        )
    tournament.group_rankings.create(kind="team", best=2)
    client = signed_in()
    ladies = pages(client.get(f"{ADDRESS}?of=category-Damen").content)
    assert len(ladies) == 2
    assert all("Damen" in page and "Platz 1" in page for page in ladies)
    first, second = pages(client.post(FORM, {"places": 2, "of": "group-team"}).content)
    assert "<i>Trümpfe</i>" in first + second
    assert "Karo Könige" in first + second
    best = max(entries, key=lambda entry: entry.person.name in first)
    assert best.person.name in first
    assert str(GROUP_RANKINGS["team"]) in first
    for nothing in ("category-Herren", "group-club", "group-x"):
        assert client.get(f"{ADDRESS}?of={nothing}").status_code == 404


@pytest.mark.parametrize("name", ["Eva Li", LONG, "Ł" * 200, "Wwwwwwwwww Mmmmmmmmmmmm"])
def test_name_is_the_largest_word_unless_it_is_endless(name: str) -> None:
    title = 30  # of templates/pdf/kept/certificates.css
    assert (letters_for(name, "certificate") > title) == (name != "Ł" * 200)


def test_certificate_of_a_team_names_everybody_and_the_points(tournament: Tournament) -> None:
    for number, team in ((0, "Ä"), (1, "Ö")):
        of_team = [each.pk for each in tournament.entries.all() if each.number % 2 == number]
        Entry.objects.filter(pk__in=of_team).update(team=f"{TEAM} {team}")
    Person.objects.filter(entries__tournament=tournament).update(
        first_name="Ł" * 200, last_name="Ş" * 200
    )
    tournament.group_rankings.create(kind="team", best=4)
    read = read_pdf(certificates(tournament, 1, of="group-team"))
    page = read.pages[0]
    assert "".join(page_texts(read)[0].split()).count("Ş") == 4 * 200
    bottoms = []

    def visit(_text: str, _cm, tm, _font, size: float) -> None:
        if size:
            bottoms.append(297 - tm[5] / (72 / 25.4))

    page.extract_text(visitor_text=visit)
    words = [each for each in bottoms if each < 260]  # above the lines to sign
    assert max(words) < 60 + 186  # what is lower is not seen (templates/pdf/kept/certificates.css)
