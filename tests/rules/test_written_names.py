"""A cell with a name says who is a person, who are two, and what is no part of a name."""

from time import process_time

import pytest

from tournament.shared.rules.written_names import says_away, written_name

PLAIN = """
Lück Jan · Jäger-Höhn, Max · van der Süß, Eva · D'Angelo, Kim · O’Brien, Seán · Berger, Ole sen.
Herr, Peter · Peter Gast · Gast, Peter · Udo Krank · Jan Undine · Anna Maria Mitsche
Ute von und zu Hohenfels · Freiherr von und zu Guttenberg, Karl · Frauke Prof
Anna Maria van der Heide · d'Angelo, Luca Maria · Anna Élise Šimek
Jörg müller · mac donald, pat · José y Luis Vega · Ole Dr · Hans Otto Nein-Meier
"""


@pytest.mark.parametrize("text", PLAIN.strip().replace("\n", " · ").split(" · "))
def test_plain_name_is_taken_as_written(text: str) -> None:
    found = written_name(text)
    assert (found.name, found.doubts, found.notes, found.people) == (text, {}, {}, ())


@pytest.mark.parametrize(
    ("text", "name", "notes"),
    [
        ("Herr Jörg Schröder", "Jörg Schröder", {"title": "Herr"}),
        ("Frau Dr. Änne Franke", "Änne Franke", {"title": "Frau Dr."}),
        ("Dr. med. Tom Kühn", "Tom Kühn", {"title": "Dr. med."}),
        ("Prof. Lea Jäger", "Lea Jäger", {"title": "Prof."}),
        ("Beck, Otto, Dr.", "Beck, Otto", {"title": "Dr."}),
        ("Wendt, Fr.", "Wendt", {"title": "Fr."}),
        ("Franke, Dipl.-Ing. Änne", "Franke, Änne", {"title": "Dipl.-Ing."}),
        ("Änne Franke (Gast)", "Änne Franke", {"guest": "Gast"}),
        ("Käthe Grün (G)", "Käthe Grün", {"guest": "G"}),
        ("Tom Kühn - Gast", "Tom Kühn", {"guest": "Gast"}),
        ("Schröder, Jörg*", "Schröder, Jörg", {"footnote": "*"}),
        ("Ida Voß²", "Ida Voß", {"footnote": "²"}),
        ('Hans "Hansi" Müßig', "Hans Müßig", {"nickname": '"Hansi"'}),
        ("Hans „Hansi“ Müßig", "Hans Müßig", {"nickname": "„Hansi“"}),
        ("Grün, Käthe geb. Voß", "Grün, Käthe", {"birth_name": "geb. Voß"}),
        ("Ute Klein (geb. von Thun)", "Ute Klein", {"birth_name": "geb. von Thun"}),
    ],
)
def test_what_is_no_part_of_a_name_is_taken_off_and_told(
    text: str, name: str, notes: dict[str, str]
) -> None:
    found = written_name(text)
    assert (found.name, found.notes, found.doubts) == (name, notes, {})


