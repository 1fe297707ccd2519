"""Services that create, change, finish and delete tournaments."""

import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date as calendar_date

from django.db import transaction
from django.db.models import Max, Q

from scoring.rulesets import DDV, NO_OPTIONS
from tournament.backup.copies import copy_before
from tournament.draw import METHODS
from tournament.errors import Refused
from tournament.journal.mapping import SETTINGS, plain, row_of
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import needed_reason, open_for, open_tournament, record
from tournament.models import (
    Cup,
    CupStage,
    DayTeam,
    Entry,
    GameTable,
    JournalHead,
    MatchDay,
    Membership,
    Role,
    Round,
    Seat,
    SeriesEvening,
    SheetVersion,
    Tournament,
)
from tournament.models.fields import fitting
from tournament.models.tournament import MOST_ROUNDS
from tournament.people.writes.ages import follow_categories
from tournament.people.writes.people import remove_orphans
from tournament.permissions import Actor, may_edit_tournament, require, require_owner
from tournament.rounds.reads.rounds import last_played
from tournament.seating.reads.proofs import BY_HAND, last_seal
from tournament.shared.rules.names import tidy
from tournament.shared.writes.changes import save_changes
from tournament.shared.writes.new_tournaments import require_free_slug, rules_chosen
from tournament.standings.rules.tie_breaks import known_codes
from tournament.tournaments.reads import losses_of, stages_of
from tournament.trust.writes import freeze_standings, unfreeze_standings

OF_MATCH_DAY = frozenset({"date", "place"})
"""What a match day and its tournament both have."""
# Control characters, surrogates, line and paragraph separators.
CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
GAMES = frozenset({"games_four", "games_five"})
RULES = frozenset({"rules", "rule_options"})


@transaction.atomic
def create_tournament(
    actor: Actor,
    *,
    slug: str,
    name: str,
    rounds: int,
    date: calendar_date | None = None,
    place: str = "",
    state: str = "",
    tie_breaks: Sequence[str] = (),
    rules: str = DDV.name,
    rule_options: Mapping[str, object] = NO_OPTIONS,
    is_example: bool = False,
    is_rehearsal: bool = False,
) -> Tournament:
    """Create a tournament, by default with the DDV's rules; its creator becomes the direction.

    Refused: "slug_invalid", "tournament_exists", "rounds_out_of_range", "tournament_name_missing",
    "text_has_controls", "text_longer_than", and what `rules_chosen` refuses.
    """
    require_owner(actor)
    require_free_slug(slug)
    _check_rounds(rounds)
    _check_texts({"slug": slug, "name": name, "place": place, "state": state})
    _check_tie_breaks(list(tie_breaks))
    tournament = Tournament.objects.create(
        slug=slug,
        name=name,
        rounds_planned=rounds,
        date=date,
        place=place,
        state=state,
        tie_breaks=list(tie_breaks),
        rules=rules,
        rule_options=rules_chosen(rules, rule_options),
        is_example=is_example,
        is_rehearsal=is_rehearsal,
    )
    if actor.user:
        Membership.objects.create(tournament=tournament, user=actor.user, role=Role.DIRECTION)
    roles = Membership.objects.filter(tournament=tournament)
    record(actor, tournament, "tournament_created", touched=[tournament, roles])
    record(actor, None, "tournament_created", touched=[tournament], slug=slug)
    return tournament


