"""Which product files one save of totals and one look at the standings enter, and their calls.

python -m tools.entered [--files]

A file is entered when a function of it is called; imports are done before. It makes up a tournament
in a database in memory and works in any checkout.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

PRODUCT = ("tournament", "scoring")


def main() -> None:
    """Print how many files are entered and how many calls made; with `--files` which files."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.config.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        from tests.factories.desk import typed_totals
        from tests.factories.rounds import make_drawn_tournament
        from tests.factories.tournaments import make_owner

        make_drawn_tournament(44, published=1)
        client = Client()
        client.force_login(make_owner())
        number = iter(range(1, 9))

        def save_in_lane() -> Any:
            typed = {"table": next(number), "totals": ["6", "2", "-2", "-6"]}
            address = "/t/herbst/rounds/1/totals/save/"
            return client.post(address, typed, content_type="application/json")

        def save_by_form() -> Any:
            typed = {"action": "save", **typed_totals(6, 2, -2, -6)}
            return client.post(f"/t/herbst/rounds/1/tables/{next(number)}/", typed)

        def look() -> Any:
            return client.get("/t/herbst/standings/")

        for act in (save_in_lane, save_by_form, look):
            act()  # what is made once in a process is made
        _tell("totals saved by the form", *_entered(save_by_form))
        look()  # it tells what became of that, which is said once and not kept
        _tell("totals saved in the lane", *_entered(save_in_lane))
        _tell("standings looked at after an entry", *_entered(look))
        _tell("standings looked at again", *_entered(look))
    finally:
        teardown_databases(databases, verbosity=0)


def _entered(act: Callable[[], Any]) -> tuple[int, Counter[str]]:
    """Return the status of the answer, and how often functions of each product file were called."""
    root, calls = Path.cwd(), Counter[str]()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            calls[frame.f_code.co_filename] += 1

    sys.setprofile(note)
    try:
        status = act().status_code
    finally:
        sys.setprofile(None)
    within = (Path(name) for name in calls)
    names = {each: each.relative_to(root) for each in within if each.is_relative_to(root)}
    found = {str(name): calls[str(each)] for each, name in names.items()}
    return status, Counter({k: n for k, n in found.items() if k.split("/")[0] in PRODUCT})


def _tell(name: str, status: int, calls: Counter[str]) -> None:
    print(f"{name} ({status}): {len(calls)} files, {calls.total()} calls")
    if "--files" in sys.argv:
        for file, number in sorted(calls.items()):
            print(f"  {number:6} {file}")


if __name__ == "__main__":
    main()
