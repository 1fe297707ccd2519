"""Rankings over time on paper and as workbooks."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext

from tournament.exports.base import XLSX, Document, Imprint, document, dressed, head_of
from tournament.exports.excel.page import Page
from tournament.exports.pdf.lists import print_list
from tournament.labels.filling import short_day
from tournament.labels.rankings import (
    gone_sentence,
    ranking_sentence,
    ranking_title,
    stateless_sentence,
)
from tournament.labels.tournaments import tournament_labels
from tournament.lists.columns import List
from tournament.lists.rankings import ranking_list
from tournament.models import Ranking, RankingIssue
from tournament.rankings.reads.rankings import RankingReport, issue_rows


def ranking_pdf(ranking: Ranking, on: date, listed: List, notes: Sequence[str]) -> Document:
    """Return the list as of a day, or the one published on it, for the wall."""
    head = head_of(ranking, ranking.get_kind_display(), ranking_title(ranking.name, on))
    return print_list(dressed(head), listed, notes, name=f"{gettext('Ranking')} {on.isoformat()}")


def ranking_book(report: RankingReport) -> Document:
    """Return the list as of a day as a workbook, with what stands below it on paper."""
    title = ranking_title(report.ranking.name, report.on)
    content = ranking_workbook(title, ranking_page_list(report), ranking_notes(report))
    return document(report.ranking, f"{gettext('Ranking')} {report.on.isoformat()}", XLSX, content)


def ranking_page_list(report: RankingReport, *, public: bool = True) -> List:
    """Return the list with what has moved since the one published before."""
    moves = report.moves if report.before else None
    return ranking_list(
        report.ranking.rules.kind, report.rows, report.counting, moves, public=public
    )


def ranking_notes(report: RankingReport) -> list[str]:
    """Return what counts, the tournaments, what `Before` refers to and who is gone."""
    counted = [each for each in report.occasions if each.counts]
    labels = tournament_labels((each.occasion for each in counted), with_day=False)
    named = [f"{labels[each.occasion]}, {short_day(each.day)}" for each in counted]
    before, without = report.before, stateless_sentence(report.stateless)
    what = ranking_sentence(report.ranking.rules, report.counting)
    return [
        " ".join(filter(None, (what, without))),
        *([f"{gettext('Tournaments')}: {'; '.join(named)}."] if named else []),
        *([gone_sentence(before.on, report.gone)] if before else []),
    ]


def issue_list(issue: RankingIssue) -> List:
    """Return a published list."""
    return ranking_list(issue.ranking.rules.kind, issue_rows(issue), issue.counting)


def ranking_workbook(title: str, listed: List, notes: Sequence[str]) -> bytes:
    """Return a ranking as a workbook."""
    from tournament.exports.excel.plain_book import one_sheet

    page = Page(_head(title), listed, notes=list(notes), podium="rank")
    return one_sheet(gettext("Ranking over time"), page)


def ranking_paper(title: str, listed: List, notes: Sequence[str]) -> bytes:
    """Return a ranking of archives as PDF, without the club's own mark: no query."""
    return print_list(_head(title), listed, notes).content


def _head(title: str) -> Imprint:
    return head_of(None, gettext("Ranking over time"), title)
