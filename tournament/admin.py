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


VIEWED: dict[type[Model], tuple[str, str, str]] = {
    models.Tournament: ("name slug date status", "", ""),
    models.Entry: (
        "number person club status tournament",
        "tournament status",
        "person club tournament",
    ),
    models.Draw: ("tournament number seed method created_at", "tournament", ""),
    models.Round: (
        "tournament number published_at started_at ended_at closed_at",
        "tournament",
        "",
    ),
    models.GameTable: (
        "round number size code extra_minutes",
        "round__tournament round__number",
        "round",
    ),
    models.Seat: (
        "round table position entry",
        "round__tournament round__number",
        "round table entry__person",
    ),
    models.SheetVersion: (
        "table number kind totals user created_at",
        "table__round__tournament table__round__number",
        "table user",
    ),
    models.SheetDraft: ("table user kind updated_at", "", "table user"),
    models.Penalty: ("table rule offender points source user created_at", "", "table user"),
    models.Adjustment: ("entry points reason user created_at", "", "entry__person user"),
    models.Call: (
        "table paragraph offender points user created_at",
        "",
        "table offender__person user",
    ),
    models.Protest: ("table protester changed user created_at", "", "table protester__person user"),
    models.JournalEntry: ("at tournament user action", "tournament action", "tournament user"),
}
"""By model: the columns, what one filters by, and the rows read with it."""
SEARCHED: dict[type[Model], list[str]] = {
    models.Entry: [field.path for field in fields_of(Of.NAME)]
}
for model, (columns, filters, related) in VIEWED.items():
    admin.site.register(
        model,
        ViewOnly,
        list_display=columns.split(),
        list_filter=filters.split(),
        list_select_related=related.split() or False,
        search_fields=SEARCHED.get(model, ()),
    )
