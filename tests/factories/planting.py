"""Every form of every page, found as a browser finds it, with a name typed into its fields."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.core.files.uploadedfile import SimpleUploadedFile

Values = dict[str, list[str]]
TYPED = frozenset({"", "text", "search", "email", "tel", "textarea"})
DIGITS = frozenset({"numeric", "decimal"})
SENSIBLE = {
    "number": "1",
    "date": "2026-11-26",
    "time": "12:00",
    "datetime-local": "2026-11-26T12:00",
}
MOST_FIELDS = 12


@dataclass
class Field:
    """A control of a form with its attributes and value."""

    kind: str
    attributes: dict[str, str]
    value: str
    options: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Return the name it is sent under."""
        return self.attributes.get("name", "")

    @property
    def is_typed(self) -> bool:
        """Return whether it takes typed text."""
        is_free = self.attributes.keys().isdisjoint({"readonly", "disabled"})
        return self.kind in TYPED and is_free and self.attributes.get("inputmode") not in DIGITS


@dataclass
class Form:
    """A form: its target, its fields, and other addresses its script sends them to."""

    action: str
    method: str
    script: list[str]
    fields: list[Field] = field(default_factory=list)

    def sent(self, plant: Callable[[Field], str | None], *, ticked: bool) -> Values:
        """Return what a browser would send, with the text of `plant` where it gives one."""
        values: Values = {}
        chosen: set[str] = set()
        for each in self.fields:
            value = self._value(each, plant, ticked=ticked, chosen=chosen)
            if each.name and value is not None:
                values.setdefault(each.name, []).append(value)
        return values

    def _value(
        self,
        each: Field,
        plant: Callable[[Field], str | None],
        *,
        ticked: bool,
        chosen: set[str],
    ) -> str | None:
        if "disabled" in each.attributes or each.kind in ("submit", "file"):
            return None
        if each.is_typed and (planted := plant(each)) is not None:
            return planted
        if each.kind == "checkbox":
            is_on = ticked or "checked" in each.attributes
            return each.attributes.get("value", "on") if is_on else None
        if each.kind == "radio":
            is_first = each.name not in chosen
            rivals = [one for one in self.fields if one.name == each.name]
            is_on = "checked" in each.attributes or (
                is_first and not any("checked" in one.attributes for one in rivals)
            )
            chosen |= {each.name} if is_on else set()
            return each.attributes.get("value", "on") if is_on else None
        if each.kind == "select":
            return each.value or next(filter(None, each.options), "")
        return each.value or (SENSIBLE.get(each.kind, "") if "required" in each.attributes else "")

    def whole(self, name: str) -> Iterator[list[Values]]:
        """Send by each button the form with the name, or the last name, in every field."""
        buttons = [each for each in self.fields if each.kind == "submit" and each.name]
        for button in buttons or [None]:
            pressed = {button.name: [button.value]} if button else {}
            yield [
                self.sent(lambda each, text=text: _fitting(each, text), ticked=ticked) | pressed
                for text in (name, name.split()[-1])
                for ticked in (False, True)
            ]

    def one_by_one(self, name: str) -> Iterator[Values]:
        """Send the form with the name in one field after the other, plus required fields."""
        for one in [each for each in self.fields if each.is_typed][:MOST_FIELDS]:

            def plant(each: Field, one: Field = one) -> str | None:
                is_needed = "required" in each.attributes and not each.value
                return _fitting(each, name.split()[-1]) if each is one or is_needed else None

            yield self.sent(plant, ticked=False)

    @property
    def takes_file(self) -> str:
        """Return the name of the file field; empty for none."""
        return next((each.name for each in self.fields if each.kind == "file"), "")


def with_file(values: Values, name: str, file: tuple[str, bytes]) -> dict[str, Any]:
    """Return what is sent with a file chosen in the field of this name."""
    return {**values, name: SimpleUploadedFile(*file)}


def forms_of(html: str, address: str) -> tuple[list[Form], list[str]]:
    """Return the forms of a page, and the addresses it links to."""
    reader = _Reader(address)
    reader.feed(html)
    return reader.forms, reader.links


def _fitting(each: Field, name: str) -> str:
    """Return the name, or as much as fits: the last name."""
    if each.kind == "email":
        return name.replace(" ", ".").lower() + "@example.org"
    most = int(each.attributes.get("maxlength") or 10_000)
    last = name.split()[-1]
    return name if len(name) <= most else last[:most]


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.forms, self.links = address, list[Form](), list[str]()
        self._open: Form | None = None
        self._by_id: dict[str, Form] = {}
        self._last: Field | None = None
        self._text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in attributes:
            self.links.append(urljoin(self.address, attributes["href"]))
        elif tag == "form":
            self._begin(attributes)
        elif tag in ("input", "button", "select", "textarea"):
            self._take(tag, attributes)
        elif tag == "option" and self._last is not None and self._last.kind == "select":
            self._last.options.append(attributes.get("value", ""))
            if "selected" in attributes:
                self._last.value = attributes.get("value", "")

    def _begin(self, attributes: dict[str, str]) -> None:
        script = [
            urljoin(self.address, value)
            for name, value in attributes.items()
            if name.startswith("data-") and value.startswith("/")
        ]
        action = urljoin(self.address, attributes.get("action", ""))
        self._open = Form(action, attributes.get("method", "get").lower(), script)
        if "id" in attributes:
            self._by_id[attributes["id"]] = self._open
        self.forms.append(self._open)

    def _take(self, tag: str, attributes: dict[str, str]) -> None:
        form = self._by_id.get(attributes.get("form", ""), self._open)
        kind = attributes.get("type", "") if tag == "input" else tag
        if tag == "button":
            kind = attributes.get("type", "submit")
        self._last = Field(kind, attributes, attributes.get("value", ""))
        self._text = [] if tag == "textarea" else None
        if form is not None:
            form.fields.append(self._last)

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "textarea" and self._last is not None and self._text is not None:
            self._last.value, self._text = "".join(self._text), None
