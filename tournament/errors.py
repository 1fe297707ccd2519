"""Errors the user can fix. What must never happen raises a plain Python error instead."""

from functools import partial
from typing import Any


class Refused(Exception):
    """A request that cannot be carried out as it stands.

    `code` and `params` are values; `tournament.labels.refusals` turns them into a sentence with the
    place, what is wrong and what would be right.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be pickled with its named parameters, but without what a subclass adds."""
        return partial(Refused, self.code, **self.params), ()
