"""`recount` holds what is stored against the journal: forgeries that agree with themselves."""

import json
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.factories.journal import drop_triggers, erase_journal
from tests.factories.sheets import rows_content, totals_content
from tests.factories.tournaments import make_entries, make_owner, make_user
from tournament.core.journal_audit import ContradictionCode
from tournament.labels.journal_audit import SENTENCES
from tournament.models import (
    Adjustment,
    Entry,
    GameTable,
    JournalEntry,
    Penalty,
    Round,
    SealedStep,
    Seat,
    SecondLook,
    SheetVersion,
    Tournament,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.selectors.freezing import freeze_outlook
from tournament.selectors.journal_audit import journal_contradictions
from tournament.services.adjustments import deduct_points
from tournament.services.draws import draw_next_round
from tournament.services.freezing import freeze_standings, unfreeze_standings
from tournament.services.penalties import award_penalty, revoke_penalty
from tournament.services.players import set_player_status
from tournament.services.redraws import redraw_rounds
from tournament.services.rehearsal import generate_tournament
from tournament.services.restoring import restore_version
from tournament.services.rounds import close_round, end_clock, reopen_round, start_clock
from tournament.services.seat_changes import repair_seats, swap_seats
from tournament.services.sheets import submit_sheet, take_sheet_back
from tournament.services.tournaments import create_tournament, edit_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("journal_is_compared")]


@pytest.fixture
def helga() -> Actor:
    return Actor(make_owner("helga"))


@pytest.fixture
def tournament(helga: Actor) -> Tournament:
    """Eight players, round 1 of 2 played: a list corrected, totals, a penalty, a deduction."""
    tournament = create_tournament(helga, slug="herbst", name="Herbst", rounds=2)
    make_entries(tournament, 8)
    edit_tournament(helga, tournament, {"second_look": "person"})
    round = draw_next_round(helga, tournament)
    start_clock(helga, round)
    one, two = round.tables.order_by("number")
    submit_sheet(helga, one, "rows", rows_content(), based_on=None)
    content = rows_content(winners=(1, 3))
    submit_sheet(helga, one, "rows", content, based_on=1, reason="Spalten")
    submit_sheet(helga, two, "totals", totals_content([6, 2, -2, -6]), based_on=None)
    award_penalty(helga, one, rule="9.3.2", offender=3, row=5, initials="SR")
    submit_sheet(
        Actor(make_owner("ulla")), two, "totals", totals_content([6, 2, -2, -6]), based_on=None
    )
    deduct_points(helga, tournament.entries.get(number=4), 6, "Lärm", round)
    close_round(helga, end_clock(helga, round, early=True))
    tournament.refresh_from_db()
    return tournament


def findings(capsys: pytest.CaptureFixture) -> list[str]:
    """What recount says of the journal; it ends with 1 where there is anything."""
    code = 0
    try:
        call_command("recount", "herbst")
    except SystemExit as exit:
        code = int(str(exit.code))
    out, err = capsys.readouterr()
    assert "Das Journal ist unversehrt" in out or "Das Journal hat keine" in out
    assert ("Was gespeichert ist, steht auch so im Journal." in out) == (code == 0)
    return err.splitlines()


def sql(statement: str, *values: object) -> None:
    drop_triggers()
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        assert cursor.rowcount >= 1


def test_a_tournament_that_only_the_program_has_touched_agrees(
    tournament: Tournament, helga: Actor, capsys: pytest.CaptureFixture
) -> None:
    """Everything that changes a result, seats, or what is final, one after the other."""
    assert findings(capsys) == []
    round = tournament.rounds.get(number=1)
    one, two = round.tables.order_by("number")
    reopen_round(helga, round, "Einspruch")
    revoke_penalty(helga, Penalty.objects.get(), "Nach Anhörung")
    take_sheet_back(helga, two, "Falscher Tisch", version=1)
    submit_sheet(helga, two, "totals", totals_content([2, 6, -2, -6]), based_on=None)
    restore_version(helga, two, 1, "Doch richtig", based_on=2)
    submit_sheet(helga, one, "totals", totals_content([20, -20, 20, -20]), based_on=None)
    assert findings(capsys) == []
    close_round(helga, Round.objects.get(pk=round.pk))
    set_player_status(
        helga, tournament.entries.get(number=8), Entry.Status.UNRANKED, "Außer Konkurrenz"
    )
    swap_seats(helga, tournament, 2, "1", "5", "Begleitung")
    assert findings(capsys) == []
    make_entries(tournament, 1)
    set_player_status(helga, tournament.entries.get(number=7), Entry.Status.WITHDRAWN, "Krank")
    repair_seats(helga, tournament, "Nachrücker")
    redraw_rounds(helga, tournament, "Noch einmal")
    assert findings(capsys) == []
    seen = freeze_outlook(tournament, timezone.now()).checksum
    freeze_standings(helga, tournament, seen=seen, reason="Abbruch")
    assert findings(capsys) == []
    unfreeze_standings(helga, tournament, "Weiter")
    assert findings(capsys) == []


