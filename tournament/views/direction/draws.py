"""Drawing, publishing and redrawing, each first saying what will happen; the proof of it."""

from collections.abc import Iterable
from functools import partial
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournament.check_in.reads import open_desk
from tournament.draw import ALL_AT_ONCE, BY_STANDINGS, METHODS
from tournament.draw.proof import TO_NOTE
from tournament.errors import Refused
from tournament.exports.pdf.proofs import may_see_proof
from tournament.exports.proofs import describe_steps, groups_sentence, proof_file, proof_sentence
from tournament.forms.rounds import CommitmentForm, DrawForm, PublishForm, ReasonForm, RedrawForm
from tournament.labels import draws as labels
from tournament.labels.refusals import NOT_POSSIBLE, refusal_sentence
from tournament.labels.rounds import rounds_in_words
from tournament.lists.people import seats_list
from tournament.models import Draw, RoundState, Tournament
from tournament.permissions import may_draw_round, may_redraw_round, may_see_tournament
from tournament.rounds.reads.rounds import rounds_of, seat_list, seats_of
from tournament.seating.reads import draws as select
from tournament.seating.reads import proofs
from tournament.seating.reads.draws import (
    PlayersToDraw,
    WhatIf,
    players_to_draw,
    redraw_outlook,
)
from tournament.seating.reads.plans import SeatPlan, by_number, seat_plan
from tournament.seating.reads.seat_changes import published_not_begun
from tournament.seating.writes.draws import draw_rounds, publish_next_round, redraw_rounds
from tournament.seating.writes.lots import (
    Lots,
    calculate_unlocked,
    close_list,
    publish_commitment,
    this_program,
)
from tournament.sheets.reads.verifications import unconfirmed_places
from tournament.views.access import Request, tournament_page
from tournament.views.answers import (
    as_file,
    as_response,
    ask_again,
    button,
    done,
    form_page,
    pressed_on,
    show_refusals,
)
from tournament.views.direction.papers import print_again_for_all_rounds, print_round

GOES_ON = (RoundState.PUBLISHED, RoundState.RUNNING)


MOST_AT_ONCE = 8
"""More tables than this are shown one at a time in the plan by table."""


@tournament_page(may_draw_round)
def draw(request: Request, tournament: Tournament) -> HttpResponse:
    """Before a draw, show what it would give and draw; after it, preview what was drawn."""
    form = DrawForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        lots = _lots(form, players_to_draw(tournament))
        shown = {name: form.cleaned_data[name] for name in ("expected", "closed", "players")}
        act = partial(draw_rounds, request.actor, tournament, lots, **shown)
        with show_refusals(request):
            drawn = calculate_unlocked(act)
            return done(request, _drawn_sentence(drawn.draw), "draw", tournament.slug)
    return draw_page(request, tournament, form)


def draw_page(
    request: Request,
    tournament: Tournament,
    form: DrawForm | None = None,
    give_up: ReasonForm | None = None,
) -> HttpResponse:
    """Show the page of the draw, with what was refused: a draw, or giving up the desk's numbers."""
    rounds = rounds_of(tournament)
    upcoming = next((round for round in rounds if not round.published_at), None)
    still_open = [round for round in rounds if round.state in GOES_ON]
    context: dict[str, object] = {
        "form": form or DrawForm(),
        "give_up": give_up or ReasonForm(),
        "still_open": still_open,
    }
    if upcoming is None:
        context |= _coming_draw_context(tournament, len(rounds) + 1)
        return form_page(request, "direction/draw.html", context)
    outlook, quality = redraw_outlook(tournament), select.plan_quality(tournament)
    tables = groupby(seat_list(upcoming), key=lambda row: row.table)
    drawn_by = Draw.objects.select_related("commitment").get(pk=upcoming.draw_id)
    context |= {
        "is_possible": True,
        "number": upcoming.number,
        "last": rounds[-1].number,
        "round": upcoming,
        "draw": drawn_by,
        "method": labels.method_name(drawn_by.method),
        "seal": labels.to_note(proofs.last_seal(tournament)),
        "changes": select.changes_since_draw(upcoming, players_to_draw(tournament)),
        "waiting": published_not_begun(tournament),
        "may_redraw": outlook is not None and outlook.first == upcoming,
        "lines": labels.certificate_lines(quality) if quality else (),
        "tables": [(number, list(seats)) for number, seats in tables],
        "byes": list(upcoming.byes.select_related("entry__person")),
    }
    return form_page(request, "direction/draw.html", context)


