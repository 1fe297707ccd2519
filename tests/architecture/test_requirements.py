"""The program's requirements are pinned, and locked with hashes."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
MANDATED = {
    "django": "django",
    "django-tables2": "django_tables2",
    "openpyxl": "openpyxl",
    "weasyprint": "weasyprint",
}
"""What the program is built on, by name of the package: the module that is imported."""


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


def test_program_is_built_on_what_is_mandated():
    program = "\n".join(each.read_text() for each in (PROJECT / "tournament").rglob("*.py"))
    imported = re.findall(r"^\s*(?:from|import) (\w+)", program, flags=re.MULTILINE)
    assert MANDATED.keys() - pins(PROJECT / "requirements.txt").keys() == set()
    assert set(MANDATED.values()) - set(imported) == set()


def test_every_requirement_states_its_purpose():
    lines = (PROJECT / "requirements.txt").read_text().splitlines()[1:]
    assert [line for line in lines if not re.fullmatch(r"\S+ +# .+", line)] == []
