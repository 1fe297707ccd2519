"""The place "Drucken": every document of the tournament, by round and overall."""

from datetime import date
from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render

from tournament.exports import excel, pdf
from tournament.exports.base import Document
from tournament.exports.csv_files import ranking_file, standings_file
from tournament.exports.series import association_file
from tournament.exports.website import standings_fragment
from tournament.labels.standings import standings_title
from tournament.models import Round, Tournament
from tournament.permissions import (
    may_check_in_players,
    may_draw_round,
    may_export,
    may_print,
    may_run_money,
)
from tournament.selectors.calls import has_log, log_days, log_moments
from tournament.selectors.kept import shown_standings
from tournament.selectors.money import has_money, has_receipts
from tournament.selectors.overview import round_lines
from tournament.selectors.proofs import is_proof_public, latest_commitment
from tournament.selectors.series import played_rows_of
from tournament.selectors.standings import standings_after
from tournament.services.phones import note_printed_address
from tournament.views.access import Request, tournament_page
from tournament.views.direction.rankings import ranking_asked_for
from tournament.views.direction.visible import number_in, round_asked_for, visible_round
from tournament.views.downloads import download as _download
from tournament.views.downloads import kept


@tournament_page(may_print)
def print_documents(request: Request, tournament: Tournament) -> HttpResponse:
    """What can be printed: the current round first, then the others, the newest on top."""
    lines = round_lines(tournament)
    may_draw = may_draw_round(request.actor, tournament)
    papers = [line for line in lines if may_draw or line.round.published_at]
    published = [paper for paper in papers if paper.round.published_at]
    current = published[-1] if published else None
    report = shown_standings(tournament, current.round.number) if current else None
    is_logged = has_log(tournament)
    has_prizes = tournament.prizes.exists()
    shows_money = may_check_in_players(request.actor, tournament) and has_money(tournament)
    context = {
        "has_money": shows_money,
        "has_receipts": shows_money and has_receipts(tournament),
        "has_prizes": has_prizes,
        "has_awards": has_prizes and tournament.prize_awards.exists(),
        "current": current,
        "standings": standings_title(rounds=report.rounds, final=report.final) if report else "",
        "is_drawn": bool(lines),
        "is_over": tournament.frozen_at is not None,
        "may_draw": may_draw,
        "has_log": is_logged,
        "days": log_days(log_moments(tournament)) if is_logged else [],
        "has_commitment": latest_commitment(tournament) is not None,
        "may_see_proof": may_draw or len(published) == len(lines),
        "others": [paper for paper in reversed(papers) if paper is not current],
    }
    return render(request, "direction/print.html", context)


