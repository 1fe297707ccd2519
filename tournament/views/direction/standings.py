"""The standings, a round's result, a player's page, rankings of groups, what is still possible."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.cup.reads import acts_of_podium
from tournament.errors import Refused
from tournament.forms.rankings import OutlookForm, RankingsForm, TeamForm
from tournament.labels import standings as labels
from tournament.labels.counting import curve_words, standings_sentences
from tournament.lists import notes
from tournament.lists import standings as lists
from tournament.lists.columns import List
from tournament.lists.curves import Line, draw_courses
from tournament.lists.people import teams_list
from tournament.lists.podium import winners_of
from tournament.models import Tournament
from tournament.money.reads import fees_of, open_fee
from tournament.people.reads.players import player_list, registration
from tournament.permissions import (
    may_check_in_players,
    may_edit_players,
    may_edit_tournament,
    may_now,
    may_see_people,
    may_see_tournament,
    may_try_rules,
)
from tournament.rounds.reads.rounds import last_played, rounds_seen_by, shown_seats, unseated
from tournament.shared.rules.names import find_names
from tournament.shared.rules.typed import number_in
from tournament.standings import writes as services
from tournament.standings.reads import courses as select
from tournament.standings.reads.rankings import group_ranking, group_rules
from tournament.standings.reads.standings import (
    StandingsReport,
    round_result,
    shown_standings,
)
from tournament.standings.rules.rankings import GROUPS, GroupKind, odd_sizes
from tournament.standings.rules.standings import Bounds, chances
from tournament.standings.rules.tie_breaks import asks_seed
from tournament.tables import ListTable, configured
from tournament.views.access import Request, numbered, round_asked_for, search_text, tournament_page
from tournament.views.answers import (
    as_file,
    button,
    done,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)
from tournament.views.kept_pages import kept_page

NO_GROUPS = _("Nobody belongs to one yet. The players' pages say who belongs where.")
PLACES = 3
KEPT = ("after", "tag", "more", "sort")
"""The URL parameters that a search by name keeps."""
_FIELD_OF = {
    "numbers_unknown": "numbers",
    "nobody_chosen": "numbers",
    "text_longer_than": "team",
}
MOST_LEADERS = 3
"""With more than that on top, nobody counts as the leader."""
NOTHING_YET = _("The standings will be here as soon as seats are drawn and sheets are in.")


@tournament_page(may_see_tournament)
@kept_page(aside=lambda tournament, *_: acts_of_podium(tournament))
def standings(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the standings, `?after=R` (default: the last round) and `?tag=` (default: all)."""
    try:
        after = round_asked_for(request)
        report = shown_standings(tournament, after, request.GET.get("tag", ""))
    except Refused as refusal:
        raise Http404 from refusal
    more = bool(request.GET.get("more"))
    title = labels.standings_title(rounds=report.rounds, final=report.final)
    footnotes = notes.standings_footnotes(tournament, report)
    typed = search_text(request)

    def public() -> List:
        return _narrowed(lists.standings_list(report, footnotes.marks), typed, lambda row: row)

    if file := as_file(request, tournament, f"{title} {report.tag}", public):
        return file
    listed = lists.standings_list(report, footnotes.marks, more=more, public=False)
    found, now = select.courses(report), timezone.now()
    is_over = tournament.is_over  # rounds that were not played are left out then
    last = last_played(tournament) if is_over else report.rounds
    seen = rounds_seen_by(request.actor, tournament)
    rounds = [r for r in seen if r.number <= last or (r.published_at and not is_over)]
    listed = _narrowed(lists.add_courses(listed, found), typed, lambda row: row)
    is_open = not (report.nothing_played or report.complete or is_over)
    below = notes.notes_below(tournament, report, footnotes, now)
    changed = notes.final_notes(tournament, report, now) if report.changed_to else []
    context = {
        "frame": (title, report.rounds, [each.number for each in rounds], is_open),
        "report": report,
        "table": _table(request, tournament, listed, title),
        "nothing_yet": NOTHING_YET,
        "title": title,
        "changed": changed,
        "notes": [each for each in below if each not in changed],
        "badge": notes.badge_of(report, now),
        "rounds": rounds,
        "has_averages": more,
        "is_open": is_open,
        "asked": urlencode(_given(request, "after", "tag")),
        "typed": typed,
        "kept": _given(request, *KEPT).items(),
        **_leaders(tournament, report, found),
        "tabs": standings_tabs(tournament, report),
        "may_set_up": may_now(may_edit_tournament, request.actor, tournament),
        "may_try_rules": may_try_rules(request.actor, tournament),
        "lot_is_open": asks_seed(report.chain) and not report.results.seed,
    }
    return render(request, "direction/standings.html", context)


