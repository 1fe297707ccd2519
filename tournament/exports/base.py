"""Common to all exported files: name, content type, and words about their origin."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify

from tournament.models import Cup, League, Ranking, Series, Tournament
from tournament.shared.reads.house_style import house_style
from tournament.shared.rules.names import UMLAUTS

CSV = "text/csv"
HTML = "text/html; charset=utf-8"
JSON = "application/json"
PDF = "application/pdf"
VCARD = "text/vcard; charset=utf-8"
ZIP = "application/zip"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ENDINGS = {CSV: "csv", HTML: "html", JSON: "json", PDF: "pdf", XLSX: "xlsx", ZIP: "zip"}
ENDINGS |= {VCARD: "vcf"}
REHEARSAL = "PROBE"
"""Printed on every paper of a rehearsal, in every language, and prefixed to every file name."""


Held = Tournament | Series | Cup | League | Ranking
"""What has papers and files of its own."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file: its name (ASCII), its content type and its bytes, in the current language."""

    file_name: str
    content_type: str
    content: bytes


def document(of: Held | None, name: str, content_type: str, content: bytes) -> Document:
    """Return a document named like `herbst-sitzliste-runde-2.pdf`; without `of`: `kreuzdame-…`."""
    stem = slugify(f"{of.slug if of else 'kreuzdame'} {name.casefold().translate(UMLAUTS)}")
    if isinstance(of, Tournament) and of.is_rehearsal:
        stem = f"{REHEARSAL}-{stem}"
    return Document(f"{stem}.{ENDINGS[content_type]}", content_type, content)


@dataclass(frozen=True, slots=True)
class Imprint:
    """What is printed on every page; nobody may overlook the `caution` below the title.

    logo: the club's own mark as a PNG. stylesheet: its own, for papers one keeps. of: whose paper
    it is; name: that of its file.
    """

    tournament: str
    occasion: str
    title: str
    status: str
    printed: str
    caution: str = ""
    is_rehearsal: bool = False
    logo: bytes = b""
    stylesheet: str = ""
    of: Held | None = None
    name: str = ""

    def document(self, content: bytes, name: str = "") -> Document:
        """Return the paper with this head as a file, `name` if it is called otherwise."""
        return document(self.of, name or self.name, PDF, content)

    @property
    def named(self) -> str:
        """The tournament with day and place, as they stand in one line."""
        return " · ".join(filter(None, (self.tournament, self.occasion)))


def imprint(tournament: Tournament, title: str, status: str = "", *, caution: str = "") -> Imprint:
    """Return `plain_imprint` with the club's mark and stylesheet, for papers. One query."""
    return dressed(replace(plain_imprint(tournament, title, status), caution=caution))


def dressed(head: Imprint) -> Imprint:
    """Return the imprint with the mark and stylesheet of this installation, for papers. One query.

    They are those of whoever prints, so papers of a series of several clubs have them as well.
    """
    style = house_style()
    return replace(head, logo=bytes(style.logo), stylesheet=style.stylesheet)


def plain_imprint(
    tournament: Tournament, title: str, status: str = "", now: datetime | None = None
) -> Imprint:
    """Return the imprint in the current language; `now` is the time of printing."""
    day = date_format(tournament.date, "DATE_FORMAT") if tournament.date else ""
    occasion = ", ".join(filter(None, (day, tournament.place)))
    titled = f"{REHEARSAL} · {title}" if tournament.is_rehearsal else title
    return Imprint(
        tournament.name,
        occasion,
        titled,
        status,
        printing_time(now),
        is_rehearsal=tournament.is_rehearsal,
        of=tournament,
        name=title,
    )


def head_of(of: Held | None, named: str, title: str, about: str = "") -> Imprint:
    """Return the imprint of another paper: of a competition, its season or what is `about` it."""
    return Imprint(named, about, title, "", printing_time(), of=of, name=title)


def printing_time(now: datetime | None = None) -> str:
    """Return date and time in the hall, to the minute."""
    return date_format(timezone.localtime(now), "DATETIME_FORMAT")
