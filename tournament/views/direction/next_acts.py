"""The next act: what each step of the day offers, declared once for every page that asks."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from scoring.terms import FOUR_TABLE
from tournament.draw import ALL_AT_ONCE
from tournament.exports.excel.results import RESULTS
from tournament.exports.pdf.results import STANDINGS
from tournament.labels.draws import cannot_seat_sentence, table_sizes_sentence
from tournament.labels.filling import fill
from tournament.labels.rounds import (
    LOOKED_AT,
    SENTENCES,
    act_words,
    due_sentence,
    missing_sheets_sentence,
)
from tournament.models import Tournament
from tournament.permissions import (
    Actor,
    Permission,
    may_check_in_players,
    may_close_round,
    may_copy_tournament,
    may_draw_round,
    may_edit_players,
    may_edit_tournament,
    may_move_players,
    may_print,
    may_redraw_round,
    may_run_clock,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.rounds.rules.phases import RoundPhase
from tournament.seating.reads.proofs import BY_HAND, method_from, open_commitment
from tournament.seating.writes.lots import this_program
from tournament.tournaments.reads import NextStep, Step


@dataclass(frozen=True, slots=True)
class Offer:
    """An act: who may do it and its URL name; with `in_round` it takes the round's number.

    sent: what the button posts, by name, filled with the figures of the step. None: it is a link.
    paper: the key of the paper it opens. instead: the act shown by pages that cannot post, where
    it is the main one; by default the link to the round.
    """

    permission: Permission
    place: str
    in_round: bool = True
    sent: Mapping[str, str] | None = None
    paper: str = ""
    instead: str = "round"


_NEXT_ROUND = {"expected": "%(number)s", "closed": "1"}
"""What a button for the next round sends: which one, and that those before it are closed."""
_DRAWS_AT_ONCE = Offer(
    may_draw_round,
    "draw",
    in_round=False,
    sent={**_NEXT_ROUND, "players": "%(players)s"},
    instead="draw",
)
_PRINTS_STANDINGS = Offer(STANDINGS.may, "paper", in_round=False, paper=STANDINGS.key)

_OFFERS = {
    "add_players": Offer(may_edit_players, "players", in_round=False),
    "import_players": Offer(may_edit_players, "players-import", in_round=False),
    "players": Offer(may_see_tournament, "players", in_round=False),
    "check_in": Offer(may_check_in_players, "players", in_round=False),
    **dict.fromkeys(
        ("draw", "draw_without_check_in", "prove_draw", "see_draw"),
        Offer(may_draw_round, "draw", in_round=False),
    ),
    **dict.fromkeys(("draw_round", "draw_rounds", "draw_all_entered"), _DRAWS_AT_ONCE),
    "publish": Offer(
        may_draw_round,
        "draw-publish",
        in_round=False,
        sent=_NEXT_ROUND,
        instead="see_draw",
    ),
    "redraw": Offer(may_redraw_round, "redraw"),
    "adjust_seats": Offer(may_move_players, "seats-repair"),
    "start": Offer(may_run_clock, "clock-start", sent={}),
    "resume": Offer(may_run_clock, "clock-resume", sent={}),
    "print": Offer(may_print, "print", in_round=False),
    "round": Offer(may_see_tournament, "round"),
    "board": Offer(may_see_tournament, "board"),
    "watch": Offer(may_close_round, "board"),
    "forecast": Offer(may_run_clock, "forecast"),
    "type": Offer(may_submit_sheets, "totals-lane"),
    "type_table": Offer(may_submit_sheets, "sheet"),
    "end": Offer(may_run_clock, "clock-end", sent={}),
    # Whoever has handed in plays no more, so there is no time left to wait for.
    "end_all_in": Offer(may_run_clock, "clock-end", sent={"all_in": "1"}),
    "end_and_close": Offer(may_close_round, "round-close", sent={"end": "1"}),
    "close": Offer(may_close_round, "round-close", sent={}),
    "verify": Offer(may_submit_sheets, "verification"),
    "result": Offer(may_see_tournament, "round-result"),
    "finish": Offer(may_edit_tournament, "tournament-finish", in_round=False),
    "standings": Offer(may_see_tournament, "standings", in_round=False),
    "final_standings": Offer(may_see_tournament, "standings", in_round=False),
    **dict.fromkeys(("print_standings", "print_final"), _PRINTS_STANDINGS),
    "certificates": Offer(may_print, "certificates", in_round=False),
    "workbook": Offer(RESULTS.may, "paper", in_round=False, paper=RESULTS.key),
    "next_evening": Offer(may_copy_tournament, "evening-next", in_round=False),
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
    Step.PUBLISH_NEXT: ("publish", "see_draw", "standings"),
    Step.DRAW_NEXT: ("draw", "standings"),
    Step.REPAIR_NEXT: ("adjust_seats", "standings"),
    Step.VERIFICATIONS: ("verify", "standings"),
    Step.FREEZE: ("finish", "print_standings", "standings"),
    Step.FINISH: ("finish", "print_final", "final_standings"),
    Step.FINISHED: ("print_final", "certificates", "workbook", "next_evening", "final_standings"),
}
"""The acts of each step, most important first; the first one permitted is the main act."""

_NEEDS_RESULT = ("print_final", "certificates", "workbook")


@dataclass(frozen=True, slots=True)
class Act:
    """A button on a page: a link, or what is posted, by name (`sent`)."""

    words: str
    url: str
    sent: Mapping[str, str] | None
    is_paper: bool


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One sentence and what its reader may do about it, the main act first.

    `button` and `url` are a single link for pages that cannot post; where a button has to be
    pressed it leads to the page that has it.
    """

    sentence: str
    acts: tuple[Act, ...]
    button: str
    url: str


