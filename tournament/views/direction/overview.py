"""The overview: what comes next, in a sentence with buttons, and how far the tournament is."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scoring.terms import FOUR_TABLE
from tournament.labels.draws import (
    cannot_seat_sentence,
    misfit_sentences,
    table_sizes_sentence,
)
from tournament.labels.filling import fill
from tournament.labels.rounds import (
    LOOKED_AT,
    SENTENCES,
    act_words,
    due_sentence,
    missing_sheets_sentence,
)
from tournament.models import Tournament, VerificationRule
from tournament.people.reads.players import registration
from tournament.permissions import (
    Actor,
    Permission,
    may_check_in_players,
    may_close_round,
    may_draw_round,
    may_edit_players,
    may_edit_tournament,
    may_move_players,
    may_now,
    may_print,
    may_run_clock,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.rounds.reads.rounds import rounds_of
from tournament.seating.reads.plans import arrivals_in
from tournament.tournaments.reads import (
    NextStep,
    Step,
    misfits,
    next_step,
    round_lines,
)
from tournament.views.access import Request, numbered, tournament_page


@tournament_page(may_see_tournament)
def overview(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the next step, the state of the hall and the figures; `?part=cockpit` for the script."""
    now = timezone.now()
    step = next_step(tournament, now)
    if request.GET.get("part") == "cockpit":
        return render(request, "direction/cockpit.html", _cockpit(request, tournament, step, now))
    may_draw = may_draw_round(request.actor, tournament)
    lines = round_lines(tournament)
    unfit = []  # what does not fit, for readers who may fix it, but for the next step itself
    if may_now(may_move_players, request.actor, tournament):
        for misfit in misfits(tournament):
            page, button = "seats-repair", gettext("Adjust the seats")
            if misfit.is_running:
                page, button = "seats-substitute", gettext("Bring in a substitute")
            elif step.step == Step.REPAIR_NEXT:
                continue
            changes = misfit.changes
            sentences = misfit_sentences(misfit.round, changes.gone, changes.unseated)
            url = reverse(page, args=[tournament.slug, misfit.round])
            unfit.append({"sentences": sentences, "button": button, "url": url})
    context = {
        **_cockpit(request, tournament, step, now),
        "misfits": unfit,
        "counts": registration(tournament),
        # Once the standings are final nothing waits for verification any more.
        "asks_for_looks": tournament.verification != VerificationRule.NONE
        and tournament.frozen_at is None
        and may_submit_sheets(request.actor, tournament),
        "lines": [line for line in lines if may_draw or line.round.published_at],
    }
    return render(request, "direction/overview.html", context)


def _cockpit(
    request: Request, tournament: Tournament, step: NextStep, now: datetime
) -> dict[str, object]:
    """Return what comes next and, while a round is played or typed, the progress of its tables."""
    round = numbered(rounds_of(tournament), step.round) if step.board else None
    return {
        "step": describe_step(step, tournament, request.actor),
        "round": round,
        "board": step.board,
        "arrivals": arrivals_in(round, now) if round else None,
        "may_arrange": may_now(may_edit_tournament, request.actor, tournament),
    }


@dataclass(frozen=True, slots=True)
class Offer:
    """An act: who may do it and its URL name; with `in_round` it takes the round's number.

    sent: what the button posts, by name. None: it is a link.
    """

    permission: Permission
    place: str
    in_round: bool = True
    sent: Mapping[str, str] | None = None


_OFFERS = {
    "add_players": Offer(may_edit_players, "players", in_round=False),
    "import_players": Offer(may_edit_players, "players-import", in_round=False),
    "players": Offer(may_see_tournament, "players", in_round=False),
    "check_in": Offer(may_check_in_players, "players", in_round=False),
    "draw": Offer(may_draw_round, "draw", in_round=False),
    "draw_without_check_in": Offer(may_draw_round, "draw", in_round=False),
    "adjust_seats": Offer(may_move_players, "seats-repair"),
    "start": Offer(may_run_clock, "clock-start", sent={}),
    "resume": Offer(may_run_clock, "clock-resume", sent={}),
    "print": Offer(may_print, "print", in_round=False),
    "board": Offer(may_see_tournament, "board"),
    "watch": Offer(may_close_round, "board"),
    "forecast": Offer(may_run_clock, "forecast"),
    "type": Offer(may_submit_sheets, "totals-lane"),
    "type_table": Offer(may_submit_sheets, "sheet"),
    "end": Offer(may_run_clock, "clock-end", sent={}),
    # Whoever has handed in plays no more, so there is no time left to wait for.
    "end_all_in": Offer(may_run_clock, "clock-end", sent={"early": "1"}),
    "end_and_close": Offer(may_close_round, "round-close", sent={"end": "1"}),
    "close": Offer(may_close_round, "round-close", sent={}),
    "verify": Offer(may_submit_sheets, "verification"),
    "result": Offer(may_see_tournament, "round-result"),
    "finish": Offer(may_edit_tournament, "tournament-finish", in_round=False),
    "standings": Offer(may_see_tournament, "standings", in_round=False),
    "final_standings": Offer(may_see_tournament, "standings", in_round=False),
}

