"""Services for cups, for owners; recorded in the journal of the installation."""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet

from tournament.cup.reads import (
    PLAYING,
    CupReport,
    StageReport,
    StageState,
    cup_report,
    keys_of_stage,
    names_in_lot,
    names_of_keys,
)
from tournament.cup.rules import TEAM_SIZE, Fate, groups_after, groups_by_lot
from tournament.draw.season import FEWEST_TEAMS, group_sizes
from tournament.errors import Refused
from tournament.journal.reads import rows_named
from tournament.journal.writes import needed_reason, record
from tournament.models import (
    Cup,
    CupLot,
    CupStage,
    CupWithdrawal,
    Entry,
    Tournament,
)
from tournament.models.cup import PER_OF
from tournament.people.reads.people import counting_people
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes.players import import_players, remove_player, set_player_status
from tournament.permissions import Actor, require_owner
from tournament.series.writes import (
    copy_players,
    copy_tournament,
    record_copy,
    require_name,
    status_in_next,
)
from tournament.shared.rules.names import tidy
from tournament.shared.writes.new_tournaments import free_tournament_slug
from tournament.standings.rules.rankings import TEAMS_ALONE
from tournament.standings.writes import set_group_rankings, set_team
from tournament.tournaments.writes.tournaments import create_tournament, edit_tournament

BY_GROUPS, BY_PLAN = "groups", "plan"
"""Draws in which the teams of a group sit among themselves, and everybody with anybody."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a tournament to be made is called, and when it is held; `seed`: for its groups."""

    name: str
    rounds: int
    day: date | None = None
    seed: str = ""


@transaction.atomic
def take_tournament(
    actor: Actor, cup: Cup, tournament: Tournament, settings: Mapping[str, object]
) -> CupStage:
    """Make a tournament the first stage of a cup.

    Refused: "cup_has_begun", "cup_stage_elsewhere", "cup_is_example", "name_needed",
    "cup_all_go_on".
    """
    _locked(actor, cup)
    if cup.stages.exists():
        raise Refused("cup_has_begun")
    if tournament.is_example or tournament.is_rehearsal:
        raise Refused("cup_is_example")
    if elsewhere := CupStage.objects.filter(tournament=tournament).first():
        raise Refused("cup_stage_elsewhere", name=tournament.name, cup=elsewhere.cup.name)
    stage = _begin(actor, cup, tournament, settings)
    _require_somebody_out(stage, tournament.team_groups)
    return stage


@transaction.atomic
def enter_list(
    actor: Actor,
    cup: Cup,
    rows: Sequence[PlayerRow],
    settings: Mapping[str, object],
    plan: Plan,
) -> CupStage:
    """Make the tournament of the first stage from a list of players, each with the team if any.

    Without a `seed` the groups are drawn by a number made here. Doubtful rows are entered.

    Refused: "cup_has_begun", "cup_list_empty", "cup_team_size", and what `create_tournament` and
    `import_players` and `draw_groups` refuse.
    """
    _locked(actor, cup)
    if cup.stages.exists():
        raise Refused("cup_has_begun")
    if not rows:
        raise Refused("cup_list_empty")
    of_teams = cup.of == Cup.Of.TEAMS
    if of_teams:
        teams: dict[str, list[str]] = {}  # by name as it is entered: size of letters makes no other
        for row in rows:
            teams.setdefault(tidy(row.player.team).casefold(), []).append(row.player.team)
        for team, *others in teams.values():
            size = 1 + len(others)
            if size != TEAM_SIZE or not team:
                raise Refused("cup_team_size", team=team, size=size, right=TEAM_SIZE)
    made = create_tournament(
        actor,
        slug=free_tournament_slug(plan.name),
        name=plan.name,
        date=plan.day,
        rounds=plan.rounds,
        tie_breaks=cup.chain,
    )
    import_players(actor, made, rows, accepted=[row.line for row in rows])
    stage = _begin(actor, cup, made, settings)
    if of_teams:
        set_group_rankings(actor, made, TEAMS_ALONE)
        draw_groups(actor, stage, plan.seed or secrets.token_hex(4))
    return stage


