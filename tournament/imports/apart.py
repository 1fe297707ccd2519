"""Reading a list in a separate process, so that a hostile file cannot harm the program.

The process reads the file from standard input and writes the result, or the refusal, to standard
output. It loads the one reader that it was started for: whoever uploads a list waits for that.
"""

import json
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from tournament.errors import Refused

if sys.platform != "win32":
    import resource

SECONDS = 15  # CPU time; Windows has no such limit
LONGEST_WAIT = 30 if sys.platform == "win32" else 60
"""Seconds until it is given up, however busy the machine: a good list of 1 kB once took nine."""
MEGABYTES = 512
LOOK_EVERY = 0.05  # seconds
PROJECT = Path(__file__).resolve().parents[2]
_one_at_a_time = threading.Lock()
Found = TypeVar("Found")
More = ParamSpec("More")


def read_apart(
    read: Callable[Concatenate[bytes, More], Found],
    data: bytes,
    *more: More.args,
    **named: More.kwargs,
) -> Found:
    """Read a file in a process apart. Refused: `file_takes_too_much`, `reading_another_file`."""
    if not _one_at_a_time.acquire(blocking=False):
        raise Refused("reading_another_file")
    try:
        done = subprocess.run(  # noqa: S603  # this program, with the name of a function
            [
                sys.executable,
                "-c",
                f"from {__name__} import main; main()",
                read.__module__,
                read.__name__,
                str(SECONDS),
                json.dumps([more, named]),
            ],
            cwd=PROJECT,
            input=data,
            capture_output=True,
            timeout=LONGEST_WAIT,
            check=True,
        )
    except subprocess.SubprocessError as error:
        # Out of time, out of memory, or it crashed on the file.
        raise Refused("file_takes_too_much") from error
    finally:
        _one_at_a_time.release()
    # Its output is produced by our code, only from texts and numbers of the file.
    found: Found | _Refusal = pickle.loads(done.stdout)  # noqa: S301
    if isinstance(found, _Refusal):
        raise Refused(found.code, **found.params)
    return found


class _Refusal:
    """A refusal in transit: an error with named parameters does not survive pickling."""

    def __init__(self, refused: Refused) -> None:
        self.code, self.params = refused.code, refused.params


def main() -> None:
    """Run the named reader on standard input with its further arguments, within the limits."""
    module, reader, seconds, others = sys.argv[1:]
    _limit(int(seconds))
    more, named = json.loads(others)
    found: object
    try:
        read = getattr(import_module(module), reader)
        found = read(sys.stdin.buffer.read(), *more, **named)
    except Refused as refused:
        found = _Refusal(refused)
    sys.stdout.buffer.write(pickle.dumps(found))


def _limit(seconds: int) -> None:
    """Limit time and memory by the system on Linux, by a watchdog thread on macOS.

    Windows has neither without an extra package: there only the timeout and the size limits apply.
    """
    if sys.platform != "win32":
        os.nice(10)  # other people's pages come first
        bytes_allowed = MEGABYTES * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, (bytes_allowed, bytes_allowed))
        else:
            threading.Thread(target=_watch_memory, args=[bytes_allowed], daemon=True).start()


def _watch_memory(bytes_allowed: int) -> None:
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < bytes_allowed:  # bytes on macOS
        time.sleep(LOOK_EVERY)
    os._exit(1)
