"""Parsing of typed values and cells of lists, used by every form and import.

The caller decides how to handle an `Unclear` cell: a question, a note, a refusal. The desk's fields
are a flat mapping of names to texts: the same is posted, kept as a draft, shown again after a
refusal and compared after a conflict, so nothing typed is ever lost or rewritten.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from scoring.terms import MINUS

YES = frozenset({"ja", "j", "yes", "y", "x", "✓", "✔", "wahr", "true", "1"})
NO = frozenset({"nein", "n", "no", "falsch", "false", "0"})
PAID = frozenset(
    {"bez", "bezahlt", "gezahlt", "beglichen", "erledigt", "erhalten", "eingegangen", "ok", "paid"}
    | {"ü", "üw", "überw", "überwiesen", "ueberwiesen", "verbucht", "gebucht", "done", "abgebucht"}
    | {"ja", "yes", "✓", "✔", "☑", "✅"}
)
NOT_PAID = frozenset(
    {"offen", "open", "unbezahlt", "unpaid", "fehlt", "ausstehend", "pending", "später", "kasse"}
    | {"zahlt", "zahlen", "zahlung", "will", "soll"}
    | {"abendkasse", "tageskasse", "ort", "barzahler", "mahnen", "✗", "✘", "❌"}
)
NEGATED = frozenset({"nicht", "nichts", "nie", "not", "kein", "keine", "nein", "no"})
PAID_BY = frozenset(
    {"überweisung", "ueberweisung", "transfer", "bank", "konto", "sepa", "lastschrift", "paypal"}
    | {"karte", "ec", "card", "wero", "twint", "girocard", "kreditkarte", "klarna", "stripe"}
)
IN_CASH = frozenset({"bar", "cash", "barzahlung"})
_FILLING = frozenset(
    {"am", "vom", "per", "via", "mit", "auf", "in", "schon", "bereits", "voll", "komplett", "ist"}
    | {
        "an",
        "der",
        "die",
        "zur",
        "bei",
        "beim",
        "abends",
        "von",
        "vorab",
        "wurde",
        "hat",
        "noch",
        "vor",
        "on",
        "by",
        "has",
        "been",
        "startgeld",
        "gebühr",
    }
)
HIGHEST_FEE = 9999_99
NOTHING = frozenset({"", "-", "–", "—", "−"})
"""Cells that count as empty: dashes of any length."""
NOT_PLAYED = NOTHING | {
    "/",
    "x",
    "n.a.",
    "n. a.",
    "na",
    "n/a",
    "k.a.",
    "k. a.",
    "n.g.",
    "n. g.",
    "--",
    ".",
}
NOT_PLAYED |= {
    "nicht gespielt",
    "fehlt",
    "gefehlt",
    "entschuldigt",
    "pause",
    "frei",
    "dnp",
    "abwesend",
}
"""Cells for a round that somebody has not played."""
SAME_RANK = frozenset({"", "=", "'=", '"', "''", "„", "”", "“", "dto", "dto."})
"""Cells for the rank of the line above; "=" as a text of a workbook has an apostrophe."""
OUT_OF_RANKING = frozenset({"a.k.", "ak", "außerkonkurrenz", "a.w.", "außerwertung"})
MONTHS = (
    *("jan(?:uar|uary)?", "feb(?:r|ruar|ruary)?", "märz?|maerz?|mrz|mar(?:ch)?", "apr(?:il)?"),
    *("mai|may", "jun[ie]?", "jul[iy]?", "aug(?:ust)?", "sept?|september", "o[kc]t(?:ober)?"),
    *("nov(?:ember)?", "de[zc](?:ember)?"),
)
"""The name of each month, whole or short, as a pattern."""
CENTS = 100
Fields = Mapping[str, str]

TICKED = "on"
LONGEST_LINE = 200
"""What is typed to find a person, a table, a tournament: names, a club, a number."""
LONGEST_TEXT = 5_000
"""Far more than any field holds: excess is reported, together with all that was typed."""

_NAME = re.compile(r"[\w-]{1,40}", re.ASCII)
_NUMBER = re.compile("[0-9]{1,4}")
_KEY = re.compile("[0-9]{1,12}")
# More digits than any figure of the game; longer ones stay text and are reported by the check.
_WHOLE = re.compile(r"([+\-−–]?)([0-9]{1,6})")
# A point or a blank between thousands; nothing but zeros behind the comma.
_POINTS = re.compile(
    r"([+\-−–—]?)\s*([0-9]{1,6}|[0-9]{1,3}(?:[. '\u202f\xa0][0-9]{3})+)(?:[.,]0{1,2})?"
    r"\s*(?:punkte?|pkte?\.?|pt\.?|pts\.?|p\.?|points?)?"
)
_FRACTION = re.compile(
    r"[+\-−–—]?\s*(?:[0-9]{1,6}[.,][0-9]{1,6}|[0-9]{0,6}\s*[½¼¾]|[0-9]{1,6}\s*1/2)"
)
_SHARED_RANK = re.compile(
    r"([0-9]{1,4})\.?\s*(?:=|[/–-]\s*[0-9]{1,4}\.?)|(?:=|t)\s*([0-9]{1,4})\.?"
)
_AMOUNT = re.compile(
    r"(?:€|euro?\.?)?\s*([0-9]{1,7})(?:[.,](?:([0-9]{1,2})|[-–—]{1,2}))?\s*(?:€|euro?\.?)?",
    re.IGNORECASE,
)
_TABLE, _SEAT = "(?:tisch|table|t)", "(?:platz|position|pos|sitz|seat|p)"
_PAIR = re.compile(
    rf"{_TABLE}?\.?\s*([0-9]{{1,4}})\s*(?:[-–—/.:,|]\s*{_SEAT}?|\s{_SEAT}?|{_SEAT})\.?\s*([0-9]{{1,4}})\.?"
    r"|([0-9]{1,4})\s*[-–—/.:,|]?\s*([a-f])"
)
_NAMED_MONTHS = [f"(?P<m{number}>{names})" for number, names in enumerate(MONTHS, start=1)]
_D, _M = "(?:0?[1-9]|[12][0-9]|3[01])(?![0-9])", "(?:0?[1-9]|1[0-2])(?![0-9])"
_DAY = re.compile(
    rf"[0-9]{{4}}-(?P<month>{_M})-(?P<day>{_D})(?:[t ].*)?"
    rf"|(?P<first>{_D})\. ?(?P<second>{_M})\. ?[0-9]{{2,4}}"
    rf"|(?P<number>{_D})[. -]*(?:{'|'.join(_NAMED_MONTHS)})(?![^\W\d_])\.?(?:[ -]*[0-9]{{2,4}})?"
)
_BETWEEN_NUMBERS = re.compile(r"(?<=[0-9])(?:\s+[-–—/|]\s+|[-–—/|])(?=[0-9])|[\s,;]+")
_DAY_OF_PAYMENT = re.compile(
    rf"(?<![0-9])(?:{_D}\.\s?{_M}\.(?:\s?[0-9]{{4}}|\s?[0-9]{{2}}\b)?|{_D}/{_D}/[0-9]{{2,4}}"
    rf"|[0-9]{{4}}-{_M}-{_D}(?:[t ][0-9:]{{5,8}})?|{_DAY.pattern})"
)
# "15.10" may be an amount, and a day without its last point.
_DAY_OR_AMOUNT = re.compile(r"(?:[0-2]?[0-9]|3[01])\.(?:0[1-9]|1[0-2])")
_WORD = re.compile(r"[^\W\d_]+\.?|[✓✔☑✅✗✘❌]")
_WRITTEN_AS_TEXT = re.compile(r"'(?=[=+\-@\t\r])")


class Unclear(ValueError):
    """The meaning of the text is unclear."""


def number_in(text: str) -> int | None:
    """Return the number of a round, a table or a player in a URL; None for anything else."""
    return int(text) if _NUMBER.fullmatch(text) else None


def key_in(text: str) -> int | None:
    """Return the id of a row; None for anything else."""
    return int(text) if _KEY.fullmatch(text) else None


def is_formula(cell: str) -> bool:
    """Whether a cell is a formula; formulas are not evaluated."""
    return cell.startswith("=")


def text_of_cell(cell: str) -> str:
    """Return the text of a cell: "" for a formula; without the apostrophe that escapes one."""
    return "" if is_formula(cell) else _WRITTEN_AS_TEXT.sub("", cell)


def whole_number(text: str) -> int | None:
    """Return an integer with any kind of minus sign; None for anything else."""
    found = _WHOLE.fullmatch(text.strip())
    if found is None:
        return None
    sign, digits = found.groups()
    return int(digits) if sign in ("", "+") else -int(digits)


def counted_number(text: str, most: int, words: Iterable[str] = ()) -> int | None:
    """Return a positive number (rank, table, position): "3", "3.", after a word "Tisch 3".

    None for an empty cell. Raises Unclear for anything else, and for more than `most`.
    """
    word = text.strip().casefold()
    if word in NOTHING:
        return None
    before = "|".join(map(re.escape, sorted(words, reverse=True)))
    found = re.fullmatch(rf"(?:{before})\s*([0-9]{{1,8}})\s*\.?|([0-9]{{1,8}})\s*\.?", word)
    number = int(found[1] or found[2]) if found else 0
    if not 1 <= number <= most:
        raise Unclear(text)
    return number


def numbers_of_table(text: str) -> list[str]:
    """Return the words of a line with a table's start numbers: "7 2 1 8", "7-2-1-8", "7; 2"."""
    return [word for word in _BETWEEN_NUMBERS.split(text) if word]


