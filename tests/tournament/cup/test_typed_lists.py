"""Who plays for a cup, typed or pasted: with the columns of a list of players."""

import pytest
from django.utils import translation

from tests.factories.cups import stage_of
from tests.factories.pages import signed_in
from tests.factories.words import refusal, text
from tournament.competitions.writes import create_competition
from tournament.errors import Refused
from tournament.imports.cup import read_entrants
from tournament.labels.people import row_finding_sentence
from tournament.models import Cup, Entry
from tournament.people.rules.registration import RowFinding
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

NAMES = [
    "Alt",
    "Beck",
    "Cahn",
    "Dorn",
    "Ernst",
    "Falk",
    "Gans",
    "Horn",
    "Igel",
    "Jung",
    "Kern",
    "Lenz",
]


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


@pytest.mark.parametrize(
    ("typed", "team", "club", "state", "asked"),
    [
        ("Falken (DV Team) (Berlin)", "Falken", "DV Team", "Berlin", ""),
        ("Krähen 1(2) (DV K)(NI)", "Krähen 1(2)", "DV K", "NI", ""),
        ("Kassel (2) (Asse)", "Kassel (2)", "Asse", "", ""),
        ("Meisen (alt) (DV Meise) (HH)", "Meisen (alt)", "DV Meise", "HH", "(alt)"),
        ("Kassel (Asse) (2)", "Kassel (Asse) (2)", "", "", "(Asse)"),
        ("Meisen (DV Meise) neu", "Meisen (DV Meise) neu", "", "", "(DV Meise)"),
        ("Meisen (DV (alt))", "Meisen (DV (alt))", "", "", "(DV "),
        ("Meisen DV)", "Meisen DV)", "", "", ")"),
        ("(Asse)", "(Asse)", "", "", "(Asse)"),
    ],
)
def test_last_two_brackets_behind_a_team_are_club_and_state_and_others_are_asked_about(
    typed: str, team: str, club: str, state: str, asked: str
) -> None:
    read = read_entrants(f"{typed}: Udo Alt; Eva Neu\nHof: Ida Beck; Uwe Horn", of_teams=True)
    found = {(p.team, p.club.short, p.state) for p in (each.player for each in read.rows[:2])}
    assert found == {(team, club, state)}
    told = [(row.line, row.findings[-1].code, row.findings[-1].params) for row in read.doubtful]
    about = {"column": text("Team"), "text": asked}
    assert told == ([(2, "beside_name", about)] if asked else [])


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_question_names_the_column_in_the_language_of_the_page(language: str) -> None:
    with translation.override(language):
        read = read_entrants("Meisen (alt) (Asse) (HH): Udo Alt; Eva (alt) Neu", of_teams=True)
        asked = [each for row in read.rows for each in row.findings if each.code == "beside_name"]
        assert [each.params["column"] for each in asked] == [text("Team"), text("Name")]
        about = {(each.player.club_name, each.player.state) for each in read.rows}
        assert about == {("Asse", "HH")}


def test_the_same_brackets_behind_a_player_are_read_in_the_same_way() -> None:
    read = read_entrants("Ida Beck (Ersatz) (Asse) (HH)\nUdo Alt (Asse) (HH)", of_teams=False)
    assert [(each.player.club_name, each.player.state) for each in read.rows] == [
        ("Asse", "HH")
    ] * 2
    assert [(row.line, row.findings[0].params["text"]) for row in read.doubtful] == [
        (2, "(Ersatz)")
    ]


def test_a_bracket_left_in_the_name_of_a_team_is_asked_about_on_the_page() -> None:
    create_competition(COMMAND_LINE, Cup, {"name": "Pokal", "of": "teams"})
    names = iter(NAMES)
    teams = ("Meisen (alt) (DV Meise) (HH)", "Hof", "Ulm")
    lines = (f"{team}: " + "; ".join(f"Ida {next(names)}" for _ in range(4)) for team in teams)
    sent = {"name": "Vorrunde", "rounds": 1, "go_on": 1, "per": "group", "seed": "17"}
    sent["entrants"] = "\n".join(lines)
    owner = signed_in()
    page = owner.post("/cups/pokal/next/", sent)
    finding = RowFinding("beside_name", {"column": text("Team"), "text": "(alt)"})
    read = read_entrants(sent["entrants"], of_teams=True).rows[0].text
    told = {"line": 1, "name": read, "sentence": row_finding_sentence(finding)}
    assert page.context["form"].errors == {"entrants": [refusal("cup_line_wrong", **told)]}
    assert owner.post("/cups/pokal/next/", sent | {"anyway": "on"}).status_code == 302
    entries = Entry.objects.exclude(club=None)
    found = {(each.team, each.club.short, each.person.state) for each in entries}
    assert found == {("Meisen (alt)", "DV Meise", "HH")}
