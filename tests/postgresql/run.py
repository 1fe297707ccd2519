"""Run pytest on its own PostgreSQL: `python tests/postgresql/run.py PYTEST-ARGUMENTS`.

A fresh cluster in a temporary directory, on a free port of the loopback alone, with a password
nobody else knows; stopped and removed at the end. Without PostgreSQL the run is skipped with the
reason, with CI=true it fails.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

INSTALLED = Path("/usr/lib/postgresql")
ACCOUNT = "postgres"


class Unavailable(Exception):
    """PostgreSQL cannot be started here; the text says why."""


def main(arguments: Sequence[str]) -> int:
    try:
        with cluster() as url:
            environment = {**os.environ, "DATABASE_URL": url}
            command = [sys.executable, "-m", "pytest", *arguments]
            return subprocess.run(command, env=environment, check=False).returncode
    except Unavailable as reason:
        required = os.environ.get("CI") == "true"
        print(f"Tests on PostgreSQL {'FAILED' if required else 'skipped'}: {reason}")
        return 1 if required else 0


@contextmanager
def cluster(*, is_safe: bool = False) -> Iterator[str]:
    """Run a PostgreSQL; yield its DATABASE_URL. `is_safe`: it waits for its disk."""
    programs = find_programs()
    directory = Path(tempfile.mkdtemp(prefix="kreuzdame-postgresql-"))
    if os.geteuid() == 0:
        shutil.chown(directory, ACCOUNT, ACCOUNT)
    try:
        password = create_cluster(programs, directory)
        port = free_port()
        start(programs, directory, port, is_safe=is_safe)
        try:
            yield f"postgres://{ACCOUNT}:{password}@127.0.0.1:{port}/postgres"
        finally:
            run(programs / "pg_ctl", "-D", directory / "data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(directory)


def find_programs() -> Path:
    """Return Debian's newest PostgreSQL, else the one in the PATH."""
    versions = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    initdb = str(versions[-1]) if versions else shutil.which("initdb")
    if initdb is None:
        raise Unavailable("it is not installed (Debian: apt-get install postgresql).")
    return Path(initdb).parent


def create_cluster(programs: Path, directory: Path) -> str:
    """Create the cluster and return the password of its only account."""
    password = secrets.token_urlsafe()
    password_file = directory / "password"
    password_file.write_text(password)
    if os.geteuid() == 0:
        shutil.chown(password_file, ACCOUNT, ACCOUNT)
    password_file.chmod(0o600)
    run(
        programs / "initdb",
        *("-D", directory / "data", "-U", ACCOUNT, "-E", "UTF8", "--locale=C.UTF-8"),
        *("--auth=scram-sha-256", f"--pwfile={password_file}", "--no-sync"),
    )
    return password


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(programs: Path, directory: Path, port: int, *, is_safe: bool) -> None:
    """Start the server and wait until it answers.

    Speed before safety, as the data are thrown away, unless it `is_safe` as on a club's server.
    """
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    if not is_safe:
        options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    log = directory / "log"
    run(programs / "pg_ctl", "-D", directory / "data", "-l", log, "-o", options, "-w", "start")


def run(*command: object) -> None:
    """Run one of PostgreSQL's programs, never as root, which it refuses."""
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", ACCOUNT, "--", *words]
    # Output to a file: a started server keeps a pipe open for ever.
    with tempfile.TemporaryFile("w+") as output:
        result = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/", check=False
        )
        if result.returncode:
            output.seek(0)
            raise Unavailable(output.read().strip())


if __name__ == "__main__":
    # A stopped run takes its server down, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main(sys.argv[1:]))
