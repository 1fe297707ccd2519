"""A tournament on its players' own phones, cached for all phones that ask for a page."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from tournament.labels.standings import standings_title, tie_break_sentence, way_words
from tournament.lists.calls import by_paragraph, what_was_decided
from tournament.lists.notes import ended_note, lasting_caution, standings_footnotes
from tournament.lists.standings import phone_lines
from tournament.models import Tournament
from tournament.phones import reads as select
from tournament.referee.reads import deductions_until
from tournament.rounds.reads.rounds import by_name, byes_of, seat_list, shown_rounds
from tournament.shared.reads.kept import keep
from tournament.shared.rules.typed import number_in
from tournament.stage.reads import hall_announcement
from tournament.standings.reads.courses import next_place
from tournament.standings.reads.standings import StandingsReport
from tournament.views.access import numbered, search_text
from tournament.views.kept_pages import etag_of

_STARTS = {"": "phones/start.html", "now": "phones/now.html", "said": "phones/said_now.html"}
Page = Callable[..., HttpResponse]
View = Callable[..., HttpResponseBase]


def phone_page(page: Page) -> View:
    """Decorate a read-only page for everybody with the tournament's code; 404 without it.

    It is the same for everybody reading in one language until a journal entry may change it or
    another announcement is made. Its ETag says so: a phone that has the page gets a 304, and one
    rendered for one phone is sent to all. So nothing in it may depend on the time of day or on who
    asks.
    """

    @wraps(page)
    def answer(request: HttpRequest, tournament: Tournament, **values: Any) -> HttpResponseBase:
        etag = etag_of(
            tournament.pk,
            select.latest_change(tournament),
            translation.get_language(),
            request.path.lower(),
            request.GET.get("q", ""),
            part_of(request),
            hall_announcement(tournament),
        )
        if unchanged := get_conditional_response(request, etag):
            return unchanged

        def make() -> HttpResponse | bytes:
            made = page(request, tournament, **values)
            return made.content if made.status_code == HTTPStatus.OK else made

        if "q" in request.GET:  # a search, which nobody else makes
            made = make()
        else:
            made = keep("phone", etag, make, if_it=lambda made: isinstance(made, bytes))
        if isinstance(made, HttpResponse):
            return made
        response = HttpResponse(made)
        response["ETag"] = etag
        return response

    return _require_code(answer)


def passing_page(page: Page) -> View:
    """Decorate a part that is only valid now, such as the time left: never cached."""
    return _require_code(page, keep="no-store")


def part_of(request: HttpRequest) -> str:
    """Return the part an open page polls: "now" (what changes), "said" (announcements) or ""."""
    asked = request.GET.get("part", "")
    return asked if asked in ("now", "said") else ""


def _require_code(page: View, keep: str = "private, no-cache") -> View:
    @login_not_required
    @require_safe
    @wraps(page)
    def view(request: HttpRequest, code: str, **values: object) -> HttpResponseBase:
        tournament = select.tournament_for_phones(code)
        if tournament is None:
            raise Http404
        # A language is chosen by a link: a form's token would make every page different.
        wanted = request.GET.get("language", "")
        chosen = wanted if wanted in dict(settings.LANGUAGES) else ""
        with translation.override(chosen or translation.get_language()):
            response = page(request, tournament, **values)
        if chosen:
            response.set_cookie(settings.LANGUAGE_COOKIE_NAME, chosen, samesite="Lax")
        response["Cache-Control"] = keep
        # Of the cookies only the language matters; it is in the ETag.
        patch_vary_headers(response, ["Cookie"])
        return response

    return view


@phone_page
def start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show club, round, clock and the seat search, `?q=` a name or start number."""
    typed = search_text(request)
    found = select.find_players(tournament, typed) if typed else ()
    if len(found) == 1:
        return redirect("phone-player", tournament.phone_code, found[0].number)
    rounds = shown_rounds(tournament)
    context = {
        "tournament": tournament,
        "round": rounds[-1] if rounds else None,
        "typed": typed,
        "found": found,
    }
    return render(request, _STARTS[part_of(request)], context)


@phone_page
def seats(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show everybody's seat in a published round, by name."""
    rounds = shown_rounds(tournament)
    round = numbered(rounds, number)
    lines = by_name((*seat_list(round), *byes_of(round)))
    context = {"tournament": tournament, "rounds": rounds, "round": round, "lines": lines}
    return render(request, "phones/seats.html", context)


@phone_page
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show one player's rounds: where, with whom, and the points as far as released."""
    found = select.player_numbered(tournament, number)
    if found is None:
        raise Http404
    rounds = select.rounds_of_player(tournament, found)
    report = select.released_standings(tournament)
    rows = report.rows if report else ()
    row = next((each for each in rows if each.entry_id == found.entry_id), None)
    points = dict(enumerate(row.rounds, start=1)) if row else {}
    context = {
        "tournament": tournament,
        "player": found,
        "round": rounds[0].round if rounds else None,
        "now": rounds[0] if rounds else None,
        "rounds": [(each, points.get(each.round.number)) for each in rounds],
        "row": row,
        "report": report,
        "ranked": sum(each.rank is not None for each in rows),
    }
    if report and row:
        positions = {each.round.number: each.seat.seat for each in rounds if each.seat}
        told = by_paragraph(tournament)
        place = next_place(row, [each for each in rows if each.rank is not None])
        context |= {
            **_caution(tournament, report),
            # Only the paragraph, not the referee's note: that may name others.
            "penalties": [
                (
                    each,
                    what_was_decided(each, by_paragraph=told),
                    each.own_points(positions.get(each.round or 0)),
                )
                for each in select.penalties_of(tournament, row.entry_id, report.rounds)
            ],
            "deductions": deductions_until(tournament, report.rounds).filter(entry=row.entry_id),
            "way": way_words(place.rank, place.points, is_lead=place.is_lead) if place else "",
        }
    template = "phones/player_now.html" if part_of(request) else "phones/player.html"
    return render(request, template, context)


@phone_page
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings as far as the direction has released them."""
    rounds = shown_rounds(tournament)
    context: dict[str, object] = {"tournament": tournament, "round": rounds[-1] if rounds else None}
    if report := select.released_standings(tournament):
        footnotes = standings_footnotes(tournament, report)
        context |= {
            "report": report,
            "title": standings_title(rounds=report.rounds, final=report.final),
            "ended": ended_note(report),
            **_caution(tournament, report),
            "lines": phone_lines(report, footnotes.marks),
            "footnotes": footnotes.lines,
            "tie_break": tie_break_sentence(tournament.tie_breaks),
        }
    return render(request, "phones/standings.html", context)


def _caution(tournament: Tournament, report: StandingsReport) -> dict[str, object]:
    """Return why the standings are provisional, and what the open page says afterwards."""
    caution, afterwards = lasting_caution(report, tournament.date)
    return {"caution": caution, "afterwards": afterwards, "until": report.objections_until}


@passing_page
def clock(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the clocks of the latest published round; `?player=12`: the one at that player's table.

    None once the tournament is over.
    """
    rounds = () if tournament.is_over else shown_rounds(tournament)
    number = number_in(request.GET.get("player", ""))
    now = timezone.now()
    clocks = select.table_clocks(tournament, rounds[-1], now, number) if rounds else ()
    context = {"tournament": tournament, "clocks": clocks, "now": now}
    return render(request, "phones/clock.html", context)
