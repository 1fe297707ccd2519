"""What a draw promises before, and what is sealed after it."""

import ast
import json
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from tests.factories.journal import acts
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tournament.draw.proof import FORMAT, seal_after
from tournament.errors import Refused
from tournament.models import Commitment, Draw, Role, SealedStep, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import close_round
from tournament.seating.mapping import commitment_of
from tournament.seating.reads.proofs import open_commitment, proof_of
from tournament.seating.writes.draws import draw_rounds, publish_next_round, redraw_rounds
from tournament.seating.writes.lots import Lots, close_list, publish_commitment, this_program
from tournament.seating.writes.seat_changes import repair_seats, swap_seats

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def ready(players: int = 16, **fields: object) -> Tournament:
    tournament = make_tournament(**fields)
    make_entries(tournament, players, clubs=3)
    return tournament


def draw_proven(tournament: Tournament, first: int, number: int) -> Commitment:
    """Perform the whole ceremony: commitment, closed list, number from the audience."""
    commitment = publish_commitment(COMMAND_LINE, tournament, first)
    close_list(COMMAND_LINE, tournament, first)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=number))
    return commitment


def on_the_wall(tournament: Tournament) -> list[str]:
    """Return what people note: commitments and the seals of closed lists."""
    steps = [row.step for row in tournament.sealed_steps.order_by("number")]
    closed = [step for step in steps if step["kind"] == "list"]
    return [step[key][:64] for step in closed for key in ("commitment", "seal")]


def counted(said: str) -> dict[str, object]:
    """Return what the script has counted, without zeros and empty values."""
    tally = ast.literal_eval(said.splitlines()[-2])
    return {what: count for what, count in tally.items() if count}


def replayed(tournament: Tournament, tmp_path, *noted: str, steps=None) -> tuple[int, str]:
    """Return what the separate script says of the proof as handed out."""
    steps = steps or [step.step for step in tournament.sealed_steps.order_by("number")]
    file = tmp_path / "proof.json"
    file.write_text(json.dumps({"format": FORMAT, "steps": steps}))
    script = settings.BASE_DIR / "scripts" / "replay_draw.py"
    run = subprocess.run(
        [sys.executable, script, "--lang", "en", file, *noted],
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout


def test_commitment_is_published_once_and_hides_the_secret() -> None:
    tournament = ready()
    commitment = publish_commitment(COMMAND_LINE, tournament, 1)

    assert commitment.value == commitment_of(commitment).value
    assert commitment.published_at is not None
    assert open_commitment(tournament, 1, this_program()) == commitment
    assert acts().get().data == {"commitment": commitment.value}
    with pytest.raises(Refused, match="commitment_published"):
        publish_commitment(COMMAND_LINE, tournament, 1)


@pytest.mark.parametrize(
    "change", [{"rounds_planned": 4}, {"draw_method": "redraw"}, {"neighbours_apart": True}]
)
def test_commitment_is_void_once_the_settings_change(change: dict) -> None:
    tournament = ready()
    publish_commitment(COMMAND_LINE, tournament, 1)
    Tournament.objects.update(**change)
    tournament.refresh_from_db()

    assert open_commitment(tournament, 1, this_program()) is None
    assert publish_commitment(COMMAND_LINE, tournament, 1).number == 2


def test_seats_set_by_hand_promise_nothing() -> None:
    with pytest.raises(Refused, match="draw_is_by_hand"):
        publish_commitment(COMMAND_LINE, ready(draw_method="manual"), 1)


def test_only_the_direction_publishes_a_commitment() -> None:
    tournament = ready()
    with pytest.raises(PermissionDenied):
        publish_commitment(Actor(make_user(Role.TYPIST, tournament)), tournament, 1)


def test_audience_number_and_secret_make_the_seed() -> None:
    tournament = ready()
    commitment = draw_proven(tournament, 1, 4711)
    draw = Draw.objects.get()

    assert (draw.commitment, draw.lot_number, draw.by_audience) == (commitment, 4711, True)
    assert draw.seed == commitment_of(commitment).seed(4711)
    assert open_commitment(tournament, 1, this_program()) is None


def test_no_number_counts_before_the_list_is_closed() -> None:
    tournament = ready()
    publish_commitment(COMMAND_LINE, tournament, 1)
    with pytest.raises(Refused, match="list_not_closed"):
        draw_rounds(COMMAND_LINE, tournament, Lots(number=4711))
    assert (Draw.objects.count(), SealedStep.objects.count()) == (0, 0)
    draw_rounds(COMMAND_LINE, tournament)
    assert Draw.objects.get().by_audience is False


def test_closing_a_list_needs_a_commitment_and_a_change() -> None:
    tournament = ready()
    with pytest.raises(Refused, match="no_commitment"):
        close_list(COMMAND_LINE, tournament, 1)
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    with pytest.raises(Refused, match="list_closed"):
        close_list(COMMAND_LINE, tournament, 1)
    with pytest.raises(PermissionDenied):
        close_list(Actor(make_user(Role.TYPIST, tournament)), tournament, 1)


@pytest.mark.parametrize(
    "change",
    [
        {"status": "withdrawn"},
        {"team": "Die Damen"},
        {"fixed_table": 2},
        {"keeps_list": False},
        {"club": None},
    ],
)
def test_closed_list_is_binding(change: dict, tmp_path) -> None:
    """Otherwise whoever knows the secret and the number could choose by changing the list."""
    tournament = ready()
    publish_commitment(COMMAND_LINE, tournament, 1)
    first = close_list(COMMAND_LINE, tournament, 1)
    tournament.entries.filter(number=5).update(**change)
    for number in (4711, None):
        with pytest.raises(Refused, match="list_changed"):
            draw_rounds(COMMAND_LINE, tournament, Lots(number=number))

    again = close_list(COMMAND_LINE, tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=4711))
    commitment = Commitment.objects.get().value
    code, said = replayed(tournament, tmp_path, commitment, again.step["seal"][:16])
    assert (code, said.splitlines()[-1]) == (0, "Everything fits.")
    if "status" in change:  # whatever has changed, the earlier seal is another one
        code, said = replayed(tournament, tmp_path, commitment, first.step["seal"])
        assert "NOTED: not the seal of the list of this draw." in said
        assert (code, said.splitlines()[-1]) == (0, "Nothing contradicts. NOT PROVEN.")
    proof = proof_of(tournament, this_program())
    changes = proof.steps[1].changes
    assert changes is not None
    people = changes.gone if "status" in change else changes.changed
    assert [player["id"] for player in people] == ["5"]
    left = 15 if "status" in change else 16
    assert [(step.is_list, step.is_proven, step.players) for step in proof.steps] == [
        (True, False, 16),
        (True, False, left),
        (False, True, left),
    ]
    assert [entry.action for entry in acts().all()][1:3] == [
        "drawn_list_closed",
        "drawn_list_closed_again",
    ]


