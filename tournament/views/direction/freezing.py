"""Finishing a tournament, which makes its standings final; and taking that back."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.forms.rounds import typed_reason
from tournament.labels.refusals import refusal_sentence
from tournament.labels.standings import hall_time
from tournament.lists.standings import standings_list
from tournament.models import Tournament
from tournament.permissions import may_edit_tournament
from tournament.standings.reads.standings import is_as_frozen, removed_names
from tournament.standings.rules.checksum import short_checksum
from tournament.tables import ListTable
from tournament.tournaments.writes.tournaments import finish_tournament, resume_tournament
from tournament.trust.reads.audit import contradictions
from tournament.trust.reads.freezing import freeze_outlook
from tournament.views.access import Request, tournament_page
from tournament.views.acts import button
from tournament.views.lists import list_page


@tournament_page(may_edit_tournament)
def tournament_finish(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what finishing would fix and what speaks against it; finish with what was `seen`.

    Finishing checks that everything stored matches the journal: half a second for 1,000 players.
    """
    refusal, reason = "", typed_reason(request.POST)
    findings: tuple[str, ...] = ()
    if request.method == "POST":
        seen = request.POST.get("seen")
        try:
            finish_tournament(request.actor, tournament, seen=seen, reason=reason)
        except Refused as refused:
            refusal = refusal_sentence(refused)
            if refused.code == "contradicts_journal":
                findings = contradictions(tournament)
        else:
            messages.success(request, gettext("The tournament is finished."))
            return redirect("standings", tournament.slug)
    now = timezone.now()
    outlook = freeze_outlook(tournament, now)
    standings = standings_list(outlook.report, {}, more=False, public=False)
    first_ten = replace(standings.only("rank", "name", "total"), rows=outlook.first_ten)
    context = {
        "outlook": outlook,
        "first_ten": ListTable(
            first_ten,
            gettext("The first ten"),
            look="",
            people=reverse("player", args=[tournament.slug, 0]),
            order_by="rank",
        ),
        "report": outlook.report,
        "open_until": hall_time(outlook.open_until, now) if outlook.open_until else "",
        "checksum": short_checksum(outlook.checksum),
        "frozen_checksum": short_checksum(tournament.frozen_checksum),
        "is_as_frozen": is_as_frozen(tournament, outlook.checksum),
        "removed": removed_names(tournament, outlook.checksum),
        "findings": findings,
        "refusal": refusal,
        "reason": reason,
    }
    return list_page(request, "direction/finish.html", context, has_form=True)


@button(tournament_page(may_edit_tournament), "tournament-finish")
def tournament_resume(request: Request, tournament: Tournament) -> str:
    """Reopen a finished tournament; its standings are no longer final."""
    resume_tournament(request.actor, tournament, typed_reason(request.POST))
    return gettext("Tournament resumed.")