@transaction.atomic
def begin_next_stage(
    actor: Actor, cup: Cup, settings: Mapping[str, object], plan: Plan
) -> CupStage:
    """Make the tournament of those who go on; groups of teams are drawn by lot.

    Refused: "cup_not_begun", "cup_not_decided", "cup_was_last", "cup_tied", "name_needed",
    and what `draw_groups` refuses.
    """
    _locked(actor, cup)
    before = stage_to_follow(cup_report(cup))
    going = keys_of_stage(before, Fate.GOES_ON)
    made = _made_of(actor, cup, before, going, plan)
    stage = _begin(actor, cup, made, settings)
    if cup.of == Cup.Of.TEAMS:
        draw_groups(actor, stage, plan.seed)
    return stage


def stage_to_follow(report: CupReport) -> StageReport:
    """Return the latest stage, after which another can begin. Refused as `begin_next_stage`."""
    before = report.latest
    if before is None:
        raise Refused("cup_not_begun")
    if before.is_last:
        raise Refused("cup_was_last", stage=before.stage.name)
    _require_decided(before)
    return before


@transaction.atomic
def begin_consolation(actor: Actor, stage: CupStage, plan: Plan) -> Tournament:
    """Make an ordinary tournament of those who are out.

    Refused: "cup_not_decided", "cup_tied", "cup_consolation_there", "cup_nobody_out".
    """
    _locked(actor, stage.cup)
    found = cup_report(stage.cup).stage(stage.number)
    out = keys_for_consolation(found)
    made = _made_of(actor, stage.cup, found, out, plan)
    stage.consolation = made
    stage.save(update_fields=["consolation"])
    words = {"cup": stage.cup.slug, "stage": stage.number, "slug": made.slug}
    record(actor, None, "cup_consolation", touched=[stage], **words)
    return made


def keys_for_consolation(found: StageReport) -> list[str]:
    """Return who can play on in consolation of a stage. Refused as `begin_consolation`."""
    if found.stage.consolation_id:
        raise Refused("cup_consolation_there")
    _require_decided(found)
    out = keys_of_stage(found, Fate.OUT)
    if not out:
        raise Refused("cup_nobody_out")
    return out


@transaction.atomic
def edit_stage(actor: Actor, stage: CupStage, settings: Mapping[str, object]) -> None:
    """Change the name of a stage, or how many go on. Refused: "cup_gone_on", "cup_all_go_on"."""
    _locked(actor, stage.cup)
    _check_stage(stage.cup, settings)
    before = CupStage.objects.get(pk=stage.pk)
    changed = sorted(name for name, value in settings.items() if getattr(before, name) != value)
    if {"go_on", "per"} & {*changed} and _next_of(stage):
        raise Refused("cup_gone_on", stage=stage.name)
    for name in changed:
        setattr(stage, name, settings[name])
    if stage.tournament and {"go_on", "per"} & {*changed}:
        _require_somebody_out(stage, stage.tournament.team_groups)
    stage.save(update_fields=changed)
    if changed:
        words = {"cup": stage.cup.slug, "stage": stage.number}
        words["changes"] = {
            name: [str(getattr(before, name)), str(settings[name])] for name in changed
        }
        record(actor, None, "cup_stage_edited", touched=[stage], **words)


@transaction.atomic
def remove_stage(actor: Actor, stage: CupStage) -> None:
    """Take the last stage out of a cup; its tournament stays. Refused: "cup_gone_on"."""
    _locked(actor, stage.cup)
    if _next_of(stage):
        raise Refused("cup_gone_on", stage=stage.name)
    rows = CupStage.objects.filter(pk=stage.pk)
    touched = rows_named(stage.lots.all(), stage.withdrawals.all(), rows)
    words = {"cup": stage.cup.slug, "stage": stage.number, "name": stage.name}
    record(actor, None, "cup_stage_removed", touched=touched, **words)
    stage.delete()


