"""Cups: the list of them, the stages of one as a picture, its players, settings."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from tournament.cup.reads import (
    CupReport,
    StageReport,
    StageState,
    cup_people_rows,
    cup_report,
    with_public_names,
)
from tournament.cup.rules import Fate
from tournament.exports.cup import people_pdf
from tournament.labels.counting import counting_sentences
from tournament.labels.cup import STATES, stage_sentences
from tournament.lists.cup import (
    astray_lines,
    cup_people_list,
    lot_sentences,
    other_states_sentence,
    picture_of,
    stage_list,
    tie_lines,
    withdrawn_lines,
)
from tournament.models import Cup
from tournament.permissions import may_run_installation
from tournament.tables import ListTable
from tournament.views.access import Request, cup_page, person_address
from tournament.views.answers import as_response, list_page

BADGES = {
    StageState.LOST: "action",
    StageState.DAMAGED: "action",
    StageState.TIED: "action",
    StageState.DECIDED: "done",
    StageState.GONE_ON: "done",
}


@cup_page
def cup_stages(request: Request, cup: Cup) -> HttpResponse:
    """Show the stages, latest first: who played, who goes on, who is out."""
    report = cup_report(cup)
    may_change = may_run_installation(request.actor)
    last = report.latest and report.latest.tournament
    # Until it is drawn, the last stage follows who goes on after the one before.
    following = len(report.stages) if last and not last.rounds.exists() else None
    stages = [_shown(report, each, following) for each in report.stages]
    tables = {f"stage-{each['number']}": each["table"] for each in stages}
    context = {
        "cup": cup,
        "stages": stages,
        "latest_first": stages[::-1],
        "may_change": may_change,
        "next": _next_act(report) if may_change else None,
        **tables,
    }
    return list_page(request, "cup/cup.html", context, of=cup)


def _shown(report: CupReport, found: StageReport, following: int | None) -> dict[str, object]:
    """Return a stage as the page draws it; `following`: the number of the one not drawn yet."""
    stage = found.stage
    return {
        "stage": stage,
        "number": stage.number,
        "report": found,
        "boxes": picture_of(found),
        "players": len(found.cut.lines),
        "going": len(found.cut.those(Fate.GOES_ON)) if found.is_over else None,
        "state": STATES[found.state],
        "badge": BADGES.get(found.state, "waiting"),
        "sentence": " ".join(stage_sentences(stage, found.counting)),
        "other_states": other_states_sentence(found),
        "ties": tie_lines(found),
        "astray": astray_lines(found),
        "withdrawn": withdrawn_lines(found),
        "lots": lot_sentences(found),
        "moves": found.stage.number + 1 == following,
        "may_return": found is report.latest or found.stage.number + 1 == following,
        "is_out": bool(found.is_decided and found.cut.those(Fate.OUT) and not stage.consolation),
        "table": ListTable(
            stage_list(report, found),
            stage.name,
            key=f"stage-{stage.number}",
            order_by=(),
            file=lambda: stage_list(report, with_public_names(found)),
        ),
    }


def _next_act(report: CupReport) -> tuple[str, str, str] | None:
    """Return what comes next: the sentence, the address and the words of its button."""
    cup, found = report.cup, report.latest
    if found is None:
        sentence = gettext("The cup has no stage yet.")
        return sentence, reverse("cup-next", args=[cup.slug]), gettext("First stage")
    stage, tournament = found.stage, found.tournament
    if found.state is StageState.TIED:
        sentence = gettext("Who goes on is decided by lot, in front of everybody.")
        return sentence, reverse("cup-lot", args=[cup.slug, stage.number]), gettext("Draw the lot")
    if found.state is StageState.DECIDED and found.is_last:
        return None
    if found.state is StageState.DECIDED:
        going = len(found.cut.those(Fate.GOES_ON))
        sentence = gettext("“%(stage)s” is decided: %(count)s go on.")
        sentence %= {"stage": stage.name, "count": going}
        return sentence, reverse("cup-next", args=[cup.slug]), gettext("Next stage")
    if tournament is None:
        return None
    sentence = gettext("“%(stage)s” is being played in its tournament.")
    if found.state is StageState.WAITING:
        sentence = gettext("“%(stage)s” is to be played in its tournament.")
    sentence %= {"stage": stage.name}
    return sentence, reverse("overview", args=[tournament.slug]), gettext("To the tournament")


@cup_page
def cup_people(request: Request, cup: Cup) -> HttpResponse:
    """Show the players over all stages."""
    report = cup_report(cup)
    rows = cup_people_rows(report)
    table = ListTable(
        cup_people_list(report, rows, public=False),
        gettext("Individual ranking"),
        look="standings",
        people=person_address(request),
        order_by="rank",
        file=lambda: cup_people_list(report, rows),
    )
    sentences = counting_sentences(report.counting)
    context = {"cup": cup, "table": table if rows else None, "sentences": sentences}
    return list_page(request, "cup/people.html", context, of=cup)


@cup_page
def cup_people_file(request: Request, cup: Cup) -> HttpResponse:
    """Return the players over all stages, to print."""
    return as_response(people_pdf(cup_report(cup)))
