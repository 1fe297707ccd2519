"""The keys of the installation, which lie beside its copies: with both it is whole elsewhere."""

from pathlib import Path

from django.conf import settings

from tournament.backup.files import finished

NAMES = ("secret_key", "signing_key")
BEFORE = ".before"


def lay_keys_beside(folder: Path) -> None:
    """Lay the keys that are files here into a folder of copies; OSError where that fails."""
    for name in NAMES:
        key = _own() / name
        if key.is_file() and not _is_same(key, folder / name):
            with finished(folder / name) as part:
                part.write_bytes(key.read_bytes())


def take_keys_from(folder: Path) -> list[str]:
    """Make the keys in a folder of copies those of this installation, from its next start on.

    Returns the names of those that were others; they are kept as `NAME.before`.
    """
    taken = []
    for name in NAMES:
        key = _own() / name
        if (folder / name).is_file() and not _is_same(folder / name, key):
            if key.exists():
                key.replace(key.with_name(name + BEFORE))
            with finished(key) as part:
                part.write_bytes((folder / name).read_bytes())
            taken.append(name)
    return taken


def _own() -> Path:
    return Path(settings.BACKUP_DIRECTORY).parent


def _is_same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()
