"""A cell with a name as people write it: titles, guests, two people, somebody who has cancelled."""

import re
from dataclasses import dataclass, field

from tournament.shared.rules.names import PARTICLES, SUFFIXES, split_name, tidy

TITLES = frozenset(
    {"herr", "herrn", "frau", "fräulein", "hr", "hrn", "fr", "dr", "doktor", "prof", "professor"}
    | {"dr.in", "prof.in", "mr", "mrs", "ms", "miss", "mag.", "ing.", "dipl.", "dipl.-ing"}
)
_AFTER_TITLES = frozenset(
    {"med", "dent", "vet", "phil", "jur", "rer", "nat", "pol", "habil", "h.c"}
)
_MARKS = re.compile(r"\s*[*†¹²³]+(?=$|[\s,/)])")
_GUEST = re.compile(
    r"\s*(?:[(\[]\s*(?:g|gast|gäste|guest)\.?\s*[)\]]|\s[–-]\s*(?:gast|guest)$)", re.IGNORECASE
)
_BORN = re.compile(r"[(,]?\s*\bgeb(?:\.|orene?r?\b)\s*[^),]+\)?", re.IGNORECASE)
_NICKNAME = re.compile(r"\s*(?:[\"„“”«»‚][^\"„“”«»‘]+[\"“”«»‘]|(?<!\w)'{1,2}[^']+'{1,2}(?!\w))")
_AWAY = (
    r"(?:\b(?:storniert|stornierung|storno|abgesagt|absage|abgemeldet|abmeldung|zurückgezogen"
    r"|verhindert|warteliste|wartelistenplatz|nachrücker(?:in)?|cancell?ed|cancell?ation|expired"
    r"|refunded|declined|withdrawn|no[ -]?show|wait(?:ing)? ?list(?:ed)?|nicht dabei|fällt aus"
    r"|gestrichen|gelöscht|entfällt|abges|warteplatz|wl|doch nicht"
    r"|sagte? ab|komm(?:e|t|en) (?:leider |doch )*nicht)\b)"
)
_PERHAPS_AWAY = r"(?:krank(?:gemeldet)?|erkrankt|evtl|eventuell|vielleicht|fraglich|unsicher)\b"
_SAYS_AWAY = re.compile(rf"{_AWAY}|\b(?:krank(?:gemeldet)?|erkrankt)\b", re.IGNORECASE)
# In brackets, behind the name with all that follows, or before it.
_AWAY_IN_NAME = re.compile(
    rf"[(\[][^()\[\]]*{_AWAY}[^)\]]*[)\]]?|(?<=\w)\W+{_AWAY}.*|^{_AWAY}[\s\d.:–-]*"
    rf"|(?<=\w)(?:\s*[,;(\[]|\s[–-])\s*{_PERHAPS_AWAY}.*",
    re.IGNORECASE,
)
_AND = r"(?:und|u\.|and|mit|samt|sowie|nebst)"
_NOBODY = (
    r"(?:\d+|eins|eine?[rn]?|weitere?[rn]?|meine?|seine?|ihre?|begleit\w*|partner(?:in)?|gast|gäste|frau|mann"
    r"|ehe(?:frau|mann)|freund(?:in)?|anhang|kind(?:er)?|sohn|tochter|bruder|schwester|person(?:en)?"
    r"|n\.?\s?n\.?)"
)
_COMPANION = re.compile(
    rf"\s*[(\[]?\s*(?:\+|&|/|\b{_AND}|\bplus|\binkl\.)\s*{_NOBODY}(?:\s+{_NOBODY})*\s*[)\]]?$"
    rf"|\s(?:\+|&|/|{_AND})$",
    re.IGNORECASE,
)
_FAMILY = re.compile(
    r"^(?:fam\.|fam\b|familie|ehepaar|eheleute|paar|geschwister|gebrüder|gebr\."
    r"|herr (?:und|u\.) frau)\s"
    r"|\s(?:fam\.?|familie|ehepaar|eheleute)$",
    re.IGNORECASE,
)
_WITH = re.compile(r"\s*[(\[]\s*(?:mit|und|\+|&)\s+([^)\]]+)[)\]]", re.IGNORECASE)
# Not the "von und zu" of a name.
_BETWEEN_PEOPLE = re.compile(
    rf"\s*[/&+|\\]\s*|(?<!\bvon)\s+(?:{_AND}|oder|bzw\.)\s+(?!zu\b)", re.IGNORECASE
)
_PLACEHOLDER = re.compile(
    r"n\.?\s?n\.?|unbekannt|reserviert|reserve|frei|offen|platzhalter|dummy|leer|noch offen"
    r"|tb[ad]|nachmeldung|springer|(?:wird|werden) (?:noch )?(?:nach)?(?:gemeldet|benannt)"
    r"|(?:gast|gäste|begleit\w+|partner(?:in)?|freund(?:in)?|sohn|tochter|bruder|schwester)"
    r" (?:von|of) .+",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]?")
_COMMAS = re.compile("[,;]")
_BEFORE_COLON = re.compile(r"^[^:]+:(?=\s*\S+\s+\S)")
_BEHIND_DASH = re.compile(r"(?<=\S\s)[–-]\s+\S+\s.*")
_WORD_IN_NAME = re.compile(r"(?<!\S)[^\W\d_][^\s,]*")
_SMALL_IN_NAMES = (
    PARTICLES | SUFFIXES | {"und", "y", "i", "e", "el", "al", "bin", "ibn", "op", "af"}
)
_SMALL_IN_NAMES |= {"av", "das", "los"}
_FEWEST_WORDS = 3
"""Of two words a small one is a name whose capital was not typed: "Jörg müller"."""
_LONGEST = 500
"""Longer texts than any field for names holds are no names; the patterns are slow on them."""


