"""The overview: what comes next, in a sentence with buttons, and how far the tournament is."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.cup.reads import acts_of_podium
from tournament.labels.draws import name_or_count, table_sizes_sentence
from tournament.labels.league import day_title
from tournament.labels.rounds import rounds_in_words
from tournament.league.reads import match_day_of
from tournament.lists.podium import winners_of
from tournament.lists.timetable import timetable_lines
from tournament.models import CupStage, Tournament, VerificationRule
from tournament.people.reads.players import Registration, not_there, registration
from tournament.permissions import (
    may_draw_round,
    may_edit_tournament,
    may_move_players,
    may_now,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.rounds.reads.board import typed_and_due
from tournament.rounds.reads.rounds import current_round, has_a_result, round_in_play, rounds_of
from tournament.seating.reads.plans import arrivals_in, places_in_hall, tables_for_hall
from tournament.seating.rules import LATELY, arranged
from tournament.shared.reads.kept import Heads, keep
from tournament.standings.reads.courses import courses
from tournament.standings.reads.standings import shown_standings
from tournament.tournaments.reads import (
    NextStep,
    Step,
    misfits,
    next_step,
    round_lines,
)
from tournament.trust.reads.journal import journal_days, latest_entries
from tournament.views.access import Request, numbered, tournament_page
from tournament.views.direction.next_acts import describe_step
from tournament.views.kept_pages import kept_page

MOST_MISSING = 12
"""Names of who is missing; of more the players' page has all."""


def _picture_of_the_hour(
    tournament: Tournament, _number: int | None, now: datetime, known_by: Heads
) -> object:
    """Return what the overview shows besides the journals, of the round in play.

    As on the round's pages; and while sheets come in, their curve goes on every five minutes.
    Before the first round, and between them, the timetable moves on by minutes.
    """

    def in_play() -> tuple[int, bool]:
        round = round_in_play(rounds_of(tournament))
        if round is None:
            return 0, False
        return round.number, has_a_result(round)

    if tournament.frozen_at:
        return acts_of_podium(tournament)
    number, comes_in = keep("figures", (tournament.pk, known_by, "in play"), in_play)
    so_far = comes_in and now.timestamp() // LATELY.total_seconds()
    if not number:
        return tournament.starts_at and now.replace(second=0, microsecond=0)
    return typed_and_due(tournament, number, now, known_by), so_far


