"""A document with one thing changed, in every possible way."""

import copy
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.factories.effort import tries
from tests.factories.proofs import Document, proof_document

Way = tuple[str | int, ...]
"""The keys that lead to a place of a document."""


def leaves(value: object, path: Way = ()) -> Iterator[tuple[Way, object]]:
    """Return every leaf value of a document with its path."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)  # type: ignore
    for key, inner in inside:
        if isinstance(inner, dict | list) and inner:
            yield from leaves(inner, (*path, key))
        else:
            yield (*path, key), inner


def places(value: object, path: Way = ()) -> Iterator[Way]:
    """Return every place of a document."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(inner, (*path, key))


def inside(document: Document, path: Way) -> Any:
    for key in path:
        document = document[key]
    return document


def with_value(document: Document, path: Way, value: object) -> Document:
    changed = copy.deepcopy(document)
    inside(changed, path[:-1])[path[-1]] = value
    return changed


def without(document: Document, path: Way) -> Document:
    changed = copy.deepcopy(document)
    del inside(changed, path[:-1])[path[-1]]
    return changed


def exchanged(document: Document, path: Way) -> Document:
    """Swap an item of a list with the next one."""
    changed = copy.deepcopy(document)
    things, place = inside(changed, path[:-1]), path[-1]
    things[place], things[place + 1] = things[place + 1], things[place]
    return changed


def another(value: object) -> object:
    """Return a different value of the same kind that could pass for the old one."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and value:
        last = "1" if value[-1] == "0" else "0" if value[-1].isdigit() else value[-1].swapcase()
        return value[:-1] + (last if last != value[-1] else last + "x")
    return ["1"] if isinstance(value, list) else "x"


def resealed(document: Document) -> Document:
    """Return what a forger who can make seals would hand out."""
    return proof_document(document["steps"])


def mutations(document: Document) -> Iterator[tuple[str, Way, Document]]:
    """Return documents with every ninth item changed, removed, inserted, or swapped with its
    neighbour.

    With `make slow` every item.
    """
    for how, path, change in [*_mutations(document)][:: tries(9, 1)]:
        yield how, path, change()


def _mutations(document: Document) -> Iterator[tuple[str, Way, Callable[[], Document]]]:
    for path, value in leaves(document):
        yield "changed", path, partial(with_value, document, path, another(value))
    for path in places(document):
        yield "left out", path, partial(without, document, path)
        if isinstance(inside(document, path), dict):
            yield "put in", path, partial(with_value, document, (*path, "more"), 1)
        things = inside(document, path[:-1])
        if isinstance(things, list) and path[-1] < len(things) - 1:  # type: ignore[operator]
            yield "exchanged", path, partial(exchanged, document, path)
    yield "put in", (), lambda: {**document, "more": 1}
