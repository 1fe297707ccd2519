"""Pages with lists: sorted, paginated and offered as files through the page's address."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from tournament.models import Series
from tournament.tables import ListTable, configured
from tournament.views.access import Request
from tournament.views.acts import REFUSED
from tournament.views.downloads import as_file


def list_page(
    request: Request,
    template: str,
    context: dict[str, Any],
    *,
    of: Series | None = None,
    has_form: bool = False,
) -> HttpResponse:
    """Render a page with the lists in its context, or one of them as a file if requested.

    has_form: what was posted and gets here was refused (422).

    `?as=csv` and `?as=xlsx` return the list of the page, with `&list=` the one with this key. Each
    is sorted by `?sort=`, prefixed with its key (`?payments-sort=`).
    """
    whose = of or getattr(request, "tournament", None)
    for table in context.values():
        if not isinstance(table, ListTable):
            continue
        if table.has_file and (
            file := as_file(request, whose, table.caption, table.file, key=table.key)
        ):
            return file
        configured(request, table)
    status = REFUSED if has_form and request.method == "POST" else 200
    return render(request, template, context, status=status)
