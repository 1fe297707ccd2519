"""Search for a person's name in typed reasons and notes."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from django.db.models import Q

from tournament.models import (
    Adjustment,
    Call,
    Draw,
    Entry,
    FeeRule,
    GameTable,
    JournalEntry,
    Penalty,
    Pool,
    Prize,
    PrizeAward,
    Protest,
    SheetVersion,
    Tournament,
    Verification,
)
from tournament.shared.rules.fields import Of, fields_of
from tournament.shared.rules.names import spellings

_OF_ENTRY = tuple(field.column for field in fields_of(Of.ENTRY, Of.DAY) if field.is_typed)
_AT_TABLE = "table__round__tournament"
_TYPED = (
    ("calls", Call, _AT_TABLE, ("note", "initials", "withdrawn_reason")),
    ("calls", Protest, _AT_TABLE, ("note", "others", "heard", "reason")),
    ("penalties", Penalty, _AT_TABLE, ("note", "initials")),
    ("deductions", Adjustment, "entry__tournament", ("reason",)),
    ("draws", Draw, "tournament", ("reason",)),
    (
        "extra_time",
        GameTable,
        "round__tournament",
        ("extra_reason", "extra_initials", "start_reason"),
    ),
    ("sheets", SheetVersion, _AT_TABLE, ("reason",)),
    ("sheets", Verification, "version__" + _AT_TABLE, ("reason",)),
    ("sheets", SheetVersion, _AT_TABLE, ("content",)),
    ("sheets", Verification, "version__" + _AT_TABLE, ("content",)),
    ("teams", Entry, "tournament", _OF_ENTRY),
    ("prizes", FeeRule, "tournament", ("category",)),
    ("prizes", Pool, "tournament", ("name",)),
    ("prizes", Prize, "tournament", ("category", "thing")),
    ("prizes", PrizeAward, "tournament", ("category", "team", "thing")),
    ("settings", Tournament, "pk", ("name", "place", "state")),
)
_IN_JOURNAL = ("reason", "note")


@dataclass(frozen=True, slots=True)
class NamedIn:
    """A text with the name in it. `where`: calls, penalties, deductions, draws ... or journal."""

    tournament: Tournament
    where: str
    text: str


Named = Callable[[str], bool]


def named_by(names: Collection[str]) -> Named:
    """Return a predicate: a text has one of the names as a word, in one of its spellings."""
    spelt = {each for name in names if name.strip() for each in spellings(name)}
    words = "|".join(re.escape(each) for each in sorted(spelt)) or "(?!)"
    is_named = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])")
    return lambda text: is_named.search(unicodedata.normalize("NFC", text).casefold()) is not None


def texts_naming(names: Collection[str], tournaments: Collection[Tournament]) -> list[NamedIn]:
    """Return texts typed in these tournaments with one of the names as a word; 18 queries."""
    if not tournaments:
        return []
    is_named = named_by(names)
    known = {each.pk: each for each in tournaments}
    found = (NamedIn(known[pk], where, text) for pk, where, text in _texts(known) if is_named(text))
    return sorted(dict.fromkeys(found), key=lambda each: (each.tournament.pk, each.where))


def _words(value: object) -> str:
    """Return a text, or all texts within JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return ", ".join(filter(None, map(_words, value)))
    return value if isinstance(value, str) else ""


def _texts(tournaments: Collection[int]) -> Iterator[tuple[int, str, str]]:
    for where, model, path, fields in _TYPED:
        is_typed = Q()
        for field in fields:
            is_typed |= ~Q(**{field: ""})
        rows = model._default_manager.filter(is_typed, **{f"{path}__in": tournaments})
        for pk, *texts in rows.order_by("pk").values_list(path, *fields):
            yield from ((pk, where, _words(text)) for text in texts if text)
    told = JournalEntry.objects.filter(
        tournament__in=tournaments, data__has_any_keys=[*_IN_JOURNAL]
    )
    for pk, data in told.order_by("pk").values_list("tournament", "data"):
        yield from ((pk, "journal", str(data[key])) for key in _IN_JOURNAL if data.get(key))
