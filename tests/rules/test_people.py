"""Who is the same person, who may be, and who is unknown; names with every nastiness."""

import pytest
from rapidfuzz import fuzz

from tournament.people.rules.people import KnownPerson, completed, identified, match, sound
from tournament.people.rules.registration import PlayerRow, Verdict
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.names import find_names, initials, split_walk_in

SAME, MAYBE, NOBODY = "same", "maybe", "nobody"


def person(text: str, pk: int = 1, number: int | None = None) -> KnownPerson:
    """Return a person from "Last|First|CLUB|State"."""
    last, first, club, state = [*text.split("|"), "", "", ""][:4]
    player = PlayerData(last, first, club_code=club, state=state)
    return KnownPerson(pk, player, (last, first), number)


def found(text: str, *known: KnownPerson):
    player = person(text).player
    wanted = sound(f"{player.first_name} {player.last_name}")
    sounds = [sound(" ".join(each.entered_as)) for each in known]
    alike = [fuzz.ratio(wanted, each) if wanted else 0.0 for each in sounds]
    return match(player, zip(known, alike, strict=True))


def answer(text: str, *known: KnownPerson) -> str:
    who = found(text, *known)
    return SAME if who.same else MAYBE if who.maybe else NOBODY


@pytest.mark.parametrize(
    ("typed", "known", "said"),
    [
        ("Müller|Otto", "Müller|Otto", SAME),
        ("Mueller|Otto|DU", "Müller|Otto|DU", SAME),
        ("Muller|OTTO", "Müller|Otto|DU", SAME),
        ("Mueller|Otto", "Muller|Otto", MAYBE),
        ("Gross|Ida", "Groß|Ida", SAME),
        ("OBrien|Pat", "O’Brien|Pat", SAME),
        ("O'Brien|Pat", "OBrien|Pat", SAME),
        ("Karl|Otto|DU", "Otto|Karl|DU", SAME),
        ("Karl|Otto", "Otto|Karl|DU", MAYBE),
        ("Meyer|Hans|DU", "Maier|Hans|DU", MAYBE),
        ("Schmitt|Claus", "Schmidt|Klaus", MAYBE),
        ("Müler|Otto", "Müller|Otto", MAYBE),
        ("Anna-Lena Kurz|Ida", "Anna Lena Kurz|Ida", SAME),
        ("Müller|Otto|BO", "Müller|Otto|DU", MAYBE),
        ("Müller|Otto||Bayern", "Müller|Otto||Hessen", MAYBE),
        ("Otto", "Otto", MAYBE),
        ("Otto|  |DU".replace(" ", ""), "Otto||DU", SAME),
        ("Otto", "Otto|Karl", NOBODY),
        ("Beck|Ida", "Horn|Uwe", NOBODY),
        ("<script>|x", "Script|Y", NOBODY),
        ("=1+1|x", "=1+1|x", SAME),
        ("!!!", "???", NOBODY),
        ("X" * 200 + "|Y", "X" * 200 + "|Y", SAME),
        ("X" * 200 + "|Y", "Y|Z", NOBODY),
    ],
)
def test_three_answers(typed: str, known: str, said: str) -> None:
    assert answer(typed, person(known)) == said


def test_equal_names_are_asked_about_unless_the_club_differs() -> None:
    here, there, nowhere = person("Beck|Ida|DU", 1), person("Beck|Ida|BO", 2), person("Beck|Ida", 3)
    assert [known.pk for known in found("Beck|Ida", here, there).maybe] == [1, 2]
    assert found("Beck|Ida|BO", here, there).same == there
    assert found("Beck|Ida|DU", here, nowhere).same == here
    assert [known.pk for known in found("Beck|Ida|K", here, there, nowhere).maybe] == []
    assert found("Beck|Ida|K", here, there, nowhere).same == nowhere


def test_names_in_the_order_written_come_before_exchanged_ones() -> None:
    here, exchanged = person("Beck|Ida", 1), person("Ida|Beck|DU", 2)
    assert found("Beck|Ida|DU", here, exchanged).same == here
    assert found("Beck|Ida|DU", exchanged).same == exchanged
    both = [person(text, pk) for pk, text in ((3, "Ida|Beck|DU"), (4, "Ida|Beck|DU"))]
    assert found("Beck|Ida|DU", *both).maybe == tuple(both)
    joined = [
        KnownPerson(2, exchanged.player, names) for names in (("Ida", "Beck"), ("Beck", "Ida"))
    ]
    assert found("Beck|Ida|DU", *joined).same == joined[1]


def told(text: str, known: KnownPerson, number: int) -> list[tuple[str, dict[str, str | int]]]:
    """Return the findings of a row with this name and number, of somebody known."""
    row = PlayerRow(2, "x", person(text).player, number)
    (judged,) = identified([row], lambda _player: found(text, known))
    return [(each.code, dict(each.params)) for each in judged.row.findings]


