"""The commands that list: seats and standings."""

import csv
import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories.databases import copied
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_club, make_tournament, make_user
from tests.factories.words import refusal
from tournament.labels.standings import control_sentence, tie_break_sentence
from tournament.models import Adjustment, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Four players, two rounds, the second without a result; number 4 is withdrawn."""
    tournament = make_tournament(rounds_planned=2)
    enter_totals(make_round(tournament, 1).tables.get(), [5, 5, -3, -7])
    make_round(tournament, 2)
    tournament.entries.filter(number=4).update(status="withdrawn")
    first = tournament.entries.get(number=1)
    Adjustment.objects.create(entry=first, points=-2, reason="Unsportlich")
    tournament.entries.filter(number=2).update(club=make_club())
    return tournament


def written(command: str, path: Path, *args: str) -> str:
    call_command(command, "herbst", *args, "-o", str(path))
    return path.read_text(encoding="utf-8")


def test_standings_json_is_as_promised(tournament: Tournament, tmp_path: Path) -> None:
    content = written("standings", tmp_path / "out.json", "--format", "json")
    assert json.loads(content) == [
        {
            "rank": 1,
            "number": 2,
            "name": "Bernd Beck",
            "club": "DU ZHN",
            "rounds": [5, None],
            "adjustment": 0,
            "total": 5,
        },
        {
            "rank": 2,
            "number": 1,
            "name": "Änne Arnold",
            "club": "",
            "rounds": [5, None],
            "adjustment": -2,
            "total": 3,
        },
        {
            "rank": 3,
            "number": 3,
            "name": "Christa Conrad",
            "club": "",
            "rounds": [-3, None],
            "adjustment": 0,
            "total": -3,
        },
        {
            "rank": None,
            "number": 4,
            "name": "Dieter Dietz",
            "club": "",
            "rounds": [-7, None],
            "adjustment": 0,
            "total": -7,
            "note": tournament.entries.get(number=4).get_status_display(),
        },
    ]


def test_standings_csv_opens_in_a_german_excel(tournament: Tournament, tmp_path: Path) -> None:
    content = written("standings", tmp_path / "out.csv", "--format", "csv")
    assert content[0] == "\N{BYTE ORDER MARK}"
    rows = list(csv.reader(io.StringIO(content[1:]), delimiter=";"))
    note = tournament.entries.get(number=4).get_status_display()
    assert rows == [
        ["rank", "number", "name", "club", "r1", "r2", "adjustment", "total", "note"],
        ["1", "2", "Beck, Bernd", "DU ZHN", "5", "", "0", "5", ""],
        ["2", "1", "Arnold, Änne", "", "5", "", "-2", "3", ""],
        ["3", "3", "Conrad, Christa", "", "-3", "", "0", "-3", ""],
        ["", "4", "Dietz, Dieter", "", "-7", "", "0", "-7", note],
    ]


def test_csv_of_the_page_has_the_averages_as_well(tournament: Tournament) -> None:
    client = Client()
    client.force_login(make_user(Role.TYPIST, tournament))
    file = client.get(f"/t/{tournament.slug}/print/standings/?as=csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(file), delimiter=";"))
    averages = [(row["Spiele"], row["Je Runde"], row["Je Spiel"]) for row in rows]
    assert averages == [
        ("24", "5,00", "0,21"),
        ("24", "3,00", "0,13"),
        ("24", "-3,00", "-0,13"),
        ("24", "-7,00", "-0,29"),
    ]
    assert {row["Entschieden durch"] for row in rows} == {""}


def test_standings_text_is_aligned(tournament: Tournament, tmp_path: Path) -> None:
    note = tournament.entries.get(number=4).get_status_display()
    assert written("standings", tmp_path / "out.txt").splitlines() == [
        "Zwischenstand nach Runde 2 (Vorläufig: 0 von 1 Tisch)",
        "",
        "Platz  Nr.  Name             Verein  R1  R2  Abzug  Gesamt  Hinweis",
        "    1    2  Beck, Bernd      DU ZHN  +5   –             +5",
        "    2    1  Arnold, Änne             +5   –     −2      +3",
        "    3    3  Conrad, Christa          −3   –             −3",
        f"    –    4  Dietz, Dieter            −7   –             −7  {note}",
        "",
        f"{tie_break_sentence([])} {control_sentence(0, -2)}",
    ]


def test_standings_after_an_undrawn_round_end_with_exit_code_1(
    tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_code:
        call_command("standings", "herbst", "--after-round", "3")
    assert exit_code.value.code == 1
    assert capsys.readouterr().err == refusal("unknown_round", round=3) + "\n"


def test_seats_json_is_as_promised(tournament: Tournament, tmp_path: Path) -> None:
    content = written("seats", tmp_path / "out.json", "--round", "1", "--format", "json")
    assert json.loads(content) == [
        {"table": 1, "seat": 1, "number": 1, "name": "Änne Arnold", "club": ""},
        {"table": 1, "seat": 2, "number": 2, "name": "Bernd Beck", "club": "DU ZHN"},
        {"table": 1, "seat": 3, "number": 3, "name": "Christa Conrad", "club": ""},
        {"table": 1, "seat": 4, "number": 4, "name": "Dieter Dietz", "club": ""},
    ]


def test_seats_csv_has_the_json_keys_as_headings(tournament: Tournament, tmp_path: Path) -> None:
    content = written("seats", tmp_path / "out.csv", "--round", "1", "--format", "csv")
    assert content.splitlines()[:3] == [
        "\N{BYTE ORDER MARK}table;seat;number;name;club",
        "1;1;1;Arnold, Änne;",
        "1;2;2;Beck, Bernd;DU ZHN",
    ]


def test_seats_text_goes_to_standard_output(
    tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("seats", "herbst", "--round", "1")
    assert capsys.readouterr().out.splitlines()[:3] == [
        "Tisch  Position  Nr.  Name             Verein",
        "    1         1    1  Arnold, Änne",
        "    1         2    2  Beck, Bernd      DU ZHN",
    ]


def test_seats_of_an_undrawn_round_end_with_exit_code_1(
    tournament: Tournament, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_code:
        call_command("seats", "herbst", "--round", "9")
    assert exit_code.value.code == 1
    assert capsys.readouterr().err == refusal("unknown_round", round=9) + "\n"


def test_points_of_72_players_sum_to_zero_in_every_round(tmp_path: Path) -> None:
    tournament = make_drawn_tournament(72)
    for number in (1, 2, 3):
        enter_round(round_number(tournament, number))
    rows = json.loads(written("standings", tmp_path / "out.json", "--format", "json"))
    assert len(rows) == 72
    assert [sum(row["rounds"][number] for row in rows) for number in range(3)] == [0, 0, 0]
    assert sum(row["total"] for row in rows) == 0
