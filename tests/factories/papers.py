"""Reading our own files back."""

import re
from io import BytesIO
from urllib.parse import urlencode

import pytest
import weasyprint
from openpyxl import Workbook, load_workbook
from pypdf import PdfReader

from tests.factories.addresses import Scene
from tournament.exports.base import Document
from tournament.exports.paper import Paper
from tournament.exports.papers import PAPERS, Asked, Reader
from tournament.exports.pdf.drawing import Drawing, DrawnPages
from tournament.models import Protest, Round, Tournament
from tournament.permissions import COMMAND_LINE

A4 = (595, 842)


def made(key: str, of: Tournament | Round, **given: object) -> Document:
    """Make a paper of a tournament or of a round, with these parameters in its address."""
    tournament, number = (of.tournament, of.number) if isinstance(of, Round) else (of, None)
    return PAPERS[key].made(Asked(Reader(COMMAND_LINE, tournament), number, given))


def without_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave papers blank where it is asked who may have them: other tests read them."""
    without_html(monkeypatch)
    monkeypatch.setattr(DrawnPages, "_draw", lambda _pages, _drawing: None)


def without_html(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave those papers blank that are laid out of HTML."""
    monkeypatch.setattr(weasyprint.HTML, "write_pdf", lambda *_given, **_named: b"%PDF-1.7")


def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let papers be the words on them, neither laid out nor drawn: other tests look at them."""
    monkeypatch.setattr(weasyprint.HTML, "write_pdf", _words_laid_out)
    monkeypatch.setattr(DrawnPages, "_draw", _note_words)
    monkeypatch.setattr(DrawnPages, "document", _words_drawn)


def _words_laid_out(paper: weasyprint.HTML, *_given: object, **_named: object) -> bytes:
    return " ".join(paper.etree_element.itertext()).encode()


def _note_words(pages: DrawnPages, drawing: Drawing) -> None:
    vars(pages).setdefault("words", []).extend(each.text for each in drawing.words)


def _words_drawn(pages: DrawnPages, name: str = "") -> Document:
    return pages._head.document(" ".join(vars(pages)["words"]).encode(), name)


def read_pdf(document: Document) -> PdfReader:
    """Render the document and open it again."""
    return PdfReader(BytesIO(document.content))


def page_texts(pdf: PdfReader) -> list[str]:
    """Return the text of each page, with white space collapsed."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in pdf.pages]


def page_sizes(pdf: PdfReader) -> set[tuple[int, int]]:
    """Return width and height of the pages in points."""
    return {(round(page.mediabox.width), round(page.mediabox.height)) for page in pdf.pages}


def font_names(pdf: PdfReader) -> dict[str, bool]:
    """Return every font without its subset mark, and whether it is embedded."""
    fonts: dict[str, bool] = {}
    for page in pdf.pages:
        for reference in page["/Resources"]["/Font"].values():
            font = reference.get_object()
            descendant = font.get("/DescendantFonts", [font])[0].get_object()
            descriptor = descendant["/FontDescriptor"].get_object()
            name = str(font["/BaseFont"]).lstrip("/").partition("+")[2]
            fonts[name] = any(key.startswith("/FontFile") for key in descriptor)
    return fonts


def read_workbook(document: Document) -> Workbook:
    """Render the workbook and open it as a program that calculates nothing sees it."""
    return load_workbook(BytesIO(document.content), data_only=True)


def paper_address(paper: Paper, scene: Scene) -> str:
    """Return the address of a paper of a scene, with the parameters it needs."""
    protest = Protest.objects.filter(table__round__tournament=scene.tournament).first()
    named = {
        "kind": "club",
        "player": scene.tournament.entries.values_list("pk", flat=True)[0],
        "protest": protest.pk if protest else "",
    }
    query = urlencode({name: named[name] for name in paper.asks if name in named})
    number = scene.round.number if paper.of_round else None
    return f"{paper.address(scene.tournament, number)}?{query}"
