"""What decides between equal totals, from the stored data of the whole tournament."""

import pytest

from tests.factories.databases import copied
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.sheets import make_round, totals_content
from tests.factories.tournaments import make_tournament
from tournament.models import Adjustment, GameTable, Round, SheetKind, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament
from tournament.sheets.reads.table_totals import games_by_table
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.tie_breaks import CRITERIA
from tournament.trust.reads.audit import audit

pytestmark = pytest.mark.django_db

WON, LOST = [3, -1, -1, -1], [-3, 1, 1, 1]


def game(points: list[int]) -> dict:
    """Return a row of two against two."""
    return {"kind": "normal", "soloist": None, "points": points}


def solo(seat: int, points: list[int]) -> dict:
    """Return a row of a compulsory solo; `points` begin with the soloist's."""
    seats = [points[(place - seat) % 4] for place in range(1, 5)]
    return {"kind": "compulsory_solo", "soloist": seat, "points": seats}


def voluntary(seat: int, points: list[int]) -> dict:
    """Return the same as a voluntary solo."""
    return {**solo(seat, points), "kind": "voluntary_solo"}


def enter(table: GameTable, content: object, totals: list[int]) -> None:
    """Store the next version of a table's result, without any service or check."""
    number = table.versions.count() + 1
    table.current_version = SheetVersion.objects.create(
        table=table,
        number=number,
        based_on=number - 1 or None,
        kind=SheetKind.ROWS,
        content=content,
        totals=totals,
    )
    table.save(update_fields=["current_version"])


def listed(*rows: dict) -> tuple[dict, list[int]]:
    """Return a list of these rows with its totals."""
    columns = zip(*(each["points"] for each in rows), strict=True)
    return {"table_size": 4, "rows": list(rows)}, [sum(column) for column in columns]


