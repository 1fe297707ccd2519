"""Names of people and clubs as written in lists: tidied, split, compared, sorted.

A code identifies a club, in any spelling of code and name.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

# Words that begin a last name: "Hans von der Heide".
PARTICLES = frozenset(
    {"von", "van", "vom", "der", "den", "dem", "de", "del", "della", "di", "da", "do", "dos"}
    | {"du", "la", "le", "ter", "ten", "zu", "zum", "zur"}
)
SUFFIXES = frozenset({"jun.", "jr.", "sen.", "sr.", "junior", "senior"})
# Joiners that some scripts need inside a word; other invisible characters only deceive.
_JOINERS = "\u200c\u200d"
# Shorter words may be initials ("JP Meier").
_FEWEST_CAPITALS = 3

_STROKES = str.maketrans({"ł": "l", "đ": "d", "ø": "o", "ħ": "h", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not decompose into a base letter and a mark."""
_APOSTROPHES = re.compile(r"['’‘`´]")
_BETWEEN_PARTS = re.compile(r"['’‘`´\-‐–]")
_NO_LETTERS = re.compile(r"[\W_]+")
_NO_SLUG = re.compile(r"[^a-z0-9_]+")
LONGEST_STEM = 56
"""Characters of a slug before its number, which has four at most."""
# Of a word without its doubled letters: fewer match everybody.
FEWEST_LETTERS = 3
LONGEST_START = 4  # letters; longer ones are a whole name rather than its start
_DOUBLED = re.compile(r"(.)\1+")
# "MH FUK", "KS Obw", "DRAD": a town's licence plate and letters, or a few capitals.
CLUB_CODE = re.compile(r"[A-ZÄÖÜ]{1,3} \w{2,5}|[A-ZÄÖÜ]{2,6}")
_SUMS = re.compile(r"(zwischen|gesamt)?(summe|sum|total|gesamt|insgesamt|anzahl)\b.*", re.DOTALL)
# As many names of people and clubs as an installation has in some years.
_MOST_NAMES = 1 << 15

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "ł": "l"})
"""German spellings without umlauts, so that file names keep their letters."""


@dataclass(frozen=True, slots=True)
class SplitName:
    """Last and first name as understood, and whether capitals were lowered."""

    last_name: str
    first_name: str
    from_capitals: bool = False


def tidy(text: str) -> str:
    """Return the text without invisible characters and superfluous spaces, in NFC."""
    # Fast path: most texts are printable, and a workbook has hundreds of thousands of letters.
    visible = (
        text
        if text.isprintable()
        else "".join(
            " " if character.isspace() else character
            for character in text
            if character.isspace()
            or character in _JOINERS
            or not unicodedata.category(character).startswith("C")
        )
    )
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def split_name(text: str) -> SplitName:
    """Split "Heide, Hans von der", "Hans von der Heide" or "HEIDE Hans" into last and first name.

    A semicolon counts as a comma. A single word is a last name. Capitals are lowered where they
    make up the whole name, or mark the last name.
    """
    text = tidy(text).replace(";", ",")
    if "," in text:
        last, first = (part.strip() for part in text.split(",", 1))
        return small_capitals(last, first) if last else small_capitals(first, "")
    words = text.split()
    capital_words = [word for word in words if _is_capitals(word)]
    if capital_words and len(capital_words) < len(words):
        others = [word for word in words if not _is_capitals(word)]
        return small_capitals(" ".join(capital_words), " ".join(others))
    middle = range(1, len(words) - 1)
    at = next((at for at in middle if words[at].lower() in PARTICLES), 0)
    if not at:  # without a particle it is the last word
        at = max(len(words) - 1, 0)
        while at > 1 and words[at].lower() in SUFFIXES:
            at -= 1
    return small_capitals(" ".join(words[at:]), " ".join(words[:at]))


def small_capitals(last_name: str, first_name: str) -> SplitName:
    """Return both names, "GÜNTER" as "Günter" and "VON DER HEIDE" as "von der Heide"."""
    last, first = _lower_capitals(last_name), _lower_capitals(first_name)
    return SplitName(last, first, (last, first) != (last_name, first_name))


@lru_cache(_MOST_NAMES)
def spellings(word: str) -> frozenset[str]:
    """Return a word with and without accents: "Müller" as "müller", "muller", "mueller"."""
    small = unicodedata.normalize("NFC", word).casefold()
    decomposed = unicodedata.normalize("NFKD", small)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    plain = (each.translate(_STROKES) for each in (bare, small.translate(UMLAUTS)))
    return frozenset({small, *plain})


def is_same_text(one: str, other: str) -> bool:
    """Whether two texts are equal except for capitals, accents and blanks."""
    return bool(spellings(tidy(one)) & spellings(tidy(other)))


@lru_cache(_MOST_NAMES)
def plain_text(text: str) -> str:
    """Return a key equal for texts that differ in capitals and accents only; ä equals ae."""
    small = unicodedata.normalize("NFKD", tidy(text).casefold().translate(UMLAUTS))
    return "".join(letter for letter in small if not unicodedata.combining(letter))


