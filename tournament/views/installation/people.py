"""People and clubs across tournaments: searching, viewing, merging, exporting, deleting."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.exports.contacts import contacts_file
from tournament.forms.people import ClubForm, PersonForm
from tournament.labels.filling import fill
from tournament.labels.journal import INSTALLATION_ACTIONS
from tournament.labels.people import TYPED_IN, field_words, person_words
from tournament.labels.tournaments import tournament_labels
from tournament.lists.people import clubs_list, history_list, people_list
from tournament.models import Club, Person, SealedStep, Tournament
from tournament.people.reads import people as select
from tournament.people.writes.people import edit_club, edit_person, merge_clubs
from tournament.permissions import may_run_installation
from tournament.privacy import writes as services
from tournament.privacy.reads import all_data, history, texts_naming
from tournament.shared.rules.fields import KEPT_OF_PERSON
from tournament.shared.rules.typed import whole_number
from tournament.tables import ListTable
from tournament.views.access import Request, owner_page, people_page, search_text
from tournament.views.answers import (
    as_response,
    done,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)
from tournament.views.new_people import hold_where_details_change, keep_details

PEOPLE_PER_PAGE = 50
MOST_OFFERED = 12


@people_page
def people(request: Request) -> HttpResponse:
    """List everybody the reader may look up, or those matching a few letters (`q`).

    An owner's look deletes contact data past its retention time, and says so.
    """
    is_owner = may_run_installation(request.actor)
    if count := is_owner and services.purge_contacts(request.actor, settings.CONTACT_MONTHS):
        purged = fill(INSTALLATION_ACTIONS["contacts_purged"], {"people": count})
        messages.info(request, purged)
    typed, sort = search_text(request), request.GET.get("sort", "")
    found = select.find_people(request.actor, typed, sort)
    page = Paginator(found, PEOPLE_PER_PAGE).get_page(request.GET.get("page"))
    lines = select.people_lines(list(page.object_list))
    context = {
        "typed": typed,
        "page": page,
        "lines": lines,
        "table": ListTable(
            people_list(lines),
            gettext("People"),
            file=lambda: people_list(select.people_lines(list(found))),
        ),
        "found": len(found),
    }
    return list_page(request, "people/people.html", context)


@require_POST
@owner_page
def contacts(request: Request) -> HttpResponse:
    """Return e-mail and telephone of everybody, or of those matching a few letters (`q`)."""
    typed = search_text(request)
    with show_refusals(request):
        found = services.take_contacts(request.actor, select.find_people(request.actor, typed))
        return as_response(contacts_file(found))
    return redirect(f"{reverse('people')}?{urlencode({'q': typed})}")


@people_page
def person(request: Request, pk: int) -> HttpResponse:
    """Show what is known of a person; a POST changes name, consent and contact."""
    one = _person(request, pk)
    may_rename = may_run_installation(request.actor)
    may_reach = select.may_reach(request.actor, one)
    entered = select.entries_of([pk])
    # Those whose direction may not read contact and consent.
    elsewhere = entered.filter(known_elsewhere=True).values("tournament")
    to_link = Tournament.objects.filter(pk__in=elsewhere).order_by("-date", "-pk")
    form = PersonForm(one, request.POST or None, may_rename=may_rename, to_link=to_link)
    if not may_reach:
        form.hide_contact(one)
    elif not (one.birth_year or entered.exclude(tournament__age_categories=[]).exists()):
        form.leave_year_out()
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, field="last_name"):
            with transaction.atomic():
                hold_where_details_change(one, form.details())
                if may_rename:
                    edit_person(request.actor, one, form.names())
                    services.link_person(request.actor, one, form.cleaned_data.get("linked", ()))
                keep_details(request, one, form)
            return done(request, gettext("Saved."), "person", pk)
    played = history(request.actor, one)
    rounds = [points for each in played for points in each.rounds]
    context = {
        # As stored, whatever was typed.
        "person": Person.objects.select_related("club").get(pk=pk),
        "form": form,
        "played": ListTable(
            history_list(one, played), gettext("Tournaments"), empty_text=gettext("None yet.")
        ),
        "average": sum(rounds) / len(rounds) if rounds else None,
        "may_reach": may_reach,
        "spellings": one.spellings.order_by("pk"),
        "months": settings.CONTACT_MONTHS,
    }
    return list_page(request, "people/person.html", context, has_form=True)


@owner_page
def person_data(request: Request, pk: int) -> HttpResponse:
    """Return everything stored about a person, as a file to hand out."""
    one = _person(request, pk)
    answer = JsonResponse(
        all_data(request.actor, one), json_dumps_params={"ensure_ascii": False, "indent": 2}
    )
    answer["Content-Disposition"] = f'attachment; filename="person-{one.pk}.json"'
    return answer


@owner_page
def person_merge(request: Request, pk: int) -> HttpResponse:
    """Choose the person this one duplicates (`q`, `other`); a POST merges the two."""
    one = _person(request, pk)
    asked = whole_number(request.POST.get("other") or request.GET.get("other") or "")
    other = select.people_of(request.actor).filter(pk=asked or 0).select_related("club").first()
    if request.method == "POST" and other:
        with show_refusals(request):
            services.merge_people(request.actor, one, other)
            words = {"other": other.name, "name": one.name}
            return done(request, gettext("%(other)s is %(name)s now.") % words, "person", one.pk)
        return redirect(f"{reverse('person-merge', args=[pk])}?{urlencode({'other': other.pk})}")
    typed = search_text(request) if "q" in request.GET else one.last_name
    # Before anything is typed, those come first whom a player import would ask about.
    alike = select.known_people().others_like(one.pk) if typed == one.last_name else []
    found = dict.fromkeys([*alike, *select.find_people(request.actor, typed)])
    found.pop(one.pk, None)
    lines = select.people_lines(list(found)[:MOST_OFFERED])
    context: dict[str, Any] = {
        "person": one,
        "typed": typed,
        "lines": lines,
        "table": ListTable(people_list(lines, typed), gettext("People"), orderable=False),
        "other": other,
    }
    if other:
        context |= {
            "stays": person_words(one),
            "taken_in": person_words(other),
            "moved": select.entries_of([other.pk]),
            "moved_evenings": select.lines_of([other.pk]).order_by("evening__held_on", "pk"),
            "together": select.entered_together(one, other),
        }
    return list_page(request, "people/merge.html", context)


@require_POST
@owner_page
def person_separate(request: Request, pk: int) -> HttpResponse:
    """Separate a duplicate again: it is somebody else after all."""
    one = get_object_or_404(Person, pk=pk, same_as__isnull=False)
    counts = one.same_as_id
    services.separate_people(request.actor, one)
    return redirect("person", counts)


@owner_page
def person_delete(request: Request, pk: int) -> HttpResponse:
    """Show what is lost with a person's data; a POST deletes it."""
    one = _person(request, pk)
    if request.method == "POST":
        with show_refusals(request):
            services.delete_person(request.actor, one)
            sentence = gettext("The data of this person was deleted.")
            return done(request, sentence, "people")
    entries = list(select.entries_of([one.pk]))
    ids = [entry.tournament_id for entry in entries]
    proven = SealedStep.objects.filter(tournament__in=ids).values_list("tournament", flat=True)
    # The texts that will still name the person, under any spelling.
    names = {one.last_name, *one.spellings.values_list("last_name", flat=True)}
    named_in = texts_naming(names, {entry.tournament for entry in entries})
    context = {
        "person": one,
        "known": ", ".join(str(field_words(field)) for field in KEPT_OF_PERSON),
        "entries": entries,
        "evenings": select.lines_of([one.pk]).order_by("evening__held_on", "pk"),
        "frozen": [entry.tournament for entry in entries if entry.tournament.frozen_at],
        "named_in": [(each, TYPED_IN[each.where]) for each in named_in],
        "proven": [entry.tournament for entry in entries if entry.tournament_id in set(proven)],
    }
    return render(request, "people/delete.html", context)


