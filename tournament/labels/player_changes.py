"""What was changed of a player or a club, as part of a sentence of the journal."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.fields import Of, fields_of
from tournament.models import Club, Entry, Person

OF_ENTRY: dict[str, Any] = {field.name: field.verbose_name for field in Entry._meta.fields}
OF_PERSON: dict[str, Any] = {field.name: field.verbose_name for field in Person._meta.fields}
FIELDS = {name: OF_PERSON[name] for name in OF_PERSON if name not in OF_ENTRY} | OF_ENTRY
FIELDS |= dict.fromkeys((field.name for field in fields_of(Of.NAME)), _("Name"))
FIELDS |= dict.fromkeys(
    ("club", *(field.name for field in fields_of(Of.CLUB))), Club._meta.verbose_name
)
CLUB_FIELDS: dict[str, Any] = {field.name: field.verbose_name for field in Club._meta.fields}


def player_changes(data: Mapping[str, Any]) -> str:
    """Every field that was changed, with its values where the journal has them: never of a name."""
    changes = dict(data.get("changes", {}))
    if data.get("old_number") not in (None, data.get("number")):
        changes["number"] = [data["old_number"], data["number"]]
    told = {str(FIELDS[field]) for field in changes}
    names = dict.fromkeys(str(FIELDS[field]) for field in data.get("changed", ()))
    parts = [name for name in names if name not in told]
    # PostgreSQL keeps the keys of JSON in an order of its own.
    in_order = (name for name in FIELDS if name in changes)
    return ", ".join([*parts, *(_change(str(FIELDS[name]), *changes[name]) for name in in_order)])


def club_changes(changes: Mapping[str, Sequence[str]]) -> str:
    """What of a club was changed, from what to what."""
    in_order = (name for name in CLUB_FIELDS if name in changes)
    return ", ".join(_change(str(CLUB_FIELDS[name]), *changes[name]) for name in in_order)


def _change(field: str, old: object, new: object) -> str:
    return gettext("%(field)s from %(old)s to %(new)s") % {
        "field": field,
        "old": _value(old),
        "new": _value(new),
    }


def _value(value: object) -> object:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return "–" if value in (None, "") else value
