"""Reading the archives of a ranking; nothing of them is stored."""

from tournament.archives.rules.archive import Archive, part_of_tournament
from tournament.archives.writes import require_sound
from tournament.errors import Refused
from tournament.imports.archives import read_any
from tournament.rankings.reads.archives import ArchiveFile, archived_event
from tournament.rankings.rules import Outcome
from tournament.shared.writes.new_tournaments import rules_known


def read_ranked(name: str, data: bytes) -> list[ArchiveFile]:
    """Return what a file says of its tournament, or why it cannot be read; no query.

    Of the file of a competition each tournament, as if its archive had been given; lists that were
    brought into a series are none.
    """
    try:
        found = read_any(data, may_be_unsigned=True)
    except Refused as refusal:
        return [ArchiveFile(name, refused=refusal)]
    if isinstance(found, Archive):
        return [_read(name, found)]
    if found.signer and found.findings:  # as of an archive: any byte
        return [ArchiveFile(name)]
    each = [
        _read(f"{name}/{part_of_tournament(number)} ({one.about['tournament']['name']})", one)
        for number, one in found.tournaments.items()
    ]
    if "eveningline" in found.rows and found.rows["eveningline"].rows:
        each.append(ArchiveFile(name, outcome=Outcome.BROUGHT_IN))
    return each or [ArchiveFile(name, outcome=Outcome.EMPTY)]


def _read(name: str, archive: Archive) -> ArchiveFile:
    try:
        require_sound(archive)
        event = archived_event(archive)
        rules_known(event.tournament.rules, event.tournament.rule_options)
    except Refused as refusal:
        return ArchiveFile(name, refused=refusal)
    return ArchiveFile(name, event)