@button(tournament_page(may_draw_round), "draw")
def draw_publish(request: Request, tournament: Tournament) -> HttpResponse | None:
    """Publish the round shown on the page, and no other."""
    form = PublishForm(request.POST)
    if not form.is_valid():
        return None
    published = publish_next_round(request.actor, tournament, **form.cleaned_data)
    words = {"round": published.number}
    messages.success(request, gettext("Round %(round)s published.") % words)
    print_round(request, tournament, published.number)
    page = pressed_on(request, tournament)
    return redirect(page or reverse("round", args=[tournament.slug, published.number]))


@button(tournament_page(may_draw_round), "draw")
def draw_prepare(
    request: Request, tournament: Tournament, *, closes_list: bool = False
) -> HttpResponse | None:
    """Publish the commitment to a draw or redraw, or close its list; the page of it comes next."""
    form = CommitmentForm(request.POST)
    if not form.is_valid():
        return None
    first = form.cleaned_data["first"]
    with show_refusals(request):
        if closes_list:
            words = {
                "seal": labels.to_note(close_list(request.actor, tournament, first).step["seal"])
            }
            text = gettext("The list is closed. Everybody notes its commitment: %(seal)s") % words
        else:
            publish_commitment(request.actor, tournament, first)
            text = gettext("The commitment is published. Post it before anybody gives a number.")
        messages.success(request, text)
    if tournament.rounds.filter(number=first).exists():
        return redirect("redraw", tournament.slug, first)
    return None