def test_seats_changed_between_list_and_number_close_the_list_again(tmp_path) -> None:
    """The history decides later rounds: nobody who knows the number may touch it either."""
    tournament = ready(16, draw_method="redraw")
    draw_proven(tournament, 1, 1)
    publish_next_round(COMMAND_LINE, tournament)
    publish_commitment(COMMAND_LINE, tournament, 2)
    close_list(COMMAND_LINE, tournament, 2)
    seats = SealedStep.objects.get(number=2).step["rounds"][0][0]
    swap_seats(COMMAND_LINE, tournament, 1, seats[0][0], seats[1][0], "Sehhilfe")
    with pytest.raises(Refused, match="list_changed"):
        draw_rounds(COMMAND_LINE, tournament, Lots(number=2))
    close_list(COMMAND_LINE, tournament, 2)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=2))
    told = replayed(tournament, tmp_path, *on_the_wall(tournament))[1]
    assert told.endswith("\nEverything fits.\n")


def test_missing_number_and_commitment_are_made_up_and_labelled() -> None:
    tournament = ready()
    draw_rounds(COMMAND_LINE, tournament)
    draw, step = Draw.objects.get(), SealedStep.objects.get().step

    assert (draw.by_audience, draw.commitment.published_at) == (False, None)
    assert (step["by_audience"], step["number"]) == (False, draw.lot_number)


@pytest.mark.parametrize("number", [-1, 10**12 + 1])
def test_a_number_nobody_can_throw_is_refused(number: int) -> None:
    with pytest.raises(Refused, match="number_invalid"):
        draw_rounds(COMMAND_LINE, ready(), Lots(number=number))
    assert Commitment.objects.count() == 0


def test_every_change_of_seats_is_sealed_after_the_one_before() -> None:
    tournament = ready()
    draw_rounds(COMMAND_LINE, tournament, Lots(number=1))
    swap_seats(COMMAND_LINE, tournament, 1, "1", "2", "Sehhilfe")
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler", Lots(number=2))
    steps = [step.step for step in SealedStep.objects.order_by("number")]

    assert [(step["kind"], step["reason"], step.get("redraw")) for step in steps] == [
        ("draw", "", 0),
        ("change", "Sehhilfe", None),
        ("draw", "Nachzügler", 1),
    ]
    seals = [""]
    for step in steps:
        seals.append(seal_after(seals[-1], step))
    assert [step["seal"] for step in steps] == seals[1:]


