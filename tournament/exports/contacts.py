"""E-mail and telephone of people as vCards (RFC 6350), for an address book."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext

from tournament.exports.base import VCARD, Document, document
from tournament.models import Person
from tournament.shared.rules.fields import ADDRESSES, Kind

LONGEST_LINE = 75  # in bytes, RFC 6350, section 3.2
PROPERTIES = {field.column: "EMAIL" if field.kind is Kind.MAIL else "TEL" for field in ADDRESSES}


def contacts_file(people: Iterable[Person]) -> Document:
    """Return one vCard per person, with name, club, e-mail and telephone."""
    lines: list[str] = []
    for person in people:
        lines += ["BEGIN:VCARD", "VERSION:4.0", f"FN:{_escape(person.name)}"]
        lines.append(f"N:{_escape(person.last_name)};{_escape(person.first_name)};;;")
        if person.club:
            lines.append(f"ORG:{_escape(str(person.club))}")
        for column, name in PROPERTIES.items():
            if text := getattr(person, column):
                lines.append(f"{name}:{_escape(text)}")
        lines.append("END:VCARD")
    content = "".join(f"{_fold(line)}\r\n" for line in lines).encode()
    return document(None, gettext("Contacts"), VCARD, content)


def _escape(text: str) -> str:
    """Return a text that ends neither its line nor its part of a value, without control signs."""
    lines = re.sub(r"([\\,;])", r"\\\1", text).splitlines()
    return re.sub(r"[\x00-\x1f\x7f]", "", r"\n".join(lines).replace("\t", " "))


def _fold(line: str) -> str:
    """Return the line cut so that none is too long, between letters; a space continues it."""
    cut, length = [""], 0
    for letter in line:
        length += len(letter.encode())
        if length > LONGEST_LINE:
            cut.append(" ")
            length = 1 + len(letter.encode())
        cut[-1] += letter
    return "\r\n".join(cut)