def slug_of(name: str) -> str:
    """Return a name as addresses say it: "Märzabend Groß" as "maerzabend-gross"; may be empty."""
    letters = plain_text(name).translate(_STROKES)
    return _NO_SLUG.sub("-", letters).strip("-")[:LONGEST_STEM].strip("-")


def free_slug(name: str, taken: Collection[str]) -> str:
    """Return an unused slug made from a name: "maerzabend-2"."""
    stem = slug_of(name) or "abend"
    names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in names if each not in taken)


@lru_cache(_MOST_NAMES)
def search_text(text: str) -> str:
    """Return every word one may begin to type for a name, in every spelling, each after a blank.

    "Seán O'Brien-Groß" is found by "sean", "obri", "brien", "o'b", "gross".
    """
    words = text.split()
    parts = [_BETWEEN_PARTS.sub(" ", word).split() for word in words]
    joined = [_APOSTROPHES.sub("", word) for word in words]
    every = [*words, *joined, *(part for each in parts for part in each)]
    return "".join(f" {each}" for each in {each for word in every for each in spellings(word)})


def find_names(typed: str, names: Sequence[str]) -> list[int]:
    """Return the indexes of `names` that match: each typed word begins a word of the name.

    Without a match, doubled letters are ignored: "oto" finds Otto.
    """
    wanted = _spellings_of_words(typed)
    if not wanted:
        return []
    found = _begun(wanted, [search_text(name) for name in names])
    if not found:
        wanted = [
            tuple(short for each in spelt if len(short := _undoubled(each)) >= FEWEST_LETTERS)
            for spelt in wanted
        ]
        found = _begun(wanted, [_undoubled(search_text(name)) for name in names])
    return found


def is_another_spelling(typed: str, name: str) -> bool:
    """Whether this is no start of the name but one with other double letters: Müller is no Müler.

    A few letters are an abbreviation: "oto" may be Otto.
    """
    return len(typed) > LONGEST_START and not _begun(
        _spellings_of_words(typed), [search_text(name)]
    )


def is_whole_name(typed: str, name: str) -> bool:
    """Whether the whole name is typed: all its words in any order, each in some spelling.

    People who do not want to be named are shown for nothing less.
    """
    words = [spellings(word) for word in name.split()]
    left = [spellings(word) for word in typed.replace(",", " ").split()]
    for word in words:
        match = next((each for each in left if each & word), None)
        if match is None:
            return False
        left.remove(match)
    return bool(words) and not left


def is_sum(text: str) -> bool:
    """Whether the text labels a row of sums rather than a person."""
    return _SUMS.fullmatch(text.casefold()) is not None


@lru_cache(_MOST_NAMES)
def name_words(name: str) -> frozenset[tuple[str, ...]]:
    """Return the words of a name in alphabetical order, in each spelling of the name.

    Two names that share one are the same name: in any order, with or without capitals, hyphens,
    apostrophes and accents.
    """
    written = {_letters(name), _letters(_APOSTROPHES.sub(" ", name))}
    return frozenset(tuple(sorted(each.split())) for one in written for each in spellings(one))


@lru_cache(_MOST_NAMES)
def name_keys(last_name: str, first_name: str) -> frozenset[str]:
    """Return the same for a last and a first name, which are not interchangeable."""
    return spellings(f"{_letters(last_name)}|{_letters(first_name)}")


def _letters(name: str) -> str:
    words = _NO_LETTERS.sub(" ", _APOSTROPHES.sub("", name)).split()
    return " ".join(words) or name