def _person(request: Request, pk: int) -> Person:
    return get_object_or_404(select.people_of(request.actor).select_related("club"), pk=pk)


@owner_page
def clubs(request: Request) -> HttpResponse:
    """List all clubs, or those matching a few letters (`q`)."""
    typed = search_text(request)
    table = ListTable(
        clubs_list(select.find_clubs(typed)),
        gettext("Clubs"),
        empty_text=gettext("Nothing matches."),
    )
    return list_page(request, "people/clubs.html", {"typed": typed, "table": table})


@owner_page
def club(request: Request, pk: int) -> HttpResponse:
    """Show a club; a POST renames it for all its players."""
    one = get_object_or_404(Club, pk=pk)
    initial = {name: getattr(one, name) for name in ClubForm.base_fields}
    form = ClubForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, field="name"):
            edit_club(request.actor, one, form.cleaned_data)
            return done(request, gettext("Saved."), "club", pk)
    context = {
        "club": Club.objects.get(pk=pk),  # as stored, whatever was typed
        "form": form,
        "tournaments": tournament_labels(select.tournaments_with(one)),
    }
    return form_page(request, "people/club.html", context)


@owner_page
def club_merge(request: Request, pk: int) -> HttpResponse:
    """Choose the club it duplicates (`q`, `other`); a POST merges the two."""
    one = get_object_or_404(Club, pk=pk)
    asked = whole_number(request.POST.get("other") or request.GET.get("other") or "")
    other = Club.objects.filter(pk=asked or 0).exclude(pk=pk).first()
    if request.method == "POST" and other:
        names = {"other": other.full, "name": one.full}
        merge_clubs(request.actor, one, other)
        return done(request, gettext("%(other)s is %(name)s now.") % names, "club", pk)
    typed = search_text(request)
    found = select.find_clubs(typed) if typed else select.clubs_like(one)
    context = {
        "club": one,
        "other": other,
        "typed": typed,
        "found": [each for each in found if each.pk != pk],
        "final": tournament_labels(
            each for each in (select.tournaments_with(other) if other else ()) if each.is_over
        ).values(),
    }
    return render(request, "people/club_merge.html", context)
