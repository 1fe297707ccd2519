"""Saving consent and contact as typed, as far as the reader may change them."""

from django.contrib import messages
from django.utils.translation import gettext

from tournament.forms.people import DetailsForm
from tournament.models import Person
from tournament.people.reads.people import may_reach
from tournament.privacy.writes import set_person_details, take_back_consent
from tournament.views.access import Request


def keep_details(request: Request, person: Person, form: DetailsForm) -> None:
    """Save what was typed; where the contact is hidden, only withdrawal of consent counts."""
    if not form.hides_contact:
        set_person_details(request.actor, person, **form.details())
    elif not form.cleaned_data["publish_name"]:
        take_back_consent(request.actor, person)


def keep_new_details(request: Request, person: Person, form: DetailsForm) -> None:
    """Save what was typed for a new player.

    Unchanged fields say nothing about a person already known. For a person out of the reader's
    reach only withdrawal of consent is saved, and the page says so.
    """
    known, typed = form.details_of(person), form.details()
    if may_reach(request.actor, person):
        names = bool(known["publish_name"] and typed["publish_name"])
        contact = {name: typed[name] or known[name] for name in form.CONTACT}
        set_person_details(request.actor, person, publish_name=names, **contact)
        return
    if not typed["publish_name"]:
        take_back_consent(request.actor, person)
    if any(typed[name] for name in form.CONTACT):
        sentence = gettext(
            "%(name)s is known from another tournament: e-mail and telephone were not kept. An "
            "owner can let this direction change them, on the page of the person."
        )
        messages.warning(request, sentence % {"name": person.name})
