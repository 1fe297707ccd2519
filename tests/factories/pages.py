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
    return without_tags(re.sub(r"<(script|style).*?</\1>", " ", main[0], flags=re.DOTALL))


def without_tags(html: str) -> str:
    """The words of a part of a page, one space between them."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def cells_of(page: HttpResponse, *left_out: str) -> list[list[str]]:
    """The words in the cells of the first list, row by row; without columns of these classes."""
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
    """The words of a column of the lists on a page, row by row; without a heading the names."""
    told = rf'td [^>]*data-label="{heading}"' if heading else 'th scope="row" class="name"'
    found = re.findall(rf"<{told}[^>]*>(.*?)</t[dh]>", page.content.decode(), re.DOTALL)
    return list(map(without_tags, found))


def messages_of(page: HttpResponse) -> list[str]:
    """The messages on a page that was reached by `follow=True`."""
    return [str(message) for message in page.context["messages"]]
