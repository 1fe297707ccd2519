"""What the database says otherwise than the journal, as sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.checksum import short_checksum
from tournament.core.journal_audit import Contradiction, ContradictionCode
from tournament.core.journal_replay import Deduction
from tournament.labels.findings import figures
from tournament.labels.journal import setting_name, setting_value
from tournament.labels.points import signed
from tournament.models import Entry

CODE = ContradictionCode

SENTENCES: dict[ContradictionCode, str | Promise] = {
    CODE.JOURNAL_EMPTY: _("The journal is empty, though the tournament has begun."),
    CODE.VERSION_MISSING: _(
        "Round %(round)s, table %(table)s: version %(number)s is missing (journal: %(told)s)."
    ),
    CODE.VERSION_UNTOLD: _(
        "Round %(round)s, table %(table)s: the journal does not know version %(number)s "
        "(%(found)s)."
    ),
    CODE.VERSION_TOTALS: _(
        "Round %(round)s, table %(table)s, version %(number)s: stored are %(found)s, entered were "
        "%(told)s according to the journal."
    ),
    CODE.VERSION_ACCOUNT: _(
        "Round %(round)s, table %(table)s, version %(number)s: stored is that it is by %(found)s, "
        "according to the journal it is by %(told)s."
    ),
    CODE.VERSION_TIME: _(
        "Round %(round)s, table %(table)s, version %(number)s: stored is the time %(found)s, "
        "according to the journal it was %(told)s."
    ),
    CODE.VERSION_REASON: _(
        "Round %(round)s, table %(table)s, version %(number)s: stored is the reason “%(found)s”, "
        "according to the journal it was “%(told)s”."
    ),
    CODE.VERSION_CONTENT: _(
        "Round %(round)s, table %(table)s: version %(number)s is not the one the journal has "
        "sealed (games, penalties, solos or note changed)."
    ),
    CODE.CURRENT_VERSION: _(
        "Round %(round)s, table %(table)s: version %(found)s counts, according to the journal it "
        "is version %(told)s."
    ),
    CODE.LOOK_MISSING: _(
        "Round %(round)s, table %(table)s: version %(number)s has been confirmed according to the "
        "journal (%(told)s); the second look is missing."
    ),
    CODE.LOOK_UNTOLD: _(
        "Round %(round)s, table %(table)s: the journal does not know the second look at version "
        "%(number)s (%(found)s)."
    ),
    CODE.LOOK_CHANGED: _(
        "Round %(round)s, table %(table)s: the second look at version %(number)s is not the one of "
        "the journal (stored: %(found)s, journal: %(told)s)."
    ),
    CODE.PENALTY_MISSING: _(
        "Round %(round)s, table %(table)s: a penalty under %(rule)s against position %(number)s is "
        "missing, according to the journal it was awarded."
    ),
    CODE.PENALTY_UNTOLD: _(
        "Round %(round)s, table %(table)s: the journal does not know a penalty under %(rule)s "
        "against position %(number)s, or it was taken back."
    ),
    CODE.PENALTY_NOT_ON_SHEET: _(
        "Round %(round)s, table %(table)s: the list of penalties and the sheet do not agree about "
        "%(rule)s against position %(number)s."
    ),
    CODE.DEDUCTION_MISSING: _("A deduction is missing that stands in the journal: %(told)s."),
    CODE.DEDUCTION_UNTOLD: _(
        "The journal does not know a deduction, or it was taken back: %(found)s."
    ),
    CODE.DEDUCTION_CHANGED: _(
        "A deduction is not the one of the journal. Stored: %(found)s. Journal: %(told)s."
    ),
    CODE.ROUND_MISSING: _("Round %(round)s is missing, it stands in the journal."),
    CODE.ROUND_UNTOLD: _("The journal does not know round %(round)s."),
    CODE.ROUND_STATE: _("Round %(round)s is %(found)s, according to the journal %(told)s."),
    CODE.STATUS: _("Start number %(number)s: %(found)s, according to the journal %(told)s."),
    CODE.SETTING: _("Setting “%(field)s”: %(found)s, according to the journal %(told)s."),
    CODE.FROZEN: _("The standings are %(found)s, according to the journal %(told)s."),
    CODE.FROZEN_CHECKSUM: _(
        "The standings are stored as final with checksum %(found)s, according to the journal it is "
        "%(told)s."
    ),
    CODE.FROZEN_TIME: _(
        "The standings are stored as final since %(found)s, according to the journal since "
        "%(told)s."
    ),
    CODE.FINISHED: _("The tournament is %(found)s, according to the journal %(told)s."),
    CODE.STEP_BROKEN: _(
        "The proof of the draws was changed behind the program's back: step %(number)s does not "
        "follow from those before it."
    ),
    CODE.STEP_MISSING: _(
        "The proof of the draws lacks a step: the journal knows one with the seal %(told)s."
    ),
    CODE.STEP_UNTOLD: _("The journal does not know step %(number)s of the proof of the draws."),
    CODE.SEATS: _(
        "Round %(round)s, table %(table)s: %(found)s sit there, according to the proof of the "
        "draws it is %(told)s."
    ),
    CODE.TYPING_MISSING: _(
        "Round %(round)s, table %(table)s: version %(number)s has been typed a second time "
        "according to the journal, and it was not the same; what was typed then is missing or "
        "changed."
    ),
    CODE.TYPING_UNTOLD: _(
        "Round %(round)s, table %(table)s: the journal does not know what is said to have been "
        "typed a second time for version %(number)s."
    ),
    CODE.FIRST_CLOSED: _(
        "Round %(round)s: stored is %(found)s as the time of its first closing, according to the "
        "journal it was %(told)s."
    ),
    CODE.EXTRA_TIME: _(
        "Round %(round)s, table %(table)s: stored is the extra time %(found)s, according to the "
        "journal it is %(told)s."
    ),
    CODE.PENALTY_CHANGED: _(
        "Round %(round)s, table %(table)s: initials, note or game of a penalty under %(rule)s "
        "against position %(number)s are not those of the journal or of the sheet."
    ),
    CODE.NAME: _(
        "Start number %(number)s: stored is the name %(found)s, in the journal it is another one."
    ),
    CODE.NAME_DRAWN: _(
        "Start number %(number)s: stored is the name %(found)s, according to the proof of the "
        "draws it is %(told)s."
    ),
}

PENALTIES = {
    *(CODE.PENALTY_MISSING, CODE.PENALTY_UNTOLD, CODE.PENALTY_NOT_ON_SHEET),
    CODE.PENALTY_CHANGED,
}
LOOKS = {"blind": _("typed again"), "person": _("a second person"), "decided": _("decided")}
ROUND_STATES = {
    "published": _("published"),
    "started": _("clock started"),
    "ended": _("clock ended"),
    "closed": _("closed"),
}


@dataclass(frozen=True, slots=True)
class Names:
    """Start numbers by entry and names by account, for the sentences."""

    numbers: Mapping[int, int]
    accounts: Mapping[int, str]

    def account(self, pk: int | None) -> str:
        """Who it was; None is the command line."""
        return self.accounts.get(pk, "?") if pk else gettext("the command line")


def contradiction_sentence(finding: Contradiction, names: Names) -> str:
    """The finding with its place."""
    words: dict[str, object] = {
        "round": finding.round,
        "table": finding.table,
        "number": finding.number,
        "told": _word(finding.code, finding.told, names),
        "found": _word(finding.code, finding.found, names),
    }
    if finding.code in PENALTIES:
        words["rule"] = finding.told[1]
    if finding.code == CODE.SETTING:
        words["field"] = setting_name(finding.told[0])
    return str(SENTENCES[finding.code]) % words


def _word(code: ContradictionCode, value: Any, names: Names) -> object:
    """One of the two values as it stands in the sentence."""
    word = WORDS.get(code)
    return word(value, names) if word else value


def _totals(totals: Any, _names: Names) -> str:
    """Totals of each position; what is stored may be no figures at all."""
    if isinstance(totals, list):
        return figures(tuple(totals))
    return "–" if totals is None else str(totals)


def _account(pk: int | None, names: Names) -> str:
    return names.account(pk)


def _look(look: tuple[int | None, str, str] | None, names: Names) -> str:
    if look is None:
        return "–"
    account, how, reason = look
    words = (names.account(account), LOOKS.get(how, how), reason)
    return ", ".join(str(word) for word in words if word)


def _deduction(deduction: Deduction | None, names: Names) -> str:
    """Everything that could have been changed of it."""
    if deduction is None:
        return "–"
    where = gettext("round %(round)s") % {"round": deduction.round} if deduction.round else ""
    number = gettext("start number %(number)s") % {
        "number": names.numbers.get(deduction.entry_id, "?")
    }
    parts = (signed(deduction.points), number, where, deduction.reason)
    return f"{', '.join(filter(None, parts))} ({names.account(deduction.account)})"


def _moment(moment: str | None, _names: Names) -> str:
    if moment is None:
        return "–"
    return date_format(timezone.localtime(datetime.fromisoformat(moment)), "DATETIME_FORMAT")


def _extra_time(extra: tuple[int, str, str], _names: Names) -> str:
    minutes, reason, initials = extra
    words = (gettext("%(minutes)s min") % {"minutes": minutes}, reason, initials)
    return ", ".join(filter(None, words))


def _checksum(checksum: object, _names: Names) -> str:
    return short_checksum(str(checksum))


def _setting(named: tuple[str, object], _names: Names) -> object:
    try:
        return setting_value(*named)
    except (AttributeError, KeyError, TypeError, ValueError):
        return named[1]  # what is stored is no value of this setting


def _status(status: str, _names: Names) -> object:
    return dict(Entry.Status.choices).get(status, status)


def _people(people: tuple[str, ...] | None, _names: Names) -> str:
    return ", ".join(people) if people else gettext("nobody")


def _state(words: tuple[str, ...], _names: Names) -> str:
    """How far a round is, in the order in which it comes to it."""
    names = [str(name) for word, name in ROUND_STATES.items() if word in words]
    return ", ".join(names) or gettext("not published")


def _frozen(is_so: bool, _names: Names) -> str:
    return gettext("final") if is_so else gettext("not final")


def _finished(is_so: bool, _names: Names) -> str:
    return gettext("finished") if is_so else gettext("not finished")


def _version(number: int | None, _names: Names) -> object:
    return number or gettext("none")


WORDS: dict[ContradictionCode, Callable[[Any, Names], object]] = {
    CODE.VERSION_MISSING: _totals,
    CODE.VERSION_UNTOLD: _totals,
    CODE.VERSION_TOTALS: _totals,
    CODE.VERSION_ACCOUNT: _account,
    CODE.VERSION_TIME: _moment,
    CODE.CURRENT_VERSION: _version,
    CODE.LOOK_MISSING: _look,
    CODE.LOOK_UNTOLD: _look,
    CODE.LOOK_CHANGED: _look,
    CODE.DEDUCTION_MISSING: _deduction,
    CODE.DEDUCTION_UNTOLD: _deduction,
    CODE.DEDUCTION_CHANGED: _deduction,
    CODE.ROUND_STATE: _state,
    CODE.STATUS: _status,
    CODE.SETTING: _setting,
    CODE.FROZEN: _frozen,
    CODE.FROZEN_CHECKSUM: _checksum,
    CODE.FROZEN_TIME: _moment,
    CODE.FINISHED: _finished,
    CODE.STEP_MISSING: _checksum,
    CODE.SEATS: _people,
    CODE.FIRST_CLOSED: _moment,
    CODE.EXTRA_TIME: _extra_time,
}