def two_numbers(text: str) -> tuple[int, int] | None:
    """Return table and seat as written: "7-3", "7/3", "Tisch 7, Platz 3", "7c"; None if not so."""
    if not (found := _PAIR.fullmatch(text.strip().casefold())):
        return None
    table, seat, of, letter = found.groups()
    return int(table or of), int(seat) if seat else "abcdef".index(letter) + 1


def day_and_month(text: str) -> tuple[int, int] | None:
    """Return day and month of a date: "2026-03-07", "07.03.2026", "7. März", "07. Mrz"."""
    if not (found := _DAY.fullmatch(text.strip().casefold())):
        return None
    parts = found.groupdict()
    day = parts["day"] or parts["first"] or parts["number"]
    named = next((at for at in range(1, len(MONTHS) + 1) if parts[f"m{at}"]), 0)
    return int(day), named or int(parts["month"] or parts["second"])


def points(text: str) -> int | None:
    """Return points as lists have them: "+ 52", "- 13", "–5", "18 Punkte", "1.512", "12,0".

    None for what was not played: "", "-", "x", "n. a.". Raises Unclear for anything else.
    """
    word = text.strip().casefold()
    if word in NOT_PLAYED:
        return None
    found = _POINTS.fullmatch(word)
    if found is None:
        raise Unclear(text)
    sign, whole = found.groups()
    figure = int(re.sub(r"\D", "", whole))
    return figure if sign in ("", "+") else -figure


