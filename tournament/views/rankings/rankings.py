"""Rankings over time: the list of them, one as of a day, settings, what counts, published lists."""

from collections.abc import Callable
from datetime import date
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournament.exports import rankings as files
from tournament.exports.series import association_file
from tournament.forms.ranking_over_time import IssueForm
from tournament.labels.filling import short_day
from tournament.labels.rankings import (
    gone_sentence,
    ranking_sentence,
    ranking_title,
    stateless_sentence,
)
from tournament.labels.tournaments import tournament_labels
from tournament.lists.html import act_button
from tournament.lists.rankings import issues_list, occasions_list, questions_list
from tournament.models import Person, Ranking, RankingIssue, SeriesEvening, Tournament
from tournament.permissions import may_run_installation
from tournament.rankings import writes as services
from tournament.rankings.reads.rankings import (
    Occasion,
    OccasionReport,
    played_in_window,
    possibly_same,
    ranking_report,
    told_apart,
)
from tournament.shared.rules.typed import key_in
from tournament.tables import ListTable
from tournament.views.access import Request, of_ranking, owner_page, people_page, person_address
from tournament.views.answers import as_response, button, done, download, list_page


@people_page
@of_ranking
def ranking_shown(request: Request, ranking: Ranking) -> HttpResponse:
    """Show a ranking as of a day (`?on=`, default today)."""
    on = _day_asked_for(request)
    report = ranking_report(ranking, on)
    if request.GET.get("as") == "xlsx" and "list" not in request.GET:
        return as_response(files.ranking_book(report))
    may_change = may_run_installation(request.actor)
    title = ranking_title(ranking.name, on)
    published = list(ranking.issues.select_related("ranking").reverse())

    labels = tournament_labels(each.occasion for each in report.occasions)

    def switch(each: OccasionReport) -> str:
        is_in = ranking.choices.get(each.key, ranking.all_count)
        words = gettext("Leave out") if is_in else gettext("Let it count")
        name = "out" if is_in else "in"
        return act_button(words, labels[each.occasion], name=name, value=each.key)

    context = {
        "ranking": ranking,
        "report": report,
        "on": on,
        "title": title,
        "sentence": ranking_sentence(ranking.rules, report.counting),
        "stateless": stateless_sentence(report.stateless),
        "gone": gone_sentence(report.before.on, report.gone) if report.before else "",
        "table": ListTable(
            files.ranking_page_list(report, public=False),
            title,
            look="standings",
            people=person_address(request),
            order_by="rank",
            file=lambda: files.ranking_page_list(report),
        ),
        "occasions": report.occasions
        and ListTable(
            occasions_list(report.occasions, is_linked=may_change),
            gettext("Tournaments"),
            key="tournaments",
            acts=(gettext("Counts"), switch) if may_change else None,
        ),
        "issues": published
        and ListTable(issues_list(published), gettext("Published lists"), key="lists"),
        "form": IssueForm(initial={"on": on}),
        "may_change": may_change,
        "is_published": any(issue.on == on for issue in published),
    }
    return list_page(request, "rankings/ranking.html", context, of=ranking)


@people_page
@of_ranking
def ranking_file(request: Request, ranking: Ranking) -> HttpResponse:
    """Return the list as of a day to print."""
    report = ranking_report(ranking, _day_asked_for(request))
    listed, notes = files.ranking_page_list(report), files.ranking_notes(report)
    make = partial(files.ranking_pdf, ranking, report.on, listed, notes)
    return download(request, make, "ranking", ranking.slug)


@people_page
@of_ranking
def ranking_association(request: Request, ranking: Ranking) -> HttpResponse:
    """Return how much everybody has played, for the association: a workbook, or `?as=csv`."""
    report = ranking_report(ranking, _day_asked_for(request), with_games=True)
    as_workbook = request.GET.get("as") != "csv"
    played = played_in_window(report)
    file = association_file(ranking, played, report.counting, as_workbook=as_workbook)
    return as_response(file)


