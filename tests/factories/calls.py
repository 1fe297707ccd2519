"""Complaints as a browser sends them, for tests."""

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tournament.models import GameTable


def call_address(table: GameTable) -> str:
    """Return the page of a new complaint at a table."""
    slug = table.round.tournament.slug
    place = f"?round={table.round.number}&table={table.number}"
    return reverse("call-new", args=[slug]) + place


def complain(client: Client, table: GameTable, **fields: object) -> HttpResponse:
    """View the decision, then enter it; return the refused page where it is refused."""
    address = call_address(table)
    preview = client.post(address, {**fields, "action": "preview"})
    if preview.status_code != 200:
        return preview
    booking = {**fields, "action": "log", "previewed": preview.context["previewed"]}
    return client.post(address, booking, follow=True)
