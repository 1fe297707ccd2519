"""Lists of players: every row below the heading becomes a row with a verdict, none is dropped."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from tournament.errors import Refused
from tournament.imports.letters import is_unclear
from tournament.imports.player_tables import PlayerTable, read_player_table
from tournament.imports.tables import (
    FEE,
    FIRST_NAME,
    LAST_NAME,
    NAME,
    NAMES,
    NOTHING_LEARNED,
    NUMBER,
    STATE,
    Heading,
    Learned,
    Quotes,
    TextRow,
    column_of,
    is_country,
    spelling,
)
from tournament.models import Entry, Person
from tournament.models.fields import highest, longest, stored
from tournament.models.person import CODE_AND_NAME
from tournament.people.rules.ages import year_of_birth
from tournament.people.rules.registration import PlayerRow, RowFinding, Verdict, doubt_doubles
from tournament.shared.rules.fields import (
    FIELDS,
    KEEPS_NO_LIST,
    PLAYER_FIELDS,
    Kind,
    Of,
    PlayerData,
    fields_of,
)
from tournament.shared.rules.names import CLUB_CODE, SplitName, is_sum, small_capitals, split_name
from tournament.shared.rules.typed import (
    NO,
    NOTHING,
    YES,
    Unclear,
    counted_number,
    fee_told,
    is_formula,
    text_of_cell,
    yes_or_no,
)
from tournament.shared.rules.written_names import WrittenName, says_away, written_name

KEEPS_LIST = "keeps_list"

NO_FIXED_TABLE = NO - {"0"} | {"kein", "keiner"}  # table 0 is a slip
NO_COMPANION = NO | NOTHING | {"1", "keine", "niemand", "none"}
"""What a cell about companions says that names none; a single "1" is the player."""
NO_CLUB = NOTHING | {"/", "ohne", "kein", "keiner", "keine", "ohne verein", "vereinslos", "none"}
NO_CLUB |= {"privat"}
STAYS_AWAY = frozenset(
    {"❌", "✗", "✘", "✖", "🚫", "👎", "❔", "❓", "?", "vielleicht", "maybe", "evtl"}
)
STAYS_AWAY |= {
    "eventuell",
    "unsicher",
    "unklar",
    "offen",
    "abwesend",
    "abgelehnt",
    "verletzt",
    "urlaub",
}
"""In a column about who comes; "nein" as well."""
_NOT_COMING = re.compile(r"\b(?:nein|nicht|kein\w*|leider|nö|nee|no|not|can't)\b")
MOST_WORDS = 8
"""Different ones in a column without a title that says who comes; any more and it is a remark."""
LONGEST_TOLD = 60
_ATTENDANCE = re.compile(
    r"[0-9][.:/] ?[0-9]|20[0-9][0-9]|status|teilnahme|teilnehm|zusage|zugesagt|dabei|komm|anwesen"
    r"|attend|anmeld|angemeld|rsvp|antwort|rückmeldung|spielt",
    re.IGNORECASE,
)
_COMPANIONS = re.compile(
    r"begleit|noch jemand|weitere (?:person|teilnehm|spieler|anmeld)|bring\w* |mitspieler"
    r"|anzahl (?:der )?(?:personen|plätze)|^personen|companion|guests?\b",
    re.IGNORECASE,
)
OWN_CHECK_IN, OWN_STATUS = frozenset({"anwesend", "checkedin"}), "status"
"""Over columns of the program's own list of players."""
_TELEPHONE = re.compile(r"\+?[0-9 ()/.–-]{5,30}")
Reader = Callable[[str], tuple[Any, list[RowFinding]]]
"""Returns the value of a cell, and findings about what is unclear in it."""
_MOST_OF_FEE = longest(Entry, "fee_told")
HIGHEST_NUMBER, HIGHEST_TABLE = highest(Entry, "number"), highest(Entry, "fixed_table")
_LONGEST = {NAME: longest(Person, LAST_NAME)} | {
    field.key: stored(field).max_length
    for field in FIELDS
    if field.headings and field.is_typed and field.kind is not Kind.YEAR  # a date is a year as well
}


