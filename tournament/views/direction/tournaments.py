"""A tournament as a whole: creating, settings, journal, finishing, archive, deleting."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.forms import BaseForm, BoundField
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tournament.archives.reads import unreachable_people
from tournament.cup.reads import cut_differences
from tournament.errors import Refused
from tournament.exports.archive import archive_file
from tournament.forms.journal import JournalFilterForm
from tournament.forms.rounds import typed_reason
from tournament.forms.tournaments import (
    FOLDED_FIELDS,
    RANKED_FIELDS,
    TIMES,
    DeleteTournamentForm,
    NewTournamentForm,
    RulesForm,
    SettingsForm,
)
from tournament.journal.reads import journal_head
from tournament.labels.audit import chain_sentence
from tournament.labels.counting import counting_sentences
from tournament.labels.losses import lost_words
from tournament.labels.people import names_of_fields
from tournament.labels.refusals import refusal_sentence
from tournament.labels.rule_sets import RULE_SET_HINTS, RULE_SETS
from tournament.labels.standings import hall_time
from tournament.league.reads import season_differences
from tournament.lists.columns import List
from tournament.lists.installation import journal_list
from tournament.lists.standings import standings_list
from tournament.models import JournalEntry, Tournament
from tournament.permissions import (
    may_archive_tournament,
    may_delete_tournament,
    may_edit_tournament,
    may_see_tournament,
)
from tournament.seating.reads.draws import players_to_draw
from tournament.shared.rules.fields import Of
from tournament.shared.writes.new_tournaments import rules_chosen
from tournament.shared.writes.signing import public_key
from tournament.standings.reads.laboratory import try_rules
from tournament.standings.reads.standings import is_as_frozen, removed_names
from tournament.standings.rules.checksum import short_checksum
from tournament.tables import ListTable
from tournament.tournaments.reads import losses_of
from tournament.tournaments.writes import tournaments as services
from tournament.trust.reads.audit import audit, contradictions
from tournament.trust.reads.freezing import freeze_outlook
from tournament.trust.reads.journal import JournalFilter, journal_days, journal_entries
from tournament.views.access import Request, owner_page, tournament_page
from tournament.views.answers import (
    as_file,
    button,
    done,
    download,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)
from tournament.views.direction.planned_days import planned_day

ENTRIES_PER_PAGE = 100
NOT_CHOSEN = ("", "None", "False")
"""What a field holds of an option that is not chosen, as text."""
# The field a refusal is about; all others concern the form as a whole.
_FIELD_OF = {
    "tournament_exists": "slug",
    "slug_invalid": "slug",
    "rounds_out_of_range": "rounds_planned",
    "rounds_already_drawn": "rounds_planned",
}


@owner_page
def tournament_new(request: Request) -> HttpResponse:
    """Create a tournament; the players come next. `?part=answer` says what the day will be."""
    if request.GET.get("part") == "answer":
        form = NewTournamentForm(request.GET)
        form.is_valid()
        return render(request, "direction/planned_day.html", _planned_new(form))
    form = NewTournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = dict(form.cleaned_data)
        del values["expected"]
        with refusals_in(form, _FIELD_OF):
            created = services.create_tournament(
                request.actor,
                rounds=values.pop("rounds_planned"),
                rules=values.pop("rules"),
                **values,
            )
            has_options = bool(created.rule_set.known_options)
            return redirect("rules" if has_options else "players", created.slug)
    context = {"form": form, **_planned_new(form)}
    return form_page(request, "direction/tournament_new.html", context)


def _planned_new(form: NewTournamentForm) -> dict[str, object]:
    """Return what the day of the new tournament will be, or what is wrong with its figures."""
    wrong = _wrong(form, "rounds_planned", "expected", "rules")
    if wrong:
        return {"wrong": wrong}
    expected = form.cleaned_data.get("expected") if form.is_bound else None
    return planned_day(form.instance, expected)


def _wrong(form: BaseForm, *names: str) -> list[str]:
    """Return what is wrong with these fields, each with its label."""
    return [
        f"{form[name].label}: {error}"
        for name in names
        for error in (form.errors.get(name) if name in form.fields else ()) or ()
    ]


@tournament_page(may_edit_tournament)
def rules(request: Request, tournament: Tournament) -> HttpResponse:
    """Edit the rule set and its options; `?rules=` shows another set's. Fixed by the draw.

    `?part=answer` only says what the day will be by the options sent.
    """
    chosen = request.POST.get("rules") or request.GET.get("rules") or tournament.rules
    if chosen not in RULE_SETS:
        chosen = tournament.rules
    options = tournament.rule_options if chosen == tournament.rules else {}
    form = RulesForm(chosen, options, request.POST or None)
    planned = _planned_by_rules(tournament, chosen, options, form)
    if request.GET.get("part") == "answer":
        return render(request, "direction/planned_day.html", planned)
    if request.method == "POST" and form.is_valid():
        changes = {"rules": chosen, "rule_options": form.options}
        with refusals_in(form):
            services.edit_tournament(request.actor, tournament, changes)
            return done(request, gettext("Saved."), "overview", tournament.slug)
    context = {
        "form": form,
        "chosen": chosen,
        "rule_sets": RULE_SETS,
        "hint": RULE_SET_HINTS[chosen],
        "has_variants": _any_chosen(form.variants),
        "has_at_the_table": _any_chosen(form.at_the_table),
        **planned,
    }
    return form_page(request, "direction/rules.html", context)


def _any_chosen(fields: Iterable[BoundField]) -> bool:
    return any(str(field.value()) not in NOT_CHOSEN for field in fields)


def _planned_by_rules(
    tournament: Tournament, chosen: str, options: dict[str, Any], form: RulesForm
) -> dict[str, Any]:
    """Return what the day will be by the rules chosen, or why these options do not go together."""
    is_drawn = tournament.rounds.exists()
    if form.is_bound and not form.is_valid():
        return {"is_drawn": is_drawn, "wrong": _wrong(form, *form.fields)}
    if form.is_bound:
        options = form.options
    try:
        rules_chosen(chosen, options)
    except Refused as refused:
        return {"is_drawn": is_drawn, "wrong": [refusal_sentence(refused)]}
    changed = copy(tournament)
    changed.rules, changed.rule_options = chosen, options
    return {"is_drawn": is_drawn, **planned_day(changed, _entered(tournament))}


def _entered(tournament: Tournament) -> int:
    """Return how many would be drawn now; one query."""
    return len(players_to_draw(tournament).drawn)


@tournament_page(may_edit_tournament)
def settings(request: Request, tournament: Tournament) -> HttpResponse:
    """Edit name, day, rounds, games and minutes; links to finishing and deleting.

    `?part=answer` only says what the day will be by what is sent.
    """
    # The form writes to a copy: what the service refuses must not show in the bar.
    form = SettingsForm(request.POST or None, instance=copy(tournament))
    wrong = _wrong(form, "rounds_planned", *TIMES, *FOLDED_FIELDS)
    planned: dict[str, Any] = {"is_drawn": tournament.rounds.exists()}
    planned |= {"wrong": wrong} if wrong else planned_day(form.instance, _entered(tournament))
    if request.GET.get("part") == "answer":
        return render(request, "direction/planned_day.html", planned)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, _FIELD_OF):
            before = {name: getattr(tournament, name) for name in RANKED_FIELDS}
            with transaction.atomic():
                services.edit_tournament(request.actor, tournament, form.changed)
            said = f"{gettext('Saved.')} {_moved_sentence(tournament, before)}".strip()
            return done(request, said, "settings", tournament.slug)
    context = {
        "form": form,
        "rules_named": RULE_SETS[tournament.rules],
        "ranked_by": counting_sentences(tournament.counting),
        "may_delete": may_delete_tournament(request.actor, tournament),
        **planned,
    }
    return form_page(request, "direction/settings.html", context)


def _moved_sentence(tournament: Tournament, before: Mapping[str, Any]) -> str:
    """Say how many have another rank since something else is ranked; "" if it is the same."""
    if before == {name: getattr(tournament, name) for name in RANKED_FIELDS}:
        return ""
    trial = try_rules(tournament, **before)
    if trial.real.nothing_played:
        return ""
    count, words = len(trial.moved), {"all": len(trial.rows)}
    sentence = ngettext(
        "%(count)s of %(all)s players has another rank now.",
        "%(count)s of %(all)s players have another rank now.",
        count,
    )
    return sentence % {"count": count, **words}


@tournament_page(may_delete_tournament)
def tournament_delete(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what will be lost; delete once the short name is typed."""
    form = DeleteTournamentForm(request.POST or None, tournament=tournament)
    sentence = gettext("The tournament “%(slug)s” is deleted.") % {"slug": tournament.slug}
    if request.method == "POST" and form.is_valid():
        with show_refusals(request):
            services.delete_tournament(request.actor, tournament)
            return done(request, sentence, "home")
    context = {"form": form, "losses": lost_words(losses_of(tournament))}
    return form_page(request, "direction/tournament_delete.html", context)


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
            services.finish_tournament(request.actor, tournament, seen=seen, reason=reason)
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
    services.resume_tournament(request.actor, tournament, typed_reason(request.POST))
    return gettext("Tournament resumed.")


@tournament_page(may_archive_tournament)
def tournament_archive(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what the archive contains and what it leaves out; a POST writes the file."""
    if request.method == "POST":
        contacts = "contacts" in request.POST
        hidden = unreachable_people(request.actor, tournament)
        make = partial(archive_file, tournament, contacts=contacts, hidden=hidden)
        return download(request, make, "print", tournament.slug)
    return render(request, "direction/archive.html", words_of_file())


def words_of_file() -> dict[str, str]:
    """Return what the page of an archive says of the file: who signs it, what may be in it."""
    confidential = names_of_fields(Of.CONTACT, Of.NOTE)
    return {"signer": short_checksum(public_key()), "confidential": confidential}


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
    page = Paginator(entries, ENTRIES_PER_PAGE).get_page(request.GET.get("page"))
    head = journal_head(tournament)
    found = None
    if request.GET.get("check"):
        beside = [*season_differences(tournament), *cut_differences(tournament)]
        found = audit(tournament, beside)
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
