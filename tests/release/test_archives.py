"""The archives of a release: their parts are pinned, and one of them starts."""

import hashlib
import os
import re
import signal
import subprocess
import sys
import tarfile
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.tournament.test_serve import LINK, fetch, free_port

PROJECT = Path(__file__).resolve().parents[2]
TABLE = tomllib.loads((PROJECT / "scripts" / "release.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = spec_from_file_location("release", PROJECT / "scripts" / "release.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("made_of", TABLE.values(), ids=TABLE)
def test_python_is_pinned(made_of):
    python, version = made_of["python"], made_of["python"]["version"]
    assert re.fullmatch(r"[0-9a-f]{64}", python["sha256"])
    assert f"/cpython-{version}%2B" in python["url"]
    assert made_of["platform"] in python["url"]


def test_pango_is_pinned_where_the_system_has_none():
    pango = {
        system: made_of["pango"]["requirement"]
        for system, made_of in TABLE.items()
        if "pango" in made_of
    }
    assert set(pango) == {"windows-x86_64", "macos-aarch64"}
    pinned = r"[\w-]+==[\d.]+ --hash=sha256:[0-9a-f]{64}"
    assert [each for each in pango.values() if not re.fullmatch(pinned, each)] == []


def test_python_is_used_by_its_checksum_alone(release, tmp_path):
    given = tmp_path / "a+b.tar.gz"
    given.write_bytes(b"Python")
    url = given.as_uri().replace("+", "%2B")
    checksum = hashlib.sha256(b"Python").hexdigest()
    kept = tmp_path / "fetched" / "a+b.tar.gz"

    with pytest.raises(SystemExit, match="No checksum is known"):
        release.fetched({"url": url, "sha256": ""}, kept.parent)
    assert not kept.exists()
    with pytest.raises(SystemExit, match=f"the checksum {checksum} instead of {'0' * 64}"):
        release.fetched({"url": url, "sha256": "0" * 64}, kept.parent)
    given.unlink()  # what is there is not fetched again
    assert release.fetched({"url": url, "sha256": checksum}, kept.parent) == kept
    kept.unlink()
    with pytest.raises(SystemExit, match="cannot be fetched"):
        release.fetched({"url": url, "sha256": checksum}, kept.parent)
    assert list(kept.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("packed", "start", "ends"),
    [("zip", "Kreuzdame.cmd", b"\r\n"), ("gztar", "kreuzdame.sh", b"\n")],
)
def test_files_to_click_are_as_their_system_wants_them(release, tmp_path, packed, start, ends):
    release.add_words({"packed": packed, "start": {start: f"Klick-{start}"}}, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        f"Klick-{start}",
        "LIESMICH.txt",
        "LICENSE",
    }
    for name in (f"Klick-{start}", "LIESMICH.txt"):
        lines = (tmp_path / name).read_bytes().splitlines(keepends=True)
        assert {line[len(line.rstrip()) :] for line in lines} == {ends}
    assert os.access(tmp_path / "Klick-kreuzdame.sh", os.X_OK) == (start == "kreuzdame.sh")


def test_path_that_windows_cannot_unpack_is_refused(release, tmp_path):
    folder = tmp_path / "kreuzdame"
    (folder / ("a" * 100)).mkdir(parents=True)
    release.check_paths(folder)
    (folder / ("a" * 100) / ("b" * 91)).touch()
    with pytest.raises(SystemExit, match="Windows cannot unpack"):
        release.check_paths(folder)


@pytest.mark.slow
def test_archive_starts_by_its_file(tmp_path):
    """The archive of this system; a script that calls this Python stands in for the fetched one."""
    version = "{}.{}".format(*sys.version_info)
    packages = f"lib/python{version}/site-packages"
    bin_directory = tmp_path / "python" / "bin"
    bin_directory.mkdir(parents=True)
    python = bin_directory / "python3"
    base = Path(sys.base_prefix) / "bin" / "python3"
    python.write_text(f'#!/bin/sh\nPYTHONPATH="$(dirname "$0")/../{packages}" exec "{base}" "$@"\n')
    python.chmod(0o755)
    stand_in = tmp_path / "python.tar.gz"
    with tarfile.open(stand_in, "w:gz") as packed:
        packed.add(tmp_path / "python", "python")
    checksum = hashlib.sha256(stand_in.read_bytes()).hexdigest()
    table = tmp_path / "table.toml"
    table.write_text(
        f"""
        [here]
        platform = "x86_64-unknown-linux-gnu"
        start = {{ "kreuzdame.sh" = "kreuzdame.sh" }}
        packed = "gztar"
        packages = "{packages}"
        python.version = "{version}"
        python.url = "{stand_in.as_uri()}"
        python.sha256 = "{checksum}"
        """
    )
    call = [sys.executable, "scripts/release.py", "--table", str(table), "--to", str(tmp_path)]
    built = subprocess.run(call, cwd=PROJECT, check=True, capture_output=True, text=True)
    _wheel, archive, told = built.stdout.splitlines()
    assert told == f"  sha256 {hashlib.sha256(Path(archive).read_bytes()).hexdigest()}"

    folder = tmp_path / "Größe & 100 %"
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (start,) = folder.glob("*/kreuzdame.sh")
    mine = {
        "HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
        "PYTHONPATH": "nonsense",
        "BROWSER": "true",
        "KREUZDAME_LISTEN": f"127.0.0.1:{free_port()}",
    }
    with subprocess.Popen([start], env=mine, stdout=subprocess.PIPE, text=True) as running:
        printed = [next(running.stdout)]
        while not printed[-1].startswith("Beenden"):
            printed.append(next(running.stdout))
        link = LINK.search("".join(printed)).group()
        assert "leitung" in fetch(link)[1]
        running.send_signal(signal.SIGHUP)  # what a terminal sends that is closed
    assert running.returncode == -signal.SIGHUP
    assert printed[-1] == "Beenden: dieses Fenster schließen\n"
    assert (tmp_path / ".local/share/Kreuzdame/kreuzdame.sqlite3").exists()
