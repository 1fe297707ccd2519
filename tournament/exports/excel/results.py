"""The results of a tournament as values: what the association and the club file away."""

from collections.abc import Iterator
from functools import partial

from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import XLSX, Document, document
from tournament.exports.excel.contents import Contents, Named, keep_document
from tournament.exports.paper import Asked, Link, Paper
from tournament.lists.games import deductions_list, penalties_list
from tournament.models import Tournament
from tournament.permissions import may_export, may_run_money
from tournament.sheets.reads.table_totals import listed_tables


def results(
    tournament: Tournament, after: int | None = None, *, with_payments: bool = False
) -> Document:
    """Return the results up to round `after`, by default the last. Refused: `unknown_round`."""
    from tournament.exports.excel.plain_book import PlainBook

    contents, book = Contents(tournament, after), PlainBook()
    lists = list(_lists(contents, with_payments=with_payments))
    sheets = [(book.place(name, page.listed), page) for name, page in lists]
    return document(tournament, gettext("Results"), XLSX, book.written(sheets))


def _lists(contents: Contents, *, with_payments: bool) -> Iterator[Named]:
    if contents.rounds:
        yield contents.overview()
    yield contents.players()
    if contents.rounds:
        yield contents.seat_list()
        yield contents.standings()
        yield from (listed for _round, listed in contents.results())
        tables = listed_tables(contents.tournament, contents.seats)
        for name, listed in (
            (gettext("Penalties"), penalties_list(tables)),
            (gettext("Deductions"), deductions_list(contents.deducted, contents.report.rounds)),
        ):
            if listed.rows:
                yield contents.named(name, listed)
        yield from (listed for _report, listed in contents.categories())
        if contents.rankings:
            yield contents.members()
        yield from map(contents.ranking, contents.rankings)
    yield from contents.money(with_payments=with_payments)


def _make(asked: Asked) -> Document:
    with_payments = may_run_money(asked.reader.actor, asked.tournament)
    make = partial(results, asked.tournament, with_payments=with_payments)
    return keep_document(make, asked.tournament, "results", with_payments)


RESULTS = Paper(
    key="results",
    title=_("Results (Excel)"),
    order=60,
    may=may_export,
    is_file=True,
    make=_make,
    links=(
        Link("file"),
        Link("nothing yet", format_lazy("{} (Excel)", _("List of players"))),
        Link("menu of the standings"),
        Link("menu of a ranking"),
    ),
)
