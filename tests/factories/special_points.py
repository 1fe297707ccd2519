"""Every possible set of special points of one game by the source P, written from the text."""

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

Special = dict[str, int]

# Fewest card points for so many Doppelköpfe, by the DDV.
DOPPELKOPF_NEEDS = (0, 40, 80, 124, 168)
CARDS = {"fox": 11, "fox_last": 11, "fox_first": 11, "heart_ten": 10}
FOXES = {
    None: ("fox",),
    "last": ("fox", "fox_last"),
    "last_first": ("fox", "fox_last", "fox_first"),
}


def needs(special: Special, lost_by_others: int, pairs: bool) -> int:
    """Return the fewest card points with which a party can have made this."""
    count = special.get
    cards = sum(points * count(name, 0) for name, points in CARDS.items())
    doppelkopf = 0 if pairs else DOPPELKOPF_NEEDS[count("doppelkopf", 0)]
    last_trick = 2 * (count("karlchen", 0) + lost_by_others)
    return max(cards, doppelkopf) + last_trick + 30 * count("heart_trick", 0)


def fits(
    re: Special,
    kontra: Special,
    re_points: int,
    no_trick: Sequence[bool],
    pairs: bool = False,
) -> bool:
    """Return whether both parties have the tricks and card points for it."""
    sides = (
        (re, kontra.get("karlchen_lost", 0), re_points, no_trick[0]),
        (kontra, re.get("karlchen_lost", 0), 240 - re_points, no_trick[1]),
    )
    return all(
        points >= needs(special, lost, pairs)
        and not (
            none and (lost or any(special[name] for name in special if name != "karlchen_lost"))
        )
        for special, lost, points, none in sides
    )


def splits(most: int) -> list[tuple[int, int]]:
    """Return up to so many, divided between Re and Kontra."""
    return [
        (re, kontra) for re, kontra in product(range(most + 1), repeat=2) if re + kontra <= most
    ]


def last_tricks(lost: bool) -> Iterator[tuple[Special, Special]]:
    """Return who took the last trick with a jack of clubs, and whose fell to it."""
    for winner in (0, 1):
        for made, fallen in product((0, 1), (0, 1, 2) if lost else (0,)):
            if made + fallen <= 2:
                taken, given = {"karlchen": made}, {"karlchen_lost": fallen} if lost else {}
                yield (taken, given) if winner == 0 else (given, taken)


def both_sides(options: Mapping[str, Any], lost: bool) -> list[tuple[Special, Special]]:
    """Return everything Re and Kontra can have in a game with partners, card points apart."""
    hearts = (("10", "heart_ten", 2), ("11", "heart_trick", 1))
    most = tuple((name, number) for option, name, number in hearts if option in options)
    return _together(FOXES[options.get("18")], most, lost)


@cache
def _together(
    foxes: tuple[str, ...], most: tuple[tuple[str, int], ...], lost: bool
) -> list[tuple[Special, Special]]:
    rows = [
        [({"doppelkopf": re}, {"doppelkopf": kontra}) for re, kontra in splits(4)],
        [
            (dict(zip(foxes, re, strict=True)), dict(zip(foxes, kontra, strict=True)))
            for re, kontra in product(product(range(3), repeat=len(foxes)), repeat=2)
            if sum(re) + sum(kontra) <= 2
        ],
        list(last_tricks(lost)),
        *([({name: re}, {name: kontra}) for re, kontra in splits(number)] for name, number in most),
    ]
    return [
        (dict(ChainMap(*(re for re, _ in parts))), dict(ChainMap(*(kontra for _, kontra in parts))))
        for parts in product(*rows)
    ]


def one_sided(sets: list[tuple[Special, Special]]) -> list[tuple[Special, Special]]:
    """Return those in which only one side has something, except a Karlchen lost by the other."""
    return [
        (re, kontra)
        for re, kontra in sets
        if not all(
            any(count for name, count in side.items() if name != "karlchen_lost")
            for side in (re, kontra)
        )
    ]