@transaction.atomic
def draw_groups(actor: Actor, stage: CupStage, seed: str) -> None:
    """Draw the groups of the teams that are entered, by a number given in front of everybody.

    Refused: "cup_seed_missing", "cup_stage_lost", "cup_stage_drawn", "cup_too_few_teams",
    "cup_all_go_on".
    """
    _locked(actor, stage.cup)
    tournament = stage.tournament
    if not (seed := tidy(seed)):
        raise Refused("cup_seed_missing")
    if tournament is None:
        raise Refused("cup_stage_lost", stage=stage.name)
    if tournament.rounds.exists():
        raise Refused("cup_stage_drawn", stage=stage.name)
    entries = tournament.entries.filter(status__in=PLAYING).exclude(team="")
    teams = sorted(set(entries.values_list("team", flat=True)))
    if len(teams) < FEWEST_TEAMS:
        raise Refused("cup_too_few_teams", teams=len(teams))
    groups = groups_by_lot(teams, group_sizes(len(teams)), seed)
    _require_somebody_out(stage, groups)
    edit_tournament(actor, tournament, {"draw_method": BY_GROUPS, "team_groups": groups})
    stage.seed = seed
    stage.save(update_fields=["seed"])
    words = {"cup": stage.cup.slug, "stage": stage.number, "seed": seed, "groups": groups}
    record(actor, None, "cup_groups_drawn", touched=[stage], **words)


@transaction.atomic
def draw_cup_lot(
    actor: Actor, stage: CupStage, among: Collection[str], seed: str, reason: str
) -> CupLot:
    """Draw the lot between those who are equal at the cut, by a number given in front of everybody.

    Refused: "cup_lot_there", "cup_not_tied" (these are not, or no longer), "cup_seed_missing",
    "reason_needed".
    """
    _locked(actor, stage.cup)
    if not (seed := tidy(seed)):
        raise Refused("cup_seed_missing")
    reason = needed_reason(reason)
    found = cup_report(stage.cup).stage(stage.number)
    tie = next((each for each in found.cut.ties if {*each.keys} == {*among}), None)
    if any({*each.among} == {*among} for each in stage.lots.all()):
        raise Refused("cup_lot_there", names="; ".join(names_in_lot(found, [*among])))
    if tie is None or not found.is_tied:
        raise Refused("cup_not_tied")
    lot = CupLot.objects.create(stage=stage, among=list(tie.keys), seed=seed, reason=reason)
    words = {"cup": stage.cup.slug, "stage": stage.number, "among": ", ".join(tie.keys)}
    record(actor, None, "cup_lot_drawn", touched=[lot], **words, seed=seed, reason=reason)
    return lot


@transaction.atomic
def withdraw_from_cup(actor: Actor, stage: CupStage, who: str, reason: str) -> str:
    """Note that one who goes on does not, and let the next one move up; return the name.

    If the next stage has its tournament, the entries are exchanged there, too. Refused:
    "cup_not_decided", "cup_tied", "cup_not_going_on", "reason_needed", "cup_stage_drawn" (there it
    is a matter of that tournament).
    """
    _locked(actor, stage.cup)
    reason = needed_reason(reason)
    before = cup_report(stage.cup).stage(stage.number)
    if not before.is_decided:
        raise Refused("cup_not_decided", stage=stage.name)
    if who not in keys_of_stage(before, Fate.GOES_ON):
        raise Refused("cup_not_going_on")
    row = CupWithdrawal.objects.create(stage=stage, who=who, reason=reason)
    after = cup_report(stage.cup).stage(stage.number)
    gone_on = keys_of_stage(before, Fate.GOES_ON)
    risen = next((key for key in keys_of_stage(after, Fate.GOES_ON) if key not in gone_on), "")
    words = {"cup": stage.cup.slug, "stage": stage.number, "who": who, "risen": risen or "–"}
    record(actor, None, "cup_withdrawn", touched=[row], reason=reason, **words)
    _follow(actor, after, before)
    return names_of_keys(after, [risen])[0] if risen else ""


