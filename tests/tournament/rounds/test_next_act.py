"""The next step the overview gives each role, at every moment of the day."""

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from tests.factories import moments
from tests.factories.moments import MOMENTS
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_totals, round_number
from tests.factories.words import text
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db

T, ROUND = "/t/herbst/", "/t/herbst/rounds/1/"
PLAYERS = ("Teilnehmer", f"{T}players/")
CHECK_IN = ("Abhaken", f"{T}players/")
DRAW = ("Runden 1 bis 3 auslosen", f"POST {T}draw/")
DRAW_2 = ("Runde 2 auslosen", f"POST {T}draw/")
PUBLISH_1 = ("Runde 1 veröffentlichen", f"POST {T}draw/publish/")
PUBLISH_2 = ("Runde 2 veröffentlichen", f"POST {T}draw/publish/")
PRINT = ("Drucken", f"{T}print/")
MISSING = ("Welche Listen fehlen?", f"{ROUND}board/")
FORECAST = ("Prognose", f"{ROUND}forecast/")
TYPE = ("Eintippen", f"{ROUND}totals/")
TYPE_3 = ("Tisch 3 eingeben", f"{ROUND}tables/3/")
START = ("Runde starten", f"POST {ROUND}clock/start/")
RESUME = ("Runde fortsetzen", f"POST {ROUND}clock/resume/")
END = ("Runde beenden", f"POST {ROUND}clock/end/")
END_AND_CLOSE = ("Runde beenden und abschließen", f"POST {ROUND}close/")
CLOSE = ("Runde 1 abschließen", f"POST {ROUND}close/")
RESULT = ("Ergebnis", f"{ROUND}result/")
VERIFY = ("Zweite Prüfung", f"{ROUND}verification/")
STANDINGS = ("Zwischenstand", f"{T}standings/")
FINAL = ("Endstand", f"{T}standings/")
PRINT_FINAL = ("Endstand drucken", f"{T}print/standings/")

# The main act of the direction, of a referee and of a typist at the desk.
MAIN = {
    moments.nobody_entered: (("Teilnehmer hinzufügen", f"{T}players/"), PLAYERS, PLAYERS),
    moments.registration_open: (CHECK_IN, PLAYERS, CHECK_IN),
    moments.everybody_there: (DRAW, PLAYERS, CHECK_IN),
    moments.seven_there: (PLAYERS, PLAYERS, PLAYERS),
    moments.drawn: (PUBLISH_1, STANDINGS, STANDINGS),
    moments.published: (START, START, PRINT),
    moments.running: (MISSING, FORECAST, TYPE),
    moments.paused: (RESUME, RESUME, TYPE),
    moments.some_due: (TYPE, MISSING, TYPE),
    moments.time_over: (TYPE, END, TYPE),
    moments.ended: (TYPE, MISSING, TYPE),
    moments.one_missing: (TYPE_3, MISSING, TYPE_3),
    moments.all_in_while_running: (END_AND_CLOSE, END, RESULT),
    moments.all_in: (CLOSE, RESULT, RESULT),
    moments.all_in_to_be_verified: (VERIFY, RESULT, VERIFY),
    moments.round_closed: (PUBLISH_2, STANDINGS, STANDINGS),
    moments.next_not_drawn: (DRAW_2, STANDINGS, STANDINGS),
    moments.somebody_gone: (("Plätze anpassen", f"{T}rounds/2/repair/"), STANDINGS, STANDINGS),
    moments.all_rounds_closed: (("Turnier beenden", f"{T}finish/"), PRINT_FINAL, PRINT_FINAL),
    moments.finished: (FINAL, FINAL, FINAL),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_everybody_is_told_the_next_act_and_the_hall_is_coloured_in_play(
    moment: Callable[[], Tournament],
) -> None:
    tournament = moment()
    clients = [signed_in(tournament, role) for role in (Role.DIRECTION, Role.REFEREE, Role.TYPIST)]
    pages = [client.get(T) for client in clients]
    acts = [page.context["step"].acts for page in pages]
    told = [(act.words, act.url if act.sent is None else f"POST {act.url}") for act, *_ in acts]
    assert tuple(told) == MAIN[moment]

    if tournament.rounds.exists():  # the page of the round offers the direction the same
        assert clients[0].get(ROUND).context["step"].acts == acts[0]
    is_coloured = 'class="hall-legend"' in pages[2].content.decode()
    assert is_coloured == moments.is_played(tournament)


def test_paper_opens_in_a_tab_of_its_own() -> None:
    page = signed_in(moments.all_rounds_closed(), Role.REFEREE).get(T).content.decode()
    assert f'href="{PRINT_FINAL[1]}" target="_blank">{PRINT_FINAL[0]}</a>' in page


@pytest.mark.parametrize(
    ("moment", "sentence"),
    [
        (moments.running, "Runde 1 läuft. 0 von 4 Spiellisten sind da."),
        (moments.paused, "Runde 1 unterbrochen: Die Uhr steht."),
        (
            moments.some_due,
            "In Runde 1 spielen die letzten Tische. 2 Listen sind fällig: Tisch 1, 3. "
            "1 liegt vor: Tisch 2.",
        ),
        (
            moments.time_over,
            "Die Zeit von Runde 1 ist abgelaufen. 2 Listen sind fällig: Tisch 3, 4. "
            "1 liegt vor: Tisch 2.",
        ),
        (moments.one_missing, "Runde 1 beendet. 1 Liste ist fällig: Tisch 3."),
    ],
)
def test_relevant_figures_are_in_the_sentence(
    moment: Callable[[], Tournament], sentence: str
) -> None:
    assert signed_in(moment()).get(T).context["step"].sentence == sentence


def test_of_many_missing_sheets_the_first_are_named() -> None:
    tournament = moments.running(110, players=60)
    sentence = signed_in(tournament).get(T).context["step"].sentence
    assert sentence.endswith(
        "15 Listen sind fällig: Tisch 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12\N{NO-BREAK SPACE}…"
    )


def test_part_for_the_script_is_the_cockpit_alone() -> None:
    moments.some_due()
    part = signed_in().get(f"{T}?part=cockpit").content.decode()
    assert ("<html" in part, part.count('class="cockpit '), part.count("<svg")) == (False, 1, 1)


def test_arrived_sheets_are_told_next_to_their_curve() -> None:
    tournament = moments.time_over()
    client, now = signed_in(), timezone.now()
    for minutes, table in ((3, 2), (6, 3)):
        later = now + timedelta(minutes=minutes)
        with patch.object(timezone, "now", lambda at=later: at):
            enter_totals(round_number(tournament, 1).tables.get(number=table), [4, 0, 0, -4])
            page = client.get(T).content.decode()
    told = text(
        "%(entered)s of %(counter)s score sheet, %(lately)s in the last 5 min",
        "%(entered)s of %(counter)s score sheets, %(lately)s in the last 5 min",
        4,
        counter=4,
        entered=3,
        lately=2,
    )
    assert (told in page, "<polyline" in page) == (True, True)
