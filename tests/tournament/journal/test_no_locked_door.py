"""Where check and database disagree, a reason lets the standings count anyway."""

import io
from collections.abc import Callable

import pytest
from django.utils.text import capfirst
from openpyxl import load_workbook

from tests.factories.forging import FORGERIES, forge
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import journal
from tests.factories.words import text
from tournament.errors import Refused
from tournament.exports.excel.workbook import workbook
from tournament.exports.pdf.results import standings
from tournament.labels.refusals import refusal_sentence
from tournament.labels.standings import contradictions_note
from tournament.models import Role, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.sheets.writes.sheets import submit_sheet
from tournament.tournaments.writes.tournaments import finish_tournament
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

FINISH = "/t/herbst/finish/"
WAY = "a fixed table"
FORGED = FORGERIES[WAY][1]
REASON = "Der Rechner ist abgestürzt, die Listen liegen hier"
ON_THE_LIST = text(
    "Declared final by “%(account)s” though this was open: %(matters)s. Reason: %(reason)s",
    account="Programm",
    matters=contradictions_note(1),
    reason=REASON,
)


@pytest.fixture
def tournament() -> Tournament:
    """One round, played and closed, as only the program has written it."""
    tournament = make_drawn_tournament(4, rounds_planned=1)
    round = round_number(tournament, 1)
    content = totals_content([6, 2, -2, -6])
    submit_sheet(COMMAND_LINE, round.tables.get(), "totals", content, based_on=None)
    close_round(COMMAND_LINE, round)
    return tournament


@pytest.fixture
def forged(tournament: Tournament) -> Tournament:
    forge(WAY)
    return tournament


def refusal(act: Callable[[], object]) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code, refused.value.params


NO_REASON = ("contradicts_journal", {"count": 1, "first": FORGED})


def test_without_a_reason_it_is_refused_and_named(forged: Tournament) -> None:
    assert refusal(lambda: freeze_standings(COMMAND_LINE, forged, seen=None)) == NO_REASON
    assert refusal(lambda: finish_tournament(COMMAND_LINE, forged, reason=" ")) == NO_REASON
    forged.refresh_from_db()
    assert (forged.frozen_at, forged.status) == (None, "running")


def test_standings_are_final_with_a_reason_and_every_list_says_so(forged: Tournament) -> None:
    frozen = freeze_standings(COMMAND_LINE, forged, seen=None, reason=REASON)
    (entry,) = journal("standings_frozen")
    assert (entry["contradictions"], entry["reason"]) == (1, REASON)
    screen = text_of(signed_in().get("/t/herbst/standings/"))
    (paper,) = page_texts(read_pdf(standings(frozen)))
    sheet = load_workbook(io.BytesIO(workbook(frozen).content)).worksheets[-1]
    excel = " ".join(str(cell.value) for cell in sheet["A"])
    for form in (screen, paper, excel):
        assert " ".join(form.split()).count(ON_THE_LIST) == 1
    told = text_of(signed_in(forged, Role.DIRECTION).get("/t/herbst/journal/"))
    assert f"{capfirst(contradictions_note(1))}. {text('Reason')}: {REASON}" in told


def test_the_page_names_it_and_asks_for_the_reason(forged: Tournament) -> None:
    client = signed_in(forged, Role.DIRECTION)
    seen = client.get(FINISH).context["outlook"].checksum
    answer = client.post(FINISH, {"seen": seen})
    assert answer.status_code == 422
    assert refusal_sentence(Refused(NO_REASON[0], **NO_REASON[1])) in text_of(answer)
    assert 'href="/t/herbst/journal/?check=1"' in answer.content.decode()
    typed = {"seen": seen, "reason": REASON}
    answer = client.post(FINISH, typed, follow=True)
    assert messages_of(answer) == [text("The tournament is finished.")]


def test_where_all_agrees_nobody_is_asked(tournament: Tournament) -> None:
    client = signed_in(tournament, Role.DIRECTION)
    assert 'name="reason"' not in client.get(FINISH).content.decode()
    finish_tournament(COMMAND_LINE, tournament)
    assert journal("tournament_finished") == [{}]
