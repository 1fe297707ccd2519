"""What every file that leaves the program has: a name, a type, and words about its origin."""

from collections.abc import Callable
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


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be: its name (ASCII), its content type, and `render`, which makes its bytes.

    Making it can take seconds and raises `Refused` where the machine lacks something; whoever
    only wants the name does not pay for it. The language in force when rendering is the file's.
    """

    file_name: str
    content_type: str
    render: Callable[[], bytes]


def document(
    of: Tournament | Series | None, name: str, content_type: str, render: Callable[[], bytes]
) -> Document:
    """A document named for its tournament or series: `herbst-sitzliste-runde-2.pdf`.

    Without either it is the installation's.
    """
    stem = slugify(f"{of.slug if of else 'kreuzdame'} {_without_umlauts(name)}")
    if isinstance(of, Tournament) and of.is_rehearsal:
        stem = f"{REHEARSAL}-{stem}"
    return Document(f"{stem}.{ENDINGS[content_type]}", content_type, render)


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


def _without_umlauts(text: str) -> str:
    """German spelling without umlauts, so that a file name keeps its letters."""
    return text.lower().translate(UMLAUTS)
