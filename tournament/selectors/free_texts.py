"""Reads of what people have typed as reasons and notes: where somebody's name stands in them."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Q

from tournament.models import (
    Adjustment,
    Call,
    Draw,
    GameTable,
    JournalEntry,
    Penalty,
    Protest,
    SheetVersion,
    Tournament,
    Verification,
)

_AT_TABLE = "table__round__tournament"
_TYPED = (
    ("calls", Call, _AT_TABLE, ("note", "withdrawn_reason")),
    ("calls", Protest, _AT_TABLE, ("note", "others", "heard", "reason")),
    ("penalties", Penalty, _AT_TABLE, ("note",)),
    ("deductions", Adjustment, "entry__tournament", ("reason",)),
    ("draws", Draw, "tournament", ("reason",)),
    ("extra_time", GameTable, "round__tournament", ("extra_reason", "start_reason")),
    ("sheets", SheetVersion, _AT_TABLE, ("reason",)),
    ("sheets", Verification, "version__" + _AT_TABLE, ("reason",)),
)
_IN_JOURNAL = ("reason", "note")


@dataclass(frozen=True, slots=True)
class NamedIn:
    """A text with the name in it. `where`: calls, penalties, deductions, draws ... or journal."""

    tournament: Tournament
    where: str
    text: str


def texts_naming(names: Collection[str], tournaments: Collection[Tournament]) -> list[NamedIn]:
    """What was typed in these tournaments and has one of the names as a word; nine queries."""
    words = "|".join(re.escape(name) for name in names if name.strip())
    if not words or not tournaments:
        return []
    is_named = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
    known = {each.pk: each for each in tournaments}
    found = (
        NamedIn(known[pk], where, text)
        for pk, where, text in _texts(known)
        if is_named.search(text)
    )
    return sorted(dict.fromkeys(found), key=lambda each: (each.tournament.pk, each.where))


def _texts(tournaments: Collection[int]) -> Iterator[tuple[int, str, str]]:
    for where, model, path, fields in _TYPED:
        is_typed = Q()
        for field in fields:
            is_typed |= ~Q(**{field: ""})
        rows = model._default_manager.filter(is_typed, **{f"{path}__in": tournaments})
        for pk, *texts in rows.order_by("pk").values_list(path, *fields):
            yield from ((pk, where, text) for text in texts if text)
    told = JournalEntry.objects.filter(
        tournament__in=tournaments, data__has_any_keys=[*_IN_JOURNAL]
    )
    for pk, data in told.order_by("pk").values_list("tournament", "data"):
        yield from ((pk, "journal", str(data[key])) for key in _IN_JOURNAL if data.get(key))
