"""How pages answer: acts with their refusals, forms, lists with their files, documents.

A refusal is shown where the user asked, and nothing typed is lost. A button is a `button`, whose
refusal is a message. A form does its act inside `with refusals_in(form)`, any other page inside
`with show_refusals(request)`: when refused, the view continues after the block.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournament.draw import CannotDraw
from tournament.draw.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.exports.base import PDF, Document
from tournament.exports.list_files import LIST_FILES, list_file
from tournament.labels.findings import finding_sentence
from tournament.labels.refusals import NOT_POSSIBLE, refusal_sentence
from tournament.lists.columns import List
from tournament.models import Cup, League, Ranking, Series, Tournament
from tournament.shared.rules.typed import storable
from tournament.sheets.writes.sheets import SheetRefused
from tournament.tables import ListTable, configured
from tournament.views.access import Request, View

REFUSED = 422
NO_FIELDS: Mapping[str, str] = {}
NAMES_A_PAGE = ("number", "series", "cup", "league", "ranking")
"""URL arguments, beside the tournament, that a button shares with the page it is on."""
REASON = "reason", gettext_lazy("Reason")
"""What is typed beside most buttons."""
LONGEST_ROUND = 4
"""In digits: a number of a round in an address."""
MOST_LINES = 20
"""Of a field, however many lines were typed into it."""
Refusal = Refused | CannotDraw | CannotSeat | SheetRefused


class ShowRefusal:
    """Context manager that ends its block on a refusal; `show` gets its words and its code."""

    def __init__(self, show: Callable[[str, str], object]) -> None:
        self._show = show

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, (*NOT_POSSIBLE, SheetRefused)):
            return False
        self._show(reasons(error), getattr(error, "code", ""))
        return True


def show_refusals(request: Request) -> ShowRefusal:
    """Context manager that turns a refusal into a message."""
    return ShowRefusal(lambda words, _code: messages.error(request, words))


def refusals_in(
    form: BaseForm, field_of: Mapping[str, str] = NO_FIELDS, field: str | None = None
) -> ShowRefusal:
    """Context manager that puts a refusal at the field of its code, or else at `field`."""
    return ShowRefusal(lambda words, code: form.add_error(field_of.get(code, field), words))


def reasons(refusal: Refusal) -> str:
    """Return the sentences that say why something was refused."""
    if isinstance(refusal, SheetRefused):
        return " ".join(finding_sentence(finding) for finding in refusal.findings)
    return refusal_sentence(refusal)


def button(
    page: Callable[[View], View],
    back: str,
    anchor: str = "",
    typed: tuple[str, str | Promise] = REASON,
) -> Callable[[Callable[..., Any]], View]:
    """Decorate the POST-only view of a button, of the tournament or of the installation (`page`).

    What the act returns as text becomes a message. Unless the act returns a response, the view
    redirects to the page of the next act where it was pressed, or else to `back`, at `anchor`.
    What was `typed` beside the button comes back with the refusal: its field, and the label.
    """

    def decorate(act: Callable[..., HttpResponse | str | None]) -> View:
        @require_POST
        @page
        @wraps(act)
        def press(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            is_refused = True
            with show_refusals(request):
                answer = act(request, *args, **kwargs)
                is_refused = False
                if isinstance(answer, HttpResponse):
                    return answer
                if answer:
                    messages.success(request, answer)
            place = {name: kwargs[name] for name in NAMES_A_PAGE if name in kwargs}
            if args:
                place["slug"] = args[0].slug
            pressed = pressed_on(request, args[0]) if args else ""
            way_back = pressed or reverse(back, kwargs=place) + anchor
            return ask_again(request, way_back, typed) if is_refused else redirect(way_back)

        return press

    return decorate


def ask_again(
    request: Request, way_back: str, typed: tuple[str, str | Promise] = REASON
) -> HttpResponse:
    """Show what was typed beside a button that was refused, to be sent again.

    `typed`: its field, and the label. Where nothing was, redirect to `way_back`.
    """
    name, label = typed
    text = storable(request.POST.get(name, ""))
    if not text.strip():
        return redirect(way_back)
    context = {
        "name": name,
        "label": label,
        "text": text,
        "sent": [(other, value) for other, value in sent_in(request) if other != name],
        "way_back": way_back,
        "lines": min(len(text.splitlines()), MOST_LINES),  # more than one need a larger field
    }
    return render(request, "refused.html", context, status=REFUSED)


def sent_in(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the names and values of a form as it was sent, but for its token and passwords."""
    return [
        (name, storable(value))
        for name, values in request.POST.lists()
        for value in values
        if "password" not in name and name != "csrfmiddlewaretoken"
    ]


def pressed_on(request: Request, tournament: Tournament) -> str:
    """Return the address of the page whose next act was pressed; empty for any other button.

    `back` is "overview" or the number of a round (direction/next_acts.html), so it leads nowhere
    else.
    """
    back = request.POST.get("back") or request.GET.get("back", "")
    if back == "overview":
        return reverse("overview", args=[tournament.slug])
    is_round = back.isascii() and back.isdecimal() and len(back) <= LONGEST_ROUND
    return reverse("round", args=[tournament.slug, int(back)]) if is_round else ""


def done(request: Request, sentence: str, page: str, *place: object) -> HttpResponse:
    """Redirect to a page that says what was done."""
    messages.success(request, sentence)
    return redirect(page, *place)


def form_page(request: Request, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Render the page of a form; a form that was posted and gets here was refused."""
    status = REFUSED if request.method == "POST" else 200
    return render(request, template, dict(context), status=status)


def list_page(
    request: Request,
    template: str,
    context: dict[str, Any],
    *,
    of: Series | Cup | League | Ranking | None = None,
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
        if file := as_file(request, whose, table.caption, table.file, key=table.key):
            return file
        configured(request, table)
    status = REFUSED if has_form and request.method == "POST" else 200
    return render(request, template, context, status=status)


def download(
    request: Request, document: Callable[[], Document], page: str, *place: object
) -> HttpResponse:
    """Return the document; if it cannot be made, redirect to a page with the reason."""
    with show_refusals(request):
        return as_response(document())
    return redirect(page, *place)


def as_file(
    request: Request,
    of: Tournament | Series | Cup | League | Ranking | None,
    title: str,
    listed: Callable[[], List],
    *,
    key: str = "",
) -> HttpResponse | None:
    """Return a page's list as a file if requested (`?as=csv`, `?as=xlsx`), else None.

    `list` in the address is the key of a list other than the page's main one.
    """
    kind = request.GET.get("as", "")
    if kind not in LIST_FILES or request.GET.get("list", "") != key:
        return None
    return as_response(list_file(of, title, listed(), kind))


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
