"""Uploaded lists: what may be sent, their bytes, and choosing their columns by hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_not_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.accounts.reads import most_bytes, most_megabytes
from tournament.errors import Refused
from tournament.imports.apart import read_apart
from tournament.imports.letters import CODECS, UNSURE, read_letters
from tournament.imports.tables import MAX_MEGABYTES, MEGABYTE, TextRow, heading_at, remembered
from tournament.labels.people import remembered_words
from tournament.people.reads.players import known_headings
from tournament.views.access import Request

SAMPLES = 3
Table = TypeVar("Table")
Packed = Mapping[str, Any]
"""A list as JSON; with `BYTES` of a file whose letters are unsure, and the `EDITS` made since."""
BYTES, EDITS = "bytes", "edits"


def column_choice(
    request: Request,
    heading: TextRow,
    rows: Sequence[TextRow],
    holds: Iterable[str],
    choices: dict[str, str | Promise],
    *,
    has_heading: bool,
) -> dict[str, object]:
    """Return the context of `components/columns.html`.

    `holds`: what each column is known to contain; a choice that was posted is kept. Empty columns
    are left out.
    """
    is_sent = "columns" in request.POST
    titles = dict(enumerate(heading.cells))
    below = heading_at(rows)
    first = heading if heading.cells or not rows else rows[below]
    columns = []
    for at, known in enumerate(holds):
        texts = [row.cells[at] for row in rows if at < len(row.cells) and row.cells[at]]
        title = titles.get(at, "")
        if texts or title:
            chosen = request.POST.get(f"column-{at}", known)
            columns.append((at, title, texts[:SAMPLES], chosen))
    return {
        "columns": columns,
        "choices": choices.items(),
        "heading": heading.text,
        "heading_row": first.text,
        "has_heading": "heading" in request.POST if is_sent else has_heading,
    }


def remembered_sentence(explained: Mapping[str, str], words: Mapping[str, str | Promise]) -> str:
    """Say which headings of a list, columns by title, mean what was remembered of earlier ones."""
    known = known_headings() if explained else {}
    return remembered_words(remembered(explained, known), words)


def read_upload(upload: UploadedFile) -> bytes:
    """Return the bytes of a list; refused if too large to hold in memory ("file_too_large")."""
    if (upload.size or 0) > MAX_MEGABYTES * MEGABYTE:
        raise Refused("file_too_large", megabytes=MAX_MEGABYTES)
    data: bytes = upload.read()
    return data


def kept_bytes(data: bytes, letters: str) -> Packed:
    """Return what is kept of a file to read it in another encoding; nothing if none is asked.

    A sign for each byte: packed with the list it takes a third of what base64 does.
    """
    return {BYTES: data.decode("latin-1"), EDITS: []} if letters == UNSURE else {}


def kept_with(packed: Packed, edit: Packed) -> Packed:
    """Return what is kept of a file together with one more edit of its list."""
    return {BYTES: packed[BYTES], EDITS: [*packed[EDITS], edit]} if BYTES in packed else {}


def read_again(
    read: Callable[[bytes, Mapping[str, str], str], Table],
    edited: Callable[[Table, Packed], Table],
    packed: Packed,
    letters: str,
) -> Table:
    """Return a list read in the chosen encoding, with the edits made so far."""
    table = read_apart(read, packed[BYTES].encode("latin-1"), known_headings(), letters)
    for edit in packed[EDITS]:
        table = edited(table, edit)
    return table


def letters_choice(packed: Packed) -> list[tuple[str, str]]:
    """Return each encoding that a list may have if that is unsure, with some lines read so."""
    if BYTES not in packed:
        return []
    texts = {how: read_letters(packed[BYTES].encode("latin-1"), how).text for how in CODECS}
    return [
        (
            how,
            " · ".join(islice((line for line in text.splitlines() if not line.isascii()), SAMPLES)),
        )
        for how, text in texts.items()
    ]


@login_not_required
@never_cache
@require_safe
def may_send(request: HttpRequest) -> HttpResponse:
    """Tell a proxy (deploy/Caddyfile) whether to accept a large body before it reads any of it.

    The proxy names the requested address and the length in bytes. 413 in words if that exceeds what
    the user signed in by these cookies may send there.
    """
    path = urlsplit(request.headers.get("X-Forwarded-Uri", "")).path
    length = request.headers.get("X-Length", "")
    most = most_bytes(request.user, path)
    if length.isdecimal() and int(length) <= most:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"megabytes": most_megabytes(most)}
    return render(request, "413.html", context, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
