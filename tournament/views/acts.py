"""Carrying out requests: a refusal is shown where the user asked, and nothing typed is lost.

A button is a `button`, whose refusal is a message. A form does its act inside `with
refusals_in(form)`, any other page inside `with refusals_told(request)`: when refused, the view
continues after the block.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.draw import CannotDraw
from tournament.draw.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.labels.findings import finding_sentence
from tournament.labels.refusals import NOT_POSSIBLE, refusal_sentence
from tournament.sheets.writes.sheets import SheetRefused
from tournament.views.access import Request, View

REFUSED = 422
NO_FIELDS: Mapping[str, str] = {}
NAMES_A_PAGE = ("number", "series")
"""URL arguments, beside the tournament, that a button shares with the page it is on."""
Refusal = Refused | CannotDraw | CannotSeat | SheetRefused


class Told:
    """Context manager that ends its block on a refusal and passes the refusal to `tell`."""

    def __init__(self, tell: Callable[[Refusal], None]) -> None:
        self._tell = tell

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, (*NOT_POSSIBLE, SheetRefused)):
            return False
        self._tell(error)
        return True


def refusals_told(request: Request) -> Told:
    """Context manager that turns a refusal into a message."""
    return Told(lambda refusal: messages.error(request, said(refusal)))


def refusals_in(
    form: BaseForm, field_of: Mapping[str, str] = NO_FIELDS, field: str | None = None
) -> Told:
    """Context manager that puts a refusal at the field of its code, or else at `field`."""
    return Told(
        lambda refusal: form.add_error(
            field_of.get(getattr(refusal, "code", ""), field), said(refusal)
        )
    )


def said(refusal: Refusal) -> str:
    """Return the sentences that say why something was refused."""
    if isinstance(refusal, SheetRefused):
        return " ".join(finding_sentence(finding) for finding in refusal.findings)
    return refusal_sentence(refusal)


def button(page: Callable[[View], View], back: str) -> Callable[[Callable[..., Any]], View]:
    """Decorate the POST-only view of a button, of the tournament or of the installation (`page`).

    What the act returns as text becomes a message. Unless the act returns a response, the view
    redirects to the page `back`.
    """

    def decorate(act: Callable[..., HttpResponse | str | None]) -> View:
        @require_POST
        @page
        @wraps(act)
        def press(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
            with refusals_told(request):
                answer = act(request, *args, **kwargs)
                if isinstance(answer, HttpResponse):
                    return answer
                if answer:
                    messages.success(request, answer)
            place = {name: kwargs[name] for name in NAMES_A_PAGE if name in kwargs}
            if args:
                place["slug"] = args[0].slug
            return redirect(reverse(back, kwargs=place))

        return press

    return decorate


def form_page(request: Request, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Render the page of a form; a form that was posted and gets here was refused."""
    status = REFUSED if request.method == "POST" else 200
    return render(request, template, dict(context), status=status)
