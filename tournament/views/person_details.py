"""Consent and contact as they were typed: kept as far as the reader may say them."""

from django.contrib import messages
from django.utils.translation import gettext

from tournament.forms.people import DetailsForm
from tournament.models import Person
from tournament.people.reads.people import may_reach
from tournament.privacy.writes.person_data import set_person_details, take_back_consent
from tournament.views.access import Request


def keep_details(request: Request, person: Person, form: DetailsForm) -> None:
    """What was typed of somebody; where the contact is hidden, only that consent is taken back."""
    if not form.hides_contact:
        set_person_details(request.actor, person, **form.details())
    elif not form.cleaned_data["publish_name"]:
        take_back_consent(request.actor, person)


def keep_new_details(request: Request, person: Person, form: DetailsForm) -> None:
    """What was typed of a new player.

    What was left as it was says nothing of somebody known already; of whoever is known elsewhere
    nothing is kept but that consent is taken back, and the page says so.
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
