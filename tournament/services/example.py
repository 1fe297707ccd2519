"""The example tournament of the first start."""

from django.db import transaction

from tournament.permissions import Actor, require_owner
from tournament.services.journal import record


@transaction.atomic
def load_example(actor: Actor) -> None:
    """Load the example tournament, once in the life of an installation."""
    require_owner(actor)
    record(actor, None, "example_loaded")
