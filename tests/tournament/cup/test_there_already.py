"""Who goes on after all and is entered in the next stage already, but does not play there."""

import pytest

from tests.factories.cups import make_cup, play, play_evenly, row_of_stage, stage_of
from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tournament.cup.reads import Astray, keys_of_stage
from tournament.cup.rules import Fate
from tournament.cup.writes import Plan, begin_next_stage, return_to_cup, withdraw_from_cup
from tournament.models import Cup, Entry, Person, Tournament
from tournament.people.writes.players import set_player_status
from tournament.permissions import COMMAND_LINE
from tournament.privacy.writes import merge_people
from tournament.standings.writes import set_team
from tournament.trust.reads.audit import contradictions, installation_findings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FINAL = {"name": "Finale", "go_on": 0, "per": "all"}


@pytest.fixture
@copied
def cup() -> Cup:
    """A cup of eight players of whom numbers 1 to 4 are entered in the final."""
    cup = make_cup(players=8, go_on=4)
    first = row_of_stage(cup).tournament
    play(first, None, {each.number: [9 - each.number] for each in first.entries.all()})
    begin_next_stage(COMMAND_LINE, cup, FINAL, Plan("Pokal: Finale", 1))
    return cup


@pytest.fixture
def final(cup) -> Tournament:
    return row_of_stage(cup, 2).tournament


def playing(final: Tournament) -> list[int]:
    entries = final.entries.filter(status=Entry.Status.ACTIVE)
    return sorted(entries.values_list("number", flat=True))


def withdraw(final: Tournament, number: int) -> None:
    entry = final.entries.get(number=number)
    set_player_status(COMMAND_LINE, entry, Entry.Status.WITHDRAWN, "krank")


def follow(cup: Cup) -> None:
    """Press the button that puts the next stage right."""
    report = stage_of(cup)
    seen = [*report.leaving, *report.coming]
    answer = signed_in().post(f"/cups/{cup.slug}/1/follow/", {"seen": seen})
    assert answer.status_code == 302
    assert stage_of(cup).astray == {}
    assert installation_findings() == ()


def test_who_was_withdrawn_in_the_next_stage_alone_plays_there_again(cup, final) -> None:
    withdraw(final, 2)
    assert stage_of(cup).astray == {"2": Astray.MISSING}
    follow(cup)
    assert playing(final) == [1, 2, 3, 4]
    assert contradictions(final) == ()


def test_who_was_merged_since_is_no_other_one(cup, final) -> None:
    withdraw(final, 2)
    (there,) = final.entries.filter(number=2)
    other = Person.objects.create(last_name="Nummer", first_name="Ida B.")
    merge_people(COMMAND_LINE, other, there.person)
    follow(cup)
    assert playing(final) == [1, 2, 3, 4]


def test_who_withdraws_from_the_cup_as_well_can_play_after_all(cup, final) -> None:
    withdraw(final, 2)
    assert withdraw_from_cup(COMMAND_LINE, row_of_stage(cup), "2", "krank")
    assert playing(final) == [1, 3, 4, 5]
    return_to_cup(COMMAND_LINE, row_of_stage(cup), "2")
    assert keys_of_stage(stage_of(cup), Fate.GOES_ON) == ["1", "2", "3", "4"]
    assert playing(final) == [1, 2, 3, 4]


def test_a_team_that_is_there_under_another_name_has_its_own_again() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    begin_next_stage(COMMAND_LINE, cup, {**FINAL, "per": "group"}, Plan("Finale", 1, seed="5"))
    final = row_of_stage(cup, 2).tournament
    numbers = [each.number for each in final.entries.filter(team="Team 02")]
    set_team(COMMAND_LINE, final, numbers, "Neu")
    assert stage_of(cup).astray == {"Team 02": Astray.MISSING}
    follow(cup)
    final.refresh_from_db()
    assert sorted(*final.team_groups) == ["Team 01", "Team 02", "Team 03"]
    assert len(playing(final)) == final.entries.count() == 12


def test_who_plays_unranked_plays_so_again() -> None:
    cup = make_cup(4, go_on=3)
    play_evenly(cup, 5, 4, 3, -12)
    one, other = row_of_stage(cup).tournament.entries.filter(team="Team 02")[:2]
    set_player_status(COMMAND_LINE, one, Entry.Status.UNRANKED, "Gast")
    begin_next_stage(COMMAND_LINE, cup, {**FINAL, "per": "group"}, Plan("Finale", 1, seed="5"))
    final = row_of_stage(cup, 2).tournament
    withdraw(final, one.number)
    withdraw(final, other.number)
    numbers = [each.number for each in final.entries.filter(team="Team 02")]
    set_team(COMMAND_LINE, final, numbers, "Neu")
    follow(cup)
    status = dict(final.entries.values_list("number", "status"))
    assert (status[one.number], status[other.number]) == (Entry.Status.UNRANKED, "active")