@tournament_page(may_redraw_round)
def redraw(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show what a redraw means and loses; do it with a reason."""
    outlook = redraw_outlook(tournament)
    if outlook is None or outlook.first.number != number:
        messages.error(request, refusal_sentence(Refused("nothing_to_redraw")))
        return ask_again(request, reverse("draw", args=[tournament.slug]))
    form = RedrawForm(request.POST or None, is_harmless=outlook.is_harmless)
    losses, to_draw = select.losses_of_redraw(tournament, number), players_to_draw(tournament)
    fingerprint = select.fingerprint_of_redraw(outlook, losses, to_draw)
    seen = request.POST.get("fingerprint", "") if request.method == "POST" else fingerprint
    if unseen := select.redraw_unseen(seen, fingerprint, outlook):
        messages.error(request, refusal_sentence(unseen))
        # Keep the input except for the number: the new losses have not been read yet.
        typed = {name: text for name, text in request.POST.items() if name != "confirmed"}
        form = RedrawForm(initial=typed, is_harmless=outlook.is_harmless)
    elif request.method == "POST" and form.is_valid():
        act = partial(
            redraw_rounds,
            request.actor,
            tournament,
            form.cleaned_data["reason"],
            _lots(form, to_draw),
            confirmed=form.cleaned_data.get("confirmed"),
            fingerprint=seen,
        )
        with show_refusals(request):
            redrawn = calculate_unlocked(act)
            messages.success(request, _drawn_sentence(redrawn.draw))
            is_published = redrawn.rounds[0].published_at
            if is_published:
                print_round(request, tournament, number)
            if is_published or number > 1:
                print_again_for_all_rounds(request, tournament, None)
            if is_published:
                return redirect("round-seats", tournament.slug, number)
            return redirect("draw", tournament.slug)
    context = {
        "form": form,
        "outlook": outlook,
        "losses": losses,
        "fingerprint": fingerprint,
        **in_words(to_draw),
        **_promise(tournament, to_draw, number),
    }
    return form_page(request, "direction/redraw.html", context)


def _lots(form: DrawForm | RedrawForm, to_draw: PlayersToDraw) -> Lots:
    """Return the inputs of the draw from the form."""
    return Lots(
        number=form.cleaned_data["number"],
        seed=form.seed_or_none,
        sit_out=to_draw.sit_out if form.cleaned_data["sit_out"] else 0,
        unconfirmed_reason=form.cleaned_data["unconfirmed_reason"],
    )


def _drawn_sentence(draw: Draw) -> str:
    """Return the sentence saying which rounds were drawn."""
    numbers = list(draw.rounds.values_list("number", flat=True).order_by("number"))
    words = {"rounds": capfirst(rounds_in_words(numbers[0], numbers[-1]))}
    return gettext("%(rounds)s drawn.") % words


def _coming_draw_context(tournament: Tournament, number: int) -> dict[str, object]:
    """Return the context for a draw still to come."""
    if number > tournament.rounds_planned:
        return {"is_possible": False, "number": number}
    to_draw = players_to_draw(tournament)
    method = proofs.method_from(tournament, number)
    larger, planned = tournament.has_larger_tables, tournament.rounds_planned
    if number == 1 and (desk := open_desk(tournament)):
        return {
            "is_possible": True,
            "draws_now": True,
            "number": number,
            "last": number,
            "desk": desk,
            "drawn": tournament.entries.exclude(arrival=None).count(),
            **in_words(to_draw),
        }
    looks = bool(to_draw.drawn) and not tournament.drawn_groups  # teams come or go as wholes
    looked_at = select.what_ifs(len(to_draw.drawn), larger) if looks else ()
    return {
        "is_possible": True,
        "draws_now": True,
        "number": number,
        "last": tournament.rounds_planned if method in ALL_AT_ONCE else number,
        "is_by_hand": method == proofs.BY_HAND,
        "may_open_desk": number == 1
        and method not in (proofs.BY_HAND, "groups")
        and not to_draw.anybody_checked_in,
        "what_ifs": looked_at,
        "repeats_matter": repeats_matter(looked_at, planned),
        **in_words(to_draw),
        **_promise(tournament, to_draw, number),
    }


def repeats_matter(what_ifs: Iterable[WhatIf], planned: int) -> bool:
    """Whether for one of these numbers of players some rounds need a repeat meeting."""
    without = (each.outlook.rounds_without_repeats for each in what_ifs if each.outlook)
    return min(without, default=planned) < planned


def _promise(tournament: Tournament, to_draw: PlayersToDraw, first: int) -> dict[str, object]:
    """Return the commitment for the draw from round `first` on, as far as it is published.

    With the list closed for it, and what has changed since.
    """
    commitment = proofs.open_commitment(tournament, first, this_program())
    method = proofs.method_from(tournament, first)
    context: dict[str, object] = {
        "first": first,
        "method": labels.method_name(method),
        "method_hint": labels.METHOD_HINTS.get(method, ""),
        "unconfirmed": unconfirmed_places(tournament, first) if method in BY_STANDINGS else (),
        "commitment": commitment,
        "groups": labels.in_groups(commitment.value) if commitment else [],
    }
    if commitment and to_draw.drawn:
        try:
            now = proofs.list_to_close(tournament, to_draw, first)
            closed = proofs.closed_list(commitment, now)
        except Refused as refusal:  # no standings yet, so nothing can be closed either
            return {**context, "list_problem": refusal_sentence(refusal)}
        if closed:
            context |= {
                "closed": closed,
                "list_seal": labels.to_note(closed.seal),
                "list_changes": labels.changes_in_words(closed.changes),
            }
    return context


def in_words(to_draw: PlayersToDraw) -> dict[str, object]:
    """Return who would be drawn, and the table sizes or why there are none."""
    return {
        "to_draw": to_draw,
        "sizes": labels.table_sizes_sentence(to_draw.sizes) if to_draw.sizes else "",
        "cannot_seat": labels.cannot_seat_sentence(to_draw.cannot_seat)
        if to_draw.cannot_seat
        else "",
    }


@tournament_page(may_draw_round)
def plan(request: Request, tournament: Tournament) -> HttpResponse:
    """Show where every player sits in every round, `?by=name` (default) or `?by=number`."""
    plan = seat_plan(tournament)
    if file := _plan_file(request, tournament, plan):
        return file
    is_by_number = request.GET.get("by") == "number"
    context = {
        "plan": plan,
        "is_by_number": is_by_number,
        "players": by_number(plan.players) if is_by_number else plan.players,
    }
    return render(request, "direction/plan.html", context)


@tournament_page(may_draw_round)
def plan_tables(request: Request, tournament: Tournament) -> HttpResponse:
    """Show who sits at a table in every round: `?table=`, of few tables or with "all" every one."""
    plan = seat_plan(tournament)
    if file := _plan_file(request, tournament, plan):
        return file
    asked = request.GET.get("table", "")
    shows_all = asked == "all" or (not asked and len(plan.tables) <= MOST_AT_ONCE)
    one = [table for table in plan.tables if str(table.number) == asked] or plan.tables[:1]
    context = {"plan": plan, "shows_all": shows_all, "tables": plan.tables if shows_all else one}
    return render(request, "direction/plan_tables.html", context)


def _plan_file(request: Request, tournament: Tournament, plan: SeatPlan) -> HttpResponse | None:
    """Return the seats of all rounds as a file if requested; one can be read as a seat plan."""
    title = gettext("Plan of all rounds")
    if plan.unpublished:
        title = f"{title}, {gettext('Not published').lower()}"
    return as_file(
        request,
        tournament,
        title,
        lambda: seats_list(tournament, seats_of(tournament, len(plan.rounds))),
    )


@tournament_page(may_see_tournament)
def draw_proof(request: Request, tournament: Tournament) -> HttpResponse:
    """Show every draw and change of seats; details of unpublished seats only to the direction."""
    proof = proofs.proof_of(tournament, this_program())
    sees_all = proof.is_public or may_draw_round(request.actor, tournament)
    quality = select.plan_quality(tournament) if sees_all else None
    # What should have been noted: commitment and list of each proven draw, and the last seal.
    listed = ""
    marks: list[str] = []
    for step in proof.steps:
        if step.is_proven:
            marks += [step.step["commitment"], listed]
        listed = step.seal
    context = {
        "proof": proof,
        "sentence": proof_sentence(proof),
        "groups": groups_sentence(tournament),
        "steps": describe_steps(proof, all_seeds=sees_all),
        "seal": labels.to_note(proof.seal),
        "to_note": [mark[:TO_NOTE] for mark in [*marks, proof.seal]],
        "sees_all": sees_all,
        "lines": labels.certificate_lines(quality) if quality else (),
    }
    return render(request, "direction/proof.html", context)


@tournament_page(may_see_tournament)
def draw_proof_file(request: Request, tournament: Tournament) -> HttpResponse:
    """Return the document that scripts/replay_draw.py checks."""
    if not may_see_proof(request.actor, tournament):
        raise PermissionDenied
    return as_response(proof_file(tournament))


@tournament_page(may_draw_round)
def draw_compare(request: Request, tournament: Tournament) -> HttpResponse:
    """Compare the ways of drawing by sample draws, which are only measured."""
    outlook = redraw_outlook(tournament)
    first = outlook.first.number if outlook else tournament.rounds.count() + 1
    context: dict[str, object] = {
        "first": first,
        "is_possible": first <= tournament.rounds_planned,
        "method": labels.method_name(tournament.draw_method),
    }
    if request.method == "POST" and context["is_possible"]:
        try:
            context["comparison"] = _compare(tournament, first)
        except NOT_POSSIBLE as refusal:
            context["problem"] = refusal_sentence(refusal)
    return render(request, "direction/draw_compare.html", context)


def _compare(tournament: Tournament, first: int) -> dict[str, object]:
    """Return the existing plan, if any, and a sample of each way to draw, side by side.

    A row per figure, with each plan's value or None; `quality` is None where a way is not possible.
    """
    own, as_it_is = proofs.method_from(tournament, first), select.plan_quality(tournament)
    columns: list[dict[str, Any]] = []
    if as_it_is and as_it_is.rounds >= first:
        title = gettext("The plan as it is")
        columns.append({"title": title, "hint": "", "is_own": False, "quality": as_it_is})
    methods = [each for each in METHODS if each != "groups" or tournament.team_groups]
    samples = select.sample_draws(tournament, players_to_draw(tournament), first, methods)
    for method, quality in samples.items():
        title, hint = labels.method_name(method), str(labels.METHOD_HINTS[method])
        is_own = method == own
        columns.append({"title": title, "hint": hint, "is_own": is_own, "quality": quality})
    drawn = [column for column in columns if column["quality"]]
    figures = [
        {
            line.title: line.figure
            for line in labels.certificate_lines(column["quality"])
            if line.figure
        }
        for column in drawn
    ]
    titles = dict.fromkeys(title for of_column in figures for title in of_column)
    return {
        "columns": drawn,
        "rows": [(title, [of_column.get(title) for of_column in figures]) for title in titles],
        "impossible": [column for column in columns if not column["quality"]],
    }
