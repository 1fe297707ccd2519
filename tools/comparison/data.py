"""The installation that is looked at, made by one fixed commit (`__main__.DATA`) in a checkout.

That commit's own copy of this file runs there, with its services and test factories:
python data.py FOLDER writes addresses.json and takes KREUZDAME_VAR for everything else.
"""

import json
import os
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import time_machine

sys.path.insert(0, str(Path.cwd()))
os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.config.settings"

MADE_AT = datetime(2026, 5, 23, 16, 0, tzinfo=UTC)
ALTGELD = ("altgeld", 24, 3, "2")
LARGE = ("large", 176, 4, "1")


def make(folder: Path) -> None:
    """Create the example with one of everything, three tournaments, and a series."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.utils import translation

    call_command("migrate", verbosity=0)
    translation.activate("de")
    from tests.factories.addresses import patterns
    from tests.factories.evenings import make_evening, make_series
    from tests.factories.scenes import addresses_of, example_scene
    from tests.factories.tournaments import make_owner
    from tests.factories.visitor import Visitor
    from tests.tournament.day.hall import T
    from tests.tournament.torture.acts import ByCommand
    from tests.tournament.torture.counting import read
    from tests.tournament.torture.test_torture import play
    from tournament.permissions import COMMAND_LINE
    from tournament.phones.writes import let_phones_in, release_standings
    from tournament.rehearsal.writes import generate_tournament
    from tournament.stage.writes import let_screens_in

    owner = make_owner("leitung")
    scene = example_scene(owner)
    papers = [scene.address(name) for name in patterns() if name.startswith("paper")]
    addresses = [*addresses_of(scene), *papers]

    for slug, players, rounds, seed in (LARGE, ALTGELD):
        rules = "altgeld" if slug == "altgeld" else "ddv"
        made = generate_tournament(
            COMMAND_LINE, slug=slug, players=players, rounds=rounds, seed=seed, rules=rules
        )
        let_phones_in(COMMAND_LINE, made)
        release_standings(COMMAND_LINE, made, 2)
        let_screens_in(COMMAND_LINE, made)

    client = Client(SERVER_NAME="localhost")
    client.force_login(owner)
    visitor, event = Visitor(client), read("event.json")
    by_command = ByCommand(visitor)
    by_command.create(event)
    by_command.register("players.csv", 21, 3)
    for number in range(1, event["rounds"] + 1):
        if number in (2, 4):
            by_command.register(f"late-{'saturday' if number == 2 else 'sunday'}.csv", 1, 0)
        play(visitor, by_command, event, number)
    visitor.open(f"{T}standings/rankings/")
    visitor.press("Speichern", {"club": "total", "club_best": 3, "team": "all"})

    evenings = [
        make_evening(f"evening-{month}", totals, date(2026, month, 3))
        for month, totals in ((1, (30, 10, -10, -30)), (2, (12, 4, -6, -10)), (3, (8, 1, -2, -7)))
    ]
    make_series(*evenings, best=2)
    (folder / "addresses.json").write_text(json.dumps(addresses))


if __name__ == "__main__":
    with time_machine.travel(MADE_AT):
        make(Path(sys.argv[1]))
