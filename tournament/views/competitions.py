"""Series, leagues, cups and rankings: the list of each, and how one is made, edited and deleted.

Each is declared once, in `COMPETITIONS`; what only it has is in a package of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, methodcaller
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Count
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from tournament.competitions.mapping import KINDS
from tournament.competitions.writes import (
    create_competition,
    delete_competition,
    edit_competition,
)
from tournament.draw.proof import fingerprint
from tournament.exports.competition import competition_file
from tournament.forms.competitions import CompetitionForm
from tournament.forms.cup import CupForm
from tournament.forms.league import DivisionForm, LeagueForm
from tournament.forms.ranking_over_time import RankingForm
from tournament.forms.series import SeriesForm
from tournament.labels.league import changed_days_sentence
from tournament.league.writes import leagues
from tournament.lists.competitions import competitions_list
from tournament.lists.league import changed_table_list
from tournament.models import Cup, League, Ranking, Series
from tournament.permissions import Actor, may_run_installation, seen_by
from tournament.tables import ListTable
from tournament.views.access import Request, View, owner_page, people_page
from tournament.views.answers import (
    ShowRefusal,
    as_response,
    done,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)
from tournament.views.direction.tournaments import words_of_file

Words = str | Promise
NAMED = {"competition_there_already": "name"}


@dataclass(frozen=True)
class FirstPart:
    """What is made along with it, such as the first division of a league."""

    title: Words
    form: Callable[..., BaseForm]
    template: str
    add: Callable[[Actor, Any, Any], object]


@dataclass(frozen=True, kw_only=True)
class Competition:
    """A kind of them.

    name, place: in the names of addresses and in the addresses. about: what the list says of each
    (key, heading, value). held: the rows it counts, with their heading. empty: the page without
    one. comes: what is done after it is made, on the page `then`. lost: what goes with it.
    changes: what other settings change that counts already, told before they are saved.
    """

    name: str
    place: str
    model: type[Any]
    form: type[CompetitionForm]
    title: Words
    begin: Words
    empty: Words
    lost: Words
    about: tuple[str, Words, Callable[[Any], str]]
    held: tuple[str, Words]
    comes: Words = ""
    then: str
    first: FirstPart | None = None
    changes: Callable[[Any, Mapping[str, Any]], Sequence[tuple[str, ListTable]]] | None = None

    @property
    def list(self) -> str:
        """The name of the address of its list."""
        return f"{self.name}-list"

    @property
    def is_file(self) -> bool:
        """Whether one can be written into a file, with its tournaments."""
        return self.name in KINDS


def _league_changes(league: League, settings: Mapping[str, Any]) -> list[tuple[str, ListTable]]:
    """Return what each table becomes, and which days give other match points.

    In a transaction: until its end that stays so.
    """
    told = []
    for now, then in leagues.tables_to_change(league, settings):
        days = zip(now.counted, then.counted, strict=True)
        other = [each.day.number for before, each in days if before.results != each.results]
        title = gettext("Table: %(division)s") % {"division": now.division.name}
        listed = changed_table_list(now, then)
        table = ListTable(listed, title, look="standings", has_links=False)
        told.append((changed_days_sentence(other), table))
    return told


SERIES = Competition(
    name="series",
    place="series",
    model=Series,
    form=SeriesForm,
    title=_("Series of evenings"),
    begin=_("Begin a series"),
    empty=_(
        "The evenings of a year, added up: with dropped results, a bonus by place or for "
        "attendance."
    ),
    lost=_(
        "The series is lost with its settings and the lists of results that were brought in; "
        "tournaments stay."
    ),
    about=("season", _("Season"), attrgetter("season")),
    held=("evenings", _("Evenings")),
    comes=_(
        "The evenings are added afterwards: tournaments of this installation, or lists of results "
        "from earlier."
    ),
    then="series",
)
LEAGUE = Competition(
    name="league",
    place="leagues",
    model=League,
    form=LeagueForm,
    title=_("Leagues"),
    begin=_("Begin a league"),
    empty=_(
        "A season of teams: match days in groups, match points, a table, and the players by "
        "average."
    ),
    lost=_("The league is lost with its teams, lineups and deductions; tournaments stay."),
    about=("season", _("Season"), attrgetter("season")),
    held=("divisions__teams", _("Teams")),
    then="league",
    first=FirstPart(
        _("Its first division"),
        partial(DivisionForm, prefix="division", initial={"name": _("1st division")}),
        "league/division_fields.html",
        lambda actor, league, form: leagues.add_division(actor, league, **form.settings),
    ),
    changes=_league_changes,
)
CUP = Competition(
    name="cup",
    place="cups",
    model=Cup,
    form=CupForm,
    title=_("Cups"),
    begin=_("Begin a cup"),
    empty=_(
        "Teams or players who are fewer after every stage, as in the team cup; each stage is a "
        "tournament of its own."
    ),
    lost=_("The cup is lost with its stages and lots; tournaments stay."),
    about=("of", _("Who plays for it"), methodcaller("get_of_display")),
    held=("stages", _("Stages")),
    comes=_("Who plays, and the first stage, come next."),
    then="cup-next",
)
RANKING = Competition(
    name="ranking",
    place="rankings",
    model=Ranking,
    form=RankingForm,
    title=_("Rankings over time"),
    begin=_("Begin a ranking"),
    empty=_("Points per round over many tournaments, or the best result of each federal state."),
    lost=_("The ranking is lost with its published lists; tournaments stay."),
    about=("kind", _("What is ranked"), methodcaller("get_kind_display")),
    held=("issues", _("Published lists")),
    then="ranking",
)
COMPETITIONS = (SERIES, LEAGUE, CUP, RANKING)


def _list_page(of: Competition) -> View:
    """Return the page that lists those the reader may see."""

    @people_page
    def every(request: Request) -> HttpResponse:
        rows, listed_as = of.held[0].split("__")[-1], of.model._meta.verbose_name
        known = of.model.objects.annotate(held=Count(of.held[0], distinct=True))
        listed = competitions_list(
            *(of.name, of.about, (rows, of.held[1]), seen_by(request.actor, known), listed_as)
        )
        context = {
            "of": of,
            "competitions": COMPETITIONS,
            "table": ListTable(listed, str(of.title)) if listed.rows else None,
            "may_change": may_run_installation(request.actor),
        }
        return list_page(request, "competitions/list.html", context)

    return every


def _new_page(of: Competition) -> View:
    """Return the page on which one is made."""

    @owner_page
    def new(request: Request) -> HttpResponse:
        typed = request.POST or None
        form, first = of.form(typed), of.first and of.first.form(typed)
        forms = [form, first] if first else [form]
        checked = [each.is_valid() for each in forms]  # each shows what is wrong
        if request.method == "POST" and all(checked):
            with ShowRefusal(partial(_tell, forms)), transaction.atomic():
                made = create_competition(request.actor, of.model, form.settings)
                if of.first:
                    of.first.add(request.actor, made, first)
                return redirect(of.then, made.slug)
        return form_page(request, "competitions/new.html", {"of": of, "form": form, "first": first})

    return new


def _tell(forms: Sequence[BaseForm], words: str, code: str) -> None:
    """Say at its name that another one has it, and all else at the part made last."""
    form = forms[0] if code in NAMED else forms[-1]
    form.add_error(NAMED.get(code), words)


def _settings_page(of: Competition) -> View:
    """Return the page on which name and rules are edited."""

    @owner_page
    def edit(request: Request, /, **place: str) -> HttpResponse:
        found = get_object_or_404(of.model, slug=place[of.name])
        # The form writes into its row what was typed, refused or not.
        form = of.form(request.POST or None, instance=get_object_or_404(of.model, pk=found.pk))
        context = {"of": of, "competition": found, "form": form}
        if request.method == "POST" and form.is_valid():
            with refusals_in(form, NAMED), transaction.atomic():
                changed = form.changed
                context["changes"] = told = of.changes(found, changed) if of.changes else ()
                # Who changes them once more is told of what that changes.
                # It stands for what is told: others may have changed that since.
                shown = [(words, [*table.file().by_key()]) for words, table in told]
                context["sure"] = sure = fingerprint(changed, shown) if told else ""
                context["is_other"] = "sure" in request.POST
                if not told or request.POST.get("sure") == sure:
                    edit_competition(request.actor, found, changed)
                    return done(request, gettext("Saved."), of.name, found.slug)
                # What is told stands above it.
                form.fields["name"].widget.attrs.pop("autofocus")
        return form_page(request, "competitions/settings.html", context)

    return edit


def _delete_page(of: Competition) -> View:
    """Return the button that deletes one, if it is meant; its tournaments stay."""

    @require_POST
    @owner_page
    def delete(request: Request, /, **place: str) -> HttpResponse:
        found = get_object_or_404(of.model, slug=place[of.name])
        if "sure" not in request.POST:
            messages.error(request, gettext("Nothing is deleted: tick that you mean it."))
            return redirect(f"{of.name}-settings", found.slug)
        delete_competition(request.actor, found)
        sentence = gettext("“%(name)s” is deleted; its tournaments stay.")
        return done(request, sentence % {"name": found}, of.list)

    return delete


def _archive_page(of: Competition) -> View:
    """Return the page that says what is in the file of one; a POST writes it."""

    @owner_page
    def archive(request: Request, /, **place: str) -> HttpResponse:
        found = get_object_or_404(of.model, slug=place[of.name])
        if request.method == "POST":
            with show_refusals(request):
                contacts = "contacts" in request.POST
                return as_response(competition_file(found, contacts=contacts))
        context = {"of": of, "competition": found, **words_of_file()}
        return render(request, "competitions/archive.html", context)

    return archive


def _addresses(of: Competition) -> Iterable[URLPattern]:
    one = f"{of.place}/<slug:{of.name}>"
    yield path(f"{of.place}/", _list_page(of), name=of.list)
    yield path(f"{of.place}/new/", _new_page(of), name=f"{of.name}-new")
    yield path(f"{one}/settings/", _settings_page(of), name=f"{of.name}-settings")
    yield path(f"{one}/delete/", _delete_page(of), name=f"{of.name}-delete")
    if of.is_file:
        yield path(f"{one}/archive/", _archive_page(of), name=f"{of.name}-archive")


urlpatterns = [each for of in COMPETITIONS for each in _addresses(of)]
