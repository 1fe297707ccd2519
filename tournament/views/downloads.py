"""Documents as HTTP responses."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from tournament.exports.base import PDF, Document
from tournament.exports.list_files import list_file
from tournament.lists.columns import List
from tournament.models import Series, Tournament
from tournament.views.access import Request
from tournament.views.acts import refusals_told


def download(
    request: Request, tournament: Tournament, document: Callable[[], Document]
) -> HttpResponse:
    """Return the document; if it cannot be made, redirect to the papers with the reason."""
    with refusals_told(request):
        return as_response(document())
    return redirect("print", slug=tournament.slug)


def as_file(
    request: Request,
    of: Tournament | Series | None,
    title: str,
    listed: Callable[[], List],
    *,
    key: str = "",
) -> HttpResponse | None:
    """Return a page's list as a file if requested (`?as=csv`, `?as=xlsx`), else None.

    `list` in the address is the key of a list other than the page's main one.
    """
    kind = request.GET.get("as", "")
    if kind not in ("csv", "xlsx") or request.GET.get("list", "") != key:
        return None
    return as_response(list_file(of, title, listed(), as_workbook=kind == "xlsx"))


def as_response(document: Document) -> HttpResponse:
    """Return a response: PDF inline, where one prints it, a workbook as an attachment.

    Never cached on the way: the next one may hold other figures.
    """
    place = "inline" if document.content_type == PDF else "attachment"
    return HttpResponse(
        document.content,
        content_type=document.content_type,
        headers={
            "Content-Disposition": f'{place}; filename="{document.file_name}"',
            "Cache-Control": "no-store",
        },
    )
