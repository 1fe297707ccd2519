"""The file of an archived tournament: a zip whose every byte is verified, and forms of its JSON.

docs/archive.md describes it. Uploaded files are untrusted: sizes are checked before unpacking,
nothing is written to disk, and anything unreadable is a fault. An archive's signer can write
anything into it, and pages and papers use these values unchecked.
"""

import json
import re
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from scoring.json_format import Malformed, sheet_from_json, totals_from_json
from tournament.sheets.rules.table_rules import ruling_from_json

FORMAT, COMPETITION = "Kreuzdame archive", "Kreuzdame competition"
VERSION = 1
CONTENTS, SIGNATURE, DATA, JOURNAL = "archive.json", "archive.sig", "data.json", "journal.json"
STANDINGS = "lists/standings.txt"  # as of writing, in the form of docs/checksum.md
SPELLING = "spelling"  # rows of a competition: which person is another spelling of whom
OPENED = (DATA, JOURNAL)  # the parts that are imported; the others are for people to read

MEGABYTE = 1024 * 1024
MOST_MEGABYTES = 32
MOST_UNPACKED = 96 * MEGABYTE
MOST_PARTS = 60
MOST_TOURNAMENTS = MOST_PARTS - 3  # beside contents, signature and data of a competition
MOST_RATIO = 100
FIGURES = 64  # hexadecimal digits of a SHA-256
WRITTEN = (1980, 1, 1, 0, 0, 0)  # the earliest time of the zip format: the real one is in CONTENTS
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)?\.[a-z]{3,4}", re.ASCII)
# NUL and surrogates, which databases cannot store; matched unescaped.
_NO_TEXT = re.compile(rb"(?<!\\)(\\\\)*\\u(0000|[dD][89a-fA-F])")
_UNREADABLE = (
    *(BadZipFile, EOFError, LookupError, NotImplementedError, OSError, OverflowError),
    *(RuntimeError, ValueError, struct.error, zlib.error),
)


class ArchiveFault(Exception):
    """The file cannot be opened: a code with its parameters."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code, self.params = code, params


@dataclass(frozen=True, slots=True)
class Finding:
    """A part that was changed, is missing or unknown ("": the file), and whether that matters."""

    part: str
    what: str
    matters: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one model: field names, and id and values of each row."""

    fields: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Any, ...]], ...]

    def by_id(self) -> dict[int, dict[str, Any]]:
        """Return the values by field of each row, by id."""
        return {pk: dict(zip(self.fields, values, strict=True)) for pk, values in self.rows}


@dataclass(frozen=True, slots=True)
class Archive:
    """A parsed archive: signed contents, public key in hex, rows by model, verbatim journal.

    signer: empty without a signature. standings: their text as of writing, empty without any.
    """

    about: Mapping[str, Any]
    signer: str
    rows: Mapping[str, Rows]
    journal: Sequence[Mapping[str, Any]]
    journal_text: bytes
    findings: tuple[Finding, ...] = ()
    standings: bytes = b""


def part_of_tournament(number: int) -> str:
    """Return the name of the part that is the archive of a competition's tournament."""
    return f"tournaments/{number}.zip"


@dataclass(frozen=True, slots=True)
class CompetitionFile:
    """A parsed file of a competition: signed contents, its own rows, archives by number."""

    about: Mapping[str, Any]
    signer: str
    rows: Mapping[str, Rows]
    tournaments: Mapping[int, Archive]
    findings: tuple[Finding, ...] = ()


def as_json(content: object) -> bytes:
    """Return JSON in one line, keys sorted."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"


def from_json(part: str, content: bytes) -> Any:
    """Parse a part. Raises ArchiveFault `archive_no_json` for invalid or too deep JSON."""
    try:
        if _NO_TEXT.search(content):
            raise ValueError
        return json.loads(content.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ArchiveFault("archive_no_json", part=part) from error


def list_parts(parts: Mapping[str, bytes]) -> dict[str, dict[str, Any]]:
    """Return size and checksum of the parts, for the contents."""
    return {
        name: {"bytes": len(content), "sha256": sha256(content).hexdigest()}
        for name, content in parts.items()
    }


def pack(parts: Mapping[str, bytes]) -> bytes:
    """Return the zip; its comment is the checksum of every byte before it."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(ZipInfo(name, WRITTEN), content, ZIP_DEFLATED)
        file.comment = b"0" * FIGURES
    whole = out.getvalue()[:-FIGURES]
    return whole + sha256(whole).hexdigest().encode()


