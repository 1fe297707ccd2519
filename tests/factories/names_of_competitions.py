"""Names of competitions, of which no two of a kind are equal."""

from django.db.models import Model


def free_name(model: type[Model], name: str) -> str:
    """Return a name, with the first number that no other one of the kind has where it is taken."""
    names = [name, *(f"{name} {number}" for number in range(2, 99))]
    taken = {*model._default_manager.values_list("name", flat=True)}
    return next(each for each in names if each not in taken)
