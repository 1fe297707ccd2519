"""Between what stands in the database and what the journal keeps and seals of it.

This is the one list of what is compared with the journal: every field of these models.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

from tournament.journal.rules.facts import Fact, hashed
from tournament.journal.rules.journal_chain import ChainedEntry
from tournament.models import JournalEntry
from tournament.shared.rules.fields import CLUB_FIELDS, Of, fields_of


@dataclass(frozen=True, slots=True)
class Kept:
    """What the journal keeps of the rows of a model.

    owner: the way from a row to its tournament. fields: what is kept, where that is not every
    field but the owner and those left out; joined: fields of rows it points to that have no facts
    of their own. Of those that are hashed the journal tells only a hash, of names one with a
    salt, which lies beside the name: deleted with it, nobody can try out names. Rows that the
    database lets nobody change are kept as they were written, without reading them again.
    """

    owner: str = ""
    fields: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    hashed: tuple[str, ...] = ()
    salt: str = ""
    unchangeable: bool = False

    def fields_of(self, model: type[Model]) -> tuple[str, ...]:
        """The fields of a row whose values are kept."""
        apart = {self.owner, self.salt, *self.left_out}
        own = (field.name for field in model._meta.concrete_fields if not field.primary_key)
        return self.fields or (*(name for name in own if name not in apart), *self.joined)


NAMES = tuple(field.path for field in fields_of(Of.NAME))
PERSON = tuple(field.path for field in fields_of(Of.PERSON))
CLUB = tuple(f"club__{name}" for name in CLUB_FIELDS)

OF_TOURNAMENT: dict[str, Kept] = {
    "tournament": Kept("pk"),
    "membership": Kept("tournament"),
    "entry": Kept(
        "tournament",
        joined=(*NAMES, *PERSON, *CLUB),
        left_out=("known_elsewhere",),
        hashed=NAMES,
        salt="person__salt",
    ),
    "commitment": Kept("tournament", hashed=("secret",)),
    "draw": Kept("tournament"),
    "sealedstep": Kept("tournament", hashed=("step",)),
    "round": Kept("tournament"),
    "bye": Kept("round__tournament"),
    "gametable": Kept("round__tournament"),
    "seat": Kept("table__round__tournament"),
    "sheetversion": Kept("table__round__tournament", hashed=("content",), unchangeable=True),
    "verification": Kept("version__table__round__tournament", hashed=("content",)),
    "penalty": Kept("table__round__tournament", hashed=("note",)),
    "adjustment": Kept("entry__tournament"),
    "groupranking": Kept("tournament"),
    "tiebreaklot": Kept("tournament"),
    "feerule": Kept("tournament"),
    "pool": Kept("tournament"),
    "payment": Kept("entry__tournament"),
    "cashcount": Kept("tournament"),
    "prizerule": Kept("tournament"),
    "prize": Kept("tournament"),
    "prizeaward": Kept("tournament"),
    "call": Kept("table__round__tournament", hashed=("note",)),
    "protest": Kept("table__round__tournament", hashed=("note", "others", "heard")),
}
"""What the journal of a tournament keeps, by model. What is typed and not saved is no fact."""

OF_INSTALLATION: dict[str, Kept] = {
    "user": Kept(
        left_out=("password", "last_login"),
        hashed=("username", "first_name", "last_name", "email"),
        salt="salt",
    ),
    "tournament": Kept(fields=("slug",)),
    "series": Kept(),
    "seriesevening": Kept(),
    "eveningline": Kept(),
}
"""What the journal of the installation keeps: accounts, which tournaments there are, and series."""

SETTINGS = frozenset(
    {"name", "date", "place", "state", "rounds_planned", "draw_method", "tie_breaks"}
    | {"rules", "rule_options"}
    | {"games_four", "games_five", "minutes_four", "minutes_five", "warning_minutes"}
    | {"neighbours_apart", "verification", "objections_until"}
)
"""What the settings page may change; the short name stands in addresses and stays."""


def row_of(model: type[Model], pk: object) -> str:
    """What the journal calls a row: "seat:12"."""
    return f"{model._meta.model_name}:{pk}"


def fact_of(kept: Kept, values: Mapping[str, Any]) -> Fact:
    """The fact of a row, of its values by field."""
    salt = values.get(kept.salt, "")
    plain_values = {name: plain(value) for name, value in values.items() if name != kept.salt}
    return plain_values | {name: hashed(salt, plain_values[name]) for name in kept.hashed}


def chained(entry: JournalEntry) -> ChainedEntry:
    """An entry as it is sealed; whether it is saved already makes no difference."""
    return ChainedEntry(sealed_time(entry.at), entry.user_id, entry.action, entry.data, entry.facts)


def sealed_time(moment: datetime) -> str:
    """A moment as the seals know it: ISO format, in UTC to the microsecond."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def plain(value: object) -> object:
    """A value of the database as JSON holds it."""
    if isinstance(value, datetime):
        return sealed_time(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