@transaction.atomic
def edit_tournament(actor: Actor, tournament: Tournament, settings: Mapping[str, object]) -> None:
    """Change settings by field name; the journal has old and new values.

    A match day is moved with its tournament: the pages of its league show both as one.

    Refused: "tournament_finished", "rounds_out_of_range", "rounds_already_drawn",
    "games_already_played", "rules_after_draw", and what `rules_chosen` refuses.
    """
    require(may_edit_tournament, actor, tournament)
    if unknown := settings.keys() - SETTINGS:
        raise ValueError(f"not a setting: {sorted(unknown)}")
    if not OF_MATCH_DAY.isdisjoint(settings):
        hold_match_day(tournament)
    before = open_tournament(tournament)
    changed = {field: value for field, value in settings.items() if getattr(before, field) != value}
    _check_settings(tournament, changed)
    for field, value in changed.items():
        setattr(tournament, field, value)
    tournament.save(update_fields=list(changed))
    aged: list[Entry] = []
    if "age_categories" in changed:
        aged = follow_categories(tournament, [str(name) for name, *_ in before.age_categories])
    if changed:
        record(
            actor,
            tournament,
            "tournament_edited",
            touched=[tournament, *aged],
            changes={
                field: [plain(getattr(before, field)), plain(value)]
                for field, value in sorted(changed.items())
            },
        )
    if moved := {field: value for field, value in changed.items() if field in OF_MATCH_DAY}:
        days = MatchDay.objects.filter(tournament=tournament)
        for day in days.select_related("division__league"):
            _move_day(actor, day, moved)


def hold_match_day(tournament: Tournament) -> None:
    """Lock the match day that a tournament is, before the tournament, as acts on the day do."""
    days = MatchDay.objects.filter(tournament=tournament)
    list(days.select_for_update(of=("self",)).order_by("pk").values_list("pk"))


def _move_day(actor: Actor, day: MatchDay, moved: Mapping[str, object]) -> None:
    """Set date or place of a match day, unless its league has just done so."""
    if save_changes(day, moved):
        words: dict[str, object] = {"league": day.division.league.slug}
        words |= {"division": day.division.number, "days": [day.number]}
        record(actor, None, "match_days_set", touched=[day], **words)


@transaction.atomic
def finish_tournament(
    actor: Actor, tournament: Tournament, *, seen: str | None = None, reason: str = ""
) -> None:
    """Finish the tournament: from now on nothing that counts is changed.

    Its standings are frozen, as `seen` (a checksum); before any round is played it is finished
    without a result, for a reason. Refused: "tournament_finished", and what `freeze_standings`
    refuses without a `reason`.
    """
    current = open_for(may_edit_tournament, actor, tournament)
    words: dict[str, object] = {}
    if last_played(current):
        freeze_standings(actor, current, seen=seen, reason=reason)
    else:
        words = {"without_result": True, "reason": needed_reason(reason)}
    _set_status(tournament, Tournament.Status.FINISHED)
    record(actor, tournament, "tournament_finished", touched=[tournament], **words)


@transaction.atomic
def resume_tournament(actor: Actor, tournament: Tournament, reason: str) -> Tournament:
    """Resume a finished tournament, and unfreeze its standings.

    Refused: "tournament_not_finished", "reason_needed".
    """
    require(may_edit_tournament, actor, tournament)
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not current.is_over:
        raise Refused("tournament_not_finished")
    _set_status(tournament, Tournament.Status.RUNNING)
    touched = [tournament, *follow_categories(tournament)]
    record(actor, tournament, "tournament_resumed", touched=touched)
    return unfreeze_standings(actor, tournament, reason) if current.frozen_at else tournament


@copy_before("deletion")
@transaction.atomic
def delete_tournament(actor: Actor, tournament: Tournament) -> dict[str, int]:
    """Delete a tournament with everything attached, and people and clubs entered nowhere else.

    The installation's journal keeps its names, the losses in numbers, the length of its journal and
    the last seals of journal and draws: printed ones can still be told from forged ones.
    """
    require_owner(actor)
    _hold_with_orders(tournament)
    losses = losses_of(tournament)
    people = list(Entry.objects.filter(tournament=tournament).values_list("person", flat=True))
    clubs = list(Entry.objects.filter(tournament=tournament).values_list("club", flat=True))
    versions = SheetVersion.objects.filter(table__round__tournament=tournament)
    evenings = SeriesEvening.objects.filter(tournament=tournament)
    heads = JournalHead.objects.select_for_update().filter(tournament=tournament)
    head = heads.first() or JournalHead()
    left = _leave_orders(tournament)
    record(
        actor,
        None,
        "tournament_deleted",
        touched=[
            row_of(Tournament, tournament.pk),
            *rows_named(versions, evenings),
            *left,
        ],
        tournament_id=tournament.pk,
        slug=tournament.slug,
        name=tournament.name,
        **losses,
        journal_entries=head.entries,
        journal_seal=head.seal,
        proof_seal=last_seal(tournament),
    )
    # Without the head of the journal the database permits deleting versions and entries.
    heads.delete()
    # Seats protect their players, and tables their current version: they go first.
    Seat.objects.filter(round__tournament=tournament).delete()
    GameTable.objects.filter(round__tournament=tournament).delete()
    Round.objects.filter(tournament=tournament).delete()
    tournament.delete()
    remove_orphans(people, clubs)
    return losses


