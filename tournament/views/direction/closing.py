"""Closing a round: with one press, or after one confirmation if something is undecided."""

from collections.abc import Container
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from tournament.labels.rounds import places_in_words
from tournament.models import Round, RoundState, Tournament
from tournament.permissions import may_close_round
from tournament.referee.reads.calls import undecided_protests
from tournament.rounds.writes import close_round, finish_round
from tournament.sheets.reads.sheets import missing_tables
from tournament.sheets.reads.verifications import contradicted_tables, unconfirmed_places
from tournament.views.access import Request, tournament_page
from tournament.views.acts import refusals_told
from tournament.views.desk.drafts import drafts_that_differ
from tournament.views.direction.visible import visible_round


@dataclass(frozen=True, slots=True)
class Undecided:
    """Something that contradicts the result of a table: `key` names it, `url` leads to it."""

    key: str
    table: int
    sentence: str
    url: str


@tournament_page(may_close_round)
def round_close(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Close the round, with `end` also a running one.

    `known` are the keys of the undecided things the user has seen.
    """
    round = visible_round(request, tournament, number)
    ends = "end" in request.POST or "end" in request.GET
    close = finish_round if ends and round.state == RoundState.RUNNING else close_round
    undecided = [] if missing_tables(round) else undecided_in(request, round, ends=ends, now=True)
    seen = {each.key for each in undecided} <= set(request.POST.getlist("known"))
    if request.method == "POST" and seen:
        tables = [each.table for each in undecided]
        with refusals_told(request):
            close(request.actor, round, contradicted=tables)
            words = {"round": number}
            messages.success(request, gettext("Round %(round)s closed.") % words)
            if protests := places_in_words(undecided_protests(tournament)):
                told = gettext("Protests that are not decided")
                messages.warning(request, f"{told}: {protests}.")
    elif request.method == "POST":
        asked = reverse("round-close", args=[tournament.slug, number])
        return redirect(f"{asked}?end=1" if ends else asked)
    elif undecided:
        context = {"round": round, "undecided": undecided, "ends": ends}
        return render(request, "direction/round_close.html", context)
    return redirect("round", tournament.slug, number)


def undecided_in(
    request: Request, round: Round, *, ends: bool, now: bool = False
) -> list[Undecided]:
    """Return what is undecided, by table, in a round with all sheets that could be closed.

    ends: whether it could also be closed while it runs. now: it is being closed; then results
    waiting for verification count as well, which before that are just work to come.
    """
    if round.state == RoundState.CLOSED or (round.state == RoundState.RUNNING and not ends):
        return []
    contradicted = _contradicted(round)
    found = [*contradicted, *_drafted(request, round), *_dealt_out_of_turn(round)]
    if now:
        found += _unverified(round, {each.table for each in contradicted})
    return sorted(found, key=lambda each: each.table)


def _unverified(round: Round, contradicted: Container[int]) -> list[Undecided]:
    """Return the tables whose second verification is wanted and missing, except those above."""
    sentence = pgettext("table", "not verified")
    return [
        Undecided(
            f"unverified-{place.table}",
            place.table,
            sentence,
            reverse("verification", args=[round.tournament.slug, round.number]),
        )
        for place in unconfirmed_places(round.tournament)
        if place.round == round.number and place.table not in contradicted
    ]


def _contradicted(round: Round) -> list[Undecided]:
    found = []
    for table, differing in contradicted_tables(round).items():
        words = {
            "entered_by": differing[-1].version.user or gettext("Program"),
            "typed_by": ", ".join(dict.fromkeys(str(each.user) for each in differing)),
        }
        sentence = gettext(
            "entered by %(entered_by)s, typed differently the second time by %(typed_by)s; "
            "not decided yet"
        )
        url = reverse("verification-decision", args=[round.tournament.slug, round.number, table])
        found.append(Undecided(f"verification-{table}", table, sentence % words, url))
    return found


def _drafted(request: Request, round: Round) -> list[Undecided]:
    found = []
    for draft in drafts_that_differ(request, round):
        table = draft.table.number
        sentence = gettext("unsaved correction by %(who)s") % {"who": draft.user}
        url = reverse("sheet", args=[round.tournament.slug, round.number, table])
        found.append(Undecided(f"draft-{draft.pk}", table, sentence, url))
    return found


def _dealt_out_of_turn(round: Round) -> list[Undecided]:
    sentence = gettext("a game dealt out of turn that the direction has not confirmed")
    tables = round.tables.filter(awaits_direction=True).values_list("number", flat=True)
    address = [round.tournament.slug, round.number]
    return [
        Undecided(f"deal-{number}", number, sentence, reverse("sheet", args=[*address, number]))
        for number in tables
    ]
