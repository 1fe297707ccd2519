"""Lists are sorted by the pressed heading, names as in a directory."""

import pytest

from tests.factories.calls import complain
from tests.factories.money import make_money
from tests.factories.pages import column_of, signed_in
from tests.factories.rounds import make_drawn_tournament, round_number
from tournament.models import Club, Person, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_drawn_tournament(8)
    make_money(tournament)
    Person.objects.filter(entries__number=8).update(last_name="Ämler", first_name="Zoe")
    return tournament


def test_payments_due_are_sorted_by_number_and_name(tournament: Tournament) -> None:
    owner = signed_in()
    numbers = [str(number) for number in range(1, 9)]
    for sort, expected in (("number", numbers), ("-number", numbers[::-1])):
        assert column_of(owner.get("/t/herbst/money/", {"sort": sort}), "Nr.") == expected
    names = column_of(owner.get("/t/herbst/money/?sort=name"))
    assert names[-8:-5] == ["Ämler, Zoe", "Arnold, Änne", "Beck, Bernd"]
    assert 'aria-sort="ascending"' in owner.get("/t/herbst/money/?sort=name").content.decode()


def test_complaints_are_sorted_by_table_and_by_time(tournament: Tournament) -> None:
    direction = signed_in(tournament, Role.DIRECTION)
    for number in (2, 1):
        table = round_number(tournament, 1).tables.get(number=number)
        complain(direction, table, paragraph="9.2.3", offender=1)
    for sort, expected in (("", ["1", "2"]), ("table", ["1", "2"]), ("-table", ["2", "1"])):
        assert column_of(direction.get("/t/herbst/calls/", {"sort": sort}), "Tisch") == expected
    assert column_of(direction.get("/t/herbst/calls/?sort=at"), "Tisch") == ["2", "1"]


def test_people_are_sorted_by_name_and_by_club(tournament: Tournament) -> None:
    for name, code in (("Qa", "Z"), ("Qä", "Z"), ("Qb", "Y"), ("Qc", "")):
        club = Club.objects.create(name=name, code=code) if code else None
        Person.objects.create(last_name=name, first_name="", club=club)
    owner = signed_in()

    def names(sort: str) -> list[str]:
        return column_of(owner.get("/people/", {"q": "q", "sort": sort}))

    assert names("") == names("nonsense") == ["Qa", "Qä", "Qb", "Qc"]
    assert names("-name")[:2] == ["Qc", "Qb"]
    assert names("club") == ["Qc", "Qb", "Qa", "Qä"]
    assert names("-club") == ["Qa", "Qä", "Qb", "Qc"]
