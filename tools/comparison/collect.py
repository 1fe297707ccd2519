"""What one commit answers: every page, paper, workbook and file that can be reached by links.

Runs in a checkout of that commit and knows nothing of it but its settings and its table of
addresses: python collect.py FOLDER KNOWN, with KREUZDAME_VAR for the installation. KNOWN is a list
of addresses to ask for besides. Writes answers.json: for each reader and address what came.
"""

import json
import os
import re
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlencode, urljoin, urlsplit

import time_machine

sys.path[:0] = [str(Path.cwd()), str(Path(__file__).parent)]
os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.config.settings"

from data import MADE_AT  # noqa: E402  # found once the path is set
from normal import as_text  # noqa: E402

AT_MOST = 3
"""Addresses opened of one kind (name of the address, tournament, query keys)."""
STEPS = 12
"""Redirects that are followed."""
ENDS = re.compile(r"/(sign-out|admin|i18n)/")


def collect(known: list[str]) -> dict[str, dict[str, str]]:
    """Return the answers to an owner and to a stranger, by address."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0)
    owner, stranger = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    owner.force_login(get_user_model().objects.get(username="leitung"))
    pages = _crawl(owner, ["/", *known])
    return {"owner": pages, "stranger": _crawl(stranger, ["/", *pages])}


def _crawl(client: Any, start: list[str]) -> dict[str, str]:
    waiting, answers = deque(start), {}
    asked: Counter[tuple[object, ...]] = Counter()
    given = set(start)
    while waiting:
        address = waiting.popleft()
        if address in answers:
            continue
        kind = _kind(address)
        if kind is None or (address not in given and asked[kind] >= AT_MOST):
            continue
        asked[kind] += 1
        answers[address], links = _answer(client, address)
        waiting.extend(links)
    return answers


def _kind(address: str) -> tuple[object, ...] | None:
    """Return what addresses of one kind have in common; None for addresses outside the program."""
    from django.urls import Resolver404, resolve

    parts = urlsplit(address)
    if parts.scheme or ENDS.search(parts.path):
        return None
    try:
        found = resolve(parts.path)
    except Resolver404:
        return None
    keys = tuple(sorted(re.findall(r"(?:^|&)([^=&]+)=", parts.query)))
    return found.url_name, found.kwargs.get("slug"), found.kwargs.get("kind"), keys


def _answer(client: Any, address: str) -> tuple[str, list[str]]:
    response = client.get(address, follow=True)
    way = " > ".join(f"{status} {to}" for to, status in response.redirect_chain)
    content = b"".join(response.streaming_content) if response.streaming else response.content
    kind = response.get("Content-Type", "")
    text = f"{response.status_code} {kind} {response.get('Content-Disposition', '')}"
    at = response.redirect_chain[-1][0] if response.redirect_chain else address
    links = list(_links(at, content.decode())) if kind.startswith("text/html") else []
    return f"{text}\n{way}\n{as_text(kind, content)}\n", links


class _Links(HTMLParser):
    """Links of a page, and its GET forms, as they would be sent untouched."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.form: tuple[str, dict[str, str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("a", "link", "iframe") and "href" in given and given.get("rel") != "stylesheet":
            self.found.append(given["href"])
        for name in ("data-address", "data-href", "data-url", "src"):
            if name in given:
                self.found.append(given[name])
        if tag == "form" and given.get("method", "get").lower() == "get":
            self.form = (given.get("action", ""), {})
        if tag == "input" and self.form and given.get("name") and given.get("type") != "checkbox":
            self.form[1].setdefault(given["name"], given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.form:
            action, fields = self.form
            self.found.append(f"{action}?{urlencode(fields)}" if fields else action)
            self.form = None


def _links(address: str, page: str) -> Iterator[str]:
    reader = _Links()
    reader.feed(page)
    for link in reader.found:
        to = urldefrag(urljoin(address, link))[0].removeprefix("http://localhost")
        if to.startswith("/") and not to.startswith("/static/"):
            yield to


if __name__ == "__main__":
    folder, known = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())
    # The computer's uptime stands still as well, else the clock seems moved.
    time.clock_gettime = lambda _clock: 1_000_000.0  # type: ignore[assignment]
    with time_machine.travel(MADE_AT.replace(hour=18), tick=False):
        answers = collect(known)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "answers.json").write_text(json.dumps(answers, ensure_ascii=False, indent=0))
