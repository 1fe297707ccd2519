"""Penalty points: the list, awarding one with a preview, taking one back."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST
from django_tables2 import RequestConfig

from scoring.rulesets import Penalties
from tournament.errors import Refused
from tournament.forms.penalties import PenaltyForm, PlaceForm
from tournament.forms.rounds import typed_reason
from tournament.labels.findings import figures
from tournament.labels.refusals import refusal_sentence
from tournament.models import GameTable, Penalty, Seat, SheetKind, Tournament
from tournament.permissions import (
    may_adjust_points,
    may_award_penalty,
    may_now,
    may_see_tournament,
)
from tournament.selectors.desk import game_table, offender_names, penalties_of, seats_of
from tournament.selectors.rulings import is_ruled
from tournament.services.penalties import award_penalty, revoke_penalty
from tournament.services.sheets import SheetRefused
from tournament.tables.penalties import PenaltiesTable
from tournament.views.access import Request, tournament_page
from tournament.views.desk.saving import said

REFUSED = 422


@tournament_page(may_see_tournament)
def penalties(request: Request, tournament: Tournament) -> HttpResponse:
    """All penalties of the tournament."""
    may_award = may_now(may_award_penalty, request.actor, tournament)
    table = PenaltiesTable(
        penalties_of(tournament),
        names=offender_names(tournament),
        may_revoke=may_award,
        by_paragraph=tournament.rule_set.penalties is Penalties.CATALOGUE,
    )
    RequestConfig(request, paginate=False).configure(table)
    context = {
        "tournament": tournament,
        "table": table,
        "may_award": may_award,
        "may_adjust": may_adjust_points(request.actor, tournament),
    }
    return render(request, "desk/penalties.html", context)


@tournament_page(may_award_penalty)
def penalty_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Award a penalty: first the table, then what happened, the points shown before it counts."""
    place = PlaceForm(request.GET or None)
    if not place.is_valid():
        return render(request, "desk/penalty_place.html", {"tournament": tournament, "form": place})
    try:
        table = published_table(tournament, **place.cleaned_data)
    except Refused as refusal:
        place.add_error("table", refusal_sentence(refusal))
        context = {"tournament": tournament, "form": place}
        return render(request, "desk/penalty_place.html", context, status=REFUSED)
    seats = seats_of(table)
    current = table.current_version
    asks = (current is not None and current.kind == SheetKind.TOTALS) or "contained" in request.POST
    at = tournament.at_table(table.size)
    # An address can fill it in: the referee's calculator does.
    initial = request.GET.dict()
    form = PenaltyForm(request.POST or None, seats=seats, at=at, asks=asks, initial=initial)
    if request.method == "POST" and form.is_valid():
        return _preview_or_award(request, table, seats, form)
    status = REFUSED if form.is_bound else 200
    return _show(request, table, seats, form, status=status)


@require_POST
@tournament_page(may_award_penalty)
def penalty_revoke(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a penalty back, with a reason."""
    penalty = get_object_or_404(
        Penalty.objects.select_related("table__round__tournament"),
        table__round__tournament=tournament,
        pk=pk,
    )
    try:
        revoke_penalty(request.actor, penalty, typed_reason(request.POST))
    except (Refused, SheetRefused) as error:
        messages.error(request, said(error))
    else:
        messages.success(request, gettext("The penalty is taken back."))
    return redirect("penalties", tournament.slug)


def published_table(tournament: Tournament, round: int, table: int) -> GameTable:
    """The table of a published round; refused as `game_table` does, and `round_not_published`."""
    found = game_table(tournament, round, table)
    if not found.round.published_at:
        raise Refused("round_not_published", round=round)
    return found


def _preview_or_award(
    request: Request, table: GameTable, seats: list[Seat], form: PenaltyForm
) -> HttpResponse:
    """Book the penalty only if exactly these points were on the screen before."""
    try:
        with transaction.atomic():
            penalty = award_penalty(request.actor, table, **form.cleaned_data)
            points = figures(tuple(penalty.points))
            wanted = request.POST.get("action") == "award"
            is_awarded = wanted and request.POST.get("previewed") == _signature(form, points)
            # The preview is the award itself, taken back: nothing can come out differently.
            transaction.set_rollback(not is_awarded)
    except (Refused, SheetRefused) as error:
        if isinstance(error, Refused) and error.code == "penalty_contained_unsaid":
            at = table.round.tournament.at_table(table.size)
            form = PenaltyForm(request.POST, seats=seats, at=at, asks=True)
        else:
            form.add_error(None, said(error))
        return _show(request, table, seats, form, status=REFUSED)
    if not is_awarded:
        return _show(request, table, seats, form, penalty=penalty, points=points)
    words = {"table": table.number, "points": points}
    messages.success(request, gettext("Penalty at table %(table)s: %(points)s.") % words)
    return redirect("penalties", table.round.tournament.slug)


def _signature(form: PenaltyForm, points: str) -> str:
    """What must not change between preview and award: whom it hits, under what, with which."""
    fields = form.cleaned_data
    said = (fields.get(name) for name in ("rule", "offender", "row", "contained"))
    return f"{' '.join(map(str, said))} {points}"


def _show(
    request: Request,
    table: GameTable,
    seats: list[Seat],
    form: PenaltyForm,
    *,
    penalty: Penalty | None = None,
    points: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "tournament": table.round.tournament,
        "is_ruled": is_ruled(table),
        "round": table.round,
        "table": table,
        "form": form,
        "preview": list(zip(seats, penalty.points, strict=True)) if penalty else [],
        "previewed": _signature(form, points) if penalty else "",
    }
    return render(request, "desk/penalty_new.html", context, status=status)
