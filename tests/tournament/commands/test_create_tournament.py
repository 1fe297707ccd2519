"""`create_tournament` refuses what no database, page or paper could keep as it is."""

import pytest
from django.core.management import CommandError, call_command

from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.tournaments.writes.tournaments import edit_tournament

pytestmark = pytest.mark.django_db


def too_long(field: str, length: int, most: int) -> str:
    return refusal("text_longer_than", field=field, length=length, most=most) + "\n"


def refused(capsys: pytest.CaptureFixture, command: str, *arguments: str) -> str:
    """Return what the command says; assert that nothing is created."""
    with pytest.raises(SystemExit) as ended:
        call_command(command, *arguments)
    assert (ended.value.code, Tournament.objects.count()) == (1, 0)
    return str(capsys.readouterr().err)


def created(capsys: pytest.CaptureFixture, slug: str, name: str, **more: str) -> str:
    options = [f"--{option}={value}" for option, value in more.items()]
    return refused(capsys, "create_tournament", slug, f"--name={name}", "--rounds=3", *options)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "tournament_name_missing"),
        (" \u00a0 ", "tournament_name_missing"),
        ("Herbst\n\x01", "text_has_controls"),
        ("\x1b[31mHerbst", "text_has_controls"),
        ("x" * 500, "text_longer_than"),
    ],
)
@pytest.mark.alone
def test_name_that_is_none_is_refused(capsys: pytest.CaptureFixture, name: str, code: str) -> None:
    told = refusal(code, field="Name", length=len(name), most=200)
    assert created(capsys, "herbst", name) == f"{told}\n"


@pytest.mark.alone
def test_text_longer_than_its_place_is_refused(capsys: pytest.CaptureFixture) -> None:
    assert created(capsys, "herbst", "Herbst", place="x" * 201) == too_long("Ort", 201, 200)
    assert created(capsys, "x" * 300, "Herbst") == too_long("Kurzname", 300, 60)
    made_up = ("--players=8", "--rounds=1", "--seed=s")
    said = refused(capsys, "generate_tournament", "x" * 61, *made_up)
    assert said == too_long("Kurzname", 61, 60)


@pytest.mark.alone
def test_texts_as_long_as_possible_are_kept() -> None:
    arguments = ("s" * 60, f"--name={'n' * 200}", f"--place={'ö' * 200}", "--rounds=3")
    call_command("create_tournament", *arguments, verbosity=0)
    tournament = Tournament.objects.get()
    assert (tournament.slug, tournament.name, tournament.place) == ("s" * 60, "n" * 200, "ö" * 200)


def test_settings_are_held_to_the_same() -> None:
    tournament = make_tournament()
    for settings, code in [
        ({"name": " "}, "tournament_name_missing"),
        ({"state": "x" * 61}, "text_longer_than"),
        ({"place": "Köln\x00"}, "text_has_controls"),
    ]:
        with pytest.raises(Refused, match=code):
            edit_tournament(COMMAND_LINE, tournament, settings)


@pytest.mark.parametrize("day", ["2026-W01-1", "20260912", "2026-02-30", "2026-9-12"])
def test_day_in_another_format_is_a_wrong_call(day: str) -> None:
    with pytest.raises(CommandError, match=f"not a date like 2026-09-12: {day}"):
        call_command("create_tournament", "herbst", "--name=H", "--rounds=3", f"--date={day}")


@pytest.mark.alone
def test_tie_breaks_decide_in_the_order_named() -> None:
    arguments = ("herbst", "--name=H", "--rounds=3", "--tie-break=opponents", "--tie-break=lot")
    call_command("create_tournament", *arguments, verbosity=0)
    assert Tournament.objects.get().tie_breaks == ["opponents", "lot"]
    call_command("create_tournament", "winter", "--name=W", "--rounds=3", verbosity=0)
    assert Tournament.objects.get(slug="winter").tie_breaks == []


def test_tie_break_that_is_none_is_a_wrong_call() -> None:
    with pytest.raises(CommandError, match="invalid choice: 'dice'"):
        call_command("create_tournament", "herbst", "--name=H", "--rounds=3", "--tie-break=dice")


@pytest.mark.parametrize("chain", [["dice"], "lot", None, ["lot", 7]])
def test_settings_hold_no_other_tie_breaks(chain: object) -> None:
    tournament = make_tournament()
    with pytest.raises(ValueError, match="not a chain of tie-breaks"):
        edit_tournament(COMMAND_LINE, tournament, {"tie_breaks": chain})
