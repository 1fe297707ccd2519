"""What sets up and runs a club's server (deploy/): where two files must agree."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
DEPLOY = PROJECT / "deploy"
SCRIPTS = [
    DEPLOY / "setup",
    DEPLOY / "kreuzdame",
    DEPLOY / "containers" / "create-role.sh",
    PROJECT / "scripts" / "create-venv",
    PROJECT / "scripts" / "system-package",
]
SOCKET = "/run/kreuzdame/CLUB/program.socket"


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def found(pattern: str, content: str) -> str:
    """Return what the group of a pattern matches; fail if it does not match."""
    match = re.search(pattern, content, re.MULTILINE)
    assert match, pattern
    return match[1]


def of_a_club(content: str) -> str:
    """Normalise the ways of writing the club's name."""
    return re.sub(r"%i|\$club\b|\bnord\b", "CLUB", content)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_are_understood(script: Path) -> None:
    subprocess.run([Path(sys.executable).with_name("shellcheck"), script], check=True)
    assert script.stat().st_mode & 0o111


def test_setup_counts_the_threads_and_workers_of_gunicorn() -> None:
    told = {
        target.id: node.value
        for node in ast.parse(text("gunicorn.conf.py")).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    threads = ast.literal_eval(told["threads"])
    workers = found(r"'KREUZDAME_WORKERS', '(\d+)'", ast.unparse(told["workers"]))
    assert int(found(r"^THREADS=(\d+)$", text("setup"))) == threads
    assert found(r"workers:-(\d+)", text("setup")) == workers
    assert found(r"^KREUZDAME_WORKERS=(\d+)$", text("club.env.example")) == workers


@pytest.mark.parametrize(
    "name", ["setup", "kreuzdame", "systemd/kreuzdame@.service", "../docs/server.md"]
)
def test_program_listens_where_it_is_asked(name: str) -> None:
    found = set(re.findall(r"/run/kreuzdame/\w+/[\w.]+", of_a_club(text(name))))
    assert found == {SOCKET}


def test_copies_are_made_as_the_club_itself() -> None:
    names = "User|WorkingDirectory|EnvironmentFile|StateDirectory|StateDirectoryMode|UMask"
    lines = re.compile(rf"^(?:{names})=.*$", re.MULTILINE)
    units = [text(f"systemd/kreuzdame{kind}@.service") for kind in ("", "-copy")]
    service, copies = (set(lines.findall(unit)) for unit in units)
    assert (service, len(service)) == (copies, 6)


def test_club_writes_where_its_unit_lets_it() -> None:
    unit = of_a_club(text("systemd/kreuzdame@.service"))
    state = found(r"^StateDirectory=(.+)$", unit)
    assert f"\nKREUZDAME_VAR=/var/lib/{state}\n" in text("club.env.example")


def test_setup_and_command_name_units_that_are_there() -> None:
    named = set(re.findall(r"kreuzdame[\w-]*@", text("setup") + text("kreuzdame")))
    there = {path.name.partition("@")[0] + "@" for path in (DEPLOY / "systemd").iterdir()}
    assert named == there


def test_document_shows_every_act_of_the_command() -> None:
    acts = found(r"^((?:\w+ \| )+\w+)\)$", text("kreuzdame"))
    document = text("../docs/server.md")
    for act in ["list", *(f"nord {act}" for act in acts.split(" | "))]:
        assert f"kreuzdame {act}" in document


def test_containers_get_the_variables_of_the_example() -> None:
    used = set(re.findall(r"\$\{(\w+)", text("containers/compose.yaml")))
    given = set(re.findall(r"^(\w+)=", text("containers/example.env"), re.MULTILINE))
    assert used == given


def test_containers_dump_with_the_client_of_their_server() -> None:
    server = found(r"image: postgres:(\d+)\.\d+-bookworm$", text("containers/compose.yaml"))
    assert found(r"postgresql-client-(\d+)", text("containers/Dockerfile")) == server


def test_images_are_named_to_the_last_number() -> None:
    named = re.findall(r"^ *(?:image:|FROM) *(\S+)", text("containers/compose.yaml"), re.MULTILINE)
    named += re.findall(r"^FROM (\S+)", text("containers/Dockerfile"), re.MULTILINE)
    assert [image for image in named if not re.search(r":\d+\.\d+", image)] == []
    assert len(named) == 3


def test_no_image_holds_a_password() -> None:
    ignored = (PROJECT / ".dockerignore").read_text("utf-8").splitlines()
    assert {"**/.env", "**/*.env"} <= set(ignored)


@pytest.mark.parametrize("given", ["a.example,b.example", "a.example, b.example", "a.example"])
def test_container_hosts_reach_proxy_with_or_without_space(given: str, tmp_path: Path) -> None:
    told = found(r"'(KREUZDAME_HOSTS=.*)'\]$", text("containers/compose.yaml"))
    proxy = tmp_path / "caddy"
    proxy.write_text('#!/bin/sh\necho "$KREUZDAME_HOSTS"\n')
    proxy.chmod(0o700)
    ended = subprocess.run(
        ["sh", "-c", told.replace("$$", "$")],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "KREUZDAME_HOSTS": given},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.split() == given.replace(",", " ").split()
