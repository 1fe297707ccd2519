"""What the journal tells of sheets, penalties and deductions, and with which figures."""

import pytest

from tests.factories.journal import acts
from tests.factories.pages import figures_in
from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_tournament
from tests.factories.words import entry
from tournament.models import Entry
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import (
    award_penalty,
    deduct_points,
    revoke_deduction,
    revoke_penalty,
)

pytestmark = pytest.mark.django_db


PENALTY = ["1", "1", "3", "+1", "+1", "−3", "+1", "9", "3", "2"]
"""Round, table, offender, points, paragraph."""


def said() -> list[tuple[str, list[str], str]]:
    """Return of all entries the action, the figures in its sentence, and what follows them."""
    players = dict.fromkeys(Entry.objects.values_list("pk", flat=True), "Änne Arnold")
    told = []
    for act in acts().order_by("pk"):
        sentence = entry(act.action, act.data, players)
        assert ("Änne Arnold" in sentence) == ("entry" in act.data and "table" not in act.data)
        told.append((act.action, figures_in(sentence), act.data.get("reason", "")))
        assert sentence.endswith(told[-1][2])
    return told


def test_sheet_is_recorded_from_entry_to_correction() -> None:
    table = make_table(make_tournament())
    totals = totals_content([20, 20, -20, -20])
    submit(COMMAND_LINE, table, totals)
    submit(COMMAND_LINE, table, rows_content(), based_on=1)
    submit(COMMAND_LINE, table, rows_content(winners=(1, 3)), based_on=2, reason="Verrutscht")
    submit(COMMAND_LINE, table, totals_content([20, -20, 20, -20]))
    assert said() == [
        ("sheet_entered", ["1", "1", "+20", "+20", "−20", "−20"], ""),
        ("sheet_completed", ["1", "1", "+20", "+20", "−20", "−20"], ""),
        (
            "sheet_corrected",
            ["1", "1", "3", "2", "+20", "−20", "3", "−20", "+20"],
            "Verrutscht",
        ),
        ("sheet_confirmed", ["1", "1", "+20", "−20", "+20", "−20"], ""),
    ]


def test_exceptions_are_named() -> None:
    table = make_table(make_tournament())
    content = {**totals_content([13, -4, -20, 11]), "compulsory_solos": [1, 2, 4]}
    accepted = [{"code": "parity", "seat": None}, {"code": "missing_compulsory_solo", "seat": 3}]
    submit(COMMAND_LINE, table, content, accepted=accepted, reason="Liste verloren")
    assert said()[1] == ("exceptions_accepted", ["1", "1", "3"], "Liste verloren")


def test_penalty_and_its_revocation_are_recorded() -> None:
    table = make_table(make_tournament(), size=5)
    penalty = award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, sitting=5, initials="SR")
    revoke_penalty(COMMAND_LINE, penalty, "Falscher Tisch")
    assert said() == [
        ("penalty_awarded", PENALTY, ""),
        ("penalty_revoked", PENALTY, "Falscher Tisch"),
    ]


def test_deduction_and_its_revocation_are_recorded() -> None:
    table = make_table(make_tournament())
    deduction = deduct_points(COMMAND_LINE, table.seats.all()[0].entry, 5, "Unsportlich")
    revoke_deduction(COMMAND_LINE, deduction, "Irrtum")
    assert said() == [
        ("points_deducted", ["−5"], "Unsportlich"),
        ("deduction_revoked", ["−5"], "Irrtum"),
    ]