@tournament_page(may_see_tournament)
@kept_page(aside=_picture_of_the_hour)
def overview(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the next step, the state of the hall and the figures; `?part=cockpit` for the script."""
    now = timezone.now()
    step = next_step(tournament, now)
    counts = registration(tournament)
    cockpit = _cockpit(request, tournament, step, counts, now)
    if request.GET.get("part") == "cockpit":
        return render(request, "direction/cockpit.html", cockpit)
    may_draw = may_draw_round(request.actor, tournament)
    lines = round_lines(tournament)
    hidden = [  # but for the direction
        line.round.number
        for line in lines
        if line.round.published_at is None and not line.progress.tables_in
    ]
    context = {
        **cockpit,
        "frame": bool(cockpit["ahead"]),
        "misfits": _misfits(request, tournament, step),
        # Once the standings are final nothing waits for verification any more.
        "asks_for_looks": tournament.verification != VerificationRule.NONE
        and tournament.frozen_at is None
        and may_submit_sheets(request.actor, tournament),
        "lines": [line for line in lines if line.round.number not in hidden],
        "hidden": capfirst(rounds_in_words(hidden[0], hidden[-1])) if hidden and may_draw else "",
    }
    return render(request, "direction/overview.html", context)


_OVER = (Step.FREEZE, Step.FINISH, Step.FINISHED)
"""All rounds are closed: what is left to do is done where its result counts."""


def _competition_of(tournament: Tournament) -> tuple[str, str] | None:
    """Return the match day or cup it is played for, and its page."""
    if day := match_day_of(tournament):
        place = day.division.league.slug, day.division.number, day.number
        return day_title(day), reverse("league-day", args=place)
    stages = CupStage.objects.select_related("cup")
    played = Q(tournament=tournament) | Q(consolation=tournament)
    if stage := stages.filter(played).first():
        return stage.cup.name, reverse("cup", args=[stage.cup.slug])
    return None


def _cockpit(
    request: Request, tournament: Tournament, step: NextStep, counts: Registration, now: datetime
) -> dict[str, object]:
    """Return what comes next, the picture of the hour, the figures and the latest acts.

    The picture: the steps until the first seats are published; while a round is played or typed
    the progress of its tables; once the standings are final the podium.
    """
    round = numbered(rounds_of(tournament), step.round) if step.board else None
    steps = _steps(step, tournament, counts)
    belongs_to = _competition_of(tournament)
    takes_fees = not belongs_to or bool(counts.fee_paid) or tournament.fee_rules.exists()
    report = shown_standings(tournament) if tournament.frozen_at else None
    return {
        "step": describe_step(step, tournament, request.actor),
        "steps": steps,
        "ahead": _ahead(request, tournament, step, counts, now) if steps else None,
        "round": round,
        "board": step.board,
        "arrivals": arrivals_in(round, now, step.tables) if round else None,
        "may_arrange": may_now(may_edit_tournament, request.actor, tournament),
        "figures": _figures(request, tournament, counts, takes_fees=takes_fees),
        # Whoever sees the overview sees the journal.
        "days": journal_days(tournament, latest_entries(tournament)),
        "today": timezone.localdate(now),
        "is_finished": step.step is Step.FINISHED,
        "belongs_to": belongs_to if may_edit_tournament(request.actor, tournament) else None,
        "is_over": step.step in _OVER,
        "winners": winners_of(tournament, report, courses(report)) if report else None,
    }


@dataclass(frozen=True, slots=True)
class Beginning:
    """A step until the first seats are published: what it is, and at which of the day's it is."""

    title: str | Promise
    hint: str | Promise
    place: str
    at: tuple[Step, ...]


_BEGINNINGS = (
    Beginning(_("Enter the players"), _("One by one or as a list"), "players", (Step.ADD_PLAYERS,)),
    Beginning(_("Check in"), _("Who is here?"), "players", (Step.CHECK_IN, Step.CANNOT_SEAT)),
    Beginning(_("Draw the seats"), _("Who sits where?"), "", (Step.DRAW,)),
    Beginning(
        _("Publish the seats"),
        _("For the wall, the screen and the phones"),
        "",
        (Step.PUBLISH_NEXT, Step.REPAIR_NEXT),
    ),
)


@dataclass(frozen=True, slots=True)
class ShownBeginning:
    """One of these steps as it is: `told` is what came of it, or else what it is about."""

    title: str | Promise
    told: str | Promise
    url: str
    is_done: bool
    is_open: bool


def _steps(step: NextStep, tournament: Tournament, counts: Registration) -> list[ShownBeginning]:
    """Return the four steps, one of them the next; empty once seats are published."""
    places = [at for at, each in enumerate(_BEGINNINGS) if step.step in each.at]
    if not places or step.round > 1:
        return []
    entered = ngettext("%(count)s player", "%(count)s players", counts.playing)
    there = gettext("%(some)s of %(all)s are there")
    drawn = rounds_in_words(1, len(rounds_of(tournament)))
    told = (
        entered % {"count": counts.playing},
        there % {"some": counts.checked_in, "all": counts.playing}
        if counts.checked_in
        else gettext("drawn without it"),
        capfirst(drawn),
    )
    return [
        ShownBeginning(
            title=each.title,
            told=told[at] if at < places[0] else each.hint,
            url=reverse(each.place, args=[tournament.slug]) if each.place else "",
            is_done=at < places[0],
            is_open=at == places[0],
        )
        for at, each in enumerate(_BEGINNINGS)
    ]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and the page that shows what is behind it, empty for those who may not open it."""

    label: str
    value: str
    url: str


def _ahead(
    request: Request, tournament: Tournament, step: NextStep, counts: Registration, now: datetime
) -> dict[str, object]:
    """Return what the judge looks at before the first round: who is missing, the hall, the day."""
    missing = not_there(tournament) if counts.checked_in else []
    tables = tables_for_hall(tournament)
    return {
        "missing": missing[:MOST_MISSING],
        "more_missing": max(len(missing) - MOST_MISSING, 0),
        "spots": arranged(tables, places_in_hall(tournament)),
        "tables_for": table_sizes_sentence(step.sizes) if step.sizes else "",
        "timetable": timetable_lines(tournament, now),
        "may_set_times": may_now(may_edit_tournament, request.actor, tournament),
    }


def _figures(
    request: Request, tournament: Tournament, counts: Registration, *, takes_fees: bool
) -> list[Figure]:
    """Return how many play, left, are there, have paid, and how many rounds there are."""
    players = reverse("players", args=[tournament.slug])
    of_all = gettext("%(some)s of %(all)s")
    found = [Figure(gettext("Players"), str(counts.playing), players)]
    if counts.gone:
        found.append(Figure(gettext("Gone"), str(counts.gone), players))
    if counts.uses_presence:
        there = f"{players}?show=missing" if counts.missing else players
        found.append(Figure(gettext("Checked in"), str(counts.checked_in), there))
    if takes_fees:
        paid = of_all % {"some": counts.fee_paid, "all": counts.fee_paid + counts.unpaid}
        found.append(Figure(gettext("Fee paid"), paid, f"{players}?show=unpaid"))
    current, planned = current_round(tournament), tournament.rounds_planned
    if current is None:
        may_edit = may_edit_tournament(request.actor, tournament)
        settings = reverse("settings", args=[tournament.slug]) if may_edit else ""
        return [*found, Figure(gettext("Rounds"), str(planned), settings)]
    number = of_all % {"some": current.number, "all": planned}
    round = reverse("round", args=[tournament.slug, current.number])
    return [*found, Figure(gettext("Round"), number, round)]


def _misfits(request: Request, tournament: Tournament, step: NextStep) -> list[dict[str, object]]:
    """Return what does not fit, for readers who may fix it, but for the next step itself."""
    if not may_now(may_move_players, request.actor, tournament):
        return []
    unfit: list[dict[str, object]] = []
    for misfit in misfits(tournament):
        page, button = "seats-repair", gettext("Adjust the seats")
        if misfit.is_running:
            page, button = "seats-substitute", gettext("Bring in a substitute")
        elif step.step == Step.REPAIR_NEXT:
            continue
        changes = misfit.changes
        place = gettext("Round %(number)s") % {"number": misfit.round}
        who = (
            (gettext("Seated, but not there"), changes.gone),
            (gettext("There, but without a seat"), changes.unseated),
        )
        sentences = [f"{place}: {what}: {name_or_count(each)}." for what, each in who if each]
        url = reverse(page, args=[tournament.slug, misfit.round])
        unfit.append({"sentences": sentences, "button": button, "url": url})
    return unfit
