"""A club's server under load, on a machine that deploy/setup has set up; as root, in a checkout:

python3 -m tests.processes.club_server CLUB HOST SECONDS [--at SECOND COMMAND] ...

Eight people save totals, each once a second, and a hundred phones view the hall's page, through the
proxy, while the commands happen to the machine. Like the program's own script, a client without an
answer sends the same again under the same mark. Prints what came back, and whether every
acknowledged save is there afterwards. Exit code 1 where one is not, or an answer was empty.
"""

import argparse
import json
import ssl
import subprocess
import sys
import threading
import time
from collections import Counter
from http.client import HTTPSConnection
from itertools import cycle
from pathlib import Path
from uuid import uuid4

ROOT = Path("/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt")
SAVERS, PHONES = 8, 100
HALLS, TABLES = 16, 44
LOOK_EVERY = 5.0  # seconds, of one phone
PREPARED = """
from django.core.management import call_command
from pathlib import Path
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in
players = Path({var!r}) / "players.csv"
names = (f"{{chr(65 + n // 20)}}{{chr(97 + n % 20)}}muster;Anna" for n in range(4 * {tables}))
players.write_text("\\n".join(["Nachname;Vorname", *names]) + "\\n", encoding="utf-8")
codes = []
for hall in range({halls}):
    slug = f"halle-{{hall}}"
    if not Tournament.objects.filter(slug=slug).exists():
        call_command("create_tournament", slug, "--name", slug, "--rounds", "1", verbosity=0)
        call_command("import_players", slug, str(players), "--accept-doubtful")
        call_command("draw_round", slug)
        let_phones_in(COMMAND_LINE, Tournament.objects.get(slug=slug))
    codes.append(Tournament.objects.get(slug=slug).phone_code)
print("codes", *codes)
"""
STORED = """
import json
from tournament.models import GameTable
found = GameTable.objects.exclude(current_version=None).values_list(
    "round__tournament__slug", "number", "current_version__totals")
print("stored", json.dumps([list(each) for each in found]))
"""


class Browser:
    """One connection to the proxy; what came back is counted by kind."""

    def __init__(self, host: str, counted: Counter[str], cookie: str = "") -> None:
        self.host, self.counted, self.cookie, self.token = host, counted, cookie, ""
        self.secure = ssl.create_default_context(cafile=str(ROOT))

    def ask(self, path: str, body: str = "") -> tuple[int, bytes]:
        """Return status and content; status 0 where nothing came back at all."""
        headers = {"Referer": f"https://{self.host}/", "Cookie": self.cookie}
        if body:
            headers |= {"Content-Type": "application/json", "X-CSRFToken": self.token}
            headers["Cookie"] += f"; csrftoken={self.token}"
        connection = HTTPSConnection(self.host, timeout=60, context=self.secure)
        try:
            connection.request("POST" if body else "GET", path, body or None, headers)
            answer = connection.getresponse()
            content = answer.read()
        except OSError:
            self.counted["no answer"] += 1
            return 0, b""
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and value.startswith("csrftoken="):
                self.token = value.partition("=")[2].partition(";")[0]
        is_empty = not content.strip() and answer.status not in (204, 302, 304)
        self.counted[f"{answer.status}{' EMPTY' if is_empty else ''}"] += 1
        return answer.status, content


def save_tables(browser: Browser, tables: list[tuple[str, int]], ends: float, saved: dict) -> None:
    """Save one table a second, each again until it is acknowledged."""
    for hall, table in tables:
        if time.monotonic() > ends:
            return
        lane = f"/t/{hall}/rounds/1/totals/"
        while not browser.token:
            if browser.ask(lane)[0] != 200:
                time.sleep(0.5)
        one, other = 2 * (table % 30), 4 + 2 * (table // 30)
        totals = [one, -one, other, -other]
        typed = {"table": table, "totals": [*map(str, totals)], "submission": str(uuid4())}
        while True:
            status, content = browser.ask(f"{lane}save/", json.dumps(typed))
            if status == 200 and json.loads(content)["state"] == "saved":
                saved[hall, table] = totals
                break
            time.sleep(0.5)
        time.sleep(1)


def look_at_phones(browser: Browser, codes: list[str], ends: float) -> None:
    for code in cycle(codes):
        if time.monotonic() > ends:
            return
        browser.ask(f"/h/{code}/")
        time.sleep(LOOK_EVERY)


def run_in_club(club: str, script: str, begin: str) -> str:
    """Return the output line with this prefix of a script run by the club's program."""
    path = str(Path(__file__).resolve().parents[2])
    script = f"import sys; sys.path.insert(0, {path!r})\n{script}"
    call = ["kreuzdame", club, "shell", "--no-imports", "-c", script]
    lines = subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()
    return next(line.partition(" ")[2] for line in lines if line.startswith(f"{begin} "))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("club")
    parser.add_argument("host")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--at", nargs=2, action="append", default=[], metavar=("SECOND", "COMMAND"))
    given = parser.parse_args()
    from tests.processes.hall import SESSIONS

    var = f"/var/lib/kreuzdame/{given.club}"
    prepared = PREPARED.format(var=var, halls=HALLS, tables=TABLES)
    codes = run_in_club(given.club, prepared, "codes").split()
    made = SESSIONS.format(count=SAVERS).replace("desk{", f"{uuid4().hex[:6]}-{{")
    made = made.replace("print(store.session_key)", "print('key', store.session_key)")
    lines = subprocess.run(
        ["kreuzdame", given.club, "shell", "--no-imports", "-c", made],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    sessions = [line.split()[1] for line in lines if line.startswith("key ")]

    saves, looks = Counter[str](), Counter[str]()
    saved: dict[tuple[str, int], list[int]] = {}
    ends = time.monotonic() + given.seconds
    every = [(f"halle-{hall}", table) for hall in range(HALLS) for table in range(1, TABLES + 1)]
    there = {(hall, table) for hall, table, _totals in stored(given.club)}
    every = [each for each in every if each not in there]
    threads = [
        threading.Thread(
            target=save_tables,
            args=(Browser(given.host, saves, f"sessionid={key}"), every[at::SAVERS], ends, saved),
        )
        for at, key in enumerate(sessions)
    ]
    threads += [
        threading.Thread(
            target=look_at_phones, args=(Browser(given.host, looks), codes[at % HALLS :], ends)
        )
        for at in range(PHONES)
    ]
    begin = time.monotonic()
    for each in threads:
        each.start()
        time.sleep(0.02)
    for second, command in sorted(given.at, key=lambda pair: float(pair[0])):
        time.sleep(max(0.0, begin + float(second) - time.monotonic()))
        call = ["bash", "-c", command]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        told = (done.stdout + done.stderr).strip().splitlines()
        say(f"{time.monotonic() - begin:5.1f} s {command}: {done.returncode}", *told[-1:])
    for each in threads:
        each.join()

    found = {(hall, table): totals for hall, table, totals in stored(given.club)}
    lost = {place: totals for place, totals in saved.items() if found.get(place) != totals}
    say("saves", dict(saves), "acknowledged", len(saved), "lost", len(lost))
    say("phones", dict(looks))
    return int(bool(lost) or any("EMPTY" in kind for kind in [*saves, *looks]))


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def stored(club: str) -> list[list]:
    """Return hall, table and totals of every stored result."""
    return json.loads(run_in_club(club, STORED, "stored"))


if __name__ == "__main__":
    sys.exit(main())
