"""The places of teams in the groups in which they play, as on a match day of a league."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.shared.rules.names import name_key
from tournament.sheets.rules.results import RoundPoints
from tournament.standings.rules.rankings import Member, RankedGroup


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """A team in its group; `rounds`: the sums of its people, None without a result.

    `total` is with the `adjustment`, the sum of all deductions. A team without people has no rounds
    and shares the last place.
    """

    team: str
    place: int
    rounds: RoundPoints
    total: int
    members: tuple[Member, ...]
    adjustment: int = 0


def places_in_groups(
    groups: Sequence[Sequence[str]], ranked_teams: Sequence[RankedGroup]
) -> tuple[tuple[TeamPlace, ...], ...]:
    """Return the teams of each group, best first; equal ones, by name, share a place (1-2-2-4).

    ranked_teams: all teams in one ranking, whose tie-breaks have decided.
    """
    known = {each.name: each for each in ranked_teams}
    return tuple(_placed(teams, known) for teams in groups)


def _placed(teams: Sequence[str], known: Mapping[str, RankedGroup]) -> tuple[TeamPlace, ...]:
    ranks = {
        team: (known[team].rank if team in known else None) or len(known) + 1 for team in teams
    }
    in_order = sorted(teams, key=lambda team: (ranks[team], name_key(team), team))
    places = [1 + sum(rank < ranks[team] for rank in ranks.values()) for team in in_order]
    return tuple(
        TeamPlace(team, place, own.rounds, own.total, own.members, own.adjustment)
        if (own := known.get(team))
        else TeamPlace(team, place, (), 0, ())
        for team, place in zip(in_order, places, strict=True)
    )
