"""The fields of persons and players, one declaration each, and their values.

Everything that handles all of them (forms, imports, template, lists, export, archive, journal,
merging, deletion) loops over `FIELDS`. Label, maximum length and maximum number are those of the
model's field.
"""

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from dataclasses import fields as dataclass_fields
from enum import Enum, auto
from typing import Any

from tournament.shared.rules.names import ClubName, is_same_text, name_keys, name_words


class Of(Enum):
    """The owner of a field, which decides how it is handled."""

    NAME = auto()
    """Of the person: a final list fixes it, the journal keeps only its hash."""
    PERSON = auto()
    """Of the person: kept across tournaments, and shown in lists."""
    CONSENT = auto()
    CONTACT = auto()
    """Of the person, for the few who may read it; kept for a number of months."""
    CLUB = auto()
    ENTRY = auto()
    """Of the player: carried over to the next evening."""
    DAY = auto()
    """Of the player, on this day only."""
    NOTE = auto()
    """Of the player, on this day, for those who run the tournament alone: in no list for others and
    not in the journal, which keeps everything; deleted with the person's data."""


class Kind(Enum):
    """The type of a field."""

    TEXT = auto()
    MAIL = auto()
    TAGS = auto()
    NUMBER = auto()
    YEAR = auto()
    """Of birth, as four digits: a text, as it may be empty."""
    YES_NO = auto()
    CHOICE = auto()


