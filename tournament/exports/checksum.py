"""A short extract of a result: two printouts with the same checksum hold the same figures."""

import hashlib
from collections.abc import Iterable

Figures = Iterable[int | None]
LENGTH = 8


def checksum(lines: Iterable[Figures]) -> str:
    """Eight hexadecimal digits in two groups: SHA-256 over the lines, figures with semicolons."""
    rows = (";".join("" if figure is None else str(figure) for figure in line) for line in lines)
    digits = hashlib.sha256("\n".join(rows).encode("ascii")).hexdigest()[:LENGTH].upper()
    return f"{digits[: LENGTH // 2]}-{digits[LENGTH // 2 :]}"
