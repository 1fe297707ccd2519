"""What a deduction would change in the standings: foreseen, never written."""

from dataclasses import dataclass, replace

from tournament.models import Tournament
from tournament.standings.reads.standings import StandingRow, shown_standings
from tournament.standings.rules.standings import Standing, standings
from tournament.standings.rules.tie_breaks import keys_of


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A player's line of the standings after round `rounds` as it is and with the deduction.

    `passed_by`: who would come ahead, best first.
    """

    rounds: int
    now: StandingRow
    then: Standing
    passed_by: tuple[StandingRow, ...]


def foresee_deduction(
    tournament: Tournament, entry_id: int, points: int, first: int
) -> Foreseen | None:
    """Return what a deduction that counts from round `first` would change.

    In the standings now, or those after round `first` if that is later. None for whoever is not
    in them. Queries of the standings only, which pages share.
    """
    report = shown_standings(tournament)
    if first > report.rounds:
        report = shown_standings(tournament, first)
    rows = {row.entry_id: row for row in report.rows}
    if entry_id not in rows:
        return None
    people = tuple(
        each._replace(adjustment=each.adjustment - points) if each.entry_id == entry_id else each
        for each in report.results.people
    )
    known = report.results
    results = replace(
        known, people=people, read_games=lambda: known.games, read_seed=lambda: known.seed
    )
    lines = {line.entry_id: line for line in standings(people, keys_of(report.chain), results)}
    own, then = rows[entry_id], lines[entry_id]
    passed_by = (
        rows[line.entry_id]
        for line in lines.values()
        if own.rank is not None and line.rank is not None and then.rank is not None
        if (rows[line.entry_id].rank or 0) >= own.rank and line.rank < then.rank
    )
    return Foreseen(report.rounds, own, then, tuple(passed_by))
