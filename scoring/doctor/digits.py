"""Digits in each other's place."""


def turned(size: int) -> int:
    """The number with its digits in the other order."""
    return int(str(size)[::-1])