def ranks(tournament: Tournament, *chain: str, **asked: object) -> list[tuple[int | None, int]]:
    """Return (rank, start number) line by line, decided by these criteria."""
    tournament.tie_breaks = list(chain)
    return [(row.rank, row.number) for row in standings_after(tournament, **asked).rows]


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two rounds of eight people in the order of their numbers.

    Totals: 1 and 5 have 4, 2 and 6 have 2, 3, 4, 7 and 8 the rest. In round 1 table 1 has a list,
    in which 1 has lost the compulsory solo and won another, and 2 has won the compulsory one. There
    was a tournament before it.
    """
    other = make_round(make_tournament("sommer"))
    enter(other.tables.get(), *listed(solo(1, WON)))
    tournament = make_tournament(rounds_planned=2)
    first = make_round(tournament, 1, sizes=(4, 4))
    one, two = first.tables.order_by("number")
    solos = (solo(1, LOST), solo(2, WON), voluntary(1, WON))
    enter(one, *listed(*solos, game([5, -1, -2, -2])))
    enter(two, totals_content([4, 2, -2, -4]), [4, 2, -2, -4])
    second = make_round(tournament, 2, sizes=(4, 4))
    for table in second.tables.all():
        enter(table, totals_content([0, 0, 0, 0]), [0, 0, 0, 0])
    return tournament


def test_solos_are_counted_from_the_lists_of_all_rounds(tournament: Tournament) -> None:
    assert ranks(tournament)[:4] == [(1, 1), (1, 5), (3, 2), (3, 6)]
    assert ranks(tournament, "compulsory_solos_won")[:4] == [(1, 1), (1, 5), (3, 2), (4, 6)]


def test_solos_of_a_later_round_do_not_count_yet(tournament: Tournament) -> None:
    table = round_number(tournament, 2).tables.get(number=2)
    enter(table, *listed(solo(2, WON), solo(1, LOST), solo(3, WON), game([5, -3, -1, -1])))
    assert ranks(tournament, "compulsory_solos_won", after_round=1)[2:4] == [(3, 2), (4, 6)]
    assert ranks(tournament, "compulsory_solos_won")[2:4] == [(3, 2), (3, 6)]


def test_only_lists_that_count_are_read(tournament: Tournament) -> None:
    tables = round_number(tournament, 1).tables.all()
    games = games_by_table(tournament, 1)
    assert games.keys() == {table.pk for table in tables}
    assert [games[table.pk].played for table in tables] == [4, 24]
    make_round(tournament, 3, sizes=(4, 4))
    entered = GameTable.objects.filter(round__tournament=tournament, round__number__lte=2)
    assert games_by_table(tournament, 3).keys() == {table.pk for table in entered}


def test_opponents_count_with_their_final_totals(tournament: Tournament) -> None:
    assert ranks(tournament, "opponents")[:2] == [(1, 1), (1, 5)]
    poor = tournament.entries.get(number=3)
    Adjustment.objects.create(entry=poor, points=-1, reason="Unsportlich")
    tournament.entries.filter(number=4).update(status="disqualified")
    assert ranks(tournament, "opponents")[:2] == [(1, 5), (2, 1)]


def test_opponents_of_a_category_are_all_who_have_played(tournament: Tournament) -> None:
    tournament.entries.filter(number__in=[1, 5]).update(tags=["Damen"])
    poor = tournament.entries.get(number=7)
    Adjustment.objects.create(entry=poor, points=-1, reason="Unsportlich")
    assert ranks(tournament, "opponents", tag="Damen") == [(1, 1), (2, 5)]


def test_lot_is_drawn_with_the_seats_of_round_one(tournament: Tournament) -> None:
    """printf '["Kreuzdame lot 1","test",1]' | sha256sum: ecfe, of 5 ff02, of 2 f0ee, of 6 268d."""
    assert ranks(tournament, "lot")[:4] == [(1, 5), (2, 1), (3, 2), (4, 6)]
    by_hand = tournament.draws.create(number=2, method="hand")
    tournament.rounds.filter(number=1).update(draw=by_hand)
    assert ranks(tournament, "lot")[:2] == [(1, 1), (1, 5)]


@pytest.mark.parametrize(
    "content",
    [
        7,
        ["rows"],
        {},
        {"rows": 7},
        {"rows": [{"points": [1, 1, -1, -1]}]},
        {"rows": [{**solo(2, WON), "points": [1, "3", None, {}]}]},
        {"totals": [4, 2, -3, -3]},
    ],
)
def test_content_that_is_no_list_yields_no_solo(tournament: Tournament, content: object) -> None:
    """Somebody has changed the database by hand: the recount says so, the standings stay."""
    table = round_number(tournament, 1).tables.get(number=1)
    enter(table, content, [4, 2, -3, -3])
    assert ranks(tournament, "compulsory_solos_won")[2:4] == [(3, 2), (3, 6)]


@pytest.mark.parametrize("players", [4, 16])
@pytest.mark.parametrize(
    ("chain", "queries"),
    [
        (["last_rounds", "last_round", "best_round", "opponents"], 5),
        (["compulsory_solos_won"], 6),
        (["lot"], 6),
        (["dice", "lot", "compulsory_solos_won", "lot"], 7),
    ],
)
@pytest.mark.alone
def test_games_and_seed_are_one_query_each_and_only_if_needed(
    players: int, chain: list[str], queries: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(players, rounds_planned=1)
    enter_round(Round.objects.get())
    with django_assert_num_queries(queries):
        assert ranks(tournament, *chain)


@pytest.mark.parametrize("chain", [[code] for code in CRITERIA] + [sorted(CRITERIA)])
def test_recount_finds_the_same_ranks_by_its_own_way(
    tournament: Tournament, chain: list[str]
) -> None:
    tournament.tie_breaks = chain
    assert audit(tournament).figures == ()
    tournament.tie_breaks = []
    assert audit(tournament).figures == ()


def test_recount_agrees_with_a_tournament_that_was_played() -> None:
    played = generate_tournament(COMMAND_LINE, slug="probe", players=21, rounds=3, seed="ties")
    for chain in (sorted(CRITERIA), sorted(CRITERIA, reverse=True)):
        played.tie_breaks = chain
        assert audit(played).figures == ()