class PlayerList(NamedTuple):
    """A list as read: its rows, and the table they come from, with what is not used of it."""

    rows: tuple[PlayerRow, ...]
    table: PlayerTable


def read_players(data: bytes, learned: Learned = NOTHING_LEARNED, letters: str = "") -> PlayerList:
    """Read a list of players. Refused: "no_heading", and what `read_player_table` refuses."""
    table = read_player_table(data, learned, letters)
    if not table.heading.names_people:
        raise Refused("no_heading")
    return PlayerList(player_rows(table), table)


def player_rows(table: PlayerTable) -> tuple[PlayerRow, ...]:
    """Return the rows of a list, each with a verdict; none while the name column is unknown."""
    if not table.heading.names_people:
        return ()
    asked = _attendance_columns(table)
    rows = [_judge(row, table, asked) for row in table.rows]
    if rows and table.has_heading is None:
        at = table.heading_at
        rows[at] = rows[at].doubted("perhaps_heading")
    return doubt_doubles(rows)


def _judge(row: TextRow, table: PlayerTable, asked: Collection[int]) -> PlayerRow:
    """Return one row judged on its own: refused, doubtful, or fine, perhaps with a note.

    `asked`: the places of columns that say who comes.
    """
    heading = table.heading
    # The cells that make the name: the whole name, or last and first name.
    parts = [LAST_NAME, FIRST_NAME] if LAST_NAME in heading.places else [NAME]
    names = [heading.cell(row, column) for column in parts]
    if refusal := _reason_to_refuse(row, heading, names):
        return PlayerRow(
            row.line, row.text, PlayerData(""), verdict=Verdict.REFUSED, findings=(refusal,)
        )
    cells = [text_of_cell(name) for name in names]
    swallows = row.quotes is Quotes.SWALLOWING  # other rows may be in the cell of the name
    name, people, doubts, notes = _read_name(cells, heading.title(parts[0]), swallows)
    wanted = heading.cell(row, NUMBER)
    try:
        number = counted_number(wanted, HIGHEST_NUMBER, ["#"])
    except Unclear:
        number = None
        notes.append(RowFinding("number_unclear", {"text": wanted}))
    doubts += _other_doubts(row, table, asked)
    values: dict[str, Any] = {}
    for field, read in _READ:
        cell = heading.cell(row, field.key)
        values[field.name], found = read(cell if field.key == FEE else text_of_cell(cell))
        # Doubt about money keeps nobody out: the till asks.
        (notes if field.of is Of.DAY else doubts).extend(found)
    if KEEPS_LIST in heading.places and spelling(heading.title(KEEPS_LIST)) in KEEPS_NO_LIST:
        values[KEEPS_LIST] = heading.cell(row, KEEPS_LIST).casefold().strip() not in YES
    state = values["state"]
    if STATE in heading.places and state and is_country(heading.title(STATE), state):
        notes.append(RowFinding("state_is_country", {"text": state[:LONGEST_TOLD]}))
        values["state"] = ""
    contact, unclear = _contact(row, heading)
    notes += unclear
    code, club = _club(row, heading)
    player = PlayerData(name.last_name, name.first_name, club_name=club, club_code=code, **values)
    columns = [heading.cell(row, column) for column in heading.places if column in NAMES]
    no_player = ""
    if is_sum("".join(names)):
        no_player = "sum_row"
    if any(columns) and all(column_of(each) in NAMES for each in columns):
        no_player = "heading_again"  # as on the next page of a printed list
    verdict = Verdict.DOUBTFUL if no_player or doubts else Verdict.OK
    findings = (RowFinding(no_player),) if no_player else (*doubts, *notes)
    people = () if no_player else people
    return PlayerRow(row.line, row.text, player, number, verdict, findings, contact, people)


