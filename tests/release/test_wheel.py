"""The wheel contains everything the program needs, and runs without a checkout."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from configparser import ConfigParser
from contextlib import chdir
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import hatchling.build
import pytest

from tests.processes.hall import command
from tests.tournament.test_serve import LINK, fetch, free_port
from tournament.config import environment
from tournament.shared.rules.version import VERSION

PROJECT = Path(__file__).resolve().parents[2]
# Where files of the checkout are in the wheel.
PLACES = {
    "scoring": "scoring",
    "tournament": "tournament",
    "templates": "tournament/templates",
    "fixtures": "tournament/fixtures",
}
GENERATED = ("generate_tournament", "halle", "--players", "24", "--rounds", "2", "--seed", "7")
READ_APART = """
from pathlib import Path
from tournament.config.environment import FILES
from tournament.imports.apart import read_apart
from tournament.imports.player_tables import read_player_table
players = (FILES / "fixtures/players/players-72.xlsx").read_bytes()
print(len(read_apart(read_player_table, players).rows))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    directory = tmp_path_factory.mktemp("dist")
    with chdir(PROJECT):
        return directory / hatchling.build.build_wheel(str(directory))


def files_under(directory: Path) -> set[str]:
    """Return the files there, without compiled Python."""
    found = (path.relative_to(directory) for path in directory.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if "__pycache__" not in path.parts}


def test_everything_is_in_it(wheel):
    with ZipFile(wheel) as packed:
        held = {name for name in packed.namelist() if ".dist-info/" not in name}
    assert held == {
        f"{target}/{name}"
        for source, target in PLACES.items()
        for name in files_under(PROJECT / source)
    }


def test_metadata_names_requirements_and_command(wheel):
    with ZipFile(wheel) as packed:
        about = f"kreuzdame-{VERSION}.dist-info"
        metadata = Parser().parsestr(packed.read(f"{about}/METADATA").decode())
        commands = ConfigParser()
        commands.read_string(packed.read(f"{about}/entry_points.txt").decode())
    lines = (PROJECT / "requirements.txt").read_text().splitlines()[1:]
    wanted = {line.split()[0].lower() for line in lines}
    assert {each.lower() for each in metadata.get_all("Requires-Dist")} == wanted
    assert (metadata["Name"], metadata["Version"]) == ("kreuzdame", VERSION)
    assert dict(commands["console_scripts"]) == {"kreuzdame": "tournament.config.start:main"}


def test_installed_program_keeps_its_data_where_the_system_does(tmp_path, monkeypatch):
    monkeypatch.delenv("KREUZDAME_VAR", raising=False)
    monkeypatch.setattr(environment, "user_data_path", lambda name, appauthor: tmp_path / name)
    monkeypatch.setattr(environment, "IS_INSTALLED", True)
    assert environment.var_directory() == tmp_path / "Kreuzdame"
    monkeypatch.setenv("KREUZDAME_VAR", str(tmp_path / "own"))
    assert environment.var_directory() == tmp_path / "own"


@dataclass(frozen=True, slots=True)
class Installed:
    """The wheel with its own packages and home; nothing of the checkout."""

    program: Path
    home: Path
    port: int

    @property
    def data(self) -> Path:
        return self.home / ".local" / "share" / "Kreuzdame"

    @property
    def opened(self) -> list[str]:
        """Return what the browser was asked to open."""
        file = self.home / "opened"
        return file.read_text().splitlines() if file.exists() else []

    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "BROWSER": f"{self.program.with_name('browser')} %s",
            "KREUZDAME_LISTEN": f"127.0.0.1:{self.port}",
        }

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self.program, *words],
            cwd=self.home,
            env=self.environment(),
            stdout=subprocess.PIPE,
        )

    def told(self, *words: str) -> bytes:
        """Return what a command prints; it must not fail."""
        with self.start(*words) as process:
            told = process.stdout.read()
        assert process.returncode == 0
        return told


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Installed:
    venv = tmp_path_factory.mktemp("venv")
    home = tmp_path_factory.mktemp("Ana Größe #1 100%41")
    python = venv / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True)
    browser = python.with_name("browser")
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{home}/opened"\n')
    browser.chmod(0o755)
    return Installed(python.with_name("kreuzdame"), home, free_port())


@pytest.mark.slow
def test_installed_program_opens_the_browser_and_ends_with_its_window(installed):
    address = f"http://127.0.0.1:{installed.port}/"
    with installed.start() as running:
        until = time.monotonic() + 120
        while not installed.opened and time.monotonic() < until:
            time.sleep(0.1)
        (link,) = installed.opened
        assert LINK.fullmatch(link)
        for sheet in re.findall(r'href="(/static/[^"]+)"', fetch(link)[1]):
            with urllib.request.urlopen(f"{address.rstrip('/')}{sheet}", timeout=60) as answer:
                assert answer.status == 200
        assert installed.told().decode() == f"Kreuzdame läuft schon: {address}\n"
        assert installed.opened == [link, address]
        running.send_signal(signal.SIGHUP)  # what a terminal sends that is closed
    assert running.returncode == -signal.SIGHUP
    beside = {"kreuzdame.sqlite3-wal", "kreuzdame.sqlite3-shm"}
    assert {path.name for path in installed.data.iterdir()} - beside == {
        "kreuzdame.sqlite3",
        "secret_key",
        "backups",
    }


@pytest.mark.slow
def test_installed_program_gives_the_lists_of_the_checkout(installed, tmp_path):
    installed.told("migrate", "--verbosity", "0")
    installed.told(*GENERATED)
    command(tmp_path, "migrate", "--verbosity", "0")
    command(tmp_path, *GENERATED)
    words = ("standings", "halle", "--format", "csv")
    lines = installed.told(*words).decode().splitlines()
    assert lines == command(tmp_path, *words).splitlines()
    assert installed.told("standings", "halle", "--format", "pdf").startswith(b"%PDF")


@pytest.mark.slow
def test_installed_program_starts_itself_to_read_files_and_restore(installed, tmp_path):
    assert installed.told("shell", "--no-imports", "-c", READ_APART).decode() == "72\n"
    older = Installed(installed.program, tmp_path, installed.port)
    older.told("migrate", "tournament", "0001", "--verbosity", "0")
    older.told("backup", str(tmp_path))
    (copy,) = tmp_path.glob("*.sqlite3")
    assert f"{copy.name} ist jetzt die Datenbank." in installed.told("restore", str(copy)).decode()
    assert installed.told("migrate", "--check") == b""
