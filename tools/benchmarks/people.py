"""Looking up people among 5,000: at the desk, on the page of people, and recognising a list.

pytest -s tools/benchmarks/people.py
"""

import statistics
import sys
import time
from collections.abc import Callable
from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_owner, make_tournament
from tournament.check_in.reads import find_walk_in
from tournament.management.server import keep_what_is_loaded
from tournament.people.reads.people import find_people, known_people
from tournament.people.reads.players import find_players
from tournament.people.rules.people import identified
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes.players import import_players
from tournament.permissions import COMMAND_LINE
from tournament.shared.rules.fields import PlayerData

PEOPLE, ROWS, REPEATS = 5000, 176, 101
SYLLABLES = "ba ber bo da der do fra gen ha han he jo ka kel ler lo ma mey mü nau ra rei sa schu ta"
TYPED = ("obri", "oto", "mül", "han mey", "zzz")


def made_up(random: Random) -> PlayerData:
    words = ["".join(random.choices(SYLLABLES.split(), k=3)).capitalize() for _ in range(2)]
    return PlayerData(*words, club_code=f"C {random.randrange(200)}")


def told(what: str, act: Callable[[], object], repeats: int = REPEATS) -> None:
    """Return the elapsed time, and the process's own, which ignores other load."""
    waited, worked = [], []
    for _ in range(repeats):
        start, at_work = time.perf_counter(), time.process_time()
        act()
        waited.append((time.perf_counter() - start) * 1000)
        worked.append((time.process_time() - at_work) * 1000)
    first, later = worked[0], sorted(worked[1:])
    sys.stdout.write(
        f"{what:30} first {first:6.1f}, median {statistics.median(later):6.1f}, "
        f"95 % {_most(later):6.1f}, longest {later[-1]:6.1f} ms; "
        f"by the clock {statistics.median(waited):6.1f}, 95 % {_most(sorted(waited)):6.1f} ms\n"
    )


def _most(times: list[float]) -> float:
    return times[int(len(times) * 0.95)]


@pytest.mark.benchmark
@pytest.mark.django_db
def test_looking_up_people(client: Client) -> None:
    random, tournament, empty = Random(1), make_tournament("viele"), make_tournament()
    people = [made_up(random) for _ in range(PEOPLE - 2)]
    people += [PlayerData("O'Brien", "Pat"), PlayerData("Otto", "Ida")]
    rows = [PlayerRow(line, "x", player) for line, player in enumerate(people, 1)]
    import_players(COMMAND_LINE, tournament, rows, are_made_up=True)
    keep_what_is_loaded()
    for typed in TYPED:
        told(f"desk, {typed}", lambda typed=typed: find_players(tournament, typed))
    told("people, mül", lambda: find_people(COMMAND_LINE, "mül"))
    told(
        "walk-in: Keller Jana, DU ZHN",
        lambda: find_walk_in(COMMAND_LINE, empty, "Keller Jana, DU ZHN"),
    )
    listed = random.sample(rows, ROWS)
    told(
        f"recognising a list of {ROWS}",
        lambda: identified(listed, known_people(empty).match),
        repeats=11,
    )
    client.force_login(make_owner())
    address = reverse("people")
    told("page of people, mül", lambda: client.get(address, {"q": "mül"}))
    desk = reverse("players-desk", args=[tournament.slug])
    told("desk, an act", lambda: client.post(desk, {"typed": "obri", "mark": uuid4()}))
