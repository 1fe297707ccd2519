"""Conversion of database rows to what the journal stores and seals.

This is the one list of what is compared with the journal: every field of these models.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

from django.db.models import Model

from tournament.journal.rules import ChainedEntry, Fact, hashed
from tournament.models import JournalEntry
from tournament.shared.rules.fields import CLUB_FIELDS, Of, fields_of


@dataclass(frozen=True, slots=True)
class Kept:
    """What the journal stores of the rows of a model.

    - owner: the lookup path from a row to its tournament.
    - fields: what is stored, if not every field except the owner and `left_out`; joined: fields of
      related rows that have no facts themselves.
    - hashed: fields of which only a hash is stored, of names with a salt that is kept beside the
      name and deleted with it, so that nobody can try out names.
    - unchangeable: rows the database protects from changes are stored as written, without reading
      them again.
    """

    owner: str = ""
    fields: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    hashed: tuple[str, ...] = ()
    salt: str = ""
    unchangeable: bool = False

    def fields_of(self, model: type[Model]) -> tuple[str, ...]:
        """Return the fields of a row whose values are stored."""
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
        left_out=("known_elsewhere", *(field.column for field in fields_of(Of.NOTE))),
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
"""What the journal of a tournament stores, by model. Unsaved input is no fact."""

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
    "league": Kept(),
    "division": Kept(),
    "leagueteam": Kept(),
    "teamplayer": Kept(),
    "matchday": Kept(),
    "dayteam": Kept(),
    "pointsdeduction": Kept(),
    **dict.fromkeys(("ranking", "rankingissue"), Kept()),
    **dict.fromkeys(("cup", "cupstage", "cuplot", "cupwithdrawal"), Kept()),
}
"""What the journal of the installation stores: accounts, existing tournaments, orders of them."""

SETTINGS = frozenset(
    {"name", "date", "place", "state", "rounds_planned", "tie_breaks"}
    | {"draw_method", "team_groups"}
    | {"rules", "rule_options"}
    | {"table_points", "missed_round", "scale_fives", "age_categories"}
    | {"games_four", "games_five", "minutes_four", "minutes_five", "warning_minutes"}
    | {"neighbours_apart", "verification", "objections_until"}
    | {"starts_at", "break_minutes", "prizes_at"}
)
"""What the settings page may change; the slug is part of URLs and fixed."""


def row_of(model: type[Model], pk: object) -> str:
    """Return the journal's name of a row: "seat:12"."""
    return f"{model._meta.model_name}:{pk}"


def fact_of(kept: Kept, values: Mapping[str, Any]) -> Fact:
    """Return the fact of a row from its values by field."""
    salt = values.get(kept.salt, "")
    plain_values = {name: plain(value) for name, value in values.items() if name != kept.salt}
    return plain_values | {name: hashed(salt, plain_values[name]) for name in kept.hashed}


def chained(entry: JournalEntry) -> ChainedEntry:
    """Return an entry in its sealed form, saved or not."""
    return ChainedEntry(sealed_time(entry.at), entry.user_id, entry.action, entry.data, entry.facts)


def sealed_time(moment: datetime) -> str:
    """Return a moment as in the seals: ISO format, in UTC to the microsecond."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def plain(value: object) -> object:
    """Return a database value in JSON form."""
    if isinstance(value, datetime):
        return sealed_time(value)
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
