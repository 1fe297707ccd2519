"""The journal of a tournament, readable for everybody with a role."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournament.forms.journal import JournalFilterForm
from tournament.journal.reads import journal_head
from tournament.labels.audit import chain_sentence
from tournament.lists.columns import List
from tournament.lists.installation import journal_list
from tournament.models import JournalEntry, Tournament
from tournament.permissions import may_see_tournament
from tournament.standings.rules.checksum import short_checksum
from tournament.trust.reads.audit import audit
from tournament.trust.reads.journal import JournalFilter, journal_days, journal_entries
from tournament.views.access import Request, tournament_page
from tournament.views.answers import as_file

ENTRIES_PER_PAGE = 100


@tournament_page(may_see_tournament)
def journal(request: Request, tournament: Tournament) -> HttpResponse:
    """List who did what, when and why, latest first; filtered by the form.

    `?as=csv` and `?as=xlsx` return the result as a file. A filter that cannot be understood shows
    nothing, since everything would look like its result. `?check=1` runs all checks of `recount`:
    whether the journal is unaltered, whether the stored data matches it, and whether every figure
    agrees.
    """
    form = JournalFilterForm(request.GET, tournament=tournament)
    wanted = form.wanted()
    entries = JournalEntry.objects.none() if wanted is None else journal_entries(tournament, wanted)

    def listed() -> List:
        return journal_list(journal_days(tournament, entries))

    if file := as_file(request, tournament, gettext("Journal"), listed):
        return file
    pages = Paginator(entries, ENTRIES_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    head = journal_head(tournament)
    found = audit(tournament) if request.GET.get("check") else None
    context = {
        "page": page,
        "days": journal_days(tournament, page.object_list),
        "form": form,
        "is_understood": wanted is not None,
        "is_filtered": wanted != JournalFilter(),
        "entries": head.entries,
        "seal": short_checksum(head.seal),
        "audit": found,
        "chain_sentence": chain_sentence(found.journal) if found else "",
    }
    return render(request, "direction/journal.html", context)