def _read_name(
    cells: list[str], column: str, swallows: bool
) -> tuple[SplitName, tuple[str, ...], list[RowFinding], list[RowFinding]]:
    """Return the name in these cells, others named there, what is in doubt and what is told."""
    whole = ", ".join(filter(None, cells))
    is_markup = any(sign in whole for sign in "<>")
    written = WrittenName(whole) if is_markup or swallows else written_name(*cells)
    is_as_written = not (written.notes or written.doubts) or not written.name
    last, first = cells[0], cells[1] if len(cells) > 1 else None
    if not is_as_written or first is None or (";" in last and not first):
        name = split_name(last if is_as_written else written.name)
    else:
        name = small_capitals(last, first) if last else small_capitals(first, "")
    doubts, notes = (
        [
            RowFinding(code, {"column": column, "text": text[:LONGEST_TOLD]})
            for code, text in found.items()
        ]
        for found in (written.doubts, written.notes)
    )
    if name.from_capitals:
        lowered = f"{name.first_name} {name.last_name}".strip()
        notes.insert(0, RowFinding("capitals", {"name": lowered}))
    text = " ".join(cells if is_as_written else [written.name])
    about_name = {
        "quote_swallows": swallows,
        "one_word": not name.first_name,
        "question_mark": any(character in text for character in "?\ufffd"),
        "markup": is_markup,
        "digits_in_name": any(map(str.isdigit, text)),
        "semicolon_in_name": ";" in text,
        "several_commas": text.count(",") > 1,
    }
    doubts += [RowFinding(code) for code, holds in about_name.items() if holds]
    return name, written.people, doubts, notes


def _other_doubts(row: TextRow, table: PlayerTable, asked: Collection[int]) -> Iterator[RowFinding]:
    """Yield what the cells beside the name put in doubt."""
    heading = table.heading
    named = {heading.places.get(column) for column in (NAME, LAST_NAME, FIRST_NAME)}
    used = set(heading.places.values())
    for place, cell in enumerate(row.cells):
        if not cell:
            continue
        told = {"column": heading.row.cell(place) or str(place + 1), "text": cell[:LONGEST_TOLD]}
        # Formulas beside the name: the player is clear, the cell is not.
        if is_formula(cell):
            if place in used and place != heading.places.get(FEE):
                yield RowFinding("formula_elsewhere", {"column": told["column"]})
            continue
        is_name = place in named or place == heading.places.get(_CLUB.key)
        if is_name and is_unclear(cell, table.letters):
            yield RowFinding("letters_unclear", told)
        if place in named:
            continue
        if says_away(cell) or (place in asked and _says_no(cell)):
            yield RowFinding("stays_away", told)
        is_about_companions = place not in used and _COMPANIONS.search(told["column"])
        if is_about_companions and cell.casefold() not in NO_COMPANION:
            yield RowFinding("brings_others", told)


def _attendance_columns(table: PlayerTable) -> set[int]:
    """Return the places of unread columns of few words that say who comes.

    In the program's own list of players "no" says that somebody is not checked in yet.
    """
    asked = set()
    titles = {spelling(column.title) for column in table.unused}
    for column in table.unused:
        if spelling(column.title) in OWN_CHECK_IN and OWN_STATUS in titles:
            continue
        place = column.number - 1
        words = {row.cell(place).casefold() for row in table.rows}
        if _ATTENDANCE.search(column.title) or (not column.title and len(words) <= MOST_WORDS):
            asked.add(place)
    return asked


def _says_no(text: str) -> bool:
    word = text.casefold().strip(" !.")
    if word in STAYS_AWAY or (word in NO and word != "0"):
        return True
    try:
        fee_told(word)  # "nicht bezahlt" keeps nobody out
    except Unclear:
        return any(sign in STAYS_AWAY for sign in word) or bool(_NOT_COMING.search(word))
    return False


def _contact(row: TextRow, heading: Heading) -> tuple[dict[str, str], list[RowFinding]]:
    """Return e-mail, telephone and year of birth by column; what is none is told and left out."""
    contact, notes = {}, []
    for field in fields_of(Of.CONTACT):
        text = text_of_cell(heading.cell(row, field.key))
        if text in NOTHING:
            continue
        told = {"column": heading.title(field.key), "text": text[:LONGEST_TOLD]}
        if field.kind is Kind.YEAR:
            try:
                contact[field.column] = year_of_birth(text, timezone.localdate().year)
            except ValueError:
                notes.append(RowFinding("year_unclear", told))
        elif _is_mail(text) if field.kind is Kind.MAIL else _TELEPHONE.fullmatch(text):
            contact[field.column] = text
        else:
            notes.append(RowFinding("contact_unclear", told))
    return contact, notes


