"""Two computers: the line that connects them, notices of a takeover, changed pages of the database.

A whole file is the difference to an empty one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from struct import Struct
from typing import TypeGuard

from tournament.shared.rules.codes import CODE_LETTERS

CODE_LENGTH = 20
"""99 bits: cannot be guessed, nor derived from traffic."""
_GROUP = 4
MARK_LENGTH = 32
_ADDRESS = re.compile(r"(?:(https?)://)?([\w.\-]+(?::\d{1,5})?)", re.ASCII)
_URL = re.compile(r"https?://[\w.\-]+(?::\d{1,5})?", re.ASCII)
_LONGEST_URL = 200
_MOST_EPOCHS = 2**31 - 1
PAGE = 4096  # bytes, as in SQLite; with other sizes differences are larger but still right
_SIZE = Struct(">Q")
_NUMBER = Struct(">I")


@dataclass(frozen=True, slots=True)
class Line:
    """URL of the other computer, such as `http://192.168.1.20:8000`, and the code."""

    url: str
    code: str

    def __str__(self) -> str:
        groups = (self.code[at : at + _GROUP] for at in range(0, len(self.code), _GROUP))
        shown = self.url.removeprefix("http://")
        return f"{shown}/{'-'.join(groups)}"


def parse_line(typed: str) -> Line:
    """Parse a typed line, ignoring spaces and dashes. ValueError for an invalid one."""
    address, slash, code = typed.strip().lower().rpartition("/")
    letters = re.sub(r"[\s\-–]", "", code)
    found = _ADDRESS.fullmatch(address.strip())
    is_code = len(letters) == CODE_LENGTH and set(letters) <= set(CODE_LETTERS)
    if not slash or found is None or not is_code:
        raise ValueError(typed)
    return Line(f"{found[1] or 'http'}://{found[2]}", letters)


@dataclass(frozen=True, slots=True)
class Notice:
    """The notice that a computer is active in this epoch.

    url: its address. mark: its identity. last_entry: the last journal entry in common with the
    recipient. A browser knows the epoch only.
    """

    epoch: int
    url: str = ""
    mark: str = ""
    last_entry: int | None = None


def notice_in(words: Mapping[str, object]) -> Notice:
    """Parse the notice in a message. ValueError for an invalid one."""
    epoch, last_entry = words.get("epoch"), words.get("last_entry")
    url, mark = words.get("url", ""), words.get("mark", "")
    if not (_is_whole(epoch, _MOST_EPOCHS) and (last_entry is None or _is_whole(last_entry))):
        raise ValueError(epoch, last_entry)
    if not (isinstance(url, str) and len(url) <= _LONGEST_URL and isinstance(mark, str)):
        raise ValueError(url, mark)
    if (url and not _URL.fullmatch(url)) or len(mark) > MARK_LENGTH:
        raise ValueError(url, mark)
    return Notice(epoch, url, mark, last_entry)


def _is_whole(value: object, most: int = 2**63 - 1) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= most


def pack_changes(before: bytes, after: bytes) -> bytes:
    """Return the size of the new file, and each differing page with its number."""
    old, new = memoryview(before), memoryview(after)
    parts: list[bytes | memoryview] = [_SIZE.pack(len(after))]
    for number, start in enumerate(range(0, len(after), PAGE)):
        page = new[start : start + PAGE]
        if page != old[start : start + PAGE]:
            parts += (_NUMBER.pack(number), page)
    return b"".join(parts)


def apply_changes(before: bytes, changes: bytes) -> bytes:
    """Apply changes to the old file. ValueError if they are truncated."""
    sent = memoryview(changes)
    (size,) = _SIZE.unpack(_piece(sent, 0, _SIZE.size))
    if size > len(before) + len(sent):
        raise ValueError("cut off")  # every new page is sent
    after = bytearray(before[:size].ljust(size, b"\0"))
    place = _SIZE.size
    while place < len(sent):
        (number,) = _NUMBER.unpack(_piece(sent, place, _NUMBER.size))
        place += _NUMBER.size
        start = number * PAGE
        page = _piece(sent, place, min(PAGE, size - start))
        after[start : start + len(page)] = page
        place += len(page)
    return bytes(after)


def _piece(sent: memoryview, place: int, length: int) -> memoryview:
    piece = sent[place : place + max(length, 0)]
    if not piece or len(piece) != length:
        raise ValueError("cut off")
    return piece
