"""Django's admin for rare tasks: correcting a name, looking at what other pages do not show.

Everything with its own rules (seats, rounds, sheets, penalties, the journal, accounts) is only
written by services: here it is read-only or absent. Nothing is deleted here. What can be corrected,
people and clubs, goes through a service, too: it refuses what is part of a final list, and writes
the journal.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin  # noqa: F401  # which registers groups first
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament import models
from tournament.errors import Refused
from tournament.labels.refusals import refusal_sentence
from tournament.people.writes.people import (
    PERSON_FIELDS,
    edit_club,
    edit_person,
    require_free_club,
    require_not_final,
)
from tournament.permissions import Actor
from tournament.shared.rules.fields import CLUB_FIELDS, Of, fields_of

admin.site.site_header = _("Kreuzdame: administration")
admin.site.site_title = "Kreuzdame"
admin.site.index_title = _("Rare corrections")
admin.site.unregister(Group)


class NothingDeleted(admin.ModelAdmin):
    actions = None

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ViewOnly(NothingDeleted):
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MendingForm(forms.ModelForm):
    """Reports what the service would refuse about a person or a club."""

    def clean(self) -> dict[str, Any] | None:
        mended = self.instance
        if mended.pk and self.changed_data:
            try:
                require_not_final(str(mended), mended.entries.values_list("tournament", flat=True))
            except Refused as refusal:
                raise ValidationError(refusal_sentence(refusal)) from refusal
        return super().clean()


class ClubForm(MendingForm):
    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        try:
            require_free_club(self.instance, self.cleaned_data)
        except Refused as refusal:
            self.add_error("code", refusal_sentence(refusal))
        return cleaned


@admin.register(models.Club)
class ClubAdmin(NothingDeleted):
    form = ClubForm
    list_display = CLUB_FIELDS
    search_fields = ["code", "name"]

    def save_model(self, request: Any, obj: models.Club, form: Any, change: bool) -> None:
        if change:
            edit_club(Actor(request.user), obj, form.cleaned_data)
        else:
            super().save_model(request, obj, form, change)


@admin.register(models.Person)
class PersonAdmin(NothingDeleted):
    form = MendingForm
    fields = PERSON_FIELDS
    list_display = PERSON_FIELDS
    search_fields = [field.column for field in fields_of(Of.NAME)]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # people are created with their entry

    def save_model(self, request: Any, obj: models.Person, form: Any, change: bool) -> None:
        edit_person(Actor(request.user), obj, form.cleaned_data)


OF_ROUND = ["round__tournament", "round__number"]
VIEWED: dict[type[Model], dict[str, list[str]]] = {
    models.Tournament: {"list_display": ["name", "slug", "date", "status"]},
    models.Entry: {
        "list_display": ["number", "person", "club", "status", "tournament"],
        "list_filter": ["tournament", "status"],
        "search_fields": [field.path for field in fields_of(Of.NAME)],
        "list_select_related": ["person", "club", "tournament"],
    },
    models.Draw: {
        "list_display": ["tournament", "number", "seed", "method", "created_at"],
        "list_filter": ["tournament"],
    },
    models.Round: {
        "list_display": [
            "tournament",
            "number",
            "published_at",
            "started_at",
            "ended_at",
            "closed_at",
        ],
        "list_filter": ["tournament"],
    },
    models.GameTable: {
        "list_display": ["round", "number", "size", "code", "extra_minutes"],
        "list_filter": OF_ROUND,
        "list_select_related": ["round"],
    },
    models.Seat: {
        "list_display": ["round", "table", "position", "entry"],
        "list_filter": OF_ROUND,
        "list_select_related": ["round", "table", "entry__person"],
    },
    models.SheetVersion: {
        "list_display": ["table", "number", "kind", "totals", "user", "created_at"],
        "list_filter": [f"table__{path}" for path in OF_ROUND],
        "list_select_related": ["table", "user"],
    },
    models.SheetDraft: {
        "list_display": ["table", "user", "kind", "updated_at"],
        "list_select_related": ["table", "user"],
    },
    models.Penalty: {
        "list_display": ["table", "rule", "offender", "points", "source", "user", "created_at"],
        "list_select_related": ["table", "user"],
    },
    models.Adjustment: {
        "list_display": ["entry", "points", "reason", "user", "created_at"],
        "list_select_related": ["entry__person", "user"],
    },
    models.Call: {
        "list_display": ["table", "paragraph", "offender", "points", "user", "created_at"],
        "list_select_related": ["table", "offender__person", "user"],
    },
    models.Protest: {
        "list_display": ["table", "protester", "changed", "user", "created_at"],
        "list_select_related": ["table", "protester__person", "user"],
    },
    models.JournalEntry: {
        "list_display": ["at", "tournament", "user", "action"],
        "list_filter": ["tournament", "action"],
        "list_select_related": ["tournament", "user"],
    },
}
for model, shown in VIEWED.items():
    admin.site.register(model, ViewOnly, **shown)