@pytest.mark.parametrize(
    ("text", "code", "people"),
    [
        ("Änne und Jörg Franke", "two_people", ["Franke, Änne", "Jörg Franke"]),
        ("Franke, Ida + Tom", "two_people", ["Franke, Ida", "Franke, Tom"]),
        ("Uwe Müßig & Käthe Grün", "two_people", ["Uwe Müßig", "Käthe Grün"]),
        ("Lea Jäger / Max Höhn", "two_people", ["Lea Jäger", "Max Höhn"]),
        ("Uwe Müßig/Ida von Voß*", "two_people", ["Uwe Müßig", "Ida von Voß"]),
        ("Eva Süß (mit Jan Lück)", "two_people", ["Eva Süß", "Jan Lück"]),
        ("Jan Klein u. Dr. Tina Groß", "two_people", ["Jan Klein", "Tina Groß"]),
        ("A Beck, B Horn / C Lang", "two_people", ["A Beck, B Horn", "C Lang"]),
        ("Ute Ohm, Tom Ohm", "perhaps_two", ["Ute Ohm", "Tom Ohm"]),
        ("Ute Ohm; Dr. Tom Beck", "perhaps_two", ["Ute Ohm", "Tom Beck"]),
        ("Ute Ohm, Tom Ohm, Ida Au", "perhaps_two", ["Ute Ohm", "Tom Ohm", "Ida Au"]),
        ("Ole Berger +1", "companion", ["Ole Berger"]),
        ("Ole Berger und Begleitung", "companion", ["Ole Berger"]),
        ("Kim Böhm und Partner", "companion", ["Kim Böhm"]),
        ("Franke, Änne und Frau", "companion", ["Franke, Änne"]),
        ("Franke Änne (+ 2 Personen)", "companion", ["Franke Änne"]),
        ("Fam. Schröder", "family", []),
        ("Ehepaar Kühn", "family", []),
        ("Herr und Frau Franke", "family", []),
        ("Uwe Müßig (abgesagt)", "called_off", ["Uwe Müßig"]),
        ("Tom Kühn - Warteliste", "called_off", ["Tom Kühn"]),
        ("Abgesagt: Tom Kühn", "called_off", ["Tom Kühn"]),
        ("Uwe Müßig (kommt doch nicht)", "called_off", ["Uwe Müßig"]),
        ("Warteliste", "section", []),
        ("N. N.", "placeholder", []),
        ("reserviert", "placeholder", []),
        ("Ilse Bohm sowie Kurt Bohm", "two_people", ["Ilse Bohm", "Kurt Bohm"]),
        ("Ute Kamp oder Ina Kamp", "two_people", ["Ute Kamp", "Ina Kamp"]),
        ("Maria Beck und", "companion", ["Maria Beck"]),
        ("Ute Kamp inkl. Begleitung", "companion", ["Ute Kamp"]),
        ("Meier Ehepaar", "family", []),
        ("Rolf Wild, krank", "called_off", ["Rolf Wild"]),
        ("Rolf Wild, evtl.", "called_off", ["Rolf Wild"]),
        ("Rolf Wild gestrichen", "called_off", ["Rolf Wild"]),
        ("Rolf Wild WL 3", "called_off", ["Rolf Wild"]),
        ("Gast von Udo", "placeholder", []),
        ("wird nachgemeldet", "placeholder", []),
        ("Rolf Wild - kommt später", "beside_name", ["Rolf Wild"]),
        ("Rolf Wild, vegetarisch", "beside_name", ["Rolf Wild"]),
        ("Wild, Rolf für Otto Moll", "beside_name", ["Wild, Rolf"]),
        ("statt Otto Moll: Ute Kamp", "beside_name", ["Ute Kamp"]),
        ("Rolf Wild - Ute Wild", "beside_name", ["Rolf Wild"]),
        ("Franke, Änne (Hamburg)", "beside_name", ["Franke, Änne"]),
    ],
)
def test_cell_that_is_not_one_person_is_in_doubt(text: str, code: str, people: list[str]) -> None:
    found = written_name(text)
    assert (list(found.doubts), list(found.people)) == ([code], people)


@pytest.mark.parametrize("text", ["+ 1", "(Uschi) (Kassel)"])
def test_nobody_is_offered_where_no_name_is_left(text: str) -> None:
    assert written_name(text).people == ()


@pytest.mark.parametrize("part", ["(a", "(1", "*", " '", "a & ", "mit "])
def test_endless_cell_is_read_at_once(part: str) -> None:
    began = process_time()
    for _time in range(20):
        written_name(f"Ida {part * (490 // len(part))}b")
    written_name(f"Ida {part * 100_000}b")
    assert process_time() - began < 1


@pytest.mark.parametrize(
    "text",
    [
        "storniert",
        "Abgesagt!",
        "Warteliste 2",
        "canceled",
        "krank",
        "Komme leider nicht",
        "expired",
    ],
)
def test_cell_says_that_somebody_stays_away(text: str) -> None:
    assert says_away(text)


@pytest.mark.parametrize("text", ["", "kommt nur Samstag", "bezahlt", "Krankenhaus", "paid"])
def test_other_remark_says_nothing_of_it(text: str) -> None:
    assert not says_away(text)


@pytest.mark.parametrize(
    "cells",
    [
        ("Müller Lü", "Anna Maria"),
        ("Müller Lü, Anna",),
        ("von der Heide, Anna Maria",),
        ("Heide sen., Hans Peter",),
        ("Beck, Hans von der",),
        ("Dr. Beck, Anna Maria",),
    ],
)
def test_last_and_first_name_are_one_person(cells: tuple[str, ...]) -> None:
    assert not written_name(*cells).doubts