_ACTS: dict[Step, tuple[str, ...]] = {
    Step.ADD_PLAYERS: ("add_players", "import_players"),
    Step.CANNOT_SEAT: ("players",),
    Step.CHECK_IN: ("check_in", "draw_without_check_in"),
    Step.DRAW: ("draw", "check_in"),
    Step.START_CLOCK: ("start", "print"),
    Step.ENTER_WHILE_RUNNING: ("watch", "type", "forecast"),
    Step.END_CLOCK: ("type", "end", "forecast"),
    Step.END_CLOCK_ALL_IN: ("end_and_close", "end_all_in", "result"),
    Step.ENTER_SHEETS: ("type", "board"),
    Step.VERIFICATIONS_OF_ROUND: ("verify", "close", "result"),
    Step.CLOSE_ROUND: ("close", "result"),
    Step.PUBLISH_NEXT: ("draw", "standings"),
    Step.DRAW_NEXT: ("draw", "standings"),
    Step.REPAIR_NEXT: ("adjust_seats", "standings"),
    Step.VERIFICATIONS: ("verify", "standings"),
    Step.FREEZE: ("finish", "standings"),
    Step.FINISH: ("finish", "standings"),
    Step.FINISHED: ("final_standings", "print"),
}
"""The acts of each step, most important first; the first one permitted is the main act."""


@dataclass(frozen=True, slots=True)
class Act:
    """A button on a page: a link, or what is posted, by name (`sent`)."""

    words: str
    url: str
    sent: Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One sentence and what its reader may do about it, the main act first.

    `button` and `url` are a single link for pages that cannot post; where a button has to be
    pressed it leads to the round.
    """

    sentence: str
    acts: tuple[Act, ...]
    button: str
    url: str


def describe_step(step: NextStep, tournament: Tournament, actor: Actor) -> ShownStep:
    """Return the step in words, in the current language."""
    has_clock = tournament.minutes(FOUR_TABLE) is not None
    names = list(_ACTS[step.step])
    if step.step is Step.ENTER_WHILE_RUNNING and (step.due or step.received):
        names = ["type", "board", "forecast"]
    if step.step is Step.ENTER_WHILE_RUNNING and not has_clock:
        names.append("end")
    if step.is_paused:
        names.insert(0, "resume")
    if step.step is Step.END_CLOCK_ALL_IN and step.unconfirmed:
        names.insert(0, "verify")
    if step.missing and not step.is_started and step.step is Step.ENTER_SHEETS:
        names.insert(1, "start")
    if step.round and not step.missing and step.board and not step.is_started:
        names.append("start")
    if len(step.missing) == 1:
        names = ["type_table" if name == "type" else name for name in names]
    allowed = [name for name in names if _OFFERS[name].permission(actor, tournament)]
    acts = []
    for name in allowed or ["players"]:
        offer = _OFFERS[name]
        address: list[object] = [tournament.slug, *([step.round] if offer.in_round else [])]
        if name == "type_table":
            address.append(step.missing[0])
        url = reverse(offer.place, args=address)
        acts.append(Act(act_words(name, _figures(step)), url, offer.sent))
    main = acts[0]
    if main.sent is not None:
        to_round = reverse("round", args=[tournament.slug, step.round])
        main = Act(act_words("round", _figures(step)), to_round, None)
    is_mine = names[0] in allowed
    sentence = _sentence(step, has_clock=has_clock, is_mine=is_mine)
    return ShownStep(sentence, tuple(acts), main.words, main.url)


def _figures(step: NextStep) -> dict[str, object]:
    return {
        "round": step.round,
        "tables": step.tables,
        "entered": step.tables - len(step.missing),
        "table": step.missing[0] if step.missing else 0,
        "players": step.players,
        "registered": step.registered,
        "tables_for": table_sizes_sentence(step.sizes) if step.sizes else "",
        "unconfirmed": step.unconfirmed,
        "counter": step.unconfirmed,
        "gone": step.gone,
        "come": step.come,
    }


def _sentence(step: NextStep, *, has_clock: bool, is_mine: bool) -> str:
    due = due_sentence(step.due, step.received)
    if step.cannot_seat and step.step == Step.CANNOT_SEAT:
        return cannot_seat_sentence(step.cannot_seat)
    if step.step == Step.ENTER_SHEETS and not step.is_started:
        return missing_sheets_sentence(step.round, step.missing, clock_waits=has_clock)
    name: str = step.step
    if step.step == Step.START_CLOCK and not has_clock:
        name = "start_round"
    elif step.is_paused:
        name = "paused"
    elif step.step == Step.ENTER_WHILE_RUNNING and due:
        name = "still_running"
    sentences = SENTENCES if is_mine else {**SENTENCES, **LOOKED_AT}
    sentence = fill(sentences[name], _figures(step))
    return f"{sentence} {due}" if due and step.missing else sentence
