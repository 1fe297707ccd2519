"""What is known of a person and of a player: one line for each field, and the values themselves.

Whoever deals with all of them (forms, imports, template, lists, export, archive, journal, merging,
deletion) loops over `FIELDS`. What a field is called on the screen, how long its text and how high
its number may be says the field of the model.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from enum import Enum, auto
from typing import Any

from tournament.shared.rules.clubs import ClubName
from tournament.shared.rules.names import is_same_text, name_keys, name_words


class Of(Enum):
    """Whose a field is, and so what becomes of it."""

    NAME = auto()
    """Of the person: a final list fixes it, the journal keeps only its hash."""
    PERSON = auto()
    """Of the person: known from one tournament to the next, and told in lists."""
    CONSENT = auto()
    CONTACT = auto()
    """Of the person, for the few who may read it; kept for so many months."""
    CLUB = auto()
    ENTRY = auto()
    """Of the player: goes along to the next evening."""
    DAY = auto()
    """Of the player on this day alone."""


class Kind(Enum):
    """What a field holds."""

    TEXT = auto()
    MAIL = auto()
    TAGS = auto()
    NUMBER = auto()
    YES_NO = auto()
    CHOICE = auto()


@dataclass(frozen=True, slots=True)
class Field:
    """One field; `column`, `key`, `csv_key` and `data_key` are its name where nothing else is said.

    column: in its model. headings: how lists of players spell its heading, without capitals, spaces
    and punctuation; without any it is not read. key: its column in a list that waits. csv_key: its
    column in CSV, data_key: in the file with all data of a person. heading: over its column in
    files, where it is called otherwise there. is_listed: whether files with all players have it.
    is_kept: whether the person keeps the last one. place: in the form of a player, counted upwards;
    0 where that does not ask. hint: below it there. denied_by, denial: name and words of the tick
    there that says no, where yes is usual.
    """

    name: str
    of: Of
    kind: Kind = Kind.TEXT
    headings: str = ""
    column: str = ""
    key: str = ""
    csv_key: str = ""
    heading: str = ""
    is_listed: bool = True
    is_kept: bool = False
    place: int = 0
    hint: str = ""
    denied_by: str = ""
    denial: str = ""
    data_key: str = ""

    def __post_init__(self) -> None:
        for other in ("column", "key", "csv_key", "data_key"):
            object.__setattr__(self, other, getattr(self, other) or self.name)

    @property
    def model(self) -> str:
        """The model that holds it."""
        return {Of.CLUB: "club", Of.ENTRY: "entry", Of.DAY: "entry"}.get(self.of, "person")

    @property
    def is_typed(self) -> bool:
        """Whether people type letters into it."""
        return self.kind in (Kind.TEXT, Kind.MAIL, Kind.TAGS)

    @property
    def path(self) -> str:
        """Its column, asked from an entry."""
        return self.column if self.model == "entry" else f"{self.model}__{self.column}"


FIELDS = (
    Field(
        "number",
        Of.ENTRY,
        Kind.NUMBER,
        "nr no nummer startnr startnummer lfdnr lfdnummer teilnehmernr tnnr num number startno"
        " startnumber #",
        heading="No.",
        place=80,
        data_key="start_number",
    ),
    Field(
        "last_name",
        Of.NAME,
        headings="nachname familienname zuname lastname surname familyname",
        place=10,
    ),
    Field("first_name", Of.NAME, headings="vorname rufname firstname givenname forename", place=20),
    Field(
        "club_name",
        Of.CLUB,
        headings="verein vereinsname club clubname klub",
        column="name",
        key="club",
        csv_key="club",
        place=40,
    ),
    Field(
        "club_code",
        Of.CLUB,
        headings="vereinskürzel vereinskuerzel vereinscode kürzel kuerzel clubcode clubkürzel"
        " clubkuerzel code",
        column="code",
        csv_key="code",
        place=30,
        hint="For example DU ZHN",
    ),
    Field(
        "state",
        Of.PERSON,
        headings="land bundesland landesverband verband state federalstate",
        place=50,
    ),
    Field(
        "tags",
        Of.ENTRY,
        Kind.TAGS,
        "kategorie kategorien wertung wertungen klasse category categories tags",
        is_kept=True,
        place=70,
        hint="With commas between them",
        data_key="categories",
    ),
    Field(
        "fee_paid",
        Of.DAY,
        Kind.YES_NO,
        "bezahlt gezahlt startgeld startgeldbezahlt startgeldgezahlt fee feepaid paid entryfee"
        " entryfeepaid",
        key="fee",
        place=110,
    ),
    Field(
        "team",
        Of.ENTRY,
        headings="mannschaft mannschaftsname team teamname",
        is_listed=False,
        place=60,
        hint="Players of one team are kept apart in the draw.",
    ),
    Field(
        "fixed_table",
        Of.ENTRY,
        Kind.NUMBER,
        "festertisch festtisch tischfest fixedtable",
        is_listed=False,
        place=90,
        hint="Sits there in every round, as with a wheelchair. Usually empty.",
    ),
    Field(
        "keeps_list",
        Of.ENTRY,
        Kind.YES_NO,
        "schriftführer schriftfuehrer schriftführung listenführer listenfuehrer führtliste"
        " fuehrtliste führtdieliste fuehrtdieliste schreibt keepslist keepsthelist listkeeper",
        is_listed=False,
        place=100,
        hint="Never gets the last position of a table.",
        denied_by="keeps_no_list",
        denial="does not keep the list",
    ),
    Field("checked_in", Of.DAY, Kind.YES_NO),
    Field("status", Of.DAY, Kind.CHOICE),
    Field(
        "publish_name",
        Of.CONSENT,
        Kind.YES_NO,
        is_listed=False,
        hint="Without a tick, lists for the wall and for others show the initials alone.",
        data_key="name_in_public_lists",
    ),
    Field("email", Of.CONTACT, Kind.MAIL, is_listed=False),
    Field("phone", Of.CONTACT, is_listed=False),
)
"""Every field, in the order of files."""

CLUB_FIELDS = ("code", "name", "state")
"""What is known of a club."""


def fields_of(*of: Of) -> tuple[Field, ...]:
    """The fields of these kinds of owners."""
    return tuple(field for field in FIELDS if field.of in of)


KEPT = tuple(field for field in FIELDS if field.of is Of.PERSON or field.is_kept)
"""What is kept of a person as last known, beside name and club."""
KEPT_OF_PERSON = tuple(
    field for field in FIELDS if field.model in ("person", "club") or field.is_kept
)
"""Everything that is kept of a person; whoever is deleted loses it."""
KNOWN_FIELDS = (*fields_of(Of.NAME), *fields_of(Of.CLUB), *KEPT)
"""What is known of a person from one tournament to the next."""


@dataclass(frozen=True, slots=True)
class PlayerData:
    """What a list or a form says about one player. The club has a code, a name, both or none.

    team: whoever shares it does not meet. fixed_table: where the person sits in every round.
    keeps_list: whether the person may sit last at a table, where the list is kept.
    """

    last_name: str
    first_name: str = ""
    club_name: str = ""
    club_code: str = ""
    state: str = ""
    tags: tuple[str, ...] = ()
    fee_paid: bool = False
    team: str = ""
    fixed_table: int | None = None
    keeps_list: bool = True

    @property
    def name_keys(self) -> frozenset[str]:
        """Two people share one who have the same last and the same first name."""
        return name_keys(self.last_name, self.first_name)

    @property
    def name_words(self) -> frozenset[tuple[str, ...]]:
        """The same, whichever of the words are taken for the last name."""
        return name_words(f"{self.last_name} {self.first_name}")

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(field.name for field in dataclass_fields(cls))

    @property
    def club(self) -> ClubName:
        """The club, both parts empty without one."""
        return ClubName(self.club_code, self.club_name)

    def same_club(self, other: "PlayerData") -> bool:
        """Whether both name the same club, by whatever of it both say, or neither has one."""
        mine, theirs = self.club, other.club
        if not any(mine) or not any(theirs):
            return mine == theirs
        return any(a and b and is_same_text(a, b) for a, b in zip(mine, theirs, strict=True))

    def stored(self, fields: Iterable[Field]) -> dict[str, Any]:
        """These fields by column, as the database holds them."""
        values = {field.column: getattr(self, field.name) for field in fields}
        return {
            name: [*value] if isinstance(value, tuple) else value for name, value in values.items()
        }

    def changes_to(self, other: "PlayerData") -> dict[str, list[Any]]:
        """Old and new of what decides draws, lists and the desk, without anything of the name.

        The club stands there with its code, or its name where it has none.
        """
        here, there = self.stored(OF_ENTRY), other.stored(OF_ENTRY)
        pairs: dict[str, list[Any]] = {
            "club": [each.club_code or each.club_name for each in (self, other)],
            **{name: [value, there[name]] for name, value in here.items()},
        }
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


PLAYER_FIELDS = tuple(field for field in FIELDS if field.name in PlayerData.fields())
"""What a list or a form says of a player."""
OF_ENTRY = tuple(field for field in PLAYER_FIELDS if field.model == "entry")
"""What of it the entry holds."""


def known_player(person: Mapping[str, Any], club: Mapping[str, Any]) -> PlayerData:
    """Somebody as last known: of the rows of the person and of the club, by column."""
    rows = {Of.CLUB: club}
    return player_of(
        {field.name: rows.get(field.of, person).get(field.column) for field in KNOWN_FIELDS}
    )


def player_of(values: Mapping[str, Any]) -> PlayerData:
    """The player with these values by name of the field; what is missing or None is empty."""
    told: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in values.items()
        if value is not None
    }
    return PlayerData(**told)
