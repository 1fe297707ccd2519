"""Transposed digits."""


def turned(size: int) -> int:
    """Return the number with its digits reversed."""
    return int(str(size)[::-1])
