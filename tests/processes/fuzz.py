"""Hostile input against the program in its own process: forms, JSON, uploads, broken requests.

usage: python -m tests.processes.fuzz COUNT [SEED]

Every input comes from the seed. The targets are what the pages offer to an owner, so a new page is
covered without a change here. Prints which answers were errors 5xx, the server's peak memory, and
how long another user waited for a page meanwhile.
"""

import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from urllib.parse import quote, urljoin, urlsplit

from tests.factories.hostile_files import HOSTILE_FILES
from tests.processes.hall import command, drawn_hall, running, sessions

MOST_PAGES = 150
START = ("/", "/t/halle/players/import/")
LEFT_ALONE = ("/sign-out/", "/password/", "/static/", "/delete/", "/admin/")
ODD = (
    "",
    "\0",
    "\ud800",
    "-1",
    "²",
    "9" * 400,
    "1e999",
    "NaN",
    "<script>alert(1)</script>",
    "=1+1",
    "' OR 1=1 --",
    "{{7*7}}",
    "../../etc/passwd",
    "\r\nSet-Cookie: x=1",
    "ä" * 5000,
    "\u202e" * 50,
    "٣",
    "0x1F",
    " ",
    "true",
    "[]",
)
PAGE = b"<!doctype html"
FORM, BOUNDARY = "application/x-www-form-urlencoded", "edge"


@dataclass(frozen=True)
class Target:
    """A place to send to, and what its page would send there."""

    path: str
    fields: tuple[tuple[str, str], ...] = ()
    has_file: bool = False


@dataclass
class Report:
    """The outcome. targets: number of places; memory: megabytes; slowest: seconds."""

    targets: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    memory: float = 0.0
    slowest: float = 0.0


class _Page(HTMLParser):
    def __init__(self, path: str, page: str) -> None:
        super().__init__()
        self._path, self._form = path, ""
        self.links: list[str] = []
        self.forms: dict[str, dict[str, str]] = {}
        self.files: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "a" and told.get("href", "").startswith("/"):
            self.links.append(urlsplit(told["href"]).path)
        if tag == "form":
            self._form = urlsplit(urljoin(self._path, told.get("action", ""))).path
            self.forms.setdefault(self._form, {})
        if "name" in told and self._form and told["name"] != "csrfmiddlewaretoken":
            self.forms[self._form].setdefault(told["name"], told.get("value", ""))
            if told.get("type") == "file":
                self.files.add(self._form)


class Attacker:
    """A signed-in owner who sends what no page would."""

    def __init__(
        self, server: str, session: str, random: Random, files: Sequence[bytes] = ()
    ) -> None:
        place = urlsplit(server)
        self._host, self._port = place.hostname or "", place.port
        self._cookies = f"sessionid={session}; csrftoken={'a' * 32}"
        self._random = random
        self._files = files

    def targets(self, most_pages: int) -> list[Target]:
        """Return what the pages link to and send to, found by reading them."""
        seen, waiting, found = {*START}, [*START], {}
        while waiting and len(seen) < most_pages:
            path = waiting.pop(0)
            content = self.send("GET", path)[1]
            is_page = content.lstrip().lower().startswith(PAGE)  # else a paper or a workbook
            page = _Page(path, content.decode() if is_page else "")
            found.setdefault(path, Target(path))
            for to, fields in page.forms.items():
                found[to] = Target(to, tuple(fields.items()), to in page.files)
            new = [each for each in dict.fromkeys(page.links) if each not in seen]
            new = [each for each in new if not each.startswith(LEFT_ALONE)]
            seen.update(new)
            waiting += new
        return [
            each for each in found.values() if not any(part in each.path for part in LEFT_ALONE)
        ]

    def attack(self, target: Target) -> tuple[int, str]:
        """Send one random input; return the status of its answer (0 without one) and the input."""
        kind = self._random.choice((self._form, self._form, self._json, self._upload, self._query))
        method, path, body, content = kind(target)
        status, _ = self.send(method, path, body, content)
        return status, f"{method} {path} {content} {body[:200]!r}"

    def send(
        self, method: str, path: str, body: bytes = b"", content: str = FORM
    ) -> tuple[int, bytes]:
        """Send it on a connection of its own."""
        connection = HTTPConnection(self._host, self._port, timeout=60)
        headers = {"Cookie": self._cookies, "X-CSRFToken": "a" * 32, "Content-Type": content}
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (HTTPException, OSError):
            return 0, b""  # refused while it was being sent
        finally:
            connection.close()

    def _odd(self) -> str:
        if self._random.random() < 0.7:
            return self._random.choice(ODD)
        letters = (
            chr(self._random.randrange(1, 0x3000)) for _ in range(self._random.randrange(40))
        )
        return "".join(letters)

    def _fields(self, target: Target) -> dict[str, str]:
        """Return the usual fields, some of them odd, perhaps one nobody asked for."""
        share = self._random.choice((0.1, 0.3, 1.0))
        fields = {
            name: self._odd() if self._random.random() < share else value
            for name, value in target.fields
        }
        if self._random.random() < 0.2:
            fields[self._odd()] = self._odd()
        return fields

    def _form(self, target: Target) -> tuple[str, str, bytes, str]:
        return "POST", target.path, _encoded(self._fields(target)).encode(), FORM

    def _query(self, target: Target) -> tuple[str, str, bytes, str]:
        asked = ("q", "page", "show", "table", "sort", "next", "kind", "after", "player")
        fields = dict.fromkeys(self._random.sample(asked, 3), self._odd())
        return "GET", f"{target.path}?{_encoded(fields)}", b"", FORM

    def _json(self, target: Target) -> tuple[str, str, bytes, str]:
        body = json.dumps(self._value(4)).encode()
        if self._random.random() < 0.3:
            body = self._damaged(body)
        if self._random.random() < 0.05:
            body = b"[" * 30_000
        return "POST", target.path, body, "application/json"

    def _value(self, depth: int) -> object:
        kinds = (None, True, -1, 10**30, 1.5, [], {}, self._odd())
        if not depth or self._random.random() < 0.3:
            return self._random.choice(kinds)
        names = (
            "kind",
            "fields",
            "totals",
            "table",
            "based_on",
            "window",
            "draft",
            "id",
            "answers",
        )
        if self._random.random() < 0.3:
            return [self._value(depth - 1) for _ in range(self._random.randrange(5))]
        return {name: self._value(depth - 1) for name in self._random.sample(names, 5)}

    def _upload(self, target: Target) -> tuple[str, str, bytes, str]:
        file = self._damaged(self._random.choice(self._files)[:100_000])
        if self._random.random() < 0.02:
            file = self._random.choice(self._files)
        name = self._odd().encode(errors="replace").replace(b"\r\n", b"")[:200]
        parts = [
            b'--%b\r\nContent-Disposition: form-data; name="%b"\r\n\r\n%b\r\n'
            % (BOUNDARY.encode(), key.encode(errors="replace"), text.encode(errors="replace"))
            for key, text in self._fields(target).items()
        ]
        head = b'--%b\r\nContent-Disposition: form-data; name="file"; filename="%b"\r\n\r\n'
        body = b"".join(parts) + head % (BOUNDARY.encode(), name) + file
        if self._random.random() < 0.8:
            body += f"\r\n--{BOUNDARY}--\r\n".encode()
        return "POST", target.path, body, f"multipart/form-data; boundary={BOUNDARY}"

    def _damaged(self, data: bytes) -> bytes:
        changed = bytearray(data or b"x")
        for _ in range(self._random.randrange(1, 6)):
            changed[self._random.randrange(len(changed))] = self._random.randrange(256)
        return bytes(changed[: self._random.randrange(1, len(changed) + 1)])


