"""The journal of a tournament."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render

from tournament.models import Tournament
from tournament.permissions import may_see_tournament
from tournament.selectors.journal import journal_entries, journal_lines
from tournament.views.access import Request, tournament_page

ENTRIES_PER_PAGE = 100


@tournament_page(may_see_tournament)
def journal(request: Request, tournament: Tournament) -> HttpResponse:
    """What happened, the latest first."""
    pages = Paginator(journal_entries(tournament), ENTRIES_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    lines = journal_lines(page.object_list)
    context = {"tournament": tournament, "page": page, "lines": lines}
    return render(request, "direction/journal.html", context)
