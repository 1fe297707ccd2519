"""A function called in a process of its own: what is long, large or hostile harms nobody else.

It is the same interpreter. It loads the module of the function alone, after the limits are set.
"""

import json
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, ParamSpec, TypeVar

from tournament.errors import Refused

if sys.platform != "win32":
    import resource

PROJECT = Path(__file__).resolve().parents[3]
LOOK_EVERY = 0.05  # seconds
FAULT = 1  # what Python exits with after an exception; a process that is killed has a signal
Found = TypeVar("Found")
Given = ParamSpec("Given")


class Limits(NamedTuple):
    """When the process is given up: after `wait` seconds, however busy the machine.

    seconds: of the processor; 0: no limit, for the memory as well. Windows knows neither of the
    two. asks_database: it reads the database as well, and so loads the whole program.
    """

    wait: int
    seconds: int = 0
    megabytes: int = 0
    asks_database: bool = False


def call_apart(
    function: Callable[Given, Found],
    limits: Limits,
    refused: str,
    *given: Given.args,
    **named: Given.kwargs,
) -> Found:
    """Return what the function does. Refused: as it refuses, and `refused` if it is given up.

    So is what it was given if the function crashed on it; on our own database no file is to blame.
    """
    try:
        done = subprocess.run(  # noqa: S603  # this program
            [sys.executable, "-c", f"from {__name__} import main; main()", json.dumps(limits)],
            cwd=PROJECT,
            input=pickle.dumps((function, given, named)),
            capture_output=True,
            timeout=limits.wait,
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        raise Refused(refused) from error
    except subprocess.CalledProcessError as error:
        if limits.asks_database and error.returncode == FAULT:
            raise RuntimeError(error.stderr.decode(errors="replace")) from error
        raise Refused(refused) from error
    # Its output is produced by our code, whatever it was given.
    found: Found | Refused = pickle.loads(done.stdout)  # noqa: S301
    if isinstance(found, Refused):
        raise found
    return found


def main() -> None:
    """Call the function that standard input names, within the limits; write what it returns."""
    limits = Limits(*json.loads(sys.argv[1]))
    _limit(limits)
    if limits.asks_database:
        import django

        django.setup()
    function, given, named = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  # this program
    try:
        found = function(*given, **named)
    except Refused as refused:
        found = refused
    sys.stdout.buffer.write(pickle.dumps(found))


def _limit(limits: Limits) -> None:
    """Limit the memory by the system on Linux, by a watchdog thread on macOS."""
    if sys.platform == "win32":
        return
    os.nice(10)  # other people's pages come first
    if limits.seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (limits.seconds, limits.seconds))
    room = limits.megabytes * 1024 * 1024
    if room and sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (room, room))
    elif room:
        threading.Thread(target=_watch_memory, args=[room], daemon=True).start()


def _watch_memory(room: int) -> None:
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < room:  # bytes on macOS
        time.sleep(LOOK_EVERY)
    os._exit(1)
