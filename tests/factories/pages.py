"""Shared by tests of pages: a signed-in browser, and what a reader sees of a page."""

import re
from html import unescape

from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import make_owner, make_user
from tournament.models import Role, Tournament


def signed_in(tournament: Tournament | None = None, role: Role | None = None) -> Client:
    """Return a browser with this role, without an account that owns the installation."""
    client = Client()
    client.force_login(make_user(role, tournament) if role else make_owner())
    return client


def text_of(page: HttpResponse) -> str:
    """Return the text of the page's content, without tags, single-spaced."""
    main = re.search(r"<main.*?</main>", page.content.decode(), re.DOTALL)
    assert main is not None
    return without_tags(re.sub(r"<(script|style).*?</\1>", " ", main[0], flags=re.DOTALL))


def without_tags(html: str) -> str:
    """Return the text of a part of a page, without tags, single-spaced."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def figures_in(text: str) -> list[str]:
    """Return the whole numbers of a sentence in their order, with their signs."""
    return re.findall(r"[+−]?\d+", text)


def cells_of(page: HttpResponse, *left_out: str) -> list[list[str]]:
    """Return the cell texts of the first list, row by row; without columns of these classes."""
    body = page.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [
            without_tags(cell)
            for kind, cell in re.findall(
                r'<t[dh](?: scope="row")?(?: class="(\w*)[^"]*")?[^>]*>(.*?)</t[dh]>', row
            )
            if kind not in left_out
        ]
        for row in body.split("<tr")[1:]
    ]


def column_of(page: HttpResponse, heading: str = "") -> list[str]:
    """Return a column of the page's lists, row by row; without a heading the names."""
    told = rf'td [^>]*data-label="{heading}"' if heading else 'th scope="row" class="name"'
    found = re.findall(rf"<{told}[^>]*>(.*?)</t[dh]>", page.content.decode(), re.DOTALL)
    return list(map(without_tags, found))


def messages_of(page: HttpResponse) -> list[str]:
    """Return the messages on a page reached with `follow=True`."""
    return [str(message) for message in page.context["messages"]]
