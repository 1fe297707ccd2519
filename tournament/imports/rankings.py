"""Reading the archives of a ranking; nothing of them is stored."""

from tournament.archives.writes import require_sound
from tournament.errors import Refused
from tournament.imports.archives import read_archive
from tournament.rankings.reads.archives import ArchiveFile, archived_event
from tournament.shared.writes.new_tournaments import rules_known


def read_ranked(name: str, data: bytes) -> ArchiveFile:
    """Return what a file says of its tournament, or why it cannot be read; no query."""
    try:
        archive = read_archive(data, may_be_unsigned=True)
        require_sound(archive)
        event = archived_event(archive)
        rules_known(event.tournament.rules, event.tournament.rule_options)
    except Refused as refusal:
        return ArchiveFile(name, refused=refusal)
    return ArchiveFile(name, event)