def name_key(list_name: str) -> str:
    """Return a sort key as in DIN 5007-1: ä like a, ß like ss, Ł like l, case ignored."""
    if list_name.isascii():
        return list_name.lower()
    letters = unicodedata.normalize("NFKD", list_name.casefold().translate(_STROKES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def initials(name: str) -> str:
    """Return the initials, for people who do not want to be named: "Änne Franke" as "Ä. F."."""
    first = (next(filter(str.isalnum, word), "") for word in name.split())
    return " ".join(f"{letter.upper()}." for letter in first if letter) or "–"


def list_name(last_name: str, first_name: str) -> str:
    """Return a name in list form: "Franke, Änne"; a single name is the last name."""
    return f"{last_name}, {first_name}" if first_name else last_name


class Names(NamedTuple):
    """The names of a person. Unless `is_public`, public lists have the initials."""

    last_name: str
    first_name: str
    is_public: bool

    @property
    def name(self) -> str:
        """As spoken: "Änne Franke"."""
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def list_name(self) -> str:
        """As in a list: "Franke, Änne"."""
        return list_name(self.last_name, self.first_name)

    @property
    def public_name(self) -> str:
        """As in public: "Änne Franke", without consent "Ä. F."."""
        return self.name if self.is_public else initials(self.name)

    @property
    def public_list_name(self) -> str:
        """As in a public list: "Franke, Änne", without consent "Ä. F."."""
        return self.list_name if self.is_public else initials(self.name)


@dataclass(frozen=True, slots=True)
class WalkInLine:
    """One line of the registration desk: the name, the club as typed, categories."""

    name: SplitName
    club: str = ""
    tags: tuple[str, ...] = ()


def split_walk_in(text: str, clubs: Iterable[str] = ()) -> WalkInLine:
    """Parse name, club and categories: "Keller, Jana, DU ZHN, Senioren" or "Jana Keller, DU ZHN".

    A whole name before the first comma is the name; else the first name follows the comma, unless
    that is one of the `clubs` or looks like a club code.
    """
    first, *others = [part.strip() for part in tidy(text).split(",")]
    others = [part for part in others if part]
    words = first.split()
    # Besides the last name there is a first one: not so in "von der Heide".
    is_whole = len(words) > 1 and words[0].lower() not in PARTICLES
    known = {plain_text(club) for club in clubs}
    if others and not (
        is_whole or plain_text(others[0]) in known or CLUB_CODE.fullmatch(others[0])
    ):
        first = f"{first}, {others.pop(0)}" if first else others.pop(0)
    club, *tags = others or [""]
    return WalkInLine(split_name(first), club, tuple(tags))


@lru_cache(_MOST_NAMES)
def _undoubled(word: str) -> str:
    return _DOUBLED.sub(r"\1", word)


def _spellings_of_words(typed: str) -> list[tuple[str, ...]]:
    words = typed.replace(",", " ").split()
    return [tuple(spellings(word) | spellings(_APOSTROPHES.sub("", word))) for word in words]


def _begun(typed: Iterable[Iterable[str]], texts: Sequence[str]) -> list[int]:
    """Return the indexes of texts in which every typed word, in one spelling, begins a word."""
    found = list(range(len(texts)))  # fewer with each word: fast enough while typing
    for word in typed:
        begun = [f" {spelt}" for spelt in word]
        found = sorted({at for each in begun for at in found if each in texts[at]})
    return found


def _is_capitals(word: str) -> bool:
    return word.isupper() and sum(map(str.isalpha, word)) >= _FEWEST_CAPITALS


def _lower_capitals(name: str) -> str:
    """Lower a name in capitals to its usual form; any other stays as it is."""
    if not _is_capitals(name):
        return name
    words = []
    for word in name.split():
        # After every hyphen and apostrophe the capital stays: "O'Brien", "Heinz-Jürgen".
        pairs = zip(" " + word, word, strict=False)
        letters = (each.lower() if before.isalpha() else each for before, each in pairs)
        words.append(word.lower() if word.lower() in PARTICLES else "".join(letters))
    return " ".join(words)


class ClubName(NamedTuple):
    """The code of a club, its name, or both."""

    code: str
    name: str

    @property
    def short(self) -> str:
        """The code, or the name of a club without one."""
        return self.code or self.name


def same_club(one: ClubName, other: ClubName) -> bool:
    """Whether two names are one club's: by the codes, or the name where one has no code."""
    if one.code and other.code:
        return is_same_text(one.code, other.code)
    return bool(one.name and other.name) and is_same_text(one.name, other.name)


def contradicts(one: ClubName, other: ClubName) -> bool:
    """Whether they share the code and have different names."""
    is_same_code = one.code and other.code and is_same_text(one.code, other.code)
    has_names = one.name and other.name
    return bool(is_same_code and has_names and not is_same_text(one.name, other.name))


def find_club(wanted: ClubName, known: Iterable[ClubName]) -> ClubName | None:
    """Return the known club that is meant, or None: the identical one first, else by code and name.

    A name shared by several codes matches none of them.
    """
    same = [each for each in known if same_club(wanted, each)]
    if wanted in same:
        return wanted
    fitting = [each for each in same if not contradicts(wanted, each)] or same
    codes = {plain_text(each.code) for each in fitting}
    if not fitting or len(codes - {""}) > 1:
        return None
    return max(fitting, key=lambda each: (bool(each.code), bool(each.name), each))


def one_name_each(clubs: Iterable[ClubName]) -> dict[ClubName, ClubName]:
    """Return one name for all spellings of each club in a list: code and name, if known.

    It is the first in alphabetical order, whichever of the spellings are in the list.
    """
    every = sorted(set(clubs), key=lambda each: (not each.code, not each.name, each))
    codes: dict[str, ClubName] = {}
    named: dict[str, set[str]] = {}
    for each in every:
        if each.code:
            codes.setdefault(plain_text(each.code), each)
            named.setdefault(plain_text(each.name), set()).add(plain_text(each.code))
    names: dict[str, ClubName] = {}
    found = {}
    for each in every:
        with_code = named.get(plain_text(each.name), set()) if not each.code else set()
        if each.code:
            found[each] = codes[plain_text(each.code)]
        elif len(with_code) == 1:
            found[each] = codes[next(iter(with_code))]
        else:
            found[each] = names.setdefault(plain_text(each.name), each)
    return found
