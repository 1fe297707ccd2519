"""Makes what a release gives to others: the wheel, and an archive for each system.

    python scripts/release.py [--table FILE] [--to DIRECTORY] [SYSTEM ...]

An archive holds everything, Python too, and is started by a double click. `release.toml` says of
what it is made. Python is fetched by its checksum and kept in `fetched/` beside the archives; where
the internet is out of reach, lay it there.
"""

import argparse
import contextlib
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote

import hatchling.build

PROJECT = Path(__file__).resolve().parents[1]
STARTS = PROJECT / "deploy" / "archive"
LONGEST_PATH = 260 - 60  # what Windows unpacks, less a folder of somebody's with a long name


def main() -> None:
    """Build the wheel, then the archives that were asked for, or all."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--table", type=Path, default=PROJECT / "scripts" / "release.toml")
    asked.add_argument("--to", type=Path, default=PROJECT / "dist", metavar="DIRECTORY")
    asked.add_argument("systems", nargs="*", metavar="SYSTEM")
    given = asked.parse_args()
    directory = given.to.absolute()
    table = tomllib.loads(given.table.read_text("utf-8"))
    wheel = build_wheel(directory)
    print(wheel)
    for system in given.systems or table:
        if system not in table:
            asked.error(f"{system}: release.toml knows {', '.join(table)}")
        archive = build_archive(system, table[system], wheel)
        print(f"{archive}\n  sha256 {checksum(archive)}", flush=True)


def build_wheel(directory: Path) -> Path:
    """The program for pip, as pyproject.toml describes it, with small letters for browsers."""
    directory.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, str(PROJECT / "scripts" / "web_fonts.py")], check=True)  # noqa: S603
    with contextlib.chdir(PROJECT):
        return directory / hatchling.build.build_wheel(str(directory))


def build_archive(system: str, made_of: dict[str, Any], wheel: Path) -> Path:
    """The archive of a system, beside the wheel."""
    name = f"{'-'.join(wheel.name.split('-')[:2])}-{system}"
    with TemporaryDirectory() as above:
        folder = Path(above) / name
        unpack_python(fetched(made_of["python"], wheel.parent / "fetched"), folder)
        packages = folder / "python" / made_of["packages"]
        install(made_of, packages, "--require-hashes", "-r", str(PROJECT / "requirements.lock"))
        install(made_of, packages, "--no-deps", str(wheel))
        if "pango" in made_of:
            add_pango(made_of, folder / "pango")
        add_words(made_of, folder)
        check_paths(folder)
        packed = shutil.make_archive(str(wheel.parent / name), made_of["packed"], above, name)
    return Path(packed)


def fetched(python: dict[str, str], directory: Path) -> Path:
    """The archive of Python with this checksum, from the directory or else from its address."""
    if not python["sha256"]:
        sys.exit(f"No checksum is known for {python['url']}: fill it in in release.toml.")
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / unquote(python["url"].rpartition("/")[2])
    if not file.exists():
        part = file.with_name(f"{file.name}.part")
        try:
            urllib.request.urlretrieve(python["url"], part)  # noqa: S310  # an address of our table
        except OSError as error:
            sys.exit(f"{python['url']} cannot be fetched ({error}). Lay it into {directory}.")
        part.rename(file)
    found = checksum(file)
    if found != python["sha256"]:
        sys.exit(f"{file} has the checksum {found} instead of {python['sha256']}. Not used.")
    return file


def checksum(file: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def unpack_python(archive: Path, folder: Path) -> None:
    """Python as its archive has it: one directory `python`."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="tar")


def install(made_of: dict[str, Any], packages: Path, *what: str) -> None:
    """Packages for that system, wheels alone: nothing of this machine gets into them."""
    uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--only-binary", ":all:"]
    system = ["--python-platform", made_of["platform"]]
    version = ["--python-version", made_of["python"]["version"]]
    where = ["--target", str(packages), "--link-mode", "copy"]
    subprocess.run([*uv, *system, *version, *where, *what], check=True)  # noqa: S603


def add_pango(made_of: dict[str, Any], folder: Path) -> None:
    """Of the package that brings Pango the files that are named, with the names it goes by."""
    pango = made_of["pango"]
    with TemporaryDirectory() as directory:
        wanted = Path(directory) / "pango.txt"
        wanted.write_text(pango["requirement"], "utf-8")
        all_of_it = Path(directory) / "packages"
        install(made_of, all_of_it, "--no-deps", "--require-hashes", "-r", str(wanted))
        (found,) = all_of_it.glob("*/etc/fonts")
        for name in pango["files"]:
            source, target = found.parents[1] / name, folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    for name, target in pango.get("links", {}).items():
        (folder / name).symlink_to(target)


def add_words(made_of: dict[str, Any], folder: Path) -> None:
    """The file to click, what to read, the licence, with the ends of lines of that system."""
    ends = "\r\n" if made_of["packed"] == "zip" else "\n"
    for name, called in {**made_of["start"], "LIESMICH.txt": "LIESMICH.txt"}.items():
        text = (STARTS / name).read_text("utf-8")
        (folder / called).write_text(text, "utf-8", newline=ends)
        (folder / called).chmod((STARTS / name).stat().st_mode)
    shutil.copy(PROJECT / "LICENSE", folder)


def check_paths(folder: Path) -> None:
    """No path may be too long for Windows to unpack it."""
    longest = max((str(path.relative_to(folder.parent)) for path in folder.rglob("*")), key=len)
    if len(longest) > LONGEST_PATH:
        sys.exit(f"Windows cannot unpack {longest}.")


if __name__ == "__main__":
    main()