@dataclass(frozen=True, slots=True)
class WrittenName:
    """What a cell with a name says.

    - name: the name alone, "Franke, Änne" or "Änne Franke"; "" if there is none.
    - doubts: why it may be nobody, somebody else or several: "two_people", "companion", "family",
      "called_off", "section" (a title of rows below), "placeholder", "perhaps_two" (people, or
      double names), "beside_name" (brackets, words that no name has). notes: what was taken off
      the name: "title", "guest", "birth_name", "nickname", "footnote". Each with the text it is
      about.
    - people: whom the cell may mean instead, to choose from.
    """

    name: str
    doubts: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    people: tuple[str, ...] = ()


def says_away(text: str) -> bool:
    """Whether a cell says that somebody does not come: "storniert", "Warteliste 2"."""
    return bool(_SAYS_AWAY.search(text))


_BESIDE_A_NAME = {
    "footnote": _MARKS,
    "guest": _GUEST,
    "birth_name": _BORN,
    "nickname": _NICKNAME,
}


def written_name(*cells: str) -> WrittenName:
    """Return all that one cell, or those of last and first name, say of whose name it is."""
    filled = list(filter(None, cells))
    text = tidy(", ".join(filled))
    if len(text) > _LONGEST:  # refused by whoever stores it
        return WrittenName(text)
    doubts: dict[str, str] = {}
    notes: dict[str, str] = {}
    people: tuple[str, ...] = ()

    def take(pattern: re.Pattern[str], code: str, into: dict[str, str]) -> bool:
        nonlocal text
        if found := pattern.search(text):
            into[code] = found[0].strip(" ()[],–-:")
            left = tidy(f"{text[: found.start()]} {text[found.end() :]}")
            text = left.replace(" ,", ",").strip(" ,–-")
        return found is not None

    for code, pattern in _BESIDE_A_NAME.items():
        while take(pattern, code, notes):
            pass
    if take(_AWAY_IN_NAME, "called_off", doubts):
        if not text:
            return WrittenName("", {"section": doubts["called_off"]}, notes)
        people = (text,)
    if _PLACEHOLDER.fullmatch(text):
        return WrittenName(text, {**doubts, "placeholder": text}, notes)
    if _FAMILY.search(text):
        return WrittenName(text, {**doubts, "family": text}, notes)
    whole = text
    if take(_COMPANION, "companion", doubts):
        people = (text,)
    text = _WITH.sub(r" & \1", text)
    parts = [part for part in _BETWEEN_PEOPLE.split(text) if part.strip(" ,")]
    if len(parts) > 1:
        people = tuple(_without_titles(part, {}) for part in _with_last_names(parts))
        return WrittenName(whole, {**doubts, "two_people": whole}, notes, people)
    if brackets := _BRACKETS.search(text):
        doubts["beside_name"] = brackets[0].strip()
        people = (tidy(_BRACKETS.sub(" ", text)).replace(" ,", ","),)
    elif beside := _beside_name(text := _without_titles(text, notes)):
        doubts["beside_name"] = beside.strip(" ,:–-")
        left = text.replace(beside, "").strip(" ,–-")
        people = (left,) if _is_whole(left) else ()
    listed = _COMMAS.split(people[0] if people else text)
    if len(filled) == 1 < len(listed) and all(map(_is_whole, listed)):
        doubts["perhaps_two"] = whole
        people = tuple(_without_titles(each, {}).strip() for each in listed)
    return WrittenName(_without_titles(text, notes), doubts, notes, tuple(filter(None, people)))


def _beside_name(text: str) -> str:
    """Return what stands beside a name: "krank" of "Rolf Wild, krank", "Ersatz:" before it."""
    for pattern in (_BEFORE_COLON, _BEHIND_DASH):
        if found := pattern.search(text):
            return found[0]
    if len(text.split()) < _FEWEST_WORDS or text == text.lower():
        return ""
    for found in _WORD_IN_NAME.finditer(text):
        is_small = found[0][0].islower() and not re.search(r"['’]", found[0])  # not "d'Angelo"
        if is_small and found[0] not in _SMALL_IN_NAMES:
            return text[found.start() :] if found.start() else found[0]
    return ""


def _without_titles(text: str, notes: dict[str, str]) -> str:
    """Return a name without the titles before last and first name."""
    parts: list[str] = []
    titles: list[str] = []
    for part in text.split(","):
        words = part.split()
        while len(words) > bool(not parts):  # "Kühn, Dr.": no first name
            small = words[0].casefold()
            bare = small.rstrip(".")
            if {small, bare}.isdisjoint(TITLES) and not (titles and bare in _AFTER_TITLES):
                break
            titles.append(words.pop(0))
        parts.append(" ".join(words))
    if not titles:
        return text
    notes["title"] = " ".join(titles)
    return ", ".join(filter(None, parts))


def _with_last_names(parts: list[str]) -> list[str]:
    """Return each of several people with a last name: "Änne", "Jörg Franke" are both Franke."""
    named = [part for part in parts if _is_whole(part)]
    if not named or len(named) == len(parts):
        return [part.strip(" ,") for part in parts]
    # "Franke, Ida + Tom" gives it first, "Änne und Jörg Franke" last.
    giver = named[0] if "," in named[0] else named[-1]
    last = split_name(giver).last_name
    before = parts.index(giver)
    return [
        f"{last}, {part.strip(' ,')}"
        if not _is_whole(part) and ("," in giver or at < before)
        else part.strip(" ,")
        for at, part in enumerate(parts)
    ]


def _is_whole(part: str) -> bool:
    words = [word for word in _without_titles(part, {}).split() if word.lower() not in SUFFIXES]
    return len(words) > 1 and words[0].casefold() not in PARTICLES
