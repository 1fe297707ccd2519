"""Words about copies of the database: what is refused, how old they are, why they were made."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

BACKUP_REFUSALS: dict[str, str | Promise] = {
    "copy_absent": _(
        "There is no file “%(path)s”. If it lies on a stick, is the stick plugged in?"
    ),
    "copy_damaged": _("“%(path)s” is damaged. Nothing was changed; please take an older copy."),
    "copy_empty": _("“%(path)s” is empty. Nothing was changed; please take an older copy."),
    "copy_failed": _("The database could not be copied: %(reason)s. Nothing was changed."),
    "copy_journal": _(
        "In “%(path)s” the journal does not end as its last seal says: somebody has changed it. "
        "Nothing was changed here; please take another copy."
    ),
    "copy_newer": _(
        "“%(path)s” comes from a newer version of the program. Please install that version first."
    ),
    "copy_of_another": _("“%(path)s” is no copy of this program’s database."),
    "copy_unreadable": _("“%(path)s” cannot be read: %(reason)s."),
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
    """What a copy lacks that is there now: entries, saved sheets, and tournaments by name."""
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
    """How long ago, as one says it; in the future, by a moved clock, is just now."""
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