def is_half(text: str) -> bool:
    """Whether a cell holds points with a fraction: "-0,5", "2½"."""
    return bool(_FRACTION.fullmatch(text.strip()))


def rank(text: str, most: int, words: Iterable[str] = ()) -> int | None:
    """Return a rank, of a shared one the best: "2=", "4./5.", "=4", "T2"; "2. Platz".

    None for an empty cell, for the rank of the line above ("=", "dto."), and for who is out of the
    ranking: "a. K.". Raises Unclear.
    """
    word = text.strip().casefold()
    if word in SAME_RANK or word.replace(" ", "") in OUT_OF_RANKING:
        return None
    for each in sorted(words, reverse=True):
        word = word.removesuffix(f" {each}").removeprefix(each).strip()
    shared = _SHARED_RANK.fullmatch(word)
    try:
        return counted_number(shared[1] or shared[2] if shared else word, most)
    except Unclear:
        raise Unclear(text) from None


def yes_or_no(text: str, yes: Collection[str] = (), no: Collection[str] = ()) -> bool | None:
    """Return yes or no from words, a cross, a tick; None if empty. Raises Unclear."""
    word = text.strip().casefold()
    if word in YES or word in yes:
        return True
    if word in NO or word in no:
        return False
    if word in NOTHING:
        return None
    raise Unclear(text)


def cents_of(text: str) -> int | None:
    """Return euros as cents: "12", "12,50 €", "12,-", "EUR 12"; None if empty. Raises Unclear."""
    if not text.strip():
        return None
    found = _AMOUNT.fullmatch(text.strip())
    if found is None:
        raise Unclear(text)
    whole, part = found.groups()
    return int(whole) * CENTS + int((part or "0").ljust(2, "0"))


