"""Points as they are written: with sign, and a true minus."""

MINUS = "\N{MINUS SIGN}"
NONE_YET = "\N{EN DASH}"


def signed(points: int | None) -> str:
    """`+12`, `−4`, `0`; an en dash for no result yet."""
    if points is None:
        return NONE_YET
    if points > 0:
        return f"+{points}"
    return f"{MINUS}{-points}" if points < 0 else "0"
