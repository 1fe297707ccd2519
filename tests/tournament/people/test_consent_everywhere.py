"""Without consent a person is named in nothing public, from the moment that is recorded.

By chance, with a seed: consent is given and withdrawn, people are merged, separated, respelled and
deleted, and after each act everything public is read again, as phones and screens read it: with
what they have cached. KREUZDAME_CONSENT_SEED=7 tries another course.
"""

import os
import zipfile
from collections.abc import Iterator
from io import BytesIO, StringIO
from random import Random

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.effort import tries
from tests.factories.pages import signed_in
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, make_drawn_tournament
from tests.factories.tournaments import make_tournament
from tournament.exports.excel.workbook import workbook
from tournament.exports.list_files import standings_csv
from tournament.exports.pdf.results import round_result, standings
from tournament.exports.pdf.seat_lists import plan, seat_list
from tournament.exports.website import standings_fragment
from tournament.models import Person, Round, Tournament
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.privacy.writes import (
    delete_person,
    merge_people,
    separate_people,
    set_person_details,
)
from tournament.rounds.writes import close_round
from tournament.shared.rules.fields import PlayerData
from tournament.stage.rules import Picture
from tournament.stage.writes import let_screens_in
from tournament.standings.reads.standings import shown_standings
from tournament.views.stage.screens import shown_picture

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.alone]

SEED = os.environ.get("KREUZDAME_CONSENT_SEED", "1")
ACTS = tries(14, 200)
PICTURES = (Picture.SEATS, Picture.STANDINGS, Picture.PODIUM)


