"""Another tournament, further advanced, in the database next to that of every test."""

from django.db.models import F, Value
from django.db.models.functions import Concat

from tests.factories.journal import NEIGHBOUR, note
from tests.factories.rounds import enter_round
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tournament.models import Adjustment, Penalty, Person, Role, Tournament, VerificationRule
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.sheets.writes.progress import save_draft
from tournament.sheets.writes.verification import confirm_version


def make_neighbour() -> Tournament:
    """Create thirteen players and four rounds: three are over, in the last a sheet is being typed.

    The last two share a name, and number 3 was entered elsewhere under another one.
    """
    tournament = make_tournament(
        NEIGHBOUR,
        name="Nachbarturnier",
        rounds_planned=4,
        verification=VerificationRule.PERSON,
    )
    people = make_entries(tournament, 13, clubs=2, checked_in=True, fee_paid=True)
    Person.objects.update(last_name=Concat(Value("Nachbar-"), F("last_name")))
    one, other = people[-1].person, people[-2].person
    Person.objects.filter(pk=other.pk).update(first_name=one.first_name, last_name=one.last_name)
    Person.objects.filter(pk__in=[one.pk, other.pk]).update(last_name="Nachbar-Doppelt")
    Person.objects.create(last_name="Nachbar-Konrad", first_name="Krista", same_as=people[2].person)
    direction = Actor(make_user(Role.DIRECTION, tournament, "nachbarin"))
    for number in (1, 2, 3):
        round = draw_next_round(COMMAND_LINE, tournament, "nachbar" if number == 1 else None)
        start_clock(COMMAND_LINE, round)
        enter_round(round)
        for table in round.tables.all():
            confirm_version(direction, table, version=1)
        end_clock(COMMAND_LINE, round, early=True)
        close_round(COMMAND_LINE, round)
    table = draw_next_round(COMMAND_LINE, tournament).tables.all()[0]
    save_draft(direction, table, "totals", {"t1": "6"}, None)
    penalty = Penalty.objects.create(table=table, rule="9.3.2", offender=1, points=[-3, 1, 1, 1])
    deduction = Adjustment.objects.create(entry=people[0], points=-3, reason="Lärm")
    note(tournament, *people, penalty, deduction)
    return tournament
