"""Sentences of the installation's journal, by action. `account` is the account's name."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.labels.backup import SECOND_ACTIONS
from tournament.labels.filling import fill
from tournament.models import JournalEntry
from tournament.standings.rules.checksum import short_checksum

INSTALLATION_ACTIONS: dict[str, str | Promise] = {
    **SECOND_ACTIONS,
    "account_created": _("Account “%(account)s” created."),
    "account_switched_off": _("Account “%(account)s” switched off."),
    "account_switched_on": _("Account “%(account)s” switched on."),
    "archive_opened": _(
        "Tournament “%(slug)s” opened from an archive of the installation %(signer)s."
    ),
    "backup_place_chosen": _("Copies of the database go to “%(path)s” as well."),
    "backup_place_left": _("Copies of the database go to “%(path)s” no longer."),
    "contacts_purged": ngettext_lazy(
        "Contact data of %(people)s person deleted: it was kept long enough.",
        "Contact data of %(people)s people deleted: it was kept long enough.",
        "people",
    ),
    "copy_restored": _("Copy %(copy)s restored. What was there before is kept as %(aside)s."),
    "evening_added": _("Series “%(series)s”: tournament “%(slug)s” is an evening of it."),
    "evening_imported": ngettext_lazy(
        "Series “%(series)s”: results of “%(name)s” brought in, %(lines)s line.",
        "Series “%(series)s”: results of “%(name)s” brought in, %(lines)s lines.",
        "lines",
    ),
    "evening_removed": _("Series “%(series)s”: evening “%(name)s” taken out."),
    "example_loaded": _("Example tournament loaded."),
    "facts_noted": _("Everything noted as it was stored when the program was updated."),
    "clubs_merged": _("%(merged)s is the club %(club)s."),
    "link_handed_out": _("Sign-in link for “%(account)s” handed out."),
    "link_used": _("“%(account)s” signed in with a link."),
    "others_let_in": _("Others let in at %(address)s."),
    "others_shut_out": _("Nobody else let in any more."),
    "password_set": _("“%(account)s” set a password."),
    "people_merged": _("People %(person)s and %(merged)s are one person."),
    "people_separated": _("People %(person)s and %(separated)s are two after all."),
    "person_deleted": ngettext_lazy(
        "Person %(person)s deleted, in %(tournaments)s tournament.",
        "Person %(person)s deleted, in %(tournaments)s tournaments.",
        "tournaments",
    ),
    "person_linked": _(
        "Person %(person)s: the direction of %(tournaments)s reads and changes consent and contact."
    ),
    "person_details_set": _("Person %(person)s: consent or contact data changed."),
    "series_created": _("Series “%(series)s” created."),
    "series_deleted": _("Series “%(name)s” (%(series)s) deleted; its tournaments stay."),
    "series_edited": _("Series “%(series)s”: name or rules changed."),
    "tournament_created": _("Tournament “%(slug)s” created."),
    "tournament_deleted": _("Tournament “%(name)s” (%(slug)s) deleted: %(lost)s."),
}

LOST: dict[str, Promise] = {
    "players": ngettext_lazy("%(count)s player", "%(count)s players", "count"),
    "draws": ngettext_lazy("%(count)s draw", "%(count)s draws", "count"),
    "commitments": ngettext_lazy(
        "%(count)s published commitment", "%(count)s published commitments", "count"
    ),
    "rounds": ngettext_lazy("%(count)s round", "%(count)s rounds", "count"),
    "results": ngettext_lazy(
        "%(count)s result that counts", "%(count)s results that count", "count"
    ),
    "sheets": ngettext_lazy(
        "%(count)s version of a score sheet", "%(count)s versions of score sheets", "count"
    ),
    "penalties": ngettext_lazy("%(count)s penalty", "%(count)s penalties", "count"),
}
"""What was deleted with a tournament, counted."""


def installation_sentence(entry: JournalEntry, account_names: Mapping[int, str]) -> str:
    """Say what happened, in the current language; names by account id."""
    data = {**entry.data, "account": account_names.get(entry.data.get("account", 0), "?")}
    lost = (fill(LOST[name], {"count": data[name]}) for name in LOST if name in data)
    # Entries of earlier deletions have no name and fewer counts.
    data = {"name": data.get("slug"), **data, "lost": ", ".join(lost)}
    if entry.action == "person_linked":
        data["tournaments"] = ", ".join(data["tournaments"])
    if "signer" in data:
        data["signer"] = short_checksum(data["signer"])
    sentences = [fill(INSTALLATION_ACTIONS[entry.action], data)]
    # Deletions before the journals were chained have no seal.
    if data.get("journal_seal"):
        journal = ngettext(
            "Its journal had %(entries)s entry, last seal %(seal)s.",
            "Its journal had %(entries)s entries, last seal %(seal)s.",
            data["journal_entries"],
        )
        seal = short_checksum(data["journal_seal"])
        sentences.append(journal % {"entries": data["journal_entries"], "seal": seal})
    if data.get("proof_seal"):
        seal = short_checksum(data["proof_seal"])
        sentences.append(
            gettext("The proof of its draws had the commitment %(seal)s.") % {"seal": seal}
        )
    return " ".join(sentences)
