"""Whether a name is already entered: one rule for every way of entering."""

import re
from collections.abc import Callable
from html import unescape
from itertools import product
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.effort import chiefly
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal
from tournament.imports.player_tables import read_player_table
from tournament.models import Person, PlayerImport, Tournament, User
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE
from tournament.privacy.writes import delete_person, merge_people
from tournament.series.writes import create_next_evening
from tournament.shared.rules.fields import PlayerData

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

Fields = dict[str, str]


@pytest.fixture
def owner() -> Client:
    return signed_in()


def by_form(owner: Client, tournament: Tournament, last: str, first: str) -> str:
    typed = {"last_name": last, "first_name": first, "publish_name": "on"}
    return text_of(owner.post(reverse("player-new", args=[tournament.slug]), typed, follow=True))


def by_walk_in(owner: Client, tournament: Tournament, last: str, first: str) -> str:
    typed = {"typed": f"{first} {last}", "person": "new"}
    address = reverse("player-walk-in", args=[tournament.slug])
    return " ".join(messages_of(owner.post(address, typed, follow=True)))


def by_list(owner: Client, tournament: Tournament, last: str, first: str) -> str:
    table = read_player_table(f"Nachname;Vorname\n{last};{first}\n".encode())
    kept = PlayerImport.objects.create(
        tournament=tournament, user=User.objects.get(), file_name="l.csv", table=table.to_json()
    )
    page = reverse("players-import-preview", args=[tournament.slug, kept.pk])
    said = text_of(owner.get(page))
    owner.post(page)
    return said


def as_new(tournament: Tournament) -> Tournament:
    add_player(COMMAND_LINE, tournament, PlayerData("Müller-Lüd", "Jörg"))
    return tournament


def of_a_rehearsal(tournament: Tournament) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(is_rehearsal=True)
    return as_new(tournament)


def of_the_last_evening(tournament: Tournament) -> Tournament:
    return create_next_evening(COMMAND_LINE, as_new(tournament), name="Winter", date=None)


def by_another_name(tournament: Tournament) -> Tournament:
    """Entered under a name that has been merged with this one since."""
    add_player(COMMAND_LINE, tournament, PlayerData("Anders", "Jo"))
    elsewhere = as_new(make_tournament("woanders"))
    merge_people(COMMAND_LINE, elsewhere.entries.get().person, tournament.entries.get().person)
    return tournament


CAME = (as_new, of_a_rehearsal, of_the_last_evening, by_another_name)
COMES = (by_form, by_walk_in, by_list)
WRITTEN = [
    *(("Müller-Lüd", "Jörg"), ("MÜLLER-LÜD", "JÖRG"), ("Mueller-Lued", "Joerg")),
    *(("Muller-Lud", "Jorg"), ("Müller Lüd", "Jörg"), ("Jörg", "Müller-Lüd")),
]


# Every way of both, and every spelling by every way of coming: what compares names is one.
@pytest.mark.parametrize(
    ("came", "comes", "written"),
    chiefly(
        *product(CAME, COMES, WRITTEN[:1]),
        *product(CAME[:1], COMES, WRITTEN),
        of=product(CAME, COMES, WRITTEN),
    ),
)
def test_present_player_is_not_entered_again_without_asking(
    owner: Client,
    came: Callable[[Tournament], Tournament],
    comes: Callable[[Client, Tournament, str, str], str],
    written: tuple[str, str],
) -> None:
    tournament = came(make_tournament())
    people = Person.objects.count()
    said = comes(owner, tournament, *written)
    assert (tournament.entries.count(), Person.objects.count()) == (1, people)
    assert "Nummer 1" in said


CAME_BEFORE = (as_new, of_the_last_evening, by_another_name)
ALIKE = [("Müller-Lüdt", "Jörg"), ("Müler-Lüd", "Joerg"), ("Jörg", "Müller-Lüdt")]


# As above, but for a rehearsal.
@pytest.mark.parametrize(
    ("came", "comes", "written"),
    chiefly(
        *product(CAME_BEFORE, COMES, ALIKE[:1]),
        *product(CAME_BEFORE[:1], COMES, ALIKE),
        of=product(CAME_BEFORE, COMES, ALIKE),
    ),
)
def test_similar_name_is_not_entered_without_asking(
    owner: Client,
    came: Callable[[Tournament], Tournament],
    comes: Callable[[Client, Tournament, str, str], str],
    written: tuple[str, str],
) -> None:
    tournament = came(make_tournament())
    people = Person.objects.count()
    said = comes(owner, tournament, *written)
    assert (tournament.entries.count(), Person.objects.count()) == (1, people)
    assert "Nummer 1" in said


