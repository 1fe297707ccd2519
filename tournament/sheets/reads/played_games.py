"""Further data for tie-breaks: the games on the lists, and the first seed."""

from tournament.models import GameTable, Round, Tournament
from tournament.shared.reads.prepared import as_text, values_of
from tournament.sheets.mapping import solo_kinds, table_games
from tournament.sheets.rules.results import Result, TableGames, TableResult, TournamentResults


def tournament_results(
    tournament: Tournament,
    last: int,
    people: tuple[Result, ...],
    tables: tuple[TableResult, ...],
) -> TournamentResults:
    """Return all results up to a round. Games and seed are one query each, made when asked for."""
    return TournamentResults(
        people=people,
        tables=tables,
        read_games=lambda: _games_by_table(tournament, last),
        read_seed=lambda: seed_of_lot(tournament),
    )


def _games_by_table(tournament: Tournament, last: int) -> dict[int, TableGames]:
    tables = GameTable.objects.filter(
        round__tournament=tournament, round__number__lte=last, current_version__isnull=False
    )
    rows = list(tables.values_list("pk", as_text("current_version__content")))
    contents = values_of(text for _pk, text in rows)
    solos = solo_kinds(tournament.rule_set)
    return {pk: table_games(each, solos) for (pk, _), each in zip(rows, contents, strict=True)}


def seed_of_lot(tournament: Tournament) -> str:
    """Return the seed of the lot between equal totals; empty while nothing was drawn; one query.

    It is the seed the direction drew for it, else that of the seats of round 1.
    """
    rounds = Round.objects.filter(tournament=tournament, number=1)
    seeds = rounds.values_list("tournament__tie_break_lot__seed", "draw__seed")
    return "".join(drawn or of_seats for drawn, of_seats in seeds)