@dataclass(frozen=True, slots=True)
class Field:
    """One field; `column`, `key`, `csv_key` and `data_key` default to its name.

    - column: in its model.
    - headings: spellings of its heading in lists of players, without capitals, spaces and
      punctuation; empty: not read.
    - key: its column in a waiting list; csv_key: in CSV; data_key: in the file with all data of a
      person.
    - heading: over its column in files, if different there.
    - is_listed: whether files with all players have it. is_kept: whether the person keeps the last
      value.
    - place: position in the form of a player, ascending; 0 if not in the form. hint: below it
      there.
    - denied_by, denial: name and label of the checkbox for no, where yes is usual.
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
        """The model that has the column."""
        of_entry = self.of in (Of.ENTRY, Of.DAY, Of.NOTE)
        return "entry" if of_entry else "club" if self.of is Of.CLUB else "person"

    @property
    def is_typed(self) -> bool:
        """Whether it is a text input."""
        return self.kind in (Kind.TEXT, Kind.MAIL, Kind.TAGS, Kind.YEAR)

    @property
    def path(self) -> str:
        """The lookup path from an entry."""
        return self.column if self.model == "entry" else f"{self.model}__{self.column}"


KEEPS_NO_LIST = ("führtkeineliste", "fuehrtkeineliste", "keineliste", "keepsnolist")
"""Headings of a column in which yes, or a cross, means that somebody keeps no list."""

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
        headings="nachname familienname zuname lastname surname familyname attendeenamefamilyname",
        place=10,
    ),
    Field(
        "first_name",
        Of.NAME,
        headings="vorname vornamen rufname firstname givenname forename attendeenamegivenname",
        place=20,
    ),
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
        " entryfeepaid bezahltam gezahltam überwiesen überwiesenam ueberwiesen zahlungseingang"
        " eingegangen eingegangenam teilnahmegebühr teilnahmegebuehr gebühr gebuehr bez bezam"
        " eingezahlt zahlstatus zahlungsstatus paymentstatus nenngeld startgebühr startgebuehr",
        key="fee",
        place=110,
    ),
    Field(
        "fee_told",
        Of.DAY,
        key="fee",
        is_listed=False,
        place=115,
        hint="Such as 12 or paid; no for one who has not paid after all.",
    ),
    Field(
        "team",
        Of.ENTRY,
        headings="mannschaft mannschaftsname team teamname",
        is_listed=False,
        place=60,
        hint="Players of one team are kept apart in the draw, where that is possible.",
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
        " fuehrtliste führtdieliste fuehrtdieliste schreibt keepslist keepsthelist listkeeper "
        + " ".join(KEEPS_NO_LIST),
        is_listed=False,
        place=100,
        hint="Gets the last position of a table only where nobody there keeps the list."
        " That is avoided.",
        denied_by="keeps_no_list",
        denial="does not keep the list",
    ),
    Field(
        "desk_note",
        Of.NOTE,
        is_listed=False,
        place=120,
        hint="Such as a wheelchair, or pays later. For those who run the tournament, never public.",
    ),
    Field("desk_mark", Of.NOTE, Kind.CHOICE, is_listed=False, place=130),
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
    Field(
        "email",
        Of.CONTACT,
        Kind.MAIL,
        "email emailadresse mail mailadresse emailaddress",
        is_listed=False,
    ),
    Field(
        "phone",
        Of.CONTACT,
        headings="telefon telefonnummer tel telefonnr handy handynummer mobil mobilnummer"
        " mobiltelefon telephone phone phonenumber mobile",
        is_listed=False,
    ),
    Field(
        "birth_year",
        Of.CONTACT,
        Kind.YEAR,
        "jahrgang geburtsjahr jg birthyear yearofbirth",
        is_listed=False,
        place=75,
        hint="For categories by age. Kept and deleted like the contact, in no list.",
    ),
)
"""All fields, in the order of files."""

(YEAR,) = (field.name for field in FIELDS if field.kind is Kind.YEAR)
"""The field of the year of birth."""

CLUB_FIELDS = ("code", "name", "state")
"""The fields of a club."""


def fields_of(*of: Of) -> tuple[Field, ...]:
    """Return the fields of these owners."""
    return tuple(field for field in FIELDS if field.of in of)


ADDRESSES = tuple(field for field in fields_of(Of.CONTACT) if field.kind is not Kind.YEAR)
"""The fields by which somebody is reached."""
KEPT = tuple(field for field in FIELDS if field.of is Of.PERSON or field.is_kept)
"""Fields kept of a person as last known, besides name and club."""
KEPT_OF_PERSON = tuple(
    field for field in FIELDS if field.model in ("person", "club") or field.is_kept
)
"""Everything kept of a person; cleared on deletion."""
KNOWN_FIELDS = (*fields_of(Of.NAME), *fields_of(Of.CLUB), *KEPT)
"""Fields known of a person across tournaments."""


@dataclass(frozen=True, slots=True)
class PlayerData:
    """The data of one player in a list or a form. The club has a code, a name, both or none.

    team: members are kept apart. fixed_table: the person's table in every round. keeps_list:
    whether the person may sit at the last position, where the list is kept.
    """

    last_name: str
    first_name: str = ""
    _: KW_ONLY
    club_name: str = ""
    club_code: str = ""
    state: str = ""
    tags: tuple[str, ...] = ()
    fee_paid: bool = False
    fee_told: str = ""
    team: str = ""
    fixed_table: int | None = None
    keeps_list: bool = True
    desk_note: str = ""
    desk_mark: str = ""

    @property
    def name_keys(self) -> frozenset[str]:
        """The keys of the name; two people with the same last and first name share one."""
        return name_keys(self.last_name, self.first_name)

    @property
    def name_words(self) -> frozenset[tuple[str, ...]]:
        """The same, whichever of the words are the last name."""
        return name_words(f"{self.last_name} {self.first_name}")

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """Return the names of the fields."""
        return tuple(field.name for field in dataclass_fields(cls))

    @property
    def club(self) -> ClubName:
        """The club, both parts empty without one."""
        return ClubName(self.club_code, self.club_name)

    def same_club(self, other: "PlayerData") -> bool:
        """Whether both name the same club, by any part both have, or neither has one."""
        mine, theirs = self.club, other.club
        if not any(mine) or not any(theirs):
            return mine == theirs
        return any(a and b and is_same_text(a, b) for a, b in zip(mine, theirs, strict=True))

    def stored(self, fields: Iterable[Field]) -> dict[str, Any]:
        """Return these fields by column, as stored in the database."""
        values = {field.column: getattr(self, field.name) for field in fields}
        return {
            name: [*value] if isinstance(value, tuple) else value for name, value in values.items()
        }

    def changes_to(self, other: "PlayerData") -> dict[str, list[Any]]:
        """Return old and new values relevant to draws, lists and desk, without name and note."""
        told = [field for field in OF_ENTRY if field.of is not Of.NOTE]
        here, there = self.stored(told), other.stored(told)
        pairs: dict[str, list[Any]] = {
            "club": [each.club_code or each.club_name for each in (self, other)],
            **{name: [value, there[name]] for name, value in here.items()},
        }
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


PLAYER_FIELDS = tuple(field for field in FIELDS if field.name in PlayerData.fields())
"""The fields of PlayerData."""
OF_ENTRY = tuple(field for field in PLAYER_FIELDS if field.model == "entry")
"""Those stored in the entry."""


def known_player(person: Mapping[str, Any], club: Mapping[str, Any]) -> PlayerData:
    """Return the last known data of a person, from the rows of person and club by column."""
    rows = {Of.CLUB: club}
    return player_of(
        {field.name: rows.get(field.of, person).get(field.column) for field in KNOWN_FIELDS}
    )


def player_of(values: Mapping[str, Any]) -> PlayerData:
    """Return a player from values by name of the field; missing ones and None are empty."""
    told: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in values.items()
        if value is not None
    }
    return PlayerData(**told)
