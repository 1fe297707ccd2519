"""What tests of pages share: a browser that is signed in, and what a reader sees of a page."""

import re
from html import unescape

from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import make_owner, make_user
from tournament.models import Role, Tournament


def signed_in(tournament: Tournament | None = None, role: Role | None = None) -> Client:
    """A browser of somebody with this role, without one of an owner of the installation."""
    client = Client()
    client.force_login(make_user(role, tournament) if role else make_owner())
    return client


def text_of(page: HttpResponse) -> str:
    """The words of the page's content, without tags, one space between them."""
    main = re.search(r"<main.*?</main>", page.content.decode(), re.DOTALL)
    assert main is not None
    words = re.sub(r"<(script|style).*?</\1>", " ", main[0], flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", words)).split())


def messages_of(page: HttpResponse) -> list[str]:
    """The messages on a page that was reached by `follow=True`."""
    return [str(message) for message in page.context["messages"]]
