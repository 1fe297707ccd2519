"""The script that checks a proof, run on documents in this process or outside."""

import ast
import importlib.util
from functools import cache
from typing import Any

import pytest

from tests.factories.proofs import HISTORIES, PROJECT, Document

SCRIPT = PROJECT / "scripts" / "replay_draw.py"
histories = pytest.mark.parametrize("history", list(HISTORIES))


def script() -> Any:
    """Return the script as a module."""
    spec = importlib.util.spec_from_file_location("replay_draw", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def proof(history: str) -> Document:
    return HISTORIES[history]()


def on_the_wall(document: Document) -> list[str]:
    """Return what people note of an honest tournament: commitments and seals of closed lists."""
    closed = [step for step in document["steps"] if step["kind"] == "list"]
    return [step[key] for step in closed for key in ("commitment", "seal")]


def counted(told: list[str]) -> dict[str, object]:
    """Return what the script has counted, without zeros and empty values."""
    tally = ast.literal_eval(told[-2])
    return {what: count for what, count in tally.items() if count}


def lines(capsys) -> list[str]:
    return [line.strip(" -") for line in capsys.readouterr().out.splitlines()]


def fault(capsys) -> list[str]:
    """Return what does not fit or proves nothing, apart from what nobody has noted."""
    told = [line for line in lines(capsys) if line.partition(":")[0].isupper() and ":" in line]
    return [line for line in told if not line.startswith("NOTED")]
