"""Doing what a button asks for: a refusal becomes a message, never a lost page."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import render

from tournament.errors import Refused
from tournament.labels.refusals import NOT_POSSIBLE, refusal_sentence
from tournament.views.access import Request

REFUSED = 422
NO_FIELDS: Mapping[str, str] = {}
Outcome = TypeVar("Outcome")


def attempt(request: Request, act: Callable[[], Outcome]) -> Outcome | None:
    """What the service returns; None when it refuses, with the reason as a message."""
    try:
        return act()
    except NOT_POSSIBLE as refusal:
        messages.error(request, refusal_sentence(refusal))
    return None


def accepted(
    form: BaseForm, act: Callable[[], object], field_of: Mapping[str, str] = NO_FIELDS
) -> bool:
    """Whether the service does it; else the reason stands in the form, beside its field if any."""
    try:
        act()
    except Refused as refusal:
        form.add_error(field_of.get(refusal.code), refusal_sentence(refusal))
        return False
    return True


def form_page(request: Request, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """The page of a form; sent and still here, it was refused."""
    status = REFUSED if request.method == "POST" else 200
    return render(request, template, dict(context), status=status)
