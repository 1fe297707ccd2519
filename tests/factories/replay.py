"""The script that checks a proof, run on documents in this process or outside."""

import importlib.util
from functools import cache
from typing import Any

import pytest

from tests.factories.proofs import HISTORIES, PROJECT, Document

SCRIPT = PROJECT / "scripts" / "replay_draw.py"
histories = pytest.mark.parametrize("history", list(HISTORIES))


def script() -> Any:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("replay_draw", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def proof(history: str) -> Document:
    return HISTORIES[history]()


def lines(capsys) -> list[str]:
    return [line.strip(" -") for line in capsys.readouterr().out.splitlines()]


def fault(capsys) -> list[str]:
    return [line for line in lines(capsys) if line.partition(":")[0].isupper() and ":" in line]
