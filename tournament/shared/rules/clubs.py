"""Identity of clubs: a code identifies a club, in any spelling of code and name."""

from collections.abc import Iterable
from typing import NamedTuple

from tournament.shared.rules.names import is_same_text, plain_text


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
