"""Words around the proof of a draw."""

from collections.abc import Sequence

GROUP = 8
"""Figures that the eye takes in at once, also from the wall."""


def in_groups(figures: str) -> Sequence[str]:
    """A fingerprint in groups that can be compared aloud."""
    return [figures[start : start + GROUP] for start in range(0, len(figures), GROUP)]