def _encoded(fields: dict[str, str]) -> str:
    def quoted(text: str) -> str:
        return quote(text.encode(errors="surrogatepass"))

    return "&".join(f"{quoted(name)}={quoted(text)}" for name, text in fields.items())


@contextmanager
def _neighbour(attacker: Attacker, path: str, report: Report) -> Iterator[None]:
    """Load a page again and again meanwhile, as another user."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.2):
            start = time.monotonic()
            attacker.send("GET", path)
            report.slowest = max(report.slowest, time.monotonic() - start)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield
    finally:
        over.set()
        looking.join()


def megabytes(process: int) -> float:
    """Return a process's peak memory so far; 0 where the system does not say (no Linux)."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def has_ended(process: int) -> bool:
    """Return whether a child of this process has ended, without reaping it."""
    if not hasattr(os, "waitid"):
        return False  # Windows
    return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def attacked(
    var: Path, count: int, seed: str, files: Sequence[bytes], most_pages: int = MOST_PAGES
) -> Report:
    """Send so many random inputs to the installation in `var`, with these files as uploads."""
    random, report = Random(seed), Report()
    mine, others = sessions(var, 2)
    with running(var) as (server, process):
        attacker = Attacker(server, mine, random, files)
        targets = attacker.targets(most_pages)
        report.targets = len(targets)
        uploads = [each for each in targets if each.has_file]
        with _neighbour(Attacker(server, others, random), "/t/halle/", report):
            for _ in range(count):
                target = random.choice(uploads if random.random() < 0.1 else targets)
                status, sent = attacker.attack(target)
                report.answers[status] += 1
                if status >= 500:
                    report.failed.append(sent)
                # While it lives: the memory of an ended program is unknown.
                report.memory = max(report.memory, megabytes(process))
                if has_ended(process):
                    report.failed.append(f"The program has ended: {sent}")
                    break
    return report


def main(count: int, seed: str) -> int:
    """Attack a new installation and print the report; 1 if something failed."""
    with tempfile.TemporaryDirectory() as directory:
        var = Path(directory)
        command(var, "migrate", "--verbosity", "0")
        report = attacked(
            drawn_hall(var, 2), count, seed, [make() for make in HOSTILE_FILES.values()]
        )
    answers = dict(sorted(report.answers.items()))
    lines = [
        f"{count} inputs to {report.targets} places by seed {seed}: {answers}",
        f"most memory {report.memory:.0f} MB, longest wait of somebody else {report.slowest:.2f} s",
        *report.failed[:20],
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if report.failed or report.memory > 600 or report.slowest > 1 else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "1"))