@tournament_page(may_print)
def print_seats(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The seat list of a round, `?by=table` (default) or `?by=name`."""
    round = visible_round(request, tournament, number)
    by = "name" if request.GET.get("by") == "name" else "table"
    note_printed_address(request.actor, tournament)
    return _download(request, tournament, lambda: pdf.seat_list(round, by))


@tournament_page(may_print)
def print_round(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Everything for a round, of `?tables=3,7` the score sheets of these alone."""
    round = visible_round(request, tournament, number)
    note_printed_address(request.actor, tournament)
    tables = _tables_asked_for(request, round)
    return _download(request, tournament, lambda: pdf.round_papers(round, only=tables))


@tournament_page(may_print)
def print_sheets(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The blank score sheets of a round, `?tables=3,7` those of some tables."""
    round = visible_round(request, tournament, number)
    tables = _tables_asked_for(request, round)
    return _download(request, tournament, lambda: pdf.score_sheets(round, only=tables))


@tournament_page(may_print)
def print_round_result(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The result of a round."""
    round = visible_round(request, tournament, number)
    return _download(request, tournament, lambda: pdf.round_result(round))


@tournament_page(may_print)
def print_standings(request: Request, tournament: Tournament) -> HttpResponse:
    """The standings, `?after=R` (default: the last round) and `?tag=` (default: everybody).

    `?more=1` with averages, `?as=csv` as CSV.
    """
    after = round_asked_for(request)
    tag = request.GET.get("tag", "")
    if after is not None:
        visible_round(request, tournament, after)
    if request.GET.get("as") == "csv":
        return _download(
            request,
            tournament,
            lambda: standings_file(tournament, standings_after(tournament, after, tag)),
        )
    more = bool(request.GET.get("more"))
    return _download(request, tournament, lambda: pdf.standings(tournament, after, tag, more=more))


@tournament_page(may_print)
def print_association(request: Request, tournament: Tournament) -> HttpResponse:
    """Who has played how much, for the association: a workbook, or `?as=csv`."""
    as_workbook = request.GET.get("as") != "csv"
    rows = played_rows_of(tournament)
    make = partial(association_file, tournament, rows, as_workbook=as_workbook)
    return _download(request, tournament, make)


@tournament_page(may_print)
def print_website(request: Request, tournament: Tournament) -> HttpResponse:
    """The standings as a piece of HTML for a website."""
    make = partial(standings_fragment, tournament, standings_after(tournament))
    return _download(request, tournament, make)


@tournament_page(may_print)
def print_ranking(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    """The ranking of clubs, federal states, teams or pairs, `?after=R`, `?as=csv`."""
    after = round_asked_for(request)
    if after is not None:
        visible_round(request, tournament, after)
    ranked = ranking_asked_for(request, tournament, kind)
    make = ranking_file if request.GET.get("as") == "csv" else pdf.ranking
    return _download(request, tournament, lambda: make(tournament, ranked))


@tournament_page(may_print)
def print_calls(request: Request, tournament: Tournament) -> HttpResponse:
    """Complaints, penalties, protests and extra time, `?day=2026-11-22` (default: all)."""
    return _download(request, tournament, lambda: pdf.calls(tournament, _day_asked_for(request)))


@tournament_page(may_draw_round)
def print_plan(request: Request, tournament: Tournament) -> HttpResponse:
    """The plan of all rounds, published or not, `?by=name` (default), `number` or `table`."""
    by = request.GET.get("by", "")
    return _download(request, tournament, lambda: pdf.plan(tournament, by))


@tournament_page(may_print)
def print_tents(request: Request, tournament: Tournament) -> HttpResponse:
    """A number to stand up on each table."""
    note_printed_address(request.actor, tournament)
    return _download(request, tournament, lambda: pdf.tents(tournament))


@tournament_page(may_print)
def print_announcements(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """What is read aloud in a round."""
    round = visible_round(request, tournament, number)
    return _download(request, tournament, lambda: pdf.announcements_paper(round))


@tournament_page(may_print)
def print_participants(request: Request, tournament: Tournament) -> HttpResponse:
    """Everybody who plays."""
    return _download(request, tournament, lambda: pdf.participants(tournament))


@tournament_page(may_print)
def print_statistics(request: Request, tournament: Tournament) -> HttpResponse:
    """What the tournament comes to in figures."""
    return _download(request, tournament, lambda: pdf.statistics(tournament))


@tournament_page(may_print)
def print_tags(request: Request, tournament: Tournament) -> HttpResponse:
    """A name tag for everybody who plays, `?numbers=3,7` those of some."""
    numbers = _numbers_asked_for(request, "numbers")
    return _download(request, tournament, lambda: pdf.name_tags(tournament, only=numbers))


@tournament_page(may_draw_round)
def print_slips(request: Request, tournament: Tournament) -> HttpResponse:
    """A slip for everybody with all seats, published or not, `?numbers=3,7` those of some."""
    note_printed_address(request.actor, tournament)
    numbers = _numbers_asked_for(request, "numbers")
    return _download(request, tournament, lambda: pdf.slips(tournament, only=numbers))


@tournament_page(may_print)
def print_commitment(request: Request, tournament: Tournament) -> HttpResponse:
    """The commitment published last, for the wall."""
    return _download(request, tournament, lambda: pdf.commitment(tournament))


@tournament_page(may_print)
def print_proof(request: Request, tournament: Tournament) -> HttpResponse:
    """The proof of the draws; for the direction alone while it tells seats not published."""
    if not (may_draw_round(request.actor, tournament) or is_proof_public(tournament)):
        raise PermissionDenied
    return _download(request, tournament, lambda: pdf.proof(tournament))


@tournament_page(may_export)
def workbook(request: Request, tournament: Tournament) -> HttpResponse:
    """Everything as one Excel workbook."""
    with_payments = may_run_money(request.actor, tournament)

    def make() -> Document:
        book = excel.workbook(tournament, with_payments=with_payments)
        return kept(book, tournament, with_payments)

    return _download(request, tournament, make)


def _tables_asked_for(request: Request, round: Round) -> frozenset[int] | None:
    """The numbers behind `?tables=`; None without it. 404 for what is no table of the round."""
    numbers = _numbers_asked_for(request, "tables")
    if numbers is None:
        return None
    there = frozenset(round.tables.values_list("number", flat=True))
    if not there.issuperset(numbers):
        raise Http404
    return there.intersection(numbers)


def _numbers_asked_for(request: Request, name: str) -> frozenset[int] | None:
    """Numbers with commas between; None without any such question. 404 for anything else."""
    text = request.GET.get(name)
    if text is None:
        return None
    numbers = [number_in(each) for each in text.split(",") if text]
    if None in numbers:
        raise Http404
    return frozenset(each for each in numbers if each is not None)


def _day_asked_for(request: Request) -> date | None:
    try:
        return date.fromisoformat(request.GET.get("day", ""))
    except ValueError:
        return None