class Public:
    """All outside readers, with what each device has cached."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.round: Round = tournament.rounds.get(number=1)
        self._phone, self._kept = Client(), dict[str, tuple[str, str]]()
        self._phone.get(reverse("phone", args=[tournament.phone_code]), {"q": "5"})
        self._stage = let_screens_in(COMMAND_LINE, tournament)
        self._stage.places_called = 8
        self._direction = signed_in()

    def read(self, random: Random) -> Iterator[tuple[str, str]]:
        """Yield a description and its text; of papers, which take time, a random few."""
        for address in self._addresses():
            yield address, self._on_a_phone(address)
        for picture in PICTURES:
            yield picture, shown_picture(self._stage, picture, timezone.now()).html
        report = shown_standings(self.tournament)
        yield "website", standings_fragment(self.tournament, report).content.decode()
        yield "csv", standings_csv(report)
        for command, form in (("standings", "json"), ("standings", "text"), ("seats", "json")):
            yield f"{command} {form}", self._written(command, form)
        papers = [
            lambda: seat_list(self.round, by="name"),
            lambda: seat_list(self.round, by="table"),
            lambda: plan(self.tournament),
            lambda: standings(self.tournament),
            lambda: round_result(self.round),
        ]
        yield "paper", " ".join(page_texts(read_pdf(random.choice(papers)())))
        yield "workbook", self._workbook()

    def _addresses(self) -> Iterator[str]:
        code = self.tournament.phone_code
        yield reverse("phone-seats", args=[code, 1])
        yield reverse("phone-standings", args=[code])
        yield reverse("phone-mine", args=[code])
        for number in (1, 5):
            yield reverse("phone-player", args=[code, number])

    def _on_a_phone(self, address: str) -> str:
        """Return the page as the phone shows it: the cached one where nothing changed."""
        mark, kept = self._kept.get(address, ("", ""))
        answer = self._phone.get(address, headers={"if-none-match": mark} if mark else {})
        if answer.status_code == 304:
            return kept
        assert answer.status_code == 200
        self._kept[address] = answer["ETag"], answer.content.decode()
        return self._kept[address][1]

    def _written(self, command: str, form: str) -> str:
        out = StringIO()
        more = ["--round", "1"] if command == "seats" else []
        call_command(command, self.tournament.slug, *more, "--format", form, stdout=out)
        return out.getvalue()

    def _workbook(self) -> str:
        """Return the workbook as handed out, from the cache where it is there."""
        answer = self._direction.get(reverse("paper", args=[self.tournament.slug, "workbook"]))
        content = b"".join(answer) if answer.streaming else answer.content
        if not content.startswith(b"PK"):
            content = workbook(self.tournament).content
        with zipfile.ZipFile(BytesIO(content)) as parts:
            return " ".join(parts.read(name).decode() for name in parts.namelist())


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_drawn_tournament(8, rounds_planned=1)
    for entry in tournament.entries.select_related("person"):
        named(entry.person, f"Anfang{entry.number:02}", f"Vorn{entry.number:02}")
    round = tournament.rounds.get(number=1)
    enter_round(round)
    close_round(COMMAND_LINE, round)
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 1)
    tournament.refresh_from_db()
    return tournament


def named(person: Person, last: str, first: str) -> None:
    Person.objects.filter(pk=person.pk).update(last_name=last, first_name=first)


class People:
    """Acts on the people of a tournament."""

    def __init__(self, tournament: Tournament, random: Random) -> None:
        self._tournament, self._random = tournament, random
        self._elsewhere = make_tournament("anderswo")
        self._made = 0

    def act(self) -> str:
        acts = [self.consent, self.consent, self.take_back, self.take_back, self.take_back]
        acts += [self.merge, self.merge, self.separate, self.delete]
        act = self._random.choice(acts)
        act()
        return act.__name__

    def _one(self) -> Person:
        people = Person.objects.filter(entries__tournament=self._tournament, deleted_at=None)
        person = self._random.choice(list(people.order_by("pk")))
        return person.same_as or person

    def consent(self, publish_name: bool = True) -> None:
        told = {"email": "", "phone": ""}
        set_person_details(COMMAND_LINE, self._one(), publish_name=publish_name, **told)

    def take_back(self) -> None:
        self.consent(publish_name=False)

    def merge(self) -> None:
        """Merge with a person of another tournament and name, either way round."""
        self._made += 1
        player = PlayerData(f"Zweit{self._made:02}", f"Hinten{self._made:02}")
        other = add_player(COMMAND_LINE, self._elsewhere, player, is_unknown=True).person
        Person.objects.filter(pk=other.pk).update(publish_name=self._random.random() < 0.5)
        both = [self._one(), Person.objects.get(pk=other.pk)]
        self._random.shuffle(both)
        merge_people(COMMAND_LINE, *both)

    def separate(self) -> None:
        merged = list(Person.objects.filter(same_as__isnull=False).order_by("pk"))
        if merged:
            separate_people(COMMAND_LINE, self._random.choice(merged))

    def delete(self) -> None:
        if Person.objects.filter(entries__tournament=self._tournament, deleted_at=None).count() > 4:
            delete_person(COMMAND_LINE, self._one())


def hidden_names(tournament: Tournament) -> set[str]:
    """Return every name of the people without consent."""
    names = set()
    for entry in tournament.entries.select_related("person__same_as"):
        counts = entry.person.same_as or entry.person
        for each in (counts, *counts.spellings.all()):
            if not (entry.person.publish_name and counts.publish_name) and not each.deleted_at:
                names |= {each.last_name, each.first_name}
    return names


def test_nobody_is_named_without_consent(tournament: Tournament) -> None:
    random = Random(SEED)
    public, people = Public(tournament), People(tournament, random)
    ever = {entry.person.last_name for entry in tournament.entries.select_related("person")}
    told = dict(public.read(random))
    assert {what for what, text in told.items() if not any(name in text for name in ever)} == set()
    gone = set[str]()
    for done in range(ACTS):
        before = {each.last_name for each in Person.objects.all()}
        act = people.act()
        gone |= before - {each.last_name for each in Person.objects.all()}
        hidden = hidden_names(tournament) | gone
        for what, text in public.read(random):
            assert (done, act, what, sorted(n for n in hidden if n in text)) == (
                done,
                act,
                what,
                [],
            )
