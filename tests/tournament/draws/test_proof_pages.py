"""The proof of the draws on the screen and as a file, and what it hides from whom."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse

from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_round, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tournament.labels.draws import to_note
from tournament.models import Commitment, Draw, Role, Round, SealedStep, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.reads.proofs import ProofStep
from tournament.seating.writes.draws import draw_rounds, publish_next_round, redraw_rounds
from tournament.seating.writes.lots import Lots, close_list, publish_commitment
from tournament.seating.writes.seat_changes import repair_seats, swap_seats

pytestmark = pytest.mark.django_db

PROOF = "/t/herbst/draw/proof/"
FILE = "/t/herbst/draw/proof.json"


def make_ready(players: int = 16, **fields: object) -> Tournament:
    tournament = make_tournament(**fields)
    make_entries(tournament, players)
    return tournament


def play(tournament: Tournament, number: int) -> None:
    publish_next_round(COMMAND_LINE, tournament)
    enter_round(round_number(tournament, number))
    close_round(COMMAND_LINE, round_number(tournament, number))


def secrets_of(tournament: Tournament) -> list[str]:
    """Return what reveals the seats of every draw."""
    draws = Draw.objects.filter(tournament=tournament).order_by("number")
    return [text for draw in draws for text in (draw.seed, draw.commitment.secret)]


def steps_of(page: HttpResponse) -> list[ProofStep]:
    return [told.step for told in page.context["steps"]]


def test_proof_page_says_what_will_be_here() -> None:
    make_ready()
    assert steps_of(signed_in().get(PROOF)) == []


@pytest.mark.alone
def test_proof_names_commitment_number_reason_and_seal_of_every_act() -> None:
    tournament = make_ready()
    commitment = publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=4711))
    swap_seats(COMMAND_LINE, tournament, 1, "1", "2", "Sehhilfe")
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler")
    page = signed_in().get(PROOF)
    text = text_of(page)

    steps = [(step.first, step.redraw, step.reason) for step in steps_of(page)]
    assert steps == [(1, 0, ""), (1, 0, ""), (1, 0, "Sehhilfe"), (1, 1, "Nachzügler")]
    assert page.context["sentence"] in text
    assert re.findall(r"\d+", page.context["sentence"]) == ["2", "1", "1"]
    assert to_note(SealedStep.objects.last().step["seal"]) in text
    assert commitment.value in text
    assert "Zahl aus dem Saal 4711" in text
    assert "vom Programm gewählt" in text
    assert "Auslosung 2, 1. Neuauslosung" in text
    for step in SealedStep.objects.all():
        assert step.step["seal"] in text


def test_own_seed_counts_as_a_redraw_too() -> None:
    tournament = make_ready()
    draw_rounds(COMMAND_LINE, tournament)
    swap_seats(COMMAND_LINE, tournament, 1, "1", "2", "Sehhilfe")
    redraw_rounds(COMMAND_LINE, tournament, "Verzählt", Lots(seed="Karlchen"))
    steps = steps_of(signed_in().get(PROOF))
    assert [(step.redraw, step.draw and step.draw.seed) for step in steps[1:]] == [
        (0, None),
        (1, "Karlchen"),
    ]


def test_void_and_waiting_commitments_are_shown() -> None:
    tournament = make_ready()
    void = publish_commitment(COMMAND_LINE, tournament, 1)
    Tournament.objects.update(rounds_planned=4)
    tournament.refresh_from_db()
    waiting = publish_commitment(COMMAND_LINE, tournament, 1)
    page = signed_in().get(PROOF)
    proof = page.context["proof"]

    assert (proof.waiting, proof.void) == (waiting, (void,))
    assert "verfallen" in text_of(page)
    assert not any(
        commitment.secret in page.content.decode() for commitment in Commitment.objects.all()
    )


def test_secrets_of_unpublished_seats_are_shown_to_the_direction_only() -> None:
    tournament = make_ready()
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=4711))
    publish_next_round(COMMAND_LINE, tournament)
    direction = signed_in(tournament, Role.DIRECTION)
    typist = signed_in(tournament, Role.TYPIST)
    shown, hidden = direction.get(FILE).content.decode(), typist.get(PROOF).content.decode()

    assert [secret in shown for secret in secrets_of(tournament)] == [True, True]
    assert [secret in hidden for secret in secrets_of(tournament)] == [False, False]
    assert Commitment.objects.get().value in hidden
    elsewhere = [f"/t/herbst/{place}" for place in ("", "journal/", "rounds/1/", "rounds/1/seats/")]
    told = "".join(typist.get(place).content.decode() for place in elsewhere)
    assert [secret in told for secret in secrets_of(tournament)] == [False, False]
    addresses = (FILE, "/t/herbst/print/proof/")
    assert [direction.get(address).status_code for address in addresses] == [200, 200]
    assert [typist.get(address).status_code for address in addresses] == [403, 403]
    assert "/print/proof/" not in typist.get("/t/herbst/print/").content.decode()


@pytest.mark.alone
def test_everybody_sees_the_whole_proof_once_all_rounds_are_published() -> None:
    tournament = make_ready(rounds_planned=1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=4711))
    publish_next_round(COMMAND_LINE, tournament)
    typist = signed_in(tournament, Role.TYPIST)

    text = typist.get(FILE).content.decode()
    assert [secret in text for secret in secrets_of(tournament)] == [True, True]
    assert json.loads(typist.get(FILE).content) == {
        "format": "Kreuzdame draw proof 2",
        "steps": [SealedStep.objects.get().step],
    }
    assert typist.get("/t/herbst/print/proof/").status_code == 200


def test_seeds_by_hand_are_opened_round_by_round() -> None:
    tournament = make_ready(draw_method="redraw")
    draw_rounds(COMMAND_LINE, tournament, Lots(seed="Karlchen-eins"))
    play(tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(seed="Karlchen-zwei"))
    text = signed_in(tournament, Role.TYPIST).get(PROOF).content.decode()
    assert ["Karlchen-eins" in text, "Karlchen-zwei" in text] == [True, False]


def test_own_seed_of_unpublished_rounds_is_hidden_with_its_reason() -> None:
    tournament = make_ready()
    draw_rounds(COMMAND_LINE, tournament, Lots(seed="Karlchen-Seed"))
    text = signed_in(tournament, Role.TYPIST).get(PROOF).content.decode()
    assert "Karlchen-Seed" not in text


@pytest.mark.alone
def test_list_changed_after_closing_is_named_and_closed_again() -> None:
    tournament = make_tournament()
    make_entries(tournament, 17)
    client = signed_in()
    for act in ("commitment", "list"):
        client.post(f"/t/herbst/draw/{act}/", {"first": "1"})
    tournament.entries.filter(number=3).update(fixed_table=2)
    tournament.entries.filter(number=17).update(status="withdrawn")
    shown = text_of(client.get("/t/herbst/draw/"))
    people = {entry.number: entry.person.list_name for entry in tournament.entries.all()}
    gone = f"{text('No longer on it')} 17 {people[17]}"
    assert f"{gone} {text('Changed')} 3 {people[3]}" in shown
    assert Draw.objects.count() == 0

    client.post("/t/herbst/draw/list/", {"first": "1"})
    client.post("/t/herbst/draw/", {"expected": "1", "number": "6"})
    proof = text_of(client.get(PROOF))
    assert f"{text('Closed again for the same commitment:')} {gone}" in proof
    assert text("with proof: first the commitment, then the list, then the number") in proof
    assert "Einmal ausgelost, mit Nachweis." in proof


@pytest.mark.alone
def test_tampered_step_is_reported_on_the_page() -> None:
    tournament = make_ready()
    draw_rounds(COMMAND_LINE, tournament)
    client = signed_in()
    told = "Schritt 1 wurde nachträglich geändert"
    assert told not in text_of(client.get(PROOF))
    with connection.cursor() as cursor:
        on_table = " ON tournament_sealedstep" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER tournament_sealedstep_immutable{on_table}")
    row = SealedStep.objects.get()
    row.step["number"] += 1
    row.save()
    assert told in text_of(client.get(PROOF))


def replay(proof: Path) -> tuple[int, str]:
    """Return exit code and last line of the separate script."""
    script = settings.BASE_DIR / "scripts" / "replay_draw.py"
    run = subprocess.run(
        [sys.executable, script, proof], capture_output=True, text=True, check=False
    )
    return run.returncode, run.stdout.splitlines()[-1]


def with_one_seat_exchanged(proof: Path) -> None:
    """Return the file with the first players of the first two tables swapped."""
    document = json.loads(proof.read_text("utf-8"))
    one, other = document["steps"][1]["rounds"][0][:2]
    one[0], other[0] = other[0], one[0]
    proof.write_text(json.dumps(document), "utf-8")


@pytest.mark.alone
def test_command_writes_a_proof_that_holds_until_a_seat_changes(tmp_path: Path) -> None:
    tournament = make_ready(18, draw_method="ranked")
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=4711))
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler <b>", Lots(number=12))
    tournament.entries.filter(number=7).update(status="withdrawn")
    repair_seats(COMMAND_LINE, tournament, "Nicht erschienen")
    play(tournament, 1)
    tournament.entries.filter(number__gt=11).update(status="withdrawn")
    make_entries(tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=5, sit_out=1))
    assert Round.objects.get(number=2).byes.count() == 1

    proof = tmp_path / "proof.json"
    call_command("draw_proof", "herbst", "-o", str(proof))
    assert replay(proof) == (0, "Kein Widerspruch. OHNE NACHWEIS.")
    with_one_seat_exchanged(proof)
    assert replay(proof) == (1, "ETWAS STIMMT NICHT.")
