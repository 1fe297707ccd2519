"""Reading uploaded files in this process, where the process apart is not the subject."""

import pickle
from collections.abc import Callable

import pytest

from tournament.errors import Refused
from tournament.imports import apart


def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do in this process what the one apart does; starting it takes most of the time of a test."""
    monkeypatch.setattr(apart, "call_apart", _call)


def _call(
    read: Callable[..., object], _limits: object, _refused: str, *given: object, **named: object
) -> object:
    """Call the reader, with what it is given and returns sent as to the process."""
    given, named = pickle.loads(pickle.dumps((given, named)))
    try:
        found = read(*given, **named)
    except Refused as refused:
        raise pickle.loads(pickle.dumps(refused)) from refused
    return pickle.loads(pickle.dumps(found))
