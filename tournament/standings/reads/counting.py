"""What the players of a tournament are ranked by in each round. No query."""

from collections.abc import Callable, Mapping, Sequence

from tournament.sheets.rules.results import RoundPoints, TableGames
from tournament.standings.reads.stored_results import PlayedRound, Player, StoredResults
from tournament.standings.rules.counting import Counting, rank_by

Points = Mapping[int, int | None]
"""By entry; None without a result."""


def rounds_of(
    stored: StoredResults, rounds: Sequence[PlayedRound]
) -> Callable[[Player], tuple[RoundPoints, RoundPoints]]:
    """Return what tells somebody's rounds: what is ranked, and the points as played.

    A round is missed by whoever had no seat in it, once there is a result of it. Who sat out
    because the number of players fitted no tables has not missed it, nor has who is not ranked.
    """
    how, byes = stored.tournament.counting, stored.beside.byes
    played = [each.points.get for each in rounds]
    ranked = played
    if how.reckons:
        ranked = [_ranked(how, each, stored.beside.games).get for each in rounds]

    def of(player: Player) -> tuple[RoundPoints, RoundPoints]:
        counted = tuple([points(player.pk) for points in ranked])
        if how.missed_round is not None and player.ranked:
            counted = tuple(
                how.missed_round
                if player.pk not in round.points
                and round.progress.tables_in
                and (player.pk, round.progress.number) not in byes
                else points
                for points, round in zip(counted, rounds, strict=True)
            )
        elif ranked is played:
            return counted, counted
        return counted, tuple([points(player.pk) for points in played])

    return of


def _ranked(how: Counting, round: PlayedRound, games: Mapping[int, TableGames]) -> Points:
    found = dict(round.points)
    for table in round.tables:
        points = rank_by(how, table.points, games.get(table.table_id))
        found.update(zip(table.entry_ids, points, strict=True))
    return found
