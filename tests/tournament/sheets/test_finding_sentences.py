"""Findings of a sheet in words: the place, the error, the correct value."""

from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.findings import Code, Finding, error, warning
from scoring.json_format import Malformed, sheet_from_json, sheet_to_json
from scoring.sheet import check
from tests.factories.findings_by_rules import SENTENCES_BY_RULES
from tests.factories.parameters import as_documented
from tournament.draw.randomness import seeded
from tournament.labels.findings import ALL_SENTENCES, ROW_KINDS, finding_sentence, finding_text
from tournament.labels.sheets import EXCEPTIONS
from tournament.rehearsal.rules import random_sheet
from tournament.sheets.reads.sheets import ACCEPTABLE, TournamentCode, TournamentFinding

SENTENCES: list[tuple[Finding | TournamentFinding, str]] = [
    (
        error(Code.MALFORMED, path="rows[3].ponits", problem="unknown_key"),
        "„rows[3].ponits“ gehört nicht auf eine Spielliste.",
    ),
    (error(Code.MALFORMED, path="rows", problem="missing_key"), "„rows“ fehlt."),
    (error(Code.MALFORMED, path="no", problem="repeated_key"), "„no“ steht doppelt da."),
    (
        error(Code.MALFORMED, path="", problem="wrong_type", expected="object"),
        "„Spielliste“ müsste sein: ein Objekt.",
    ),
    (
        error(Code.MALFORMED, path="rows[0].kind", problem="out_of_range", expected="row_kind"),
        "„rows[0].kind“ liegt außerhalb des Erlaubten. Erwartet: eine Spielart.",
    ),
    (
        error(Code.MALFORMED, path="games", problem="out_of_range", expected=">= 4"),
        "„games“ liegt außerhalb des Erlaubten. Erwartet: >= 4.",
    ),
    (
        error(Code.MALFORMED, path="totals", problem="wrong_length", expected="4, 5"),
        "„totals“ hat nicht 4, 5 Einträge.",
    ),
    (
        error(Code.MALFORMED, path="", problem="too_deep"),
        "„Spielliste“ ist zu tief verschachtelt.",
    ),
    (error(Code.MALFORMED, path="", problem="not_json"), "„Spielliste“ ist nicht lesbar."),
    (error(Code.POINTS_MISSING, 3, 2), "Spiel 3: Die Punkte von Position 2 fehlen."),
    (error(Code.POINTS_MISSING, 3), "Spiel 3: Punkte fehlen."),
    (
        error(Code.NOT_INTEGER, 3, 2, figure="1,5", field="points"),
        "Spiel 3: Position 2: „1,5“ ist keine ganze Zahl.",
    ),
    (
        error(Code.NOT_INTEGER, 3, 2, figure="x%s", field="cumulative"),
        "Spiel 3: Laufende Summe von Position 2: „x%s“ ist keine ganze Zahl.",
    ),
    (
        error(Code.NOT_INTEGER, None, 2, figure="True", field="totals"),
        "Ergebnis von Position 2: „True“ ist keine ganze Zahl.",
    ),
    (
        error(Code.FIVE_TABLE_DEALER_SCORED, 8, 3, figure=-4),
        "Spiel 8: Position 3 gibt und sitzt: Statt −4 darf dort nichts stehen.",
    ),
    (
        error(Code.NONZERO_SUM, 12, sum=2, right_seat=3, right_figure=-4),
        "Spiel 12: Summe +2 statt 0. Position 3 müsste −4 haben.",
    ),
    (error(Code.NONZERO_SUM, 12, sum=-2), "Spiel 12: Summe −2 statt 0."),
    (
        error(Code.PARITY, 4, odd_seats=(2,), even_seats=(1, 3, 4)),
        "Spiel 4: Ungerade Punkte bei Position 2, gerade bei Position 1, 3, 4. "
        "Alle müssen ungerade oder alle gerade sein.",
    ),
    (
        error(Code.UNEQUAL_PARTNERS, 4, points=(3, 1, -2, -2)),
        "Spiel 4: +3 / +1 / −2 / −2 passt nicht: Zwei Positionen gewinnen und zwei verlieren "
        "gleich viele Punkte.",
    ),
    (
        error(Code.SOLOIST_MISSING, 4, kind="voluntary_solo", right_soloist=2),
        "Spiel 4: Lustsolo ohne Solist. Nach den Punkten ist es Position 2.",
    ),
    (
        error(Code.SOLOIST_MISSING, 4, kind="wedding_unclarified"),
        "Spiel 4: Ungeklärte Hochzeit ohne Solist.",
    ),
    (
        error(Code.SOLOIST_MISMATCH, 4, 1, kind="compulsory_solo", right_soloist=2),
        "Spiel 4: Position 1 als Solist passt nicht zu den Punkten (Pflichtsolo). "
        "Nach den Punkten ist es Position 2.",
    ),
    (
        error(Code.SOLO_NOT_TRIPLED, 4, 1, kind="compulsory_solo", points=(2, 2, -2, -2)),
        "Spiel 4: +2 / +2 / −2 / −2 passt nicht (Pflichtsolo): Der Solist hat dreimal so viele "
        "Punkte wie die anderen.",
    ),
    (
        error(Code.TEAM_GAME_TRIPLED, 4, 1, kind="normal", points=(6, -2, -2, -2)),
        "Spiel 4: +6 / −2 / −2 / −2 passt nicht (Normalspiel): Position 1 hat dreimal so viele "
        "Punkte wie die anderen, also ein Solo.",
    ),
    (
        error(Code.VALUE_OUT_OF_RANGE, 4, value=30, limit=29),
        "Spiel 4: Spielwert 30: Höchstens 29 ist möglich.",
    ),
    (
        error(Code.VALUE_UNLIKELY, 4, value=12, limit=10),
        "Spiel 4: Spielwert 12 ist selten (über 10). Bitte mit der Liste vergleichen.",
    ),
    (
        error(Code.DETAIL_IMPOSSIBLE, 4, error="no_trick_both"),
        "Spiel 4: Die Angaben zum Spiel sind unmöglich: eine der Parteien hat die Stiche gemacht.",
    ),
    (
        error(Code.VALUE_MISMATCH, 4, points=(1, 1, -1, -1), right_points=(2, 2, -2, -2)),
        "Spiel 4: Die Angaben zum Spiel ergeben +2 / +2 / −2 / −2 statt +1 / +1 / −1 / −1.",
    ),
    (
        error(
            Code.WRONG_CUMULATIVE, 4, 1, figure=12, right_figure=14, seats=(1,), right_figures=(14,)
        ),
        "Spiel 4: Laufende Summe von Position 1: +12 statt +14.",
    ),
    (
        error(
            Code.WRONG_TOTAL,
            None,
            1,
            figure=0,
            right_figure=14,
            seats=(1, 3, 4),
            right_figures=(14, -3, 0),
        ),
        "Ergebnis von Position 1: 0 statt +14. "
        "Nach den Spielen wären es Position 1: +14, Position 3: −3, Position 4: 0.",
    ),
    (
        error(Code.WRONG_DEALER, 4, dealer=3, right_dealer=4),
        "Spiel 4: Als Geber steht Position 3, richtig wäre Position 4.",
    ),
    (
        error(Code.ROW_NUMBER, 4, number=5, right_number=4),
        "Spiel 4: Das Spiel trägt die Nummer 5 statt 4.",
    ),
    (
        error(Code.SECOND_COMPULSORY_SOLO, 9, 2, first_row=4),
        "Spiel 9: Zweites Pflichtsolo von Position 2. Das erste steht in Spiel 4.",
    ),
    (error(Code.SECOND_COMPULSORY_SOLO, None, 2), "Position 2 hat mehr als ein Pflichtsolo."),
    (error(Code.MISSING_COMPULSORY_SOLO, None, 2), "Das Pflichtsolo von Position 2 fehlt."),
    (
        error(Code.VOLUNTARY_BEFORE_COMPULSORY, 4, 2, compulsory_row=20),
        "Spiel 4: Lustsolo von Position 2 vor dem Pflichtsolo in Spiel 20. "
        "Das erste Solo eines Spielers ist das Pflichtsolo.",
    ),
    (
        error(Code.VOLUNTARY_BEFORE_COMPULSORY, 4, 2),
        "Spiel 4: Lustsolo von Position 2 ohne Pflichtsolo. "
        "Das erste Solo eines Spielers ist das Pflichtsolo.",
    ),
    (
        error(Code.FORCED_WRONG_PLAYER, 21, 3, right_soloist=2, dealer=1),
        "Spiel 21: Vorgeführt wird Position 2, nicht Position 3 (Geber: Position 1).",
    ),
    (
        error(Code.FORCED_FLAG, 21, 3, right_forced=1, kind="compulsory_solo"),
        "Spiel 21: Dieses Solo ist eine Vorführung und müsste so vermerkt sein.",
    ),
    (
        error(Code.FORCED_FLAG, 2, None, right_forced=0, kind="silent_wedding"),
        "Spiel 2: Als Vorführung vermerkt, ist aber keine (Stille Hochzeit).",
    ),
    (
        error(Code.FORCED_SOLO_OMITTED, 21, 2, kind="normal", dealer=1),
        "Spiel 21: Normalspiel, aber Position 2 musste hier das Pflichtsolo spielen "
        "(Geber: Position 1).",
    ),
    (
        error(Code.TOO_MANY_GAMES, 25, games=24, rows=25, struck=0),
        "Spiel 25: Gespielte Spiele: 25; die Runde hat 24.",
    ),
    (
        error(Code.TOO_MANY_GAMES, None, games=24, rows=24, struck=2),
        "Gespielte Spiele: 24, gestrichene: 2; die Runde hat 24.",
    ),
    (
        error(Code.TOO_FEW_GAMES, None, games=24, rows=20, struck=0, reason="rows_missing"),
        "Gespielte Spiele: 20; die Runde hat 24.",
    ),
    (
        error(
            Code.TOO_FEW_GAMES,
            None,
            games=24,
            rows=3,
            struck=0,
            reason="fewer_than_solos",
            solos=4,
        ),
        "3 Spiele sind weniger als die 4 Pflichtsoli.",
    ),
    (
        error(Code.TOO_FEW_GAMES, 12, games=24, rows=23, struck=0, reason="row_left_out"),
        "Spiel 12: Vor diesem Spiel fehlt eines: Geber oder Zahlen springen hier.",
    ),
    (
        error(Code.TOO_FEW_GAMES, None, games=24, rows=20, struck=2, reason="rows_missing"),
        "Gespielte Spiele: 20, gestrichene: 2; die Runde hat 24.",
    ),
    (
        error(
            Code.TOO_FEW_GAMES,
            None,
            games=24,
            rows=22,
            struck=2,
            reason="struck_without_time_limit",
        ),
        "2 Spiele sind gestrichen, aber es fehlt, nach welchem Spiel die Zeit um war.",
    ),
    (
        error(Code.GAME_AFTER_TIME_LIMIT, 20, kind="normal", limit=18),
        "Spiel 20: Normalspiel nach Ablauf der Zeit: Nach Spiel 18 gibt es nur noch Vorführungen.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.2", reason="pattern"),
        "Spiel 7: Strafe nach 9.3.2 gegen Position 3: Die Punkte passen nicht zum Paragraphen.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.2", reason="offender"),
        "Spiel 7: Strafe nach 9.3.2: Position 3 kann den Verstoß in diesem Spiel nicht begangen "
        "haben.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 77, 3, rule="9.3.2", reason="unknown_row"),
        "Spiel 77: Strafe nach 9.3.2 gegen Position 3: Ihr Spiel steht nicht auf der Liste.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9%s", reason="unknown_rule"),
        "Spiel 7: Strafe gegen Position 3: Es gibt keinen Strafparagraphen „9%s“.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.2", reason="announced_solo"),
        "Spiel 7: Strafe nach 9.3.2 gegen Position 3: Im Pflicht- oder Lustsolo gilt 9.3.3 a oder "
        "b.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.4.4", reason="game_points"),
        "Spiel 7: Strafe nach 9.4.4 gegen Position 3: Das Solo gilt als gespielt, daneben bekommt "
        "niemand Spielpunkte.",
    ),
    (
        warning(Code.INITIALS_MISSING, 7, 3, rule="9.3.2"),
        "Spiel 7: Strafe nach 9.3.2 gegen Position 3: Das Kürzel des Schiedsrichters fehlt.",
    ),
    (
        warning(Code.DEALT_OUT_OF_TURN, 7, dealer=4, right_dealer=3),
        "Spiel 7: Position 4 hat gegeben, an der Reihe war Position 3. Das Spiel zählt (TSR "
        "9.6.3).",
    ),
    (
        error(Code.ROW_TWICE, 7),
        "Spiel 7: Dasselbe wie das Spiel davor, und ein Spiel zu viel: Es steht doppelt.",
    ),
    (
        error(Code.GAME_AFTER_TIME_LIMIT, limit=22, rows=22, forced_row=20),
        "Es sind Spiele gestrichen, und ab Spiel 20 wurde vorgeführt, aber als letztes rechtzeitig "
        "begonnenes Spiel ist 22 angegeben.",
    ),
    (
        error(Code.GAME_AFTER_TIME_LIMIT, limit=23, rows=22),
        "Es sind Spiele gestrichen, aber als letztes rechtzeitig begonnenes Spiel ist 23 "
        "angegeben, und die Liste endet mit Spiel 22.",
    ),
    (
        warning(Code.VALUE_UNLIKELY, 7, value=0),
        "Spiel 7: Ein Solo mit Wert 0 ist selten: Niemand hat es gewonnen. Bitte mit der Liste "
        "vergleichen.",
    ),
    (
        error(Code.PENALTY_NONZERO_SUM, 7, 3, rule="9.3.2", sum=1),
        "Spiel 7: Strafe nach 9.3.2 gegen Position 3: Summe +1 statt 0.",
    ),
    (
        TournamentFinding(
            TournamentCode.AWARDED_PENALTY_MISSING,
            row=7,
            seat=3,
            params={"rule": "9.3.2", "points": (1, 1, -3, 1)},
        ),
        "Spiel 7: Die vom Schiedsrichter verhängte Strafe nach 9.3.2 gegen Position 3 fehlt auf "
        "der Spielliste.",
    ),
    (
        TournamentFinding(TournamentCode.OTHER_RULES, params={"rules": "ddv"}),
        "Die Liste ist nach anderen Regeln oder Varianten: DDV-Turnier.",
    ),
    (
        TournamentFinding(TournamentCode.OTHER_TABLE_SIZE, params={"size": 5, "right_size": 4}),
        "Die Liste ist für 5 Spieler, an diesem Tisch sitzen 4.",
    ),
    (
        TournamentFinding(
            TournamentCode.OTHER_NUMBER_OF_GAMES, params={"games": 12, "right_games": 24}
        ),
        "Die Liste ist für 12 Spiele, an diesem Tisch werden 24 gespielt.",
    ),
    (
        TournamentFinding(
            TournamentCode.TOTAL_OUT_OF_RANGE, seat=2, params={"figure": -9999, "limit": 1512}
        ),
        "Ergebnis −9999 von Position 2: Mehr als 1512 ist nicht möglich.",
    ),
    (
        TournamentFinding(
            TournamentCode.TOTAL_UNLIKELY, seat=2, params={"figure": 122, "limit": 120}
        ),
        "Ergebnis +122 von Position 2 ist selten (über 120). Bitte mit der Liste vergleichen.",
    ),
    *SENTENCES_BY_RULES,
]
ids = [f"{found.code}-{number}" for number, (found, _sentence) in enumerate(SENTENCES)]


