"""A tournament on its players' own phones, cached for all phones that ask for a page."""

import gzip
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from http import HTTPStatus
from itertools import chain, groupby
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from tournament.check_in.reads import open_desk, seat_drawn
from tournament.cup.reads import acts_in_cup, acts_of_podium, cut_shown, first_places
from tournament.labels.counting import (
    carried_words,
    counting_words,
    curve_words,
    standings_words,
)
from tournament.labels.cup import cut_words, first_places_words, shown_sentence, shown_title
from tournament.labels.league import day_title, league_sentences, minimum_sentence
from tournament.labels.standings import standings_title, way_words
from tournament.league.reads import (
    division_of_day,
    names_of_lineups,
    substitutions,
    teams_in_groups,
)
from tournament.lists.calls import by_paragraph, what_was_decided
from tournament.lists.cup import lot_sentences, shown_lines, tie_lines
from tournament.lists.curves import Line, draw_courses
from tournament.lists.league import (
    day_sentences,
    day_teams_list,
    deductions_list,
    groups_list,
    ranked_sentences,
    results_words,
    season_players_list,
    substitution_words,
    table_list,
)
from tournament.lists.notes import caution_of, ended_note, notes_below, standings_footnotes
from tournament.lists.standings import phone_lines
from tournament.lists.timetable import timetable_lines
from tournament.models import (
    DayTeam,
    Entry,
    GameTable,
    JournalEntry,
    MatchDay,
    RoundState,
    Tournament,
)
from tournament.models.cup import Cup
from tournament.phones import reads as select
from tournament.referee.reads import deductions_until, offences_of
from tournament.rounds.reads.rounds import by_name, byes_of, seat_list, shown_rounds
from tournament.shared.reads.kept import keep
from tournament.shared.rules.typed import number_in
from tournament.stage.reads import hall_announcement
from tournament.standings.reads.courses import courses, next_place
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.curves import running_totals
from tournament.tables import ROWS_PER_PAGE
from tournament.views.access import numbered, search_text
from tournament.views.kept_pages import etag_of
from tournament.views.public.remembered import LASTS, forget, remember, remembered

_STARTS = {"": "phones/start.html", "now": "phones/now.html", "said": "phones/said_now.html"}
_SEATED = (RoundState.PUBLISHED, RoundState.RUNNING)
"""A round in which one looks for one's table; later it was the last one's."""
Page = Callable[..., HttpResponse]
View = Callable[..., HttpResponseBase]


def phone_page(
    page: Page,
    depends_on: Callable[[HttpRequest, Tournament], object] = lambda *_: None,
    latest: Callable[[Tournament], tuple[int, int]] = select.latest_change,
) -> View:
    """Decorate a read-only page for everybody with the tournament's code; 404 without it.

    It is the same for everybody reading in one language until a journal entry may change it or
    another announcement is made. Its ETag says so: a phone that has the page gets a 304, and one
    rendered for one phone is sent to all. So nothing in it may depend on the time of day, and on
    who asks only by what `depends_on` returns. latest: the act that made it another page.
    """

    @wraps(page)
    def answer(request: HttpRequest, tournament: Tournament, **values: Any) -> HttpResponseBase:
        etag = etag_of(
            tournament.pk,
            latest(tournament),
            translation.get_language(),
            request.path.lower(),
            request.GET.get("q", ""),
            part_of(request),
            hall_announcement(tournament),
            depends_on(request, tournament),
        )
        if unchanged := get_conditional_response(request, etag):
            return unchanged

        def make() -> HttpResponse | bytes:
            made = page(request, tournament, **values)
            return gzip.compress(made.content) if made.status_code == HTTPStatus.OK else made

        if "q" in request.GET:  # a search, which nobody else makes
            made = make()
        else:
            made = keep("phone", etag, make, if_it=lambda made: isinstance(made, bytes))
        if isinstance(made, HttpResponse):
            return made
        # As the phone takes it: packed once for all, as nothing in it is secret.
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            headers = {"Content-Encoding": "gzip", "ETag": f"W/{etag}"}
            response = HttpResponse(made, headers=headers)
        else:
            response = HttpResponse(gzip.decompress(made), headers={"ETag": etag})
        patch_vary_headers(response, ["Accept-Encoding"])
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
            return _ask_for_code(request, code)
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


