"""How many buttons and links a club night takes, on the way that the overview proposes."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import moments
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_round, round_number
from tests.factories.tournaments import FIRST_NAMES, LAST_NAMES
from tests.factories.visitor import Counted
from tests.factories.words import text
from tournament.labels.rounds import act_words
from tournament.models import RoundState, Tournament

pytestmark = pytest.mark.django_db

T = "/t/herbst/"
PEOPLE = [f"{last};{first}" for last, first in zip(LAST_NAMES[:8], FIRST_NAMES, strict=False)]
NAMES = "\n".join(["Nachname;Vorname", *PEOPLE]).encode()


def words(name: str, **figures: object) -> str:
    return act_words(name, figures)


def test_from_a_new_tournament_to_published_seats() -> None:
    judge = Counted(signed_in())
    judge.open("/")
    judge.follow(text("Create tournament"))
    judge.press(text("Create tournament"), {"name": "Herbst", "rounds_planned": 3})
    judge.follow(words("import_players"))
    judge.press(text("Read list"), {"file": SimpleUploadedFile("liste.csv", NAMES)})
    judge.press(judge_takes(judge))
    judge.follow(text("Overview"))
    judge.press(words("draw_all_entered"))
    judge.press(words("publish", number=1))
    assert round_number(Tournament.objects.get(slug="herbst"), 1).state == RoundState.PUBLISHED
    assert judge.pressed == 8


def judge_takes(judge: Counted) -> str:
    """Return the words of the button that takes the list: it counts the people."""
    return next(label for label in judge.buttons if label.startswith("8 "))


def test_from_the_last_sheet_to_the_next_round_running() -> None:
    tournament = moments.all_in()
    judge = Counted(signed_in())
    judge.open(T)
    judge.press(words("close", round=1))
    judge.press(words("publish", number=2))
    judge.press(words("start"))
    assert round_number(tournament, 2).state == RoundState.RUNNING
    assert judge.pressed == 3


def test_from_the_last_sheet_to_the_final_list() -> None:
    tournament = moments.running(rounds_planned=1)
    enter_round(round_number(tournament, 1))
    judge = Counted(signed_in())
    judge.open(f"{T}rounds/1/totals/")
    judge.follow(text("Round"))
    judge.press(words("end_and_close"))
    judge.follow(words("print_final"))
    assert judge.page["Content-Type"] == "application/pdf"
    assert judge.pressed == 3
