"""The journal's sentences on sheets, penalties and deductions."""

import pytest

from tests.factories.journal import acts
from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_tournament
from tournament.labels.journal import journal_sentence
from tournament.models import Entry
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import (
    award_penalty,
    deduct_points,
    revoke_deduction,
    revoke_penalty,
)

pytestmark = pytest.mark.django_db


def said() -> list[str]:
    """Return all entries as shown, the people by made-up names."""
    players = dict.fromkeys(Entry.objects.values_list("pk", flat=True), "Änne Arnold")
    entries = acts().order_by("pk")
    return [journal_sentence(entry.action, entry.data, players, {}) for entry in entries]


def test_sheet_is_recorded_from_entry_to_correction() -> None:
    table = make_table(make_tournament())
    totals = totals_content([20, 20, -20, -20])
    submit(COMMAND_LINE, table, totals)
    submit(COMMAND_LINE, table, rows_content(), based_on=1)
    submit(COMMAND_LINE, table, rows_content(winners=(1, 3)), based_on=2, reason="Verrutscht")
    submit(COMMAND_LINE, table, totals_content([20, -20, 20, -20]))
    assert said() == [
        "Runde 1, Tisch 1: Liste erfasst (+20 / +20 / −20 / −20).",
        "Runde 1, Tisch 1: Liste mit allen Spielen zum Tischergebnis (+20 / +20 / −20 / −20).",
        "Runde 1, Tisch 1: berichtigt (Fassung 3): Position 2 von +20 auf −20, Position 3 von −20 "
        "auf +20. Begründung: Verrutscht",
        "Runde 1, Tisch 1: Liste durch das Tischergebnis bestätigt (+20 / −20 / +20 / −20).",
    ]


def test_exceptions_are_named() -> None:
    table = make_table(make_tournament())
    content = {**totals_content([13, -4, -20, 11]), "compulsory_solos": [1, 2, 4]}
    accepted = [{"code": "parity", "seat": None}, {"code": "missing_compulsory_solo", "seat": 3}]
    submit(COMMAND_LINE, table, content, accepted=accepted, reason="Liste verloren")
    assert said()[1] == (
        "Runde 1, Tisch 1: Ausnahmen zugelassen (gerade und ungerade, Pflichtsolo von "
        "Position 3 fehlt). Begründung: Liste verloren"
    )


def test_penalty_and_its_revocation_are_recorded() -> None:
    table = make_table(make_tournament(), size=5)
    penalty = award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, sitting=5, initials="SR")
    revoke_penalty(COMMAND_LINE, penalty, "Falscher Tisch")
    assert said() == [
        "Runde 1, Tisch 1: Strafe gegen Position 3 (+1 / +1 / −3 / +1 / –): 9.3.2.",
        "Runde 1, Tisch 1: Strafe zurückgenommen gegen Position 3 (+1 / +1 / −3 / +1 / –): "
        "9.3.2. Begründung: Falscher Tisch",
    ]


def test_deduction_and_its_revocation_are_recorded() -> None:
    table = make_table(make_tournament())
    deduction = deduct_points(COMMAND_LINE, table.seats.all()[0].entry, 5, "Unsportlich")
    revoke_deduction(COMMAND_LINE, deduction, "Irrtum")
    assert said() == [
        "Änne Arnold: Punktabzug −5. Begründung: Unsportlich",
        "Änne Arnold: Punktabzug −5 zurückgenommen. Begründung: Irrtum",
    ]
