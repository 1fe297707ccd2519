"""The program's requirements are pinned, and locked with hashes."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def pins(path: Path) -> dict[str, str]:
    """Return the pinned version by package name."""
    found = re.findall(r"^([\w-]+)(?:\[\w+\])?==(\S+)", path.read_text(), flags=re.MULTILINE)
    return {name.lower(): version for name, version in found}


def test_lock_holds_every_requirement_in_its_version():
    wanted, locked = pins(PROJECT / "requirements.txt"), pins(PROJECT / "requirements.lock")
    assert {name: locked.get(name) for name in wanted} == wanted


def test_every_locked_package_has_hashes():
    packages = re.split(r"\n(?=\S)", (PROJECT / "requirements.lock").read_text().strip())
    assert [each.split()[0] for each in packages if "--hash=sha256:" not in each] == []


def test_every_requirement_states_its_purpose():
    lines = (PROJECT / "requirements.txt").read_text().splitlines()[1:]
    assert [line for line in lines if not re.fullmatch(r"\S+ +# .+", line)] == []
