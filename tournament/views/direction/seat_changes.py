"""Seat changes after the draw: each page first says who moves, what it costs, what is reprinted."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from tournament.draw.changes import Move
from tournament.draw.table_sizes import FIVE_TABLE, CannotSeat
from tournament.errors import Refused
from tournament.forms import rounds as forms
from tournament.imports.apart import read_apart
from tournament.imports.seat_plans import is_plan, read_seat_plan
from tournament.imports.seat_rows import DATE_IS
from tournament.labels import draws as labels
from tournament.labels import seat_plans as plan_labels
from tournament.labels.refusals import NOT_POSSIBLE, refusal_sentence
from tournament.models import Entry, GameTable, Round, RoundState, Tournament
from tournament.permissions import may_move_players
from tournament.rounds.reads.rounds import rounds_of
from tournament.seating.reads import seat_changes as select
from tournament.seating.reads.draws import drawn_rounds, players_to_draw, redraw_outlook
from tournament.seating.reads.plans import plan_in_numbers
from tournament.seating.reads.seat_changes import HandCheck, SeatChange
from tournament.seating.writes import seat_changes as services
from tournament.shared.rules.typed import numbers_in
from tournament.views.access import Request, tournament_page, visible_round
from tournament.views.answers import REASON, ask_again, form_page, refusals_in, show_refusals
from tournament.views.direction.draws import in_words
from tournament.views.direction.papers import print_again, print_again_for_all_rounds
from tournament.views.uploads import read_upload

ANSWERS = {
    "direction/seats_swap.html": "direction/seats_swap_answer.html",
    "direction/seats_substitute.html": "direction/seats_substitute_answer.html",
}
"""Pages that answer while one types, and the part that does."""
TABLES = "tables", gettext_lazy("Start numbers, one line for each table")
"""What is typed to set a round by hand."""


@tournament_page(may_move_players)
def repair(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Seat exactly those present, by the smallest change, from the first round not begun."""
    first = select.first_not_begun(tournament)
    if first is None:
        messages.error(request, gettext("Every round that is drawn has begun: its seats stay."))
        return ask_again(request, reverse("overview", args=[tournament.slug]))
    if first != number:
        return redirect("seats-repair", tournament.slug, first)
    form = forms.ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason, fingerprint = form.cleaned_data["reason"], request.POST.get("fingerprint", "")
        with show_refusals(request):
            repaired = services.repair_seats(
                request.actor, tournament, reason, fingerprint=fingerprint
            )
            return _changed(request, tournament, number, repaired)
    outlook = redraw_outlook(tournament)  # the alternative: a redraw that begins with this round
    redraws = outlook is not None and outlook.first.number == number
    context = {"number": number, "form": form, "redraws": redraws, "better_redrawn": ""}
    try:
        if found := select.repair_preview(tournament):
            context |= {"repair": found, "preview": preview_of(tournament, found.change)}
            redrawn = select.redrawn_if_better(tournament, found)
            context["better_redrawn"] = labels.better_redrawn_sentence(found.change.change, redrawn)
    except NOT_POSSIBLE as refusal:
        way_out = labels.way_out_sentence(refusal) if isinstance(refusal, CannotSeat) else ""
        context |= {"cannot": refusal_sentence(refusal), "way_out": way_out}
    return form_page(request, "direction/seats_repair.html", context)


