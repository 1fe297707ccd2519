"""A rehearsal: starting one, and the page on which its day passes."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext

from tournament.forms.tournaments import RehearsalForm
from tournament.labels.hall import HAPPENINGS, TO_DO, WHERE
from tournament.models import Call, Protest, Rehearsal, Tournament
from tournament.permissions import may_delete_tournament, may_edit_tournament
from tournament.rehearsal import writes as services
from tournament.rehearsal.reads import Task, events, papers, tasks
from tournament.rehearsal.rules import SPEED, Happening
from tournament.tournaments.reads import Step, losses_of, next_step
from tournament.views.access import Request, owner_page, tournament_page
from tournament.views.answers import form_page, show_refusals
from tournament.views.direction.next_acts import describe_step

TAKEN_OVER = frozenset(
    {Step.DRAW, Step.DRAW_NEXT, Step.PUBLISH_NEXT, Step.START_CLOCK, Step.CLOSE_ROUND}
    | {Step.END_CLOCK, Step.END_CLOCK_ALL_IN}
)
"""Next steps that the program can do for a user who is not practising them."""
MOVES = frozenset({Step.CHECK_IN, Step.DRAW, Step.ENTER_WHILE_RUNNING, Step.ENTER_SHEETS})
"""Next steps during which the invented people act by themselves."""


@owner_page
def rehearsal_new(request: Request) -> HttpResponse:
    """Ask for the number of people and rounds, then start the day."""
    form = RehearsalForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = {"name": gettext("Rehearsal"), **form.cleaned_data}
        begun = services.start_rehearsal(request.actor, **values)
        return redirect("rehearsal", begun.slug)
    return form_page(request, "installation/rehearsal_new.html", {"form": form})


@tournament_page(may_edit_tournament)
def rehearsal(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what happens now and what the judge does about it; a POST is one of the buttons.

    The page itself sends `tick` now and then and gets back the part that changes.
    """
    day = Rehearsal.objects.filter(tournament=tournament).first()
    if day is None:
        raise Http404
    is_tick = request.POST.get("act") == "tick"
    if request.method == "POST":
        act, key = request.POST.get("act", ""), request.POST.get("list", "")
        with show_refusals(request):
            if act in ("tick", "next"):
                services.let_happen(request.actor, tournament, at_once=act == "next")
            elif act == "take-over":
                services.take_over(request.actor, tournament)
            elif event := next((each for each in events(tournament) if each.key == key), None):
                do = services.ask_at_table if act == "ask" else services.type_list
                do(request.actor, tournament, event)
        if not is_tick:
            return redirect("rehearsal", tournament.slug)
        day.refresh_from_db()
        tournament.refresh_from_db()
    step = next_step(tournament, timezone.now())
    found = tasks(tournament, day)
    context = {
        "step": describe_step(step, tournament, request.actor),
        "is_taken_over": step.step in TAKEN_OVER,
        "moves": step.step in MOVES,
        "tasks": [_show_task(task, tournament) for task in found if not task.is_done],
        "done": [_show_task(task, tournament) for task in found if task.is_done],
        "papers": papers(tournament, day),
        "speed": SPEED,
        "losses": losses_of(tournament),
        "may_delete": may_delete_tournament(request.actor, tournament),
    }
    page = "direction/rehearsal_day.html" if is_tick else "direction/rehearsal.html"
    return render(request, page, context)


def _show_task(task: Task, tournament: Tournament) -> dict[str, str]:
    """Return an incident in words: what has happened, what to do, and where the judge does it."""
    event, slug = task.event, tournament.slug
    at_table = {"round": event.round, "table": event.table}
    if event.what is Happening.NO_SHOW:
        url = reverse("draw", args=[slug])
    elif event.what is Happening.PENALTY:
        url = f"{reverse('call-new', args=[slug])}?{urlencode(at_table)}"
    elif event.what is Happening.PROTEST:
        # Its page, or the one to enter it, with the penalty it is about.
        of_table = {
            "table__round__tournament": tournament,
            "table__round__number": event.round,
            "table__number": event.table,
        }
        if protest := Protest.objects.filter(**of_table).first():
            url = reverse("protest", args=[slug, protest.pk])
        else:
            call = Call.objects.filter(**of_table, withdrawn_at__isnull=True).last()
            about = {"call": call.pk} if call else at_table
            url = f"{reverse('protest-new', args=[slug])}?{urlencode(about)}"
    elif event.what is Happening.DEDUCTION:
        url = reverse("deduction-new", args=[slug])
    elif event.what is Happening.POWER_CUT:
        url = reverse("clock", args=[slug, event.round])
    else:
        url = reverse("sheet-ruling", args=[slug, event.round, event.table])
    return {
        "told": str(HAPPENINGS[event.what]) % {"who": task.who, "table": event.table},
        "to_do": str(TO_DO[event.what]),
        "where": str(WHERE[event.what]),
        "url": url,
    }
