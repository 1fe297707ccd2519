"""The catalogues: every text of the program has a German translation, and they are compiled."""

from itertools import chain

import polib
import pytest

from tests.architecture.texts import (
    DECLARED,
    LOCALE,
    PLACEHOLDER,
    is_complete,
    texts_in_template,
    texts_in_use,
)
from tournament.prizes.rules import ORDERS
from tournament.shared.rules.fields import FIELDS
from tournament.stage.rules import SHOWINGS
from tournament.standings.rules.rankings import GROUPS
from tournament.standings.rules.tie_breaks import CRITERIA


@pytest.fixture(scope="module")
def german() -> polib.POFile:
    return polib.pofile(str(LOCALE / "de" / "LC_MESSAGES" / "django.po"))


def test_extraction_finds_the_marked_texts(tmp_path):
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


def test_extraction_finds_the_words_of_what_is_declared():
    """A word handed on in a way that the search does not see would stay English on every screen."""
    declared = [
        *chain.from_iterable(map(dict.values, (ORDERS, SHOWINGS, GROUPS, CRITERIA))),
        *FIELDS,
    ]
    words = {
        (None, word, None)
        for each in declared
        for name in DECLARED[type(each).__name__]
        if (word := getattr(each, name))
    }
    assert words - texts_in_use().keys() == set()


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
    """Return the placeholders in a text."""
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
