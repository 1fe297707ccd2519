"""Services for a match day: lineups, forfeits, its tournament, substitutes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.league.rules import SEATS, lineup_without, open_places
from tournament.league.writes.leagues import add_team_players, hold_days
from tournament.models import (
    DayTeam,
    Entry,
    GroupRanking,
    MatchDay,
    Person,
    Round,
    Tournament,
)
from tournament.people.reads.people import counting_people
from tournament.people.writes.players import add_player, remove_player
from tournament.permissions import Actor, require_owner
from tournament.seating.writes.seat_changes import substitute_player
from tournament.series.writes import NO_ANSWERS
from tournament.shared.rules.fields import OF_ENTRY, PlayerData, known_player
from tournament.shared.rules.names import tidy
from tournament.shared.writes.new_tournaments import free_tournament_slug
from tournament.standings.rules.rankings import GroupKind
from tournament.tournaments.writes.tournaments import create_tournament

GROUPS = "groups"
"""The draw method by which teams of a group sit among themselves."""


@transaction.atomic
def hand_in_lineup(
    actor: Actor,
    of: DayTeam,
    names: Sequence[str],
    answers: Mapping[int, str] = NO_ANSWERS,
    *,
    replaces: Sequence[int] | None = None,
) -> None:
    """Set whom a team sends, by name in order; who is new joins the team.

    The first four sit, others may come as substitutes; "" is an open place, which none of them
    takes by itself. `answers`: by line of the names alone. Where the day has its tournament, its
    players follow, until it is drawn. replaces: the lineup that was there when it was written.
    Refused: "team_does_not_come" on a day that it has forfeited, "lineup_empty" where there was
    none before, "lineup_changed" where neither that nor this one is there now, "lineup_twice",
    "lineup_elsewhere", "day_is_drawn", and what `add_team_players` refuses, by the place in the
    lineup.
    """
    require_owner(actor)
    day = open_day(of.day)
    of.refresh_from_db(fields=["lineup", "forfeited"])
    if of.forfeited:
        raise Refused("team_does_not_come", team=of.team.name)
    named = list(filter(None, names))
    if not named and not of.lineup:
        raise Refused("lineup_empty")
    there = iter(add_team_players(actor, of.team, named, answers))
    lineup = [next(there).person_id if name else None for name in names] if named else []
    if replaces is not None and [pk or 0 for pk in of.lineup] not in (
        [*replaces],
        [pk or 0 for pk in lineup],
    ):
        raise Refused("lineup_changed", names="; ".join(map(_name, of.lineup)) or "–")
    _check_once(lineup, _others(of), counting_people())
    of.lineup, of.handed_in_at = lineup, timezone.now() if lineup else None
    of.save(update_fields=["lineup", "handed_in_at"])
    tell_of_lineups(actor, [of])
    follow_lineups(actor, day)


@transaction.atomic
def set_forfeit(actor: Actor, of: DayTeam, *, forfeited: bool) -> None:
    """Say that a team does not play on this day, or does after all.

    Before the draw its players leave the day's tournament; later they stay, and count for nothing
    in the table. Refused: "drawn_without_team", where it shall play after all;
    "team_forfeits_already", "team_comes_already".
    """
    require_owner(actor)
    day = _locked(of.day)
    of.refresh_from_db(fields=["forfeited"])
    if of.forfeited == forfeited:
        code = "team_forfeits_already" if forfeited else "team_comes_already"
        raise Refused(code, team=of.team.name)
    if _is_drawn(day) and not forfeited and not of.entered_as:
        raise Refused("drawn_without_team", team=of.team.name)
    of.forfeited = forfeited
    of.save(update_fields=["forfeited"])
    action = "team_forfeited" if forfeited else "team_plays_after_all"
    record(actor, None, action, touched=[of], **_words_of(day), team=of.team.number)
    if not _is_drawn(day):
        follow_lineups(actor, day)


@transaction.atomic
def make_day_tournament(actor: Actor, day: MatchDay, *, name: str) -> Tournament:
    """Create the tournament of a day: the players of the lineups, in their teams and groups.

    The place of somebody whose data was deleted is open. Refused: "day_has_tournament",
    "season_not_drawn", "lineups_missing", what `create_tournament` refuses, and "lineup_twice" and
    "lineup_elsewhere" where people were merged meanwhile.
    """
    require_owner(actor)
    day = _locked(day)
    if day.tournament:
        raise Refused("day_has_tournament", name=day.tournament.name)
    of_day = day.teams.filter(forfeited=False)
    playing = list(of_day.select_related("team").order_by("group", "pk"))
    if not playing:
        raise Refused("season_not_drawn")
    gone = _deleted_in(playing)
    for each in playing:
        each.lineup = lineup_without(each.lineup, gone)
    if lacking := [each for each in playing if open_places(each.lineup)]:
        teams = ", ".join(
            f"{each.team.name} ({SEATS - len(open_places(each.lineup))}/{SEATS})"
            for each in lacking
        )
        raise Refused("lineups_missing", teams=teams, count=len(lacking), seats=SEATS)
    same = counting_people()
    for at, each in enumerate(playing):
        _check_once(each.lineup, playing[:at], same)
    made = create_tournament(
        actor,
        slug=free_tournament_slug(name),
        name=name,
        rounds=day.division.league.rounds_a_day,
        date=day.date,
        place=day.place,
    )
    entries = _enter(made, playing)
    wanted = GroupRanking.objects.create(tournament=made, kind=GroupKind.TEAM)
    day.tournament = made
    day.save(update_fields=["tournament"])
    words = _words_of(day)
    _set_groups(made, playing)
    record(actor, made, "league_day_made", touched=[made, *entries, wanted], **words)
    record(actor, None, "league_day_made", touched=[day, *playing], **words, slug=made.slug)
    return made


@transaction.atomic
def bring_in_substitute(
    actor: Actor,
    of: DayTeam,
    leaving: str,
    *,
    name: str,
    round: int,
    reason: str,
    answers: Mapping[int, str] = NO_ANSWERS,
) -> Entry:
    """Let somebody of a team take the seats of a team mate from a round on.

    leaving: by start number. The one who comes is a player of the team, or a new one by name, and
    counts for the team. Refused as `hand_in_lineup` and `substitute_player`, and
    "day_without_tournament", "substitute_missing", "unknown_round".
    """
    require_owner(actor)
    day = _locked(of.day)
    if day.tournament is None or not of.entered_as:
        raise Refused("day_without_tournament")
    if not tidy(name):
        raise Refused("substitute_missing")
    if not day.tournament.rounds.filter(number=round).exists():
        raise Refused("unknown_round", round=round)
    if not day.tournament.entries.filter(team=of.entered_as, number=leaving).exists():
        raise Refused("not_seated", number=leaving, round=round)
    (player,) = add_team_players(actor, of.team, [tidy(name)], answers)
    _check_once([player.person_id], _others(of), counting_people())
    person = player.person.same_as or player.person
    there = day.tournament.entries.filter(person=person).first()
    coming = there or _add(actor, day.tournament, of, person)
    numbers = (str(leaving), str(coming.number))
    substitute_player(actor, day.tournament, round, *numbers, reason, ranked=True)
    if player.person_id not in of.lineup:
        of.lineup = [*of.lineup, player.person_id]
        of.save(update_fields=["lineup"])
        tell_of_lineups(actor, [of])
    return coming


def _locked(day: MatchDay) -> MatchDay:
    (locked,) = hold_days(MatchDay.objects.filter(pk=day.pk))
    return locked


def open_day(day: MatchDay) -> MatchDay:
    """Return the day, locked. Refused: "day_is_drawn"."""
    locked = _locked(day)
    if _is_drawn(locked):
        raise Refused("day_is_drawn")
    return locked


def _others(of: DayTeam) -> QuerySet[DayTeam]:
    """Return the other teams of a day."""
    return of.day.teams.exclude(pk=of.pk).select_related("team")


def _check_once(
    lineup: Sequence[int | None], others: Iterable[DayTeam], same: Mapping[int, int]
) -> None:
    """Check that nobody is in a lineup twice, nor in another one; people merged since are one.

    same: as `counting_people`. Refused: "lineup_twice", "lineup_elsewhere".
    """
    people = {pk: same.get(pk, pk) for pk in lineup if pk}
    seen: set[int] = set()
    for pk in filter(None, lineup):
        if people[pk] in seen:
            raise Refused("lineup_twice", name=_name(pk))
        seen.add(people[pk])
    for other in others:
        theirs = {same.get(pk, pk) for pk in other.lineup if pk}
        if both := [pk for pk, counts in people.items() if counts in theirs]:
            raise Refused("lineup_elsewhere", name=_name(min(both)), team=other.team.name)


def _is_drawn(day: MatchDay) -> bool:
    return Round.objects.filter(tournament__match_day=day).exists()


def _set_groups(made: Tournament, playing: Iterable[DayTeam]) -> None:
    """Let the teams of each group play among themselves."""
    groups: dict[int, list[str]] = {}
    for each in playing:
        groups.setdefault(each.group, []).append(each.entered_as)
    made.team_groups, made.draw_method = list(groups.values()), GROUPS
    made.save(update_fields=["team_groups", "draw_method"])


def _enter(made: Tournament, playing: Sequence[DayTeam]) -> list[Entry]:
    """Write the entries of a new tournament, and the names the teams play under."""
    entries: list[Entry] = []
    for each in playing:
        each.entered_as = each.team.name
        for person in _who_sits(each.lineup):
            entry = Entry(tournament=made, person=person, club=person.club, known_elsewhere=True)
            entry.number = len(entries) + 1
            for name, value in _player(person, each.entered_as).stored(OF_ENTRY).items():
                setattr(entry, name, value)
            entries.append(entry)
    DayTeam.objects.bulk_update(playing, ["entered_as"])
    return Entry.objects.bulk_create(entries)


def _who_sits(lineup: Sequence[int | None]) -> list[Person]:
    """Return those of a lineup who sit, each as the one merged into counts."""
    sit = [pk for pk in lineup[:SEATS] if pk]
    people = Person.objects.select_related("same_as__club", "club").in_bulk(sit)
    return [people[pk].same_as or people[pk] for pk in sit]


def _player(person: Person, team: str) -> PlayerData:
    known = known_player(vars(person), vars(person.club) if person.club else {})
    return replace(known, team=team)


def _add(actor: Actor, made: Tournament, of: DayTeam, person: Person) -> Entry:
    number = (made.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    return add_player(actor, made, _player(person, of.entered_as), number, person=person)


def follow_lineups(actor: Actor, day: MatchDay) -> None:
    """Let the players and groups of a day's tournament follow its lineups, before it is drawn.

    Refused as `make_day_tournament`, where a team comes after all.
    """
    made = day.tournament
    if made is None:
        return
    playing = []
    for each in day.teams.select_related("team").order_by("group", "pk"):
        people = [] if each.forfeited else _who_sits(each.lineup)
        if each.entered_as:
            for entry in made.entries.filter(team=each.entered_as).exclude(person__in=people):
                remove_player(actor, entry)
        entered_as = "" if each.forfeited else each.entered_as or each.team.name
        if entered_as != each.entered_as:
            if entered_as:
                others = _others(each).filter(forfeited=False)
                _check_once(each.lineup, others, counting_people())
            each.entered_as = entered_as
            each.save(update_fields=["entered_as"])
            tell_of_lineups(actor, [each])
        there = set(made.entries.values_list("person", flat=True))
        for person in people:
            if person.pk not in there and not person.deleted_at:
                _add(actor, made, each, person)
        if entered_as:
            playing.append(each)
    before = made.team_groups
    _set_groups(made, playing)
    if made.team_groups != before:
        record(actor, made, "league_groups_set", touched=[made], **_words_of(day))


def leave_lineups(people: Collection[int]) -> list[DayTeam]:
    """Open the places of people in lineups of days without a tournament; return what changed.

    For services: they record it (`tell_of_lineups`) once they have locked the people as well.
    """
    rows = DayTeam.objects.filter(team__players__person__in=people, day__tournament=None)
    hold_days(MatchDay.objects.filter(pk__in=rows.values("day")))
    left = []
    for each in rows.select_related("team", "day__division__league").order_by("pk").distinct():
        if not {*each.lineup}.isdisjoint(people):
            each.lineup = lineup_without(each.lineup, people)
            each.handed_in_at = each.handed_in_at if each.lineup else None
            each.save(update_fields=["lineup", "handed_in_at"])
            left.append(each)
    return left


def tell_of_lineups(actor: Actor, rows: Iterable[DayTeam]) -> None:
    """Record these lineups as they are now, without players where the team does not come."""
    for each in rows:
        players = 0 if each.forfeited else len([*filter(None, each.lineup)])
        words = {**_words_of(each.day), "team": each.team.number, "players": players}
        record(actor, None, "lineup_handed_in", touched=[each], **words)


def _deleted_in(rows: Iterable[DayTeam]) -> set[int]:
    """Return those in lineups whose data was deleted."""
    named = {pk for each in rows for pk in each.lineup if pk}
    deleted = Person.objects.filter(pk__in=named, deleted_at__isnull=False)
    return {*deleted.values_list("pk", flat=True)}


def _words_of(day: MatchDay) -> dict[str, object]:
    division = day.division
    return {"league": division.league.slug, "division": division.number, "day": day.number}


def _name(person: int | None) -> str:
    return "–" if person is None else str(Person.objects.filter(pk=person).first() or "?")
