"""The line by which a second computer finds the first one: its address and the code."""

import re
from dataclasses import dataclass

from tournament.core.codes import CODE_LETTERS

CODE_LENGTH = 20
"""99 bits: nobody finds it by trying, nor from what was heard in the network."""
_GROUP = 4
_ADDRESS = re.compile(r"(?:(https?)://)?([\w.\-]+(?::\d{1,5})?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Line:
    """Where the other computer is reached, such as `http://192.168.1.20:8000`, and the code."""

    url: str
    code: str

    def __str__(self) -> str:
        groups = (self.code[at : at + _GROUP] for at in range(0, len(self.code), _GROUP))
        shown = self.url.removeprefix("http://")
        return f"{shown}/{'-'.join(groups)}"


def parse_line(typed: str) -> Line:
    """The line as somebody typed it: spaces and dashes do not matter. ValueError for another."""
    address, slash, code = typed.strip().lower().rpartition("/")
    letters = re.sub(r"[\s\-–]", "", code)
    found = _ADDRESS.fullmatch(address.strip())
    if not slash or found is None or not is_code(letters):
        raise ValueError(typed)
    return Line(f"{found[1] or 'http'}://{found[2]}", letters)


def is_code(text: str) -> bool:
    """Whether this can be a code."""
    return len(text) == CODE_LENGTH and set(text) <= set(CODE_LETTERS)
