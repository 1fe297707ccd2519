"""Words about copies, archives and the second computer: refusals, and how old copies are."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.archives.rules.archive import Finding
from tournament.labels.filling import fill

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
    "competition_opened_already": _(
        "“%(name)s” is here already. To open the archive all the same, delete it first; its "
        "tournaments may stay."
    ),
    "competition_tournament_taken": _(
        "The tournament “%(name)s” is here already and belongs to “%(of)s”. To open the archive "
        "all the same, delete that first."
    ),
    "competition_too_large": _(
        "This would be more than %(most)s tournaments or %(megabytes)s MB. Please keep each "
        "tournament in an archive of its own."
    ),
    "archive_opened_already": _(
        "This tournament is here already: “%(name)s” (%(slug)s). To open the archive all the same, "
        "delete that one first."
    ),
    "archive_part_name": _(
        "An archive has no part of the name %(part)s, and none is packed otherwise. "
        "Nothing was unpacked."
    ),
    "archive_part_refused": "%(part)s: %(refused)s",
    "archive_part_twice": _("Part %(part)s is in this archive twice. Nothing was unpacked."),
    "archive_signed_otherwise": _(
        "Another installation has signed it than the whole file. Nothing was changed here; please "
        "ask for the file once more."
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
    """Return which part differs from what was signed, and that it does not matter."""
    return fill(WHATS[finding.what], {"part": finding.part})


def differing_words(name: str) -> str:
    """Return that the standings of a tournament are others than in its archive."""
    sentence = gettext("The standings of “%(name)s” here differ from those in the archive.")
    return sentence % {"name": name}


SECOND_REFUSALS: dict[str, str | Promise] = {
    "standby_code_wrong": _(
        "The other computer does not know this code. Please type the line as its page “Second "
        "computer” shows it now: a new code ends the one before."
    ),
    "standby_damaged": _(
        "What came from the first computer was not whole. Everything is asked for again."
    ),
    "standby_itself": _(
        "This is this computer’s own line. Please type the one that the first computer shows."
    ),
    "standby_line": _(
        "“%(typed)s” is no line of another computer. It looks like "
        "192.168.1.20:8000/k7mx-p2qd-9hfc-t3wz-b6ne: its address, a slash, and 20 letters and "
        "figures."
    ),
    "standby_no_password": _(
        "No owner has a password yet, so nobody could sign in on the second computer. Please set "
        "yours first, under your name."
    ),
    "standby_not_following": _("This computer does not stand by for another one."),
    "standby_not_here": _(
        "With PostgreSQL the program knows no second computer: the database server has its own way "
        "to copy itself while it runs."
    ),
    "standby_not_let_in": _(
        "Nobody else reaches this computer yet. Please let others in first, then make the code."
    ),
    "standby_not_taken_over": _("No other computer has taken over from this one."),
    "standby_taken": _(
        "Another computer stands by with this code already. On the first one make a new code, and "
        "type that."
    ),
    "standby_unreachable": _(
        "The computer at %(url)s does not answer. Is it on, in the same network, and does it let "
        "others in?"
    ),
    "standby_version": _(
        "The first computer has an older version of the program. Both need the same one."
    ),
}


BACKUP_REFUSALS: dict[str, str | Promise] = {
    "copy_absent": _(
        "There is no file “%(path)s”. If it lies on a stick, is the stick plugged in?"
    ),
    "copy_damaged": _("“%(path)s” is damaged. Nothing was changed; please take an older copy."),
    "copy_empty": _("“%(path)s” is damaged. Nothing was changed; please take an older copy."),
    "copy_failed": _("The database could not be copied: %(reason)s. Nothing was changed."),
    "copy_journal": _(
        "In “%(path)s” the journal does not end as its last seal says: somebody has changed it. "
        "Nothing was changed here; please take another copy."
    ),
    "copy_newer": _(
        "“%(path)s” comes from a newer version of the program. Please install that version first."
    ),
    "copy_of_another": _("“%(path)s” is no copy of this program’s database."),
    "copy_unreadable": _("The file “%(path)s” cannot be read: %(reason)s."),
    "database_newer": _(
        "A newer version of Kreuzdame has used the data here. Please start that version. To go "
        "back to this one, bring back the copy from before the update, %(copy)s, with the command "
        "“restore”: what was entered since is then set aside."
    ),
    "database_newer_alone": _(
        "A newer version of Kreuzdame has used the data here. Please start that version. In "
        "%(copies)s there is no copy from before the update that this version could use."
    ),
    "place_absent": _(
        "There is no folder “%(path)s”. Plug the stick in, or create the folder first."
    ),
    "place_inside": _(
        "“%(path)s” lies where the program keeps its own data: both would be lost together. "
        "Please choose a stick or a folder elsewhere."
    ),
    "place_lost": _(
        "The second place “%(path)s” is not there. Plug the stick in again; copies are brought "
        "over as soon as it is back."
    ),
    "place_not_writable": _("Nothing can be written to “%(path)s”: %(reason)s."),
    "place_relative": _(
        "“%(path)s” does not say where it lies. Please give the whole path, such as "
        "/media/STICK or E:\\."
    ),
    "postgresql_tool": _(
        "“%(tool)s” is missing or could not do it: %(reason)s. It comes with PostgreSQL "
        "(Debian: postgresql-client) and must not be older than the server."
    ),
    "restore_busy": _(
        "The database is in use by another program. End it and try again; nothing was changed."
    ),
    "restore_failed": _("Nothing was restored: %(reason)s. The database is as it was."),
    "still_busy": _(
        "Somebody is being served still, or a copy is being restored already. "
        "Please try again in a moment; nothing was changed."
    ),
    "target_exists": _("“%(path)s” exists already. Please give another name."),
    "update_failed": _(
        "The data could not be brought up to this version (%(reason)s). Everything is as it was "
        "before: please go on with the version before. A copy lies at %(copy)s."
    ),
    "update_stuck": _(
        "The data could not be brought up to this version (%(reason)s), and another program holds "
        "the database, so it is half done. Nothing is lost: please end all programs, start the "
        "version before and bring back %(copy)s with the command “restore”."
    ),
}

OCCASIONS: dict[str, str | Promise] = {
    "": _("while you worked"),
    "aside": _("set aside when a copy was restored"),
    "button": _("asked for"),
    "deletion": _("before something was deleted"),
    "round": _("after a round was closed"),
    "update": _("before an update"),
}

_MINUTE, _HOUR = 60, 3600


def loss_sentence(lost: tuple[int, int, Sequence[str]] | None) -> str:
    """Return what a copy lacks: entries, saved sheets, tournaments; None: it cannot be counted."""
    if lost is None:
        return gettext("What the copy lacks cannot be counted: one of the two cannot be read.")
    entries, sheets, tournaments = lost
    if not entries and not tournaments:
        return gettext("The copy has everything that is there now.")
    said = ngettext(
        "The copy lacks %(entries)s entry of the journal, with %(sheets)s.",
        "The copy lacks %(entries)s entries of the journal, with %(sheets)s.",
        entries,
    )
    saved = ngettext("%(n)s saved sheet", "%(n)s saved sheets", sheets) % {"n": sheets}
    sentences = [said % {"entries": entries, "sheets": saved}]
    if tournaments:
        names = "; ".join(tournaments)
        sentences.append(gettext("Not in it at all: %(names)s.") % {"names": names})
    return " ".join(sentences)


def age_in_words(age: timedelta) -> str:
    """Return how long ago in words; a time in the future, after a clock change, is "just now"."""
    seconds = max(0, int(age.total_seconds()))
    if seconds < _MINUTE:
        return gettext("just now")
    if seconds < 2 * _HOUR:
        minutes = seconds // _MINUTE
        return ngettext("%(n)s minute ago", "%(n)s minutes ago", minutes) % {"n": minutes}
    hours = seconds // _HOUR
    if hours < 48:
        return ngettext("%(n)s hour ago", "%(n)s hours ago", hours) % {"n": hours}
    return ngettext("%(n)s day ago", "%(n)s days ago", hours // 24) % {"n": hours // 24}
