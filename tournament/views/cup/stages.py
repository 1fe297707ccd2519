"""A stage of a cup: its tournament made, its groups and lots drawn, who withdraws, its paper."""

from collections.abc import Callable
from copy import copy
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from tournament.cup import writes as services
from tournament.cup.reads import (
    CupReport,
    StageReport,
    cup_report,
    keys_of_stage,
    lot_reports,
    names_of_keys,
)
from tournament.cup.rules import Fate
from tournament.cup.writes import Plan
from tournament.errors import Refused
from tournament.exports.cup import stage_pdf
from tournament.forms.cup import (
    ConsolationForm,
    CupLotForm,
    CupWithdrawalForm,
    CutForm,
    FirstStageForm,
    GroupsForm,
    StageForm,
)
from tournament.imports.cup import read_entrants
from tournament.labels.people import row_finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.lists.cup import tie_lines
from tournament.models import Cup, CupStage
from tournament.people.rules.registration import PlayerRow
from tournament.views.access import Request, cup_page, of_cup, owner_page
from tournament.views.answers import as_response, button, done, form_page, refusals_in

MOST_TOLD = 8
GO_ON = {"cup_all_go_on": "go_on"}
"""The field at which a cut is refused that is none."""


@owner_page
@of_cup
def stage_next(request: Request, cup: Cup) -> HttpResponse:
    """Begin the next stage, or the first one with those who play."""
    report = cup_report(cup)
    if report.latest is None:
        return _first_stage(request, cup)
    why = _refused(services.stage_to_follow, report) if request.method != "POST" else ""
    before = report.latest.tournament
    filled = {"rounds": before.rounds_planned if before else 4, "go_on": 0}
    form = StageForm(request.POST or None, cup=cup, initial=filled)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, {"cup_seed_missing": "seed"} | GO_ON):
            stage = services.begin_next_stage(request.actor, cup, form.settings, _plan(form))
            return done(request, _begun(stage), "cup", cup.slug)
    latest = report.latest
    keys = keys_of_stage(latest, Fate.GOES_ON) if latest.is_decided else []
    going = names_of_keys(latest, keys)
    context = {"cup": cup, "form": form, "going": going, "why": why}
    return form_page(request, "cup/next.html", context)


def _first_stage(request: Request, cup: Cup) -> HttpResponse:
    filled = {"rounds": 4, "go_on": 2}
    form = FirstStageForm(request.POST or None, cup=cup, initial=filled)
    if request.method == "POST" and form.is_valid():
        fields = {"cup_team_size": "entrants", "cup_list_empty": "entrants"}
        with refusals_in(form, fields | GO_ON):
            if tournament := form.cleaned_data["tournament"]:
                stage = services.take_tournament(request.actor, cup, tournament, form.settings)
                return done(request, _begun(stage), "cup", cup.slug)
            rows = _entrants(form, of_teams=cup.of == Cup.Of.TEAMS)
            if not form.errors:
                stage = services.enter_list(request.actor, cup, rows, form.settings, _plan(form))
                return done(request, _begun(stage), "cup", cup.slug)
    return form_page(request, "cup/first.html", {"cup": cup, "form": form})


def _entrants(form: FirstStageForm, *, of_teams: bool) -> tuple[PlayerRow, ...]:
    """Return the rows typed; what is wrong with them is said at the field."""
    read = read_entrants(form.cleaned_data["entrants"], of_teams=of_teams)
    doubtful = [] if form.are_confirmed else read.doubtful
    if doubtful:
        form.fields["anyway"] = form.asked
    for row in [*read.refused, *doubtful][:MOST_TOLD]:
        sentence = " ".join(map(row_finding_sentence, row.findings))
        words = {"line": read.line_of[row.line], "name": row.text.split(";")[0]}
        refusal = Refused("cup_line_wrong", sentence=sentence, **words)
        form.add_error("entrants", refusal_sentence(refusal))
    return read.rows


def _plan(form: StageForm) -> Plan:
    data = form.cleaned_data
    name = f"{form.cup.name}: {data['name']}"
    return Plan(name, data["rounds"], data["day"], data.get("seed", ""))


def _refused(act: Callable[[Any], object], of: object) -> str:
    """Return why something cannot be done yet, or ""."""
    try:
        act(of)
    except Refused as refusal:
        return refusal_sentence(refusal)
    return ""


def _begun(stage: CupStage) -> str:
    return gettext("Stage “%(stage)s” is there.") % {"stage": stage.name}


@owner_page
def stage_settings(request: Request, cup: str, stage: int) -> HttpResponse:
    """Change the name of a stage, or who goes on after it."""
    row = _stage(cup, stage)
    form = CutForm(request.POST or None, cup=row.cup, instance=copy(row))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, {"cup_gone_on": "go_on"} | GO_ON), transaction.atomic():
            services.edit_stage(request.actor, row, form.changed)
            return done(request, gettext("Saved."), "cup", row.cup.slug)
    tournament = row.tournament
    context = {
        "cup": row.cup,
        "stage": row,
        "form": form,
        "groups_form": GroupsForm()
        if row.cup.of == Cup.Of.TEAMS and tournament and not tournament.rounds.exists()
        else None,
        "is_last": not CupStage.objects.filter(cup=row.cup, number__gt=row.number).exists(),
    }
    return form_page(request, "cup/stage.html", context)


