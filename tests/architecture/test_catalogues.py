"""The catalogues: every text of the program in German, and compiled as it stands."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.utils.translation.template import templatize

PROJECT = Path(__file__).resolve().parents[2]
LOCALE = PROJECT / "tournament" / "locale"
# What marks a text: how many of the arguments are texts, and which of them is the context.
FUNCTIONS = {
    "_": ("msgid",),
    "gettext": ("msgid",),
    "gettext_lazy": ("msgid",),
    "gettext_noop": ("msgid",),
    "ngettext": ("msgid", "plural"),
    "ngettext_lazy": ("msgid", "plural"),
    "pgettext": ("context", "msgid"),
    "pgettext_lazy": ("context", "msgid"),
    "npgettext": ("context", "msgid", "plural"),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|%[sd]")
Text = tuple[str | None, str, str | None]  # context, msgid, plural


def texts_of_call(name: str, arguments: list[str | None]) -> Text:
    """The text a marking function was called with."""
    parts = dict(zip(FUNCTIONS[name], arguments, strict=False))
    return parts.get("context"), str(parts["msgid"]), parts.get("plural")


def texts_in_python(path: Path) -> Iterator[Text]:
    """The texts marked in a Python file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = (
            node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        )
        if name in FUNCTIONS:
            texts = [
                argument.value if isinstance(argument, ast.Constant) else None
                for argument in node.args
            ]
            if texts and texts[FUNCTIONS[name].index("msgid")] is not None:
                yield texts_of_call(name, texts)


def texts_in_template(path: Path) -> Iterator[Text]:
    """The texts marked in a template, found in Django's own rewriting of it for extraction."""
    string = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
    call = re.compile(rf"\b({'|'.join(FUNCTIONS)})\(\s*({string}(?:\s*,\s*{string})*)")
    for name, arguments in call.findall(templatize(path.read_text(encoding="utf-8"))):
        texts = [ast.literal_eval(text) for text in re.findall(string, arguments)]
        yield texts_of_call(name, texts)


def texts_in_use() -> dict[Text, str]:
    """Every text of the program, with a file it stands in."""
    found: dict[Text, str] = {}
    for path in sorted((PROJECT / "tournament").rglob("*.py")):
        if "migrations" not in path.parts:
            found |= dict.fromkeys(texts_in_python(path), path.name)
    for path in sorted((PROJECT / "templates").rglob("*.html")):
        found |= dict.fromkeys(texts_in_template(path), path.name)
    return found


def is_complete(entry: polib.POEntry) -> bool:
    """Whether an entry has its whole translation, reviewed."""
    texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    return not entry.fuzzy and all(text.strip() for text in texts)


@pytest.fixture(scope="module")
def german() -> polib.POFile:
    return polib.pofile(str(LOCALE / "de" / "LC_MESSAGES" / "django.po"))


def test_extraction_finds_what_the_program_marks(tmp_path):
    """Guards the tests below: a search that finds nothing would find nothing missing."""
    page = tmp_path / "page.html"
    page.write_text(
        "{% load i18n %}{% translate 'One' %}{% blocktranslate with a=b %}Two {{ a }}"
        "{% endblocktranslate %}{% blocktranslate count n=n %}{{ n }} a{% plural %}{{ n }} b"
        "{% endblocktranslate %}{% firstof x _('Three') %}{% translate 'May' context 'month' %}"
    )
    assert list(texts_in_template(page)) == [
        (None, "One", None),
        (None, "Two %(a)s", None),
        (None, "%(n)s a", "%(n)s b"),
        (None, "Three", None),
        ("month", "May", None),
    ]


def test_every_text_has_its_german(german):
    complete = {
        (entry.msgctxt, entry.msgid, entry.msgid_plural or None)
        for entry in german
        if is_complete(entry)
    }
    missing = {text: file for text, file in texts_in_use().items() if text not in complete}
    assert missing == {}


def test_catalogue_holds_nothing_unused(german):
    used = texts_in_use()
    entries = ((entry.msgctxt, entry.msgid, entry.msgid_plural or None) for entry in german)
    assert [entry for entry in entries if entry not in used] == []


def places(text: str) -> set[str]:
    """The places of a text that figures and names fill."""
    return set(PLACEHOLDER.findall(text))


def test_german_fills_the_same_places(german):
    """Only a singular may leave out what its plural has: "ein Tisch"."""
    wrong = []
    for entry in german:
        if entry.msgid_plural:
            one, many = (places(text) for text in entry.msgstr_plural.values())
            fits = one <= many == places(entry.msgid_plural)
        else:
            fits = places(entry.msgstr) == places(entry.msgid)
        if not fits:
            wrong.append(entry.msgid)
    assert wrong == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_compiled_catalogue_equals_its_source(language):
    directory = LOCALE / language / "LC_MESSAGES"
    source = polib.pofile(str(directory / "django.po"))
    compiled = polib.mofile(str(directory / "django.mo"))

    def content(catalogue):
        return {
            (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr for entry in catalogue
        }

    assert content(compiled) == content(source.translated_entries())
    assert compiled.metadata == source.metadata
