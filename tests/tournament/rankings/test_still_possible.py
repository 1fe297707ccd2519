"""What is still possible, where rounds are sat out by lot, drawn ahead or called off."""

import pytest
from django.test import Client

from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_totals, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_rounds, publish_next_round
from tournament.seating.writes.lots import Lots
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

OUTLOOK = "/t/herbst/standings/outlook/?places=99"
TOTALS = [6, 2, -2, -6, 0]


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Three rounds are drawn at once, one of eleven sits out each; the first is published."""
    tournament = make_tournament(rounds_planned=3)
    make_entries(tournament, 11)
    draw_rounds(COMMAND_LINE, tournament, Lots(sit_out=1))
    publish_next_round(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    return tournament


def to_come(tournament: Tournament) -> dict[int, int]:
    """Return the seats at tables without a result, by start number."""
    return {
        entry.number: entry.seats.filter(table__current_version=None).count()
        for entry in tournament.entries.all()
    }


def told(client: Client, tournament: Tournament) -> dict[int, int]:
    """Return what the page counts with, by start number."""
    numbers = dict(tournament.entries.values_list("pk", "number"))
    found = [row.record for row in client.get(OUTLOOK).context["table"].rows]
    return {numbers[who.entry_id]: who.remaining for _row, who, _chance in found}


def test_player_sitting_out_by_lot_has_no_such_round_to_come(tournament: Tournament) -> None:
    """At every stage: with sheets missing, all of a round in, the next drawn or published."""
    client, compared = signed_in(), 0
    for number in (1, 2, 3):
        if number > 1:
            publish_next_round(COMMAND_LINE, tournament)
        for table in round_number(tournament, number).tables.order_by("number"):
            enter_totals(table, TOTALS[: table.size])
            expected = to_come(tournament)
            if any(expected.values()):
                assert told(client, tournament) == expected
                compared += 1
        close_round(COMMAND_LINE, round_number(tournament, number))
    assert compared == 5


def test_player_without_a_seat_has_no_such_round_to_come(tournament: Tournament) -> None:
    """One plays round 1 and comes too late for round 2, which is played without him."""
    first, second = (round_number(tournament, number) for number in (1, 2))
    for table in first.tables.order_by("number"):
        enter_totals(table, TOTALS[: table.size])
    publish_next_round(COMMAND_LINE, tournament)
    late = first.seats.order_by("entry__number").first().entry
    second.seats.filter(entry=late).delete()
    second.byes.filter(entry=late).delete()
    assert told(signed_in(), tournament) == to_come(tournament)


def test_nothing_is_possible_after_an_early_end(
    tournament: Tournament,
) -> None:
    first = round_number(tournament, 1)
    for table in first.tables.order_by("number"):
        enter_totals(table, TOTALS[: table.size])
    close_round(COMMAND_LINE, first)
    freeze_standings(COMMAND_LINE, tournament, seen=None, reason="Feueralarm")
    page = signed_in().get(OUTLOOK)
    assert "table" not in page.context
    assert '<div class="empty">' in page.content.decode()


def test_page_takes_the_same_queries_for_every_size(django_assert_num_queries) -> None:
    client = signed_in()
    for slug, players in (("klein", 11), ("gross", 23)):
        tournament = make_tournament(slug, rounds_planned=2)
        make_entries(tournament, players)
        draw_rounds(COMMAND_LINE, tournament, Lots(sit_out=1))
        publish_next_round(COMMAND_LINE, tournament)
        table = round_number(tournament, 1).tables.order_by("number").first()
        enter_totals(table, TOTALS[: table.size])
        client.get(f"/t/{slug}/standings/outlook/?places=2")  # another page
        with django_assert_num_queries(17):  # in a transaction results are read twice
            client.get(f"/t/{slug}/standings/outlook/")