@tournament_page(may_see_tournament)
@kept_page()
def round_result_page(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the result of one round."""
    rounds = rounds_seen_by(request.actor, tournament)
    round = numbered(rounds, number)
    result = round_result(round, shown_standings(tournament, number), shown_seats(round))
    footnotes = notes.round_footnotes(result)
    typed = search_text(request)

    def public() -> List:
        return _narrowed(lists.result_list(result, footnotes.marks), typed, lambda row: row.seat)

    if file := as_file(request, tournament, notes.round_title(result.round.number), public):
        return file
    listed = lists.result_list(result, footnotes.marks, public=False)
    listed = _narrowed(listed, typed, lambda row: row.seat)
    context = {
        "frame": (),
        "round": round,
        "rounds": rounds,
        "result": result,
        "table": _table(request, tournament, listed, gettext("Result of the round")),
        "badge": notes.badge_of(result),
        "notes": footnotes.lines,
        "typed": typed,
        "kept": _given(request, *KEPT).items(),
    }
    return render(request, "direction/round_result.html", context)


def _table(request: Request, tournament: Tournament, listed: List, caption: str) -> SafeString:
    """Return the list as a page shows it; the same for everybody who may see the page."""
    people = reverse("player", args=[tournament.slug, 0])
    table = ListTable(
        listed,
        caption,
        look="standings",
        people=people,
        empty_text=str(NOTHING_YET),
        order_by="rank",
    )
    return SafeString(configured(request, table).as_html(request))


def standings_tabs(tournament: Tournament, report: StandingsReport, kind: str = "") -> list[dict]:
    """Return the tabs of all rankings: everybody, categories, groups; one query.

    The active one is that of `kind`, else that of the report.
    """
    page, after = reverse("standings", args=[tournament.slug]), f"?after={report.rounds}"
    tabs = [(gettext("All"), page + after, not kind and not report.tag)]
    for tag in report.tags:
        address = f"{page}{after}&{urlencode({'tag': tag})}"
        tabs.append((tag, address, not kind and tag == report.tag))
    for ranked in group_rules(tournament):
        page = reverse("standings-ranking", args=[tournament.slug, ranked.value])
        tabs.append((gettext(GROUPS[ranked].several), page + after, kind == ranked))
    if len(tabs) == 1:
        return []
    return [{"label": label, "url": url, "here": here} for label, url, here in tabs]


def _narrowed(listed: List, typed: str, who: Callable[[Any], Any]) -> List:
    """Return the rows matching a few letters or a start number; all if nothing is typed."""
    if not typed:
        return listed
    people = [who(row) for row in listed.rows]
    if typed.isdecimal():
        places = [at for at, each in enumerate(people) if str(each.number) == typed.lstrip("0")]
    else:
        places = find_names(typed, [f"{each.list_name} {each.affiliation}" for each in people])
    return replace(listed, rows=[listed.rows[at] for at in places])


def _leaders(
    tournament: Tournament, report: StandingsReport, found: select.Courses
) -> dict[str, object]:
    """Return the leaders and since when; at the end the podium and courses of the first."""
    if report.final:
        return {"winners": winners_of(tournament, report, found)}
    names = {row.entry_id: row.list_name for row in report.rows}
    leaders = [{"name": names[pk], "round": found.first_since(pk)} for pk in found.leaders()]
    if len(leaders) == 1:
        return {"leaders": gettext("%(name)s leads, since round %(round)s.") % leaders[0]}
    people = ", ".join(gettext("%(name)s (since round %(round)s)") % each for each in leaders)
    together = gettext("In the lead together: %(people)s.") % {"people": people}
    return {"leaders": together if 0 < len(leaders) <= MOST_LEADERS else ""}


def _given(request: Request, *names: str) -> dict[str, str]:
    """Return those of these URL parameters that are given."""
    return {name: request.GET[name] for name in names if request.GET.get(name)}


@tournament_page(may_see_tournament)
def player(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Show one player of the tournament, with the rounds the reader may see."""
    entry = get_object_or_404(player_list(tournament), pk=pk)
    entry.tournament = tournament
    found = select.shown_courses(tournament)
    report = found.report
    course = select.player_course(entry, rounds_seen_by(request.actor, tournament), found)
    place, desk = course.next_place, None
    if may_now(may_check_in_players, request.actor, tournament):
        uses_presence = entry.plays and registration(tournament).uses_presence
        desk = {
            "without_presence": not uses_presence,
            "fee": open_fee(entry),
            "fee_goes_back": entry.fee_paid and not fees_of(tournament),
        }
    context = {
        "entry": entry,
        "person": entry.person.same_as or entry.person,
        "report": report,
        "course": course,
        "curve": draw_courses([Line("", entry.person.name, course.figures)]),
        "curve_words": curve_words(tournament.counting),
        "way": place
        and labels.way_words(place.rank, place.points, report.counting, is_lead=place.is_lead),
        "notes": notes.verification_notes(tournament, report.progress),
        "rounds": ListTable(
            lists.course_list(tournament, course), gettext("Rounds"), look="stacks player-rounds"
        ),
        "offences": course.offences
        and ListTable(
            lists.offences_list(tournament, course),
            gettext("Penalties and deductions"),
            key="offences",
        ),
        "desk": desk,
        "may_edit": may_edit_players(request.actor, tournament),
        "may_see_people": may_see_people(request.actor),
    }
    return list_page(request, "direction/player.html", context)


@tournament_page(may_see_tournament)
def ranking(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    """Show the ranking of clubs, federal states, teams or pairs, `?after=R`; 404 if not ranked."""
    try:
        report = shown_standings(tournament, round_asked_for(request))
    except Refused as refusal:
        raise Http404 from refusal
    ranked = group_ranking(tournament, report, kind)
    if ranked is None:
        raise Http404
    title = labels.ranking_title(kind, report.rounds, final=report.final)
    table = ListTable(
        lists.ranking_list(ranked),
        title,
        look="standings",
        empty_text=str(NO_GROUPS),
        order_by="rank",
    )
    context = {
        "report": report,
        "kind": kind,
        "table": table,
        "title": title,
        "badge": notes.badge_of(ranked),
        "status": notes.status_of(ranked) if report.final else "",
        "notes": notes.ranking_footnotes(tournament, ranked),
        "rounds": rounds_seen_by(request.actor, tournament)[: report.rounds],
        "tabs": standings_tabs(tournament, report, kind),
        "may_set_up": may_now(may_edit_tournament, request.actor, tournament),
    }
    return list_page(request, "direction/ranking.html", context)


@tournament_page(may_edit_tournament)
def rankings(request: Request, tournament: Tournament) -> HttpResponse:
    """Set which groups are ranked besides the people, and how many members of each count."""
    form = RankingsForm(request.POST or None, rules=group_rules(tournament))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            services.set_group_rankings(request.actor, tournament, form.wanted())
            return done(request, gettext("Saved."), "standings", tournament.slug)
    return form_page(request, "direction/rankings.html", {"form": form})


@button(tournament_page(may_edit_tournament), "standings", "#lot")
def lot_draw(request: Request, tournament: Tournament) -> str:
    """Draw the lot between equal totals, once."""
    lot = services.draw_lot(request.actor, tournament)
    return gettext("Lot between equal totals drawn: %(seed)s.") % {"seed": lot.seed}


@tournament_page(may_see_tournament)
@kept_page()
def outlook(request: Request, tournament: Tournament) -> HttpResponse:
    """Show who can still reach which place: `?best=`, `?worst=`, `?places=`.

    `?part=answer` only answers, for a script while one types.
    """
    is_part = request.GET.get("part") == "answer"
    if is_part:  # links of the list lead to the page
        asked = request.GET.copy()
        del asked["part"]
        request.GET = asked  # type: ignore[assignment]
    report = shown_standings(tournament)
    points = [each for row in report.rows for each in row.rounds if each is not None]
    people = select.contenders(tournament, report)
    context: dict[str, object] = {"report": report}
    if not points or not any(each.remaining for each in people):
        return render(request, "direction/outlook.html", context)
    usual = {"best": max(points), "worst": min(points), "places": PLACES}
    form = OutlookForm({name: request.GET.get(name, value) for name, value in usual.items()})
    values = form.cleaned_data if form.is_valid() else usual
    bounds, places = Bounds(values["best"], values["worst"]), values["places"]
    certain = select.certain_bounds(tournament)
    rows = {row.entry_id: row for row in report.rows}
    who = {each.entry_id: each for each in people}
    context |= {
        "form": form,
        "notes": [
            *standings_sentences(tournament),
            *notes.verification_notes(tournament, report.progress),
        ],
        "table": ListTable(
            lists.chances_list(
                tournament,
                [
                    (rows[each.entry_id], who[each.entry_id], each)
                    for each in chances(people, bounds, places)
                ],
            ),
            gettext("What is still possible?"),
            look="standings stacks",
        ),
        "places": places,
        "is_estimate": bounds == Bounds(usual["best"], usual["worst"]),
        "remaining": max(each.remaining for each in people),
        "certain": certain,
        "certainly_first": len(chances(people, certain, 1)) if certain else 0,
        "is_part": is_part,
    }
    part = "direction/outlook_answer.html"
    return list_page(request, part if is_part else "direction/outlook.html", context)


@tournament_page(may_edit_players)
def teams(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the teams, their members and people without a team; add and remove members."""
    if request.method == "POST" and "leave" in request.POST:
        left = number_in(request.POST["leave"]) or 0
        with show_refusals(request):
            services.set_team(request.actor, tournament, [left], "")
        return redirect("players-teams", tournament.slug)
    form = TeamForm(request.POST or None)
    chosen = {number for each in request.POST.getlist("chosen") if (number := number_in(each))}
    if request.method == "POST" and form.is_valid():
        team, numbers = form.cleaned_data["team"], form.cleaned_data["numbers"] | chosen
        with refusals_in(form, _FIELD_OF):
            services.set_team(request.actor, tournament, numbers, team)
            joined = player_list(tournament).filter(number__in=numbers)[0].team
            words = {"team": joined, "numbers": ", ".join(map(str, sorted(numbers)))}
            sentence = gettext("Team “%(team)s”: numbers %(numbers)s.") % words
            return done(request, sentence, "players-teams", tournament.slug)
    entries = player_list(tournament)
    team_of = dict(entries.values_list("pk", "team"))
    people = sorted(
        unseated(tournament, entries), key=lambda each: team_of[each.entry_id].casefold()
    )
    found = defaultdict(list)
    for each in people:
        found[team_of[each.entry_id]].append(each)
    without = found.pop("", [])
    members = [(team, each) for team, of_it in (*found.items(), ("", without)) for each in of_it]
    if file := as_file(request, tournament, gettext("Teams"), lambda: teams_list(members)):
        return file
    sizes = {team: len(members) for team, members in found.items()}
    odd = odd_sizes(sizes, pairs=GroupKind.PAIR in group_rules(tournament))
    context = {
        "form": form,
        "chosen": chosen,
        "teams": [(team, members, team in odd) for team, members in found.items()],
        "without": without,
        "may_edit": may_now(may_edit_players, request.actor, tournament),
        "hint": gettext("Usually 3 to 6 players; two are a pair where pairs are ranked."),
    }
    return form_page(request, "direction/teams.html", context)
