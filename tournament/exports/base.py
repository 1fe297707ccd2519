"""What every file that leaves the program has: a name, a type, and words about its origin."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify

from tournament.models import Series, Tournament

CSV = "text/csv"
HTML = "text/html; charset=utf-8"
JSON = "application/json"
PDF = "application/pdf"
ZIP = "application/zip"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ENDINGS = {CSV: "csv", HTML: "html", JSON: "json", PDF: "pdf", XLSX: "xlsx", ZIP: "zip"}
REHEARSAL = "PROBE"
"""Stands on every print of a rehearsal, in every language, and before the name of every file."""
UMLAUTS = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue", ord("ß"): "ss"}
"""As German spells them without, so that the name of a file keeps its letters."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file: its name (ASCII), its content type and its bytes, in the language in force."""

    file_name: str
    content_type: str
    content: bytes


def document(
    of: Tournament | Series | None, name: str, content_type: str, content: bytes
) -> Document:
    """A document named for its tournament or series: `herbst-sitzliste-runde-2.pdf`.

    Without either it is the installation's.
    """
    stem = slugify(f"{of.slug if of else 'kreuzdame'} {name.lower().translate(UMLAUTS)}")
    if isinstance(of, Tournament) and of.is_rehearsal:
        stem = f"{REHEARSAL}-{stem}"
    return Document(f"{stem}.{ENDINGS[content_type]}", content_type, content)


@dataclass(frozen=True, slots=True)
class Imprint:
    """What stands on every page: which tournament, what this is, how sure it is, and when made.

    All of it is text as it is shown; `occasion` is the date and place, either may be missing.
    `caution` is what nobody may overlook: it stands below the title. A rehearsal has its word
    before the title and across every page.
    """

    tournament: str
    occasion: str
    title: str
    status: str
    printed: str
    caution: str = ""
    is_rehearsal: bool = False


def imprint(
    tournament: Tournament,
    title: str,
    status: str = "",
    now: datetime | None = None,
    *,
    caution: str = "",
) -> Imprint:
    """The imprint in the language in force; `now` is the time of printing."""
    return Imprint(
        tournament=tournament.name,
        occasion=occasion(tournament),
        title=f"{REHEARSAL} · {title}" if tournament.is_rehearsal else title,
        status=status,
        printed=printing_time(now),
        caution=caution,
        is_rehearsal=tournament.is_rehearsal,
    )


def occasion(tournament: Tournament) -> str:
    """Date and place, as far as they are known: "7. November 2026, Duisburg"."""
    date = date_format(tournament.date, "DATE_FORMAT") if tournament.date else ""
    return ", ".join(filter(None, (date, tournament.place)))


def printing_time(now: datetime | None = None) -> str:
    """Date and time in the hall, to the minute."""
    return date_format(timezone.localtime(now), "DATETIME_FORMAT")
