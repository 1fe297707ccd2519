"""Documents that take seconds, kept until something is done."""

from dataclasses import replace
from hashlib import sha256

from django.core.cache import caches
from django.utils import translation

from tournament.core.version import VERSION
from tournament.exports.base import Document
from tournament.models import Tournament
from tournament.selectors.journal import newest_entry

KEPT_SECONDS = 3600


def kept(document: Document, tournament: Tournament, *asked: object) -> Document:
    """The same document, made once until the next act in a journal; `asked` is what it depends on.

    For those that take seconds. The time on it is that at which it was made.
    """
    newest = newest_entry(tournament)
    parts = (VERSION, tournament.pk, newest, translation.get_language(), document.file_name, asked)
    mark = sha256(repr(parts).encode()).hexdigest()

    def render() -> bytes:
        made = caches["documents"].get(mark)
        if made is None:
            made = document.render()
            caches["documents"].set(mark, made, KEPT_SECONDS)
        return bytes(made)

    return replace(document, render=render)
