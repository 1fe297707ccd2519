"""Clubs: searching, renaming for all their players, merging."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from tournament.forms.people import ClubForm
from tournament.lists.people import clubs_list
from tournament.models import Club
from tournament.people.reads import people as select
from tournament.people.writes.people import edit_club, merge_clubs
from tournament.shared.rules.typed import whole_number
from tournament.tables import ListTable
from tournament.views.access import Request, owner_page
from tournament.views.acts import form_page, refusals_in
from tournament.views.lists import list_page


@owner_page
def clubs(request: Request) -> HttpResponse:
    """List all clubs, or those matching a few letters (`q`)."""
    typed = request.GET.get("q", "")[:100]
    table = ListTable(
        clubs_list(select.club_lines(typed)),
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
            messages.success(request, gettext("Saved."))
            return redirect("club", pk)
    context = {
        "club": Club.objects.get(pk=pk),  # as stored, whatever was typed
        "form": form,
        "tournaments": select.tournaments_with(one),
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
        messages.success(request, gettext("%(other)s is %(name)s now.") % names)
        return redirect("club", pk)
    typed = request.GET.get("q", "")[:100]
    found = [line.club for line in select.club_lines(typed)] if typed else select.clubs_like(one)
    context = {
        "club": one,
        "other": other,
        "typed": typed,
        "found": [each for each in found if each.pk != pk],
        "final": [each for each in select.tournaments_with(other) if each.is_over] if other else [],
    }
    return render(request, "people/club_merge.html", context)