@tournament_page(may_move_players)
def swap(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Swap two players' seats in one round; the repeat meetings are shown first."""
    round = visible_round(request, tournament, number)
    if round.state == RoundState.CLOSED:
        return _closed(request, round)
    typed = request.POST if request.method == "POST" else request.GET
    initial = {"one": typed.get("one")}
    sent = typed if "other" in typed else None
    form = forms.SwapForm(sent, initial=initial, tournament=tournament)
    change = act = None
    if form.is_valid():
        people = form.number("one"), form.number("other")
        act = partial(services.swap_seats, request.actor, tournament, number, *people)
        with refusals_in(form):
            change = select.swap_preview(tournament, number, *people)
    template = "direction/seats_swap.html"
    return _two_steps(request, tournament, number, template, form, change, act, round=round)


@tournament_page(may_move_players)
def substitute(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Let somebody take all seats of somebody else from a round on (rules.md 7.4)."""
    round = visible_round(request, tournament, number)
    if round.state == RoundState.CLOSED:
        return _closed(request, round)
    typed = request.POST if request.method == "POST" else request.GET
    initial = {"leaving": typed.get("leaving")}
    sent = typed if "coming" in typed else None
    form = forms.SubstituteForm(sent, initial=initial, tournament=tournament)
    change = act = None
    words: dict[str, Any] = {"round": round}
    if form.is_valid():
        leaving, coming = form.number("leaving"), form.number("coming")
        ranked, seats = form.cleaned_data["ranked"], (tournament, number, leaving, coming)
        act = partial(services.substitute_player, request.actor, *seats, ranked=ranked)
        with refusals_in(form):
            change = select.substitution_preview(*seats)
            status = Entry.Status.ACTIVE if ranked else Entry.Status.UNRANKED
            gone, come = change.entries[leaving], change.entries[coming]
            sentence = gettext("%(come)s comes instead of %(gone)s and %(status)s.")
            if gone.plays:
                sentence = gettext("%(gone)s withdraws. %(come)s comes instead and %(status)s.")
            who = {"gone": labels.player_words(gone), "come": labels.player_words(come)}
            words["outcome"] = sentence % {**who, "status": status.label}
    template = "direction/seats_substitute.html"
    return _two_steps(request, tournament, number, template, form, change, act, **words)


@tournament_page(may_move_players)
def by_hand(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Set a round by hand, a drawn one or the next; errors are shown by table."""
    rounds = rounds_of(tournament)
    if not 1 <= number <= min(len(rounds) + 1, tournament.rounds_planned):
        raise Http404
    is_drawn = number <= len(rounds)
    if is_drawn and rounds[number - 1].state == RoundState.CLOSED:
        return _closed(request, rounds[number - 1])
    to_draw = players_to_draw(tournament)
    lines = to_draw.sizes.tables if to_draw.sizes else 1
    typed = request.POST.get("reading") or request.POST.get("tables", "")
    pasted = is_plan(typed)
    takes_file = pasted or "fill" in request.POST or bool(request.FILES)
    sent = (request.POST, request.FILES) if takes_file else ()
    file_form = forms.SeatPlanFileForm(*sent)
    read, problems, notes, readings = _seats_from_file(
        file_form, typed, tournament, number, to_draw.drawn
    )
    seats = read or typed
    change = check = None
    is_clear = pasted and read and not problems and "fill" not in request.POST
    if request.method == "POST" and (is_clear or not takes_file):
        form, change, check = _read_typed_seats(seats, tournament, number, lines, to_draw.drawn)
    else:
        drawn = drawn_rounds(tournament)[number - 1 :]
        seats = seats or ("\n".join(map(" ".join, drawn[0])) if drawn else "\n" * (lines - 1))
        form = forms.ByHandForm(initial={"tables": seats}, lines=lines)
    tables = form.cleaned_data["tables"] if change else ()
    act = partial(services.seat_by_hand, request.actor, tournament, number, tables)
    asks = bool(check and change and (check.is_unusual or select.wishes_ignored(change)))
    confirmed = request.POST if _confirms(request) else None
    words = {
        "file_form": file_form,
        "plan_problems": problems,
        "plan_notes": notes,
        "readings": readings,
        **in_words(to_draw),
        "check": check,
        "reason_form": forms.HandReasonForm(confirmed, asks=asks),
    }
    if not is_drawn:
        words["back"] = reverse("draw", args=[tournament.slug])
    template = "direction/seats_by_hand.html"
    return _two_steps(request, tournament, number, template, form, change, act, **words)


def _read_typed_seats(
    seats: str, tournament: Tournament, number: int, lines: int, present: tuple[Entry, ...]
) -> tuple[forms.ByHandForm, SeatChange | None, HandCheck | None]:
    """Return the form, and the change it describes if it is valid."""
    form = forms.ByHandForm({"tables": seats}, lines=lines)
    if not form.is_valid():
        return form, None, None
    tables = form.cleaned_data["tables"]
    with refusals_in(form):
        change = select.by_hand_preview(tournament, number, tables)
        check = select.check_by_hand(change, tables, present, tournament.has_larger_tables)
        for finding in check.errors:
            form.add_error("tables", labels.plan_finding_sentence(finding, change.entries, tables))
        if not check.errors:
            return form, change, check
    return form, None, None


def _seats_from_file(
    form: forms.SeatPlanFileForm,
    typed: str,
    tournament: Tournament,
    number: int,
    present: tuple[Entry, ...],
) -> tuple[str, list[str], list[str], list[tuple[str, str]]]:
    """Return the seats in the file or the typed table, what is unclear, and what is to be told.

    If its dates can be read in two ways, each in words and its seats instead. The reason for a
    refusal is in the form.
    """
    if not form.is_bound or not form.is_valid():
        return "", [], [], []
    upload = form.cleaned_data["plan"]
    with refusals_in(form, field="plan"):
        data = read_upload(upload) if upload else typed.encode()
        plan = read_apart(read_seat_plan, data, number)
        if plan.turned:
            readings = [
                (plan_labels.plan_note_sentence(note), plan_in_numbers(tournament, each.tables)[0])
                for each in (plan, plan.turned)
                for note in each.notes
                if note.code == DATE_IS
            ]
            return "", [], [], readings
        text, found, taken = plan_in_numbers(tournament, plan.tables)
        seated = numbers_in(text)
        missing = [entry for entry in present if entry.number not in seated]
        told = [*map(plan_labels.plan_note_sentence, plan.notes)]
        if taken:
            meant = [(plan_labels.quoted(seat.name), entry) for seat, entry in taken]
            people = "; ".join(f"{name} = {labels.player_words(entry)}" for name, entry in meant)
            words = gettext("Last names alone, as only one person has each: %(people)s.")
            told.append(words % {"people": people})
        if missing:
            people = "; ".join(map(labels.player_words, missing))
            told.append(gettext("Not in the file: %(people)s.") % {"people": people})
        return text, [plan_labels.plan_problem_sentence(*each) for each in found], told, []
    return "", [], [], []


def _two_steps(
    request: Request,
    tournament: Tournament,
    number: int,
    template: str,
    form: Form,
    change: SeatChange | None,
    act: Callable[..., object] | None,
    **words: Any,
) -> HttpResponse:
    """Show what would happen (`change`), then do it with a reason.

    `?part=answer` only shows it, for a script while one types.
    """
    confirms = _confirms(request)
    context = {
        "number": number,
        "form": form,
        "reason_form": forms.ReasonForm(request.POST if confirms else None),
        "preview": preview_of(tournament, change) if change else None,
        "back": reverse("round-seats", args=[tournament.slug, number]),
        **words,
    }
    if request.method == "GET" and request.GET.get("part") == "answer" and template in ANSWERS:
        return render(request, ANSWERS[template], {**context, "is_part": True})
    reason_form = context["reason_form"]
    if act and change and confirms and reason_form.is_valid():
        reason, fingerprint = reason_form.cleaned_data["reason"], request.POST["fingerprint"]
        with show_refusals(request):
            act(reason, fingerprint=fingerprint)
            return _changed(request, tournament, number, change)
    show = render if change and not confirms else form_page
    return show(request, template, context)


def _confirms(request: Request) -> bool:
    """Whether the change has been previewed and is to be made now."""
    return request.method == "POST" and "fingerprint" in request.POST


def _closed(request: Request, round: Round) -> HttpResponse:
    messages.error(request, refusal_sentence(Refused("round_is_closed", round=round.number)))
    way_back = reverse("round-seats", args=[round.tournament.slug, round.number])
    typed = TABLES if "tables" in request.POST else REASON
    return ask_again(request, way_back, typed)


def _changed(
    request: Request, tournament: Tournament, number: int, change: SeatChange
) -> HttpResponse:
    messages.success(request, gettext("Saved."))
    print_again(request, tournament, void_papers(change, rounds_of(tournament)))
    drawn = {number for number, seated in enumerate(change.before, start=change.first) if seated}
    moves = [move for move in change.change.moves if move.after and move.round in drawn]
    moved = {change.entries[move.person].number for move in moves}
    coming = {change.entries[move.person].number for move in moves if not move.before}
    if moved:
        print_again_for_all_rounds(request, tournament, moved, coming)
    return redirect("round-seats", tournament.slug, number)


def preview_of(tournament: Tournament, change: SeatChange) -> dict[str, object]:
    """Return a change before it is made, in words. Four queries.

    `in_the_way` are tables whose results prevent it. `figures` are empty if there is nothing to
    compare with. `at_fives` says who sits at tables of five more often than is fair. `rounds` has
    the moves of each by kind, and the papers that become void.
    """
    entries, plan = change.entries, change.change
    by_number = {round.number: round for round in rounds_of(tournament)}
    ignored = [
        labels.plan_finding_sentence(finding, entries, plan.rounds[finding.round - change.first])
        for finding in select.wishes_ignored(change)
    ]
    drafted = GameTable.objects.filter(round__tournament=tournament, drafts__isnull=False)
    begun = set(drafted.values_list("round__number", "number"))
    fives = [
        sum(len(table) == FIVE_TABLE for tables in rounds for table in tables)
        for rounds in (change.before, plan.rounds)
    ]
    return {
        "fingerprint": change.fingerprint,
        "rounds": [
            {
                "number": number,
                "walking": _sentences(change, number, lambda move: move.is_walk),
                "changing_chairs": _sentences(
                    change, number, lambda move: move.before and move.after and not move.is_walk
                ),
                "coming": _sentences(change, number, lambda move: move.before is None),
                "going": _sentences(change, number, lambda move: move.after is None),
                "papers": _papers(change, number, by_number.get(number)),
            }
            for number in sorted({move.round for move in plan.moves})
        ],
        "walks": plan.walks,
        "repeats": [labels.repeat_sentence(repeat, entries) for repeat in plan.repeats],
        "mates": [
            labels.mates_sentence(m.round, m.table, m.one, m.other)
            for m in select.new_mates(change)
        ],
        "wishes": list(dict.fromkeys(ignored)),
        "figures": labels.figure_lines(plan, (fives[0], fives[1])) if any(change.before) else (),
        "at_fives": labels.at_fives_sentence(plan.at_fives, entries),
        "in_the_way": select.tables_in_the_way(tournament, change.touched),
        # Sheets that somebody has begun to type.
        "begun": [place for place in change.touched if place in begun],
        "complaints": select.complaints_lost(tournament, change),
    }


def _sentences(change: SeatChange, number: int, wanted: Callable[[Move], object]) -> list[str]:
    """Say who moves from where to where; somebody who comes or goes has one place only."""
    sentences = []
    for move in change.change.moves:
        if move.round != number or not wanted(move):
            continue
        places = [
            gettext("Table %(table)s, position %(position)s")
            % {"table": place.table, "position": place.seat}
            for place in (move.before, move.after)
            if place
        ]
        if move.before and move.after and not move.is_walk:
            places[1] = gettext("position %(seat)s") % {"seat": move.after.seat}
        name = labels.player_words(change.entries[move.person])
        sentences.append(f"{name}: {' → '.join(places)}")
    return sentences


def void_papers(change: SeatChange, rounds: Iterable[Round]) -> Iterator[tuple[int, list[int]]]:
    """Yield rounds whose seat lists become void, with the tables whose sheets are reprinted.

    None before a round is published; while it is played only new tables need a sheet.
    """
    for round in rounds:
        touched = {place.table for place in change.touched if place.round == round.number}
        if not touched or not round.published_at:
            continue
        index = round.number - change.first
        new = range(len(change.before[index]) + 1, len(change.change.rounds[index]) + 1)
        staying = range(1, min(new.start, len(change.change.rounds[index]) + 1))
        printed = [*new] if round.started_at else [*staying, *new]
        yield round.number, sorted(touched.intersection(printed))


def _papers(change: SeatChange, number: int, round: Round | None) -> list[str]:
    """Return the papers on walls or tables that become void; none before publishing."""
    if round is None:
        return []
    index = number - change.first
    there = min(len(change.before[index]), len(change.change.rounds[index]))
    touched = [place.table for place in change.touched if place.round == number]
    sentences = []
    for _number, tables in void_papers(change, [round]):
        sentences.append(labels.print_again_sentence(number, tables))
        written = [table for table in touched if table <= there] if round.started_at else []
        if written:
            sentence = gettext(
                "The round is running: change the names on the sheets of table %(tables)s."
            )
            sentences.append(sentence % {"tables": labels.listed(written)})
        sentence = gettext("Table %(table)s is not needed any more: take its score sheet away.")
        for table in touched:
            if table > len(change.change.rounds[index]):
                sentences.append(sentence % {"table": table})
    return sentences
