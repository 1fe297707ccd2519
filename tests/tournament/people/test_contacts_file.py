"""E-mail and telephone of people for an address book: who gets them, and that nothing breaks out.

The files are read by a parser of their own, made from RFC 6350 alone.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.pages import messages_of, signed_in
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.factories.words import refusal
from tournament.exports.contacts import contacts_file
from tournament.models import Club, JournalEntry, Person, Role

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

CONTACTS = reverse("contacts")
HOSTILE = "Böse;\\,Müßig\r\nEND:VCARD\nBEGIN:VCARD"


def cards(content: bytes) -> list[dict[str, list[str]]]:
    """Return each card's values by property, split at semicolons that are not escaped."""
    assert content.endswith(b"\r\n")
    assert b"\n" not in content.replace(b"\r\n", b"")
    physical = content.split(b"\r\n")
    assert max(map(len, physical)) <= 75
    for line in physical:
        line.decode()  # no letter is cut
    found: list[dict[str, list[str]]] = []
    for line in content.decode().replace("\r\n ", "").splitlines():
        name, _colon, value = line.partition(":")
        if line == "BEGIN:VCARD":
            found.append({})
            continue
        parts = re.findall(r"((?:\\.|[^;\\])*);", f"{value};")
        unescaped = [
            re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], part) for part in parts
        ]
        found[-1][name] = unescaped
    return found


@pytest.fixture
def people() -> list[Person]:
    """Three people, two of whom can be reached."""
    people = [entry.person for entry in make_entries(make_tournament(), 3)]
    club = Club.objects.create(code="DU ZHN", name="Zehn")
    Person.objects.filter(pk=people[0].pk).update(
        last_name="Müßig", first_name="Änne", email="änne@example.org", phone="0203 1", club=club
    )
    Person.objects.filter(pk=people[1].pk).update(
        last_name="Groß", first_name="", email="", phone="+49 (203) 2"
    )
    return people


def test_owner_saves_the_contacts_of_those_who_gave_them(people: list[Person]) -> None:
    owner = signed_in()
    assert CONTACTS in owner.get(reverse("people")).content.decode()
    answer = owner.post(CONTACTS)
    assert answer["Content-Type"] == "text/vcard; charset=utf-8"
    assert re.search(r'attachment; filename="[a-z-]+\.vcf"', answer["Content-Disposition"])
    assert cards(answer.content) == [
        {
            "VERSION": ["4.0"],
            "FN": ["Groß"],
            "N": ["Groß", "", "", "", ""],
            "TEL": ["+49 (203) 2"],
            "END": ["VCARD"],
        },
        {
            "VERSION": ["4.0"],
            "FN": ["Änne Müßig"],
            "N": ["Müßig", "Änne", "", "", ""],
            "ORG": ["DU ZHN"],
            "EMAIL": ["änne@example.org"],
            "TEL": ["0203 1"],
            "END": ["VCARD"],
        },
    ]
    told = JournalEntry.objects.get(action="contacts_taken")
    assert (told.tournament, told.data) == (None, {"people": 2})
    assert "vCard" not in owner.get(reverse("installation-journal")).content.decode()


def test_search_of_the_page_says_whose(people: list[Person]) -> None:
    owner = signed_in()
    (card,) = cards(owner.post(f"{CONTACTS}?q=mussig").content)
    assert card["FN"] == ["Änne Müßig"]
    assert JournalEntry.objects.get(action="contacts_taken").data == {"people": 1}


def test_nothing_leaves_and_nothing_is_noted_where_nobody_gave_any(people: list[Person]) -> None:
    owner = signed_in()
    page = owner.post(f"{CONTACTS}?q={people[2].last_name}", follow=True)
    assert messages_of(page) == [refusal("no_contacts")]
    assert not JournalEntry.objects.filter(action="contacts_taken").exists()


def test_others_get_no_contacts(people: list[Person]) -> None:
    tournament = people[0].entries.get().tournament
    direction = signed_in(tournament, Role.DIRECTION)
    stranger = Client()
    stranger.force_login(make_user(Role.DIRECTION, make_tournament("woanders"), "stranger"))
    for reader, status in ((direction, 403), (stranger, 403), (Client(), 302)):
        assert reader.post(CONTACTS).status_code == status
    assert CONTACTS not in direction.get(reverse("people")).content.decode()
    assert signed_in().get(CONTACTS).status_code == 405
    assert not JournalEntry.objects.filter(action="contacts_taken").exists()


def test_people_whose_data_was_deleted_and_doubles_are_not_among_them(
    people: list[Person],
) -> None:
    Person.objects.filter(pk=people[1].pk).update(same_as=people[0])
    (card,) = cards(signed_in().post(CONTACTS).content)
    assert card["FN"] == ["Änne Müßig"]


@pytest.mark.parametrize(
    "name",
    [
        HOSTILE,
        "=1+1",
        "a\\nb",
        "\\;",
        "\x00\x1b[31m\u2028Zeile\x85Ende\x0b",
        "ß" * 100,
        "👩‍👩‍👧" * 20,
        'x"<script>',
        "N:Wer\tda",
    ],
)
def test_hostile_name_stays_one_value(name: str) -> None:
    club = Club(name=name)
    person = Person(last_name=name, first_name=name, email=f"{name}@b.de", phone="1", club=club)
    (card,) = cards(contacts_file([person, person]).content)[1:]
    assert set(card) == {"VERSION", "FN", "N", "ORG", "EMAIL", "TEL", "END"}
    assert (len(card["N"]), len(card["FN"]), len(card["EMAIL"])) == (5, 1, 1)
    assert card["N"][:2] == [cleaned(name), cleaned(name)]
    assert card["FN"] == [cleaned(f"{name} {name}")]


def cleaned(text: str) -> str:
    """Return the text with lines of one kind, without other control signs."""
    lines = "\n".join(text.replace("\t", " ").splitlines())
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", "", lines)
