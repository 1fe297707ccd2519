"""A club in several spellings is one club: entered, ranked, drawn, found; renamed and merged."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.journal import note
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import refusal, text
from tournament.imports.player_tables import read_player_table
from tournament.models import Club, Entry, Person, PlayerImport, Tournament, User
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE
from tournament.seating.mapping import entrants_of
from tournament.shared.rules.fields import PlayerData
from tournament.stage.reads import draw_figures
from tournament.standings.reads.rankings import group_ranking
from tournament.standings.reads.standings import standings_after
from tournament.tournaments.writes.tournaments import finish_tournament
from tournament.trust.reads.audit import contradictions

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FOX = ("FD FUX", "Fuchsjäger Fulda")
SPELT = [
    *(("FD FUX", "fuchsjäger fulda"), ("fd fux", "Fuchsjaeger Fulda"), ("", "FUCHSJÄGER  FULDA")),
    *(("", "Fuchsjager Fulda"), ("Fd Fux", ""), ("FD FUX", "Fuchsjäger Fulda")),
]


@pytest.fixture
def owner() -> Client:
    return signed_in()


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    first = PlayerData("Arnold", "Änne", club_code=FOX[0], club_name=FOX[1])
    add_player(COMMAND_LINE, tournament, first)
    return tournament


def by_form(owner: Client, tournament: Tournament, code: str, name: str) -> None:
    typed = {"last_name": "Beck", "first_name": "Ida", "club_code": code, "club_name": name}
    address = reverse("player-new", args=[tournament.slug])
    owner.post(address, {**typed, "publish_name": "on"})


def by_list(owner: Client, tournament: Tournament, code: str, name: str) -> None:
    owner.post(listed(tournament, code, name))


def at_desk(owner: Client, tournament: Tournament, code: str, name: str) -> None:
    typed = {"typed": f"Ida Beck, {name or code}", "person": "new"}
    owner.post(reverse("player-walk-in", args=[tournament.slug]), typed)


def listed(tournament: Tournament, code: str, name: str) -> str:
    """Return the page of a list with Ida Beck of this club."""
    table = read_player_table(f"Nachname;Vorname;Kürzel;Verein\nBeck;Ida;{code};{name}\n".encode())
    kept = PlayerImport.objects.create(
        tournament=tournament, user=User.objects.get(), file_name="l.csv", table=table.to_json()
    )
    return reverse("players-import-preview", args=[tournament.slug, kept.pk])


@pytest.mark.parametrize("comes", [by_form, by_list, at_desk])
@pytest.mark.parametrize(("code", "name"), SPELT)
def test_club_in_another_spelling_is_the_same(
    owner: Client,
    tournament: Tournament,
    comes: Callable[[Client, Tournament, str, str], None],
    code: str,
    name: str,
) -> None:
    comes(owner, tournament, code, name)
    ida = tournament.entries.get(number=2)
    assert ida.club == tournament.entries.get(number=1).club
    assert [(club.code, club.name) for club in Club.objects.all()] == [FOX]


def test_code_of_a_club_with_another_name_is_questioned_in_the_form(owner, tournament) -> None:
    address = reverse("player-new", args=[tournament.slug])
    typed = {"last_name": "Beck", "first_name": "Ida", "club_code": "fd fux", "club_name": "Asse"}
    answer = owner.post(address, {**typed, "publish_name": "on"})
    assert answer.context["form"].errors == {
        "club_name": [refusal("club_named_otherwise", short=FOX[0], name=FOX[1])]
    }
    assert (tournament.entries.count(), Club.objects.count()) == (1, 1)


def test_code_of_a_club_with_another_name_is_questioned_in_a_list(owner, tournament) -> None:
    page = listed(tournament, "FD FUX", "Asse")
    questioned = text(
        "%(short)s is %(name)s here. Taken, it means that club; another one needs another code.",
        short=FOX[0],
        name=FOX[1],
    )
    assert questioned in text_of(owner.get(page))
    owner.post(page)
    assert tournament.entries.count() == 1
    owner.post(page, {"accept": "2"})
    assert str(tournament.entries.get(number=2).club) == "FD FUX"
    assert Club.objects.count() == 1


def with_two_spellings() -> Tournament:
    """Create clubs as stored earlier: four players, two clubs, each in two spellings."""
    tournament = make_drawn_tournament(4)
    names = [FOX, ("FD FUX", "fuchsjäger fulda"), ("", "Asse Köln"), ("", "ASSE KOELN")]
    for entry, (code, name) in zip(tournament.entries.order_by("number"), names, strict=True):
        Entry.objects.filter(pk=entry.pk).update(club=Club.objects.create(code=code, name=name))
    note(tournament, tournament.entries.all())
    return tournament


def test_ranking_and_draw_treat_two_spellings_as_one_club() -> None:
    tournament = with_two_spellings()
    tournament.group_rankings.create(kind="club")
    enter_round(round_number(tournament, 1))
    report = group_ranking(tournament, standings_after(tournament), "club")
    assert report is not None
    groups = sorted((group.name, len(group.members)) for group in report.groups)
    assert groups == [("ASSE KOELN", 2), ("FD FUX · Fuchsjäger Fulda", 2)]
    entries = tournament.entries.select_related("club").order_by("number")
    drawn = [entrant.club for entrant in entrants_of(entries)]
    assert drawn == ["FD FUX", "FD FUX", "ASSE KOELN", "ASSE KOELN"]
    assert draw_figures(tournament, 1).mates == 2  # as the hall is told


def test_a_club_is_renamed_on_its_page(owner, tournament) -> None:
    club = Club.objects.get()
    assert "Fuchsjäger Fulda" in text_of(owner.get(reverse("clubs"), {"q": "fuchsja"}))
    page = reverse("club", args=[club.pk])
    owner.post(page, {"code": "FD FUX", "name": "Fuchsbau Fulda", "state": "Hessen"})
    club.refresh_from_db()
    assert (club.code, club.name, club.state) == ("FD FUX", "Fuchsbau Fulda", "Hessen")
    assert contradictions(tournament) == ()


def test_taken_name_is_reported_at_its_field_and_stays(owner, tournament) -> None:
    other = Club.objects.create(code="K ASS", name="Asse")
    Person.objects.create(last_name="Beck", club=other)
    page = owner.post(reverse("club", args=[other.pk]), {"code": FOX[0], "name": FOX[1]})
    assert (page.status_code, 'value="Fuchsjäger Fulda"' in page.content.decode()) == (422, True)


def test_two_clubs_are_merged_on_a_page(owner) -> None:
    tournament = with_two_spellings()
    stays, goes = Club.objects.filter(code="FD FUX").order_by("pk")
    Person.objects.filter(pk=tournament.entries.get(number=2).person_id).update(club=goes)
    address = reverse("club-merge", args=[stays.pk])
    assert "fuchsjäger fulda" in text_of(owner.get(address))
    owner.post(address, {"other": goes.pk})
    assert not Club.objects.filter(pk=goes.pk).exists()
    assert stays.entries.count() == 2
    assert Person.objects.get(pk=tournament.entries.get(number=2).person_id).club == stays
    assert contradictions(tournament) == ()


def test_final_list_keeps_the_club_it_was_printed_with(owner) -> None:
    tournament = with_two_spellings()
    stays, goes = Club.objects.filter(code="FD FUX").order_by("pk")
    running = make_tournament("laufend")
    make_entries(running, 1)
    running.entries.update(club=goes)
    note(running, running.entries.all())
    finish_tournament(COMMAND_LINE, tournament, reason="Ende")
    owner.post(reverse("club-merge", args=[stays.pk]), {"other": goes.pk})
    assert tournament.entries.get(number=2).club == goes
    assert running.entries.get().club == stays
    assert contradictions(tournament) == ()