@dataclass(frozen=True, slots=True)
class FeeTold:
    """What a text says of a fee: whether it is paid, the amount in cents if named, and how.

    only_how: it names the way alone, such as "PayPal".
    """

    is_paid: bool
    cents: int | None = None
    in_cash: bool = False
    only_how: bool = False


def fee_told(text: str) -> FeeTold:
    """Return what the cell of a list says of a fee: "15,00 €", "bez. 12.03.", "ü", "offen".

    An amount or a day means that it is paid. Raises Unclear.
    """
    word = text.strip().casefold()
    try:
        return FeeTold(bool(yes_or_no(word, PAID, NOT_PAID)))
    except Unclear:
        pass
    without_day = _DAY_OF_PAYMENT.sub(" ", word)
    said: set[str] = set()

    def leave_out(found: re.Match[str]) -> str:
        each = found[0].rstrip(".")
        if each not in PAID | NOT_PAID | NEGATED | PAID_BY | IN_CASH | _FILLING:
            return found[0]
        said.add(each)
        return " "

    rest = _WORD.sub(leave_out, without_day).strip(" ,;:/()!")
    rest = re.sub(r"\s+[-–]$", "", rest)
    cents = cents_of(rest)
    is_open, is_paid = not NOT_PAID.isdisjoint(said), not PAID.isdisjoint(said)
    if (cents or 0) > HIGHEST_FEE or (is_open and is_paid) or _DAY_OR_AMOUNT.fullmatch(word):
        raise Unclear(text)
    if is_open or not NEGATED.isdisjoint(said) or cents == 0:
        return FeeTold(is_paid=False)
    in_cash = not IN_CASH.isdisjoint(said)
    says_how = in_cash or not PAID_BY.isdisjoint(said)
    if not (cents or is_paid or says_how or without_day != word):
        raise Unclear(text)
    return FeeTold(True, cents, in_cash, not (cents or is_paid or without_day != word))


@dataclass(frozen=True, slots=True)
class Problem:
    """A field with invalid text, so that no rule can be applied to it.

    `name` is the field, `row` its game. The sentence for `code` is in `tournament.labels.lines`.
    """

    name: str
    code: str
    row: int | None = None
    params: Mapping[str, object] = field(default_factory=dict)


def numbers_text(numbers: Iterable[int | None]) -> str:
    """Return start numbers in one text, as `numbers_in` reads them."""
    return " ".join(str(number) for number in numbers if number is not None)


def numbers_in(text: str) -> set[int]:
    """Return the numbers in a blank-separated text; other words are ignored."""
    return {number for number in map(whole_number, text.split()) if number is not None}


def version_number(text: str) -> int | None:
    """Return the version number that a page names; None for anything else."""
    number = whole_number(text)
    return number if number is not None and number > 0 else None


def uuid_in(text: str) -> UUID | None:
    """Return the id a page has generated for what it sends; None without one."""
    try:
        return UUID(text)
    except ValueError:
        return None


def figure(text: str) -> int | str | None:
    """Return a figure of the list: whole number, None if empty, else the text itself."""
    if not text.strip():
        return None
    number = whole_number(text)
    return text if number is None else number


def seat_of(text: str, table_size: int) -> int | None:
    """Return the position at this table that a text names, if it does."""
    seat = whole_number(text)
    return seat if seat is not None and 1 <= seat <= table_size else None


def text_of(value: object) -> str:
    """Return a stored value as the text that would have been typed."""
    if value is None or value is False:
        return ""
    if value is True:
        return TICKED
    return str(value).replace("-", MINUS) if isinstance(value, int) else str(value)


def json_object(body: bytes) -> dict[str, Any]:
    """Return what a script has sent; empty for anything but an object."""
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return sent if isinstance(sent, dict) else {}


def readable(raw: Mapping[str, object]) -> dict[str, str]:
    """Return the texts of the input whose names are valid field names.

    Texts far longer than any field are cut, and then refused as too long.
    """
    return {
        name: storable(value)[:LONGEST_TEXT]
        for name, value in raw.items()
        if isinstance(value, str) and _NAME.fullmatch(name)
    }


def storable(text: str) -> str:
    """Return the text without what no database stores: zero bytes, halves of a surrogate pair."""
    return text.replace("\x00", "").encode(errors="ignore").decode()