def is_unaltered(data: bytes) -> bool:
    """Whether no byte of the file was changed."""
    return sha256(data[:-FIGURES]).hexdigest().encode() == data[-FIGURES:]


def unpack(data: bytes) -> dict[str, bytes | None]:
    """Return the parts by name; None for one that cannot be unpacked.

    Raises ArchiveFault: `archive_too_large`, `archive_no_zip`, `archive_too_many_parts`,
    `archive_bomb`, `archive_part_name`, `archive_part_twice`.
    """
    if len(data) > MOST_MEGABYTES * MEGABYTE:
        raise ArchiveFault("archive_too_large", megabytes=MOST_MEGABYTES)
    try:
        with ZipFile(BytesIO(data)) as file:
            infos = file.infolist()
            names = [each.filename for each in infos]
            # Checked before anything is unpacked.
            if len(names) > MOST_PARTS:
                raise ArchiveFault("archive_too_many_parts", most=MOST_PARTS)
            if sum(each.file_size for each in infos) > min(MOST_UNPACKED, MOST_RATIO * len(data)):
                raise ArchiveFault("archive_bomb", megabytes=MOST_UNPACKED // MEGABYTE)
            for each in infos:
                is_plain = each.compress_type in (ZIP_STORED, ZIP_DEFLATED)
                if not is_plain or each.flag_bits & 1 or not _NAME.fullmatch(each.filename):
                    raise ArchiveFault("archive_part_name", part=ascii(each.filename[:100]))
            if twice := next((name for name in names if names.count(name) > 1), None):
                raise ArchiveFault("archive_part_twice", part=twice)
            return {each.filename: _content(file, each) for each in infos}
    except _UNREADABLE as error:
        raise ArchiveFault("archive_no_zip") from error


def findings(
    parts: Mapping[str, bytes | None], told: Mapping[str, Any], kind: str = FORMAT
) -> list[Finding]:
    """Compare the parts with the contents: changed, missing or unknown ones."""
    found = []
    for name in sorted({*told, *(parts.keys() - {CONTENTS, SIGNATURE})}):
        content, expected = parts.get(name), told.get(name)
        if expected is None:
            what = "unknown"
        elif name not in parts:
            what = "missing"
        elif content is None or list_parts({name: content})[name] != expected:
            what = "changed"
        else:
            continue
        found.append(Finding(name, what, matters=name in OPENED or kind == COMPETITION))
    return found


def rows_of(data: object) -> dict[str, Rows]:
    """Return the rows by model. Raises ArchiveFault `archive_no_rows` for another form."""
    if not isinstance(data, dict):
        raise ArchiveFault("archive_no_rows", model=DATA)
    return {str(model): _rows(str(model), table) for model, table in data.items()}


def _rows(model: str, table: object) -> Rows:
    try:
        fields, rows = table["fields"], table["rows"]  # type: ignore[index]  # or TypeError
        read = tuple((row[0], tuple(row[1:])) for row in rows)
    except (TypeError, LookupError) as error:
        raise ArchiveFault("archive_no_rows", model=model) from error
    ids = {pk for pk, _values in read if type(pk) is int and pk > 0}
    is_text = isinstance(fields, list) and all(isinstance(name, str) for name in fields)
    if not is_text or len(ids) != len(read) or any(len(row) != len(fields) for _, row in read):
        raise ArchiveFault("archive_no_rows", model=model)
    return Rows(tuple(fields), read)


def _content(file: ZipFile, info: ZipInfo) -> bytes | None:
    """Read at most the listed size of a part: read() alone would unpack everything."""
    try:
        with file.open(info) as part:
            return part.read(info.file_size + 1)
    except _UNREADABLE:
        return None


def _no_number(text: str) -> None:
    raise ValueError(text)


Form = Callable[[Any], bool]  # a predicate: whether a value has this form

LARGEST = 10**12  # larger than any sum of cents and any number from the hall
LONGEST = 100_000  # characters of a text, items of a list
DEEPEST = 12  # nested lists and objects
YEARS = range(1900, 2200)


def is_whole(value: Any) -> bool:
    """Whether it is an integer of plausible size; a field may have a narrower range."""
    return type(value) is int and -LARGEST <= value <= LARGEST


def is_text(value: Any) -> bool:
    """Whether it is a text of plausible length."""
    return isinstance(value, str) and len(value) <= LONGEST


def is_moment(value: Any) -> bool:
    """Whether it is a time with zone, in ISO format, in a plausible year."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return moment.tzinfo is not None and moment.year in YEARS


def is_day(value: Any) -> bool:
    """Whether it is a day in ISO format, in a plausible year."""
    try:
        return date.fromisoformat(value).year in YEARS
    except (TypeError, ValueError):
        return False


def is_time_of_day(value: Any) -> bool:
    """Whether it is a local time of day in ISO format."""
    try:
        return time.fromisoformat(value).tzinfo is None
    except (TypeError, ValueError):
        return False


def is_plain(value: Any, depth: int = DEEPEST) -> bool:
    """Whether it is JSON of integers and texts with limited depth."""
    if isinstance(value, dict):
        return depth > 0 and all(is_text(key) and is_plain(value[key], depth - 1) for key in value)
    if isinstance(value, list):
        return depth > 0 and all(is_plain(each, depth - 1) for each in value)
    return value is None or isinstance(value, bool) or is_whole(value) or is_text(value)


def _none_or(form: Form) -> Form:
    return lambda value: value is None or form(value)


def _each(form: Form) -> Form:
    return lambda value: isinstance(value, list) and len(value) <= LONGEST and all(map(form, value))


def _dict_by_text(form: Form) -> Form:
    return lambda value: (
        isinstance(value, dict) and all(is_text(key) and form(value[key]) for key in value)
    )


def _dict_by_number(form: Form) -> Form:
    return lambda value: (
        _dict_by_text(form)(value)
        and all(key.isascii() and key.isdigit() and len(key) < len(str(LARGEST)) for key in value)
    )


def _with(others: Form = is_plain, may_lack: Sequence[str] = (), /, **forms: Form) -> Form:
    """Return a form for objects with these keys; other values have the form `others`.

    may_lack: those of the keys that earlier versions of the program did not write.
    """
    needed = forms.keys() - {*may_lack}
    return lambda value: (
        isinstance(value, dict)
        and value.keys() >= needed
        and all(forms.get(key, others)(value[key]) for key in value)
    )


def _times(count: int, form: Form) -> Form:
    return lambda value: _each(form)(value) and len(value) == count


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_pause(value: Any) -> bool:
    return _times(2, _none_or(is_moment))(value) and value[0] is not None


def _is_sheet(value: Any) -> bool:
    """Whether it is a list, totals, or a ruling, as stored in a version."""
    try:
        if not isinstance(value, Mapping):
            return False
        if "ruling" in value:
            ruling_from_json(value, len(value.get("figures") or ()))
        elif "rows" in value:
            sheet_from_json(value)
        else:
            totals_from_json(value)
    except Malformed:
        return False
    return is_plain(value)


def _is_seal(value: Any) -> bool:
    return is_text(value) and re.fullmatch("[0-9a-f]{64}", value) is not None


def is_count(value: Any) -> bool:
    """Whether it is a non-negative integer."""
    return is_whole(value) and value >= 0


def _is_seconds(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"[+-]?[0-9]{1,9}", value) is not None


def _is_slug(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"[-a-zA-Z0-9_]{1,60}", value) is not None


is_contents: Form = _with(
    program=is_text,
    written_at=is_moment,
    signer=_is_seal,
    standings=lambda value: value == "" or _is_seal(value),
    contacts=_is_flag,
    tournament=_with(
        slug=_is_slug, name=is_text, place=is_text, origin=_is_seal, date=_none_or(is_day)
    ),
    counts=_with(**dict.fromkeys(("entry", "round", "sheetversion", "journal"), is_count)),
    parts=_dict_by_text(_with(bytes=is_count, sha256=_is_seal)),
)
is_competition: Form = _with(
    written_at=is_moment,
    signer=_is_seal,
    contacts=_is_flag,
    competition=_with(kind=is_text, slug=_is_slug, name=is_text),
    parts=_dict_by_text(_with(bytes=is_count, sha256=_is_seal)),
)
_FIGURES = _each(_none_or(is_whole))
_ACTS: Mapping[str, Form] = {
    **dict.fromkeys(("clock_behind", "clock_followed"), _with(round=is_whole, seconds=_is_seconds)),
    "clock_started": _with(round=is_whole),
    "names_removed": _with(checksum=is_text),
    "penalties_contained": _with(
        sheet=is_whole, contained=_each(_with(rule=is_text, offender=is_whole, points=_FIGURES))
    ),
    **dict.fromkeys(
        ("player_checked_in", "player_checked_out", "fee_paid", "fee_not_paid"),
        _with(entry=is_whole),
    ),
    "standings_frozen": _with(
        is_plain,
        ("protests", "contradictions"),
        reason=is_text,
        unconfirmed=_each(_times(2, is_whole)),
        objections_open=_is_flag,
        rounds_unplayed=is_whole,
        protests=_each(_times(2, is_whole)),
        contradictions=is_whole,
    ),
}
"""Acts whose data the program uses for more than their sentence."""
_is_entry = _with(
    at=is_moment,
    action=is_text,
    seal=_is_seal,
    data=_with(),
    facts=_with(),
    account=_none_or(is_whole),
)
is_journal: Form = _each(
    lambda entry: _is_entry(entry) and _ACTS.get(entry["action"], is_plain)(entry["data"])
)
_QUALITY = _with(
    _none_or(is_whole),
    **dict.fromkeys(("repeat_pairs", "repeat_pairs_bound", "same_club_pairs"), is_whole),
)
_PLAYERS = _each(_with(id=is_text, name=is_text))
_SEATS = _each(_each(_each(_times(2, is_text))))
_STEP = {"kind": is_text, "seal": is_text, "players": _PLAYERS, "first_round": is_whole}
_LIST = {**_STEP, "commitment": is_text, "ranking": _each(is_text), "sit_out": is_whole}
_STEPS = {
    "list": _with(**_LIST),
    "draw": _with(
        **_LIST,
        redraw=is_whole,
        reason=is_text,
        secret=is_text,
        number=_none_or(is_whole),
        by_audience=_is_flag,
        seed=is_text,
        settings=_with(),
        program=_with(version=is_text, code=is_text),
        rounds=_SEATS,
    ),
    "change": _with(**_STEP, reason=is_text, rounds=_SEATS),
}


def _is_step(value: Any) -> bool:
    kind = value.get("kind") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in _STEPS and _STEPS[kind](value)


def _is_age_category(value: Any) -> bool:
    years = _times(2, _none_or(is_whole))
    return isinstance(value, list) and is_text(value[:1] and value[0]) and years(value[1:])


FORMS: Mapping[tuple[str, str], Form] = {
    ("call", "points"): _FIGURES,
    ("cashcount", "pieces"): _dict_by_number(is_whole),
    ("cup", "chain"): _each(is_text),
    ("cuplot", "among"): _each(is_text),
    ("dayteam", "lineup"): _each(_none_or(is_whole)),
    ("draw", "quality"): lambda value: value == {} or _QUALITY(value),
    ("entry", "tags"): _each(is_text),
    ("eveningline", "rounds"): _FIGURES,
    ("league", "match_points"): _with(**{str(size): _times(size, is_count) for size in (3, 4, 5)}),
    ("league", "tie_breaks"): _each(is_text),
    ("penalty", "points"): _FIGURES,
    ("person", "tags"): _each(is_text),
    ("protest", "jury"): _each(is_whole),
    ("rehearsal", "happened"): _each(is_text),
    ("round", "pauses"): _each(_is_pause),
    ("sealedstep", "step"): _is_step,
    ("series", "place_bonus"): _each(is_whole),
    ("series", "tie_breaks"): _each(is_text),
    ("sheetversion", "accepted"): _each(_with(code=is_text, seat=_none_or(is_whole))),
    ("sheetversion", "content"): _is_sheet,
    ("sheetversion", "totals"): _FIGURES,
    ("sheetversion", "typists"): _each(_none_or(is_whole)),
    ("tournament", "age_categories"): _each(_is_age_category),
    ("tournament", "hall"): _dict_by_number(_times(2, is_whole)),
    ("tournament", "rule_options"): _with(),
    ("commitment", "team_groups"): _none_or(_each(_each(is_text))),
    ("tournament", "team_groups"): _each(_each(is_text)),
    ("tournament", "tie_breaks"): _each(is_text),
    ("tournament", "warning_minutes"): _each(is_whole),
    ("verification", "content"): _none_or(_is_sheet),
    ("verification", "totals"): _FIGURES,
}
