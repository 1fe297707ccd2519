"""What the program itself says, so that a test names a code and no wording.

    assert messages_of(page) == [refusal("sheets_missing", round=2, tables="3, 4")]

Each sentence comes in the active language (German, where a test does not choose) with its figures
and names filled in, and as plain text: on a page compare it with `text_of`, or escape it. A code or
text that the program does not have raises `LookupError`, so `not in` cannot pass by a slip.
"""

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from django.utils import translation
from django.utils.functional import Promise

from scoring.findings import Finding, Severity
from tournament.draw import CannotDraw
from tournament.draw.table_sizes import CannotSeat, table_sizes
from tournament.errors import Refused
from tournament.labels.draws import IMPOSSIBLE_WISHES
from tournament.labels.filling import fill
from tournament.labels.findings import finding_sentence, finding_text
from tournament.labels.journal import has_sentence, installation_sentence, journal_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.models import JournalEntry

CATALOGUE = Path(__file__).resolve().parents[2] / "tournament/locale/de/LC_MESSAGES/django.mo"
NOBODY: Mapping[int, str] = {}


def refusal(code: str, /, **params: Any) -> str:
    """Return the sentence of a refusal (`Refused`, `CannotDraw`) with these parameters."""
    kind = CannotDraw if code in IMPOSSIBLE_WISHES else Refused
    return refusal_sentence(kind(code, **params))


def no_tables_for(players: int) -> str:
    """Return the sentence for a number of players that makes no tables (`CannotSeat`)."""
    try:
        table_sizes(players)
    except CannotSeat as error:
        return refusal_sentence(error)
    raise LookupError(f"{players} players can be seated")


def entry(
    action: str,
    facts: Mapping[str, Any],
    players: Mapping[int, str] = NOBODY,
    accounts: Mapping[int, str] = NOBODY,
) -> str:
    """Return the sentence of a tournament's journal; names by the ids of entry and account."""
    if not has_sentence(action, facts):
        raise LookupError(f"no sentence for {action} with {dict(facts)}")
    return journal_sentence(action, facts, players, accounts)


def installation_entry(
    action: str, facts: Mapping[str, Any], accounts: Mapping[int, str] = NOBODY
) -> str:
    """Return the sentence of the installation's journal; names by the id of the account."""
    return installation_sentence(JournalEntry(action=action, data=dict(facts)), accounts)


def finding(
    code: str,
    row: int | None = None,
    seat: int | None = None,
    *,
    placed: bool = True,
    **params: Any,
) -> str:
    """Return the sentence of a finding on a score sheet; unless `placed` without its game."""
    found: Any = Finding(code, Severity.ERROR, row, seat, params)  # type: ignore[arg-type]
    return finding_sentence(found) if placed else finding_text(found)


def label(sentences: Mapping[Any, str | Promise], code: str, /, **values: Any) -> str:
    """Return the sentence of a code in one of the other tables of `tournament.labels`, filled."""
    return fill(sentences[code], values)


def text(
    msgid: str, plural: str = "", number: int = 1, /, *, context: str = "", **values: Any
) -> str:
    """Return a text of the program that has no code: the translation of its English, filled.

    For one with a plural, `number` decides: `text("%(n)s list", "%(n)s lists", 2, n=2)`. What a
    script fills has its values in braces.
    """
    arguments = (*((context,) if context else ()), msgid, *((plural, number) if plural else ()))
    asked = f"{'n' if plural else ''}{'p' if context else ''}gettext"
    getattr(_german(), asked)(*arguments)
    said = getattr(translation, asked)(*arguments)
    said = said % values if values or "%(" in said else said.replace("%%", "%")
    for name, value in values.items():
        said = said.replace(f"{{{name}}}", str(value))
    return said


class _Unknown(NullTranslations):
    """Asked for what the catalogue does not have."""

    def gettext(self, message: str) -> str:
        raise LookupError(f"the program does not say {message!r}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1)


@cache
def _german() -> GNUTranslations:
    with CATALOGUE.open("rb") as file:
        catalogue = GNUTranslations(file)
    catalogue.add_fallback(_Unknown())
    return catalogue
