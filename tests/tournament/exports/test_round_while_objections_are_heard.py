"""A closed round is provisional on every paper until the time for objections ends."""

import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories.journal import note
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tournament.exports.excel.workbook import workbook
from tournament.exports.pdf.results import round_result, standings
from tournament.models import Round, Tournament

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 7, 17, 0, tzinfo=UTC)
UNTIL = NOW + timedelta(hours=1)
OBJECTIONS = "Vorläufig, Einsprüche bis 19:00"


@pytest.fixture
def round(monkeypatch: pytest.MonkeyPatch) -> Round:
    """The only round of a tournament, all sheets in, closed; objections are possible."""
    tournament = make_drawn_tournament(8, rounds_planned=1)
    tournament.objections_until = UNTIL
    tournament.save()
    round = round_number(tournament, 1)
    enter_round(round)
    Round.objects.filter(pk=round.pk).update(closed_at=NOW)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return round_number(tournament, 1)


def papers(round: Round) -> list[str]:
    """Return result and standings on paper, and the heads of both in the workbook."""
    documents = (round_result(round), standings(round.tournament))
    book = load_workbook(io.BytesIO(workbook(round.tournament).content))
    sheets = [str(sheet["A3"].value) for sheet in (book[str(round)], book.worksheets[-1])]
    return [*(page_texts(read_pdf(document))[0] for document in documents), *sheets]


def test_round_result_mentions_objections_as_the_standings_do(round: Round) -> None:
    # On paper twice: below the title and in the foot.
    assert [paper.count(OBJECTIONS) for paper in papers(round)] == [2, 2, 1, 1]
    assert [paper for paper in papers(round) if "Endgültig" in paper] == []


@pytest.mark.parametrize(
    "settled", [{"frozen_at": NOW}, {"objections_until": None}], ids=["frozen", "no window"]
)
@pytest.mark.alone
def test_round_result_is_final_once_nobody_may_object(round: Round, settled: dict) -> None:
    Tournament.objects.update(**settled)
    result, _standings, sheet, _list = papers(round_number(Tournament.objects.get(), 1))
    assert [len(re.findall("Endgültig · Prüfsumme", paper)) for paper in (result, sheet)] == [1, 1]


def test_sheets_and_objections_are_both_mentioned(round: Round) -> None:
    round.tables.filter(number=1).update(current_version=None)
    told = "Vorläufig: 1 von 2 Tischen · Einsprüche bis 19:00"
    assert [paper.count(told) for paper in papers(round)] == [2, 2, 1, 1]


def test_page_of_the_round_says_so_too(round: Round) -> None:
    address = f"/t/{round.tournament.slug}/rounds/1/result/"
    reader = signed_in()
    assert "Vorläufig, Einspr" in text_of(reader.get(address))
    Tournament.objects.update(frozen_at=NOW)
    note(round.tournament)
    assert "Einspr" not in text_of(reader.get(address))