def _is_mail(text: str) -> bool:
    """Whether forms and archives take it as an e-mail address, too."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _club(row: TextRow, heading: Heading) -> tuple[str, str]:
    """Return code and name. Without a column for codes, a short club is taken as a code."""
    texts = (text_of_cell(heading.cell(row, field.key)) for field in (_CLUB, _CODE))
    club, code = ("" if text.casefold() in NO_CLUB else text for text in texts)
    if _CODE.key not in heading.places:
        if CLUB_CODE.fullmatch(club):
            return club, ""
        if CODE_AND_NAME in club:
            code, _between, club = club.partition(CODE_AND_NAME)
    return code, club


def _reason_to_refuse(row: TextRow, heading: Heading, names: list[str]) -> RowFinding | None:
    if row.quotes is Quotes.OPEN:
        return RowFinding("quote_open")
    if any(map(is_formula, names)):
        return RowFinding("formula")
    if not any(character.isalpha() for name in names for character in name):
        return RowFinding("no_name")
    for column, most in _LONGEST.items():
        if len(heading.cell(row, column)) > most:
            return RowFinding("text_too_long", {"column": heading.title(column), "most": most})
    return None


def _fee(text: str) -> tuple[bool, list[RowFinding]]:
    """Return whether the fee is paid, as a cell says."""
    try:
        told = fee_told(text)
    except Unclear:
        return False, [RowFinding("fee_unclear", {"text": text[:LONGEST_TOLD]})]
    notes = [RowFinding("fee_only_how", {"text": text[:LONGEST_TOLD]})] if told.only_how else []
    return told.is_paid, notes


def _fee_told(text: str) -> tuple[str, list[RowFinding]]:
    """Return what a cell says of the fee, unless it is plainly not paid."""
    try:
        return text[:_MOST_OF_FEE] if fee_told(text).is_paid else "", []
    except Unclear:
        return text[:_MOST_OF_FEE], []


def _fixed_table(text: str) -> tuple[int | None, list[RowFinding]]:
    """Return a player's fixed table: a number, perhaps after the word."""
    if text.casefold().strip() in NO_FIXED_TABLE:
        return None, []
    try:
        return counted_number(text, HIGHEST_TABLE, ["tisch"]), []
    except Unclear:
        return None, [RowFinding("fixed_table_unclear", {"text": text[:40]})]


def _keeps_list(text: str) -> tuple[bool, list[RowFinding]]:
    """Return whether somebody keeps the list: yes, unless the cell says no."""
    try:
        return yes_or_no(text) is not False, []
    except Unclear:
        return True, [RowFinding("keeps_list_unclear", {"text": text[:40]})]


def _tags(text: str) -> tuple[tuple[str, ...], list[RowFinding]]:
    tags = (tag.strip() for tag in re.split(r"[,;/+]", text))
    return tuple(dict.fromkeys(filter(None, tags))), []


_READ_BY_NAME: Mapping[str, Reader] = {
    "fee_paid": _fee,
    "fee_told": _fee_told,
    "fixed_table": _fixed_table,
    KEEPS_LIST: _keeps_list,
}
_READ_BY_KIND: Mapping[Kind, Reader] = {Kind.TEXT: lambda text: (text, []), Kind.TAGS: _tags}
_CLUB, _CODE = fields_of(Of.CLUB)
_READ = [
    (field, _READ_BY_NAME.get(field.name) or _READ_BY_KIND[field.kind])
    for field in PLAYER_FIELDS
    if field.of not in (Of.NAME, Of.CLUB, Of.NOTE)
]
"""How a cell is read; name and club are each made from several, and a note is in no list."""
