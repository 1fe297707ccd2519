"""Which encoding a text file has: told by the letters of its words where no mark tells it."""

import codecs
import re
from contextlib import suppress
from typing import NamedTuple

from tournament.errors import Refused

UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
WINDOWS, DOS, MAC, TWICE = "windows", "dos", "mac", "twice"
CODECS = {WINDOWS: "cp1252", DOS: "cp850", MAC: "mac_roman"}
"""The encodings of one byte a letter, likeliest first."""
UNSURE = "unsure"
_GERMAN = frozenset("äöüÄÖÜß")
_IN_NAMES = "'’‘`´\\-‐–"  # signs between two letters of a name
_EDGES = "„“”‚«»‹›…"  # signs before or behind a word
_WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[{_IN_NAMES}])*")
# What no word has: another sign beside a letter, a capital behind a small letter.
_BESIDE = rf"[^\w\s\x00-\x7f{_IN_NAMES}{_EDGES}\ufffd]"
_STRANGE = re.compile(
    rf"[^\W\d_]{_BESIDE}|{_BESIDE}[^\W\d_]|[^\W\d_][{_EDGES}][^\W\d_]|[\x80-\x9f]"
)
# The bytes of one letter in UTF-8, read as Windows-1252 or Latin-1; only with an "Ã" is it sure.
_CONTINUED = bytes(range(0x80, 0xC0))
_BYTES = _CONTINUED.decode("latin-1") + _CONTINUED.decode("cp1252", errors="ignore")
_TWICE = re.compile(f"[Â-ô][{re.escape(_BYTES)}]{{1,3}}")
_SURE = re.compile(f"Ã[{re.escape(_BYTES)}]")
_TIMES = 3
_ENOUGH = 300_000  # letters of a file that tell its encoding


class Letters(NamedTuple):
    """A file's text, and how its letters were read if that needs a word.

    `how`: "" where it is certain and usual; `DOS`, `MAC`, `TWICE` (UTF-8 encoded twice, repaired);
    `UNSURE`: names with such letters are in doubt.
    """

    text: str
    how: str = ""


def read_letters(data: bytes, chosen: str = "") -> Letters:
    """Return the text: UTF-16, UTF-8, else the encoding of one byte whose words are words.

    `chosen`: a key of `CODECS` that somebody has chosen. Refused: "file_unreadable".
    """
    if chosen in CODECS:
        return Letters(_decoded(data, chosen), "")
    if data.startswith(UTF16_MARKS):
        return Letters(data.decode("utf-16", errors="replace"))
    if b"\0" in data:
        # UTF-16 without its mark: every other byte is zero.
        for name, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
            if zeros.count(0) * 2 > len(data) // 2:
                try:
                    return Letters(data.decode(name))
                except UnicodeDecodeError:
                    break
        raise Refused("file_unreadable")
    with suppress(UnicodeDecodeError):
        text, how = data.decode("utf-8-sig"), ""
        for _ in range(_TIMES):  # read once more if it was encoded twice: "MÃ¼ÃŸig" is "Müßig"
            if not _SURE.search(text):
                break
            text, how = _TWICE.sub(_once, text), TWICE
        return Letters(text, how)
    texts = {how: _decoded(data, how) for how in CODECS}
    merits = {how: _merit(text) for how, text in texts.items()}
    best = max(texts, key=lambda how: merits[how])  # of equal ones the first
    strange, german = merits[best]
    usual_strange, usual_german = merits[WINDOWS]
    if best != WINDOWS and strange == 0 and usual_strange < 0 and german:
        return Letters(texts[best], best)
    # Read in another way it is German, too, so nobody can tell.
    others = (merits[how] for how in (DOS, MAC))
    rivals = usual_german == 0 and any(clean == 0 and words for clean, words in others)
    is_sure = usual_strange == 0 and not rivals
    return Letters(texts[WINDOWS], "" if is_sure else UNSURE)


def is_unclear(name: str, how: str = "") -> bool:
    """Whether the letters of a name are in doubt: read so, or with signs of no word: "MŸ§ig"."""
    if how == UNSURE and not name.isascii():
        return True
    return bool(_STRANGE.search(name)) or any(map(_is_mixed, _WORD.findall(name)))


def _decoded(data: bytes, how: str) -> str:
    """Return the text; an undefined byte becomes "�", which stands out in a name like a "?"."""
    return data.decode(CODECS[how], errors="replace")


def _once(found: re.Match[str]) -> str:
    raw = b"".join(
        bytes([ord(sign)]) if ord(sign) < 0x100 else sign.encode("cp1252") for sign in found[0]
    )
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return found[0]


def _merit(text: str) -> tuple[int, int]:
    """Return minus how much is strange in the words of a text, and how many are German."""
    text = text[:_ENOUGH]
    words = [word for word in _WORD.findall(text) if not word.isascii() and len(word) > 1]
    strange = len(_STRANGE.findall(text)) + text.count("\ufffd") + sum(map(_is_mixed, words))
    return -strange, sum(not _GERMAN.isdisjoint(word) for word in words)


def _is_mixed(word: str) -> bool:
    """Whether a capital beyond ASCII stands where none does: "mŸig", "MŸller"."""
    if word.replace("ß", "").isupper():  # "MÜßIG": there is no other key for it
        word = word.replace("ß", "S")
    return any(
        two.isupper() and not (one + two).isascii() and (one.islower() or (one.isupper() and end))
        for one, two, end in zip(word, word[1:], [*map(str.islower, word[2:]), False], strict=False)
    )