def test_forged_totals_of_a_sheet_without_games_are_named(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    """They add up to 0 and agree with every sum: only the journal knows better."""
    forged = [2, 6, -2, -6]
    content = SheetVersion.objects.get(table__number=2).content | {"totals": forged}
    sql(
        "UPDATE tournament_sheetversion SET totals = %s, content = %s WHERE kind = 'totals'",
        json.dumps(forged),
        json.dumps(content),
    )
    assert findings(capsys) == [
        "Runde 1, Tisch 2, Fassung 1: Gespeichert ist +2 / +6 / −2 / −6, eingegeben wurde laut "
        "Journal +6 / +2 / −2 / −6."
    ]


def test_forged_games_are_named_though_every_total_stays(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    version = SheetVersion.objects.get(table__number=1, number=1)
    version.content["rows"][0]["kind"] = "lustsolo"
    sql(
        "UPDATE tournament_sheetversion SET content = %s WHERE id = %s",
        json.dumps(version.content),
        version.pk,
    )
    assert findings(capsys) == [
        "Runde 1, Tisch 1: Fassung 1 ist nicht die, die das Journal versiegelt hat (Spiele, "
        "Strafen, Soli oder Vermerk verändert)."
    ]


def _taken_away() -> None:
    current = GameTable.objects.get(round__number=1, number=1)
    GameTable.objects.filter(pk=current.pk).update(current_version=current.versions.get(number=1))
    drop_triggers()
    current.versions.filter(number__gt=1).delete()
    Penalty.objects.all().delete()


def _by_another() -> None:
    sql("UPDATE tournament_sheetversion SET user_id = NULL WHERE number = 2")


def _for_another_reason() -> None:
    sql("UPDATE tournament_sheetversion SET reason = 'Zahlendreher' WHERE number = 2")


def _other_seats() -> None:
    """Two players change places, and so their results."""
    one, other = Seat.objects.filter(round__number=1, table__number=1, position__in=(1, 2))
    one.position, other.position = other.position, one.position
    Seat.objects.filter(pk__in=(one.pk, other.pk)).delete()
    Seat.objects.bulk_create([one, other])


@pytest.mark.parametrize(
    ("forge", "beginning"),
    [
        (_taken_away, "Runde 1, Tisch 1: Fassung 2 fehlt (Journal: +20 / −20 / +20 / −20)."),
        (_by_another, "Runde 1, Tisch 1, Fassung 2: Gespeichert ist, sie sei von Befehlszeile, "),
        (_for_another_reason, "Runde 1, Tisch 1, Fassung 2: Gespeichert ist der Grund „Zahlend"),
        (lambda: SecondLook.objects.all().delete(), "Runde 1, Tisch 2: Fassung 1 wurde laut Jo"),
        (
            lambda: SecondLook.objects.update(how="blind"),
            "Runde 1, Tisch 2: Der zweite Blick auf Fassung 1 ist nicht der des Journals "
            "(gespeichert: ulla, noch einmal getippt, Journal: ulla, eine zweite Person).",
        ),
        (
            lambda: SecondLook.objects.create(
                version=SheetVersion.objects.get(number=3), how="person"
            ),
            "Runde 1, Tisch 1: Das Journal kennt den zweiten Blick auf Fassung 3 nicht",
        ),
        (
            lambda: Penalty.objects.all().delete(),
            "Runde 1, Tisch 1: Eine Strafe nach 9.3.2 gegen Position 3 fehlt, laut Journal wurde",
        ),
        (
            lambda: Adjustment.objects.update(points=-1),
            "Ein Abzug ist nicht der des Journals. Gespeichert: −1, Startnummer 4, Runde 1, Lärm "
            "(helga). Journal: −6, Startnummer 4, Runde 1, Lärm (helga).",
        ),
        (lambda: Adjustment.objects.all().delete(), "Ein Abzug fehlt, der im Journal steht: −6, "),
        (
            lambda: Round.objects.filter(number=1).update(closed_at=None),
            "Runde 1 ist veröffentlicht, Uhr gestartet, Uhr beendet, laut Journal veröffentlicht, "
            "Uhr gestartet, Uhr beendet, abgeschlossen.",
        ),
        (
            lambda: Round.objects.filter(number=1).update(ended_at=None),
            "Runde 1 ist veröffentlicht, Uhr gestartet, abgeschlossen, laut Journal veröff",
        ),
        (
            lambda: Round.objects.filter(number=2).update(published_at=timezone.now()),
            "Runde 2 ist veröffentlicht, laut Journal nicht veröffentlicht.",
        ),
        (
            lambda: Entry.objects.filter(number=3).update(status="unranked"),
            "Startnummer 3: spielt außer Wertung, laut Journal nimmt teil.",
        ),
        (
            lambda: Tournament.objects.update(tie_breaks=["best_round"]),
            "Einstellung „Entscheidung bei Gleichstand“: Bei gleicher Punktzahl entscheidet ",
        ),
        (
            lambda: Tournament.objects.update(second_look="none"),
            "Einstellung „Zweiter Blick auf Ergebnisse“: ",
        ),
        (
            lambda: Tournament.objects.update(status="finished"),
            "Das Turnier ist beendet, laut Journal nicht beendet.",
        ),
        (
            lambda: Tournament.objects.update(frozen_at=timezone.now()),
            "Die Wertung ist endgültig, laut Journal nicht endgültig.",
        ),
        (_other_seats, "Runde 1, Tisch 1: Es sitzen dort "),
        (
            lambda: sql("DELETE FROM tournament_sealedstep"),
            "Im Nachweis der Auslosungen fehlt ein Schritt: Das Journal kennt einen mit dem Siegel",
        ),
    ],
)
def test_what_was_changed_behind_the_programs_back_is_named(
    tournament: Tournament,
    forge: Callable[[], object],
    beginning: str,
    capsys: pytest.CaptureFixture,
) -> None:
    forge()
    told = findings(capsys)
    assert [line for line in told if line.startswith(beginning)] != [], told


def test_a_frozen_tournament_without_its_entry_is_named(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    now = timezone.now()
    checksum = freeze_outlook(tournament, now).checksum
    Tournament.objects.update(frozen_at=now, frozen_checksum=checksum)
    assert findings(capsys) == ["Die Wertung ist endgültig, laut Journal nicht endgültig."]


def test_an_erased_journal_is_one_finding(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    erase_journal(tournament)
    assert findings(capsys)[0] == "Das Journal ist leer, obwohl das Turnier begonnen hat."


def test_a_step_of_the_proof_changed_or_put_in_is_named(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    drop_triggers()
    last = SealedStep.objects.latest("number")
    number = last.number
    SealedStep.objects.create(tournament=tournament, number=number + 1, step=last.step)
    assert findings(capsys) == [
        "Der Nachweis der Auslosungen wurde am Programm vorbei verändert: Schritt "
        f"{number + 1} folgt nicht aus denen davor.",
        f"Das Journal kennt Schritt {number + 1} des Nachweises der Auslosungen nicht.",
    ]


def test_an_older_database_has_no_false_findings(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    """As earlier programs wrote it: no fingerprints, no seals of steps, no settings."""
    new = ("fingerprint", "proof", "settings", "source", "frozen_at")
    drop_triggers()
    entries = list(JournalEntry.objects.filter(tournament=tournament).order_by("pk"))
    for entry in entries:
        data = {key: value for key, value in entry.data.items() if key not in new}
        if entry.action.startswith("penalty_"):
            data.pop("totals", None)
        JournalEntry.objects.filter(pk=entry.pk).update(data=data)
    assert journal_contradictions(tournament) == ()


def test_everything_that_can_be_found_has_a_sentence() -> None:
    assert SENTENCES.keys() == set(ContradictionCode)


def test_findings_are_told_in_english_as_well(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    Adjustment.objects.all().delete()
    Round.objects.filter(number=2).update(published_at=timezone.now())
    with pytest.raises(SystemExit):
        call_command("recount", "herbst", "--lang", "en")
    out, err = capsys.readouterr()
    assert err.splitlines() == [
        "Round 2 is published, according to the journal not published.",
        "A deduction is missing that stands in the journal: −6, start number 4, round 1, Lärm "
        "(helga).",
    ]
    assert out.splitlines()[-1] == "2 contradictions to the journal."


def test_reading_costs_the_same_however_much_there_is(django_assert_num_queries) -> None:
    make_user()
    small = generate_tournament(COMMAND_LINE, slug="klein", players=8, rounds=1, seed="1")
    large = generate_tournament(COMMAND_LINE, slug="gross", players=24, rounds=3, seed="1")
    for tournament in (small, large):
        with django_assert_num_queries(14):
            assert journal_contradictions(tournament) == ()