@login_not_required
@require_safe
def door(request: HttpRequest) -> HttpResponse:
    """Ask for the code, `?code=` as typed, with blanks and hyphens, or the whole address."""
    typed = search_text(request, "code")
    code = "".join(filter(str.isalnum, typed.rstrip("/").rpartition("/")[2])).lower()
    if code and select.tournament_for_phones(code):
        return redirect("phone", code)
    return _ask_for_code(request, typed)


def _ask_for_code(request: HttpRequest, wrong: str) -> HttpResponse:
    """Ask for the code; 404 after a wrong one, or one that is not valid any more."""
    status = HTTPStatus.NOT_FOUND if wrong else HTTPStatus.OK
    page = render(request, "phones/door.html", {"wrong": wrong}, status=status)
    page["Cache-Control"] = "no-store"
    return page


def _whose(request: HttpRequest, tournament: Tournament) -> object:
    """Return what the first page depends on: whether the phone is known, else who it was to be."""
    return remembered(request, tournament) is not None or number_in(request.GET.get("not_kept", ""))


@partial(phone_page, depends_on=_whose)
def start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the place of one's own seat, or else the search for it, `?q=` a name or start number.

    Who is found is remembered. `?not_kept=12`: a phone that keeps no cookie goes on to that player.
    """
    typed = search_text(request)
    found = select.find_players(tournament, typed) if typed else ()
    if len(found) == 1:
        address = reverse("phone", args=[tournament.phone_code])
        response = redirect(f"{address}?not_kept={found[0].number}")
        remember(response, tournament, found[0].entry_id)
        return response
    is_known = remembered(request, tournament) is not None and not typed
    number = number_in(request.GET.get("not_kept", ""))
    if number is not None and not is_known:
        return redirect("phone-player", tournament.phone_code, number)
    context = {**_place_of(tournament), "is_known": is_known, "typed": typed, "found": found}
    return render(request, _STARTS[part_of(request)], context)


def _place_of(tournament: Tournament) -> dict[str, object]:
    """Return where a page belongs: the tournament, and its latest round if any."""
    rounds = shown_rounds(tournament)
    return {"tournament": tournament, "round": rounds[-1] if rounds else None}


def _owner_and_podium(request: HttpRequest, tournament: Tournament) -> object:
    """Return who asks, and at the end the newest act that the podium depends on."""
    return remembered(request, tournament), tournament.frozen_at and acts_of_podium(tournament)


@partial(phone_page, depends_on=_owner_and_podium)
def mine(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what is the phone's owner's own: seat, table, place; the search where it has none."""
    entry = remembered(request, tournament)
    found = select.player_of_entry(tournament, entry) if entry is not None else None
    if found is None:
        return render(request, "phones/find.html", _place_of(tournament))
    context = _about(tournament, found)
    now = context["now"]
    is_seated = now is not None and not tournament.is_over and now.round.state in _SEATED
    tables = GameTable.objects.filter(round=now.round) if is_seated and now.seat else None
    report = context["report"]
    # Released up to an earlier round, the first three are not yet those of the prize-giving.
    is_final = tournament.is_over and report is not None and report.frozen_at is not None
    context |= {
        "is_seated": is_seated,
        "tables": tuple(tables.values_list("number", flat=True)) if tables is not None else (),
        "is_final": is_final,
        "cut_words": tournament.is_over and cut_words(tournament),
        "podium": first_places(tournament, report) if is_final else (),
        "podium_of": first_places_words(tournament),
        "team": found.affiliation if tournament.shows_teams else "",
        "days": LASTS.days,
    }
    return render(request, "phones/mine.html", context)


@passing_page
def own_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Lead a phone without scripts to the page of its owner, which says the seat by itself."""
    entry = remembered(request, tournament)
    found = select.player_of_entry(tournament, entry) if entry is not None else None
    if found is None:
        return redirect("phone", tournament.phone_code)
    return redirect("phone-player", tournament.phone_code, found.number)


@passing_page
def forget_me(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Forget whose phone this is."""
    response = redirect("phone", tournament.phone_code)
    forget(response, tournament)
    return response