@owner_page
@of_ranking
def ranking_people(request: Request, ranking: Ranking) -> HttpResponse:
    """List who may be one person; each is looked at and joined on the page of a person."""
    pairs = possibly_same(ranking_report(ranking, timezone.localdate()))
    noted = told_apart(ranking)

    def acts(words: str, name: str) -> tuple[str, Callable[[tuple[Person, Person]], str]]:
        def act(pair: tuple[Person, Person]) -> str:
            one, other = pair
            about = f"{one.list_name}, {other.list_name}"
            return act_button(words, about, name=name, value=f"{one.pk}-{other.pk}")

        return words, act

    context = {
        "ranking": ranking,
        "table": pairs
        and ListTable(
            questions_list(pairs, gettext("Perhaps the same")),
            gettext("One person?"),
            acts=acts(gettext("Two people"), "two"),
        ),
        "noted": noted
        and ListTable(
            questions_list(noted, gettext("Somebody else")),
            gettext("Two people"),
            key="noted",
            acts=acts(gettext("Ask again"), "ask"),
        ),
    }
    return list_page(request, "rankings/people.html", context)


@button(owner_page, "ranking-people")
@of_ranking
def ranking_apart(request: Request, ranking: Ranking) -> str:
    """Note that two are two people, or ask again."""
    are_two = "two" in request.POST
    typed = (request.POST.get("two") or request.POST.get("ask", "")).partition("-")
    one, other = (get_object_or_404(Person, pk=key_in(each)) for each in typed[::2])
    services.tell_apart(request.actor, ranking, one, other, are_two=are_two)
    words = {"one": one.name, "other": other.name}
    if are_two:
        return gettext("%(one)s and %(other)s are two people.") % words
    return gettext("Whether %(one)s and %(other)s are one person is asked again.") % words


@button(owner_page, "ranking", "#tournaments")
@of_ranking
def ranking_count(request: Request, ranking: Ranking) -> str:
    """Let a tournament or a list of results count, or leave it out."""
    counts = "in" in request.POST
    kind, _colon, number = (request.POST.get("in") or request.POST.get("out", "")).partition(":")
    occasion: Occasion
    if kind == "tournament":
        real = {"is_example": False, "is_rehearsal": False}
        occasion = get_object_or_404(Tournament, pk=key_in(number), **real)
    else:
        occasion = get_object_or_404(SeriesEvening, pk=key_in(number), tournament=None)
    services.let_count(request.actor, ranking, occasion, counts=counts)
    sentence = gettext("“%(name)s” counts.") if counts else gettext("“%(name)s” does not count.")
    return sentence % {"name": str(occasion)}


@button(owner_page, "ranking")
@of_ranking
def ranking_publish(request: Request, ranking: Ranking) -> HttpResponse | str:
    """Keep the list as of a day, and show it."""
    form = IssueForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("Which day? Please give one."))
        return ""
    issue = services.publish_ranking(request.actor, ranking, form.cleaned_data["on"])
    words = capfirst(gettext("list of %(day)s published.") % {"day": short_day(issue.on)})
    return done(request, words, "ranking-issue", ranking.slug, issue.pk)


@people_page
def ranking_issue(request: Request, ranking: str, pk: int) -> HttpResponse:
    """Show a published list."""
    issue = _issue(ranking, pk)
    title = ranking_title(issue.ranking.name, issue.on)
    context = {
        "issue": issue,
        "ranking": issue.ranking,
        "title": title,
        "table": ListTable(
            files.issue_list(issue),
            title,
            look="standings",
            order_by="rank",
        ),
        "may_change": may_run_installation(request.actor),
    }
    return list_page(request, "rankings/issue.html", context, of=issue.ranking)


@people_page
def issue_file(request: Request, ranking: str, pk: int) -> HttpResponse:
    """Return a published list to print."""
    issue = _issue(ranking, pk)
    rules = issue.ranking.rules
    listed, notes = files.issue_list(issue), [ranking_sentence(rules, issue.counting)]
    make = partial(files.ranking_pdf, issue.ranking, issue.on, listed, notes)
    return download(request, make, "ranking-issue", ranking, pk)


@button(owner_page, "ranking")
def issue_withdraw(request: Request, ranking: str, pk: int) -> str:
    """Take back a published list."""
    issue = _issue(ranking, pk)
    services.withdraw_issue(request.actor, issue)
    return capfirst(gettext("list of %(day)s withdrawn.") % {"day": short_day(issue.on)})


def _issue(ranking: str, pk: int) -> RankingIssue:
    issues = RankingIssue.objects.select_related("ranking")
    return get_object_or_404(issues, ranking__slug=ranking, pk=pk)


def _day_asked_for(request: Request) -> date:
    """Return the day in `?on=`, by default today; 404 if it is none."""
    text = request.GET.get("on", "")
    try:
        return date.fromisoformat(text) if text else timezone.localdate()
    except ValueError as error:
        raise Http404 from error