@transaction.atomic
def return_to_cup(actor: Actor, stage: CupStage, who: str) -> str:
    """Take back that one does not play on, until the next stage is drawn; return the name.

    If the next stage has its tournament, the entries are exchanged back there, too. Refused:
    "cup_not_withdrawn", "cup_stage_drawn", "cup_tied_behind".
    """
    _locked(actor, stage.cup)
    row = next((each for each in stage.withdrawals.all() if each.who == who), None)
    if row is None:
        raise Refused("cup_not_withdrawn")
    before = cup_report(stage.cup).stage(stage.number)
    words = {"cup": stage.cup.slug, "stage": stage.number, "who": who}
    touched = rows_named(stage.withdrawals.filter(pk=row.pk))
    record(actor, None, "cup_returned", touched=touched, reason=row.reason, **words)
    row.delete()
    after = cup_report(stage.cup).stage(stage.number)
    _follow(actor, after, before)
    return names_of_keys(after, [who])[0]


@transaction.atomic
def follow_correction(actor: Actor, stage: CupStage, seen: Collection[str]) -> None:
    """Exchange in the next stage who is there and does not go on for who does, as it counts now.

    seen: the keys of them all, as they were shown. Refused: "cup_changed_meanwhile" where these are
    not they any more, "cup_tied", "cup_stage_drawn".
    """
    _locked(actor, stage.cup)
    found = cup_report(stage.cup).stage(stage.number)
    if found.cut.ties:
        raise Refused("cup_tied", names=_tied(found))
    if not seen or {*seen} != {*found.leaving, *found.coming}:
        raise Refused("cup_changed_meanwhile")
    words = {"cup": stage.cup.slug, "stage": stage.number}
    words |= {"gone": ", ".join(found.leaving) or "–", "come": ", ".join(found.coming) or "–"}
    record(actor, None, "cup_followed", touched=[], **words)
    _follow(actor, found)


def _begin(
    actor: Actor, cup: Cup, tournament: Tournament, settings: Mapping[str, object]
) -> CupStage:
    _check_stage(cup, settings)
    number = cup.stages.count() + 1
    stage = CupStage.objects.create(cup=cup, number=number, tournament=tournament, **settings)
    words = {"cup": cup.slug, "stage": number, "slug": tournament.slug}
    record(actor, None, "cup_stage_begun", touched=[stage], **words)
    return stage


def _made_of(
    actor: Actor, cup: Cup, found: StageReport, keys: Sequence[str], plan: Plan
) -> Tournament:
    """Create a tournament of those of a stage who are meant, like the one they come from."""
    if not (source := found.tournament):
        raise Refused("cup_stage_lost", stage=found.stage.name)
    entries = _entries_of(cup, source, keys)
    changed: dict[str, object] = {"name": plan.name, "date": plan.day}
    changed |= {"rounds_planned": plan.rounds, "tie_breaks": cup.chain, "team_groups": []}
    changed["names_teams"] = cup.of == Cup.Of.TEAMS
    if source.draw_method == BY_GROUPS:
        changed["draw_method"] = BY_PLAN
    made = copy_tournament(actor, source, entries, **changed)
    record_copy(actor, source, made)
    return made


def _entries_of(cup: Cup, tournament: Tournament, keys: Iterable[str]) -> QuerySet[Entry]:
    """Return the players who play on for these teams, or with these start numbers."""
    wanted = list(keys)
    there = Entry.objects.filter(tournament=tournament, status__in=PLAYING)
    there = there.filter(person__deleted_at=None)
    if cup.of == Cup.Of.TEAMS:
        return there.filter(team__in=wanted)
    return there.filter(number__in=map(int, wanted))


