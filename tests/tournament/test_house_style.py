"""The club's own mark and stylesheet: who chooses them, where they are, what they cannot do."""

from io import BytesIO
from unittest.mock import patch

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.urls import reverse
from PIL import Image, ImageFile
from pypdf import PdfReader

from tests.factories.evenings import make_series
from tests.factories.pages import signed_in
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_user
from tests.factories.words import refusal
from tournament.accounts.writes import choose_logo, choose_stylesheet
from tournament.errors import Refused
from tournament.exports.pdf import layout
from tournament.exports.pdf.drawing import sign_width
from tournament.exports.pdf.trial import trial_paper
from tournament.exports.series import series_pdf
from tournament.imports.pictures import LOGO, MOST_BYTES, read_logo
from tournament.models import HouseStyle, JournalEntry, Role
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in
from tournament.series.reads import series_report

pytestmark = pytest.mark.django_db
ADDRESS = "/look/"
ENDLESS = f"p::after, td::after, th::after, h1::after {{ content: '{'x ' * 45_000}' }}"


def drawn(size: tuple[int, int] = (120, 60), colour: str = "#c0392b") -> bytes:
    """Return a picture with clear edges all around."""
    picture = Image.new("RGBA", (size[0] + 40, size[1] + 40), "#00000000")
    picture.paste(Image.new("RGBA", size, colour), (20, 20))
    written = BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


def upload(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("zeichen.png", content)


def test_mark_is_cut_to_its_ink_and_small() -> None:
    made_of = Image.open(BytesIO(read_logo(drawn((1200, 600)))))
    assert (made_of.format, made_of.size) == ("PNG", (LOGO[0], LOGO[1] // 2))
    noise = Image.effect_noise((900, 900), 90).convert("RGB")
    written = BytesIO()
    noise.save(written, "PNG")
    photo = read_logo(written.getvalue())
    assert Image.open(BytesIO(photo)).mode == "P"
    assert len(photo) < 5 * MOST_BYTES


def test_mark_read_as_carefully_as_any_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    # WeasyPrint accepts half pictures; it is not loaded in the process that reads these.
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", False)
    for content in (b"", b"<svg/>", drawn()[:60]):
        with pytest.raises(Refused) as refused:
            read_logo(content)
        assert refused.value.code == "picture_unreadable"


def test_owner_chooses_and_takes_away_the_mark() -> None:
    client = signed_in()
    assert client.post(ADDRESS, {"logo": upload(drawn())}).status_code == 302
    style = HouseStyle.objects.get()
    address = reverse("club-mark", args=[style.digest])
    assert client.get(address).content == bytes(style.logo)
    assert "immutable" in client.get(address)["Cache-Control"]
    assert client.get(reverse("club-mark", args=["0" * 16])).status_code == 404
    assert address in client.get(ADDRESS).content.decode()
    client.post(ADDRESS, {"stylesheet": ""})  # another save leaves it
    assert HouseStyle.objects.get().digest == style.digest
    client.post(ADDRESS, {"no_logo": "on"})
    assert (HouseStyle.objects.get().digest, bytes(HouseStyle.objects.get().logo)) == ("", b"")
    acts = JournalEntry.objects.filter(tournament=None).order_by("pk")
    chosen = [each for each in acts.values_list("action", flat=True) if each.startswith("logo")]
    assert chosen == ["logo_chosen", "logo_removed"]


def test_no_picture_is_refused_at_its_field_and_what_was_typed_stays() -> None:
    answer = signed_in().post(
        ADDRESS, {"logo": upload(b"<svg/>"), "stylesheet": "p { color: red }"}
    )
    form = answer.context["form"]
    assert form.errors == {"logo": [refusal("picture_unreadable")]}
    assert form["stylesheet"].value() == "p { color: red }"
    assert not HouseStyle.objects.exists()


def test_direction_of_a_tournament_chooses_nothing(client) -> None:
    client.force_login(make_user(Role.DIRECTION, make_drawn_tournament(8)))
    assert client.get(ADDRESS).status_code == 403
    assert client.post(ADDRESS, {"logo": upload(drawn())}).status_code == 403
    assert not HouseStyle.objects.exists()


def test_mark_is_on_papers_phones_and_welcome_screen(client) -> None:
    tournament = make_drawn_tournament(8)
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    phone = reverse("phone", args=[tournament.phone_code])

    def images(key: str) -> int:
        return len(read_pdf(made(key, tournament)).pages[0].images)

    before = {key: images(key) for key in ("participants", "proof", "tags")}
    assert set(before.values()) == {0}
    assert "/mark/" not in client.get(phone).content.decode()
    choose_logo(COMMAND_LINE, read_logo(drawn()))
    assert all(images(key) for key in before)
    assert client.get(phone).content.decode().count("/mark/") == 1
    welcome = render_to_string("stage/welcome.html", {"tournament": tournament})
    assert welcome.count("/mark/") == 1


@pytest.mark.parametrize(
    ("size", "wide"),
    [((100, 100), 11.0), ((100, 300), 11.0), ((200, 100), 22.0), ((900, 90), 34.0)],
)
def test_wide_mark_has_more_room_on_lists(size: tuple[int, int], wide: float) -> None:
    assert sign_width(drawn(size=(size[0] - 40, size[1] - 40)), 11, 34) == wide


def test_lists_without_a_mark_have_the_sign_in_its_square() -> None:
    assert sign_width(b"", 11, 34) == 11


def test_mark_is_on_papers_of_a_series() -> None:
    report = series_report(make_series(make_drawn_tournament(8)))

    def images() -> int:
        return len(read_pdf(series_pdf(report)).pages[0].images)

    assert images() == 0
    choose_logo(COMMAND_LINE, read_logo(drawn()))
    assert images() == 1


def test_stylesheet_wins_over_ours_and_loads_nothing() -> None:
    tournament = make_drawn_tournament(8)
    plain = page_texts(read_pdf(made("proof", tournament)))
    assert "Fuchs!" not in plain[0]
    loads = f"url('file:///etc/passwd'), url('https://example.org/x.png'), url('{__file__}')"
    choose_stylesheet(
        COMMAND_LINE,
        f"@import 'https://example.org/x.css'; body {{ background: {loads} }} "
        "h1::after { content: ' Fuchs!' }",
    )
    dressed = read_pdf(made("proof", tournament))
    assert "Fuchs!" in page_texts(dressed)[0]
    assert not dressed.pages[0].images


def test_stylesheet_that_ends_its_element_is_refused() -> None:
    answer = signed_in().post(ADDRESS, {"stylesheet": "p {} </style><h1>x</h1>"})
    assert answer.context["form"].errors == {"stylesheet": [refusal("stylesheet_is_no_css")]}
    assert not HouseStyle.objects.exists()


def test_stylesheet_that_takes_too_long_is_refused_before_it_counts() -> None:
    with patch.object(layout, "SECONDS", 1):
        answer = signed_in().post(ADDRESS, {"stylesheet": ENDLESS})
    assert answer.context["form"].errors == {"stylesheet": [refusal("paper_takes_too_long")]}
    assert not HouseStyle.objects.exists()


def test_trial_is_a_paper_of_nobody() -> None:
    answer = signed_in().get(f"{ADDRESS}trial/")
    assert "Änne Łukasz" in page_texts(PdfReader(BytesIO(answer.content)))[1]
    assert trial_paper(read_logo(drawn()), "").content != answer.content
