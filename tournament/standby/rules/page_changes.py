"""Binary differences of database files, by page.

A whole file is the difference to an empty one.
"""

from struct import Struct

PAGE = 4096  # bytes, as in SQLite; with other sizes differences are larger but still right
_SIZE = Struct(">Q")
_NUMBER = Struct(">I")


def packed_changes(before: bytes, after: bytes) -> bytes:
    """Return the size of the new file, and each differing page with its number."""
    old, new = memoryview(before), memoryview(after)
    parts: list[bytes | memoryview] = [_SIZE.pack(len(after))]
    for number, start in enumerate(range(0, len(after), PAGE)):
        page = new[start : start + PAGE]
        if page != old[start : start + PAGE]:
            parts += (_NUMBER.pack(number), page)
    return b"".join(parts)


def with_changes(before: bytes, changes: bytes) -> bytes:
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