@phone_page
def seats(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show everybody's seat in a published round, by name."""
    rounds = shown_rounds(tournament)
    round = numbered(rounds, number)
    lines = by_name((*seat_list(round), *byes_of(round)))
    context = {"tournament": tournament, "rounds": rounds, "round": round, "lines": lines}
    template = "phones/seats_now.html" if part_of(request) else "phones/seats.html"
    return render(request, template, context)


@phone_page
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show one player's rounds: where, with whom, and the points as far as released."""
    found = select.player_numbered(tournament, number)
    if found is None:
        raise Http404
    template = "phones/player_now.html" if part_of(request) else "phones/player.html"
    return render(request, template, _about(tournament, found))


def _about(tournament: Tournament, found: select.Player) -> dict[str, Any]:
    """Return what everybody may know of a player: rounds, and the points as far as released."""
    rounds = select.rounds_of_player(tournament, found)
    report = select.released_standings(tournament)
    rows = report.rows if report else ()
    at = next((at for at, each in enumerate(rows) if each.entry_id == found.entry_id), None)
    row = None if at is None else rows[at]
    points = dict(enumerate(zip(row.rounds, row.played, strict=True), start=1)) if row else {}
    desk = None if rounds else open_desk(tournament)
    own = DayTeam.objects.none()
    if tournament.shows_teams:
        of_day = DayTeam.objects.filter(day__tournament=tournament, entered_as=found.affiliation)
        own = of_day.select_related("day", "team")
    changed = chain.from_iterable(substitutions(own, is_public=True).values())
    context: dict[str, Any] = {
        "tournament": tournament,
        "player": found,
        "round": rounds[0].round if rounds else None,
        "now": rounds[0] if rounds else None,
        "drawn": desk and seat_drawn(Entry.objects.get(pk=found.entry_id), desk),
        "rounds": [(each, *points.get(each.round.number, (None, None))) for each in rounds],
        "ranked_by": counting_words(tournament.counting),
        "without": carried_words(tournament),
        "substitutions": [
            substitution_words(each) for each in changed if found.entry_id in each.entries
        ],
        "row": row,
        "page": at and at // ROWS_PER_PAGE + 1,
        "report": report,
        "ranked": sum(each.rank is not None for each in rows),
    }
    if report and row:
        positions = {each.round.number: each.seat.seat for each in rounds if each.seat}
        told = by_paragraph(tournament)
        place = next_place(row, [each for each in rows if each.rank is not None])
        figures = running_totals(row.rounds, courses(report).deductions.get(row.entry_id))
        context |= {
            **_caution(tournament, report),
            # Only the paragraph, not the referee's note: that may name others.
            "penalties": [
                (
                    each,
                    what_was_decided(each, by_paragraph=told),
                    each.own_points(positions.get(each.round or 0)),
                )
                for each in offences_of(tournament, {row.entry_id}).get(row.entry_id, [])
                if each.is_penalty and (each.round or 0) <= report.rounds
            ],
            "deductions": deductions_until(
                tournament, report.rounds, is_end=report.frozen_at is not None
            ).filter(entry=row.entry_id),
            "way": place
            and way_words(place.rank, place.points, report.counting, is_lead=place.is_lead),
            # From the second round on.
            "curve": draw_courses([Line("", found.name, figures)]) if len(figures) > 2 else "",
            "curve_words": curve_words(report.counting),
        }
    return context


def _page_asked(request: HttpRequest, _tournament: Tournament) -> int:
    """Return the page of a long list that is asked for, from 1; more than 99 has none."""
    return min(max(number_in(request.GET.get("page", "")) or 1, 1), 99)


def _list_asked(request: HttpRequest, tournament: Tournament) -> object:
    """Return the page of the list, and what its cup says of it, which counts at once."""
    return _page_asked(request, tournament), standings_words(tournament), cut_words(tournament)


@partial(phone_page, depends_on=_list_asked, latest=select.latest_list)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings as far as the direction has released them, 200 rows on a page."""
    context = _place_of(tournament)
    if tournament.team_groups:
        context["is_match_day"] = MatchDay.objects.filter(tournament=tournament).exists()
    if report := select.released_standings(tournament):
        footnotes = standings_footnotes(tournament, report)
        page = Paginator(report.rows, ROWS_PER_PAGE).get_page(_page_asked(request, tournament))
        context |= {
            "page": page,
            "report": report,
            "title": standings_title(rounds=report.rounds, final=report.final),
            "ended": ended_note(report),
            "ranked_by": standings_words(tournament),
            "cut_words": cut_words(tournament),
            **_caution(tournament, report),
            "lines": phone_lines(page.object_list, footnotes.marks),
            # As on the day of the end: the page is kept beyond it. A club decides what it hangs
            # up; a phone shows everybody what to compare with that.
            "notes": notes_below(tournament, report, footnotes, report.frozen_at, says_who=False),
        }
        if page.number == 1 and tournament.team_groups:
            context["groups"] = groups_list(teams_in_groups(tournament, report))
    template = "phones/standings_now.html" if part_of(request) else "phones/standings.html"
    return render(request, template, context)


def _owner_and_cup(request: HttpRequest, tournament: Tournament) -> object:
    """Return who asks, and the newest act in any stage of the tournament's cup."""
    return remembered(request, tournament), acts_in_cup(tournament)


@partial(phone_page, depends_on=_owner_and_cup)
def cut(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who goes on after a stage of a cup, the phone's owner first; 404 without a cut."""
    words = cut_words(tournament)
    if not words:
        raise Http404
    context = {**_place_of(tournament), "cut_words": words}
    if found := cut_shown(tournament):
        entry, of_teams = remembered(request, tournament), found.stage.cup.of == Cup.Of.TEAMS
        there = found.stored.entries if found.stored else ()
        own = [each.team if of_teams else str(each.number) for each in there if each.pk == entry]
        lines = shown_lines(found)
        context |= {
            "title": shown_title(found.stage),
            "sentence": shown_sentence(found.stage, found.counting),
            "ties": tie_lines(found),
            "lots": lot_sentences(found),
            "own": [line for line in lines if line.key in own],
            "parts": [
                (words, list(those)) for words, those in groupby(lines, key=lambda line: line.words)
            ],
        }
    template = "phones/cut_now.html" if part_of(request) else "phones/cut.html"
    return render(request, template, context)


def _acts_of_season(_request: HttpRequest, tournament: Tournament) -> object:
    """Return the newest act on any match day of the tournament's league."""
    days = MatchDay.objects.filter(division__league__divisions__days__tournament=tournament)
    acts = JournalEntry.objects.filter(tournament__in=days.values("tournament"))
    return acts.aggregate(last=Max("pk"))["last"]


@partial(phone_page, depends_on=_acts_of_season, latest=select.latest_list)
def league(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the division of which this is a match day: table, days, players of the season."""
    found = division_of_day(tournament)
    if found is None:
        raise Http404
    rules = found.division.league.rules
    rows = [team.row for each in found.days for team in each.teams]
    lineups = names_of_lineups(rows, public=True)
    changed = substitutions(rows, is_public=True)
    context = {
        **_place_of(tournament),
        "division": found,
        "counted": len(found.counted),
        "table": table_list(found),
        "deductions": deductions_list(found.deductions),
        "sentences": [
            *league_sentences(rules, [*found.sizes]),
            *ranked_sentences([found]),
        ],
        "days": [
            (
                day_title(each.day),
                results_words(each),
                day_teams_list(each, lineups, linked=None),
                each.day.tournament_id == tournament.pk,
                [*day_sentences(each), *map(substitution_words, changed[each.day.pk])],
            )
            for each in found.days
        ],
        "players": season_players_list(found),
        "minimum": minimum_sentence(rules.minimum_rounds),
    }
    template = "phones/league_now.html" if part_of(request) else "phones/league.html"
    return render(request, template, context)


def _caution(tournament: Tournament, report: StandingsReport) -> dict[str, object]:
    """Return why the standings are provisional, and what the open page says afterwards."""
    # Until the end of the objection period, and after it, as the page is kept.
    moment = report.objections_until or report.frozen_at or timezone.now()
    elsewhere = timedelta(days=timezone.localdate(moment) != tournament.date)
    return {
        "caution": caution_of(report, moment - elsewhere - timedelta(seconds=1)),
        "afterwards": caution_of(report, moment + elsewhere),
        "until": report.objections_until,
    }


@passing_page
def clock(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the clocks of the latest published round; `?player=12`: the one at that player's table.

    None once that round is closed, or the tournament over.
    """
    rounds = shown_rounds(tournament)
    is_open = bool(rounds) and not rounds[-1].closed_at and not tournament.is_over
    number = number_in(request.GET.get("player", ""))
    now = timezone.now()
    clocks = select.table_clocks(tournament, rounds[-1], now, number) if is_open else ()
    context = {"is_open": is_open, "clocks": clocks, "now": now}
    return render(request, "phones/clock.html", context)


@passing_page
def timetable(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the timetable of the day as expected now; nothing where there is none."""
    lines = timetable_lines(tournament, timezone.now())
    return render(request, "phones/timetable.html", {"timetable": lines})
