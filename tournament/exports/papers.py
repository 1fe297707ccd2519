"""All papers of a tournament, collected from where they are declared, and their links."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pkgutil import walk_packages
from urllib.parse import quote, urlencode

from django.core.exceptions import ImproperlyConfigured

from tournament import exports
from tournament.exports.paper import Asked, Link, Paper, Reader

__all__ = ["PAPERS", "Asked", "Paper", "PaperLink", "Reader", "collect_papers", "links_at"]

WRITERS = frozenset({"plain_book", "formula_book"})
"""Modules that declare no paper and load a library of workbooks: imported by who makes one."""


def collect_papers() -> list[Paper]:
    """Return the papers of all modules of this package in order; no key occurs twice."""
    modules = [
        import_module(file.name)
        for file in walk_packages(exports.__path__, f"{exports.__name__}.")
        if file.name != __name__ and file.name.rpartition(".")[2] not in WRITERS
    ]
    named = [each for module in modules for each in vars(module).values()]
    papers = {id(each): each for each in named if isinstance(each, Paper)}  # also where imported
    found = sorted(papers.values(), key=lambda paper: paper.order)
    for keys in (Counter(paper.key for paper in found), Counter(paper.order for paper in found)):
        if twice := [key for key, count in keys.items() if count > 1]:
            raise ImproperlyConfigured(f"Two papers have the same key or order: {twice}")
    return found


PAPERS = {paper.key: paper for paper in collect_papers()}  # by key, in the order of lists
_LINKS: dict[str, list[tuple[Paper, Link]]] = {}
for _paper in PAPERS.values():
    for _link in _paper.links:
        _LINKS.setdefault(_link.spot, []).append((_paper, _link))


@dataclass(frozen=True, slots=True)
class PaperLink:
    """A link to a paper as a page shows it."""

    paper: Paper
    address: str
    words: str
    is_file: bool
    is_main: bool


def links_at(spot: str, asked: Asked, *, is_known: bool = False) -> Iterator[PaperLink]:
    """Yield links at a spot to papers that this reader may open and that are possible.

    asked: the round and what else the page adds. is_known: the page has checked that they are
    possible. Raises `KeyError` if no paper names the spot.
    """
    reader = asked.reader
    for paper, link in _LINKS[spot]:
        may = paper.may(reader.actor, reader.tournament)
        if not (may and (is_known or paper.is_possible(reader))):
            continue
        known = {name: value for name, value in asked.given.items() if value is not None}
        given = {**link.given, **{name: known[name] for name in paper.asks if name in known}}
        address = paper.address(reader.tournament, asked.of)
        query = urlencode(given, safe="/,", quote_via=quote)
        words = link.words or paper.title
        yield PaperLink(
            paper,
            f"{address}?{query}" if query else address,
            words(replace(asked, given=given)) if callable(words) else str(words),
            paper.is_file or "as" in given,
            link.is_main(reader),
        )
