"""Fields for what people type. How long it may be is said here and nowhere else."""

from typing import Any

from django.apps import apps
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from tournament.errors import Refused
from tournament.shared.rules.fields import Field


class _Limited(models.Field):
    """Refuses what is too long (`text_longer_than`), whichever way it would be written.

    SQLite would keep it, PostgreSQL would break, and nothing that was typed is ever cut.
    """

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        if isinstance(value, list):
            fitting(self.model, self.name, ",".join(value))
        elif isinstance(value, str):
            fitting(self.model, self.name, value)
        return super().get_db_prep_save(value, connection)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, keywords = super().deconstruct()
        plain = type(self).__mro__[2]  # what migrations and the database know it as
        return name, f"django.db.models.{plain.__name__}", args, keywords


class LimitedText(_Limited, models.CharField):
    """A line of text that people type."""


class LimitedEmail(_Limited, models.EmailField):
    """An address of e-mail that people type."""


class LimitedTags(_Limited, models.JSONField):
    """Short texts that people type in one line, between commas; the limit is that of the line."""

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """As the database knows it, which has no limit for it."""
        name, path, args, keywords = super().deconstruct()
        keywords.pop("max_length", None)
        return name, path, args, keywords


def longest(model: type[models.Model], field: str) -> int:
    """How many characters a field of a model holds."""
    most: int = _field_of(model, field).max_length
    return most


def highest(model: type[models.Model], field: str) -> int:
    """The highest number that a field of a model holds."""
    (most,) = (
        each.limit_value
        for each in _field_of(model, field).validators
        if isinstance(each, MaxValueValidator)
    )
    return int(most)


def stored(field: Field) -> Any:
    """The field of the model that holds what is declared; its words and its limit count."""
    return _field_of(apps.get_model("tournament", field.model), field.column)


def fitting(model: type[models.Model], field: str, text: str) -> str:
    """The text, if that field holds it. Refused: `text_longer_than`."""
    if len(text) > (most := longest(model, field)):
        named = _field_of(model, field).verbose_name
        raise Refused("text_longer_than", field=named, length=len(text), most=most)
    return text


def _field_of(model: type[models.Model], field: str) -> Any:
    return model._meta.get_field(field)
