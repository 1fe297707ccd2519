"""What series, leagues, cups and rankings share: settings are edited, and one is deleted."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import ModelForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.labels.journal import INSTALLATION_ACTIONS
from tournament.views.access import Request, View, owner_page
from tournament.views.answers import done, form_page, refusals_in


@dataclass(frozen=True)
class Competition:
    """A kind of them: its name in addresses and templates, its form, and the services it has.

    folder: of its templates. settings: what its form says.
    """

    name: str
    folder: str
    model: type[Any]
    form: type[ModelForm]
    edit: Callable[..., object]
    delete: Callable[..., object]
    settings: Callable[[Any], Any] = lambda form: form.cleaned_data


def settings_page(of: Competition) -> View:
    """Return the page on which name and rules are edited."""

    @owner_page
    def edit(request: Request, /, **place: str) -> HttpResponse:
        found = get_object_or_404(of.model, slug=place[of.name])
        # The form writes into its row what was typed, refused or not.
        form = of.form(request.POST or None, instance=get_object_or_404(of.model, pk=found.pk))
        if request.method == "POST" and form.is_valid():
            with refusals_in(form):
                of.edit(request.actor, found, of.settings(form))
                return done(request, gettext("Saved."), of.name, found.slug)
        return form_page(request, f"{of.folder}/settings.html", {of.name: found, "form": form})

    return edit


def delete_page(of: Competition) -> View:
    """Return the button that deletes one, if it is meant; its tournaments stay."""

    @require_POST
    @owner_page
    def delete(request: Request, /, **place: str) -> HttpResponse:
        found = get_object_or_404(of.model, slug=place[of.name])
        if "sure" not in request.POST:
            messages.error(request, gettext("Nothing is deleted: tick that you mean it."))
            return redirect(f"{of.name}-settings", found.slug)
        words = {"name": str(found), of.name: found.slug}
        of.delete(request.actor, found)
        sentence = str(INSTALLATION_ACTIONS[f"{of.name}_deleted"])
        return done(request, sentence % words, f"{of.name}-list")

    return delete
