"""A visitor with a browser without scripts: opens pages, fills in forms, presses buttons."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urljoin

from django.http import HttpResponse
from django.test import Client

Fields = Mapping[str, object]
NOTHING: Fields = {}
NO_FIELD = ("submit", "button", "image", "reset")


@dataclass
class Button:
    """Its label, and what is sent when it is pressed."""

    text: str = ""
    name: str = ""
    value: str = ""


@dataclass
class WebForm:
    """A form on a page; `choices` are the values its boxes and lists offer."""

    action: str
    method: str
    sent: dict[str, list[str]] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    def filled(self, typed: Fields) -> dict[str, object]:
        """Return what a browser sends after this was typed. True ticks a box, False does not.

        Fails on an unknown field and on a choice that is not offered.
        """
        sent: dict[str, object] = dict(self.sent)
        for name, value in typed.items():
            assert name in self.sent or name in self.choices, (name, sorted(self.sent))
            values = value if isinstance(value, list) else [value]
            offered = self.choices.get(name)
            if offered is not None and not isinstance(value, bool):
                assert {*map(str, values)} <= {*offered}, (name, value, offered)
            if value is True:
                assert offered is not None
                values = offered[:1]
            sent[name] = [] if value is False else [*values]
        return sent


class Visitor:
    """One person's browser: its address, and the page there."""

    def __init__(self, client: Client) -> None:
        self.client, self.address = client, "/"
        self.page = HttpResponse()

    def open(self, address: str) -> HttpResponse:
        """Go to an address."""
        return self._at(self.client.get(address, follow=True), address)

    def press(self, button: str, typed: Fields = NOTHING, *, at: str = "") -> HttpResponse:
        """Fill in the form with this button (`at`: part of its form's address), and press it."""
        form, pressed = self._find(button, at)
        sent = form.filled(typed)
        if pressed.name:
            sent[pressed.name] = pressed.value
        address = urljoin(self.address, form.action or self.address)
        if form.method == "get":
            answer = self.client.get(address.partition("?")[0], sent, follow=True)
        else:
            answer = self.client.post(address, sent, follow=True)
        return self._at(answer, address)

    def follow(self, link: str) -> HttpResponse:
        """Follow the link with this text."""
        page = self.page.content.decode()
        found = re.findall(rf'<a [^>]*href="([^"]*)"[^>]*>\s*{re.escape(link)}\s*</a>', page)
        assert len({*found}) == 1, (link, self.address, found)
        return self.open(urljoin(self.address, unescape(found[0])))

    def choices(self, button: str, name: str) -> list[str]:
        """Return what a list or boxes offer in the form with this button."""
        return self._find(button, "")[0].choices[name]

    def fields(self, button: str, at: str = "") -> dict[str, list[str]]:
        """Return the values in the form with this button."""
        return self._find(button, at)[0].sent

    @property
    def buttons(self) -> list[str]:
        """Return the words on the page's buttons."""
        return [each.text for form in forms_of(self.page) for each in form.buttons]

    @property
    def text(self) -> str:
        """Return the page's readable text."""
        return " ".join(re.sub(r"<[^>]*>", " ", self.page.content.decode()).split())

    def _find(self, button: str, at: str) -> tuple[WebForm, Button]:
        forms = forms_of(self.page)
        found = [
            (form, each)
            for form in forms
            for each in form.buttons
            if each.text == button and at in urljoin(self.address, form.action or self.address)
        ]
        offered = Counter(each.text for form in forms for each in form.buttons)
        same = {(id(form), each.name, each.value) for form, each in found}
        assert len(same) == 1, (button, self.address, offered, self.text[:2000])
        return found[0]

    def _at(self, answer: HttpResponse, address: str) -> HttpResponse:
        for went_to, _status in getattr(answer, "redirect_chain", ()):
            address = urljoin(address, went_to)
        self.page, self.address = answer, address
        assert answer.status_code == 200, (address, answer.status_code, self.text[:3000])
        return answer


class Counted(Visitor):
    """Counts presses and typed characters."""

    pressed = typed = 0

    def press(self, button: str, typed: Fields = NOTHING, *, at: str = "") -> HttpResponse:
        """Press a button, after typing."""
        self.pressed += 1
        self.typed += sum(len(str(text)) for text in typed.values())
        return super().press(button, typed, at=at)

    def follow(self, link: str) -> HttpResponse:
        """Follow a link."""
        self.pressed += 1
        return super().follow(link)

    def go(self, address: str) -> HttpResponse:
        """Follow a link by its address."""
        self.pressed += 1
        links = re.findall(r'href="([^"]*)"', self.page.content.decode())
        assert address in {urljoin(self.address, link) for link in links}, links
        return self.open(address)


def forms_of(page: HttpResponse) -> list[WebForm]:
    """Return every form of a page, with its fields and buttons."""
    reader = _Reader()
    reader.feed(page.content.decode())
    return reader.forms


class _Reader(HTMLParser):
    """Collects forms; a field elsewhere that names the id of a form belongs to it as well."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[WebForm] = []
        self._by_id: dict[str, WebForm] = {}
        self._inside: WebForm | None = None
        self._select: tuple[WebForm, str, bool] | None = None
        self._area: tuple[WebForm, str] | None = None
        self._button: Button | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = WebForm(told.get("action", ""), told.get("method", "get").lower())
            self.forms.append(self._inside)
            self._by_id[told.get("id", "")] = self._inside
        form = self._by_id.get(told["form"]) if "form" in told else self._inside
        if form is None or "disabled" in told:
            return
        name = told.get("name", "")
        if tag == "input":
            self._read_input(form, name, told)
        elif tag == "select":
            self._select = (form, name, "multiple" in told)
            form.choices[name] = []
        elif tag == "option" and self._select:
            self._read_option(told)
        elif tag == "textarea":
            self._area = (form, name)
            form.sent[name] = [""]
        elif tag == "button" and told.get("type", "submit") == "submit":
            self._button = Button("", name, told.get("value", ""))
            form.buttons.append(self._button)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None
        elif tag == "button" and self._button:
            self._button.text = " ".join(self._button.text.split())
            self._button = None

    def handle_data(self, data: str) -> None:
        if self._button:
            self._button.text += data
        elif self._area:
            form, name = self._area
            form.sent[name] = [form.sent[name][0] + data]

    def _read_input(self, form: WebForm, name: str, told: dict[str, str]) -> None:
        kind = told.get("type", "text")
        if kind in ("checkbox", "radio"):
            value = told.get("value", "on")
            form.choices.setdefault(name, []).append(value)
            if "checked" in told:
                form.sent.setdefault(name, []).append(value)
        elif kind not in NO_FIELD:
            form.sent.setdefault(name, []).append(told.get("value", ""))

    def _read_option(self, told: dict[str, str]) -> None:
        assert self._select is not None
        form, name, is_multiple = self._select
        value = told.get("value", "")
        is_first = not form.choices[name] and not is_multiple
        form.choices[name].append(value)
        if "selected" in told and not is_multiple:
            form.sent[name] = [value]
        elif "selected" in told:
            form.sent.setdefault(name, []).append(value)
        elif is_first:
            form.sent[name] = [value]
