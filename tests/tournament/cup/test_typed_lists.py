"""Who plays for a cup, typed or pasted: with the columns of a list of players."""

import pytest

from tests.factories.cups import stage_of
from tests.factories.pages import signed_in
from tournament.competitions.writes import create_competition
from tournament.errors import Refused
from tournament.imports.cup import read_entrants
from tournament.models import Cup
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def test_a_typed_list_takes_the_federal_state_behind_the_club() -> None:
    def states(typed: str, *, of_teams: bool = False) -> list[tuple[str, ...]]:
        rows = read_entrants(typed, of_teams=of_teams).rows
        return [(each.player.last_name, each.player.club_name, each.player.state) for each in rows]

    assert states("Ida Beck (Asse) (Hessen)\nEva Adam (Asse)") == [
        ("Beck", "Asse", "Hessen"),
        ("Adam", "Asse", ""),
    ]
    typed = "Kassel (2) : Udo Alt (Trumpf); Uwe Neu\nHof (Asse)(Bayern): Eva Alt; Ute Neu (Trumpf)"
    assert states(typed, of_teams=True) == [
        ("Alt", "Trumpf", ""),
        ("Neu", "", ""),
        ("Alt", "Asse", "Bayern"),
        ("Neu", "Trumpf", ""),
    ]


def test_digits_in_a_bracket_behind_the_club_are_part_of_the_name_of_a_team() -> None:
    typed = "Asse (SC Nord) (1): Ida Beck\nAsse (SC Nord) (2): Eva Adam"
    rows = read_entrants(typed, of_teams=True).rows
    told = [(each.player.team, each.player.state) for each in rows]
    assert told == [("Asse (SC Nord) (1)", ""), ("Asse (SC Nord) (2)", "")]


def test_a_pasted_list_of_teams_says_in_which_line_a_team_is_missing() -> None:
    for pasted, line in (("Name;Verein\nIda Beck;Asse", 2), ("Name;Team\nA B;X\nIda Beck;", 3)):
        with pytest.raises(Refused) as refused:
            read_entrants(pasted, of_teams=True)
        assert (refused.value.code, refused.value.params["line"]) == ("cup_line_without_team", line)
        assert "Ida Beck" in refused.value.params["text"]
        assert len(read_entrants(pasted, of_teams=False).rows) == line - 1


def test_a_surname_that_is_a_word_of_a_heading_is_a_name() -> None:
    rows = read_entrants("Spieler, Karl\nBeck, Ida", of_teams=False).rows
    assert [each.player.last_name for each in rows] == ["Spieler", "Beck"]


@pytest.mark.parametrize("between", ["\t", ";"])
def test_a_pasted_list_with_headings_is_read_as_from_a_file(between: str) -> None:
    """All columns of a list of players, such as the federal state: declared once."""
    rows = [
        ("Nachname", "Vorname", "Verein", "Landesverband", "Mannschaft"),
        ("Alt", "Änne", "Asse", "Hessen", "Kassel"),
        ("Neu", "Ute", "Trumpf", "Bayern", "Hof: 1"),
    ]
    pasted = "\n" + "\n".join(map(between.join, rows))
    for of_teams in (False, True):
        read = read_entrants(pasted, of_teams=of_teams)
        told = [(each.player.last_name, each.player.state, each.player.team) for each in read.rows]
        assert told == [("Alt", "Hessen", "Kassel"), ("Neu", "Bayern", "Hof: 1")]
        assert [read.line_of[each.line] for each in read.rows] == [3, 4]


def test_states_of_a_pasted_list_are_those_by_which_the_best_go_on() -> None:
    create_competition(COMMAND_LINE, Cup, {"name": "Pokal", "of": "players"})
    names = ["Alt", "Beck", "Cahn", "Dorn", "Ernst", "Falk", "Gans", "Horn"]
    lines = [f"{name}\tIda\t{'Hessen' if name < 'E' else 'Bayern'}" for name in names]
    sent = {"name": "Vorrunde", "rounds": 1, "go_on": 1, "per": "state"}
    sent["entrants"] = "\n".join(["Name\tVorname\tVerband", *lines])
    signed_in().post("/cups/pokal/next/", sent)
    assert stage_of(Cup.objects.get()).groups == ("Bayern", "Hessen")