def describe_step(step: NextStep, tournament: Tournament, actor: Actor) -> ShownStep:
    """Return the step in words, in the current language; up to two queries before a draw."""
    names = _names(step, tournament, actor)
    allowed = [name for name in names if _OFFERS[name].permission(actor, tournament)]
    allowed = allowed or ["players"]
    number = _number(step)
    figures: dict[str, object] = {
        "round": step.round,
        "number": number,
        "last": _last_drawn(tournament, number),
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
    acts = [_act(name, step, tournament, figures) for name in allowed]
    main = acts[0]
    if main.sent is not None:
        main = _act(_OFFERS[allowed[0]].instead, step, tournament, figures)
    has_clock = tournament.minutes(FOUR_TABLE) is not None
    sentence = _sentence(step, figures, has_clock=has_clock, is_mine=names[0] in allowed)
    return ShownStep(sentence, tuple(acts), main.words, main.url)


def _names(step: NextStep, tournament: Tournament, actor: Actor) -> list[str]:
    """Return the acts of a step, those for which its state or the tournament leaves no room out."""
    names = list(_ACTS[step.step])
    if step.step is Step.ENTER_WHILE_RUNNING and (step.due or step.received):
        names = ["type", "board", "forecast"]
    if step.step is Step.ENTER_WHILE_RUNNING and tournament.minutes(FOUR_TABLE) is None:
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
    if step.step is Step.FINISHED and tournament.is_rehearsal:
        names.remove("next_evening")
    if step.step is Step.FINISHED and tournament.frozen_at is None:
        names = [name for name in names if name not in _NEEDS_RESULT]
    if may_draw_round(actor, tournament):
        names = _names_around_a_draw(names, step, tournament)
    return names


def _names_around_a_draw(names: list[str], step: NextStep, tournament: Tournament) -> list[str]:
    """Return the acts, with a draw by one press where nothing is to be read or typed before it.

    Whoever is left out is named on the page of the draw, and a proof has its steps there, as has
    round 1 of numbers drawn at the registration desk. With
    the commitment of a redraw published, the seats drawn before are not published by a slip.
    """
    number = _number(step)
    if step.step is Step.PUBLISH_NEXT:
        is_redrawn = open_commitment(tournament, number, this_program())
        return ["redraw", *names[1:]] if is_redrawn else names
    if step.step not in (Step.CHECK_IN, Step.DRAW, Step.DRAW_NEXT):
        return names
    method = method_from(tournament, number)
    if (
        method == BY_HAND
        or step.cannot_seat
        or step.players < step.registered
        or tournament.desk_draw is not None
        or open_commitment(tournament, number, this_program())
    ):
        return names
    at_once = "draw_rounds" if _last_drawn(tournament, number) > number else "draw_round"
    put = {"draw": [at_once, "prove_draw"], "draw_without_check_in": ["draw_all_entered"]}
    return [each for name in names for each in put.get(name, [name])]


def _number(step: NextStep) -> int:
    """Return the round that a step is about; before the first draw there is none yet."""
    return step.round or 1


def _last_drawn(tournament: Tournament, first: int) -> int:
    """Return the last round that a draw from `first` on seats."""
    is_plan = method_from(tournament, first) in ALL_AT_ONCE
    return tournament.rounds_planned if is_plan else first


def _act(name: str, step: NextStep, tournament: Tournament, figures: Mapping[str, object]) -> Act:
    offer = _OFFERS[name]
    address: list[object] = [tournament.slug, *([step.round] if offer.in_round else [])]
    if name == "type_table":
        address.append(step.missing[0])
    if offer.paper:
        address.append(offer.paper)
    sent = None
    if offer.sent is not None:
        sent = {field: value % figures for field, value in offer.sent.items()}
    url = reverse(offer.place, args=address)
    return Act(act_words(name, figures), url, sent, bool(offer.paper))


def _sentence(
    step: NextStep, figures: Mapping[str, object], *, has_clock: bool, is_mine: bool
) -> str:
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
    elif step.phase is RoundPhase.LAST_TABLES:
        name = "last_tables"
    elif step.step == Step.ENTER_WHILE_RUNNING and due:
        name = "still_running"
    sentences = SENTENCES if is_mine else {**SENTENCES, **LOOKED_AT}
    sentence = fill(sentences[name], figures)
    return f"{sentence} {due}" if due and step.missing else sentence
