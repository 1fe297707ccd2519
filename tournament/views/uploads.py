"""Uploaded files."""

from http import HTTPStatus
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_not_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.accounts.reads.accounts import most_bytes, most_megabytes
from tournament.errors import Refused
from tournament.imports.base import MAX_MEGABYTES, MEGABYTE


def read_upload(upload: UploadedFile) -> bytes:
    """Return the bytes of a list; refused if too large to hold in memory ("file_too_large")."""
    if (upload.size or 0) > MAX_MEGABYTES * MEGABYTE:
        raise Refused("file_too_large", megabytes=MAX_MEGABYTES)
    data: bytes = upload.read()
    return data


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
