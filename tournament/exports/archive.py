"""A tournament as one file: its data, its journal, its proofs and its papers, signed."""

from collections.abc import Collection, Mapping

from django.utils import timezone

from tournament.archives.reads import archived_journal, archived_rows, origin_of, original_journal
from tournament.archives.rules import archive as form
from tournament.errors import Refused
from tournament.exports.base import ZIP, Document, document
from tournament.exports.excel.results import results
from tournament.exports.list_files import standings_csv
from tournament.exports.proofs import proof_file
from tournament.journal.mapping import plain, sealed_time
from tournament.models import Tournament
from tournament.shared.rules.version import VERSION
from tournament.shared.writes.signing import public_key, signature_of
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.standings import standings_after, text_of_standings
from tournament.standings.rules.checksum import text_checksum

NAMES = ("slug", "name", "date", "place")
NEVER_MADE = ("pango_missing", "paper_takes_too_long")
"""Refusals of a paper without which there still is an archive; a busy machine is asked again."""


def archive_file(
    tournament: Tournament, *, contacts: bool = False, hidden: Collection[int] = ()
) -> Document:
    """Return the archive of docs/archive.md; `contacts`: with those of people not in `hidden`."""
    from tournament.exports.pdf.proofs import proof
    from tournament.exports.pdf.results import standings

    try:
        report = standings_after(tournament)
        text = text_of_standings(report) if report.rounds else ""
    except DamagedResult:  # nothing can be computed any more
        text = ""
    rows = archived_rows(tournament, contacts=contacts, hidden=hidden)
    journal = archived_journal(tournament)
    parts = {form.DATA: form.as_json(rows), form.JOURNAL: form.as_json(journal)}
    # The rest is for people and never read back: proof, lists and papers as of now.
    parts["proof.json"] = proof_file(tournament).content
    if before := original_journal(tournament):
        parts["journal-before.json"] = before
    if text:
        parts[form.STANDINGS] = text.encode()
        parts["lists/standings.csv"] = standings_csv(report).encode()
        parts["papers/standings.pdf"] = standings(tournament).content  # the list for the wall
        try:
            parts["papers/proof.pdf"] = proof(tournament).content
        except Refused as refusal:  # this machine or the club's look prevents it
            if refusal.code not in NEVER_MADE:
                raise
        parts["papers/workbook.xlsx"] = results(tournament).content
    counted = {name: len(rows[name]["rows"]) for name in ("entry", "round", "sheetversion")}
    about = {
        "tournament": {
            **{name: plain(getattr(tournament, name)) for name in NAMES},
            "origin": origin_of(tournament),
        },
        "standings": text_checksum(text) if text else "",
        "contacts": contacts,
        "counts": {**counted, "journal": len(journal)},
    }
    return document(tournament, "archive", ZIP, sealed(form.FORMAT, parts, **about))


def sealed(kind: str, parts: Mapping[str, bytes], **about: object) -> bytes:
    """Return the parts packed with contents that this installation has signed."""
    contents = form.as_json(
        {
            "format": kind,
            "version": form.VERSION,
            "program": VERSION,
            "written_at": sealed_time(timezone.now()),
            "signer": public_key(),
            **about,
            "parts": form.list_parts(parts),
        }
    )
    signature = f"{signature_of(contents)}\n".encode()
    return form.pack({form.CONTENTS: contents, form.SIGNATURE: signature, **parts})
