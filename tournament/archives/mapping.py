"""Conversion between the rows of a tournament and an archive: models, fields, order.

Every model with facts in the journal of a tournament is in its archive, with every field, without
further code; the other models are listed here, as included or left out for a reason.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import (
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    TextField,
    TimeField,
    UUIDField,
)

from tournament.archives.rules.archive import (
    FORMS,
    Form,
    Rows,
    is_day,
    is_moment,
    is_text,
    is_time_of_day,
    is_whole,
)
from tournament.journal.mapping import OF_TOURNAMENT, Kept, fact_of, row_of
from tournament.journal.rules import Fact
from tournament.shared.rules.fields import Of, fields_of

OTHERS = {
    "user": "pk",
    "club": "entries__tournament",
    "person": "entries__tournament",
    "rehearsal": "tournament",
}
"""Models without facts that belong in an archive, with the lookup path to their tournament."""

LEFT_OUT = {
    "journalentry": "a part of its own",
    "journalhead": "made anew",
    "openedarchive": "says where a tournament comes from; it is in the contents",
    **dict.fromkeys(("stage", "screen"), "codes and devices of that hall"),
    **dict.fromkeys(("sheetdraft", "playerimport", "tablereport"), "nothing was decided by it"),
    **dict.fromkeys(("ranking", "rankingissue"), "of the installation"),
    **dict.fromkeys(("series", "seriesevening", "eveningline"), "of the installation"),
    **dict.fromkeys(("league", "division", "leagueteam", "teamplayer"), "of the installation"),
    **dict.fromkeys(("matchday", "dayteam", "pointsdeduction"), "of the installation"),
    **dict.fromkeys(("cup", "cupstage", "cuplot", "cupwithdrawal"), "of the installation"),
    "housestyle": "how this installation looks",
    **dict.fromkeys(("signinlink", "failures", "waitingarchive"), "of accounts"),
    "knownheading": "what headings of lists mean here",
    **dict.fromkeys(("backupplace", "clockreference", "hallnetwork"), "of the machine"),
    **dict.fromkeys(("epoch", "othercomputer"), "which of two machines counts"),
}
"""Every other model, and why it is in no archive."""

NOT_OPENED = frozenset({"membership"})
"""Roles are in the archive, but nobody gets a right by importing it."""

CONTACT = (*(field.column for field in fields_of(Of.CONTACT)), "contact_given_on")
NOTES = tuple(field.column for field in fields_of(Of.NOTE))
CONFIDENTIAL = {"person": CONTACT, "entry": NOTES}
"""Fields that are in an archive only if asked for."""
ONLY = {"user": ("username", "first_name", "last_name")}
WITHOUT = {
    "tournament": ("phone_code", "phones_let_in", "printed_address"),
    "person": ("same_as",),
    "entry": ("known_elsewhere",),
}
"""Fields left out: access codes for phones, and what belongs to the installation."""

IDS = {"entry": "entry", "sheet": "sheetversion", "account": "user"}
"""Keys in a journal entry's data that are ids, and their models."""

IDS_IN_JSON = {
    ("sheetversion", "typists"): "user",
    ("protest", "jury"): "entry",
    ("dayteam", "lineup"): "person",
}


class Contradiction(Exception):
    """The rows of an archive are inconsistent; `row` is the first such row, as "seat:12"."""

    def __init__(self, row: str) -> None:
        super().__init__(row)
        self.row = row


def model_of(name: str) -> type[Model]:
    """Return the model of this name."""
    return apps.get_model("tournament", name)


def ways() -> dict[str, str]:
    """Return the models of an archive, with the lookup path to the tournament."""
    return {**OTHERS, **{name: kept.owner for name, kept in OF_TOURNAMENT.items()}}


def archived_fields(name: str, *, contacts: bool) -> tuple[Field, ...]:
    """Return the fields of a model that are in an archive."""
    without = {*WITHOUT.get(name, ()), *(() if contacts else CONFIDENTIAL.get(name, ()))}
    only = ONLY.get(name)
    return tuple(
        each
        for each in model_of(name)._meta.concrete_fields
        if not each.primary_key or target(each)
        if each.name not in without and (not only or each.name in only)
    )


