"""A season, a cup or a series as one file: its own rows, and the archives of its tournaments."""

from tournament.archives.rules import archive as form
from tournament.competitions.reads import competition_rows
from tournament.errors import Refused
from tournament.exports.archive import archive_file, sealed
from tournament.exports.base import ZIP, Document, document
from tournament.models import Cup, League, Series

_LIMITS = {"most": form.MOST_TOURNAMENTS, "megabytes": form.MOST_MEGABYTES}


def competition_file(one: Series | League | Cup, *, contacts: bool = False) -> Document:
    """Return the file of docs/archive.md. Refused: "competition_too_large"."""
    rows, tournaments = competition_rows(one, contacts=contacts)
    parts = {form.DATA: form.as_json(rows)}
    if len(tournaments) > form.MOST_TOURNAMENTS:
        raise Refused("competition_too_large", **_LIMITS)
    for number, tournament in enumerate(tournaments, start=1):
        content = archive_file(tournament, contacts=contacts).content
        parts[form.part_of_tournament(number)] = content
    told = {"kind": one._meta.model_name, "slug": one.slug, "name": str(one)}
    packed = sealed(form.COMPETITION, parts, contacts=contacts, competition=told)
    if len(packed) > form.MOST_MEGABYTES * form.MEGABYTE:
        raise Refused("competition_too_large", **_LIMITS)
    return document(one, "archive", ZIP, packed)
