"""The next step as the overview and the page of a round show it."""

from dataclasses import dataclass

from django.urls import reverse

from scoring.terms import FOUR_TABLE
from tournament.labels.next_steps import missing_sheets_sentence, step_button, step_sentence
from tournament.labels.table_sizes import cannot_seat_sentence, table_sizes_sentence
from tournament.models import Tournament
from tournament.permissions import (
    Actor,
    Permission,
    may_check_in_players,
    may_close_round,
    may_draw_round,
    may_edit_players,
    may_edit_tournament,
    may_move_players,
    may_run_clock,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.selectors.overview import NextStep, Step

_PLACES = {
    Step.ADD_PLAYERS: "players",
    Step.CANNOT_SEAT: "players",
    Step.CHECK_IN: "players",
    Step.DRAW: "draw",
    Step.PUBLISH_NEXT: "draw",
    Step.DRAW_NEXT: "draw",
    Step.REPAIR_NEXT: "seats-repair",
    Step.VERIFICATIONS: "verification",
    Step.VERIFICATIONS_OF_ROUND: "verification",
    Step.FREEZE: "tournament-finish",
    Step.FINISH: "tournament-finish",
    Step.FINISHED: "standings",
}

_PERMISSIONS: dict[Step, Permission] = {
    Step.ADD_PLAYERS: may_edit_players,
    Step.CHECK_IN: may_check_in_players,
    Step.DRAW: may_draw_round,
    Step.PUBLISH_NEXT: may_draw_round,
    Step.DRAW_NEXT: may_draw_round,
    Step.REPAIR_NEXT: may_move_players,
    Step.START_CLOCK: may_run_clock,
    Step.END_CLOCK: may_run_clock,
    Step.END_CLOCK_ALL_IN: may_run_clock,
    Step.VERIFICATIONS_OF_ROUND: may_submit_sheets,
    Step.CLOSE_ROUND: may_close_round,
    Step.FREEZE: may_edit_tournament,
}
"""Who does a step; the others only read how things stand."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One sentence, and one button unless the reader may not press it (`url` empty then)."""

    sentence: str
    button: str
    url: str


def shown(step: NextStep, tournament: Tournament, actor: Actor) -> ShownStep:
    """The step in words, in the language in force."""
    figures = {
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
    permission = _PERMISSIONS.get(step.step, may_see_tournament)
    return ShownStep(
        sentence=_sentence(step, figures, tournament, is_mine=permission(actor, tournament)),
        button=step_button(step.step, figures),
        url=_url(step, tournament, actor),
    )


def _sentence(
    step: NextStep, figures: dict[str, object], tournament: Tournament, *, is_mine: bool
) -> str:
    has_clock = tournament.minutes(FOUR_TABLE) is not None
    if step.cannot_seat and step.step == Step.CANNOT_SEAT:
        return cannot_seat_sentence(step.cannot_seat)
    if step.step == Step.ENTER_SHEETS:
        clock_waits = has_clock and not step.is_started
        return missing_sheets_sentence(step.round, step.missing, clock_waits=clock_waits)
    if step.step == Step.START_CLOCK and not has_clock:
        return step_sentence("start_round", figures, is_mine=is_mine)
    return step_sentence(step.step, figures, is_mine=is_mine)


def _url(step: NextStep, tournament: Tournament, actor: Actor) -> str:
    place = _PLACES.get(step.step)
    if place in ("draw", "seats-repair") and not may_draw_round(actor, tournament):
        return ""
    if place == "tournament-finish" and not may_edit_tournament(actor, tournament):
        return reverse("standings", args=[tournament.slug])
    if place == "verification" and not may_submit_sheets(actor, tournament):
        return ""
    if place in ("seats-repair", "verification"):
        return reverse(place, args=[tournament.slug, step.round])
    if place:
        return reverse(place, args=[tournament.slug])
    if step.step == Step.ENTER_SHEETS:
        return reverse("sheet", args=[tournament.slug, step.round, step.missing[0]])
    return reverse("round", args=[tournament.slug, step.round])
