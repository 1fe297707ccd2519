"""The standings of a series on paper and in files, and an association's list."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournament.exports.base import (
    CSV,
    PDF,
    XLSX,
    Document,
    Imprint,
    document,
    imprint,
    printing_time,
)
from tournament.exports.csv_files import as_csv
from tournament.exports.excel.workbook import add_list, empty_book, saved
from tournament.exports.pdf.results import printed_list
from tournament.labels.series import series_sentences, series_title
from tournament.lists.columns import List, figure_of
from tournament.lists.series import association_list, series_list
from tournament.models import Series, Tournament
from tournament.selectors.series import EveningReport, PlayedRow, SeriesReport

PORTRAIT_EVENINGS, CLUB_EVENINGS = 2, 8
"""With more evenings the list is printed in landscape; with more still, without clubs."""


def series_pdf(report: SeriesReport, now: datetime | None = None) -> Document:
    """The standings for the wall."""

    def render() -> bytes:
        many = len(report.counted) > CLUB_EVENINGS
        return printed_list(
            _head(report, now),
            series_list(report).without(*(("club", "average") if many else ())),
            _notes(report),
            wide=len(report.counted) > PORTRAIT_EVENINGS,
            small=many,
        )

    return document(report.series, _title(report), PDF, render)


def series_workbook(report: SeriesReport, now: datetime | None = None) -> Document:
    """The standings as a workbook."""

    def render() -> bytes:
        book = empty_book()
        add_list(
            book, gettext("Standings"), _head(report, now), series_list(report), _notes(report)
        )
        return saved(book)

    return document(report.series, _title(report), XLSX, render)


def series_csv(report: SeriesReport) -> Document:
    """The standings as CSV: an evening's points without bonus, dropped ones are named."""
    return document(report.series, _title(report), CSV, lambda: _csv(series_list(report)).encode())


def association_file(
    of: Tournament | Series, rows: Sequence[PlayedRow], *, as_workbook: bool
) -> Document:
    """Who has played how much, for an association, as workbook or CSV."""
    title = gettext("List for the association")
    listed = association_list(rows)

    def render() -> bytes:
        book = empty_book()
        head = imprint(of, title) if isinstance(of, Tournament) else _series_head(of, title)
        add_list(book, title, head, listed, [])
        return saved(book)

    if as_workbook:
        return document(of, title, XLSX, render)
    return document(of, title, CSV, lambda: _csv(listed).encode())


def evening_words(report: EveningReport) -> str:
    """An evening as notes name it: "3: Märzabend, 12.03.2026"."""
    day = report.evening.day
    words = [str(report.evening), *([date_format(day, "SHORT_DATE_FORMAT")] if day else [])]
    return f"{report.number}: {', '.join(words)}"


def _csv(listed: List) -> str:
    rows = ({key: figure_of(value) for key, value in row.items()} for row in listed.by_key())
    return as_csv([column.key for column in listed.columns], [*rows])


def _title(report: SeriesReport) -> str:
    return series_title(report.after)


def _head(report: SeriesReport, now: datetime | None) -> Imprint:
    return _series_head(report.series, _title(report), now)


def _series_head(series: Series, title: str, now: datetime | None = None) -> Imprint:
    return Imprint(series.name, series.season, title, "", printing_time(now))


def _notes(report: SeriesReport) -> list[str]:
    evenings = gettext("Evenings: %(evenings)s.") % {
        "evenings": "; ".join(map(evening_words, report.counted))
    }
    return [" ".join(series_sentences(report.series.rules)), evenings]