@pytest.mark.parametrize(("finding", "sentence"), SENTENCES, ids=ids)
def test_finding_gives_place_mistake_and_correction(
    finding: Finding | TournamentFinding, sentence: str
) -> None:
    assert finding_sentence(finding) == sentence


@pytest.mark.parametrize(("finding", "_sentence"), SENTENCES, ids=ids)
def test_finding_has_a_unique_english_sentence(
    finding: Finding | TournamentFinding, _sentence: str
) -> None:
    german = finding_text(finding)
    with translation.override("en"):
        english = finding_text(finding)
    assert english != german
    assert english[0] == english[0].upper()


def test_every_code_has_its_sentence() -> None:
    codes = {*map(str, Code), *map(str, TournamentCode)}
    assert set(ALL_SENTENCES) == codes
    assert {str(found.code) for found, _sentence in SENTENCES} == codes


def test_examples_have_the_parameters_of_the_rules() -> None:
    for found, _sentence in SENTENCES:
        if isinstance(found, Finding):
            assert as_documented(found)


def test_other_codes_have_their_words() -> None:
    assert set(EXCEPTIONS) == {str(code) for code in ACCEPTABLE}
    assert "compulsory_solo" in ROW_KINDS


ODD_VALUES: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.integers(-80, 80), st.just("3,5"), st.just(True), st.sampled_from(list(ROW_KINDS))
)


@given(
    seed=st.integers(0, 20),
    size=st.sampled_from([4, 5]),
    row=st.integers(0, 19),
    key=st.sampled_from(["no", "kind", "soloist", "forced", "points", "cumulative", "dealer"]),
    value=ODD_VALUES,
    seat=st.integers(0, 3),
)
def test_every_mistake_has_a_sentence(
    seed: int, size: int, row: int, key: str, value: Any, seat: int
) -> None:
    """One figure of a valid list is changed into anything."""
    sheet = random_sheet(size, {4: 24, 5: 30}[size], seeded(str(seed)), penalty_chance=0.5)
    content = sheet_to_json(sheet)
    line = content["rows"][min(row, len(content["rows"]) - 1)]
    if isinstance(line[key], list):
        line[key][seat] = value
    else:
        line[key] = value
    try:
        findings = check(sheet_from_json(content)).findings
    except Malformed as malformed:
        findings = (malformed.finding,)
    for finding in findings:
        for language in ("de", "en"):
            with translation.override(language):
                assert "%(" not in finding_sentence(finding)
