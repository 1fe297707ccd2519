"""The command `plan_seating`: files in, a plan out, no database."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.factories.words import refusal, text
from tests.rules.verify_seating import check
from tournament.draw.certificate import Certificate, Wish
from tournament.labels.draws import wish_lines

Captured = pytest.CaptureFixture[str]


def planned(path: Path, players: object, *args: str) -> dict[str, Any]:
    """Return the plan for a file with this content."""
    source, target = path / "players.json", path / "plan.json"
    source.write_text(json.dumps(players), encoding="utf-8")
    call_command("plan_seating", str(source), "--seed", "Karlchen", "-o", str(target), *args)
    plan: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return plan


def people(count: int, **first: object) -> dict[str, object]:
    players: list[dict[str, object]] = [
        {"id": str(number), "club": f"C{number % 5}"} for number in range(1, count + 1)
    ]
    players[0] |= first
    return {"players": players}


def exit_code_of(*args: str) -> object:
    with pytest.raises(SystemExit) as leaving:
        call_command("plan_seating", *args)
    return leaving.value.code


def test_plan_has_the_figures_of_the_verifier(tmp_path: Path) -> None:
    plan = planned(tmp_path, people(33), "--rounds", "5")
    errors, figures = check(plan)
    assert errors == []
    assert plan["quality"] == {
        "repeat_pairs": figures["repeat_pairs"],
        "repeat_pairs_bound": figures["repeat_lower_bound"],
        "same_club_pairs": figures["same_club_pairs"],
        "seat_imbalance": figures["seat_imbalance_max"],
        "five_table_repeats": figures["five_table_excess"],
    }
    assert list(plan) == ["players", "rounds", "seed", "method", "quality"]
    assert (plan["seed"], plan["method"], len(plan["rounds"])) == ("Karlchen", "plan", 5)


def test_plan_repeats_the_players_data_from_the_file(tmp_path: Path) -> None:
    first = {"team": "Rot", "table": 2, "no_list": True}
    plan = planned(tmp_path, people(16, **first), "--rounds", "2")
    assert plan["players"][0] == {"id": "1", "club": "C1", **first}
    assert plan["players"][1] == {"id": "2", "club": "C2"}
    for tables in plan["rounds"]:
        assert "1" in tables[1][:3]


def test_the_same_file_and_seed_give_the_same_bytes(tmp_path: Path, capsys: Captured) -> None:
    source = tmp_path / "players.json"
    source.write_text(json.dumps(people(30)), encoding="utf-8")
    outputs = set()
    for _ in range(2):
        call_command("plan_seating", str(source), "--rounds", "3", "--seed", "ß")
        outputs.add(capsys.readouterr().out)
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["seed"] == "ß"


def test_a_list_of_players_gives_start_numbers_and_clubs(tmp_path: Path, project: Path) -> None:
    target = tmp_path / "plan.json"
    source = project / "fixtures/players/players-72.csv"
    call_command("plan_seating", str(source), "--rounds", "3", "--seed", "x", "-o", str(target))
    plan = json.loads(target.read_text(encoding="utf-8"))
    assert check(plan)[0] == []
    assert sorted(int(player["id"]) for player in plan["players"]) == list(range(1, 73))
    assert plan["quality"]["repeat_pairs"] == 0


def test_non_player_rows_are_skipped_and_named(tmp_path: Path, capsys: Captured) -> None:
    source = tmp_path / "players.csv"
    rows = [f"Vor{letter},Nach{letter},HB PIK" for letter in "abcdefgh"]
    source.write_text("\n".join(["Vorname,Nachname,Verein", *rows, "Summe,,8"]), encoding="utf-8")
    assert exit_code_of(str(source), "--rounds", "1", "--seed", "x") == 1
    captured = capsys.readouterr()
    players = json.loads(captured.out)["players"]
    assert players == [{"id": str(number), "club": "HB PIK"} for number in range(1, 9)]
    assert "Summe" in captured.err


def test_list_gives_its_teams_and_what_is_not_read_of_it_is_said(
    tmp_path: Path, capsys: Captured
) -> None:
    source = tmp_path / "players.csv"
    rows = [f"Frau Vor{each};Nach{each};T{at // 4};7" for at, each in enumerate("abcdefgh")]
    source.write_text("\n".join(["Vorname;Nachname;Team;Wunschtisch", *rows]), encoding="utf-8")
    call_command("plan_seating", str(source), "--rounds", "1", "--seed", "x")
    captured = capsys.readouterr()
    plan = json.loads(captured.out)
    assert [player["team"] for player in plan["players"]] == ["T0"] * 4 + ["T1"] * 4
    for table in plan["rounds"][0]:  # two of each team is the best
        assert sorted(int(number) > 4 for number in table) == [False, False, True, True]
    assert "Wunschtisch" in captured.err
    assert captured.err.count("Frau") > 1


def test_ranked_draws_the_next_round_by_the_standings(tmp_path: Path) -> None:
    first = planned(tmp_path, people(16), "--rounds", "1")
    ranking = [str(number) for number in range(16, 0, -1)]
    standings = tmp_path / "standings.json"
    standings.write_text(json.dumps(first | {"ranking": ranking}), encoding="utf-8")
    plan = planned(
        tmp_path, people(16), "--rounds", "3", "--method", "ranked", "--standings", str(standings)
    )
    assert (plan["method"], len(plan["rounds"])) == ("ranked", 1)
    errors, figures = check(plan | {"rounds": first["rounds"] + plan["rounds"]})
    assert errors == []
    assert figures["repeat_pairs"] == plan["quality"]["repeat_pairs"] == 0


def test_ranked_without_standings_is_a_wrong_call(tmp_path: Path) -> None:
    source = tmp_path / "players.json"
    source.write_text(json.dumps(people(16)), encoding="utf-8")
    args = (str(source), "--rounds", "1", "--seed", "x", "--method", "ranked")
    assert exit_code_of(*args) == 2


def test_wrong_calls_differ_from_wrong_files(tmp_path: Path, capsys: Captured) -> None:
    source = tmp_path / "players.json"
    assert exit_code_of(str(source), "--rounds", "1", "--seed", "x") == 2
    source.write_text(json.dumps(people(16)), encoding="utf-8")
    assert exit_code_of(str(source), "--rounds", "0", "--seed", "x") == 2
    capsys.readouterr()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", refusal("seating_not_json")),
        ("[1,2", refusal("seating_not_json")),
        ("", refusal("seating_not_json")),
        ("Vorname,Nachname", refusal("seating_not_json")),
        ("7", "players"),
        ('{"people": []}', "players"),
        ('[{"id": "1"}]', refusal("seating_no_object")),
        ("\ufeff []", refusal("seating_no_object")),
        (
            json.dumps(people(16, tabel=3, verein="X")),
            refusal(
                "seating_unknown_key",
                number=1,
                keys="tabel, verein",
                known="id, club, team, table, queue, no_list",
            ),
        ),
        ('{"players": [7]}', "Nr. 1"),
        ('{"players": [{"club": "A"}]}', "Nr. 1"),
        ('{"players": [{"id": "1"}, {"id": "2", "table": "x"}]}', "Nr. 2"),
        ('{"players": [{"id": 1}, {"id": "1"}]}', "„1“"),
        (json.dumps(people(11)), "11"),
        (json.dumps(people(16, table=5)), "Tisch 5"),
    ],
)
def test_impossible_draw_is_refused_with_a_reason(
    tmp_path: Path, capsys: Captured, content: str, told: str
) -> None:
    source = tmp_path / "players.json"
    source.write_text(content, encoding="utf-8")
    assert exit_code_of(str(source), "--rounds", "1", "--seed", "x") == 1
    assert told in capsys.readouterr().err


def test_bytes_that_are_no_text_are_no_json(tmp_path: Path, capsys: Captured) -> None:
    source = tmp_path / "players.JSON"
    source.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    assert exit_code_of(str(source), "--rounds", "1", "--seed", "x") == 1
    assert capsys.readouterr().err == refusal("seating_not_json") + "\n"


@pytest.mark.parametrize("seed", ["", "  ", 201 * "x"])
def test_seed_is_refused_as_by_a_draw(tmp_path: Path, capsys: Captured, seed: str) -> None:
    source = tmp_path / "players.json"
    source.write_text(json.dumps(people(16)), encoding="utf-8")
    assert exit_code_of(str(source), "--rounds", "1", "--seed", seed) == 1
    assert refusal("seed_invalid", longest=200) in capsys.readouterr().err


@pytest.mark.parametrize(("keep_none", "lists"), [(8, (4, 4, 4)), (7, (2, 2, 2)), (6, (0, 0, 0))])
def test_tables_without_a_list_keeper_are_told(
    tmp_path: Path, capsys: Captured, keep_none: int, lists: tuple[int, int, int]
) -> None:
    """Those with a fixed table cannot be mixed: 1 to 4 sit together in both rounds."""
    listed = [
        {"id": str(number), "table": 1 if number < 5 else 2, "no_list": number <= keep_none}
        for number in range(1, 9)
    ]
    if keep_none == 6:
        listed[0]["no_list"] = False
    planned(tmp_path, {"players": listed}, "--rounds", "2")
    none = Wish(0, 0)
    found = Certificate(none, none, none, none, none, Wish(*lists))
    (line,) = wish_lines(found, has_teams=False)
    assert capsys.readouterr().err == f"{line.title}: {line.sentence}\n"


def test_both_causes_of_tables_without_a_list_are_named() -> None:
    none = Wish(0, 0)
    words = [
        wish_lines(Certificate(none, none, none, none, none, lists), has_teams=False)[0].sentence
        for lists in (Wish(7, 6, 6), Wish(7, 6, 0), Wish(7, 6, 4))
    ]
    few = text("There are fewer players who keep a list than tables.")
    meet = text("As nobody meets twice, some who keep a list have to sit together.")
    assert [(few in each, meet in each) for each in words] == [
        (True, False),
        (False, True),
        (True, True),
    ]


def test_meetings_of_teams_are_told(tmp_path: Path, capsys: Captured) -> None:
    listed = [{"id": str(number), "team": f"T{number % 2}"} for number in range(1, 9)]
    planned(tmp_path, {"players": listed}, "--rounds", "1")
    none = Wish(0, 0)
    (line,) = wish_lines(Certificate(none, none, Wish(4, 4, 4), none, none), has_teams=True)
    assert capsys.readouterr().err == f"{line.title}: {line.sentence}\n"


@pytest.mark.parametrize("content", ["[]", '{"rounds": 5}', '{"ranking": [null]}'])
def test_standings_that_are_none_are_refused(tmp_path: Path, content: str) -> None:
    source, standings = tmp_path / "players.json", tmp_path / "standings.json"
    source.write_text(json.dumps(people(16)), encoding="utf-8")
    standings.write_text(content, encoding="utf-8")
    args = (str(source), "--rounds", "1", "--seed", "x", "--method", "ranked")
    assert exit_code_of(*args, "--standings", str(standings)) == 1
