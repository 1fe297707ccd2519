"""Findings by rules other than the DDV's, and by the clock, each with its German sentence."""

from scoring.findings import Code, Finding, error
from tournament.sheets.reads.sheets import TournamentCode, TournamentFinding

SENTENCES_BY_RULES: list[tuple[Finding | TournamentFinding, str]] = [
    (
        error(Code.SIDE_UNEQUAL, 7, kind="lumper", points=(4, 4, 1, 0), sides=((1, 3),)),
        "Spiel 7: +4 / +4 / +1 / 0 passt nicht zu Lumper: Es spielen 1 : 3, und alle auf einer "
        "Seite haben dieselben Punkte.",
    ),
    (
        error(Code.NEGATIVE_POINTS, 7, 3, figure=-2, field="points"),
        "Spiel 7: Position 3: −2, aber niemand verliert Punkte.",
    ),
    (
        error(Code.NEGATIVE_POINTS, None, 3, figure=-2, field="totals"),
        "Ergebnis von Position 3: −2, aber niemand verliert Punkte.",
    ),
    (
        error(Code.BOTH_SIDES_WON, 7, points=(9, 8, 9, 8), limit=5),
        "Spiel 7: +9 / +8 / +9 / +8 passt nicht: Nur eine Seite gewinnt, die andere hat höchstens "
        "5 Punkte.",
    ),
    (
        error(Code.VALUE_UNREACHABLE, 7, kind="lumper", points=(5, 0, 0, 0)),
        "Spiel 7: +5 / 0 / 0 / 0 kommt bei Lumper nicht vor.",
    ),
    (
        error(Code.OWED_SOLO, 11, 4, kind="normal", dealer=3),
        "Spiel 11: Statt Normalspiel war hier ein Solo von Position 4 an der Reihe "
        "(Geber: Position 3).",
    ),
    (
        error(Code.EXTRA_GAME, 25, 1, kind="compulsory_solo"),
        "Spiel 25: Ein Spiel mehr, als die Runde hat: Position 1 war kein Solo schuldig.",
    ),
    (
        error(Code.EXTRA_GAME, 25, kind="normal"),
        "Spiel 25: Ein Spiel mehr, als die Runde hat, und niemand war es schuldig.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.2", reason="not_free"),
        "Spiel 7: Strafe gegen Position 3: Einen Paragraphen „9.3.2“ gibt es nach diesen Regeln "
        "nicht. Hierher gehören Punkte und ein Grund.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="free", reason="no_reason"),
        "Spiel 7: Strafe gegen Position 3: Der Grund fehlt.",
    ),
    (
        error(Code.PENALTY_AMOUNT, 7, 3, rule="free", reason="deduction"),
        "Spiel 7: Strafe gegen Position 3: Sie ist ein Abzug allein bei dieser Position.",
    ),
    (
        TournamentFinding(TournamentCode.ENDED_EARLY, params={"games": 2, "minutes": 40}),
        "Nicht gespielte Spiele: 2. Die Uhr dieses Tisches hat noch 40 Minuten, und erst mit ihrem "
        "Ablauf entfallen Spiele. Bitte mit der Liste vergleichen.",
    ),
]