def test_form_accepts_that_a_similar_name_is_another_person(owner: Client) -> None:
    tournament = make_tournament()
    add_player(COMMAND_LINE, tournament, PlayerData("Neumann", "Karla"))
    address = reverse("player-new", args=[tournament.slug])
    typed = {"last_name": "Neumann", "first_name": "Carla", "publish_name": "on", "team": "Duo"}
    answer = owner.post(address, typed)
    asked = answer.content.decode()
    assert (answer.status_code, 'value="Carla"' in asked, 'value="Duo"' in asked) == (422, 1, 1)
    ticked = {**typed, "namesakes": fields_in(asked)["namesakes"], "another_person": "on"}
    assert owner.post(address, ticked).status_code == 302
    assert [str(each) for each in tournament.entries.all()] == [
        "1 Karla Neumann",
        "2 Carla Neumann",
    ]


def test_list_with_two_similar_names_enters_the_new_one(owner: Client) -> None:
    tournament = make_tournament()
    add_player(COMMAND_LINE, tournament, PlayerData("Neumann", "Karla"))
    by_list(owner, tournament, "Neumann;Karla\nNeumann", "Carla")
    assert [str(each) for each in tournament.entries.all()] == [
        "1 Karla Neumann",
        "2 Carla Neumann",
    ]


def question(owner: Client, tournament: Tournament, typed: str) -> Fields:
    """Return the fields of the desk's question about an unknown name, and of its last button."""
    fields = {"mark": str(uuid4()), "typed": typed}
    answer = owner.post(reverse("players-desk", args=[tournament.slug]), fields).json()
    return fields_in(str(answer["new"]))


def fields_in(html: str) -> Fields:
    found = re.findall(r'<(?:input|button)[^>]*?name="(\w+)"\s+value="([^"]*)"', html)
    return {name: unescape(value) for name, value in found}


def walk_in(owner: Client, tournament: Tournament, fields: Fields) -> list[str]:
    address = reverse("player-walk-in", args=[tournament.slug])
    return messages_of(owner.post(address, fields, follow=True))


def test_question_already_answered_by_the_form_enters_nobody(owner: Client) -> None:
    tournament = make_tournament()
    asked = question(owner, tournament, "Keller, Jana")
    by_form(owner, tournament, "Keller", "Jana")
    assert walk_in(owner, tournament, asked) == [
        refusal("name_entered", name="Jana Keller", number=1)
    ]
    assert [str(each) for each in tournament.entries.all()] == ["1 Jana Keller"]


def test_question_answered_twice_enters_one(owner: Client) -> None:
    tournament = make_tournament()
    asked = question(owner, tournament, "Keller, Jana")
    for _press in range(2):
        walk_in(owner, tournament, asked)
    assert [str(each) for each in tournament.entries.all()] == ["1 Jana Keller"]


def test_another_person_is_entered_where_the_namesake_was_seen(owner: Client) -> None:
    """From another club: the desk names who is here, and is told that it is not her. Once."""
    tournament = make_tournament()
    add_player(COMMAND_LINE, tournament, PlayerData("Keller", "Jana", club_code="FD FUX"))
    asked = question(owner, tournament, "Keller, Jana, DU ZHN")
    for _press in range(2):
        walk_in(owner, tournament, asked)
    entered = [(str(each), each.club_short) for each in tournament.entries.all()]
    assert entered == [("1 Jana Keller", "FD FUX"), ("2 Jana Keller", "DU ZHN")]


def test_form_sent_again_with_its_tick_enters_one(owner: Client) -> None:
    tournament = make_tournament()
    add_player(COMMAND_LINE, tournament, PlayerData("Keller", "Jana"))
    address = reverse("player-new", args=[tournament.slug])
    typed = {"last_name": "Keller", "first_name": "Jana", "publish_name": "on"}
    asked = fields_in(owner.post(address, typed).content.decode())
    ticked = {**typed, "namesakes": asked["namesakes"], "another_person": "on"}
    assert [owner.post(address, ticked).status_code for _press in range(2)] == [302, 422]
    assert [str(each) for each in tournament.entries.all()] == ["1 Jana Keller", "2 Jana Keller"]


@pytest.mark.parametrize("comes", COMES)
def test_name_of_a_deleted_person_is_nobodys(owner: Client, comes) -> None:
    tournament = as_new(make_tournament())
    delete_person(COMMAND_LINE, tournament.entries.get().person)
    comes(owner, tournament, "N.", "N.")
    assert tournament.entries.count() == 2
