"""A tournament as one file: its data, its journal, its proofs and its papers, signed."""

from collections.abc import Callable, Collection, Iterator

from django.utils import timezone

from tournament.core import archive as form
from tournament.core.checksum import text_checksum
from tournament.core.version import VERSION
from tournament.exports.base import ZIP, Document, document
from tournament.exports.csv_files import standings_csv
from tournament.exports.excel import workbook
from tournament.exports.pdf.system import missing_for_pdf
from tournament.exports.proofs import proof_file
from tournament.mappers_journal import plain, sealed_time
from tournament.models import Tournament
from tournament.selectors.archives import (
    archived_journal,
    archived_rows,
    journal_before,
    origin_of,
)
from tournament.selectors.checksums import text_of_standings
from tournament.selectors.standings import standings_after
from tournament.selectors.table_totals import DamagedResult
from tournament.services.signing import public_key, signature_of


def archive_file(
    tournament: Tournament, *, contacts: bool = False, hidden: Collection[int] = ()
) -> Document:
    """The archive of docs/archive.md; `contacts`: with e-mail and telephone of the people.

    Of those who are `hidden`, by id, without.
    """
    return document(tournament, "archive", ZIP, lambda: _packed(tournament, contacts, hidden))


def _packed(tournament: Tournament, contacts: bool, hidden: Collection[int]) -> bytes:
    text = _text(tournament)
    rows = archived_rows(tournament, contacts=contacts, hidden=hidden)
    journal = archived_journal(tournament)
    parts = {form.DATA: form.as_json(rows), form.JOURNAL: form.as_json(journal)}
    parts |= _for_people(tournament, text)
    counted = {name: len(rows[name]["rows"]) for name in ("entry", "round", "sheetversion")}
    contents = form.as_json(
        {
            "format": form.FORMAT,
            "version": form.VERSION,
            "program": VERSION,
            "written_at": sealed_time(timezone.now()),
            "signer": public_key(),
            "tournament": _named(tournament),
            "standings": text_checksum(text) if text else "",
            "contacts": contacts,
            "counts": {**counted, "journal": len(journal)},
            "parts": form.listed(parts),
        }
    )
    signature = f"{signature_of(contents)}\n".encode()
    return form.packed({form.CONTENTS: contents, form.SIGNATURE: signature, **parts})


def _named(tournament: Tournament) -> dict[str, object]:
    names = ("slug", "name", "date", "place")
    return {
        **{name: plain(getattr(tournament, name)) for name in names},
        "origin": origin_of(tournament),
    }


def _text(tournament: Tournament) -> str:
    """The text of docs/checksum.md; empty where nothing can be counted yet, or any more."""
    try:
        report = standings_after(tournament)
    except DamagedResult:
        return ""
    return text_of_standings(report) if report.rounds else ""


def _for_people(tournament: Tournament, text: str) -> dict[str, bytes]:
    """What is not opened again: proof, lists and papers as they are now."""
    parts = {"proof.json": proof_file(tournament).render()}
    if before := journal_before(tournament):
        parts["journal-before.json"] = before
    if text:
        parts["lists/standings.txt"] = text.encode()
        parts["lists/standings.csv"] = standings_csv(standings_after(tournament)).encode()
        parts |= {name: make().render() for name, make in _papers(tournament)}
    return parts


def _papers(tournament: Tournament) -> Iterator[tuple[str, Callable[[], Document]]]:
    """What this machine can print: without Pango no PDF, but an archive all the same."""
    from tournament.exports.pdf.proofs import proof
    from tournament.exports.pdf.results import standings

    if not missing_for_pdf():
        yield "papers/standings.pdf", lambda: standings(tournament)
        yield "papers/proof.pdf", lambda: proof(tournament)
    yield "papers/workbook.xlsx", lambda: workbook(tournament)
