"""A tournament in figures."""

from tournament.sheets.rules.results import Game, Result, TableGames, TableResult, TournamentResults
from tournament.tournaments.rules import Best, EventFigures, event_figures


def test_figures_of_lists_and_totals() -> None:
    games = (
        Game((3, 3, -3, -3)),
        Game((-9, 3, 3, 3), compulsory_soloist=1),
        Game((12, -4, -4, -4), compulsory_soloist=1),
    )
    results = TournamentResults(
        people=tuple(Result(pk, pk, (points,)) for pk, points in enumerate((6, 2, -4, -4), 1)),
        tables=(
            TableResult(1, 1, (1, 2, 3, 4), (6, 2, -4, -4)),
            TableResult(2, 2, (5, 1, 2, 6), (6, 0, 0, -6)),
        ),
        read_games=lambda: {1: TableGames(3, games), 2: TableGames(24)},
    )
    assert event_figures(results) == EventFigures(
        people=6,
        sheets=2,
        games=27,
        listed=3,
        solos=2,
        solos_won=1,
        dearest=12,
        best=Best(6, ((1, 1), (5, 2))),
        leads=(4, 6, 0),
    )


def test_nothing_played_has_no_figures() -> None:
    assert event_figures(TournamentResults(())) == EventFigures(0, 0, 0, 0, 0, 0, 0, None, ())
