"""What the chain of a journal tells, as a sentence."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournament.core.journal_chain import ChainReport


def chain_sentence(chain: ChainReport) -> str:
    """Whether the journal is as it was written, and if not, where it is not."""
    words: dict[str, object] = {
        "entries": chain.entries,
        "expected": chain.expected,
        "place": chain.broken_at,
        "seal": chain.seal[:8],
    }
    if chain.broken_at is not None and chain.broken_time is not None:
        words["time"] = date_format(timezone.localtime(chain.broken_time), "DATETIME_FORMAT")
        sentence = gettext(
            "The journal was changed behind the program's back: entry %(place)s (%(time)s) does "
            "not follow from those before it."
        )
    elif chain.entries != chain.expected:
        sentence = gettext(
            "The journal was changed behind the program's back: %(entries)s entries are there, "
            "%(expected)s were written."
        )
    elif not chain.entries:
        sentence = gettext("The journal has no entries.")
    else:
        sentence = ngettext(
            "The journal is whole: %(entries)s entry, seal %(seal)s.",
            "The journal is whole: %(entries)s entries, seal %(seal)s.",
            chain.entries,
        )
    return sentence % words
