"""Reading uploaded files in this process, where the process apart is not the subject."""

import subprocess
import sys
from io import BytesIO
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from tournament.imports import apart


def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do in this process what the one apart does; starting it takes most of the time of a test."""
    errors = {"SubprocessError": subprocess.SubprocessError}
    monkeypatch.setattr(apart, "subprocess", SimpleNamespace(run=_run, **errors))
    monkeypatch.setattr(apart, "_limit", lambda _seconds: None)


def _run(command: list[str], *, input: bytes, **_limits: object) -> SimpleNamespace:
    out = BytesIO()
    with (
        patch.object(sys, "argv", command[2:]),
        patch.object(sys, "stdin", SimpleNamespace(buffer=BytesIO(input))),
        patch.object(sys, "stdout", SimpleNamespace(buffer=out)),
    ):
        apart.main()
    return SimpleNamespace(stdout=out.getvalue())
