"""Fields for typed text. Their maximum lengths are declared only here."""

from typing import Any

from django.apps import apps
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from tournament.errors import Refused
from tournament.shared.rules.fields import Field


class _Limited(models.Field):
    """Refuses text that is too long (`text_longer_than`), however it is saved.

    SQLite would store it, PostgreSQL would raise an error, and typed text is never truncated.
    """

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        if isinstance(value, list):
            fitting(self.model, self.name, ",".join(value))
        elif isinstance(value, str):
            fitting(self.model, self.name, value)
        return super().get_db_prep_save(value, connection)

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        name, _path, args, keywords = super().deconstruct()
        plain = type(self).__mro__[2]  # as known to migrations and the database
        return name, f"django.db.models.{plain.__name__}", args, keywords


class LimitedText(_Limited, models.CharField):
    """A line of typed text."""


class LimitedEmail(_Limited, models.EmailField):
    """A typed e-mail address."""


class LimitedTags(_Limited, models.JSONField):
    """Short texts typed in one line, comma-separated; the limit applies to the line."""

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """Leave out the limit, which the database does not know."""
        name, path, args, keywords = super().deconstruct()
        keywords.pop("max_length", None)
        return name, path, args, keywords


def longest(model: type[models.Model], field: str) -> int:
    """Return the maximum length of a model's field."""
    most: int = _field_of(model, field).max_length
    return most


def highest(model: type[models.Model], field: str) -> int:
    """Return the maximum number of a model's field."""
    (most,) = (
        each.limit_value
        for each in _field_of(model, field).validators
        if isinstance(each, MaxValueValidator)
    )
    return int(most)


def stored(field: Field) -> Any:
    """Return the model field that stores a declared field; its name and limit apply."""
    return _field_of(apps.get_model("tournament", field.model), field.column)


def fitting(model: type[models.Model], field: str, text: str) -> str:
    """Return the text if it fits that field. Refused: `text_longer_than`."""
    if len(text) > (most := longest(model, field)):
        named = _field_of(model, field).verbose_name
        raise Refused("text_longer_than", field=named, length=len(text), most=most)
    return text


def _field_of(model: type[models.Model], field: str) -> Any:
    return model._meta.get_field(field)