@button(owner_page, "cup", typed=("seed", gettext_lazy("Number for the lot of the groups")))
def stage_groups(request: Request, cup: str, stage: int) -> HttpResponse:
    """Draw the groups anew, of the teams that are entered now."""
    row = _stage(cup, stage)
    services.draw_groups(request.actor, row, request.POST.get("seed", ""))
    return done(request, gettext("The groups are drawn."), "cup", row.cup.slug)


@button(owner_page, "cup")
def stage_remove(request: Request, cup: str, stage: int) -> HttpResponse:
    """Take the last stage out of the cup; its tournament stays."""
    row = _stage(cup, stage)
    if "sure" not in request.POST:
        messages.error(request, gettext("Nothing is deleted: tick that you mean it."))
        return redirect("cup-stage", row.cup.slug, row.number)
    name = row.name
    services.remove_stage(request.actor, row)
    words = gettext("stage “%(name)s” taken out; its tournament stays.") % {"name": name}
    return done(request, capfirst(words), "cup", row.cup.slug)


@owner_page
def stage_lot(request: Request, cup: str, stage: int) -> HttpResponse:
    """Draw the lot between those who are equal at the cut."""
    row = _stage(cup, stage)
    found = _found(row)
    form = CupLotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, {"cup_seed_missing": "seed"}):
            among = request.POST.getlist("among")
            services.draw_cup_lot(request.actor, row, among, **form.cleaned_data)
            names = "; ".join(lot_reports(_found(row))[-1].names)
            sentence = gettext("Drawn in this order: %(names)s.") % {"names": names}
            return done(request, sentence, "cup", row.cup.slug)
    tie = found.cut.ties[0] if found.is_tied else None
    context = {
        "cup": row.cup,
        "stage": row,
        "form": form,
        "tie": tie,
        "sentence": next(iter(tie_lines(found)), ""),
        "lots": lot_reports(found),
    }
    return form_page(request, "cup/lot.html", context)


@owner_page
def stage_withdraw(request: Request, cup: str, stage: int) -> HttpResponse:
    """Note that one who goes on does not play on; the next one moves up."""
    row = _stage(cup, stage)
    found = _found(row)
    keys = keys_of_stage(found, Fate.GOES_ON) if found.is_decided else []
    # Who was chosen stays, also where a correction has opened the stage again meanwhile.
    chosen = request.POST.get("who", "")
    keys = keys if found.is_decided or not chosen else [chosen]
    there = list(zip(keys, names_of_keys(found, keys), strict=True))
    form = CupWithdrawalForm(request.POST or None, there=there)
    why = "" if found.is_decided else gettext("Nobody goes on yet: the stage is not decided.")
    if form.is_bound and why:
        form.full_clean()
        form.add_error(None, why)
    elif form.is_valid():
        with refusals_in(form, {"reason_needed": "reason"}):
            risen = services.withdraw_from_cup(request.actor, row, **form.cleaned_data)
            sentence = gettext("%(name)s moves up.") % {"name": risen}
            return done(
                request, sentence if risen else gettext("Nobody moves up."), "cup", row.cup.slug
            )
    context = {"cup": row.cup, "stage": row, "form": form, "why": why}
    return form_page(request, "cup/withdraw.html", context)


@button(owner_page, "cup")
def stage_return(request: Request, cup: str, stage: int) -> HttpResponse:
    """Take back that one does not play on."""
    row = _stage(cup, stage)
    name = services.return_to_cup(request.actor, row, request.POST.get("who", ""))
    return done(request, gettext("%(who)s plays on after all.") % {"who": name}, "cup", cup)


@button(owner_page, "cup")
def stage_follow(request: Request, cup: str, stage: int) -> str:
    """Exchange in the next stage whom a correction has moved."""
    services.follow_correction(request.actor, _stage(cup, stage), request.POST.getlist("seen"))
    return gettext("Exchanged in the next stage.")


@owner_page
def stage_consolation(request: Request, cup: str, stage: int) -> HttpResponse:
    """Make a tournament of those who are out."""
    row = _stage(cup, stage)
    found = _found(row)
    name = f"{row.cup.name}: {gettext('Consolation tournament')}"
    filled = {"name": name, "rounds": found.tournament.rounds_planned if found.tournament else 4}
    form = ConsolationForm(request.POST or None, initial=filled)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            data = form.cleaned_data
            plan = Plan(data["name"], data["rounds"], data["day"])
            made = services.begin_consolation(request.actor, row, plan)
            words = {"name": made.name, "players": made.entries.count()}
            sentence = gettext("“%(name)s” is there with %(players)s players.")
            return done(request, sentence % words, "players", made.slug)
    why = _refused(services.keys_for_consolation, found) if request.method != "POST" else ""
    out = names_of_keys(found, keys_of_stage(found, Fate.OUT))
    context = {"cup": row.cup, "stage": row, "form": form, "out": out, "why": why}
    return form_page(request, "cup/consolation.html", context)


@cup_page
def stage_file(request: Request, cup: Cup, stage: int) -> HttpResponse:
    """Return who goes on after a stage, to print."""
    report = cup_report(cup)
    return as_response(stage_pdf(report, _in(report, stage)))


def _found(stage: CupStage) -> StageReport:
    return _in(cup_report(stage.cup), stage.number)


def _in(report: CupReport, number: int) -> StageReport:
    if not 1 <= number <= len(report.stages):
        raise Http404
    return report.stage(number)


def _stage(cup: str, number: int) -> CupStage:
    stages = CupStage.objects.select_related("cup")
    return get_object_or_404(stages, cup__slug=cup, number=number)