def in_order(names: Iterable[str] | None = None) -> list[str]:
    """Return models, dependencies first: those named, else those of an archive.

    A cycle is broken at a nullable reference.
    """
    done: list[str] = []
    waiting = [*(ways() if names is None else names)]
    while waiting:
        free = [name for name in waiting if not _targets(name) & {*waiting} - {name}]
        free = free or [
            name for name in waiting if not _targets(name, must=True) & {*waiting} - {name}
        ]
        done.append(free[0])
        waiting.remove(free[0])
    return done


def target(field: Field) -> str:
    """Return the name of the model a field references; empty for other fields."""
    related = field.related_model if isinstance(field, ForeignKey) else None
    return str(related._meta.model_name) if isinstance(related, type) else ""


_FORM_OF: dict[type[Field], Form] = {
    BooleanField: lambda value: isinstance(value, bool),
    DateTimeField: is_moment,
    DateField: is_day,
    TimeField: is_time_of_day,
    UUIDField: is_text,
    CharField: is_text,
    TextField: is_text,
    IntegerField: is_whole,
    ForeignKey: is_whole,
}


def typed(field: Field, value: Any) -> Any:
    """Convert an archive's value to the field's type. Raises ValidationError."""
    if value is None and not field.null:
        raise ValidationError("null")
    if value is not None:
        # The form in JSON is checked before conversion.
        form = next((form for kind, form in _FORM_OF.items() if isinstance(field, kind)), None)
        if not (form or FORMS[str(field.model._meta.model_name), field.name])(value):
            raise ValidationError("form")
    value = field.to_python(value) if not target(field) else value
    if value not in field.empty_values or (field.choices and value is not None):
        field.run_validators(value)
        field.validate(value, None)
    return value


def convert_value(field: Field, value: Any, ids: Mapping[str, Mapping[int, int]]) -> Any:
    """Convert a value for this installation: references point to the imported rows.

    None for a row of a model that is not imported yet. Raises KeyError for a dangling reference,
    and ValidationError.
    """
    kind = target(field)
    if not kind or value is None:
        return typed(field, value)
    return ids[kind][value] if kind in ids else None


def replace_ids(name: str, field: str, value: Any, ids: Mapping[str, Mapping[int, int]]) -> Any:
    """Replace ids inside JSON by those of this installation; other values stay."""
    kind = IDS_IN_JSON.get((name, field))
    return [None if pk is None else ids[kind][pk] for pk in value] if kind else value


def translate_ids(data: Any, ids: Mapping[str, Mapping[int, int]]) -> Any:
    """Return an entry's data with our ids, negative for missing rows; TypeError for no number."""
    if not isinstance(data, dict):
        return data
    return {
        key: ids[IDS[key]].get(value, -value) if key in IDS and value is not None else value
        for key, value in data.items()
    }


def facts_in(rows: Mapping[str, Rows]) -> dict[str, Fact]:
    """Return the facts that the archive's journal must have for these rows, with its ids."""
    tables: dict[str, dict[int, Any]] = {name: table.by_id() for name, table in rows.items()}
    facts = {}
    for name, kept in OF_TOURNAMENT.items():
        wanted = [*kept.fields_of(model_of(name)), *filter(None, [kept.salt])]
        for pk, values in tables.get(name, {}).items():
            found = {}
            for each in wanted:
                first, _, then = each.partition("__")
                there = tables.get(first, {}).get(values.get(first), {}) if then else values
                if (then or first) in there or (then and values.get(first) is None):
                    found[each] = there.get(then or first)
            hashed = tuple(each for each in kept.hashed if each in found)
            facts[row_of(model_of(name), pk)] = fact_of(Kept(hashed=hashed, salt=kept.salt), found)
    return facts


def _targets(name: str, *, must: bool = False) -> set[str]:
    fields: Iterable[Field] = archived_fields(name, contacts=False)
    return {target(each) for each in fields if target(each) and not (must and each.null)}