def _follow(actor: Actor, found: StageReport, before: StageReport | None = None) -> None:
    """Bring the next stage, if there is one that is not drawn, in line with who goes on.

    before: the stage before the act; what contradicted the result then stays as it is.
    """
    following = _next_of(found.stage)
    if following is None:
        return
    if found.cut.ties:
        raise Refused("cup_tied_behind", names=_tied(found))
    tournament, source, cup = following.tournament, found.tournament, following.cup
    if tournament is None or source is None:
        return
    if tournament.rounds.exists():
        raise Refused("cup_stage_drawn", stage=following.name)
    left = (*before.leaving, *before.coming) if before else ()
    leaving = [key for key in found.leaving if key not in left]
    coming = [key for key in found.coming if key not in left]
    people = [found.people[key] for key in leaving]
    there = Q(person__in=people) | Q(person__same_as__in=people)
    if cup.of == Cup.Of.TEAMS:
        there = Q(team__in=leaving)
    for entry in tournament.entries.filter(there).order_by("number"):
        remove_player(actor, entry)
    if coming:
        _bring_in(actor, cup, _entries_of(cup, source, coming), tournament)
        tournament.refresh_from_db()
    if tournament.team_groups and (leaving or coming):
        grouped = {team for group in tournament.team_groups for team in group}
        new = [team for team in coming if team not in grouped]
        groups = groups_after(tournament.team_groups, leaving, new)
        edit_tournament(actor, tournament, {"team_groups": groups})


def _bring_in(actor: Actor, cup: Cup, going: QuerySet[Entry], tournament: Tournament) -> None:
    """Enter these players in the next stage; who is there already plays again, for that team."""
    same = counting_people()
    there = {same.get(each.person_id, each.person_id): each for each in tournament.entries.all()}
    back = {
        each.pk: (there[person], each)
        for each in going
        if (person := same.get(each.person_id, each.person_id)) in there
    }
    teams: dict[str, list[int]] = {}
    for entry, source in back.values():
        set_player_status(actor, entry, status_in_next(source), cup.name)
        teams.setdefault(source.team, []).append(entry.number)
    if cup.of == Cup.Of.TEAMS:
        for team, numbers in teams.items():
            set_team(actor, tournament, numbers, team)
    if new := copy_players(going.exclude(pk__in=back), tournament):
        words = {"added": len(new), "known": 0, "left_out": 0}
        record(actor, tournament, "players_imported", touched=new, **words)


def _locked(actor: Actor, cup: Cup) -> None:
    """Lock a cup for an act of an owner."""
    require_owner(actor)
    Cup.objects.select_for_update().get(pk=cup.pk)


def _next_of(stage: CupStage) -> CupStage | None:
    return CupStage.objects.filter(cup=stage.cup_id, number=stage.number + 1).first()


def _require_decided(found: StageReport) -> None:
    if found.state is StageState.TIED:
        raise Refused("cup_tied", names=_tied(found))
    if not found.is_decided:
        raise Refused("cup_not_decided", stage=found.stage.name)


def _require_somebody_out(stage: CupStage, groups: Iterable[Sequence[str]]) -> None:
    """Refuse a cut in each group that is one in none, as the largest is no larger."""
    largest = max(map(len, groups), default=0)
    if stage.per == CupStage.Per.GROUP and 0 < largest <= stage.go_on:
        raise Refused("cup_all_go_on", size=largest, most=largest - 1)


def _tied(found: StageReport) -> str:
    """Return the names of those who are equal at the first open cut."""
    return "; ".join(names_in_lot(found, found.cut.ties[0].keys))


def _check_stage(cup: Cup, settings: Mapping[str, object]) -> None:
    require_name(settings)
    if settings.get("per", CupStage.Per.ALL) not in PER_OF[Cup.Of(cup.of)]:
        raise ValueError(f"not among whom {cup.of} are counted: {settings['per']}")
