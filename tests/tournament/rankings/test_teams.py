"""Who is in which team: added by number or name, removed, recorded in the journal."""

from dataclasses import replace

import pytest

from tests.factories.journal import acts
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.tournaments import make_entries, make_tournament
from tournament.errors import Refused
from tournament.labels.journal import journal_sentence
from tournament.models import GroupRanking, Tournament
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes.players import add_player, edit_player, import_players
from tournament.permissions import COMMAND_LINE
from tournament.shared.rules.fields import PlayerData
from tournament.standings.writes import set_team
from tournament.trust.reads.audit import contradictions

pytestmark = pytest.mark.django_db

TEAMS = "/t/herbst/players/teams/"
HOSTILE = '<b>"Elf" & =1'


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 9)
    return tournament


def teams_of(tournament: Tournament) -> dict[int, str]:
    return dict(tournament.entries.exclude(team="").values_list("number", "team"))


def test_numbers_typed_and_names_ticked_go_into_the_team(tournament: Tournament) -> None:
    client = signed_in()
    sent = {"team": f"  {HOSTILE} ", "numbers": "3, 1", "chosen": ["4", "x"]}
    page = client.post(TEAMS, sent, follow=True)
    assert teams_of(tournament) == dict.fromkeys((1, 3, 4), HOSTILE)
    assert messages_of(page) == [f"Mannschaft „{HOSTILE}“: Nummern 1, 3, 4."]
    text = text_of(page)
    assert "Mannschaften (1)" in text
    assert "Ohne Mannschaft (6)" in text
    assert "<b>" not in page.content.decode()
    act = acts().get(action="team_joined")
    assert (
        journal_sentence(act.action, act.data, {}, {})
        == f"Mannschaft „{HOSTILE}“: Nummern 1, 3, 4."
    )
    assert contradictions(tournament) == ()


def test_capitals_and_spaces_make_no_other_team(tournament: Tournament) -> None:
    set_team(COMMAND_LINE, tournament, [1, 2], "Die Füchse")
    sent = {"team": " die  füchse", "numbers": "3"}
    page = signed_in().post(TEAMS, sent, follow=True)
    assert teams_of(tournament) == dict.fromkeys((1, 2, 3), "Die Füchse")
    assert messages_of(page) == ["Mannschaft „Die Füchse“: Nummern 3."]
    set_team(COMMAND_LINE, tournament, [1, 2, 3], "DIE FÜCHSE")
    assert teams_of(tournament) == dict.fromkeys((1, 2, 3), "DIE FÜCHSE")


def test_capitals_make_no_other_team_in_form_and_list(tournament: Tournament) -> None:
    set_team(COMMAND_LINE, tournament, [1, 2], "Die Füchse")
    player = PlayerData("Neu", "Ida", team="DIE FÜCHSE")
    added = add_player(COMMAND_LINE, tournament, player)
    teams = ("die füchse", "Asse", "ASSE")
    listed = [
        PlayerRow(line, team, PlayerData(f"Liste{line}", "Eva", team=team))
        for line, team in enumerate(teams, 1)
    ]
    import_players(COMMAND_LINE, tournament, listed)
    of_new = tournament.entries.filter(number__gte=added.number).order_by("number")
    assert [entry.team for entry in of_new] == ["Die Füchse", "Die Füchse", "Asse", "Asse"]
    edit_player(COMMAND_LINE, added, replace(player, team="asse"), added.number)
    added.refresh_from_db()
    assert added.team == "Asse"
    alone = of_new.get(number=added.number + 1)
    set_team(COMMAND_LINE, tournament, [1, 2, added.number], "")
    edit_player(COMMAND_LINE, alone, replace(listed[0].player, team="FÜCHSE"), alone.number)
    edit_player(COMMAND_LINE, alone, replace(listed[0].player, team="Füchse"), alone.number)
    alone.refresh_from_db()
    assert alone.team == "Füchse"


def test_player_is_removed_and_another_team_takes_over(tournament: Tournament) -> None:
    set_team(COMMAND_LINE, tournament, [1, 2, 3], "Asse")
    set_team(COMMAND_LINE, tournament, [3, 4], "Buben")
    signed_in().post(TEAMS, {"leave": "2"})
    assert teams_of(tournament) == {1: "Asse", 3: "Buben", 4: "Buben"}
    assert acts().get(action="team_left").data == {"numbers": [2]}
    set_team(COMMAND_LINE, tournament, [1], "Asse")
    assert acts().filter(action="team_joined").count() == 2


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"team": "Asse", "numbers": "1 99 77"}, "Diese Startnummern hat niemand: 77, 99."),
        ({"team": "Asse", "numbers": "1 Anna"}, "„Anna“ ist keine Startnummer."),
        ({"team": "Asse", "numbers": ""}, "Niemand ist ausgewählt"),
        ({"team": "", "numbers": "1"}, "Dieses Feld ist zwingend erforderlich."),
        ({"team": "A" * 101, "numbers": "1"}, "höchstens 100 Zeichen"),
    ],
)
def test_refused_input_is_named_and_stays_typed(
    tournament: Tournament, sent: dict[str, str], sentence: str
) -> None:
    page = signed_in().post(TEAMS, {**sent, "chosen": ["5"] if sent["numbers"] else []})
    assert (page.status_code, teams_of(tournament)) == (422, {})
    assert sentence in text_of(page)
    if sent["numbers"]:
        assert f'value="{sent["numbers"]}"' in page.content.decode()
        assert 'value="5" checked' in page.content.decode()


def test_service_refuses_a_name_that_is_too_long(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="text_longer_than"):
        set_team(COMMAND_LINE, tournament, [1], "A" * 101)


def test_teams_stay_while_standings_are_final(tournament: Tournament) -> None:
    Tournament.objects.update(status="finished")
    page = signed_in().post(TEAMS, {"team": "Asse", "numbers": "1"})
    assert (page.status_code, teams_of(tournament)) == (422, {})
    assert "In die Mannschaft aufnehmen" not in text_of(page)


def test_odd_size_is_reported_and_two_are_a_pair_where_pairs_are_ranked(
    tournament: Tournament,
) -> None:
    set_team(COMMAND_LINE, tournament, [1, 2], "Zwei")
    set_team(COMMAND_LINE, tournament, [3, 4, 5], "Drei")
    client = signed_in()
    badge = "Zwei 2 Teilnehmer"
    assert badge in text_of(client.get(TEAMS))
    assert "Drei 3 Teilnehmer" not in text_of(client.get(TEAMS))
    GroupRanking.objects.create(tournament=tournament, kind="pair")
    assert badge not in text_of(client.get(TEAMS))


@pytest.mark.parametrize("people", [1, 3])
def test_the_page_needs_a_constant_number_of_queries(
    people: int, django_assert_num_queries
) -> None:
    tournament = make_tournament()
    make_entries(tournament, people, team="Asse", clubs=people)
    make_entries(tournament, people)
    client = signed_in()
    with django_assert_num_queries(7):
        client.get(TEAMS)