def test_a_row_taken_for_somebody_tells_another_name_and_number() -> None:
    spelt = ("known_spelt_otherwise", {"written": "Otto Karl", "stands": "Karl Otto"})
    assert told("Karl|Otto|DU", person("Otto|Karl|DU"), 4) == [spelt]
    entered = [
        *(("known", {"number": 3}), spelt),
        ("known_other_number", {"written": 4, "stands": 3}),
    ]
    assert told("Karl|Otto|DU", person("Otto|Karl|DU", number=3), 4) == entered
    assert told("Karl|Otto|DU", person("Karl|Otto|DU", number=4), 4) == [("known", {"number": 4})]
    assert told("Karl|Otto", person("Karl|Otto|DU"), 4) == []


def test_person_is_found_by_every_name_entered() -> None:
    main = person("Müller|Otto|DU").player
    other = KnownPerson(1, main, ("Mühler", "Otto"))
    found_by_double = found("Mühler|Otto|DU", KnownPerson(1, main, ("Müller", "Otto")), other)
    assert found_by_double.same == other
    assert completed(PlayerData("Mühler", "Otto"), main) == main


def test_explicit_statement_outweighs_what_is_known() -> None:
    known = PlayerData(
        "Müller", "Otto", club_name="Asse", club_code="DU", state="NRW", tags=("Herren",)
    )
    said = PlayerData("Mueller", "Otto", club_code="BO", tags=("Senioren",), fee_paid=True)
    assert completed(said, known) == PlayerData(
        "Müller", "Otto", club_code="BO", state="NRW", tags=("Senioren",), fee_paid=True
    )


def test_each_person_answers_for_one_row() -> None:
    otto = person("Müller|Otto|DU")
    rows = [PlayerRow(line, "x", PlayerData("Mueller", "Otto")) for line in (2, 3)]
    known = identified(rows, lambda player: found(f"{player.last_name}|{player.first_name}", otto))
    assert [(each.person, each.row.player.last_name) for each in known] == [
        (1, "Müller"),
        (None, "Mueller"),
    ]
    entered = person("Müller|Otto|DU", number=7)
    (first, second) = identified(rows, lambda _player: found("Mueller|Otto", entered))
    assert (first.row.verdict, first.row.known_number) == (Verdict.KNOWN, 7)
    assert (second.row.verdict, second.person, second.asked) == (Verdict.OK, None, ())


NAMES = ["Seán O'Brien", "Otto Kurz", "Änne Groß-Möller DU ZHN", "Otokar Beck", "<script> =1+1"]


@pytest.mark.parametrize(
    ("typed", "which"),
    [
        ("obri", [0]),
        ("o'br", [0]),
        ("O’Bri", [0]),
        ("brien", [0]),
        ("sean", [0]),
        ("oto", [3]),
        ("otto", [1]),
        ("kkurz", [1]),
        ("mol", [2]),
        ("moel gro", [2]),
        ("gross-m", [2]),
        ("zhn", [2]),
        ("=1", [4]),
        ("<scr", [4]),
        ("zzz", []),
        (" , ", []),
        ("x" * 200, []),
    ],
)
def test_searching_by_the_beginning_of_words(typed: str, which: list[int]) -> None:
    assert find_names(typed, NAMES) == which


def test_doubled_letter_does_not_matter_where_the_match_is_unique() -> None:
    assert find_names("oto", NAMES[:3]) == [1]


@pytest.mark.parametrize(
    "line",
    [
        ["Keller, Jana, DU ZHN", "Keller", "Jana", "DU ZHN"],
        [
            "Keller, Jana, Asse Bonn, Damen, Senioren",
            "Keller",
            "Jana",
            "Asse Bonn",
            "Damen",
            "Senioren",
        ],
        ["Walter Ohneland, Re Rostock, Senioren", "Ohneland", "Walter", "Re Rostock", "Senioren"],
        ["Keller, DU ZHN, Damen", "Keller", "", "DU ZHN", "Damen"],
        ["von der Heide, Hans,, Damen", "von der Heide", "Hans", "Damen"],
        ["Jana Keller, DU ZHN", "Keller", "Jana", "DU ZHN"],
        ["Jana Keller, Skatfreunde Ulm", "Keller", "Jana", "Skatfreunde Ulm"],
        ["Keller, Jana", "Keller", "Jana", ""],
        ["Keller, DU ZHN", "Keller", "", "DU ZHN"],
        ["Keller, Asse Bonn", "Keller", "", "Asse Bonn"],
        ["von der Heide, Hans", "von der Heide", "Hans", ""],
        ["Otto", "Otto", "", ""],
        [",", "", "", ""],
    ],
)
def test_name_club_and_categories_in_one_line(line: list[str]) -> None:
    text, *expected = line
    split = split_walk_in(text, ["asse bonn"])
    assert [split.name.last_name, split.name.first_name, split.club, *split.tags] == expected


def test_initials() -> None:
    names = ["Änne Franke", "Hans von der Heide", "Otto", "<script>", "!"]
    assert list(map(initials, names)) == ["Ä. F.", "H. V. D. H.", "O.", "S.", "–"]
