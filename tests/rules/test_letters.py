"""Letters of old programs are told by the words they make, or nobody is named by them."""

import pytest

from tournament.errors import Refused
from tournament.imports.letters import DOS, MAC, TWICE, UNSURE, is_unclear, read_letters

LIST = "Nr;Name;Verein\n1;Schröder, Jörg;Köpenick\n2;Müßig, Uwe;Süd\n3;Voß, Änne;„Die Drei“\n"
FEWER = "Name;Startgeld\nÖzdemir, Ali;12\nGrün, Käthe;5\n"


@pytest.mark.parametrize("text", [LIST, FEWER, LIST.upper(), "Name\nRenée Müller\nTomás Groß\n"])
@pytest.mark.parametrize(
    ("encoding", "how"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-16", ""),
        ("utf-16-le", ""),
        ("utf-16-be", ""),
        ("cp1252", ""),
        ("cp850", DOS),
        ("mac_roman", MAC),
    ],
)
def test_letters_are_read_in_the_encoding_of_their_words(
    text: str, encoding: str, how: str
) -> None:
    if encoding == "cp850":
        text = text.replace("„", '"').replace("“", '"')
    assert read_letters(text.encode(encoding)) == (text, how)


@pytest.mark.parametrize("times", [1, 2])
def test_letters_encoded_once_too_often_are_put_right(times: int) -> None:
    data = LIST.encode()
    for _ in range(times):
        data = "".join(
            bytes([byte]).decode("cp1252", errors="replace").replace("\ufffd", chr(byte))
            for byte in data
        ).encode()
    assert read_letters(data) == (LIST, TWICE)


@pytest.mark.parametrize(
    "text", ["Name\nCAFÉ”\n", "Name\nD’Angelo, Kim\n", "Name;Geld\nIda Klein;12 €\n", "Name\nSÃO\n"]
)
def test_unusual_signs_are_no_reason_to_read_otherwise(text: str) -> None:
    assert read_letters(text.encode()) == (text, "")
    if "Ã" not in text and "É" not in text:
        assert read_letters(text.encode("cp1252")) == (text, "")


@pytest.mark.parametrize(
    ("text", "encoding"), [("Ida Voß", "cp850"), ("Özdemir, Ali", "mac_roman"), ("Ševo", "cp1252")]
)
def test_what_is_a_word_in_two_encodings_is_unsure(text: str, encoding: str) -> None:
    assert read_letters(f"Name\n{text}\n".encode(encoding)).how == UNSURE


def test_twice_encoded_by_latin_1_is_repaired() -> None:
    text = "Name\nJürgen Voß\nÖzge Yıldız\nZoë Łukasz\n"
    assert read_letters(text.encode().decode("latin-1").encode()) == (text, TWICE)


def test_chosen_encoding_is_taken() -> None:
    assert read_letters("Ida Voß".encode("cp850"), DOS) == ("Ida Voß", "")


def test_file_of_zeros_is_no_text() -> None:
    with pytest.raises(Refused, match="file_unreadable"):
        read_letters(b"Name\0\0\0\0\0\0Otto Beck")


@pytest.mark.parametrize("text", ["Schr”der", "MŸ§ig", "J”rg", "M\x81\xe1ig", "Vo§", "€nne"])
def test_word_with_signs_in_it_is_unclear(text: str) -> None:
    assert is_unclear(text)


@pytest.mark.parametrize(
    "text",
    [
        *("Schröder", "O’Brien", "Meyer–Schulze", "„Hansi“ Klein", "Doko-Treff 3", "Éva"),
        *("MÜSSIG", "MÜßIG", "STRAßE"),
    ],
)
def test_usual_word_is_not(text: str) -> None:
    assert not is_unclear(text)
