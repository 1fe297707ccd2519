"""Ways to run the script that checks a proof."""

import json
import sys

import pytest

import tournament.draw
from tests.factories.draws import plan_once
from tests.factories.replay import script


@pytest.fixture
def checker(tmp_path, monkeypatch):
    """The script in this process, and a way to run it on a document."""
    module = script()
    monkeypatch.setattr(sys, "path", [*sys.path])
    file = tmp_path / "proof.json"

    def run(document: object, *noted: str) -> int:
        file.write_text(json.dumps(document))
        try:
            return int(module._report(str(file), *map(str.lower, noted)))
        except Exception:  # The script says that the document is damaged, and exits with 2.
            return 2

    return module, run


@pytest.fixture
def check(checker, monkeypatch):
    """Runs the script, which draws by itself where it runs as a process of its own."""
    monkeypatch.setattr(tournament.draw, "draw", plan_once)
    return checker[1]


@pytest.fixture
def check_without_lots(checker, monkeypatch):
    """Run the script with a lot that agrees with every plan."""
    monkeypatch.setattr(checker[0], "_drawn", lambda step, _before: step["rounds"])
    return checker[1]
