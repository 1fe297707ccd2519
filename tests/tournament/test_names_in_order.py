"""Names are sorted where one looks for them on the wall."""

from random import Random

from tournament.shared.rules.names import name_key


def test_foreign_letters_sort_as_their_base_letter() -> None:
    names = ["Đorđević, Ana", "Łukasiewicz, Jan", "Şahin, Ece", "Öztürk, Ali", "Østergaard, Bo"]
    names += ["Dorn, Eva", "Dötsch, Udo", "Lux, Tom", "Mai, Ida", "Ott, Rolf", "Sander, Kai"]
    Random(1).shuffle(names)
    assert sorted(names, key=name_key) == [
        "Đorđević, Ana",
        "Dorn, Eva",
        "Dötsch, Udo",
        "Łukasiewicz, Jan",
        "Lux, Tom",
        "Mai, Ida",
        "Østergaard, Bo",
        "Ott, Rolf",
        "Öztürk, Ali",
        "Şahin, Ece",
        "Sander, Kai",
    ]


def test_letters_without_signs_are_ordered_as_with_them() -> None:
    assert [name_key(name) for name in ("MÜLLER", "Muller", "Weiß")] == [
        "muller",
        "muller",
        "weiss",
    ]
