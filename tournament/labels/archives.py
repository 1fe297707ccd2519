"""Words about archives: what is refused, what is not as it was written, who has signed."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.archive import Finding
from tournament.labels.filling import filled

ARCHIVE_REFUSALS: dict[str, str | Promise] = {
    "archive_bomb": _(
        "Unpacked this file would be far larger than any tournament (more than %(megabytes)s MB). "
        "It was not unpacked."
    ),
    "archive_changed": _(
        "The file is not the one that was signed: part %(part)s is missing or changed. "
        "Nothing was changed here; please ask for the file again."
    ),
    "archive_contradicts": _(
        "The rows of this archive do not fit together, the first of them is %(row)s. "
        "Nothing of it was kept; please ask for the file again."
    ),
    "archive_no_json": _(
        "Part %(part)s of this archive cannot be read. Nothing was changed here; please ask for "
        "the file again."
    ),
    "archive_no_rows": _(
        "Part %(model)s of this archive has another form than docs/archive.md says. "
        "Nothing was changed here; please ask for the file again."
    ),
    "archive_no_zip": _(
        "This file is no archive of a tournament, or it is damaged. Nothing was changed here; "
        "please ask for the file again."
    ),
    "archive_opened_already": _(
        "This tournament is here already: “%(name)s” (%(slug)s). To open the archive all the same, "
        "delete that one first."
    ),
    "archive_part_name": _(
        "An archive has no part of the name %(part)s, and none is packed otherwise. "
        "Nothing was unpacked."
    ),
    "archive_part_twice": _("Part %(part)s is in this archive twice. Nothing was unpacked."),
    "archive_too_large": _(
        "The file is larger than %(megabytes)s MB: no tournament is that large."
    ),
    "archive_too_many_parts": _("This archive has more than %(most)s parts. Nothing was unpacked."),
    "archive_too_new": _(
        "This archive has the form %(version)s, which this program does not know yet. "
        "Please install a newer version."
    ),
    "archive_unknown_rows": _(
        "This archive has something that this program does not know: %(names)s. "
        "Please install a newer version; nothing was changed here."
    ),
    "archive_unsigned": _(
        "The signature of this archive is missing or wrong: nobody can say whether it is as it was "
        "written. Nothing was changed here; please ask for the file again."
    ),
}

WHATS: dict[str, str | Promise] = {
    "changed": _(
        "%(part)s was changed after it was signed. It is not opened, so it does not matter."
    ),
    "missing": _("%(part)s is missing. It is not opened, so it does not matter."),
    "repacked": _(
        "The file was packed again or changed between its parts. All that is opened is as it was "
        "signed, so it does not matter."
    ),
    "unknown": _("%(part)s does not belong to the archive. It is not opened."),
}


def finding_words(finding: Finding) -> str:
    """What is not as it was written, and that it does not matter."""
    return filled(WHATS[finding.what], {"part": finding.part})
