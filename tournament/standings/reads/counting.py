"""What the players of a tournament are ranked by in each round."""

from collections.abc import Callable, Mapping, Sequence

from scoring.model import FIVE_TABLE
from tournament.models import Bye, Tournament
from tournament.sheets.reads.table_totals import games_by_table
from tournament.sheets.rules.results import RoundPoints, TableGames
from tournament.standings.reads.stored_results import PlayedRound, Player
from tournament.standings.rules.counting import Counting, rank_by

Points = Mapping[int, int | None]
"""By entry; None without a result."""


def rounds_of(
    tournament: Tournament, rounds: Sequence[PlayedRound]
) -> Callable[[Player], tuple[RoundPoints, RoundPoints]]:
    """Return what tells somebody's rounds: what is ranked, and the points as played.

    One query where tables of five are scaled, one where a round not played counts, else none.
    """
    how = tournament.counting
    played = [each.points.get for each in rounds]
    ranked = played
    if how.reckons:
        games = games_by_table(tournament, len(rounds), FIVE_TABLE) if how.scale else {}
        ranked = [_ranked(how, each, games).get for each in rounds]
    missed = _missed(tournament, rounds) if how.missed_round is not None else None

    def of(player: Player) -> tuple[RoundPoints, RoundPoints]:
        counted = tuple([points(player.pk) for points in ranked])
        if missed and player.ranked:
            pairs = enumerate(counted)
            counted = tuple(how.missed_round if missed(player.pk, at) else x for at, x in pairs)
        if ranked is played and missed is None:
            return counted, counted
        return counted, tuple([points(player.pk) for points in played])

    return of


def _ranked(how: Counting, round: PlayedRound, games: Mapping[int, TableGames]) -> Points:
    found = dict(round.points)
    for table in round.tables:
        points = rank_by(how, table.points, games.get(table.table_id))
        found.update(zip(table.entry_ids, points, strict=True))
    return found


def _missed(tournament: Tournament, rounds: Sequence[PlayedRound]) -> Callable[[int, int], bool]:
    """Return whether an entry has missed a round, by its place in the list, from 0.

    A round is missed by whoever had no seat in it, once there is a result of it. Who sat out
    because the number of players fitted no tables has not missed it.
    """
    of_tournament = Bye.objects.filter(round__tournament=tournament)
    byes = set(of_tournament.values_list("entry", "round__number"))

    def is_missed(entry: int, at: int) -> bool:
        round = rounds[at]
        has_begun = bool(round.progress.tables_in)
        return has_begun and entry not in round.points and (entry, at + 1) not in byes

    return is_missed
