"""The installation's first page, its journal, its network, removing the example tournament."""

from collections.abc import Iterable

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.accounts import reads as select
from tournament.accounts.reads import network
from tournament.accounts.writes import let_nobody_in, let_others_in
from tournament.journal.reads import chain_report, competition_names
from tournament.labels.audit import chain_sentence
from tournament.labels.journal import installation_sentence
from tournament.lists.columns import List
from tournament.lists.html import act_button
from tournament.lists.installation import headings_list, installation_list, tournaments_list
from tournament.models import JournalEntry, KnownHeading, Series, Tournament
from tournament.people.writes.players import forget_heading
from tournament.permissions import may_see_people, seen_by
from tournament.rounds.reads.rounds import rounds_of
from tournament.tables import ListTable
from tournament.tournaments.reads import next_step
from tournament.tournaments.writes.tournaments import delete_tournament
from tournament.trust.reads.audit import installation_findings
from tournament.views.access import (
    Request,
    account_page,
    numbered,
    owner_page,
    people_page,
    search_text,
)
from tournament.views.answers import as_file, button, list_page, show_refusals
from tournament.views.direction.next_acts import describe_step

ENTRIES_PER_PAGE = 100
TOURNAMENTS_PER_PAGE = 60


@account_page
def home(request: Request) -> HttpResponse:
    """List the tournaments the reader may open, or those matching a few letters (`q`).

    The one being played comes first, with its hall; `?part=now` answers with that for the script.
    """
    typed = search_text(request)
    found = select.tournaments_of(request.actor, typed)

    def listed() -> List:
        return tournaments_list(select.with_players(found))

    if file := as_file(request, None, gettext("Tournaments"), listed):
        return file
    page = Paginator(found, TOURNAMENTS_PER_PAGE).get_page(request.GET.get("page"))
    tournaments = list(select.with_players(page.object_list))
    running = [each for each in tournaments if each.status == Tournament.Status.RUNNING]
    # An example or a rehearsal only if no other is played.
    running.sort(key=lambda each: each.is_example or each.is_rehearsal)
    played = None if typed else next((each for each in running if not each.is_over), None)
    now = None
    if played:  # what comes next in it, and its tables while a round is played or typed
        step = next_step(played, timezone.now())
        now = {
            "tournament": played,
            "sentence": describe_step(step, played, request.actor).sentence,
            "board": step.board,
            "round": numbered(rounds_of(played), step.round) if step.board else None,
        }
    if request.GET.get("part") == "now":
        return render(request, "installation/home_now.html", {"now": now})
    context = {
        "page": page,
        "tournaments": tournaments,
        "now": now,
        "prepared": [each for each in tournaments if not each.is_over and each != played],
        "finished": [each for each in tournaments if each.is_over],
        "typed": typed,
        "may_see_people": may_see_people(request.actor),
        "has_series": seen_by(request.actor, Series.objects.all()).exists(),
    }
    return render(request, "installation/home.html", context)


@owner_page
def journal(request: Request) -> HttpResponse:
    """List what happened in the installation, latest first; `?check=1` checks its journal."""
    entries = select.installation_journal()
    page = Paginator(entries, ENTRIES_PER_PAGE).get_page(request.GET.get("page"))

    def listed(entries: Iterable[JournalEntry]) -> List:
        names, called = select.account_names(entries), competition_names(entries)
        return installation_list(
            (entry, installation_sentence(entry, names, called)) for entry in entries
        )

    table = ListTable(
        listed(page.object_list),
        gettext("Journal of the installation"),
        file=lambda: listed(entries),
        orderable=False,  # a journal is read in its order
    )
    context: dict[str, object] = {"page": page, "table": table}
    if request.GET.get("check"):
        chain = chain_report(None)
        context |= {"chain": chain, "chain_sentence": chain_sentence(chain)}
        context["findings"] = installation_findings()
    return list_page(request, "installation/journal.html", context)


@people_page
def headings(request: Request) -> HttpResponse:
    """List what headings of lists mean that no built-in word knows, as users have said."""

    def forget(each: KnownHeading) -> str:
        address = reverse("heading-forget", args=[each.pk])
        return act_button(gettext("Forget"), each.title, formaction=address)

    table = ListTable(
        headings_list(KnownHeading.objects.select_related("user").order_by("title")),
        gettext("Remembered headings"),
        empty_text=gettext("No heading is remembered."),
        acts=(gettext("Forget"), forget),
    )
    return list_page(request, "installation/headings.html", {"table": table})


@button(people_page, "headings")
def heading_forget(request: Request, pk: int) -> str:
    """Forget what a heading means."""
    heading = get_object_or_404(KnownHeading, pk=pk)
    forget_heading(request.actor, heading)
    return gettext("“%(title)s” is forgotten.") % {"title": heading.title}


@button(owner_page, "home")
def remove_example(request: Request, slug: str) -> str:
    """Delete the example tournament, or a rehearsal; its page has said what is lost."""
    invented = Tournament.objects.filter(Q(is_example=True) | Q(is_rehearsal=True))
    tournament = get_object_or_404(invented, slug=slug)
    delete_tournament(request.actor, tournament)
    return gettext("The tournament “%(slug)s” is deleted.") % {"slug": slug}


@owner_page
def hall_network(request: Request) -> HttpResponse:
    """Show where others reach the program, and the tournaments players see on their phones."""
    tournaments = Tournament.objects.order_by("-date", "name")
    context = {"network": network(), "tournaments": tournaments}
    return render(request, "installation/hall_network.html", context)


@require_POST
@owner_page
def hall_network_switch(request: Request) -> HttpResponse:
    """Open the program to others at an address of this computer; without one close it."""
    host = request.POST.get("host", "").strip()
    sentence = gettext("Nobody else let in any more.")
    with show_refusals(request):
        if host:
            let_others_in(request.actor, host)
            sentence = gettext("Others let in at %(address)s.") % {"address": host}
        else:
            let_nobody_in(request.actor)
        messages.success(request, sentence)
    slug = request.POST.get("tournament", "")
    if Tournament.objects.filter(slug=slug).exists():
        return redirect("phones", slug)
    return redirect("hall-network")
