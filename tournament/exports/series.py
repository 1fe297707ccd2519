"""The standings of a series on paper and in files, and an association's list."""

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import XLSX, Document, Imprint, document, dressed, head_of
from tournament.exports.excel.page import Page
from tournament.exports.list_files import list_file
from tournament.exports.paper import Link, Paper
from tournament.exports.pdf.lists import print_list
from tournament.labels.counting import counting_words
from tournament.labels.series import series_sentences, series_title
from tournament.lists.series import association_list, evening_key, series_list
from tournament.models import Ranking, Series, Tournament
from tournament.series.reads import EveningReport, PlayedRow, SeriesReport, played_rows_of
from tournament.standings.rules.counting import Counting

MOST_EVENINGS = 12  # only the last this many evenings have columns


def series_pdf(report: SeriesReport) -> Document:
    """Return the standings for the wall."""
    earlier = [evening_key(each) for each in report.counted[:-MOST_EVENINGS]]
    notes, listed = _notes(report, printed=True), series_list(report).without(*earlier)
    return print_list(dressed(_head(report)), listed, notes)


def series_workbook(report: SeriesReport) -> Document:
    """Return the standings as a workbook."""
    from tournament.exports.excel.plain_book import one_sheet

    page = Page(_head(report), series_list(report), notes=_notes(report), podium="rank")
    content = one_sheet(gettext("Standings"), page)
    return document(report.series, series_title(report.after), XLSX, content)


def series_csv(report: SeriesReport) -> Document:
    """Return the standings as CSV: an evening's points without bonus; dropped ones are named."""
    title, listed = series_title(report.after), series_list(report)
    return list_file(report.series, title, listed, "csv")


def association_file(
    of: Tournament | Series | Ranking,
    rows: Sequence[PlayedRow],
    counting: Counting,
    *,
    as_workbook: bool,
) -> Document:
    """Return who has played how much, for an association, as workbook or CSV."""
    kind = "xlsx" if as_workbook else "csv"
    return list_file(of, str(ASSOCIATION.title), association_list(rows, counting), kind)


def evening_words(report: EveningReport) -> str:
    """Return an evening as notes name it: "3: Märzabend, 12.03.2026", and what it ranks."""
    day = report.evening.day
    words = [str(report.evening), *([date_format(day, "SHORT_DATE_FORMAT")] if day else [])]
    return f"{report.number}: {', '.join(filter(None, (*words, counting_words(report.counting))))}"


def _head(report: SeriesReport) -> Imprint:
    series = report.series
    return head_of(series, series.name, series_title(report.after), series.season)


def _notes(report: SeriesReport, *, printed: bool = False) -> list[str]:
    notes = [" ".join(series_sentences(report.series.rules, report.counting))]
    if report.counted:
        evenings = "; ".join(map(evening_words, report.counted))
        notes.append(f"{gettext('Evenings')}: {evenings}.")
    if printed and len(report.counted) > MOST_EVENINGS:
        words = gettext("The last %(count)s evenings have columns; earlier ones are in the total.")
        notes.insert(1, words % {"count": MOST_EVENINGS})
    return notes


ASSOCIATION = Paper(
    key="association",
    title=_("List for the association"),
    order=70,
    is_file=True,
    asks=("as",),
    make=lambda asked: association_file(
        *(asked.tournament, played_rows_of(asked.tournament), asked.tournament.counting),
        as_workbook=asked.text("as") != "csv",
    ),
    links=(Link("association"), Link("association", "CSV", {"as": "csv"})),
)
