"""Which rows make up a competition, found by loop: a new model or field is in its file as well."""

from django.apps import apps
from django.db.models import CASCADE, ForeignKey, Model

from tournament.archives.mapping import in_order, target
from tournament.models import Cup, League, Series

KINDS: dict[str, type[Model]] = {
    str(model._meta.model_name): model for model in (Series, League, Cup)
}
"""The competitions that can be one file: those that name their tournaments."""


def models_of(kind: str) -> dict[str, str]:
    """Return the models whose rows go with one of this kind, dependencies first.

    With the lookup path to it.
    """
    paths = {kind: "pk"}
    while found := _belonging(paths):
        paths |= found
    return {name: paths[name] for name in in_order(paths)}


def _belonging(paths: dict[str, str]) -> dict[str, str]:
    """Return further models that are deleted with a row of these."""
    found = {}
    for model in apps.get_app_config("tournament").get_models():
        name = str(model._meta.model_name)
        for field in model._meta.concrete_fields if name not in paths else ():
            is_needed = isinstance(field, ForeignKey) and not field.null
            is_owner = is_needed and getattr(field.remote_field, "on_delete", None) is CASCADE
            if is_owner and target(field) in paths:
                further = paths[target(field)]
                found[name] = field.name if further == "pk" else f"{field.name}__{further}"
    return found
