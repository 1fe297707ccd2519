"""Doing what a button asks for: a refusal becomes a message, never a lost page."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages

from tournament.core.draw import CannotDraw
from tournament.core.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.labels.draw_refusals import cannot_draw_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.table_sizes import cannot_seat_sentence
from tournament.views.access import Request

Outcome = TypeVar("Outcome")


def attempt(request: Request, act: Callable[[], Outcome]) -> Outcome | None:
    """What the service returns; None when it refuses, with the reason as a message."""
    try:
        return act()
    except Refused as refusal:
        messages.error(request, refusal_sentence(refusal))
    except CannotSeat as error:
        messages.error(request, cannot_seat_sentence(error))
    except CannotDraw as error:
        messages.error(request, cannot_draw_sentence(error))
    return None
