"""Group rankings, teams, and the lot; refused once finished or while standings are final."""

import secrets
from collections.abc import Collection, Mapping, Sequence

from django.db import transaction

from tournament.draw.randomness import seeded, shuffled
from tournament.draw.season import group_sizes
from tournament.draw.team_groups import GROUP_SIZES
from tournament.errors import Refused
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import open_for, record
from tournament.models import DayTeam, Entry, GroupRanking, TieBreakLot, Tournament
from tournament.models.fields import fitting
from tournament.models.tournament import MOST_COUNTED
from tournament.people.reads.players import team_spellings
from tournament.permissions import Actor, may_edit_players, may_edit_tournament
from tournament.shared.rules.names import tidy
from tournament.sheets.reads.table_totals import seed_of_lot
from tournament.standings.reads.rankings import group_rules
from tournament.standings.rules.rankings import GroupKind, GroupRules


@transaction.atomic
def set_group_rankings(
    actor: Actor, tournament: Tournament, wanted: Mapping[GroupKind, GroupRules]
) -> None:
    """Set which groups are ranked. Refused: "counted_out_of_range"."""
    open_for(may_edit_tournament, actor, tournament)
    for rules in wanted.values():
        if rules.best is not None and not 1 <= rules.best <= MOST_COUNTED:
            raise Refused("counted_out_of_range", best=rules.best, most=MOST_COUNTED)
    if group_rules(tournament) == dict(wanted):
        return
    rows = GroupRanking.objects.filter(tournament=tournament)
    dropped = rows.exclude(kind__in=[kind.value for kind in wanted])
    gone = rows_named(dropped)
    dropped.delete()
    for kind, rules in wanted.items():
        rows.update_or_create(
            tournament=tournament,
            kind=kind.value,
            defaults={"best": rules.best, "by_round": rules.by_round},
        )
    told = {kind.value: [rules.best, rules.by_round] for kind, rules in wanted.items()}
    record(actor, tournament, "rankings_set", touched=[rows.all(), *gone], rankings=told)


@transaction.atomic
def set_team_groups(
    actor: Actor, tournament: Tournament, groups: Sequence[Sequence[str]], seed: str = ""
) -> None:
    """Set the groups in which the teams play among themselves; none: they play in no groups.

    seed: of the lot that made them. Teams are ranked from then on, if they were not. Refused:
    "team_unknown", "team_in_two_groups", "group_of_teams_size".
    """
    tournament = open_for(may_edit_tournament, actor, tournament)
    entries = Entry.objects.filter(tournament=tournament).exclude(team="")
    known, seen = set(entries.values_list("team", flat=True)), set[str]()
    for number, teams in enumerate(groups, start=1):
        if len(teams) not in GROUP_SIZES:
            raise Refused("group_of_teams_size", group=number, teams=len(teams))
        for team in teams:
            if team not in known:
                raise Refused("team_unknown", team=team)
            if team in seen:
                raise Refused("team_in_two_groups", team=team)
            seen.add(team)
    wanted = [list(teams) for teams in groups]
    if wanted == tournament.team_groups:
        return
    tournament.team_groups = wanted
    tournament.save(update_fields=["team_groups"])
    rows = GroupRanking.objects.filter(tournament=tournament, kind=GroupKind.TEAM.value)
    if wanted and not rows.exists():
        GroupRanking.objects.create(tournament=tournament, kind=GroupKind.TEAM.value)
    words = {"groups": wanted, **({"seed": seed} if seed else {})}
    record(actor, tournament, "team_groups_set", touched=[tournament, rows.all()], **words)


@transaction.atomic
def draw_team_groups(actor: Actor, tournament: Tournament) -> None:
    """Put all teams into groups by lot: four each, else three and five.

    Refused: "too_few_teams", and what `set_team_groups` refuses.
    """
    entries = Entry.objects.filter(tournament=tournament).exclude(team="")
    teams = sorted(set(entries.values_list("team", flat=True)))
    if len(teams) < min(GROUP_SIZES):
        raise Refused("too_few_teams", teams=len(teams))
    seed = secrets.token_hex(16)
    by_lot = iter(shuffled(teams, seeded(seed)))
    groups = [[next(by_lot) for _ in range(size)] for size in group_sizes(len(teams))]
    set_team_groups(actor, tournament, groups, seed)


@transaction.atomic
def set_team(actor: Actor, tournament: Tournament, numbers: Collection[int], team: str) -> None:
    """Put the players with these start numbers into a team, or into none if "".

    The existing spelling of a team is kept: case does not distinguish teams. Where that renames a
    team, the groups it plays in and the match day of its league follow.

    Refused: "numbers_unknown", "nobody_chosen", "text_longer_than".
    """
    tournament = open_for(may_edit_players, actor, tournament)
    spellings = team_spellings(tournament, without=numbers)  # so all of it can be respelled
    team = spellings.get(tidy(team).casefold(), tidy(team))
    fitting(Entry, "team", team)
    entries = Entry.objects.filter(tournament=tournament, number__in=set(numbers))
    found = set(entries.values_list("number", flat=True))
    if unknown := sorted(set(numbers) - found):
        raise Refused("numbers_unknown", numbers=", ".join(map(str, unknown)))
    if not found:
        raise Refused("nobody_chosen")
    changed = entries.exclude(team=team)
    moved = sorted(changed.values_list("number", flat=True))
    if not moved:
        return
    before = set(changed.values_list("team", flat=True))
    is_new = not Entry.objects.filter(tournament=tournament, team=team).exists()
    changed.update(team=team)
    touched: list[Touched] = [entries]
    gone = before - set(Entry.objects.filter(tournament=tournament).values_list("team", flat=True))
    if is_new and team and len(gone) == 1:
        touched += _rename_in_groups(actor, tournament, gone.pop(), team)
    words = {"numbers": moved, **({"team": team} if team else {})}
    action = "team_joined" if team else "team_left"
    record(actor, tournament, action, touched=touched, **words)


def _rename_in_groups(actor: Actor, tournament: Tournament, old: str, new: str) -> list[Tournament]:
    """Let groups of teams follow a new name, and the match day; return what changed of the first.

    The day is noted in the journal of the installation, as leagues are.
    """
    for row in DayTeam.objects.filter(day__tournament=tournament, entered_as=old):
        row.entered_as = new
        row.save(update_fields=["entered_as"])
        division = row.day.division
        words: dict[str, object] = {"league": division.league.slug, "division": division.number}
        record(actor, None, "league_team_edited", touched=[row], **words, team=row.team.number)
    groups = [[new if team == old else team for team in group] for group in tournament.team_groups]
    if groups == tournament.team_groups:
        return []
    tournament.team_groups = groups
    tournament.save(update_fields=["team_groups"])
    return [tournament]


@transaction.atomic
def draw_lot(actor: Actor, tournament: Tournament) -> TieBreakLot:
    """Draw the lot between equal totals, once.

    Refused: "unknown_round" without seats of round 1, "lot_drawn" where there is a lot: drawn
    before, or with the seats of round 1.
    """
    open_for(may_edit_tournament, actor, tournament)
    if not tournament.rounds.filter(number=1).exists():
        raise Refused("unknown_round", round=1)
    if seed_of_lot(tournament):
        raise Refused("lot_drawn")
    lot = TieBreakLot.objects.create(
        tournament=tournament, seed=secrets.token_hex(16), user=actor.user
    )
    record(actor, tournament, "lot_drawn", touched=[lot], seed=lot.seed)
    return lot