def _hold_with_orders(tournament: Tournament) -> None:
    """Lock a tournament, and what it is part of, before any journal, as every act on them."""
    is_stage = Q(stages__tournament=tournament) | Q(stages__consolation=tournament)
    cups = Cup.objects.filter(pk__in=Cup.objects.filter(is_stage).values("pk"))
    days = MatchDay.objects.filter(tournament=tournament)
    evenings = SeriesEvening.objects.filter(tournament=tournament)
    itself = Tournament.objects.filter(pk=tournament.pk)
    for rows in (cups, days, evenings, itself):
        list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk"))


def _leave_orders(tournament: Tournament) -> list[Touched]:
    """Take a tournament out of cups and leagues, which can make another; return what changed."""
    stages = stages_of(tournament)
    days = MatchDay.objects.filter(tournament=tournament)
    teams = DayTeam.objects.filter(day__in=list(days))
    left: list[Touched] = [*stages, *days, *teams]
    teams.update(entered_as="")
    days.update(tournament=None)
    CupStage.objects.filter(tournament=tournament).update(tournament=None)
    CupStage.objects.filter(consolation=tournament).update(consolation=None)
    return left


def _check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise Refused("rounds_out_of_range", rounds=rounds, most=MOST_ROUNDS)


def _check_texts(texts: Mapping[str, object]) -> None:
    """Refuse texts that pages or papers cannot show, or PostgreSQL cannot store."""
    for field in Tournament._meta.fields:
        text = texts.get(field.name)
        if not isinstance(text, str):
            continue
        if field.max_length:
            fitting(Tournament, field.name, text)
        if any(unicodedata.category(character) in CONTROLS for character in text):
            raise Refused("text_has_controls", field=field.verbose_name)
    if "name" in texts and not tidy(str(texts["name"])):
        raise Refused("tournament_name_missing")


def _check_tie_breaks(chain: object) -> None:
    if chain != list(known_codes(chain)):
        raise ValueError(f"not a chain of tie-breaks: {chain}")


def _check_settings(tournament: Tournament, changed: Mapping[str, object]) -> None:
    """Refuse settings that contradict what is drawn or played."""
    _check_texts(changed)
    if changed.get("draw_method", BY_HAND) not in {*METHODS, BY_HAND}:
        raise ValueError(f"not a way to draw: {changed['draw_method']}")
    groups = changed.get("team_groups", tournament.team_groups)
    if changed.get("draw_method") == "groups" and not groups:
        raise Refused("draw_without_groups")
    _check_tie_breaks(changed.get("tie_breaks", []))
    rounds = changed.get("rounds_planned")
    if isinstance(rounds, int):
        _check_rounds(rounds)
        drawn = Round.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"]
        if drawn and rounds < drawn:
            raise Refused("rounds_already_drawn", rounds=rounds, drawn=drawn)
    played = GameTable.objects.filter(round__tournament=tournament, current_version__isnull=False)
    if GAMES & changed.keys() and played.exists():
        raise Refused("games_already_played")
    if RULES & changed.keys():
        if tournament.rounds.exists():
            raise Refused("rules_after_draw")
        rules = str(changed.get("rules", tournament.rules))
        rules_chosen(rules, changed.get("rule_options", tournament.rule_options))


def _set_status(tournament: Tournament, status: Tournament.Status) -> None:
    tournament.status = status
    tournament.save(update_fields=["status"])
