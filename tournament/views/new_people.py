"""New players: whether they are known already; consent and contact as typed."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.utils.translation import gettext

from tournament.forms.people import DetailsForm
from tournament.labels.people import known_words
from tournament.models import Person, Tournament
from tournament.people.reads.people import entries_of, known_people, last_played, may_reach
from tournament.people.rules.people import Identified, KnownPerson
from tournament.people.writes.people import hold_tournaments
from tournament.privacy.writes import details_differ, set_person_details, take_back_consent
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.typed import key_in
from tournament.views.access import Request

SOMEBODY_ELSE = "new"
QUESTION, ANSWERED = "question", "answered"
"""URL parameters: a desk question to be answered on another page; its answer."""

ANSWER = "person-"
"""Begins the name of a field that says who somebody in a line is."""


def answers_in(request: Request) -> dict[int, str]:
    """Return who the people in these lines are, as answered on a page with `people/asked.html`."""
    return {
        line: str(value)
        for name, value in request.POST.items()
        if name.startswith(ANSWER) and (line := key_in(name.removeprefix(ANSWER))) is not None
    }


def recognised_in(request: Request) -> dict[int, int]:
    """Return who was recognised in which line; somebody new is left out."""
    found = {line: key_in(answer) for line, answer in answers_in(request).items()}
    return {line: pk for line, pk in found.items() if pk is not None}


def keep_details(request: Request, person: Person, form: DetailsForm) -> None:
    """Save what was typed; where the contact is hidden, only withdrawal of consent counts."""
    if not form.hides_contact:
        set_person_details(request.actor, person, **form.details())
    elif not form.cleaned_data["publish_name"]:
        take_back_consent(request.actor, person)


def hold_where_details_change(
    person: Person, details: Mapping[str, object], *also: Tournament
) -> None:
    """Hold the tournaments of somebody known, and `also` these, if any of the details changes.

    Before the acts of a page: they hold a tournament, the person and journals, and none may ask for
    further tournaments then.
    """
    if details_differ(person, details):
        entries = entries_of([person.pk]).values_list("tournament", flat=True)
        hold_tournaments([*entries, *(each.pk for each in also)])


def new_details(person: Person, form: DetailsForm) -> dict[str, Any]:
    """Return the details of a new player: unchanged fields say nothing about a person known."""
    known, typed = form.details_of(person), form.details()
    names = bool(known["publish_name"] and typed["publish_name"])
    contact = {name: typed[name] or known[name] for name in form.CONTACT if name in typed}
    return {"publish_name": names, **contact}


def keep_new_details(request: Request, person: Person, form: DetailsForm) -> None:
    """Save what was typed for a new player.

    For a person out of the reader's reach only withdrawal of consent is saved, and the page says
    so.
    """
    if may_reach(request.actor, person):
        set_person_details(request.actor, person, **new_details(person, form))
        return
    typed = form.details()
    if not typed["publish_name"]:
        take_back_consent(request.actor, person)
    if any(typed.get(name) for name in form.CONTACT):
        sentence = gettext(
            "%(name)s is known from another tournament: e-mail and telephone were not kept. An "
            "owner can let this direction change them, on the page of the person."
        )
        messages.warning(request, sentence % {"name": person.name})


def answered_question(request: Request) -> dict[str, str]:
    """Return the parameter that tells the desk its question (kept in the browser) is answered."""
    mark = request.GET.get(QUESTION, "")
    return {ANSWERED: mark} if mark else {}


def to_choose(asked: Iterable[KnownPerson]) -> list[tuple[int, str]]:
    """Return the people to choose from as id and words; two queries."""
    people = list(asked)
    played = last_played(known.pk for known in people)
    return [(known.pk, known_words(known, played.get(known.pk))) for known in people]


def candidates(rows: Iterable[Identified]) -> dict[int, list[tuple[int, str]]]:
    """Return by line the people asked about, as id and words; two queries."""
    asked = [each for each in rows if each.asked]
    words = dict(to_choose({one.pk: one for each in asked for one in each.asked}.values()))
    return {each.row.line: [(one.pk, words[one.pk]) for one in each.asked] for each in asked}


def asked_about(tournament: Tournament, player: PlayerData) -> tuple[KnownPerson, ...]:
    """Return whom a new player may be, to be asked about; empty if there is no doubt."""
    found = known_people(tournament).match(player).maybe
    return tuple(known for known in found if known.number is None)


def chosen(asked: Iterable[KnownPerson], answer: str) -> Person | None:
    """Return the person chosen among those asked about."""
    pk = next((known.pk for known in asked if str(known.pk) == answer), None)
    return Person.objects.get(pk=pk) if pk else None


def recognised(tournament: Tournament, player: PlayerData) -> Person | None:
    """Return who a new player is for certain, if known and not yet entered."""
    same = known_people(tournament).match(player).same
    return Person.objects.get(pk=same.pk) if same and same.number is None else None
