"""Names of people as lists write them: tidied, split into last and first name."""

import unicodedata
from dataclasses import dataclass

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

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "ł": "l"})


@dataclass(frozen=True, slots=True)
class SplitName:
    """Last and first name as understood, and whether capitals were made small."""

    last_name: str
    first_name: str
    from_capitals: bool = False


def tidy(text: str) -> str:
    """Without invisible characters and superfluous spaces, in composed form (NFC)."""
    visible = "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or character in _JOINERS or _is_visible(character)
    )
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def split_name(text: str) -> SplitName:
    """Split "Heide, Hans von der", "Hans von der Heide" or "HEIDE Hans" into last and first name.

    A name of one word only is a last name. Capitals are made small where they are the whole
    name, or mark the last name.
    """
    text = tidy(text)
    if "," in text:
        last, first = (part.strip() for part in text.split(",", 1))
        return small_capitals(last, first) if last else small_capitals(first, "")
    words = text.split()
    capital_words = [word for word in words if _is_capitals(word)]
    if capital_words and len(capital_words) < len(words):
        others = [word for word in words if not _is_capitals(word)]
        return small_capitals(" ".join(capital_words), " ".join(others))
    at = _start_of_last_name(words)
    return small_capitals(" ".join(words[at:]), " ".join(words[:at]))


def small_capitals(last_name: str, first_name: str) -> SplitName:
    """The two names, each "GÜNTER" as "Günter" and "VON DER HEIDE" as "von der Heide"."""
    last, first = _without_capitals(last_name), _without_capitals(first_name)
    return SplitName(last, first, (last, first) != (last_name, first_name))


def spellings(word: str) -> frozenset[str]:
    """How a word may be typed without its accents: "Müller" as "müller", "muller", "mueller"."""
    small = unicodedata.normalize("NFC", word).casefold()
    decomposed = unicodedata.normalize("NFKD", small)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return frozenset({small, bare, small.translate(_UMLAUTS)})


def _is_visible(character: str) -> bool:
    return not unicodedata.category(character).startswith("C")


def _start_of_last_name(words: list[str]) -> int:
    """Where the last name begins: at its first particle, else with the last word."""
    for at, word in enumerate(words):
        if 0 < at < len(words) - 1 and word.lower() in PARTICLES:
            return at
    at = len(words) - 1
    while at > 1 and words[at].lower() in SUFFIXES:
        at -= 1
    return max(at, 0)


def _is_capitals(word: str) -> bool:
    return word.isupper() and sum(map(str.isalpha, word)) >= _FEWEST_CAPITALS


def _without_capitals(name: str) -> str:
    """A name in nothing but capitals is written as usual; any other stays as it is."""
    if not _is_capitals(name):
        return name
    return " ".join(
        word.lower() if word.lower() in PARTICLES else _capitalised(word) for word in name.split()
    )


def _capitalised(word: str) -> str:
    """A capital after every hyphen and apostrophe: "O'Brien", "Heinz-Jürgen"."""
    letters = []
    for before, letter in zip(" " + word, word, strict=False):
        letters.append(letter if not before.isalpha() else letter.lower())
    return "".join(letters)