def test_a_sealed_step_never_changes() -> None:
    draw_rounds(COMMAND_LINE, ready())
    with pytest.raises(IntegrityError), transaction.atomic():
        SealedStep.objects.update(number=7)


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (Draw, {"by_audience": True}),
        (Commitment, {"published_at": None}),
        (Commitment, {"secret": "0"}),
    ],
)
def test_a_draw_and_its_commitment_never_change(model: type, change: dict) -> None:
    draw_proven(ready(), 1, 4711)
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**change)


def test_replay_confirms_a_tournament_with_all_that_happens(tmp_path) -> None:
    tournament = ready(18, neighbours_apart=True)
    tournament.entries.filter(number=3).update(fixed_table=2)
    tournament.entries.filter(number=5).update(keeps_list=False)
    commitment = draw_proven(tournament, 1, 4711).value
    publish_next_round(COMMAND_LINE, tournament)
    tournament.entries.filter(number=7).update(status="withdrawn")
    repair_seats(COMMAND_LINE, tournament, "Nicht erschienen")
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    redraw_rounds(COMMAND_LINE, tournament, "Falsche Liste", Lots(number=12))
    round = round_number(tournament, 1)
    enter_round(round)
    close_round(COMMAND_LINE, round)
    make_entries(tournament, 1)
    repair_seats(COMMAND_LINE, tournament, "Nachzügler")
    seal = SealedStep.objects.last().step["seal"]

    code, said = replayed(tournament, tmp_path, *on_the_wall(tournament), seal[:16])
    assert commitment in on_the_wall(tournament)
    assert (code, counted(said)) == (
        0,
        {"lists": 2, "draws": 2, "changes": 2, "redraws": 1, "proven": 2, "noted": 5},
    )
    assert said.endswith("\nEverything fits.\n")
    assert replayed(tournament, tmp_path, "0123456789abcdef")[0] == 1


def test_replay_confirms_rounds_by_the_standings(tmp_path) -> None:
    tournament = ready(16, draw_method="ranked")
    for number in (1, 2):
        draw_proven(tournament, number, number)
        publish_next_round(COMMAND_LINE, tournament)
        enter_round(round_number(tournament, number))
        close_round(COMMAND_LINE, round_number(tournament, number))
    draw_proven(tournament, 3, 3)

    assert [draw.method for draw in Draw.objects.all()] == ["redraw", "ranked", "ranked"]
    assert SealedStep.objects.last().step["ranking"] != [str(n) for n in range(1, 17)]
    told = replayed(tournament, tmp_path, *on_the_wall(tournament))[1]
    assert told.endswith("\nEverything fits.\n")


def test_replay_confirms_byes(tmp_path) -> None:
    tournament = ready(11)
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=1, sit_out=1))

    byes = {round.number: round.byes.get().entry.number for round in tournament.rounds.all()}
    assert len(set(byes.values())) == 3
    told = replayed(tournament, tmp_path, *on_the_wall(tournament))[1]
    assert told.endswith("\nEverything fits.\n")


def test_replay_notices_a_seat_exchanged_in_the_file(tmp_path) -> None:
    tournament = ready()
    draw_rounds(COMMAND_LINE, tournament, Lots(number=1))
    step = SealedStep.objects.get().step
    first = step["rounds"][0]
    first[0][0], first[1][0] = first[1][0], first[0][0]
    resealed = {**step, "seal": seal_after("", step)}

    assert replayed(tournament, tmp_path, steps=[step])[0] == 1
    code, said = replayed(tournament, tmp_path, steps=[resealed])
    assert code == 1
    assert "SEAT OR NAME: round 1, table 1, seat 1" in said


def test_own_seed_is_sealed_as_such(tmp_path) -> None:
    make_drawn_tournament(published=0)
    tournament = ready(slug="eigen")
    draw_rounds(COMMAND_LINE, tournament, Lots(seed="Bubensolo"))
    step = tournament.sealed_steps.get().step

    assert (step["kind"], step["secret"], step["commitment"]) == ("draw", "", "")
    assert (step["seed"], step["number"], step["by_audience"]) == ("Bubensolo", None, False)
    code, said = replayed(tournament, tmp_path)
    assert (code, counted(said)) == (0, {"draws": 1})
    assert said.endswith("\nNothing contradicts. NOT PROVEN.\n")
    assert (Draw.objects.get().commitment, Draw.objects.get().lot_number) == (None, None)
